# SPDX-License-Identifier: Apache-2.0
"""Prints the keyboards that no program has grabbed: main([NODE…])

It tries to grab each keyboard, which the kernel allows only if no other program has grabbed it.
"""

import errno

import evdev


def main(argv):
    for node in argv:
        device = evdev.InputDevice(node)
        try:
            device.grab()
            print(node)
            device.ungrab()
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
        device.close()
