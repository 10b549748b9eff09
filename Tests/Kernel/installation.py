# SPDX-License-Identifier: Apache-2.0
"""`make install` in the guest, and everything as it was before."""

PROJECT = "/run/guest/project"


def install(machine):
    """Installs the program that was built."""
    machine.shell(f"make --silent --old-file=build -C {PROJECT} install "
                  "PROGRAM=/run/guest/keybridge")


def uninstall(machine):
    """Everything as it was, the modes of the nodes and the program of the guest included."""
    machine.shell(f"""
        make --silent -C {PROJECT} uninstall
        userdel keybridge
        rm -rf /var/lib/keybridge
        install -D -m 755 /run/guest/keybridge /usr/local/bin/keybridge
        udevadm settle; chown root:input /dev/input/event*; chmod 660 /dev/input/event*""")
