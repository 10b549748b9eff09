# SPDX-License-Identifier: Apache-2.0
"""An extension that tries what no extension may do, and writes the results to its storage as JSON.

The results are the names of the kernel's errors by the names of the attempts; "-" for a success. With the grant
private-bus, a process tries that one of its own processes has started. Of the keys it answers x, which is ĉ, and n,
which is the error of a connection to port 4711 of this machine.
"""

import ctypes
import errno
import json
import os
import socket
import subprocess
import sys

HOME, SHARED = os.environ["HOME"], os.environ["KEYBRIDGE_SHARED_STORAGE"]
FOLDER = os.getcwd()
NEW_USERS = 0x10000000                                       # CLONE_NEWUSER
PORT = 4711

libc = ctypes.CDLL(None, use_errno=True)


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def write(path, text="x"):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def create_socket(family):
    socket.socket(family).close()


def connect():
    with socket.create_connection(("127.0.0.1", PORT), timeout=0.2) as connection:
        connection.sendall(b"hello\n")


def execute(path):
    """Replaces this process with a program; returns only if that fails, because the program prints nothing."""
    os.execv(path, [path])


def execute_own():
    path = f"{HOME}/program"
    write(path, "#!/bin/sh\n")
    try:
        os.chmod(path, 0o700)
    finally:
        execute(path)


def unshare():
    if libc.unshare(NEW_USERS) != 0:
        raise OSError(ctypes.get_errno(), "")


def fork():
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)


def call_back():
    """Has C call a Python function, for which the unit allows no memory that is both writable and executable."""
    try:
        compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda first, second: 0)
    except MemoryError as error:
        raise OSError(errno.ENOMEM, "") from error
    libc.qsort((ctypes.c_int * 2)(), 2, ctypes.sizeof(ctypes.c_int), compare)


def name(action):
    """The name of the error of an action; "-" for none."""
    try:
        action()
        return "-"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))


ATTEMPTS = {
    "internet": lambda: create_socket(socket.AF_INET),
    "local socket": lambda: create_socket(socket.AF_UNIX),
    "netlink": lambda: create_socket(socket.AF_NETLINK),
    "fork": fork,
    "call back": call_back,
    "namespace": unshare,
    "read own folder": lambda: read(f"{FOLDER}/extension.yaml"),
    "write own folder": lambda: write(f"{FOLDER}/more"),
    "write own storage": lambda: write(f"{HOME}/file"),
    "read shared storage": lambda: os.listdir(SHARED),
    "write shared storage": lambda: write(f"{SHARED}/file"),
    "read the state": lambda: os.listdir("/var/lib/keybridge"),
    "read a home folder": lambda: read("/home/typist/letters"),
    "read the settings": lambda: read("/etc/keybridge/keybridge.yaml"),
    "read a keyboard": lambda: os.close(os.open("/dev/input/event0", os.O_RDONLY | os.O_NONBLOCK)),
    "see processes": lambda: os.listdir("/proc"),
    "write a temporary file": lambda: write("/tmp/letters"),
    "signal process 1": lambda: os.kill(1, 0),
    "execute outside": lambda: execute("/var/open/program"),
    "execute its own": execute_own,
}


def try_all(path):
    """Makes the attempts, and writes the results to a file at once."""
    results = {}
    for key, action in ATTEMPTS.items():
        # Without Landlock, the program would take the place of this one.
        if key.startswith("execute ") and results["read the settings"] == "-":
            continue
        results[key] = name(action)
    write(f"{path}.new", json.dumps(results))
    os.rename(f"{path}.new", path)


def answer_key(params):
    if params["text"] == "x":
        return "ĉ"
    return name(connect) if params["text"] == "n" else None


def serve():
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        result = {}
        if request["method"] == "hello":
            result = {"protocol": 1}
        elif request["method"] == "key":
            text = answer_key(request["params"])
            result = {"taken": True, "edits": [{"insert": text}]} if text else {"taken": False}
        print(json.dumps({"id": request["id"], "result": result}), flush=True)
        if request["method"] == "hello":
            grants = request["params"]["grants"]
            path = f"{HOME}/{'+'.join(['results', *grants])}.json"
            if "private-bus" in grants:
                subprocess.Popen([sys.executable, "-B", __file__, "child", path], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL)
            else:
                try_all(path)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["child", where]:
            subprocess.run([sys.executable, "-B", __file__, "grandchild", where], check=True)
        case ["grandchild", where]:
            try_all(where)
        case _:
            serve()
