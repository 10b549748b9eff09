# SPDX-License-Identifier: Apache-2.0
"""A program of Qt with the adapter, and a service that sends the messages that a test wants."""

import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT / "Tests" / "Client" / "C"))

from fake_service import FEATURES, LIMIT, SNAPSHOT, Service    # noqa: E402

PLUGINS = PROJECT / ".build" / "adapter-qt" / "plugins"
KEYS = {  # name: code, keysym, number
    "left": (105, "Left", 0xFF51), "tab": (15, "Tab", 0xFF09), "escape": (1, "Escape", 0xFF1B), "return": (28, "Return", 0xFF0D),
    "backspace": (14, "BackSpace", 0xFF08), "space": (57, "space", 0x20), "a": (30, "a", 0x61), "s": (31, "s", 0x73),
    "z": (44, "z", 0x7A), "p": (25, "p", 0x70)}


class Program:
    """The program `program.py`."""

    def __init__(self, socket, *arguments, platform="offscreen", **environment):
        self.folder = tempfile.TemporaryDirectory()
        inherited = {name: value for name, value in os.environ.items()
                     if not name.startswith(("QT_", "QML", "LANG", "LC_")) and name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment = {**inherited, "QT_QPA_PLATFORM": platform, "QT_IM_MODULE": "keybridge", "QT_PLUGIN_PATH": str(PLUGINS),
                       "KEYBRIDGE_SOCKET": str(socket), "LC_ALL": "C.UTF-8", "XDG_RUNTIME_DIR": self.folder.name,
                       "QT_QUICK_BACKEND": "software", "PYTHONDONTWRITEBYTECODE": "1", "HOME": self.folder.name, **environment}
        self.errors = tempfile.TemporaryFile(mode="w+")
        self.process = subprocess.Popen(
            ["/usr/bin/python3", pathlib.Path(__file__).with_name("program.py"), *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            env={name: value for name, value in environment.items() if value is not None})
        self.output = b""
        self.value()

    def value(self):
        while b"\n" not in self.output:
            if not select.select([self.process.stdout], [], [], LIMIT)[0]:
                raise AssertionError("the program does not respond: " + self.log())
            piece = os.read(self.process.stdout.fileno(), 1 << 20)
            if not piece:
                raise AssertionError(f"the program has ended ({self.process.wait()}): {self.log()}")
            self.output += piece
        line, _, self.output = self.output.partition(b"\n")
        return json.loads(line)["value"]

    def __call__(self, source):
        """Evaluates a line of Python in the program."""
        self.process.stdin.write(json.dumps(source).encode() + b"\n")
        self.process.stdin.flush()
        return self.value()

    def log(self):
        """The text that the program has printed to its standard error."""
        self.errors.seek(0)
        return self.errors.read()

    def end(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if not stream.closed:
                stream.close()
        log = self.log()
        self.errors.close()
        self.folder.cleanup()
        return self.process.returncode, log


class FakeService(Service):
    """A service for one program, which agrees to everything and remembers the containers."""

    def __init__(self):
        super().__init__()
        self.containers, self.focused, self.reports, self.requests, self.numbers = {}, None, [], [], {}

    def greet(self):
        self.accept()
        self.containers, self.focused, self.numbers = {}, None, {}
        self.wait_for(lambda: self.focused)

    def wait_for(self, condition, limit=LIMIT):
        """Handles requests until a condition is true."""
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"the program did not send what the test waits for; last {self.requests[-5:]}")
            select.select([self.connection], [], [], 0.05)
            self.handle()

    def settle(self, seconds=0.15):
        """Handles requests until none has arrived for a moment."""
        while select.select([self.connection], [], [], seconds)[0]:
            if not self.handle():
                break

    def handle(self):
        messages = self.lines()
        for message in messages:
            method, params = message.get("method"), message.get("params", {})
            result = {}
            self.requests.append((method, params))
            name = params.get("container")
            if method == "hello":
                result = {"features": FEATURES, "resumed": False, "token": "t", "version": "1.1", "snapshot": SNAPSHOT}
            elif method == "container.create":
                self.containers[name] = params
                self.numbers[name] = 0
            elif method == "container.set":
                for member in ("traits", "properties"):
                    self.containers[name].setdefault(member, {}).update(params.get(member) or {})
            elif method == "container.remove":
                del self.containers[name]
            elif method == "surroundings.set":
                self.reports.append(params)
            elif method == "focus.request":
                result = {"outcome": "granted"}
                self.change_focus(name)
            elif method == "focus.release":
                self.change_focus(None)
            self.respond(message, result)
        return messages

    def change_focus(self, name):
        if self.focused and self.focused in self.containers:
            self.notify("focus.didEnd", container=self.focused, reason="committed")
        self.focused = name
        if name:
            self.notify("focus.didBegin", container=name)

    @property
    def container(self):
        """The container with the focus."""
        return self.containers.get(self.focused)

    def is_editable(self):
        return self.container is not None and self.container.get("properties", {}).get("isEditable", True)

    def number(self, name=None):
        name = name or self.focused
        self.numbers[name] += 1
        return self.numbers[name]

    def edit(self, text, before=0, after=0, **members):
        self.notify("external.edit", container=self.focused, number=self.number(), before=before, after=after, text=text, **members)

    def preedit(self, text, composition=1, fallback=None, segments=None, caret=None):
        units = len(text.encode("utf-16-le")) // 2
        self.notify("external.preedit", container=self.focused, number=self.number(), text=text, composition=composition,
                    fallback=text if fallback is None else fallback, caret=caret,
                    segments=segments if segments is not None else [{"length": units, "style": "raw"}])

    def key(self, name, phase="began", modifiers=(), container=None, **members):
        code, keysym, value = KEYS[name]
        self.notify("external.key", container=container or self.focused, number=self.number(container), phase=phase, **{
            "code": code, "key": "KEY_" + name.upper(), "keysym": keysym, "keysymValue": value, "modifiers": list(modifiers),
            "device": "/dev/input/event0", "time": 1000, **members})

    def press(self, name, **members):
        container = self.focused
        self.key(name, "began", container=container, **members)
        self.settle()
        if container in self.containers:
            self.key(name, "ended", container=container, **members)

    def candidates(self, *texts, kind="inputMethod", highlighted=0):
        items = [{"text": text} for text in texts]
        self.notify("candidates.didChange", list={
            "kind": kind, "items": items, "first": 0, "highlighted": highlighted, "isExpanded": False, "page": 1, "pages": 1} if texts else None)


class Case(unittest.TestCase):
    """Tests with a program and a service."""

    quick = False
    platform = "offscreen"

    def start(self, service=None, greets=True, **environment):
        self.service = service or FakeService()
        self.addCleanup(self.service.close)
        self.program = Program(self.service.path, *(["--quick"] if self.quick else []), platform=self.platform, **environment)
        self.addCleanup(self.end, self.program)
        if greets:
            self.service.greet()
            self.service.settle()

    def end(self, program):
        status, log = program.end()
        self.assertEqual(status, 0, log)

    def eventually(self, source, value):
        """Waits until an expression in the program has a value."""
        end = time.monotonic() + LIMIT
        while (found := self.program(source)) != value:
            if time.monotonic() > end:
                self.fail(f"{source} is {found!r}, not {value!r}; {self.program.log()}")
            if self.service.connection:
                self.service.settle(0.02)
            else:
                time.sleep(0.02)

    def focus(self, widget):
        before = self.service.focused
        self.program(f"window.{widget}.setFocus()")
        self.service.wait_for(lambda: self.service.focused != before)
        self.service.settle()
        self.program("taken()")
