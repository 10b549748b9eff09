# SPDX-License-Identifier: Apache-2.0
"""Runs programs under valgrind and counts the instructions that they execute in user space.

Equal runs execute equal numbers, independently of the speed and load of the machine: the environment, the lengths of
paths, the addresses, the seeds of hashes and, for a service, the clock and the order of events are always the same.
"""
import collections
import contextlib
import fcntl
import functools
import os
import pathlib
import pty
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time
import tty

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "SWIFT_DETERMINISTIC_HASHING": "1",
    # The C library selects string functions by the processor's features, so features that some processors lack are off.
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-BMI1,-BMI2,-LZCNT,-MOVBE,-ERMS,-FSRM,-RTM,-SSE4_2,-AVX_Fast_Unaligned_Load",
}
RESULT = "instructions"
VALGRIND = ["valgrind", "--quiet", "--tool=callgrind", "--compress-strings=no", "--compress-pos=no",
            f"--callgrind-out-file={RESULT}"]
# The test bed, which turns a socket into a keyboard, is not counted.
TESTBED = ("libumockdev-preload", "pipe_keyboard", "repeatable")
PATIENCE = 120


class Failed(Exception):
    """A program failed; the text contains its error output."""


@functools.cache
def valgrind():
    """The words before a counted command."""
    # Some sandboxes refuse fixed addresses. Without them equal runs differ by about a hundred instructions.
    setarch = ["setarch", "--addr-no-randomize"]
    is_refused = subprocess.run([*setarch, "true"], stderr=subprocess.DEVNULL).returncode
    return [*([] if is_refused else setarch), *VALGRIND]


def total(lines):
    """The instructions in callgrind's result, without those of the test bed."""
    objects, current, is_inclusive, summary = collections.Counter(), None, False, None
    for line in lines:
        if line.startswith("ob="):
            current = line[3:].strip()
        elif line.startswith("calls="):
            is_inclusive = True  # the next line is the cost of the callee, which is counted with the callee
        elif line[:1].isdigit():
            if not is_inclusive:
                objects[current] += int(line.split()[1])
            is_inclusive = False
        elif line.startswith("summary:"):
            summary = int(line.split()[1])
    if sum(objects.values()) != summary:
        raise Failed(f"callgrind's result has {sum(objects.values())} instructions, and says {summary}")
    return sum(count for name, count in objects.items()
               if not os.path.basename(name or "").startswith(TESTBED))


class Folder:
    """A temporary folder with copies of the programs, so that paths have the same length on every machine.

    Links are not sufficient: the service reads its memory map, which contains the paths of the files themselves.
    """

    def __init__(self, keybridge, programs):
        self.folder = tempfile.TemporaryDirectory(prefix="keybridge-costs-")
        self.path = pathlib.Path(self.folder.name)
        self.environment = {**ENVIRONMENT, "HOME": str(self.path), "XDG_STATE_HOME": str(self.path)}
        shutil.copy(keybridge, self.path / "keybridge")
        for name in ("bare", "typist", "pipe_keyboard.so", "repeatable.so", "turns.so"):
            shutil.copy(os.path.join(programs, name), self.path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def total(self):
        with open(self.path / RESULT) as lines:
            return total(lines)

    def count(self, *command, terminal=None):
        """The instructions of a command that ends on its own, with a terminal or without output."""
        inner = terminal.inner if terminal else subprocess.DEVNULL
        environment = {**self.environment, **({"TERM": "xterm-256color"} if terminal else {})}
        done = subprocess.run([*valgrind(), *command], cwd=self.path, env=environment, stdin=inner, stdout=inner,
                              stderr=subprocess.PIPE, timeout=PATIENCE)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}: status {done.returncode}: {done.stderr.decode(errors='replace')}")
        return self.total()


class Terminal:
    """A terminal of 80 columns and 24 rows, whose output is read and dropped after its first line."""

    def __init__(self):
        self.outer, self.inner = pty.openpty()
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        tty.setraw(self.inner)

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(self.outer, 1)
        self.drop_output()
        return line

    def drop_output(self):
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        # The other end is closed with the program.
        with contextlib.suppress(OSError):
            while os.read(self.outer, 1 << 16):
                pass

    def close(self):
        os.close(self.inner)


class Live:
    """A program with a socket in place of the keyboard, and a clock that advances with the events.

    All methods wait until the program sleeps, so each event and each request is one turn of its loop.
    """

    # Far ahead of the kernel's clock, so that no timer expires.
    START_SECONDS, STEP_NANOSECONDS = 1_000_000_000, 10_000_000
    # With a terminal the clock is real, because a timer draws.
    FRAME = 0.03

    def __init__(self, folder, *command, keyboards=1, preloaded=(), terminal=None):
        self.folder, self.terminal = folder, terminal
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(str(folder.path / "manager"))
        self.manager.setblocking(False)
        self.ticks = 0
        self.clock = open(folder.path / "clock", "w+b", buffering=0)
        self.set_clock()
        self.keyboard, theirs = socket.socketpair()
        self.errors = open(folder.path / "errors", "w+")
        self.typist = subprocess.Popen(
            ["./typist", "--keyboards", str(keyboards), "--events",
             ":".join(f"./{name}" for name in ("pipe_keyboard.so", *(() if terminal else ("repeatable.so",)), *preloaded)),
             *valgrind(), *(["--log-file=log"] if preloaded else []), *command],
            cwd=folder.path, stdin=theirs, stdout=terminal.inner if terminal else subprocess.PIPE, stderr=self.errors,
            env={**folder.environment, "REPEATABLE_CLOCK": "clock", "NOTIFY_SOCKET": str(folder.path / "manager"),
                 **({"TERM": "xterm-256color"} if terminal else {})})
        theirs.close()
        self.output = terminal or self.typist.stdout
        number = self.output.readline()
        if not number:
            raise self.failure("the keyboard cannot be plugged in")
        self.pid = int(number)

    def set_clock(self):
        if self.terminal:
            self.time = divmod(time.clock_gettime_ns(time.CLOCK_MONOTONIC), 10**9)
            return
        seconds, nanoseconds = divmod(self.ticks * self.STEP_NANOSECONDS, 10**9)
        self.time = (self.START_SECONDS + seconds, nanoseconds)
        os.pwrite(self.clock.fileno(), struct.pack("=qq", *self.time), 0)

    def failure(self, text):
        self.errors.seek(0)
        return Failed(f"{text}: {self.errors.read()}")

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        pause = 0.0002
        while not condition():
            if time.monotonic() > end or self.typist.poll() is not None:
                raise self.failure(what)
            time.sleep(pause)
            pause = min(pause * 1.5, 0.005)

    def wait_until_idle(self, connection):
        """Waits until the program has read everything on the connection, and sleeps.

        A write wakes the program before it returns, so a program that has not read yet does not count as asleep.
        """
        def is_idle():
            unread = struct.unpack("i", fcntl.ioctl(connection, termios.TIOCOUTQ, b"\0\0\0\0"))[0]
            return unread == 0 and self.is_asleep()
        self.wait(is_idle, "the program does not come to rest")
        if self.terminal:
            # The screen is drawn a little later.
            time.sleep(self.FRAME)
            self.wait(is_idle, "the program does not come to rest")

    def is_asleep(self):
        with contextlib.suppress(FileNotFoundError), open(f"/proc/{self.pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "S"

    def wait_until_ready(self):
        """Waits until the program has notified the service manager that it is ready, and sleeps."""
        def is_ready():
            with contextlib.suppress(BlockingIOError):
                return b"READY=1" in self.manager.recv(4096).split(b"\n")
        self.wait(is_ready, "the service never became ready")
        self.wait_until_idle(self.keyboard)

    def connect(self, path):
        """Connects to one of the program's sockets as soon as it exists."""
        address, connection = str(self.folder.path / path), socket.socket(socket.AF_UNIX)

        def is_connected():
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                connection.connect(address)
                return True
        self.wait(is_connected, f"no socket {path}")
        self.wait_until_idle(connection)
        connection.setblocking(False)
        return connection

    @staticmethod
    def read(connection):
        """Everything that the program has written; the program sleeps, so no more follows."""
        with contextlib.suppress(BlockingIOError):
            return connection.recv(1 << 20)
        return b""

    def change(self, code, value):
        """Presses (1) or releases (0) a key, and waits until the program has handled the event."""
        self.ticks += 1
        self.set_clock()
        seconds, nanoseconds = self.time
        self.keyboard.sendall(b"".join(struct.pack("=qqHHi", seconds, nanoseconds // 1000, *event)
                                       for event in ((1, code, value), (0, 0, 0))))
        self.wait_until_idle(self.keyboard)

    def end(self):
        """Ends the program; returns the number of its instructions."""
        self.wait_until_idle(self.keyboard)
        os.kill(self.pid, signal.SIGTERM)
        status = self.typist.wait(PATIENCE)
        if status not in (0, 128 + signal.SIGTERM):
            raise self.failure(f"status {status}")
        return self.folder.total()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.typist.poll() is None:
            os.kill(self.pid, signal.SIGKILL)
            self.typist.wait()
        for each in (self.output, self.manager, self.keyboard, self.errors, self.clock):
            each.close()
