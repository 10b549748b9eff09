# SPDX-License-Identifier: Apache-2.0
"""Keyboards that are plugged in and unplugged."""

import signal

from bridge import Bridge, check, equal, expect
from readers import Reader
from scenario import repetitions, scenario


@scenario("started without a keyboard, Keybridge reports that and opens the first one that is plugged in")
def cold_start(machine):
    machine.ps2.detach()
    bridge = Bridge(machine)
    bridge.warning("no keyboard is attached")
    equal(bridge.devices, [], "keyboards at the start")
    usb = machine.plug("usb")
    bridge.wait_for(usb)
    usb.type("leftshift+h i")
    bridge.expect_text("Hi")
    machine.ps2.attach()
    bridge.wait_for(machine.ps2)
    machine.ps2.type("y o")
    bridge.expect_text("Hiyo")


def unplug_with_keys_down(machine, kind):
    keyboard = machine.plug(kind)
    reader = Reader(machine, keyboard.node)
    bridge = Bridge(machine, "--no-grab", keyboards=[machine.ps2, keyboard])
    keyboard.press("leftshift")
    keyboard.press("a")
    bridge.wait_for_text(lambda text: text.startswith("A"), "A at the beginning")
    keyboard.unplug()
    bridge.wait_without(keyboard.node)
    equal(reader.job.wait().err, "gone\n", "error of the other reader")
    equal(reader.unreleased, [], "keys whose release the other reader did not see")
    text, count = bridge.text, len(bridge.keystrokes)
    equal(set(text), {"A"}, "text while held")
    machine.pause(0.6)
    equal(len(bridge.keystrokes), count, "no key repeats after the keyboard is unplugged")
    machine.ps2.type("b")
    bridge.expect_text(text + "b")
    again = keyboard.replug()
    equal(again.node, keyboard.node, "the number is used again")
    bridge.wait_for(again)
    again.type("c leftshift+d")
    bridge.expect_text(text + "bcD")


@scenario("a USB keyboard unplugged with Shift and A down leaves no key stuck, and types when plugged in again")
def unplug_usb(machine):
    unplug_with_keys_down(machine, "usb")


@scenario("a virtio keyboard unplugged with Shift and A down leaves no key stuck, and types when plugged in again")
def unplug_virtio(machine):
    unplug_with_keys_down(machine, "virtio")


@scenario("no key is stuck when a keyboard is unplugged with a repeating key down while Keybridge is stopped")
def gone_unseen(machine):
    keyboard = machine.virtual()
    bridge = Bridge(machine, keyboards=[machine.ps2, keyboard])
    keyboard.press("leftshift")
    keyboard.press("a")
    bridge.expect_keystrokes(4)
    bridge.job.kill(signal.SIGSTOP)
    keyboard.unplug()
    bridge.job.kill(signal.SIGCONT)
    bridge.wait_without(keyboard.node)
    machine.pause(0.6)  # earlier output may not have arrived yet
    text, count = bridge.text, len(bridge.keystrokes)
    machine.pause(0.6)
    equal(len(bridge.keystrokes), count, "no key repeats after the keyboard is unplugged")
    machine.ps2.type("b")
    bridge.expect_text(text + "b")


@scenario("a keyboard types after it is plugged in again under another number, while another has its old number")
def other_number(machine):
    first = machine.plug("usb")
    bridge = Bridge(machine, keyboards=[machine.ps2, first])
    first.type("a")
    bridge.expect_text("a")
    first.unplug()
    taker = machine.plug("virtio")
    equal(taker.node, first.node, "another keyboard has the number")
    again = first.replug()
    bridge.wait_for(taker, again)
    taker.type("b")
    bridge.expect_text("ab")
    again.type("c")
    bridge.expect_text("abc")
    equal([stroke["device"] for stroke in bridge.keystrokes],
          [first.node, taker.node, again.node], "the keyboards of the keystrokes")


@scenario("K-12: a late message from udev about an unplugged device does not affect the device that has its number")
def late_word(machine):
    rule = "/etc/udev/rules.d/71-late.rules"
    comes = machine.virtual("Comes and Goes")
    machine.shell(f"""echo 'KERNEL=="event*", PROGRAM="/bin/sleep 1"' >{rule}
                      udevadm control --reload""")
    try:
        bridge = Bridge(machine, keyboards=[comes])
        for _ in range(2):
            node = comes.node
            comes.leave()
            bridge.wait_without(node)
            comes.come()
            equal(comes.node, node, "the number is used again")
            bridge.wait_for(comes)
        # Each message is a second late, one after another; keys are typed meanwhile.
        text = "abcdefghijklmnopqrstuvwxyz" * 4
        comes.play([[(f"KEY_{letter.upper()}", value)] for letter in text for value in (1, 0)],
                   gap=0.025)
        machine.shell("udevadm settle")
        comes.type("1")
        bridge.expect_text(text + "1")
        gone = [fact for fact in bridge.facts if fact["event"] == "device.detached"]
        equal(len(gone), 2, "number of disconnections")
    finally:
        machine.shell(f"rm {rule}; udevadm control --reload")


@scenario("a keyboard selected by a link from udev is opened each time it is plugged in")
def by_link(machine):
    keyboard = machine.plug("usb")
    bridge = Bridge(machine, "--device", f"path={keyboard.link}", keyboards=[keyboard])
    keyboard.unplug()
    bridge.wait_without(keyboard.node)
    other = machine.plug("usb")
    equal(other.node, keyboard.node, "another keyboard has the number")
    again = keyboard.replug()
    bridge.wait_for(again)
    again.type("a")
    bridge.expect_text("a")
    equal(bridge.devices, [again.node], "keyboards")


# The number of keyboards of each kind that are plugged in and unplugged, 40 and 200 in all. Every other one of a kind is
# unplugged with keys down.
COMINGS = {"uinput": 10, "virtio": 2, "usb": 2, "ps2": 2}
LONG_COMINGS = {"uinput": 136, "virtio": 28, "usb": 20, "ps2": 16}


class Comer:
    """Plugs in and unplugs keyboards of any kind."""

    def __init__(self, machine):
        self.machine, self.made = machine, machine.virtual("Comes and Goes")
        self.made.leave()
        machine.ps2.detach()

    def come(self, kind):
        if kind == "uinput":
            self.made.come()
            return self.made
        if kind == "ps2":
            self.machine.ps2.attach()
            return self.machine.ps2
        return self.machine.plug(kind)

    def go(self, keyboard):
        {"uinput": self.made.leave, "ps2": self.machine.ps2.detach}.get(
            keyboard.kind, keyboard.unplug)()
        keyboard.held.clear()


@scenario("while two keyboards type, 16 others (200 in a long run) of four kinds are plugged in and unplugged: "
          "no key is lost, no resource leaks")
def many_times(machine):
    comer = Comer(machine)
    made, virtio = machine.virtual("Stays"), machine.plug("virtio")
    bridge = Bridge(machine, keyboards=[made, virtio])
    counts = repetitions(COMINGS, long=LONG_COMINGS)
    kinds = [kind for _, kind in sorted((number / count, kind) for kind, count in counts.items()
                                        for number in range(count))]
    first = len(kinds) * 3 // 10                             # leaks are measured from here on
    beside = [[(f"KEY_{key}", value)] for key in "QWER" for value in (1, 0)]
    expected = []
    for number, kind in enumerate(kinds, start=1):
        made.begin(beside, gap=0.01)                         # types while the other is plugged in
        keyboard = comer.come(kind)
        bridge.wait_for(keyboard)
        virtio.type("x")
        keyboard.type("leftshift+y")
        expected += ["KEY_LEFTSHIFT", "KEY_Y"]
        if kinds[:number].count(kind) % 2:
            keyboard.press("rightshift", "z")
            expected += ["KEY_RIGHTSHIFT", "KEY_Z"]
        machine.wait_until(lambda: presses(bridge, besides=(made, virtio)) == expected, lambda: (
            f"the last presses on the {number}th, {kind}\n  expected {expected[-8:]}\n"
            f"  found    {presses(bridge, besides=(made, virtio))[-8:]}"))
        made.begin(beside, gap=0.01)                         # and while it is unplugged
        comer.go(keyboard)
        bridge.wait_without(keyboard.node)
        made.finish()
        if number == first:
            descriptors, memory = bridge.counts(), bridge.resident()
    equal(presses(bridge, besides=(made, virtio)), expected, "keys pressed on the keyboards that were unplugged")
    stayed = [f"KEY_{key}" for key in "QWER"] * 2 * len(kinds)
    # The last key may not have arrived yet.
    expect(machine, lambda: presses(bridge, on=made), stayed, "keys pressed on the uinput keyboard that stayed")
    equal(presses(bridge, on=virtio), ["KEY_X"] * len(kinds), "keys pressed on the virtio keyboard")
    equal(bridge.counts(), descriptors, f"descriptors and watches, after {len(kinds)} and after {first}")
    grown = bridge.resident() - memory
    check(grown < 500, f"memory has grown by {grown} KiB from {memory} since number {first}")
    equal(bridge.warnings, "", "warnings")
    # No key is left down: no Shift, no repeats.
    strokes = len(bridge.keystrokes)
    made.type("v")
    # Keystrokes arrive on standard output, and the text on the socket.
    bridge.wait_for_text(lambda text: text.endswith("v") and len(bridge.keystrokes) > strokes, "v at the end")
    equal((len(bridge.keystrokes), bridge.text[-1]), (strokes + 1, "v"), "keystrokes and text after all steps")


def presses(bridge, on=None, besides=()):
    """The pressed keys, without repeats."""
    nodes = [keyboard.node for keyboard in besides]
    return [stroke["key"] for stroke in bridge.keystrokes if not stroke["repeat"]
            and (stroke["device"] == on.node if on else stroke["device"] not in nodes)]
