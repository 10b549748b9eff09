#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program with a keyboard that exists only for this program:

    practice-keyboard.py [--repeat SECONDS] CAPTURE -- PROGRAM...
    practice-keyboard.py sale.evemu -- keybridge run --socket till.sock

The keyboard types the capture, at its own pace, when the program has grabbed it: Keybridge does that when a text field
gets the focus, and with a scanner at once. With --repeat it types the capture again the given number of seconds after
its end, until the program ends. No hardware, no root and no kernel module is needed: libumockdev (Debian: apt install
umockdev) simulates the device. The capture is in the evemu format.
"""

import ctypes
import errno
import os
import pathlib
import pty
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
import tty

NODE = "/dev/input/event0"
KEYS = bytes([0xfe]) + bytes([0xff] * 15)  # key codes 1 to 127
GRAB, CLOCK = 0x90, 0xa0                 # numbers of the kernel's requests, after 'E'
VERSION, IDENTITY, NAME, PHYSICAL, UNIQUE, PROPERTIES, DOWN, LEDS, SWITCHES = 1, 2, 6, 7, 8, 9, 0x18, 0x19, 0x1b


class Object(ctypes.Structure):
    """GLib's GObject."""
    _fields_ = [("type", ctypes.c_void_p), ("references", ctypes.c_uint), ("data", ctypes.c_void_p)]


class Data(ctypes.Structure):
    """libumockdev's UMockdevIoctlData."""
    _fields_ = [("object", Object), ("data", ctypes.c_void_p), ("length", ctypes.c_int)]


def fail(message):
    sys.exit(f"practice-keyboard.py: {message}")


def library(name, **functions):
    """A shared library with some functions; for each, the types of its result and its arguments."""
    try:
        loaded = ctypes.CDLL(name)
    except OSError:
        fail(f"{name} is missing; apt install umockdev")
    for function, (result, *arguments) in functions.items():
        getattr(loaded, function).restype = result
        getattr(loaded, function).argtypes = arguments
    return loaded


POINTER, TEXT, NUMBER, LONG = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_ulong
MOCK = library("libumockdev.so.0", umockdev_testbed_new=(POINTER,), umockdev_testbed_get_root_dir=(TEXT, POINTER),
               umockdev_testbed_add_from_string=(NUMBER, POINTER, TEXT, POINTER),
               umockdev_testbed_attach_ioctl=(NUMBER, POINTER, TEXT, POINTER, POINTER),
               umockdev_ioctl_base_new=(POINTER,), umockdev_ioctl_client_get_request=(LONG, POINTER),
               umockdev_ioctl_client_get_arg=(ctypes.POINTER(Data), POINTER),
               umockdev_ioctl_client_complete=(None, POINTER, ctypes.c_long, NUMBER),
               umockdev_ioctl_data_resolve=(ctypes.POINTER(Data), ctypes.POINTER(Data), LONG, LONG, POINTER))
OBJECTS = library("libgobject-2.0.so.0", g_object_unref=(None, POINTER),
                  g_signal_connect_data=(LONG, POINTER, TEXT, POINTER, POINTER, POINTER, NUMBER))
HANDLER = ctypes.CFUNCTYPE(NUMBER, POINTER, POINTER, POINTER)


class Capture:
    """The keyboard of an evemu file, and its key events with their times."""

    def __init__(self, path):
        self.name, self.identity, self.events = "Practice Keyboard", (3, 0, 0, 0), []
        try:
            lines = pathlib.Path(path).read_text().splitlines()
        except OSError as error:
            fail(f"{path}: {error.strerror}")
        except UnicodeDecodeError:
            fail(f"{path}: not text; an evemu capture is expected")
        for number, line in enumerate(lines, 1):
            try:
                self.read(*line.partition("#")[0].strip().partition(" ")[::2])
            except ValueError:
                fail(f"{path}:{number}: not a line of an evemu capture")
        if not self.events:
            fail(f"{path}: no events; an evemu capture is expected")

    def read(self, kind, rest):
        if kind == "N:":
            self.name = rest
        elif kind == "I:":
            bus, vendor, product, version = (int(word, 16) for word in rest.split())
            self.identity = bus, vendor, product, version
        elif kind == "E:":
            moment, kind, code, value = rest.split()
            seconds, microseconds = moment.split(".")
            self.events.append((int(seconds) + int(microseconds) / 1e6, int(kind, 16), int(code, 16), int(value)))


class Keyboard:
    """A machine with one keyboard, which the program sees instead of the real machine."""

    def __init__(self, capture):
        self.capture, self.down, self.grabbed = capture, set(), threading.Event()
        self.machine = MOCK.umockdev_testbed_new()
        self.root = pathlib.Path(MOCK.umockdev_testbed_get_root_dir(self.machine).decode())
        # The responses are set up first: programs send requests as soon as the node exists.
        base = MOCK.umockdev_ioctl_base_new()
        self.handlers = [HANDLER(self.on_ioctl), HANDLER(self.on_write)]   # kept alive as long as the keyboard
        for name, handler in zip((b"handle-ioctl", b"handle-write"), self.handlers):
            OBJECTS.g_signal_connect_data(base, name, handler, None, None, 0)
        MOCK.umockdev_testbed_attach_ioctl(self.machine, NODE.encode(), base, None)
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        node = self.root / NODE[1:]
        node.parent.mkdir(parents=True, exist_ok=True)
        node.symlink_to(os.ttyname(slave))
        os.close(slave)
        if not MOCK.umockdev_testbed_add_from_string(self.machine, self.description().encode(), None):
            fail("umockdev does not take the keyboard")

    def description(self):
        bus, vendor, product, version = self.capture.identity
        place = "/devices/platform/practice/input/input0"
        return (f"P: {place}\nE: SUBSYSTEM=input\nE: NAME=\"{self.capture.name}\"\nA: name={self.capture.name}\n"
                f"E: PRODUCT={bus:x}/{vendor:x}/{product:x}/{version:x}\nA: id/bustype={bus:04x}\n"
                f"A: id/vendor={vendor:04x}\nA: id/product={product:04x}\nA: id/version={version:04x}\n"
                "A: capabilities/ev=3\nA: capabilities/key=ffffffffffffffff fffffffffffffffe\n"
                f"\nP: {place}/event0\nE: SUBSYSTEM=input\nE: DEVNAME={NODE}\nE: MAJOR=13\nE: MINOR=64\n"
                "E: USEC_INITIALIZED=1000000\nE: ID_INPUT=1\nE: ID_INPUT_KEY=1\nE: ID_INPUT_KEYBOARD=1\n"
                "A: dev=13:64\nL: device=../../input0\n")

    def facts(self, number):
        """The kernel's response to a request for information; None for an unknown request."""
        text = {NAME: self.capture.name, PHYSICAL: "practice/input0", UNIQUE: ""}.get(number)
        if text is not None:
            return text.encode() + b"\0"
        if number == VERSION:
            return struct.pack("i", 0x010001)
        if number == IDENTITY:
            return struct.pack("4H", *self.capture.identity)
        if number in (PROPERTIES, LEDS, SWITCHES):
            return bytes(8)
        if number == DOWN:
            return sum(1 << code for code in self.down).to_bytes(96, "little")
        if number == 0x20:
            return struct.pack("Q", 1 << 0 | 1 << 1)    # EV_SYN, EV_KEY
        if number == 0x21:
            return KEYS
        return bytes(8) if 0x20 < number < 0x40 else None

    def answer(self, client):
        request, top = MOCK.umockdev_ioctl_client_get_request(client), MOCK.umockdev_ioctl_client_get_arg(client)
        number, room, kind = request & 0xff, request >> 16 & 0x3fff, request >> 8 & 0xff
        if kind != ord("E"):
            return -1, errno.ENOTTY
        if number == GRAB:                # the argument is a value, not an address
            if ctypes.cast(top.contents.data, ctypes.POINTER(ctypes.c_void_p))[0]:
                self.grabbed.set()
            return 0, 0
        argument = MOCK.umockdev_ioctl_data_resolve(top, 0, room, None) if room else None
        if not argument:
            return -1, errno.EINVAL
        if number == CLOCK:
            return 0, 0
        facts = self.facts(number)
        if facts is None:
            return -1, errno.EINVAL
        facts = facts[:room]
        ctypes.memmove(argument.contents.data, facts.ljust(room, b"\0"), room)
        return (0 if number in (VERSION, IDENTITY) else len(facts)), 0

    def on_ioctl(self, _base, client, _data):
        MOCK.umockdev_ioctl_client_complete(client, *self.answer(client))
        return True

    def on_write(self, _base, client, _data):
        """Accepts events for LEDs, which the keyboard does not have."""
        MOCK.umockdev_ioctl_client_complete(client, MOCK.umockdev_ioctl_client_get_arg(client).contents.length, 0)
        return True

    def type(self, pause):
        """Types the capture when the keyboard is grabbed, and again after the pause, if one was requested."""
        self.grabbed.wait()
        self.type_once()
        while pause is not None:
            time.sleep(pause)
            self.type_once()

    def type_once(self):
        begin, first = time.monotonic() + 0.2, self.capture.events[0][0]
        for moment, kind, code, value in self.capture.events:
            time.sleep(max(0, begin + moment - first - time.monotonic()))
            if kind == 1:
                (self.down.add if value else self.down.discard)(code)
            now = time.monotonic()
            os.write(self.master, struct.pack("llHHi", int(now), int(now % 1 * 1e6), kind, code, value))


def main():
    words, command = sys.argv[1:], []
    if "--" in words:
        words, command = words[:words.index("--")], words[words.index("--") + 1:]
    pause = None
    if words[:1] == ["--repeat"] and len(words) > 1:
        try:
            pause, words = float(words[1]), words[2:]
        except ValueError:
            fail(f"'{words[1]}' is not a number of seconds")
    if len(words) != 1 or not command:
        sys.exit(__doc__)
    keyboard = Keyboard(Capture(words[0]))
    environment = os.environ | {"LD_PRELOAD": "libumockdev-preload.so.0", "UMOCKDEV_DIR": str(keyboard.root)}
    try:
        program = subprocess.Popen(command, env=environment)
    except OSError as error:
        shutil.rmtree(keyboard.root, ignore_errors=True)
        fail(f"{command[0]}: {error.strerror}")
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: program.send_signal(number))
    threading.Thread(target=keyboard.type, args=(pause,), daemon=True).start()
    status = program.wait()
    shutil.rmtree(keyboard.root, ignore_errors=True)
    os._exit(status if status >= 0 else 128 - status)    # at once: libumockdev's thread may still run


if __name__ == "__main__":
    main()
