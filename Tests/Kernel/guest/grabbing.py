# SPDX-License-Identifier: Apache-2.0
"""Prints those of the keyboards that no program has grabbed: main([NODE…])

The kernel is asked for the grab itself, which it grants only when nobody has it.
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
