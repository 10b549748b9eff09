# SPDX-License-Identifier: Apache-2.0
"""The grab follows the focus: without the focus, others receive the keys; no key is stuck on either side."""

import json

from bridge import Bridge, equal, expect
from readers import Reader, wait_for_grab
from scenario import scenario

ELSEWHERE = "Terminal has no focus"


def strokes(*keys):
    return [(f"KEY_{key}", value) for key in keys for value in (1, 0)]


class Console(Bridge):
    """Keybridge on the first virtual console."""

    def __init__(self, machine, *options, keyboards):
        super().__init__(machine, *options, keyboards=keyboards, terminal=(
            "env", "TERM=linux", "sh", "-c", 'exec "$@" <>/dev/tty1 >&0', "sh"))

    @property
    def is_elsewhere(self):
        return ELSEWHERE in self.machine.shell("cat /dev/vcs1")

    def look(self, is_here):
        """Brings its console, or the second one, to the foreground, and waits until Keybridge shows that."""
        self.machine.run("busybox", "chvt", "1" if is_here else "2")
        self.machine.wait_until(lambda: self.is_elsewhere != is_here, lambda: (
            f"Keybridge to show that console {1 if is_here else 2} is in the foreground\n{self}"))


class Window(Bridge):
    """Keybridge in a terminal that reports its focus."""

    def __init__(self, machine, *options, keyboards):
        super().__init__(machine, *options, keyboards=keyboards, terminal=(
            "/usr/bin/python3", "/run/guest/terminal.py"))
        self.job.expect(r"\[\?1004h")

    def send(self, text):
        self.job.send(json.dumps(text) + "\n")

    def look(self, is_here):
        """Sends a focus report in two pieces, between keys, and waits until Keybridge shows the focus."""
        losses = self.job.out.count(ELSEWHERE)
        self.send("x\x1b[")
        self.send("Iy" if is_here else "Oy")

        def shows():
            # Each change draws the status row from this text to its end.
            *before, last = self.job.out.split(ELSEWHERE)
            return (len(before), last.count("to exit")) == (
                (losses, 2) if is_here else (losses + 1, 1))

        self.machine.wait_until(shows, lambda: (
            f"Keybridge to show that the focus is {'here' if is_here else 'elsewhere'}\n{self}"))


def expect_typed(bridge, reader, text, down=()):
    """Waits for the text, and until only these keys are down for the reader, which receives their releases later."""
    bridge.expect_text(text)
    expect(bridge.machine, reader.keys_down, list(down), "keys that are down")


def follows(machine, kind):
    """Without the focus another reader receives all keys, with the focus Keybridge does; several times."""
    reader = Reader(machine, machine.ps2.node)
    bridge = kind(machine, keyboards=[machine.ps2])
    machine.ps2.type("leftshift+h e r e")
    expect_typed(bridge, reader, "Here")
    for _ in range(3):
        read, text = len(reader.changes), bridge.text
        bridge.look(False)
        machine.ps2.type("leftshift+t h e r e")
        reader.wait_for_changes(read + 12)
        equal(reader.changes[read:], [("KEY_LEFTSHIFT", 1), *strokes("T"), ("KEY_LEFTSHIFT", 0),
                                      *strokes("H", "E", "R", "E")], "keys read by the other reader")
        bridge.look(True)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("o k")
        expect_typed(bridge, reader, text + "ok")
        equal(len(reader.changes), read + 12, "events that the other reader read")
    reader.expect_nothing_stuck()


def holds(machine, kind):
    """Keys that are down while the focus changes are stuck on neither side."""
    usb = machine.plug("usb")                                # its keys repeat while they are down
    reader = Reader(machine, usb.node)
    bridge = kind(machine, keyboards=[usb])
    usb.press("leftshift")
    usb.type("a")
    expect_typed(bridge, reader, "A", down=["KEY_LEFTSHIFT"])
    bridge.look(False)
    usb.type("b")
    reader.wait_for("KEY_B", 0)
    usb.release("leftshift")
    reader.wait_for("KEY_LEFTSHIFT", 0)
    reader.expect_nothing_stuck()
    bridge.look(True)
    wait_for_grab(machine, usb)
    usb.type("c")
    expect_typed(bridge, reader, "Ac")
    bridge.look(False)
    usb.press("y")
    reader.wait_for("KEY_Y", 2)
    bridge.look(True)
    repeats = reader.changes.count(("KEY_Y", 2))
    machine.wait_until(lambda: reader.changes.count(("KEY_Y", 2)) > repeats + 2, "more repeats elsewhere")
    usb.release("y")
    reader.wait_for("KEY_Y", 0)
    wait_for_grab(machine, usb)
    usb.type("d")
    expect_typed(bridge, reader, "Acd")
    reader.expect_nothing_stuck()
    equal([change for change in reader.changes if change[1] != 2],
          [*strokes("B"), ("KEY_LEFTSHIFT", 0), *strokes("Y")], "keys read elsewhere")


@scenario("the keyboard is released for another virtual console in the foreground, and grabbed again afterwards")
def console(machine):
    try:
        follows(machine, Console)
    finally:
        machine.run("busybox", "chvt", "1")


@scenario("keys held while the virtual console changes are stuck on neither side")
def console_holding(machine):
    try:
        holds(machine, Console)
    finally:
        machine.run("busybox", "chvt", "1")


@scenario("started on a background console, it grabs the keyboard once its console is in the foreground")
def console_behind(machine):
    try:
        machine.run("busybox", "chvt", "2")
        reader = Reader(machine, machine.ps2.node)
        bridge = Console(machine, keyboards=[machine.ps2])
        machine.wait_until(lambda: bridge.is_elsewhere, lambda: f"Keybridge to show that its console is in the background\n{bridge}")
        machine.ps2.type("n o")
        reader.wait_for("KEY_O", 0)
        bridge.look(True)
        wait_for_grab(machine, machine.ps2)
        machine.ps2.type("y e s")
        bridge.expect_text("yes")
        equal(reader.changes, strokes("N", "O"), "keys read by the other reader")
        reader.expect_nothing_stuck()
    finally:
        machine.run("busybox", "chvt", "1")


@scenario("a keyboard with `grab: always` stays grabbed while another console is in the foreground, and types nothing")
def console_always(machine):
    usb = machine.plug("usb")
    machine.shell("""cat >/tmp/always.yaml <<'END'
assistance: off
devices:
  - match: "name=*USB*"
    grab: always
END""")
    try:
        ours, theirs = Reader(machine, usb.node), Reader(machine, machine.ps2.node)
        bridge = Console(machine, "--config", "/tmp/always.yaml", keyboards=[machine.ps2, usb])
        usb.type("a")
        bridge.expect_text("a")
        bridge.look(False)
        usb.type("s c a n tab")
        machine.ps2.type("p")
        theirs.wait_for("KEY_P", 0)
        bridge.look(True)
        usb.type("b")
        bridge.expect_text("ab")
        equal((ours.changes, theirs.changes), ([], strokes("P")), "keys read by other readers")
        theirs.expect_nothing_stuck()
    finally:
        machine.run("busybox", "chvt", "1")


@scenario("the keyboard is released when the terminal loses the focus, and grabbed when it regains it")
def window(machine):
    follows(machine, Window)


@scenario("keys held while the terminal loses and regains the focus are stuck on neither side")
def window_holding(machine):
    holds(machine, Window)
