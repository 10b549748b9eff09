# SPDX-License-Identifier: Apache-2.0
"""Prints the keyboards that no program has grabbed: main([NODE…])

It requests the grab, which the kernel grants only if no other program has it.
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
