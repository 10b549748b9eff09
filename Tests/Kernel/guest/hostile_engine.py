#!/usr/bin/python3 -IS
# SPDX-License-Identifier: Apache-2.0
"""A language engine that tries what no engine may do, and reports on standard error what succeeded, as JSON.

It answers readings with capitals. At the reading "chi" it uses memory until it is killed.
"""

import functools
import json
import os
import socket
import sys

HOME = "/home/typist"

# Folders that every user may write to; the scenario creates the last one.
WRITABLE = ["/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/var/open"]
OWN_NAME = f"letters-{os.getpid()}"


def connect(path):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def see(holds):
    if not holds:
        raise OSError


def execute_own():
    """Executes a program that it has written."""
    for folder in WRITABLE:
        try:
            path = f"{folder}/{OWN_NAME}-program"
            write(path, "#!/bin/sh\n")
            os.chmod(path, 0o700)
            if os.spawnv(os.P_WAIT, path, [path]) != 127:
                return
        except OSError:
            pass
    raise OSError


def bound_sockets():
    """The sockets with a name in this network."""
    with open("/proc/self/net/unix", encoding="utf-8") as file:
        return [line for line in file if "/" in line]


ATTEMPTS = {
    "see keyboards": lambda: os.listdir("/dev/input"),
    "read a keyboard": lambda: os.open("/dev/input/event0", os.O_RDONLY | os.O_NONBLOCK),
    "create a keyboard": lambda: os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK),
    "see a terminal": lambda: os.stat("/dev/tty1"),
    "open a connection": lambda: socket.socket(socket.AF_INET),
    "see the machine's network": lambda: see(bound_sockets()),
    "connect to the service": lambda: connect("/run/keybridge/keybridge.sock"),
    "see the service's sockets": lambda: os.listdir("/run/keybridge"),
    "read a home folder": lambda: read(f"{HOME}/letters"),
    "see home folders": lambda: see(os.listdir("/home")),
    "read root's folder": lambda: os.listdir("/root"),
    "read the service's state": lambda: os.listdir("/var/lib/keybridge"),
    **{f"write to {folder}": functools.partial(write, f"{folder}/{OWN_NAME}", "x") for folder in WRITABLE},
    "see other processes": lambda: os.stat("/proc/1"),
    "see the kernel's settings": lambda: os.listdir("/proc/sys"),
    "execute a program of its own": execute_own,
    "become root": lambda: see(os.setuid(0) is None),
    "create a namespace": lambda: see(os.spawnv(os.P_WAIT, "/usr/bin/unshare", ["unshare", "--user", "true"]) == 0),
}


def succeeded():
    """The names of the attempts that nothing refused."""
    names = []
    for name, attempt in ATTEMPTS.items():
        try:
            attempt()
            names.append(name)
        except OSError:
            pass
    return names


def answer(request):
    method, parameters = request["method"], request["params"]
    if method == "hello":
        return {"protocol": 1, "version": "1.0"}
    if method == "prepare":
        print(json.dumps({"attempts": len(ATTEMPTS), "succeeded": succeeded()}), file=sys.stderr, flush=True)
        return {}
    reading = parameters["reading"]
    kept = []
    while reading == "chi":
        kept.append(b"x" * (1 << 20))
    return {"segments": [{"reading": reading, "candidates": [{"text": reading.upper(), "length": len(reading)}]}]}


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        print(json.dumps({"id": asked["id"], "result": answer(asked)}), flush=True)
