# SPDX-License-Identifier: Apache-2.0
"""More keys are typed than the kernel buffers for a stopped reader."""

import signal
import time

from bridge import Bridge, check, equal
from readers import Reader
from scenario import scenario

LOST = "the kernel's buffer overflowed and events were lost"


def overflow(machine, keyboard):
    """Keys that are down are released and many keys are typed while Keybridge is stopped."""
    bridge = Bridge(machine, keyboards=[machine.ps2, keyboard])
    keyboard.press("leftshift")
    keyboard.press("a")
    bridge.wait_for_text(lambda text: text.startswith("A"), "A at the beginning")
    bridge.job.kill(signal.SIGSTOP)
    machine.pause(0.2)
    keyboard.release("a")
    keyboard.release("leftshift")
    keyboard.type("n o t h i n g o f t h i s c a n a l l b e k e p t " * 2)
    bridge.job.kill(signal.SIGCONT)
    bridge.warning(LOST)
    before = len(bridge.keystrokes)
    # No key repeats, and no modifier is left on this keyboard or for the other one.
    machine.pause(0.6)
    equal(len(bridge.keystrokes), before, "keystrokes while no key is down")
    keyboard.type("x y")
    machine.ps2.type("z")
    bridge.wait_for_text(lambda text: text.endswith("xyz"), "xyz at the end")
    machine.pause(0.3)
    equal(bridge.warnings.count(LOST), 1, "number of warnings")
    bridge.stop()


@scenario("events lost on a USB keyboard while Keybridge is stopped are reported once, and no key is stuck")
def lost_usb(machine):
    overflow(machine, machine.plug("usb"))


@scenario("events lost on a virtio keyboard while Keybridge is stopped are reported once, and no key is stuck")
def lost_virtio(machine):
    overflow(machine, machine.plug("virtio"))


@scenario("a modifier whose press was lost applies, and one whose release was lost does not")
def lost_modifiers(machine):
    keyboard = machine.plug("virtio")
    reader = Reader(machine, keyboard.node)
    bridge = Bridge(machine, "--no-grab", keyboards=[keyboard])
    keyboard.press("rightalt")
    bridge.expect_keystrokes(1)
    bridge.job.kill(signal.SIGSTOP)
    machine.pause(0.2)
    keyboard.release("rightalt")
    keyboard.press("leftshift")
    keyboard.type("a b c d e f g h " * 8)
    bridge.job.kill(signal.SIGCONT)
    bridge.warning(LOST)
    kept = len(bridge.text)
    keyboard.type("q")
    bridge.wait_for_text(lambda text: text.endswith("Q") and len(text) > kept,
                         "Q, typed with Shift still down, AltGr no longer")
    equal(reader.keys_down(), ["KEY_LEFTSHIFT"], "keys down for the other reader")
    keyboard.release("leftshift")
    keyboard.type("q")
    bridge.wait_for_text(lambda text: text.endswith("Qq"), "q, typed after the release of Shift")


@scenario("typing continues after the machine has stopped for 3 s with keys down, as in a suspend")
def standstill(machine):
    usb, made = machine.plug("usb"), machine.virtual()
    reader = Reader(machine, usb.node)
    bridge = Bridge(machine, "--no-grab", keyboards=[machine.ps2, usb, made])
    machine.ps2.press("leftshift")
    bridge.expect_keystrokes(1)
    # First a key that the kernel repeats, then a key that Keybridge repeats.
    for keyboard, key in ((usb, "a"), (made, "b")):
        keyboard.press(key)
        bridge.wait_for_text(lambda text: text.endswith(3 * key.upper()), f"repeats of {key}")
        machine.qemu("stop")
        time.sleep(3)
        machine.qemu("cont")
        keyboard.release(key)
        machine.ps2.type("space")
        bridge.wait_for_text(lambda text: text.endswith(" "), "a space at the end")
    text = bridge.text
    first, second, _ = text.split(" ")
    equal((set(first), set(second)), ({"A"}, {"B"}), "letters before and across each gap")
    check(len(second) < 60, f"the pause caused repeats afterwards: {text!r}")
    equal(len(first), len([value for _, value in reader.changes if value]),
          "presses and repeats of the USB keyboard that the other reader read")
    machine.pause(0.6)
    equal(bridge.text, text, "text while only Shift is down")
    machine.ps2.type("c")
    machine.ps2.release("leftshift")
    machine.ps2.type("d")
    bridge.expect_text(text + "Cd")
    reader.expect_nothing_stuck()
    equal(bridge.warnings, "", "warnings")
