# SPDX-License-Identifier: Apache-2.0
"""The installation in the guest: by `make install`, with language engines or without, by the Debian package, or none.

An installation takes an emulated processor many seconds, so scenarios that leave it unchanged share one. The runner
provides the installation that `@scenario(…, installed=…)` names.
"""

PROJECT = "/run/guest/project"
USER = "typist"

# The language engines, whose libraries are installed on the host.
ENGINES = ["libime", "googlepinyin", "mozc"]


def install(machine):
    """Installs the built program."""
    machine.shell(f"make --silent --old-file=build -C {PROJECT} install "
                  "PROGRAM=/run/guest/keybridge")


def uninstall(machine):
    """Restores the earlier state, including the modes of the nodes and the program of the guest."""
    machine.shell(f"""
        make --silent -C {PROJECT} uninstall
        userdel keybridge
        groupdel keybridge-input
        rm -rf /var/lib/keybridge
        install -D -m 755 /run/guest/keybridge /usr/local/bin/keybridge
        udevadm settle; chown root:input /dev/input/event*; chmod 660 /dev/input/event*""")


def install_engines(machine):
    """Installs the built program and the language engines."""
    install(machine)
    machine.shell(f"make --silent --old-file=engines -C {PROJECT} install-engines ENGINES=/run/guest/engines", timeout=60)


def dpkg(machine, *arguments):
    # Without triggers, because indexing the manual pages takes a minute here.
    return machine.run("dpkg", "--no-triggers", *arguments, timeout=120)


def install_package(machine):
    """Installs the package, as on a machine without Keybridge, and adds the user to its group."""
    # The package would take the program of the other scenarios for an installation by `make install`.
    machine.shell("rm /usr/local/bin/keybridge")
    dpkg(machine, "--install", "/run/guest/first.deb")
    machine.shell(f"usermod -aG keybridge {USER}")


def purge_package(machine):
    dpkg(machine, "--purge", "keybridge")
    machine.shell("userdel keybridge; groupdel keybridge-input; rm -rf /etc/keybridge; "
                  "install -D -m 755 /run/guest/keybridge /usr/local/bin/keybridge")


KINDS = {"make": (install, uninstall), "engines": (install_engines, uninstall), "package": (install_package, purge_package)}


def provide(machine, kind):
    """Provides exactly one installation: one of KINDS, or None for no installation."""
    if machine.installation == kind:
        return
    if machine.installation:
        KINDS[machine.installation][1](machine)
        machine.installation = None
    if kind:
        KINDS[kind][0](machine)
        machine.installation, machine.is_installation_used = kind, False
