# SPDX-License-Identifier: Apache-2.0
"""Commands of the settings file, in the service and as global commands while another console is in the foreground."""

from bridge import check, equal, expect
from readers import Reader, wait_for_grab
from scenario import scenario
from scenarios.focus import Console, strokes
from service import SETTINGS, Service

RAN = "/var/lib/keybridge/ran"


def write(machine, path, text):
    """Writes a file atomically, so that no reader sees a part of it."""
    machine.shell(f"mkdir -p {path.rpartition('/')[0]}; cat >{path}.new <<'END'\n{text}\nEND\n"
                  f"mv {path}.new {path}")


def settings(chord, title):
    """Settings with a command that records its user, its capabilities and its standard input."""
    return f"""allow-processes: true
commands:
  - command: note-who
    chord: {chord}
    title: {title}
    run: [sh, -c, "echo $KEYBRIDGE_COMMAND $(id -un) $(awk '/^CapEff/ {{ print $2 }}' /proc/self/status)
          $(readlink /proc/self/fd/0) >>{RAN}"]"""


def expect_runs(machine, count):
    """Waits until the command has run `count` times, each time with the expected rights."""
    line = "note-who keybridge 0000000000000000 /dev/null\n"
    expect(machine, lambda: output(machine), line * count, "recorded runs of the command")


def output(machine):
    return machine.shell(f"cat {RAN} 2>/dev/null || true")


@scenario("a media key starts a process as the service's user, without capabilities",
          boot="systemd", installed="make")
def starts(machine):
    machine.shell(f"rm -f {RAN}")
    with Service(machine) as service:
        write(machine, SETTINGS, settings("volumeup", "Note"))
        machine.run("keybridge", "check")
        service.start(machine.ps2)
        reader = Reader(machine, machine.ps2.node)
        machine.ps2.type("a volumeup b")
        service.expect_text("ab")
        expect_runs(machine, 1)
        machine.ps2.type("f9 volumeup")
        expect_runs(machine, 2)
        equal(reader.changes, [], "keys read by another reader of the keyboard")
        equal([fact["id"] for fact in service.facts if fact["event"] == "command.invoked"],
              ["note-who"] * 2, "commands reported on the socket")


@scenario("systemctl reload applies changed settings at once, and refuses wrong settings with their place",
          boot="systemd", installed="make")
def reloads(machine):
    machine.shell(f"rm -f {RAN}")
    with Service(machine) as service:
        write(machine, SETTINGS, settings("volumeup", "Note"))
        service.start(machine.ps2)
        pid = service.pid
        write(machine, SETTINGS, "layout: de\n" + settings("f9", "Note"))
        machine.run("systemctl", "reload", "keybridge")
        machine.wait_until(lambda: "f9" in active(machine), "the reloaded command")
        machine.ps2.type("y volumeup f9")
        service.expect_text("z")
        expect_runs(machine, 1)
        write(machine, SETTINGS, "layout: us\n" + settings("f10", "Note").replace("run:", "rum:"))
        attempt = machine.start("keybridge", "check").wait()
        complaint = f"keybridge: {SETTINGS}:7:5: unknown setting 'rum'; did you mean 'run'?"
        equal((attempt.status, attempt.err.splitlines()[0]), (1, complaint), "status and message of check")
        machine.run("systemctl", "reload", "keybridge")
        machine.wait_until(lambda: complaint.removeprefix("keybridge: ") in service.journal,
                           "the journal to contain the mistake")
        machine.ps2.type("y f10 f9")
        service.expect_text("zz")
        expect_runs(machine, 2)
        service.expect_state(ActiveState="active", NRestarts="0", MainPID=str(pid))


def active(machine, user=None):
    return machine.run("keybridge", "commands", "--active", "--ascii", user=user).out


@scenario("keybridge commands --active lists the commands that would run for root, and refuses other users",
          boot="systemd", installed="make")
def lists(machine):
    with Service(machine) as service:
        write(machine, SETTINGS, settings("volumeup", "Note Who"))
        service.start(machine.ps2)
        rows = [line for line in active(machine).splitlines() if "Note Who" in line]
        check(len(rows) == 1 and "volumeup" in rows[0], f"rows of the command: {rows}")
        write(machine, SETTINGS, settings("f9", "Renamed"))
        check("Note Who" in active(machine), "the list shows the commands of the file, not those of the service")
        refused = machine.start("keybridge", "commands", "--active", user="typist").wait()
        equal((refused.status, refused.out), (77, ""), "status and output for an ordinary user")
        check("control.sock" in refused.err, f"errors: {refused.err}")


@scenario("a global command runs while another virtual console is in the foreground, which receives the keys")
def globally(machine):
    write(machine, "/tmp/global.yaml", """assistance: off
allow-processes: true
commands:
  - { command: everywhere, chord: f9, global: true, run: [sh, -c, "echo ran >>/tmp/ran"] }
  - { command: here, chord: f8 }""")
    reader = Reader(machine, machine.ps2.node)
    there = machine.start("sh", "-c", "exec cat </dev/tty2")
    try:
        bridge = Console(machine, "--config", "/tmp/global.yaml", keyboards=[machine.ps2])
        machine.ps2.type("f8 f9 a")
        bridge.expect_text("a")
        for times in (2, 3):
            bridge.look(False)
            machine.ps2.type("f8 f9 t h e r e enter")
            there.expect("there$", count=times - 1)
            machine.wait_until(lambda: machine.shell("cat /tmp/ran") == "ran\n" * times,
                               lambda: f"the command to run {times} times\n{bridge}")
            bridge.look(True)
            wait_for_grab(machine, machine.ps2)
        machine.ps2.type("b")
        bridge.expect_text("ab")
        equal([fact["id"] for fact in bridge.facts if fact["event"] == "command.invoked"],
              ["here"] + ["everywhere"] * 3, "commands that ran")
        equal(reader.changes, strokes("F8", "F9", "T", "H", "E", "R", "E", "ENTER") * 2,
              "keys read by another reader")
        reader.expect_nothing_stuck()
    finally:
        machine.shell("busybox chvt 1; rm -f /tmp/ran")
