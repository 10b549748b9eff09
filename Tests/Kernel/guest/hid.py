# SPDX-License-Identifier: Apache-2.0
"""Creates a keyboard through /dev/uhid, which sends HID reports to the kernel.

Prints the keyboard's node once udev knows it. Each line of standard input is a JSON list of [key, is down]:
modifiers and letters from a to z, which change in one report. Prints "done" after each report.
"""

import glob
import json
import os
import struct
import subprocess
import sys
import time

UHID_DESTROY, UHID_START, UHID_CREATE2, UHID_INPUT2 = 1, 2, 11, 12
BUS_USB = 3
UNIQ = b"keybridge-hid"

# The boot keyboard: a byte of modifiers, an unused byte, six keys (HID 1.11, B.1).
DESCRIPTOR = bytes.fromhex(
    "05010906a101050719e029e71500250175019508810295017508810195067508150025ff0507190029ff8100c0")
MODIFIERS = ["leftctrl", "leftshift", "leftalt", "leftmeta",
             "rightctrl", "rightshift", "rightalt", "rightmeta"]


def find_node():
    for name in glob.glob("/sys/class/input/event*"):
        with open(name + "/device/uniq", "rb") as file:
            if file.read().strip() == UNIQ:
                return "/dev/input/" + os.path.basename(name)
    return None


def main(_):
    uhid = os.open("/dev/uhid", os.O_RDWR)
    os.write(uhid, struct.pack("=I128s64s64sHHIIII4096s", UHID_CREATE2, b"Keybridge HID Keyboard", b"",
                               UNIQ, len(DESCRIPTOR), BUS_USB, 0x1209, 1, 1, 0, DESCRIPTOR))
    while not (node := find_node()):
        time.sleep(0.01)
    subprocess.run(["udevadm", "wait", "--settle", "--timeout=20", node], check=True)
    print(node)
    down = []
    for line in sys.stdin:
        for key, is_down in json.loads(line):
            if is_down:
                down.append(key)
            else:
                down.remove(key)
        modifiers = sum(1 << MODIFIERS.index(key) for key in down if key in MODIFIERS)
        letters = [4 + ord(key) - ord("a") for key in down if key not in MODIFIERS]
        report = bytes([modifiers, 0, *letters]).ljust(8, b"\0")
        os.write(uhid, struct.pack("=IH", UHID_INPUT2, len(report)) + report)
        print("done")
