# SPDX-License-Identifier: Apache-2.0
"""Creates keyboards through /dev/uinput: main([NAME, COUNT])

Prints the node of each keyboard once udev knows it. Each line of standard input is a JSON object. It has "frames",
a list of lists of [key, value], "gap", the seconds between frames, and "on", the number of the keyboard; or "leave",
which removes the first keyboard; or "come", which creates it again and prints its node at once. Prints "done" after
each object.
"""

import json
import subprocess
import sys
import time

from evdev import UInput, ecodes

EVENTS = {ecodes.EV_KEY: [code for code in ecodes.keys if 0 < code < 249],
          ecodes.EV_LED: [ecodes.LED_NUML, ecodes.LED_CAPSL]}


def make(name):
    return UInput(EVENTS, name=name, vendor=0x05E0, product=0x1200)


def main(argv):
    name, count = argv
    keyboards = [make(name) for _ in range(int(count))]
    nodes = [keyboard.device.path for keyboard in keyboards]
    subprocess.run(["udevadm", "wait", "--settle", "--timeout=60", *nodes], check=True)
    print("\n".join(nodes))
    for line in sys.stdin:
        order = json.loads(line)
        if "leave" in order:
            keyboards[0].close()
        elif "come" in order:
            keyboards[0] = make(name)
            print(keyboards[0].device.path)
        else:
            keyboard = keyboards[order["on"]]
            for frame in order["frames"]:
                for key, value in frame:
                    keyboard.write(ecodes.EV_KEY, ecodes.ecodes[key], value)
                keyboard.syn()
                time.sleep(order["gap"])
        print("done")
