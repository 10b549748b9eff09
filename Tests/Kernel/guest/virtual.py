# SPDX-License-Identifier: Apache-2.0
"""Keyboards made through /dev/uinput: virtual.py NAME [COUNT]

Prints the node of each once udev knows it. Each line of standard input is a JSON object: "frames",
a list of lists of [key, value]; "gap", seconds between frames; "on", which keyboard. "done" answers.
"""

import json
import subprocess
import sys
import time

from evdev import UInput, ecodes

KEYS = [code for code in ecodes.keys if 0 < code < 249]

keyboards = []
for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
    events = {ecodes.EV_KEY: KEYS, ecodes.EV_LED: [ecodes.LED_NUML, ecodes.LED_CAPSL]}
    keyboards.append(UInput(events, name=sys.argv[1], vendor=0x05E0, product=0x1200))
for keyboard in keyboards:
    node = keyboard.device.path
    subprocess.run(["udevadm", "wait", "--settle", "--timeout=20", node], check=True)
    print(node)
for line in sys.stdin:
    order = json.loads(line)
    keyboard = keyboards[order.get("on", 0)]
    for frame in order["frames"]:
        for key, value in frame:
            keyboard.write(ecodes.EV_KEY, ecodes.ecodes[key], value)
        keyboard.syn()
        time.sleep(order.get("gap", 0))
    print("done")
