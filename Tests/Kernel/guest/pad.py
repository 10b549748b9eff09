# SPDX-License-Identifier: Apache-2.0
"""Creates a touchpad with two slots through /dev/uinput: main([NAME])

Prints its node once udev knows it. Each line of standard input is a JSON list of frames, which are lists of
[code of an axis or a button, value]. Prints "done" after each line.
"""

import json
import subprocess
import sys

from evdev import AbsInfo, UInput, ecodes

X = AbsInfo(value=0, min=1266, max=5676, fuzz=0, flat=0, resolution=45)
Y = AbsInfo(value=0, min=1096, max=4758, fuzz=0, flat=0, resolution=68)
EVENTS = {
    ecodes.EV_KEY: [ecodes.BTN_LEFT, ecodes.BTN_TOUCH, ecodes.BTN_TOOL_FINGER, ecodes.BTN_TOOL_DOUBLETAP],
    ecodes.EV_ABS: [
        (ecodes.ABS_X, X), (ecodes.ABS_Y, Y), (ecodes.ABS_MT_SLOT, AbsInfo(0, 0, 1, 0, 0, 0)),
        (ecodes.ABS_MT_POSITION_X, X), (ecodes.ABS_MT_POSITION_Y, Y),
        (ecodes.ABS_MT_TRACKING_ID, AbsInfo(0, 0, 65535, 0, 0, 0)),
    ]}


def main(argv):
    with UInput(EVENTS, name=argv[0], vendor=0x0002, product=0x0007, bustype=ecodes.BUS_I8042,
                input_props=[ecodes.INPUT_PROP_POINTER]) as pad:
        node = pad.device.path
        subprocess.run(["udevadm", "wait", "--settle", "--timeout=60", node], check=True)
        print(node)
        for line in sys.stdin:
            for frame in json.loads(line):
                for name, value in frame:
                    code = ecodes.ecodes[name]
                    pad.write(ecodes.EV_KEY if name.startswith("BTN") else ecodes.EV_ABS, code, value)
                pad.syn()
            print("done")
