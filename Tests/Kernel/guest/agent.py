# SPDX-License-Identifier: Apache-2.0
"""Runs programs in the guest for the harness. Requests and answers (◀) are JSON objects, one per line:

    {"start": 7, "argv": ["evtest", …], "user": "typist"}     starts a program; 7 is its name
    {"start": 7, "module": "reader", "argv": […]}             starts one of MODULES, which are loaded already
    {"input": 7, "text": "…"}                                 writes to the program's standard input
    {"signal": 7, "number": 15}                               signals the program and its child processes
    {"echo": 7, "after": 0.5}                                 requests an answer after 0.5 seconds
    ◀ {"echo": 7}                                             the answer
    ◀ {"job": 7, "pid": 123}                                  the program has started as this process
    ◀ {"job": 7, "stream": "out" | "err", "text": "…"}        the program has written this text
    ◀ {"job": 7, "status": 0}                                 the program has ended, like subprocess.returncode

Each answer also contains "now", the guest's monotonic clock. Each byte is sent as the character with its number.
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
import pad
import program
import reader
import virtual

MODULES = {module.__name__: module for module in (grabbing, hid, observer, pad, program, reader, virtual)}

port = os.open("/dev/virtio-ports/agent", os.O_RDWR)
waiting = selectors.DefaultSelector()
jobs = {}
echoes = []                                                  # a heap of (when, name)


class Fork:
    """A copy of this process that runs a module; it has the interface of `subprocess.Popen`.

    It starts 30 times faster than Python with its libraries.
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
        """Runs the module and returns the exit status that Python would have."""
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
    """Forwards output; returns False if there is none now, or at the end of the stream."""
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
        if not pipe.closed:                                  # a child process still has the stream open
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
            pass                                             # its end is reported nevertheless
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
            # An earlier callback may have removed this one.
            if waiting.get_map().get(key.fd) is key:
                key.data()
        while echoes and echoes[0][0] <= time.monotonic():
            tell(echo=heapq.heappop(echoes)[1])


if __name__ == "__main__":
    main()
