# SPDX-License-Identifier: Apache-2.0
"""Keyboards that programs create through /dev/uinput."""

import random

from bridge import Bridge, equal, expect
from keyboards import key_name
from readers import Reader, free
from scenario import scenario


@scenario("a uinput keyboard types, and disconnects when its program ends")
def uinput(machine):
    keyboard = machine.virtual("Made Here")
    bridge = Bridge(machine, "--device", "name=Made*", keyboards=[keyboard])
    equal(bridge.devices, [keyboard.node], "only the selected device is taken")
    keyboard.type("leftshift+a b c")
    machine.ps2.type("x")
    bridge.expect_text("Abc")
    keyboard.unplug()
    bridge.wait_without(keyboard.node)
    again = machine.virtual("Made Again")
    bridge.wait_for(again)
    again.type("d")
    bridge.expect_text("Abcd")


@scenario("500 characters of a scanner, with a key event per millisecond, arrive complete and in order")
def scanner(machine):
    keyboard = machine.virtual("Barcode Scanner")
    # A guest that pauses holds a pressed key for that time, and Keybridge repeats held keys.
    settings = machine.shell("mktemp").strip()
    machine.shell(f"echo '{{assistance: off, repeat: {{delay: 5000}}}}' >{settings}")
    bridge = Bridge(machine, "--device", "05e0:1200", "--config", settings, keyboards=[keyboard])
    dice = random.Random(500)
    code = "".join(dice.choice("0123456789abcdefghijklmnopqrstuvwxyz") for _ in range(499)) + "\n"
    frames = [[(key_name("enter" if character == "\n" else character), value)]
              for character in code for value in (1, 0)]
    keyboard.play(frames, gap=0.001)
    bridge.expect_text(code)
    equal(bridge.warnings, "", "warnings")


@scenario("chords whose presses and releases are in one frame keep their order")
def one_frame(machine):
    keyboard = machine.virtual()
    bridge = Bridge(machine, keyboards=[keyboard])
    keyboard.play([[("KEY_LEFTSHIFT", 1), ("KEY_A", 1), ("KEY_A", 0), ("KEY_LEFTSHIFT", 0),
                    ("KEY_B", 1), ("KEY_B", 0), ("KEY_C", 1), ("KEY_C", 0)]])
    bridge.expect_text("Abc")


@scenario("64 keyboards are grabbed and type at the same time", long=True)
def many(machine):
    keyboards = machine.virtual("Many", count=64)
    reader = Reader(machine, keyboards.nodes[-1])
    bridge = Bridge(machine)
    expect(machine, lambda: sorted(bridge.devices), sorted([machine.ps2.node, *keyboards.nodes]), "keyboards")
    text = ("abcdefghijklmnopqrstuvwxyz0123456789" * 2)[:64]
    for number, character in enumerate(text):
        keyboards.begin([[(key_name(character), 1)], [(key_name(character), 0)]], on=number)
    keyboards.finish()
    bridge.expect_text(text)
    equal([stroke["device"] for stroke in bridge.expect_keystrokes(len(text))], keyboards.nodes,
          "the keyboards of the keystrokes, in order")
    equal(free(machine, keyboards.nodes), [], "keyboards that another program can grab")
    # A modifier on the first keyboard applies to the last one until it is released. The kernel orders the events of one
    # keyboard, but not those of two, so each step waits for the text of the previous step.
    keyboards.play([[("KEY_LEFTSHIFT", 1)]], on=0)
    bridge.expect_keystrokes(65)
    keyboards.play([[("KEY_A", 1)], [("KEY_A", 0)]], on=63)
    bridge.expect_text(text + "A")
    keyboards.play([[("KEY_LEFTSHIFT", 0)], [("KEY_C", 1)], [("KEY_C", 0)]], on=0)
    bridge.expect_text(text + "Ac")
    keyboards.play([[("KEY_B", 1)], [("KEY_B", 0)]], on=63)
    bridge.expect_text(text + "Acb")
    equal(reader.changes, [], "keys of the last keyboard read by another reader")
    equal(bridge.warnings, "", "warnings")
