# SPDX-License-Identifier: Apache-2.0
"""Runs a program on a terminal: terminal.py PROGRAM ARGUMENT…

Each line of standard input is a JSON string that the terminal sends to the program. The output of the program is printed.
"""

import fcntl
import json
import os
import pty
import selectors
import struct
import sys
import termios


def main(argv):
    program, master = pty.fork()
    if program == 0:
        os.execvpe(argv[0], argv, os.environ | {"TERM": "xterm-256color"})
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    waiting = selectors.DefaultSelector()
    waiting.register(master, selectors.EVENT_READ)
    waiting.register(0, selectors.EVENT_READ)
    unread = b""
    while True:
        for key, _ in waiting.select():
            if key.fd == 0:
                data = os.read(0, 65536)
                if not data:
                    sys.exit()
                *lines, unread = (unread + data).split(b"\n")
                for line in lines:
                    os.write(master, json.loads(line).encode())
                continue
            try:
                drawn = os.read(master, 65536)
            except OSError:
                sys.exit()
            os.write(1, drawn)


if __name__ == "__main__":
    main(sys.argv[1:])
