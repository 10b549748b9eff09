# SPDX-License-Identifier: Apache-2.0
"""Keybridge in the guest, and its output."""

import itertools
import json
import re

from installation import PROJECT
from machine import Failed

# Each instance has its own socket, because an instance that is killed leaves its socket file behind.
sockets = (f"/tmp/keybridge-{number}.sock" for number in itertools.count(1))


def equal(found, expected, what):
    """Fails unless both values are equal."""
    if found != expected:
        raise Failed(f"{what}\n  expected {expected!r}\n  found    {found!r}")


def check(holds, what):
    """Fails unless the condition holds."""
    if not holds:
        raise Failed(what)


def expect(machine, find, expected, what, timeout=20):
    """Waits until `find()` returns the expected value; fails with the value that it found last."""
    def compare():
        nonlocal found
        found = find()
        return found == expected

    found = None
    machine.wait_until(compare, lambda: f"{what}\n  expected {expected!r}\n  found    {found!r}", timeout)


class JSONLines:
    """The JSON output of a program, one object per line; each line is parsed once."""

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
    """A state that is assembled from the notifications of the socket."""

    observer = reported = None

    def observe(self, socket):
        """Connects to the socket as soon as it exists; the state starts again from the snapshot."""
        self.observer = self.machine.help("observer", socket)
        self.reported = JSONLines(self.observer)
        self.machine.wait_until(lambda: '"method":"hello"' in self.observer.out or self.has_ended,
                                lambda: f"the observer's snapshot\n{self}")
        check(not self.has_ended, f"Keybridge ended without a response to its observer\n{self}")

    @property
    def has_ended(self):
        """Whether the observer's connection has ended."""
        return self.observer.status is not None

    @property
    def facts(self):
        """The notifications that the observer received, as objects of the JSON mirror."""
        return [{"event": line["method"], **line["params"]} for line in self.reported.objects()]

    @property
    def text(self):
        """The document, assembled from the notifications that the observer received."""
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
        """The nodes of the keyboards that are currently open."""
        nodes = []
        for fact in self.facts:
            if fact["event"] == "hello":
                nodes = [device["device"] for device in fact["devices"]]
            elif fact["event"] == "device.attached":
                nodes.append(fact["device"])
            elif fact["event"] == "device.detached":
                nodes.remove(fact["device"])
        return nodes

    @property
    def candidates(self):
        """The texts of the candidates that are shown."""
        lists = [fact["list"] for fact in self.facts if fact["event"] == "candidates.didChange"]
        return [item["text"] for item in (lists[-1] or {"items": []})["items"]] if lists else []

    @property
    def marked(self):
        """The marked text; None for none."""
        strings = [fact["string"] for fact in self.facts if fact["event"] == "marked.didChange"]
        return strings[-1] if strings else None

    # Waiting

    def wait_for(self, *keyboards):
        """Waits until these keyboards are open and their grab has been requested."""
        for keyboard in keyboards:
            self.machine.wait_until(lambda: keyboard.node in self.devices,
                                    lambda: f"{keyboard.node} to be opened\n{self}")

    def wait_without(self, node):
        """Waits until a keyboard is no longer open."""
        self.machine.wait_until(lambda: node not in self.devices, lambda: f"{node} to be closed\n{self}")

    def wait_for_text(self, holds, what):
        """Waits until `holds(text)` is true for the document."""
        self.machine.wait_until(lambda: holds(self.text), lambda: f"{what}\n  found    {self.text!r}\n{self}")

    def expect_text(self, expected, timeout=20):
        """Waits until the document is exactly this text."""
        self.machine.wait_until(lambda: self.text == expected, lambda: (
            f"the text\n  expected {expected!r}\n  found    {self.text!r}\n{self}"), timeout)

    def expect_candidate(self, text):
        """Waits until this candidate is shown."""
        self.machine.wait_until(lambda: text in self.candidates, lambda: (
            f"the candidate {text!r}\n  found    {self.candidates}\n{self}"))

    def expect_marked(self, expected):
        """Waits until exactly this text is marked."""
        expect(self.machine, lambda: self.marked, expected, "the marked text")


# Without typing assistance, so that a text is exactly what was pressed.
EXACT = f"{PROJECT}/Tests/Settings/keybridge/keybridge.yaml"


class Bridge(Follower):
    """A `keybridge run`, with its keystrokes from standard output and all other state from the socket.

    Without a settings file in the options, typing assistance is off.
    With `terminal`, a command that starts another command on a terminal, the mirror is the terminal mirror.
    With `output`, standard output goes to that file.
    """

    def __init__(self, machine, *options, keyboards=(), user=None, terminal=(), output=None):
        self.machine = machine
        socket = next(sockets)
        mirror = "terminal" if terminal else "keystrokes"
        if "--config" not in options:
            options = ("--config", EXACT, *options)
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

    # The process, as the kernel reports it

    def counts(self):
        """Counts that must not grow: open descriptors, inotify watches and epoll entries."""
        return self.machine.shell(f"""cd /proc/{self.job.pid}
            echo $(ls fd | wc -l) descriptors, $(cat fdinfo/* | grep -c ^inotify) inotify watches, \
              $(cat fdinfo/* | grep -c ^tfd:) epoll entries""").strip()

    def resident(self):
        """The anonymous memory, in KiB."""
        status = self.machine.shell(f"cat /proc/{self.job.pid}/status")
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1])

    def activity(self):
        """The ticks, nanoseconds and time slices on the processor, and the context switches."""
        return self.machine.shell(f"""cd /proc/{self.job.pid}
            echo ticks $(cut -d' ' -f14,15 stat), nanoseconds and turns $(cut -d' ' -f1,3 schedstat)
            grep ctxt status""")

    def __str__(self):
        return f"{self.job}{self.observer}"
