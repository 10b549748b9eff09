# SPDX-License-Identifier: Apache-2.0
"""A service with a keyboard that types the text of a pipe, and the programs of Tests/Load."""
import os
import pathlib
import random
import select
import subprocess
import tempfile
import time

LOAD = pathlib.Path(__file__).resolve().parent.parent / "Tests/Load"


class Lost(Exception):
    """The received text is not the typed text, or a resource was leaked."""


class Script:
    """One of the programs of Tests/Load."""

    def __init__(self, name, *words):
        self.process = subprocess.Popen(
            ["python3", "-B", LOAD / name, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.wait_for(b"ready")

    def wait_for(self, line):
        while (read := self.process.stdout.readline()) != line + b"\n":
            if not read:
                raise Lost(f"{self.process.args[2:]} has ended before its time")

    def end(self):
        """Ends the program; returns the words of its last line, which say what it did."""
        rest = self.process.communicate()[0].split(b"\n")
        return [line for line in rest if line][-1].split()[1:]

    def kill(self):
        self.process.kill()
        self.process.communicate()


class Desk:
    """A running service."""

    def __init__(self, keybridge, folder, *options, prefix=(), modes="en-US", variables=None):
        self.folder = tempfile.TemporaryDirectory()
        self.programs, self.control, self.observers = (
            os.path.join(self.folder.name, name) for name in ("programs", "control", "observers"))
        self.settings = os.path.join(self.folder.name, "keybridge.yaml")
        pathlib.Path(self.settings).write_text(f"modes: [{modes}]\nassistance: off\n")
        command = [os.path.join(folder, "typist"), os.path.join(folder, "pipe_keyboard.so"), *prefix, keybridge, "run",
                   "--layout", "us", "--config", self.settings, "--socket", self.programs, "--control", self.control,
                   "--observe", self.observers, "--mirror", "none", *options]
        environment = {**os.environ, "XDG_STATE_HOME": self.folder.name, "HOME": self.folder.name,
                       **(variables or {})}
        self.errors = open(os.path.join(self.folder.name, "errors"), "w+")
        self.typist = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
                                       env=environment)
        self.pid = int(self.typist.stdout.readline())
        while not os.path.exists(self.observers):
            time.sleep(0.002)

    def end(self):
        """Ends the service, whose exit status must be 0; returns its error output."""
        self.typist.stdin.close()
        status = self.typist.wait()
        self.errors.seek(0)
        errors = self.errors.read()
        self.folder.cleanup()
        if status != 0:
            raise Lost(f"the service ended with {status}: {errors}")
        return errors

    # MARK: Costs

    def memory(self):
        """The anonymous memory in kilobytes, which no other process shares."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon:"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def ticks(self):
        """The processor time in seconds."""
        with open(f"/proc/{self.pid}/stat") as file:
            words = file.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Typing:
    """Types random lines through a desk for an honest program, which prints the text that it receives."""

    def __init__(self, desk, seed):
        self.desk = desk
        self.random = random.Random(seed)
        self.honest = Script("honest.py", desk.programs)
        self.typed = 0
        os.set_blocking(self.honest.process.stdout.fileno(), False)
        os.set_blocking(desk.typist.stdin.fileno(), False)

    def text(self, count):
        """Random letters, with an end of line after every 59."""
        return b"".join(bytes(self.random.choices(b"abcdefghijklmnopqrstuvwxyz ", k=59)) + b"\n"
                        for _ in range(max(1, count // 60)))

    def type(self, count, patience=60, during=None):
        """Types about the given number of keys and waits until each has arrived exactly once and in order. Calls
        `during` once while keys are on their way."""
        text = self.text(count)
        given = self.desk.typist.stdin.fileno()
        taken = self.honest.process.stdout.fileno()
        sent = arrived = 0
        end = time.monotonic() + patience
        while arrived < len(text):
            # The service drops notifications for a client that does not read, so the typing must not get far ahead.
            has_more = sent < min(len(text), arrived + 3000)
            can_read, can_write, _ = select.select([taken], [given] if has_more else [], [], 1)
            if can_write:
                sent += os.write(given, text[sent:sent + 1000])
                if during:
                    during()
                    during = None
            if can_read:
                block = os.read(taken, 1 << 16)
                if block != text[arrived:arrived + len(block)] or not block:
                    raise Lost(f"typed {text[arrived:arrived + 80]}, received {block[:80]}")
                arrived += len(block)
            if time.monotonic() > end:
                raise Lost(f"{len(text) - arrived} keys have not arrived in {patience} s")
        self.typed += len(text)
