# SPDX-License-Identifier: Apache-2.0
"""A restart of the service, after which a program continues with its fields, commands and focus."""

import signal

from bridge import check, equal
from readers import Reader, wait_for_grab
from scenario import scenario
from service import Package, Program, Service

SECOND = "/run/guest/second.deb"


def before(machine, service, user=None):
    """Types text into a program that will resume, and selects its first letter."""
    service.program = Program(machine, user=user, grace=60)
    service.program.wait_for_focus()
    machine.ps2.type("a b c")
    service.program.expect_text("abc")
    machine.ps2.type("f8")
    expect_invoked(machine, service.program, ["home"])


def expect_invoked(machine, program, commands):
    machine.wait_until(lambda: program.facts("invoked") == commands, lambda: f"the commands {commands}\n{program.job}")


def after(machine, program, text="abc"):
    """Checks the state after the restart, and types on."""
    program.wait_for_focus(2)
    equal(program.facts("resumed"), [False, True], "whether the program was resumed")
    snapshot = program.facts("snapshot")[-1]
    container = snapshot["containers"][0]
    equal((container["text"], snapshot["commands"], snapshot["focus"], snapshot["hasKeyboard"]),
          (text, ["pay", "home"], "field", True), "the state that the program resumed")
    if text == "abc":
        equal((container["anchor"], container["head"], container["revision"]), (0, 1, 3), "the selection")
    wait_for_grab(machine, machine.ps2)
    machine.ps2.type("f9")
    expect_invoked(machine, program, ["home", "pay"])


@scenario("after systemctl restart a program resumes its text, selection, commands and focus, and types on",
          boot="systemd", installed="make")
def restarted(machine):
    reader = Reader(machine, machine.ps2.node)
    with Service(machine) as service:
        machine.run("systemctl", "start", "keybridge")
        before(machine, service)
        pid = service.pid
        machine.run("systemctl", "restart", "keybridge")
        check(service.pid != pid, "the same process serves")
        after(machine, service.program)
        machine.ps2.type("x")
        service.program.expect_text("xbc")
        service.expect_state(NRestarts="0", ActiveState="active", NFileDescriptorStore="0")
        equal([entry["KEYBRIDGE_PROGRAM"] for entry in service.entries("program.restored")], ["till"],
              "programs in the journal")
        # Each restart reads the state of the one before only.
        machine.run("systemctl", "restart", "keybridge")
        service.program.wait_for_focus(3)
        equal(service.program.text, "xbc", "the text after another restart")
        service.program.job.stop(signal.SIGKILL)
        machine.run("systemctl", "stop", "keybridge.socket", "keybridge.service")
        service.expect_state(ActiveState="inactive", NFileDescriptorStore="0")
        reader.expect_nothing_stuck()


@scenario("a key that is held during systemctl restart is not stuck, and the next key is typed into the resumed text",
          boot="systemd", installed="make")
def held(machine):
    reader = Reader(machine, machine.ps2.node)
    with Service(machine) as service:
        machine.run("systemctl", "start", "keybridge")
        before(machine, service)
        machine.ps2.press("leftshift")
        machine.run("systemctl", "restart", "keybridge")
        service.program.wait_for_focus(2)
        machine.ps2.release("leftshift")
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("x")
        service.program.expect_text("xbc")
        reader.expect_nothing_stuck()


@scenario("PKG after an upgrade a program resumes its text, selection, commands and focus, and types on",
          boot="systemd", is_packaged=True)
def upgraded(machine):
    reader = Reader(machine, machine.ps2.node)
    with Package(machine) as package:
        before(machine, package, user="typist")
        upgrade = machine.start("dpkg", "--no-triggers", "--install", SECOND)
        machine.wait_until(lambda: upgrade.status is not None, lambda: f"the end of {upgrade}", 120)
        equal(upgrade.status, 0, "status of dpkg")
        after(machine, package.program)
        machine.ps2.type("x")
        package.program.expect_text("xbc")
        equal(package.program.facts("refused"), [], "how often the program was refused")
        package.expect_state(NRestarts="0", ActiveState="active")
        reader.expect_nothing_stuck()
