# SPDX-License-Identifier: Apache-2.0
"""Without key events Keybridge does not run, for anything that it may wait for."""

from bridge import Bridge, equal
from scenario import repetitions, scenario


@scenario("8 s without a key (30 in a long run) take no processor time and no wake-up, also after locks and repeats")
def nothing(machine):
    usb, virtio, made = machine.plug("usb"), machine.plug("virtio"), machine.virtual()
    keyboards = [machine.ps2, usb, virtio, made]
    # Three instances wait: for keys, for another program's release of the keyboards, and for a permission.
    bridge = Bridge(machine, keyboards=keyboards)
    late = Bridge(machine, keyboards=keyboards)
    refused = Bridge(machine, user="typist")
    late.warning("is grabbed by another program", count=len(keyboards))
    refused.warning("no permission to read", count=len(keyboards))
    # Caps Lock stays on. A key is held and released, also on a device whose repeats Keybridge generates.
    machine.ps2.type("capslock a")
    usb.hold("b", 0.5)
    made.press("c")
    bridge.expect_keystrokes(6)
    made.release("c")
    virtio.type("d")
    bridge.wait_for_text(lambda text: text.endswith("D"), "D at the end")
    machine.pause(2)
    waiting = {"for keys": bridge, "for another program": late, "for a permission": refused}
    before = {what: each.activity() for what, each in waiting.items()}
    count = len(bridge.keystrokes)
    machine.pause(repetitions(8, long=30))
    equal({what: each.activity() for what, each in waiting.items()}, before,
          "ticks, nanoseconds, turns and switches of three that wait")
    virtio.type("e")
    equal(len(bridge.expect_keystrokes(count + 1)), count + 1, "keystrokes, with one more typed")
