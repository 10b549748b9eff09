#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a capture of keys without a keyboard:  write-capture.py KEY... > FILE

    write-capture.py shift+a n n a tab f10              the kernel's names of keys, without KEY_
    write-capture.py text:Anna tab f10                  the keys that type a text on a US keyboard
    write-capture.py --device 05e0:1200 --gap 1 text:4006381333931 enter
    write-capture.py leftmeta:1500                      held for 1500 milliseconds

A key is a position, named after its US label: on a German layout `y` types z. Keys joined by `+` are
held together: ctrl, shift, alt, altgr or meta, then a key. The file is in the evemu format, which
`keybridge replay` reads.
"""

import argparse
import sys

ROWS = ["esc 1 2 3 4 5 6 7 8 9 0 minus equal backspace",
        "tab q w e r t y u i o p leftbrace rightbrace enter",
        "leftctrl a s d f g h j k l semicolon apostrophe grave",
        "leftshift backslash z x c v b n m comma dot slash rightshift kpasterisk",
        "leftalt space capslock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 numlock scrolllock",
        "kp7 kp8 kp9 kpminus kp4 kp5 kp6 kpplus kp1 kp2 kp3 kp0 kpdot"]
# The kernel numbers the keys of the first keyboards row by row, from KEY_ESC on.
CODES = {name: code for code, name in enumerate(" ".join(ROWS).split(), 1)}
CODES |= {"102nd": 86, "f11": 87, "f12": 88, "kpenter": 96, "rightctrl": 97, "kpslash": 98, "rightalt": 100,
          "home": 102, "up": 103, "pageup": 104, "left": 105, "right": 106, "end": 107, "down": 108,
          "pagedown": 109, "insert": 110, "delete": 111, "leftmeta": 125, "rightmeta": 126}
HELD = {"ctrl": "leftctrl", "shift": "leftshift", "alt": "leftalt", "altgr": "rightalt", "meta": "leftmeta"}
SIGNS = {" ": "space", "\n": "enter", "\t": "tab", "-": "minus", "=": "equal", "[": "leftbrace",
         "]": "rightbrace", ";": "semicolon", "'": "apostrophe", "`": "grave", "\\": "backslash",
         ",": "comma", ".": "dot", "/": "slash"}
SHIFTED = dict(zip('!@#$%^&*()_+{}:"~|<>?', "1234567890-=[];'`\\,./"))


def fail(message):
    sys.exit(f"write-capture.py: {message}")


def code(name):
    if name not in CODES:
        fail(f"unknown key '{name}'; expected one of: {' '.join(CODES)}")
    return CODES[name]


def chord_of(sign):
    """The keys that type a character on a US keyboard."""
    plain = SHIFTED.get(sign, sign.lower())
    name = SIGNS.get(plain, plain)
    if name not in CODES:
        fail(f"a US keyboard does not type '{sign}'; name the key instead")
    return ["shift", name] if plain != sign else [name]


def presses(words):
    """The key codes that each word presses together, and the time for which they are held, in milliseconds."""
    for word in words:
        if word.startswith("text:"):
            for sign in word[5:]:
                yield [code(HELD.get(name, name)) for name in chord_of(sign)], None
            continue
        word, _, held = word.partition(":")
        if held and not held.isdigit():
            fail(f"'{held}' is not a number of milliseconds")
        yield [code(HELD.get(name, name)) for name in word.split("+")], int(held) if held else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("keys", nargs="+", metavar="KEY", help="a key, a chord, or text:TEXT")
    parser.add_argument("--device", default="046d:c31c", metavar="VENDOR:PRODUCT",
                        help="of the keyboard, in hexadecimal; by default 046d:c31c")
    parser.add_argument("--name", default="Practice Keyboard", help="the keyboard's name")
    parser.add_argument("--gap", type=int, default=20, metavar="MS", help="between two key events; 20 by default")
    options = parser.parse_args()
    try:
        vendor, product = (int(number, 16) for number in options.device.split(":"))
    except ValueError:
        fail(f"'{options.device}' is not VENDOR:PRODUCT in hexadecimal")
    lines = ["# EVEMU 1.3", f"N: {options.name}", f"I: 0003 {vendor:04x} {product:04x} 0110",
             "P: 00 00 00 00 00 00 00 00", "B: 00 03 00 00 00 00 00 00 00",
             "B: 01 fe ff ff ff ff ff ff ff", "B: 01 ff ff ff ff ff ff ff ff"]
    now = 1_000_000
    for codes, held in presses(options.keys):
        steps = [(number, 1) for number in codes] + [(number, 0) for number in reversed(codes)]
        for place, (number, value) in enumerate(steps):
            now += held * 1000 if held is not None and place == len(codes) else options.gap * 1000
            time = f"{now // 1_000_000}.{now % 1_000_000}"
            lines += [f"E: {time} 0001 {number:04x} {value}", f"E: {time} 0000 0000 0"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
