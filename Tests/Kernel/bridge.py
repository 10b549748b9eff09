# SPDX-License-Identifier: Apache-2.0
"""Runs Keybridge in the guest and observes it."""

import itertools
import json
import re

from machine import Failed

# Each run has its own socket, because a program that was killed leaves its file behind.
sockets = (f"/tmp/keybridge-{number}.sock" for number in itertools.count(1))


def equal(found, expected, what):
    """Fails unless both values are equal."""
    if found != expected:
        raise Failed(f"{what}\n  expected {expected!r}\n  found    {found!r}")


def check(holds, what):
    """Fails unless a condition holds."""
    if not holds:
        raise Failed(what)


def expect(machine, find, expected, what, timeout=20):
    """Waits until `find()` returns the expected value; fails with the last value that it returned."""
    def compare():
        nonlocal found
        found = find()
        return found == expected

    found = None
    machine.wait_until(compare, lambda: f"{what}\n  expected {expected!r}\n  found    {found!r}", timeout)


class JSONLines:
    """The output of a program that writes one JSON object per line. Each line is parsed once."""

    def __init__(self, job):
        self.job, self.parsed, self.end = job, [], 0

    def objects(self):
        """All objects so far, in order."""
        out = self.job.bytes["out"]
        end = out.rfind(b"\n") + 1
        self.parsed += [json.loads(line) for line in out[self.end:end].split(b"\n")[:-1]]
        self.end = end
        return list(self.parsed)


class Follower:
    """The state that the notifications of an observers' socket add up to."""

    observer = told = None

    def observe(self, socket):
        """Connects to the socket as soon as it exists. The state is reset to the snapshot."""
        self.observer = self.machine.help("observer", socket)
        self.told = JSONLines(self.observer)
        self.machine.wait_until(lambda: '"method":"hello"' in self.observer.out or self.has_ended,
                                lambda: f"the observer's snapshot\n{self}")
        check(not self.has_ended, f"it ended without an answer to its observer\n{self}")

    @property
    def has_ended(self):
        """Whether the socket no longer exists."""
        return self.observer.status is not None

    @property
    def facts(self):
        """The notifications that the observer has received, as objects like those of the JSON mirror."""
        return [{"event": line["method"], **line["params"]} for line in self.told.objects()]

    @property
    def text(self):
        """The document, reconstructed from the notifications."""
        units = b""
        for fact in self.facts:
            if fact["event"] == "hello":
                texts = [container["text"] for container in fact["containers"]]
                units = "".join(texts[:1]).encode("utf-16-le")
            elif fact["event"] == "text.didChange":
                start, end = (2 * offset for offset in fact["range"])
                units = units[:start] + fact["string"].encode("utf-16-le") + units[end:]
        return units.decode("utf-16-le")

    @property
    def devices(self):
        """The nodes of the connected keyboards."""
        nodes = []
        for fact in self.facts:
            if fact["event"] == "hello":
                nodes = [device["device"] for device in fact["devices"]]
            elif fact["event"] == "device.attached":
                nodes.append(fact["device"])
            elif fact["event"] == "device.detached":
                nodes.remove(fact["device"])
        return nodes

    # Waiting

    def wait_for(self, *keyboards):
        """Waits until these keyboards are connected and their grab was requested."""
        for keyboard in keyboards:
            self.machine.wait_until(lambda: keyboard.node in self.devices,
                                    lambda: f"{keyboard.node} to be taken\n{self}")

    def wait_without(self, node):
        """Waits until a keyboard is disconnected."""
        self.machine.wait_until(lambda: node not in self.devices, lambda: f"{node} to be let go\n{self}")

    def wait_for_text(self, holds, what):
        """Waits until `holds(text)` is true for the document."""
        self.machine.wait_until(lambda: holds(self.text), lambda: f"{what}\n  found    {self.text!r}\n{self}")

    def expect_text(self, expected, timeout=20):
        """Waits until the document equals a text."""
        self.machine.wait_until(lambda: self.text == expected, lambda: (
            f"the text\n  expected {expected!r}\n  found    {self.text!r}\n{self}"), timeout)


class Bridge(Follower):
    """`keybridge run`. Its keystrokes are read from standard output, everything else from the socket.

    With `terminal`, a command that runs another one on a terminal, standard output is the terminal mirror's. With
    `output`, standard output is written to that file.
    """

    def __init__(self, machine, *options, keyboards=(), user=None, terminal=(), output=None):
        self.machine = machine
        socket = next(sockets)
        mirror = "terminal" if terminal else "keystrokes"
        argv = [*terminal, "keybridge", "run", "--mirror", mirror, "--observe", socket, *options]
        if output:
            argv = ["sh", "-c", f'exec "$@" >{output}', "sh", *argv]
        self.job = machine.start(*argv, user=user)
        self.strokes = JSONLines(self.job)
        self.observe(socket)
        self.wait_for(*keyboards)

    # Output

    @property
    def keystrokes(self):
        """The keystrokes as objects, in order."""
        return self.strokes.objects()

    @property
    def warnings(self):
        return self.job.err

    # Waiting

    def expect_keystrokes(self, count, timeout=20):
        """Waits for a number of keystrokes."""
        self.machine.wait_until(lambda: len(self.keystrokes) >= count, lambda: (
            f"{count} keystrokes, of {len(self.keystrokes)}\n{self}"), timeout)
        return self.keystrokes

    @property
    def has_ended(self):
        return self.job.status is not None or super().has_ended

    def warning(self, pattern, timeout=20, count=1):
        """Waits for a line on standard error."""
        return self.job.expect(pattern, timeout, count)

    def stop(self, *number):
        return self.job.stop(*number)

    # Process state

    def counts(self):
        """The resources that must not grow: open descriptors, inotify watches and epoll entries."""
        return self.machine.shell(f"""cd /proc/{self.job.pid}
            echo $(ls fd | wc -l) descriptors, $(cat fdinfo/* | grep -c ^inotify) inotify watches, \
              $(cat fdinfo/* | grep -c ^tfd:) epoll entries""").strip()

    def resident(self):
        """The private memory of the process, in KiB."""
        status = self.machine.shell(f"cat /proc/{self.job.pid}/status")
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1])

    def activity(self):
        """The processor time in ticks and nanoseconds, the number of time slices, and the context switches."""
        return self.machine.shell(f"""cd /proc/{self.job.pid}
            echo ticks $(cut -d' ' -f14,15 stat), nanoseconds and turns $(cut -d' ' -f1,3 schedstat)
            grep ctxt status""")

    def __str__(self):
        return f"{self.job}{self.observer}"
