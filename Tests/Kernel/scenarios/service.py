# SPDX-License-Identifier: Apache-2.0
"""The service that `make install` installs, under systemd as process 1."""

import signal

from bridge import check, equal, expect
from installation import PROJECT
from keyboards import lights
from readers import Reader, wait_for_grab
from scenario import scenario
from service import OBSERVERS, SETTINGS, SOCKET, Service

UNIT = "/usr/local/lib/systemd/system/keybridge.service"
SOCKETS = [f"keybridge{part}.socket" for part in ("", "-control", "-observe")]


@scenario("the service starts on request, is active once the keyboards are open, and runs as its own user",
          boot="systemd", needs_pc=True)
def starts(machine):
    reader = Reader(machine, machine.ps2.node)
    usb = machine.plug("usb")
    with Service(machine) as service:
        verified = machine.run("systemd-analyze", "verify", UNIT)
        equal([line for line in (verified.out + verified.err).splitlines() if "keybridge" in line],
              [], "output of systemd-analyze verify")
        equal(service.show("ActiveState", "UnitFileState"),
              {"ActiveState": "inactive", "UnitFileState": "disabled"}, "after make install")
        service.start(machine.ps2, usb)
        service.expect_state(ActiveState="active", NRestarts="0")
        machine.ps2.type("leftshift+s e c r e t")
        service.expect_text("Secret")
        usb.type("h i")
        service.expect_text("Secrethi")
        equal(machine.shell(f"stat -c '%U %G' /proc/{service.pid}; "
                            f"stat -c '%U %G %a' {SOCKET} {OBSERVERS}"),
              "keybridge keybridge\nkeybridge keybridge 660\nkeybridge keybridge 600\n",
              "owners of the process and of the sockets")
        equal(reader.changes, [], "keys read by another reader of the keyboard")
        check("ecret" not in service.journal, "the journal contains typed text")
        equal([entry["KEYBRIDGE_DEVICE"] for entry in service.entries("device.attached")],
              [machine.ps2.node, usb.node], "keyboards in the journal")
        came = service.entries("program.came")
        equal([(entry["KEYBRIDGE_CLIENT_UID"], entry["PRIORITY"]) for entry in came],
              [("0", "6")], "programs in the journal")
        for state in "10":                                   # needs write access to the device
            machine.ps2.type("capslock")
            expect(machine, lambda: list(lights(machine, "capslock").values()), [state, state],
                   "the LEDs of Caps Lock")


@scenario("the service is not active before it reports readiness, and the start fails without a report",
          boot="systemd", installed="make")
def readiness(machine):
    with Service(machine) as service:
        command = service.show("ExecStart")["ExecStart"].split("argv[]=")[1].split(" ;")[0]
        service.change("TimeoutStartSec=2", "Restart=no", "ExecStart=",
                       f"ExecStart=env -u NOTIFY_SOCKET {command}")
        attempt = machine.start("systemctl", "start", "keybridge").wait()
        equal(attempt.status, 1, "status of systemctl start")
        service.expect_state(ActiveState="failed", Result="timeout")
        service.change()
        service.start(machine.ps2)


@scenario("the service starts without a keyboard, and its status shows the current number of keyboards",
          boot="systemd", installed="make")
def status(machine):
    machine.ps2.detach()
    with Service(machine) as service:
        service.start()
        service.expect_state(ActiveState="active", StatusText="no keyboard is attached; waiting for one")
        machine.ps2.attach()
        service.expect_state(StatusText="1 keyboard")
        usb = machine.plug("usb")
        service.expect_state(StatusText="2 keyboards")
        service.wait_for(usb, machine.ps2)
        usb.type("u")
        machine.ps2.type("p")
        expect(machine, lambda: sorted(service.text), ["p", "u"], "text of both keyboards")
        usb.unplug()
        service.expect_state(StatusText="1 keyboard", NRestarts="0")


def restarts_after(machine, number):
    reader = Reader(machine, machine.ps2.node)
    with Service(machine) as service:
        service.start(machine.ps2)
        machine.ps2.type("a b")
        service.expect_text("ab")
        machine.shell(f"kill -{number} {service.pid}")
        service.expect_state(NRestarts="1", ActiveState="active")
        service.follow(machine.ps2)
        machine.ps2.type("c d")
        service.expect_text("cd")
        equal(reader.changes, [], "keys read by another reader")
        # While a key is down the grab waits for its release, so that no reader misses the release.
        machine.ps2.press("e")
        service.expect_text("cde")
        machine.shell(f"kill -{number} {service.pid}")
        service.expect_state(NRestarts="2", ActiveState="active")
        service.follow(machine.ps2)
        machine.ps2.release("e")
        reader.wait_for("KEY_E", 0)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("f")
        service.expect_text("f")                             # since the restart
        check("KEY_F" not in [key for key, _ in reader.changes], "another reader read KEY_F")
        reader.expect_nothing_stuck()
        service.expect_state(StatusText="1 keyboard")


@scenario("after SIGKILL the service restarts and grabs the keyboard, and no key is stuck", boot="systemd", installed="make")
def killed(machine):
    restarts_after(machine, int(signal.SIGKILL))


@scenario("after SIGSEGV the service restarts and grabs the keyboard, and no key is stuck", boot="systemd", installed="make")
def crashed(machine):
    restarts_after(machine, int(signal.SIGSEGV))


@scenario("systemctl stop keybridge.socket ends the service, releases the keyboard and removes all sockets",
          boot="systemd", installed="make")
def stopped(machine):
    reader = Reader(machine, machine.ps2.node)
    with Service(machine) as service:
        service.start(machine.ps2)
        machine.ps2.type("a b")
        service.expect_text("ab")
        machine.run("systemctl", "stop", "keybridge.socket")
        service.expect_state(ActiveState="inactive", SubState="dead", Result="success",
                             ExecMainStatus="0", NRestarts="0")
        equal(service.observer.wait().status, 0, "the observer's end")
        machine.shell("test -z \"$(ls /run/keybridge)\"")
        machine.ps2.type("x")
        reader.wait_for("KEY_X", 0)
        equal(reader.changes, [("KEY_X", 1), ("KEY_X", 0)], "keys read by another reader")
        reader.expect_nothing_stuck()


@scenario("udevadm trigger during typing loses no key and opens no keyboard twice", boot="systemd", installed="make")
def triggered(machine):
    usb = machine.plug("usb")
    with Service(machine) as service:
        service.start(machine.ps2, usb)
        pid, typed = service.pid, ""
        for action in ("add", "change"):
            trigger = machine.start("udevadm", "trigger", "--settle", f"--action={action}",
                                    "--subsystem-match=input")
            while trigger.status is None or len(typed) < 20:
                machine.ps2.type("t u")
                usb.type("v")
                typed += "tuv"
                service.wait_for_text(lambda text: len(text) == len(typed), f"{len(typed)} letters")
            equal(trigger.status, 0, "status of udevadm trigger")
        service.expect_text(typed)
        changes = [fact for fact in service.facts if fact["event"].startswith("device.")]
        equal(changes, [], "keyboards that connected or disconnected")
        service.expect_state(StatusText="2 keyboards", NRestarts="0", MainPID=str(pid))


@scenario("with wrong settings the journal names file and line, and the number of starts is limited",
          boot="systemd", installed="make")
def misconfigured(machine):
    with Service(machine) as service:
        machine.shell(f"mkdir -p {SETTINGS.rpartition('/')[0]}; echo 'layuot: de' >{SETTINGS}")
        attempt = machine.start("systemctl", "start", "keybridge").wait()
        equal(attempt.status, 1, "status of systemctl start")
        service.expect_state(ActiveState="failed", SubState="failed", ExecMainStatus="1")
        complaint = f"keybridge: {SETTINGS}:1:1: unknown setting 'layuot'"
        equal(service.journal.count(complaint), 5, f"how often the journal has {complaint!r}")
        check("repeated too quickly" in service.journal, "the start limit did not end the service")
        machine.shell(f"echo 'layout: de' >{SETTINGS}; systemctl reset-failed keybridge")
        service.start(machine.ps2)
        machine.ps2.type("y")
        service.expect_text("z")


@scenario("the service is not restarted after an error in its command line", boot="systemd", installed="make",
          long=True)
def wrong_command_line(machine):
    with Service(machine) as service:
        service.change("ExecStart=", "ExecStart=/usr/local/bin/keybridge run --layuot de")
        attempt = machine.start("systemctl", "start", "keybridge").wait()
        equal(attempt.status, 1, "status of systemctl start")
        service.expect_state(ActiveState="failed", SubState="failed", ExecMainStatus="2",
                             NRestarts="0")


@scenario("Backspace, Escape and Enter end the service, and it stays down", boot="systemd", installed="make")
def panic(machine):
    reader = Reader(machine, machine.ps2.node)
    with Service(machine) as service:
        service.start(machine.ps2)
        machine.ps2.press("backspace", "esc")
        machine.ps2.press("enter")
        # Not "activating (auto-restart)", although the program tries to reconnect.
        service.expect_state(ActiveState="inactive", SubState="dead", Result="success",
                             NRestarts="0")
        machine.ps2.release("enter")
        machine.ps2.release("esc", "backspace")
        check("all keyboards have been released" in service.journal, "the journal does not contain the reason")
        machine.ps2.type("x")
        reader.wait_for("KEY_X", 0)
        equal([change for change in reader.changes if change[1] == 1], [("KEY_X", 1)],
              "presses read")
        reader.expect_nothing_stuck()
        machine.wait_until(lambda: len(service.program.facts("refused")) > 2,
                           lambda: f"the program to be refused\n{service}")
        machine.pause(1)                                     # longer than RestartSec
        equal(service.show("ActiveState", "SubState", "NRestarts"),
              {"ActiveState": "inactive", "SubState": "dead", "NRestarts": "0"}, "the unit, after a while")
        states = machine.start("systemctl", "is-active", *service.units).wait().out
        equal(states, "inactive\n" * 4, "the service and its sockets")
        service.start(machine.ps2)
        machine.ps2.type("y")
        service.expect_text("y")


@scenario("make uninstall stops the service and leaves no file behind", boot="systemd", long=True, needs_pc=True)
def uninstalled(machine):
    def files(folder="/etc /usr/local /run/systemd/system /var/lib/systemd"):
        found = machine.shell(f"find {folder} -not -type d -not -name '*-' | sort").splitlines()
        return [path for path in found if path != "/usr/local/bin/keybridge"]

    before = files()
    with Service(machine) as service:
        added = [path for path in files() if path not in before]
        folders = "/share/doc/keybridge/", "/share/keybridge/", "/keybridge_client/", "/nodejs/keybridge-client/"
        pages = [path for path in added if any(folder in path for folder in folders)]
        check(UNIT in added and len(added) - len(pages) == 12, f"files added by make install: {added}")
        check("/usr/local/share/keybridge/keybridge.schema.json" in pages, f"files added by make install: {added}")
        machine.run("systemctl", "enable", "--now", "keybridge")
        pid = service.pid
        machine.shell(f"make --silent -C {PROJECT} uninstall")
        equal(files(), before, "files after make uninstall")
        equal(service.show("LoadState"), {"LoadState": "not-found"}, "the unit")
        machine.shell(f"! test -e /proc/{pid}; ! test -e /usr/local/bin/keybridge")
    with_destination = "DESTDIR=/tmp/package PREFIX=/usr PROGRAM=/run/guest/keybridge"
    machine.shell(f"make --silent --old-file=build -C {PROJECT} install {with_destination}")
    try:
        equal(files("/tmp/package"),
              sorted(["/tmp/package/usr/bin/keybridge"]
                     + ["/tmp/package" + path.replace("/usr/local/", "/usr/") for path in added]),
              "files of make install DESTDIR=/tmp/package PREFIX=/usr")
        check("=/usr/bin/keybridge run" in machine.shell(
            "cat /tmp/package/usr/lib/systemd/system/keybridge.service"), "ExecStart")
        machine.shell(f"! getent passwd keybridge; make --silent -C {PROJECT} uninstall "
                      f"{with_destination}")
        equal(files("/tmp/package"), [], "files after make uninstall")
    finally:
        machine.shell("rm -rf /tmp/package")
