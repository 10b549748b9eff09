# SPDX-License-Identifier: Apache-2.0
"""Typing on each kind of keyboard, compared with an independent reader of the same device."""

from bridge import Bridge, equal
from keyboards import events_of
from readers import EvtestReader, Reader
from scenario import scenario

# The keys typed in each layout, and the expected text.
TYPED = {
    "us": ("leftshift+h e l l o comma space leftshift+w o r l d leftshift+1 enter "
           "leftbrace 102nd backslash leftshift+grave x y z backspace",
           "Hello, World!\n[<\\~xy"),
    "de": ("leftshift+semicolon l space semicolon apostrophe leftbrace minus z y "
           "rightalt+e rightalt+q leftshift+7 equal e leftshift+equal a",
           "Öl öäüßyz€@/éà"),
    "fr": ("a q w z semicolon m 1 2 7 9 0 leftshift+1 leftbrace e leftshift+leftbrace i "
           "rightalt+e",
           "qazwm,&éèçà1êï€"),
}


def typed_on(machine, keyboard):
    for layout, (words, text) in TYPED.items():
        reader, evtest = Reader(machine, keyboard.node), EvtestReader(machine, keyboard.node)
        bridge = Bridge(machine, "--layout", layout, "--no-grab", keyboards=[keyboard])
        reader.follow(keyboard, words)
        bridge.expect_text(text)
        reader.wait_for_changes(len(list(events_of(words))))
        equal(reader.changes, list(events_of(words)), f"{layout}: keys read by the reader")
        evtest.expect(list(events_of(words)))
        presses = [(keyboard.node, key, time) for key, value, time in reader.events if value == 1]
        equal([(stroke["device"], stroke["key"], stroke["time"])
               for stroke in bridge.expect_keystrokes(len(presses))], presses,
              f"{layout}: keyboard, key and time of keystrokes and of the reader's presses")
        equal(bridge.stop().status, 0, "exit status")
        reader.stop()
        evtest.stop()


@scenario("the PS/2 keyboard types the text of the layouts us, de and fr", needs_pc=True)
def ps2(machine):
    typed_on(machine, machine.ps2)


@scenario("a USB keyboard types the text of the layouts us, de and fr")
def usb(machine):
    typed_on(machine, machine.plug("usb"))


@scenario("a virtio keyboard types the text of the layouts us, de and fr")
def virtio(machine):
    typed_on(machine, machine.plug("virtio"))


def in_one_frame(machine, keyboard):
    """Presses Shift and a letter in one frame and releases them in one frame, in three layouts."""
    for layout, text in (("us", "AzQ"), ("de", "AyQ"), ("fr", "QwA")):
        reader = Reader(machine, keyboard.node)
        bridge = Bridge(machine, "--layout", layout, "--no-grab", keyboards=[keyboard])
        for keys in (("leftshift", "a"), ("z",), ("leftshift", "q")):
            keyboard.press(*keys)
            keyboard.release(*reversed(keys))
        bridge.expect_text(text)
        reader.wait_for_changes(10)
        frames = {}
        for key, value, time in reader.events:
            frames.setdefault(time, set()).add((key, value))
        equal(list(frames.values()), [
            {("KEY_LEFTSHIFT", 1), ("KEY_A", 1)}, {("KEY_LEFTSHIFT", 0), ("KEY_A", 0)},
            {("KEY_Z", 1)}, {("KEY_Z", 0)},
            {("KEY_LEFTSHIFT", 1), ("KEY_Q", 1)}, {("KEY_LEFTSHIFT", 0), ("KEY_Q", 0)}],
            f"{layout}: frames")
        bridge.stop()
        reader.stop()


@scenario("Shift and a letter in one frame of a virtio keyboard type a capital, in us, de and fr")
def frame_virtio(machine):
    in_one_frame(machine, machine.plug("virtio"))


@scenario("K-9: Shift and a letter in one report of a HID keyboard type a capital, in us, de and fr")
def frame_hid(machine):
    in_one_frame(machine, machine.hid())
