# SPDX-License-Identifier: Apache-2.0
"""Independent readers of a keyboard, in addition to Keybridge."""

import re

from bridge import equal, expect
from keyboards import events_of


class Reader:
    """Another program that reads a keyboard, with another library; see guest/reader.py."""

    def __init__(self, machine, node, grab=False):
        self.machine = machine
        self.job = machine.help("reader", node, *(["--grab"] if grab else []))
        self.job.expect("^(reading|busy)$")

    @property
    def events(self):
        """The events in order: (key, value, microseconds)."""
        words = [line.split() for line in self.job.lines]
        return [(key, int(value), int(time)) for key, value, time in
                (line for line in words if len(line) == 3 and line[0] != "down")]

    @property
    def changes(self):
        """All presses, releases and repeats in order, as (key, value)."""
        return [(key, value) for key, value, _ in self.events]

    def follow(self, keyboard, text):
        """Types words, each after the previous one was read, because QEMU's buffer is too small for a slow guest."""
        for word in text.split():
            count = len(self.changes) + len(list(events_of(word)))
            keyboard.type(word)
            self.wait_for_changes(count, word)

    def wait_for_changes(self, count, text="all"):
        """Waits until `count` presses, releases and repeats were read."""
        self.machine.wait_until(lambda: len(self.changes) >= count,
                                lambda: f"{text} to be read, {len(self.changes)} of {count}\n{self.job}")

    @property
    def unreleased(self):
        """The keys whose last event is not a release."""
        last = dict(self.changes)
        return sorted(key for key, value in last.items() if value)

    def expect_nothing_stuck(self):
        """Fails unless every press has a release and the kernel reports no key as down."""
        self.machine.wait_until(lambda: not self.unreleased, lambda: (
            f"the other reader to see the release of {self.unreleased}\n{self.job}"), 5)
        equal(self.keys_down(), [], "keys down for the other reader")

    def wait_for(self, key, value, timeout=20):
        """Waits until an event of a key was read."""
        self.machine.wait_until(lambda: (key, value) in self.changes,
                                lambda: f"{key} {value} to be read\n{self.job}", timeout)

    def keys_down(self):
        """The keys that are down according to the kernel."""
        def answers():
            return [line for line in self.job.lines if line.startswith("down")]

        count = len(answers())
        self.job.send("\n")
        self.machine.wait_until(lambda: len(answers()) > count, lambda: f"a response of {self.job}")
        return answers()[-1].split()[1:]

    def stop(self):
        self.job.stop()


class EvtestReader:
    """`evtest` on a keyboard, which uses no input library."""

    def __init__(self, machine, node):
        self.machine = machine
        self.job = machine.start("stdbuf", "-oL", "evtest", node)
        self.job.expect("^Testing")

    @property
    def changes(self):
        """All presses, releases and repeats in order, as (key, value)."""
        found = re.findall(r"type 1 \(EV_KEY\), code \d+ \((\w+)\), value (\d)", self.job.out)
        return [(key, int(value)) for key, value in found]

    def expect(self, changes):
        """Waits until exactly these changes were read."""
        expect(self.machine, lambda: self.changes, changes, "keys read by evtest")

    def stop(self):
        self.job.stop()


def free(machine, nodes):
    """The nodes that no program has grabbed; the kernel grants a grab of these."""
    job = machine.help("grabbing", *nodes).wait()
    equal((job.status, job.err), (0, ""), "the result of the requested grab")
    return job.lines


def wait_for_grab(machine, keyboard):
    """Waits until a program has grabbed a keyboard, by polling, because nothing reports a grab."""
    def is_grabbed():
        if not free(machine, [keyboard.node]):
            return True
        machine.pause(0.1)                                   # polling may refuse Keybridge's grab, which is retried after 50 ms
        return False

    machine.wait_until(is_grabbed, f"the grab of {keyboard.node}")
