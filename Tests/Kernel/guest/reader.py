# SPDX-License-Identifier: Apache-2.0
"""An independent reader of one keyboard, with python3-evdev: main([NODE, "--grab"])

Prints "reading" (or "busy") once it is ready, then a line for each key event: KEY_A 1 MICROSECONDS, on the
clock that Keybridge also uses. For each line on standard input it prints the keys that are down.
"""

import fcntl
import selectors
import struct
import sys
import time

import evdev
from evdev import ecodes

EVIOCSCLOCKID = 0x400445A0


def name(code):
    known = ecodes.KEY.get(code, ecodes.BTN.get(code, str(code)))
    return known if isinstance(known, str) else known[0]


def main(argv):
    device = evdev.InputDevice(argv[0])
    fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    if "--grab" in argv:
        try:
            device.grab()
        except OSError as error:
            sys.exit("busy" if error.errno == 16 else str(error))
    print("reading")
    waiting = selectors.DefaultSelector()
    waiting.register(device, selectors.EVENT_READ)
    waiting.register(sys.stdin, selectors.EVENT_READ)
    while True:
        for key, _ in waiting.select():
            if key.fileobj is sys.stdin:
                if not sys.stdin.readline():
                    sys.exit()
                print("down", *sorted(name(code) for code in device.active_keys()))
                continue
            try:
                for event in device.read():
                    if event.type == ecodes.EV_KEY:
                        print(name(event.code), event.value, event.sec * 1_000_000 + event.usec)
                    elif event.type == ecodes.EV_SYN and event.code == ecodes.SYN_DROPPED:
                        print("dropped")
            except OSError:
                sys.exit("gone")
