# SPDX-License-Identifier: Apache-2.0
"""Runs programs in the guest for the harness: requests and answers, a JSON object a line.

    {"start": 7, "argv": ["evtest", …], "user": "typist"}     start a program; 7 is its name here
    {"input": 7, "text": "…"}                                 write to its standard input
    {"signal": 7, "number": 15}                               signal it and what it started
    {"echo": 7}                                               answer, which shows that the guest runs
    ◀ {"echo": 7}                                             the answer
    ◀ {"job": 7, "pid": 123}                                  it runs, as that process
    ◀ {"job": 7, "stream": "out" | "err", "text": "…"}        it wrote that
    ◀ {"job": 7, "status": 0}                                 it ended, like subprocess.returncode

Bytes are carried as characters of the same number.
"""

import grp
import json
import os
import pwd
import selectors
import signal
import subprocess

port = os.open("/dev/virtio-ports/agent", os.O_RDWR)
waiting = selectors.DefaultSelector()
jobs = {}


def tell(**fact):
    line = json.dumps(fact).encode() + b"\n"
    while line:
        line = line[os.write(port, line):]


def start(name, argv, user=None):
    identity = {}
    if user:
        entry = pwd.getpwnam(user)
        groups = [group.gr_gid for group in grp.getgrall() if user in group.gr_mem]
        identity = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": groups,
                    "env": os.environ | {"HOME": entry.pw_dir, "USER": user}}
    try:
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True, cwd="/",
                                   bufsize=0, **identity)
    except OSError as error:
        tell(job=name, stream="err", text=f"{argv[0]}: {error.strerror}")
        tell(job=name, status=127)
        return
    jobs[name] = process
    tell(job=name, pid=process.pid)
    for stream, pipe in (("out", process.stdout), ("err", process.stderr)):
        os.set_blocking(pipe.fileno(), False)
        waiting.register(pipe, selectors.EVENT_READ, lambda s=stream, p=pipe: forward(name, s, p))
    end = os.pidfd_open(process.pid)
    waiting.register(end, selectors.EVENT_READ, lambda: ended(name, process, end))


def forward(name, stream, pipe):
    """Passes on what was written; false once nothing more is there or can come."""
    try:
        data = os.read(pipe.fileno(), 65536)
    except BlockingIOError:
        return False
    if data:
        tell(job=name, stream=stream, text=data.decode("latin-1"))
        return True
    waiting.unregister(pipe)
    pipe.close()
    return False


def ended(name, process, end):
    waiting.unregister(end)
    os.close(end)
    status = process.wait()
    for stream, pipe in (("out", process.stdout), ("err", process.stderr)):
        while not pipe.closed and forward(name, stream, pipe):
            pass
        if not pipe.closed:                                  # somebody it started still has it
            waiting.unregister(pipe)
            pipe.close()
    process.stdin.close()
    tell(job=name, status=status)


def obey(request):
    if "start" in request:
        start(request["start"], request["argv"], request.get("user"))
    elif "input" in request:
        os.write(jobs[request["input"]].stdin.fileno(), request["text"].encode())
    elif "echo" in request:
        tell(echo=request["echo"])
    elif "signal" in request:
        try:
            os.killpg(jobs[request["signal"]].pid, request["number"])
        except ProcessLookupError:
            pass


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    unread = b""

    def requests():
        nonlocal unread
        *lines, unread = (unread + os.read(port, 65536)).split(b"\n")
        for line in lines:
            obey(json.loads(line))

    waiting.register(port, selectors.EVENT_READ, requests)
    tell(ready=True)
    while True:
        for key, _ in waiting.select():
            # One before it may have put an end to it.
            if waiting.get_map().get(key.fd) is key:
                key.data()


main()
