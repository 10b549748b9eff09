# SPDX-License-Identifier: Apache-2.0
"""Held keys: autorepeat, several keyboards at the same time, locks and their LEDs."""

from bridge import Bridge, check, equal
from keyboards import lights
from readers import Reader
from scenario import scenario


def repeats_by_kernel(machine, keyboard):
    for layout, plain, shifted in (("us", ";", ":"), ("de", "ö", "Ö"), ("fr", "m", "M")):
        reader = Reader(machine, keyboard.node)
        bridge = Bridge(machine, "--layout", layout, "--no-grab", keyboards=[keyboard])
        keyboard.hold("semicolon", 0.6)
        keyboard.press("leftshift")
        keyboard.hold("semicolon", 0.6)
        keyboard.release("leftshift")
        keyboard.type("b")
        reader.wait_for("KEY_B", 0)
        held = [value for key, value in reader.changes if key == "KEY_SEMICOLON"]
        middle = held.index(0) + 1
        text = ""
        for values, character in ((held[:middle], plain), (held[middle:], shifted)):
            equal((values[0], values[-1]), (1, 0), f"{layout}: the first and the last value")
            equal(set(values[1:-1]), {2}, f"{layout}: the values between the first and the last, at least two")
            text += character * (len(values) - 1)
        typed = [(key, value == 2, time) for key, value, time in reader.events if value]
        equal([(stroke["key"], stroke["repeat"], stroke["time"])
               for stroke in bridge.expect_keystrokes(len(typed))], typed, "keys read by both")
        bridge.expect_text(text + "b")
        bridge.stop()
        reader.stop()


@scenario("a key held on the PS/2 keyboard repeats as often as the keyboard repeats it",
          needs_pc=True)
def repeats_ps2(machine):
    repeats_by_kernel(machine, machine.ps2)


@scenario("a key held on a USB keyboard repeats as often as the kernel repeats it")
def repeats_usb(machine):
    repeats_by_kernel(machine, machine.plug("usb"))


@scenario("a key held on a virtio keyboard repeats as often as the kernel repeats it")
def repeats_virtio(machine):
    repeats_by_kernel(machine, machine.plug("virtio"))


@scenario("a key held on a device that does not repeat keys repeats until it is released")
def repeats_made(machine):
    keyboard = machine.virtual()
    bridge = Bridge(machine, keyboards=[keyboard])
    keyboard.press("a")
    strokes = bridge.expect_keystrokes(5)
    keyboard.release("a")
    keyboard.type("b")
    bridge.wait_for_text(lambda text: text.endswith("b"), "b at the end")
    count = len(bridge.text)
    machine.pause(0.5)
    strokes = bridge.keystrokes
    equal([(stroke["key"], stroke["repeat"]) for stroke in strokes],
          [("KEY_A", False)] + [("KEY_A", True)] * (count - 2) + [("KEY_B", False)], "keystrokes")
    equal(bridge.text, "a" * (count - 1) + "b", "text")
    gaps = [after["time"] - before["time"] for before, after in zip(strokes, strokes[1:-1])]
    check(gaps[0] > max(gaps[1:]), f"the delay is longer than the interval: {gaps}")


@scenario("a modifier held on one keyboard applies to the keys of another until it is released")
def modifier_elsewhere(machine):
    usb = machine.plug("usb")
    bridge = Bridge(machine, keyboards=[machine.ps2, usb])
    machine.ps2.press("leftshift")
    bridge.expect_keystrokes(1)
    usb.type("a")
    bridge.expect_text("A")
    machine.ps2.release("leftshift")
    machine.ps2.type("x")
    bridge.expect_text("Ax")
    usb.type("a")
    bridge.expect_text("Axa")
    equal([stroke["device"] for stroke in bridge.keystrokes],
          [machine.ps2.node, usb.node, machine.ps2.node, usb.node], "the keyboards of the keystrokes")


@scenario("two keyboards type in different layouts at the same time")
def two_layouts(machine):
    usb = machine.plug("usb")
    machine.shell("""cat >/tmp/layouts.yaml <<'END'
assistance: off
layout: fr
devices:
  - match: "name=*USB*"
    layout: ru
END""")
    bridge = Bridge(machine, "--config", "/tmp/layouts.yaml", keyboards=[machine.ps2, usb])
    text = ""
    for key, french, russian in (("a", "q", "ф"), ("z", "w", "я"), ("semicolon", "m", "ж")):
        machine.ps2.type(key)
        bridge.expect_text(text := text + french)
        usb.type(key)
        bridge.expect_text(text := text + russian)
    # Shift on one keyboard applies to the layout of the other until it is released, in both directions.
    for one, other, plain, shifted in ((machine.ps2, usb, "ф", "Ф"),
                                       (usb, machine.ps2, "q", "Q")):
        count = len(bridge.keystrokes)
        one.press("leftshift")
        bridge.expect_keystrokes(count + 1)
        other.type("a")
        bridge.expect_text(text := text + shifted)
        one.release("leftshift")
        one.type("space")
        bridge.expect_text(text := text + " ")
        other.type("a")
        bridge.expect_text(text := text + plain)


@scenario("the LEDs of Caps and Num Lock are lit on all keyboards, also on one plugged in later, until the end")
def lock_lights(machine):
    keyboards = [machine.ps2, machine.plug("usb"), machine.plug("virtio")]
    before = {name: lights(machine, name) for name in ("capslock", "numlock")}
    bridge = Bridge(machine, keyboards=keyboards)
    machine.ps2.type("capslock numlock a")
    bridge.expect_text("A")
    keyboards.append(machine.plug("usb"))
    bridge.wait_for(keyboards[-1])
    keyboards[-1].type("a kp_1")
    bridge.expect_text("AA1")
    for name in ("capslock", "numlock"):
        equal(lights(machine, name), {keyboard.event: "1" for keyboard in keyboards}, name)
    keyboards[1].type("capslock a")
    bridge.expect_text("AA1a")
    equal(set(lights(machine, "capslock").values()), {"0"}, "Caps Lock after its second press")
    bridge.stop()
    for name in ("capslock", "numlock"):
        found = {event: on for event, on in lights(machine, name).items() if event in before[name]}
        equal(found, before[name], f"{name} as it was found")
