# SPDX-License-Identifier: Apache-2.0
"""Keybridge in the guest, what it says, and an independent reader beside it."""

import itertools
import json

from machine import Failed

# A socket of its own for each: one that was killed leaves its file behind.
sockets = (f"/tmp/keybridge-{number}.sock" for number in itertools.count(1))


def equal(found, expected, what):
    """Fails unless both are the same."""
    if found != expected:
        raise Failed(f"{what}\n  expected {expected!r}\n  found    {found!r}")


def check(holds, what):
    """Fails unless that holds."""
    if not holds:
        raise Failed(what)


class Follower:
    """What the socket tells, read by its `observer`, and put together."""

    @property
    def facts(self):
        """What the socket's observer was told."""
        return [json.loads(line) for line in self.observer.lines]

    @property
    def text(self):
        """The document, put together from what the observer was told."""
        units = b""
        for fact in self.facts:
            if fact["event"] == "hello":
                units = fact["containers"][0]["text"].encode("utf-16-le")
            elif fact["event"] == "text.didChange":
                start, end = (2 * offset for offset in fact["range"])
                units = units[:start] + fact["string"].encode("utf-16-le") + units[end:]
        return units.decode("utf-16-le")

    @property
    def devices(self):
        """The nodes of the keyboards that it has now."""
        nodes = []
        for fact in self.facts:
            if fact["event"] == "hello":
                nodes = [device["device"] for device in fact["devices"]]
            elif fact["event"] == "device.connected":
                nodes.append(fact["device"])
            elif fact["event"] == "device.disconnected":
                nodes.remove(fact["device"])
        return nodes

    # Waiting

    def wait_for(self, *keyboards):
        """Waits until it has these keyboards, and has asked for their grab."""
        for keyboard in keyboards:
            if not self.machine.wait_until(lambda: keyboard.node in self.devices):
                raise Failed(f"{keyboard.node} is not taken\n{self}")

    def wait_without(self, node):
        """Waits until it has let a keyboard go."""
        if not self.machine.wait_until(lambda: node not in self.devices):
            raise Failed(f"{node} is not let go\n{self}")

    def expect_text(self, expected, timeout=20):
        """Waits until the document is exactly that."""
        if not self.machine.wait_until(lambda: self.text == expected, timeout):
            raise Failed(f"the text is not right\n  expected {expected!r}\n"
                         f"  found    {self.text!r}\n{self}")


class Bridge(Follower):
    """`keybridge run`: its keystrokes come from standard output, all else from the socket.

    With `terminal`, a command that starts another one on a terminal, standard output is the terminal
    mirror's.
    """

    def __init__(self, machine, *options, keyboards=(), user=None, terminal=()):
        self.machine = machine
        socket = next(sockets)
        mirror = "terminal" if terminal else "keystrokes"
        self.job = machine.start(*terminal, "keybridge", "run", "--mirror", mirror,
                                 "--socket", socket, *options, user=user)
        machine.wait_until(lambda: self.job.status is not None or machine.start(
            "test", "-S", socket).wait().status == 0)
        self.observer = machine.start("socat", "-u", f"UNIX:{socket}", "-")
        self.observer.expect('"event":"hello"')
        self.wait_for(*keyboards)

    # What it says

    @property
    def keystrokes(self):
        """The keystrokes as objects, in order."""
        return [json.loads(line) for line in self.job.lines]

    @property
    def warnings(self):
        return self.job.err

    # Waiting

    def expect_keystrokes(self, count, timeout=20):
        """Waits until there are that many keystrokes."""
        if not self.machine.wait_until(lambda: len(self.job.lines) >= count, timeout):
            raise Failed(f"{len(self.job.lines)} keystrokes, not {count}\n{self}")
        return self.keystrokes

    def warning(self, pattern, timeout=20):
        """Waits for a line on standard error."""
        return self.job.expect(pattern, timeout)

    def stop(self, *number):
        return self.job.stop(*number)

    def __str__(self):
        return f"{self.job}{self.observer}"


class Reader:
    """Another program that reads a keyboard, by another library; see guest/reader.py."""

    def __init__(self, machine, keyboard, grab=False):
        self.machine = machine
        self.job = machine.start("/usr/bin/python3", "/run/guest/reader.py", keyboard.node,
                                 *(["--grab"] if grab else []))
        self.job.expect("^(reading|busy)$")

    @property
    def events(self):
        """(key, value, microseconds) of each event, in order."""
        words = [line.split() for line in self.job.lines]
        return [(key, int(value), int(time)) for key, value, time in
                (line for line in words if len(line) == 3 and line[0] != "down")]

    @property
    def changes(self):
        """(key, value) of each press, release and repeat."""
        return [(key, value) for key, value, _ in self.events]

    def wait_for(self, key, value, timeout=20):
        """Waits until an event of a key was read."""
        if not self.machine.wait_until(lambda: (key, value) in self.changes, timeout):
            raise Failed(f"{key} {value} was not read\n{self.job}")

    def keys_down(self):
        """The keys that the kernel says are down."""
        def answers():
            return [line for line in self.job.lines if line.startswith("down")]

        count = len(answers())
        self.job.send("\n")
        if not self.machine.wait_until(lambda: len(answers()) > count):
            raise Failed(f"no answer of {self.job}")
        return answers()[-1].split()[1:]

    def stop(self):
        self.job.stop()


def is_grabbed(machine, keyboard):
    """Whether a program has a keyboard for itself alone: what the kernel answers who asks for it."""
    return machine.run("/usr/bin/python3", "-c", (
        "import sys, evdev\n"
        "try: evdev.InputDevice(sys.argv[1]).grab(); print('free')\n"
        "except OSError as error: print(error.errno)"), keyboard.node).out == "16\n"
