# SPDX-License-Identifier: Apache-2.0
"""A machine for the real keybridge: a test plugs in its devices, presses their keys and moves its time."""

import contextlib
import json
import mmap
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time

HEADER, DEVICE = 64, 256                                      # the sizes in machine.c
NAME, PLUGGED, GRABBED, OPEN, PRESSED = 0, 68, 69, 70, 72     # the places in a device there
EV_SYN, EV_KEY = 0, 1
SECOND, MILLISECOND = 10 ** 9, 10 ** 6
# How long the program and its processes may work on one thing, in seconds of the real time.
PATIENCE = 60
# The system calls in which a process only lets time pass.
NAPS = {"x86_64": ("35", "230"), "aarch64": ("101", "115")}[os.uname().machine]    # nanosleep, clock_nanosleep

KEYS = {name: code for row, first in (("1234567890", 2), ("qwertyuiop", 16), ("asdfghjkl", 30), ("zxcvbnm", 44))
        for code, name in enumerate(row, first)}
KEYS |= {" ": 57, "\n": 28, "-": 12, "backspace": 14, "tab": 15, "escape": 1, "shift": 42, "control": 29, "option": 56,
         "command": 125, "left": 105, "right": 106, "up": 103, "down": 108, "home": 102, "end": 107, "delete": 111, "f5": 63,
         "capslock": 58}


class Wrong(Exception):
    """The program did not do what this page of the test expects."""


class Restless(Wrong):
    """The program, or a process of it, works without end."""


class Machine:
    """The machine. With `real_time` its clocks are the kernel's."""

    def __init__(self, tools, real_time=False):
        self.tools = pathlib.Path(tools).resolve()
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        # Engines run as another user.
        self.path.chmod(0o755)
        (self.path / "state").write_bytes(bytes(HEADER + 64 * DEVICE))
        with open(self.path / "state", "r+b") as file:
            self.state = mmap.mmap(file.fileno(), 0)
        self.process, self.time = None, None
        self.now = 0 if real_time else 1000 * SECOND
        struct.pack_into("q", self.state, 0, self.now)
        self.listeners, self.readers = {}, {}
        self.clock = None if real_time else self.listen("time")
        self.bed = subprocess.Popen([self.tools / "bed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.root = self.bed.stdout.readline().strip()

    def listen(self, name):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.path / name))
        listener.listen(64)
        return listener

    def start(self, command, tracer=(), preloads=(), variables=None, **options):
        """Starts the program with more variables and preloaded libraries, perhaps as a child of strace, whose own variables stay as
        they are, or inside of another tool."""
        # A path in LD_PRELOAD has no space.
        libraries = [shutil.copy(self.tools / name, self.path) for name in (*preloads, "machine.so")]
        variables = {**(variables or {}), "SCRIPTED_MACHINE": str(self.path), "UMOCKDEV_DIR": self.root,
                     "LD_PRELOAD": ":".join([*map(str, libraries), "libumockdev-preload.so.0"])}
        if tracer and tracer[0] != "strace":
            command = [*tracer, *command]
        elif tracer:
            command = [*tracer, *(f"-E{name}={value}" for name, value in variables.items()), *command]
            variables = {}
        self.process = subprocess.Popen([str(word) for word in command], env={**os.environ, **variables}, **options)
        self.pid = self.process.pid
        if self.clock:
            self.time = self.accept_clock()

    def accept_clock(self):
        """The end of the program that moves its time; raises Wrong if it has ended before."""
        self.clock.settimeout(0.1)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(TimeoutError):
                found = self.clock.accept()[0]
                found.settimeout(PATIENCE)
                return found
        raise Wrong(f"keybridge has not begun; {self.condition()}")

    def end(self):
        """Ends the program, whatever it does, and the machine."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.bed.stdin.close()
        self.bed.wait()
        self.bed.stdout.close()
        for end in [self.time, self.clock, *self.listeners.values(), *sum(self.readers.values(), [])]:
            if end:
                end.close()
        self.folder.cleanup()

    # MARK: Time

    def turn(self, until):
        """Lets the program work until it waits; time then moves to its next timer or to `until`. Returns how many events it
        has handled since its start."""
        try:
            self.time.sendall(struct.pack("q", until))
            answer = self.time.recv(16)
        except (TimeoutError, ConnectionError) as error:
            raise Restless(f"keybridge does not come to rest: {error}; {self.condition()}") from error
        if len(answer) != 16:
            raise Wrong(f"keybridge has ended; {self.condition()}")
        self.now, handled = struct.unpack("qQ", answer)
        self.drain()
        return handled

    def pass_time(self, nanoseconds):
        """Moves the time, without waiting for other processes at each timer."""
        end = self.now + nanoseconds
        while self.now < end:
            self.turn(end)

    def settle(self):
        """Waits until the program and all processes that it has started rest, without moving the time."""
        last, end = None, time.monotonic() + PATIENCE
        while True:
            handled = self.turn(self.now)
            rests = all(map(self.rests, self.descendants()))
            if rests and handled == last:
                return
            last = handled
            if not rests:
                time.sleep(0.0002)
            if time.monotonic() > end:
                raise Restless(f"a process of keybridge does not come to rest: {self.descendants()}")

    def wait(self, seconds):
        """Moves the time; at each timer all processes come to rest first, so that none misses a time limit because the test is
        fast."""
        end = self.now + int(seconds * SECOND)
        self.settle()
        while self.now < end:
            self.turn(end)
            self.settle()

    # MARK: Processes

    def condition(self):
        status = self.process.poll()
        return f"status {status}" if status is not None else f"state {read(f'/proc/{self.pid}/stat')}"

    def descendants(self, pid=None):
        """The processes that keybridge has started, and theirs."""
        found = []
        for child in read(f"/proc/{pid or self.pid}/task/{pid or self.pid}/children").split():
            found += [int(child), *self.descendants(int(child))]
        return found

    @staticmethod
    def rests(pid):
        """Whether all threads of a process wait for others, are stopped or have ended."""
        with contextlib.suppress(FileNotFoundError):
            for thread in os.listdir(f"/proc/{pid}/task"):
                state = read(f"/proc/{pid}/task/{thread}/stat").rpartition(")")[2].split()
                if state and state[0] not in "STtZX":
                    return False
                if state and state[0] == "S" and read(f"/proc/{pid}/task/{thread}/syscall").partition(" ")[0] in NAPS:
                    return False
        return True

    def name(self, pid):
        return read(f"/proc/{pid}/comm").strip()

    # MARK: Devices

    def field(self, number, place):
        return HEADER + number * DEVICE + place

    def ask_bed(self, line):
        self.bed.stdin.write(line + "\n")
        self.bed.stdin.flush()
        if self.bed.stdout.readline() != "\n":
            raise Wrong(f"the testbed refuses: {line}")

    def plug(self, number, name, vendor=0x1209, product=1):
        place = self.field(number, 0)
        self.state[place:place + DEVICE] = struct.pack("64sHHB", name.encode(), vendor, product, 1).ljust(DEVICE, b"\0")
        self.listeners[number], self.readers[number] = self.listen(f"event{number}"), []
        self.listeners[number].setblocking(False)
        self.ask_bed(f"plug {number} {vendor:x} {product:x} {name}")

    def unplug(self, number):
        self.state[self.field(number, PLUGGED)] = 0
        self.accept(number)
        for end in [self.listeners.pop(number), *self.readers.pop(number)]:
            end.close()
        (self.path / f"event{number}").unlink()
        self.ask_bed(f"unplug {number}")

    def accept(self, number):
        with contextlib.suppress(BlockingIOError):
            while True:
                end = self.listeners[number].accept()[0]
                end.setblocking(False)
                self.readers[number].append(end)

    def is_grabbed(self, number):
        return bool(self.state[self.field(number, GRABBED)])

    def is_open(self, number):
        return bool(self.state[self.field(number, OPEN)])

    def emit(self, number, code, value):
        """A key event and the end of its frame, at the present time."""
        pressed = self.field(number, PRESSED) + code // 8
        self.state[pressed] = self.state[pressed] & ~(1 << code % 8) | bool(value) << code % 8
        self.accept(number)
        moment = self.now or time.monotonic_ns()
        stamp = moment // SECOND, moment % SECOND // 1000
        frame = struct.pack("qqHHiqqHHi", *stamp, EV_KEY, code, value, *stamp, EV_SYN, 0, 0)
        for end in self.readers[number]:
            # The program may have opened the device only to look at it.
            with contextlib.suppress(BrokenPipeError):
                end.send(frame)

    def drain(self):
        """Reads what the program has written to the devices: their LEDs."""
        for number, ends in self.readers.items():
            for end in ends[:]:
                try:
                    while block := end.recv(1 << 12):
                        pass
                except BlockingIOError:
                    continue
                except ConnectionError:
                    block = b""
                if not block:
                    ends.remove(end)
                    end.close()


def read(path):
    """The text of a file; empty if it does not exist any more."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return ""


class Client:
    """A client of one of the sockets of the program on a machine."""

    def __init__(self, machine, path):
        self.machine, self.path = machine, path
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.socket.setblocking(False)
        self.rest, self.last, self.notifications = b"", 0, []

    def close(self):
        self.socket.close()

    def send(self, method, **params):
        self.last += 1
        self.socket.send(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}).encode() + b"\n")
        return self.last

    def messages(self):
        """The messages that have arrived."""
        with contextlib.suppress(BlockingIOError):
            while block := self.socket.recv(1 << 16):
                self.rest += block
        *lines, self.rest = self.rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def collect(self):
        """Takes in the notifications that have arrived, and returns the responses."""
        responses = []
        for message in self.messages():
            if "method" in message:
                self.receive(message["method"], message["params"], message.get("id"))
            else:
                responses.append(message)
        return responses

    def receive(self, method, params, number):
        """Takes in a notification, or a request if it has a number."""
        self.notifications.append((method, params))

    def ask(self, method, **params):
        """The result of a request."""
        number, found = self.send(method, **params), []
        for attempt in range(60):
            self.machine.turn(self.machine.now) if attempt < 2 else self.machine.wait(0.01)
            found += [response for response in self.collect() if response.get("id") == number]
            if found:
                break
        else:
            raise Wrong(f"no response to {method}")
        if "error" in found[0]:
            raise Wrong(f"{method}: {found[0]['error']['message']}")
        return found[0]["result"]

