# SPDX-License-Identifier: Apache-2.0
"""The Debian package under systemd as process 1, and a program that a member of the group runs."""

from bridge import check, equal, expect
from installation import dpkg
from readers import Reader
from scenario import scenario
from service import SETTINGS, SOCKET, Package

SECOND = "/run/guest/second.deb"


@scenario("PKG after installation the service runs, serves the group, and uses keyboards that are plugged in later",
          boot="systemd", installed="package")
def installed(machine):
    reader = Reader(machine, machine.ps2.node)
    with Package(machine, is_new=True) as package:
        package.expect_state(ActiveState="active", UnitFileState="enabled")
        for unit in package.units:
            equal(machine.shell(f"systemctl is-enabled {unit}; systemctl is-active {unit}"),
                  "enabled\nactive\n", unit)
        equal(machine.shell(f"stat -c '%U %G %a' /run/keybridge {SOCKET}"),
              "root root 755\nkeybridge keybridge 660\n", "the folder and the socket")
        package.connect(user="typist")
        package.type_along(machine.ps2, "abc")
        equal(reader.changes, [], "keys read by another reader of the keyboard")
        usb = machine.plug("usb")
        package.expect_state(StatusText="2 keyboards")
        package.type_along(usb, "de")
        usb.unplug()
        package.expect_state(StatusText="1 keyboard")
        package.type_along(machine.ps2, "f")
        status = machine.shell("keybridge status")
        check("till" in status, f"keybridge status: {status}")
        doctor = machine.start("keybridge", "doctor").wait()
        check("BAD" not in doctor.out and "ok   a program listens on" in doctor.out, doctor.out)
        refused = machine.start("keybridge", "status", user="typist").wait()
        equal(refused.status, 77, "exit status for a member of the group, who may not use the control socket")


def survives(machine, package, number):
    """Sends a signal that ends the service; the program is never refused."""
    pid = package.pid
    machine.shell(f"kill -{number} {pid}")
    package.program.wait_for_focus(2)
    equal(package.program.facts("refused"), [], "how often the program was refused")
    check(package.pid != pid, "the same process serves")


@scenario("PKG after SIGKILL the program waits at the socket, and the restarted service serves it",
          boot="systemd", installed="package")
def killed(machine):
    with Package(machine) as package:
        package.connect(user="typist")
        package.type_along(machine.ps2, "ab")
        survives(machine, package, "KILL")
        package.expect_state(NRestarts="1", ActiveState="active")
        package.type_along(machine.ps2, "cd")


@scenario("PKG the watchdog restarts a service that hangs", boot="systemd", installed="package")
def hung(machine):
    with Package(machine) as package:
        package.change("WatchdogSec=5", "TimeoutAbortSec=1")
        machine.shell("systemctl restart keybridge")
        package.connect(user="typist")
        package.type_along(machine.ps2, "ab")
        machine.pause(8)                                     # longer than the watchdog's limit
        package.expect_state(NRestarts="0")
        survives(machine, package, "STOP")
        check("Watchdog timeout" in package.journal, "the watchdog did not end the service")
        package.type_along(machine.ps2, "cd")


@scenario("PKG during an upgrade while keys are typed the program is never refused, and it receives keys afterwards",
          boot="systemd", installed="package")
def upgraded(machine):
    def version():
        return machine.shell("dpkg-query -W -f '${Version}' keybridge")

    reader = Reader(machine, machine.ps2.node)
    with Package(machine) as package:
        before = version()
        machine.shell(f"mkdir -p /etc/keybridge; echo 'layout: de' >{SETTINGS}; "
                      "systemctl reload keybridge")
        package.connect(user="typist")
        package.type_along(machine.ps2, "ab")
        upgrade = machine.start("dpkg", "--no-triggers", "--install", SECOND)
        machine.wait_until(lambda: upgrade.status is not None or machine.ps2.type("m n"),
                           lambda: f"the end of {upgrade}", 120)
        equal(upgrade.status, 0, "status of dpkg")
        equal(version(), before + "+1", "version after")
        package.program.wait_for_focus(2)
        equal(package.program.facts("refused"), [], "how often the program was refused")
        # Keys between the two services go to no program; the program receives whole key presses only.
        machine.pause(0.5)
        typed = package.program.text
        check(typed.startswith("ab") and set(typed[2:]) <= set("mn"), f"typed: {typed}")
        package.type_along(machine.ps2, "x")
        machine.ps2.type("y")
        # The settings still apply: the key is a z in the German layout.
        machine.wait_until(lambda: package.program.text.endswith("xz"),
                           lambda: f"z after x\n{package.program.job}")
        package.expect_state(NRestarts="0", ActiveState="active")
        reader.expect_nothing_stuck()


@scenario("PKG after Backspace, Escape and Enter a program that tries to reconnect does not start the service",
          boot="systemd", installed="package")
def panic(machine):
    reader = Reader(machine, machine.ps2.node)
    with Package(machine) as package:
        package.connect(user="typist")
        package.type_along(machine.ps2, "ab")
        machine.ps2.press("backspace", "esc")
        machine.ps2.press("enter")
        package.expect_state(ActiveState="inactive", Result="success", NRestarts="0")
        machine.ps2.release("enter")
        machine.ps2.release("esc", "backspace")
        machine.wait_until(lambda: len(package.program.facts("refused")) > 3,
                           lambda: f"the program to be refused\n{package}")
        package.expect_state(ActiveState="inactive", NRestarts="0")
        machine.ps2.type("x")
        reader.wait_for("KEY_X", 0)
        reader.expect_nothing_stuck()
        machine.shell("systemctl start keybridge")
        # The program may have connected to the sockets more than once while they stopped.
        package.program.wait_for_focus(len(package.program.facts("lost")) + 1)
        package.type_along(machine.ps2, "c")


@scenario("PKG removal releases the keyboard and restores its node; purging leaves no file behind",
          boot="systemd", is_packaged=True)
def removed(machine):
    def files():
        return machine.shell("find /etc /run/systemd/system /run/keybridge /var/lib/keybridge "
                             "/var/lib/systemd /lib/systemd/system /lib/udev/rules.d "
                             "-xdev -not -name '*-' -not -path '/etc/.pwd.lock' 2>/dev/null "
                             "| sort || true").splitlines()

    node = f"stat -c '%U %G %a' {machine.ps2.node}"
    reader = Reader(machine, machine.ps2.node)
    before = files(), machine.shell(node)
    with Package(machine) as package:
        check(machine.shell(node) == "root keybridge-input 660\n", "the udev rule had no effect")
        package.connect(user="typist")
        package.type_along(machine.ps2, "ab")
        machine.shell(f"mkdir -p /etc/keybridge; echo 'layout: de' >{SETTINGS}; "
                      "test -d /var/lib/keybridge")
        pid = package.pid
        own = machine.shell("dpkg -L keybridge | grep keybridge").split()
        check(len(own) > 30, f"files of the package: {own}")
        dpkg(machine, "--remove", "keybridge")
        machine.shell(f"test ! -e /proc/{pid}; test ! -e {SOCKET}; test -e {SETTINGS}")
        # udev restores the node some time later.
        expect(machine, lambda: machine.shell(node), before[1], "the keyboard's node")
        machine.ps2.type("x")
        reader.wait_for("KEY_X", 0)
        equal(reader.changes, [("KEY_X", 1), ("KEY_X", 0)], "keys read by another reader")
        reader.expect_nothing_stuck()
        dpkg(machine, "--purge", "keybridge")
        machine.shell("for file in " + " ".join(own) + "; do test ! -e $file; done")
        equal(files(), before[0], "files after the purge")
        equal(machine.shell("systemctl --failed --plain --no-legend | grep keybridge || true"), "",
              "the service's state in systemd")
