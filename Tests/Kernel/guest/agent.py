# SPDX-License-Identifier: Apache-2.0
"""Runs programs in the guest for the harness. Requests and responses are JSON objects, one per line.

    {"start": 7, "argv": ["evtest", …], "user": "typist"}     start a program, which is called 7 here
    {"start": 7, "module": "reader", "argv": […]}             the same with one of MODULES, which are loaded already
    {"input": 7, "text": "…"}                                 write to its standard input
    {"signal": 7, "number": 15}                               signal it and the processes that it started
    {"echo": 7, "after": 0.5}                                 respond after this many seconds
    ◀ {"echo": 7}                                             the response
    ◀ {"job": 7, "pid": 123}                                  it runs, as this process
    ◀ {"job": 7, "stream": "out" | "err", "text": "…"}        it wrote this
    ◀ {"job": 7, "status": 0}                                 it ended, with the status of subprocess.returncode

Each response also contains "now", the guest's monotonic clock. Bytes are sent as the characters with the same numbers.
"""

import grp
import heapq
import json
import os
import pwd
import selectors
import signal
import subprocess
import sys
import time
import traceback

import grabbing
import hid
import observer
import program
import reader
import virtual

MODULES = {module.__name__: module for module in (grabbing, hid, observer, program, reader, virtual)}

port = os.open("/dev/virtio-ports/agent", os.O_RDWR)
waiting = selectors.DefaultSelector()
jobs = {}
echoes = []                                                  # a heap of (when, name)


class Fork:
    """A copy of this process that runs a module and is used like a `subprocess.Popen`.

    It starts in a thirtieth of the time that starting Python with its libraries takes here.
    """

    def __init__(self, module, argv, user=None, group=None, extra_groups=None, env=None):
        stdin, stdout, stderr = os.pipe(), os.pipe(), os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            for number, end in enumerate((stdin[0], stdout[1], stderr[1])):
                os.dup2(end, number)
            os.closerange(3, 1024)
            os.setsid()
            os.chdir("/")
            status = 1
            try:
                if user is not None:
                    os.setgroups(extra_groups)
                    os.setgid(group)
                    os.setuid(user)
                    os.environ.update(env)
                status = self.run(module, argv)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        for end in stdin[0], stdout[1], stderr[1]:
            os.close(end)
        self.stdin = open(stdin[1], "wb", buffering=0)
        self.stdout, self.stderr = (open(end[0], "rb", buffering=0) for end in (stdout, stderr))

    @staticmethod
    def run(module, argv):
        """Runs the module and returns its exit status, which is the same as Python's would be."""
        try:
            MODULES[module].main(argv)
        except SystemExit as end:
            if end.code is None or isinstance(end.code, int):
                return end.code or 0
            print(end.code, file=sys.stderr)
            return 1
        return 0

    def wait(self):
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def tell(**fact):
    line = json.dumps(fact | {"now": time.monotonic()}).encode() + b"\n"
    while line:
        line = line[os.write(port, line):]


def start(name, argv, user=None, module=None):
    identity = {}
    if user:
        entry = pwd.getpwnam(user)
        groups = [group.gr_gid for group in grp.getgrall() if user in group.gr_mem]
        identity = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": groups,
                    "env": os.environ | {"HOME": entry.pw_dir, "USER": user}}
    try:
        process = Fork(module, argv, **identity) if module else subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, cwd="/", bufsize=0, **identity)
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
    """Passes the output on; returns false at its end."""
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
        if not pipe.closed:                                  # a program that it started still has it open
            waiting.unregister(pipe)
            pipe.close()
    process.stdin.close()
    tell(job=name, status=status)


def obey(request):
    if "start" in request:
        start(request["start"], request["argv"], request.get("user"), request.get("module"))
    elif "input" in request:
        try:
            os.write(jobs[request["input"]].stdin.fileno(), request["text"].encode())
        except BrokenPipeError:
            pass                                             # it has ended, which is reported
    elif "echo" in request:
        heapq.heappush(echoes, (time.monotonic() + request["after"], request["echo"]))
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
        left = max(0, echoes[0][0] - time.monotonic()) if echoes else None
        for key, _ in waiting.select(left):
            # An earlier event in this round may have removed it.
            if waiting.get_map().get(key.fd) is key:
                key.data()
        while echoes and echoes[0][0] <= time.monotonic():
            tell(echo=heapq.heappop(echoes)[1])


if __name__ == "__main__":
    main()
