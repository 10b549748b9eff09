# SPDX-License-Identifier: Apache-2.0
"""Short scripted sessions of the real program, each with what must hold at its end, whatever failed in it."""

import contextlib
import fcntl
import json
import os
import pathlib
import re
import signal
import sqlite3
import struct
import subprocess
import termios
import time

from machine import KEYS, MILLISECOND, Client, Machine, Restless, Wrong

EXACT = {"autocorrectionType": "no", "autocapitalizationType": "none", "spellCheckingType": "no", "inlinePredictionType": "no"}
SETTINGS = """layout: us
modes: [en-US, zh-Hans+pinyin]
hold-for-accents: false
devices:
- { match: "1209:0021", mode: scanner, scanner: { for: stock, owed: 10 } }
"""
ENGINE = """name: scripted
methods: [pinyin]
languages: [zh]
verbs: [convert, follow]
program: [/usr/bin/python3, -I, -S, {path}]
"""


class Unusable(Exception):
    """The session cannot go on."""


class Session:
    """A session; `tracer` are the words of strace, `failing` the variables of failing.so."""

    def __init__(self, keybridge, tools, tracer=(), failing=None):
        self.keybridge, self.tracer, self.failing, self.said = keybridge, tracer, failing or {}, ""
        self.machine = Machine(tools)
        self.path, self.state = self.machine.path, self.machine.path / "storage"
        self.errors = open(self.path / "errors", "w+", encoding="utf-8", errors="replace")
        self.findings, self.notes = [], []
        # How often the parts are repeated, and more options of the process.
        self.rounds, self.options = 1, {}

    @property
    def environment(self):
        empty = self.path / "empty"
        empty.mkdir(exist_ok=True)
        return {"STATE_DIRECTORY": str(self.state), "KEYBRIDGE_ENGINES": str(self.path / "engines"), "HOME": str(self.path),
                "KEYBRIDGE_LEXICONS": str(empty), "XDG_CONFIG_HOME": str(empty), "LANG": "C.UTF-8", "TERM": "xterm-256color",
                "SWIFT_DETERMINISTIC_HASHING": "1", **self.failing}

    def start(self, *words, **streams):
        self.machine.start(
            [self.keybridge, *words], tracer=self.tracer, preloads=["failing.so"] if self.failing else [],
            variables=self.environment, stderr=self.errors, start_new_session=True, **streams, **self.options)

    # MARK: Hands

    def press(self, keys, keyboard=1):
        codes = [KEYS[name] for name in keys.split("+")]
        for code, value in [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]:
            self.machine.emit(keyboard, code, value)
            self.machine.settle()
            self.machine.pass_time(15 * MILLISECOND)

    def type(self, text, keyboard=1):
        for letter in text:
            self.press(letter, keyboard)

    # MARK: Running

    def run(self):
        """Runs the parts in order, as long as the program runs, then judges the end."""
        try:
            self.begin()
            for part in self.parts():
                try:
                    part()
                except Unusable as mistake:
                    if self.is_running():
                        self.findings.append(str(mistake))
                    break
                except (Wrong, OSError) as mistake:
                    if not self.is_running():
                        break
                    if isinstance(mistake, Restless):
                        self.findings.append(f"it hangs: {mistake}")
                        break
                    self.notes.append(f"{part.__name__}: {mistake}")
            self.judge()
        except Wrong as mistake:
            if self.is_running():
                self.findings.append(f"it hangs: {mistake}")
            else:
                self.judge()
        finally:
            self.machine.end()

    def is_running(self):
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.machine.process.wait(0.05)
        return self.machine.process.poll() is None

    def judge(self):
        """Checks the rules that hold at the end of any session."""
        process = self.machine.process
        if self.is_running():
            os.kill(self.machine.pid, signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                self.findings.append("it does not end at SIGTERM")
                return
        self.errors.flush()
        self.errors.seek(0)
        self.said = self.errors.read()
        status = process.returncode
        if status < 0:
            self.findings.append(f"it was killed by {signal.Signals(-status).name}")
        if "Fatal error" in self.said:
            self.findings.append("it trapped")
        if status > 0 and not self.has_reported():
            self.findings.append(f"it ended with {status} and said nothing")
        self.judge_files()

    def has_reported(self):
        """Whether the program has said what failed."""
        return bool(self.said.strip())

    def judge_losses(self):
        """Checks that a loss is reported."""
        lost = [note for note in self.notes if note.startswith("LOST")]
        if lost and not self.has_reported():
            self.findings.append("; ".join(lost) + ", and nothing was reported")

    def judge_files(self):
        """Every file of the storage is whole, and nothing else is there."""
        if not self.state.exists():
            return
        for path in sorted(self.state.iterdir()):
            if path.suffix != ".sqlite":
                continue
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
                try:
                    result = file.execute("PRAGMA integrity_check").fetchone()[0]
                except sqlite3.Error as error:
                    result = str(error)
            if result != "ok" and path.stat().st_size:
                self.findings.append(f"{path.name} is damaged: {result}")
        for path in self.state.iterdir():
            if ".damaged" in path.name:
                self.notes.append(f"{path.name} was set aside")


class Person(Client):
    """A program whose text a person types."""

    def __init__(self, session, name):
        super().__init__(session.machine, session.path / "programs.sock")
        self.name, self.text, self.asked = name, "", 0

    def hello(self, **questions):
        self.ask("hello", name=self.name, events=["text.didChange"])
        self.ask("container.create", container="field", traits=EXACT if not questions.pop("free", False) else {}, questions=questions)
        return self

    def receive(self, method, params, number):
        if method == "text.didChange":
            start, end = params["range"]
            self.text = self.text[:start] + params["string"] + self.text[end:]
        elif number is not None:
            self.asked += 1
            self.socket.send(json.dumps({"jsonrpc": "2.0", "id": number, "result": True}).encode() + b"\n")
        self.notifications.append((method, params))


class ServiceSession(Session):
    """`keybridge run`: two keyboards, a scanner, programs, an engine, the storage."""

    def begin(self):
        machine = self.machine
        engines = self.path / "engines"
        engines.mkdir()
        source = pathlib.Path(__file__).parents[1] / "EnginesTests/scripted_engine.py"
        (engines / "engine.py").write_bytes(source.read_bytes())
        (engines / "scripted.yaml").write_text(ENGINE.format(path=engines / "engine.py"))
        self.settings = self.path / "keybridge.yaml"
        self.settings.write_text(SETTINGS)
        machine.plug(1, "Keyboard One", product=0x11)
        machine.plug(2, "Keyboard Two", product=0x12)
        machine.plug(3, "Scanner", product=0x21)
        self.start("run", "--config", self.settings, "--socket", self.path / "programs.sock", "--control", self.path / "control.sock",
                   "--mirror", "none", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        machine.settle()
        self.first = self.second = self.control = self.stock = None

    def parts(self):
        return self.rounds * [
            self.connect, self.type_first, self.type_second, self.compose, self.store, self.scan, self.hot_plug, self.reload,
            self.leave, self.release]

    def connect(self):
        """Connects the clients; one that is refused tries again, as a program does."""
        try:
            self.connect_clients()
        except (Wrong, OSError) as mistake:
            self.notes.append(f"a client was refused: {mistake}")
            try:
                self.connect_clients()
            except (Wrong, OSError) as second:
                raise Unusable(f"clients are refused twice: {second}") from second

    def connect_clients(self):
        for client in (self.control, self.first, self.second, self.stock):
            if client:
                client.close()
        self.machine.wait(0.1)
        self.control = Client(self.machine, self.path / "control.sock")
        self.first = Person(self, "first").hello()
        self.second = Person(self, "second").hello(**{"text.shouldChange": True})
        self.stock = Client(self.machine, self.path / "programs.sock")
        self.stock.ask("hello", name="stock", events=[])
        self.stock.ask("delivery.receive")
        self.first.ask("focus.request", container="field")
        self.machine.wait(0.1)

    def expect(self, person, text, keyboard=1):
        """Types for the person that has the keyboard; each letter arrives, unless a message says why not."""
        person.collect()
        before = person.text
        if not self.machine.is_open(keyboard):
            self.notes.append(f"keyboard {keyboard} is not open")
            return
        for letter in text:
            self.press(letter, keyboard)
            person.collect()
            if person.asked:
                self.machine.settle()
                person.collect()
        self.machine.wait(0.5)
        person.collect()
        if person.text != before + text:
            self.notes.append(f"LOST: typed {text!r}, {person.name} received {person.text[len(before):]!r}")

    def type_first(self):
        self.expect(self.first, "abc")
        self.press("shift+d")
        self.machine.settle()
        self.first.collect()

    def activate(self, name):
        for entry in self.control.ask("status")["programs"]:
            if entry["name"] == name and entry["state"] == "connected":
                self.control.ask("programs.activate", program=entry["program"])

    def type_second(self):
        self.second.send("focus.request", container="field")
        self.activate("second")
        self.machine.settle()
        self.second.collect()
        self.expect(self.second, "def")

    def compose(self):
        third = Person(self, "third").hello(free=True)
        third.send("focus.request", container="field")
        self.activate("third")
        self.control.ask("mode.set", mode="zh-Hans+pinyin")
        self.machine.wait(0.5)
        self.type("ni")
        self.press("down")
        self.press(" ")
        self.press("\n")
        self.machine.wait(0.5)
        third.collect()
        if not third.text.strip():
            self.notes.append("LOST: what was composed")
        self.control.ask("mode.set", mode="en-US")
        third.close()
        self.machine.wait(0.1)

    def store(self):
        self.control.ask("settings.set", statusRow=False)
        self.control.ask("replacements.set", shortcut="omw", phrase="On my way!")
        self.control.ask("dictionary.learn", word="Keybridge")
        self.machine.wait(0.1)

    def scan(self):
        self.stock.notifications.clear()
        if self.machine.is_open(3):
            self.type("123\n", 3)
            self.machine.wait(2)
            self.stock.collect()
            items = [params for method, params in self.stock.notifications if method == "delivery.item"]
            if [item["text"] for item in items] != ["123"]:
                self.notes.append(f"LOST: a code; received {items}")
            for item in items:
                self.stock.ask("delivery.ack", through=item["number"])
        self.machine.wait(0.1)

    def hot_plug(self):
        self.machine.emit(2, KEYS["shift"], 1)
        self.machine.settle()
        self.machine.unplug(2)
        self.machine.wait(1)
        self.machine.plug(2, "Keyboard Two", product=0x12)
        self.machine.wait(5)
        self.first.send("focus.request", container="field")
        self.activate("first")
        self.first.collect()
        self.expect(self.first, "gh", keyboard=2)

    def reload(self):
        self.settings.write_text(SETTINGS.replace("accents: false", "accents: true"))
        os.kill(self.machine.pid, signal.SIGHUP)
        self.machine.wait(1)
        self.expect(self.first, "ij")

    def leave(self):
        self.first.close()
        self.machine.wait(0.1)
        self.activate("second")
        self.second.ask("focus.request", container="field")
        self.expect(self.second, "kl")

    def release(self):
        self.second.ask("focus.release")
        self.machine.wait(0.1)
        for number in (1, 2):
            if self.machine.is_grabbed(number):
                status = self.control.ask("status")
                self.findings.append(f"keyboard {number} is grabbed although nothing has the focus; {status}")

    def judge(self):
        super().judge()
        for path in ("programs.sock", "control.sock"):
            if (self.path / path).exists() and self.machine.process.returncode == 0:
                self.notes.append(f"{path} was left behind")
        self.judge_losses()


class ExecSession(Session):
    """`keybridge exec` with a program that writes the lines that it reads to a file."""

    def begin(self):
        self.machine.plug(1, "Keyboard One", product=0x11)
        self.master, slave = os.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.set_blocking(self.master, False)
        self.before = termios.tcgetattr(slave)
        self.slave, self.shown = slave, b""
        self.received = self.path / "received"
        self.start("exec", "--layout", "us", "--", "sh", "-c", f"exec cat >'{self.received}'", stdin=slave, stdout=slave)
        self.machine.settle()

    def parts(self):
        return [*self.rounds * [self.type_line], self.finish]

    def see(self):
        with contextlib.suppress(BlockingIOError, OSError):
            while block := os.read(self.master, 1 << 16):
                self.shown += block

    def type_line(self):
        self.machine.wait(1)
        self.see()
        if not self.machine.is_open(1):
            self.notes.append("the keyboard is not open")
            return
        before = self.received.read_text()
        for letter in "hello\n":
            self.press(letter)
            self.see()
        self.machine.wait(1)
        self.see()
        # The kernel gives the line to the program later, in a thread of its own.
        end = time.monotonic() + 5
        while (received := self.received.read_text().removeprefix(before)) != "hello\n" and time.monotonic() < end:
            time.sleep(0.01)
        if received != "hello\n":
            self.notes.append(f"LOST: typed 'hello', the program received {received!r}")

    def finish(self):
        self.machine.emit(1, KEYS["control"], 1)
        self.press("d")
        self.machine.emit(1, KEYS["control"], 0)
        end = time.monotonic() + 10
        while self.is_running() and time.monotonic() < end:
            with contextlib.suppress(Wrong):
                self.machine.wait(0.5)
            self.see()

    def has_reported(self):
        """The status row says it, too, in which a space may be a movement of the cursor."""
        self.see()
        shown = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]| ", b"", self.shown)
        return super().has_reported() or b"didnotgetitsinput" in shown

    def judge(self):
        super().judge()
        self.judge_losses()
        if termios.tcgetattr(self.slave) != self.before:
            self.findings.append("the terminal was not restored")
        os.close(self.slave)
        os.close(self.master)


SESSIONS = {"run": ServiceSession, "exec": ExecSession}
