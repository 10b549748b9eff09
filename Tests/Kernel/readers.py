# SPDX-License-Identifier: Apache-2.0
"""Independent readers of a keyboard, beside Keybridge."""

import re

from bridge import equal, expect
from keyboards import events_of


class Reader:
    """Another program that reads a keyboard, by another library; see guest/reader.py."""

    def __init__(self, machine, node, grab=False):
        self.machine = machine
        self.job = machine.help("reader", node, *(["--grab"] if grab else []))
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

    def follow(self, keyboard, text):
        """Types words, each once the one before was read: more than QEMU keeps for a slow guest."""
        for word in text.split():
            count = len(self.changes) + len(list(events_of(word)))
            keyboard.type(word)
            self.wait_for_changes(count, word)

    def wait_for_changes(self, count, text="all"):
        """Waits until so many presses, releases and repeats were read."""
        self.machine.wait_until(lambda: len(self.changes) >= count,
                                lambda: f"{text} to be read, {len(self.changes)} of {count}\n{self.job}")

    @property
    def unreleased(self):
        """The keys whose last event is not a release."""
        last = dict(self.changes)
        return sorted(key for key, value in last.items() if value)

    def expect_nothing_stuck(self):
        """Fails unless every press had its release, and the kernel says that no key is down."""
        self.machine.wait_until(lambda: not self.unreleased, lambda: (
            f"the other reader to see the release of {self.unreleased}\n{self.job}"), 5)
        equal(self.keys_down(), [], "keys down for the other reader")

    def wait_for(self, key, value, timeout=20):
        """Waits until an event of a key was read."""
        self.machine.wait_until(lambda: (key, value) in self.changes,
                                lambda: f"{key} {value} to be read\n{self.job}", timeout)

    def keys_down(self):
        """The keys that the kernel says are down."""
        def answers():
            return [line for line in self.job.lines if line.startswith("down")]

        count = len(answers())
        self.job.send("\n")
        self.machine.wait_until(lambda: len(answers()) > count, lambda: f"an answer of {self.job}")
        return answers()[-1].split()[1:]

    def stop(self):
        self.job.stop()


class EvtestReader:
    """`evtest` on a keyboard, with no library of anybody's."""

    def __init__(self, machine, node):
        self.machine = machine
        self.job = machine.start("stdbuf", "-oL", "evtest", node)
        self.job.expect("^Testing")

    @property
    def changes(self):
        """(key, value) of each press, release and repeat."""
        found = re.findall(r"type 1 \(EV_KEY\), code \d+ \((\w+)\), value (\d)", self.job.out)
        return [(key, int(value)) for key, value in found]

    def expect(self, changes):
        """Waits until exactly that was read."""
        expect(self.machine, lambda: self.changes, changes, "what evtest read")

    def stop(self):
        self.job.stop()


def free(machine, nodes):
    """Those of the keyboards that no program has for itself alone: the kernel grants who asks."""
    job = machine.help("grabbing", *nodes).wait()
    equal((job.status, job.err), (0, ""), "how asking for the grab ended")
    return job.lines


def wait_for_grab(machine, keyboard):
    """Waits until a program has grabbed a keyboard, which nothing tells."""
    def is_grabbed():
        if not free(machine, [keyboard.node]):
            return True
        machine.pause(0.1)                                   # asking may be in the way: it is tried again after 50 ms
        return False

    machine.wait_until(is_grabbed, f"the grab of {keyboard.node}")
