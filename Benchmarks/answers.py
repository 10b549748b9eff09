# SPDX-License-Identifier: Apache-2.0
"""Checks that a program with a request to answer does not delay other programs and their users."""
import json
import os
import select
import socket
import sys
import tempfile
import threading
import time

from desk import LOAD, Desk, Lost, Script, Typing

sys.path.insert(0, str(LOAD))
from client import program                               # noqa: E402

HOSTILE = 100
# In milliseconds: the maximum delay of a key for another program, or of another program's request.
BUDGET = 5
# In seconds; the service manager ends a service that sends no message for longer.
WATCHDOG = 1


class Times:
    """A list of durations in milliseconds."""

    def __init__(self):
        self.all = []

    def add(self, seconds):
        self.all.append(seconds * 1000)

    def __str__(self):
        ordered = sorted(self.all)
        if not ordered:
            raise Lost("nothing was measured")
        middle, high = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        over = sum(1 for one in ordered if one > BUDGET)
        return f"median {middle:.2f} ms, 99 % {high:.1f} ms, {over} of {len(ordered)} above {BUDGET} ms"


class Asking(threading.Thread):
    """Another program, which requests a snapshot again and again."""

    def __init__(self, desk):
        super().__init__(daemon=True)
        self.client = program(desk.programs, "asking")
        self.times, self.is_over = Times(), threading.Event()
        self.start()

    def run(self):
        while not self.is_over.wait(0.01):
            begin = time.monotonic()
            self.client.ask("snapshot")
            self.times.add(time.monotonic() - begin)

    def end(self):
        self.is_over.set()
        self.join()
        self.client.close()
        return self.times


class Watchdog(threading.Thread):
    """The service manager's end of the watchdog; measures the longest pause between messages of the service."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.path = os.path.join(folder, "notify")
        self.socket.bind(self.path)
        self.longest, self.last, self.is_over = 0.0, None, False
        self.start()

    def run(self):
        while not self.is_over:
            if not select.select([self.socket], [], [], 0.1)[0]:
                continue
            message = self.socket.recv(4096)
            if b"WATCHDOG=1" in message or b"READY=1" in message:
                now = time.monotonic()
                if self.last is not None:
                    self.longest = max(self.longest, now - self.last)
                self.last = now

    def end(self):
        """Returns the longest pause; fails if the service manager would have ended the service."""
        self.is_over = True
        self.join()
        silent = max(self.longest, time.monotonic() - (self.last or 0))
        if silent > WATCHDOG:
            raise Lost(f"the watchdog heard nothing for {silent:.1f} s")
        return self.longest


class Scene:
    """A service with its watchdog, and hostile programs that do not have the keyboard."""

    def __init__(self, keybridge, folder):
        self.folder = tempfile.TemporaryDirectory()
        self.watchdog = Watchdog(self.folder.name)
        os.environ.update(NOTIFY_SOCKET=self.watchdog.path, WATCHDOG_USEC=str(WATCHDOG * 1_000_000))
        try:
            self.desk = Desk(keybridge, folder)
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]
        self.hostile = Script("answering.py", "clearing", self.desk.programs, 280, HOSTILE)

    def press(self, text):
        os.write(self.desk.typist.stdin.fileno(), text)

    def end(self):
        """Ends all processes; returns the longest pause of the watchdog in seconds."""
        self.hostile.kill()
        silence = self.watchdog.end()
        self.desk.end()
        self.folder.cleanup()
        return silence


def field_texts(script):
    return json.loads(script.end()[0])


def wait_for_texts(script, wanted, seconds=60):
    """Ends a program after some seconds; fails unless its fields have the wanted texts."""
    time.sleep(seconds)
    texts = field_texts(script)
    if texts != wanted:
        raise Lost(f"wanted {wanted}, there is {texts}")


def slow_program(keybridge, folder, row):
    """One program answers yes to each of 200 keys after 50 ms, while another program requests snapshots."""
    scene = Scene(keybridge, folder)
    slow = Script("answering.py", "slow", scene.desk.programs, 50)
    asking = Asking(scene.desk)
    scene.press(b"abcdefghij" * 20)
    wait_for_texts(slow, {"a": "abcdefghij" * 20}, seconds=14)
    times = asking.end()
    # Ends the service while it waits for a program that never answers.
    deaf = Script("answering.py", "slow", scene.desk.programs, 100_000)
    scene.press(b"x")
    time.sleep(0.1)
    begin = time.monotonic()
    # The typist sends SIGTERM at the end of its input.
    scene.desk.typist.stdin.close()
    status = scene.desk.typist.wait()
    ending = (time.monotonic() - begin) * 1000
    deaf.kill()
    scene.hostile.kill()
    silence = scene.watchdog.longest
    if status != 0:
        raise Lost(f"the service ended with {status}")
    row("another program's snapshot, answers after 50 ms", "200 keys", f"{times}")
    row("SIGTERM while an answer is owed", "1", f"{ending:.0f} ms; the watchdog was silent for {silence:.2f} s at most")


def others_keys(keybridge, folder, row):
    """100 programs clear their own fields and respond after 280 ms, while keys are typed for a well-behaved program."""
    scene = Scene(keybridge, folder)
    typing = Typing(scene.desk, 1)
    taken = typing.honest.process.stdout.fileno()
    times = Times()
    for number in range(500):
        letter = b"abcdefghij"[number % 10:number % 10 + 1]
        begin = time.monotonic()
        scene.press(letter)
        if not select.select([taken], [], [], 5)[0] or os.read(taken, 100) != letter:
            raise Lost("a key has not arrived")
        times.add(time.monotonic() - begin)
        time.sleep(0.005)
    typing.honest.kill()
    silence = scene.end()
    row(f"keys of others, {HOSTILE} programs clear and answer late", "500 keys",
        f"{times}; the watchdog was silent for {silence:.2f} s at most")


def order(keybridge, folder, row):
    """Keys typed in a burst, and keys typed 25 ms apart, have the same result as keys typed slowly."""
    scene = Scene(keybridge, folder)
    rounds = 0
    for delay in (0, 40):
        for pause in (0, 0.025, 0.3):
            for kind, keys, wanted in (("upper", b"hello", {"a": "HELLO"}), ("next", b"ab\ncd", {"a": "ab", "b": "cd"})):
                asked = Script("answering.py", kind, scene.desk.programs, delay)
                for key in keys:
                    scene.press(bytes([key]))
                    if pause:
                        time.sleep(pause)
                wait_for_texts(asked, wanted, seconds=0.2 + 2.5 * delay / 1000 * len(keys))
                rounds += 1
    silence = scene.end()
    row("HELLO by text.replace, ab⏎cd by focus.request", f"{rounds} times, 3 speeds",
        f"order kept; the watchdog was silent for {silence:.2f} s at most")


def measure(keybridge, folder, row):
    slow_program(keybridge, folder, row)
    others_keys(keybridge, folder, row)
    order(keybridge, folder, row)
