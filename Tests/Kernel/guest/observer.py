# SPDX-License-Identifier: Apache-2.0
"""Connects to a socket as soon as it exists, and prints everything that it receives: main([SOCKET])"""

import os
import socket
import time


def main(argv):
    with socket.socket(socket.AF_UNIX) as connection:
        while connection.connect_ex(argv[0]) != 0:
            time.sleep(0.01)
        while data := connection.recv(1 << 16):
            os.write(1, data)
