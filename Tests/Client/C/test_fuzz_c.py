# SPDX-License-Identifier: Apache-2.0
"""Sends libkeybridge-client lines with random mistakes: it reports errors, and neither crashes, hangs nor leaks.

CLIENT_FUZZES is the number of conversations, SEED the first seed."""

import contextlib
import json
import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fake_service import SNAPSHOT, Session, sanitized_driver           # noqa: E402

FUZZES = int(os.environ.get("CLIENT_FUZZES", "6"))
SEED = int(os.environ.get("SEED", "1"))
LINES = 150

CONTAINER = {"container": "name", "revision": 1, "anchor": 0, "head": 2, "marked": [0, 1], "isEnabled": True, "kind": "textView",
             "traits": {}, "text": "ab"}
PREEDIT = {"text": "é한", "composition": 2, "fallback": "é", "caret": 2, "segments": [{"length": 2, "style": "focused"}]}
CANDIDATES = {"first": 0, "highlighted": 1, "isExpanded": False, "items": [{"text": "è"}, {"text": "é", "annotation": "x", "role": "literal"}],
              "kind": "inputMethod", "page": 0, "pages": 2, "reading": "e"}
ROW = {"chords": "cmd+b", "id": "bold", "keys": "cmd+b", "pressed": "cmd+b", "state": "on", "symbols": "⌘B", "title": "Bold"}
MESSAGES = [
    ("text.didChange", {"container": "name", "origin": "user", "range": [0, 0], "string": "é😀", "revision": 3}),
    ("selection.didChange", {"container": "name", "anchor": 1, "head": 0}),
    ("marked.didChange", {"container": "name", "range": [0, 1], "string": "´", "segments": [{"length": 1, "style": "raw"}]}),
    ("spelling.didChange", {"container": "name", "range": [0, 9], "misspelled": [[0, 1], [2, 3]]}),
    ("inline.didChange", {"container": "name", "text": "lo"}),
    ("correction.offered", {"container": "name", "range": [0, 1], "replacement": "the", "typed": "teh"}),
    ("candidates.didChange", {"list": CANDIDATES}), ("hud.shown", {"firstRow": 0, "groups": [{"title": "A", "rows": [ROW]}], "prefix": ""}),
    ("focus.didBegin", {"container": "name"}), ("focus.didBegin", {"container": "field"}),
    ("focus.didEnd", {"container": "field", "reason": "committed"}), ("resync", {**SNAPSHOT, "containers": [CONTAINER], "focus": "name"}),
    ("traits.didChange", {"container": "name", "traits": {"isSecureTextEntry": True}}), ("command.invoked", {"id": "a", "title": "b", "target": "c"}),
    ("external.edit", {"container": "field", "before": 1, "after": 0, "text": "x", "revision": 1, "plain": "p", "preedit": PREEDIT}),
    ("external.edit", {"container": "field", "before": 0, "after": 0, "text": "ab", "composition": 2}),
    ("external.preedit", {"container": "field", **PREEDIT}),
    ("external.key", {"container": "field", "phase": "began", "code": 30, "key": "KEY_A", "keysym": "a", "keysymValue": 97,
                      "modifiers": ["shift"], "characters": "A", "device": "d", "time": 1}),
]
VALUES = [None, True, -1, 0, 1, 1 << 40, 1 << 62, -(1 << 63), 1.5, 1e300, "", "é\0x", "x" * 3000, [], {}, [[]], [1, 2], {"a": []}, "raw", "name", "field"]


class Fuzz(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = sanitized_driver()

    def test_random_mistakes_cause_errors_and_nothing_else(self):
        for seed in range(SEED, SEED + FUZZES):
            with self.subTest(seed=seed):
                self.converse(seed)

    def converse(self, seed):
        self.random = random.Random(seed)
        lines = LINES
        while lines > 0:
            session = Session(self.program, handles=True)
            try:
                lines = self.talk(session, lines)
            finally:
                status, errors = session.close()
            self.assertEqual((status, errors), (0, ""))

    def talk(self, session, lines):
        """Sends lines until the client ends the connection; returns how many are left."""
        session.driver.do("new", field="name", kind="textView")
        session.driver.do("new", field="field", external=True)
        session.driver.do("focus", field="field")
        session.exchange()
        number = 0
        while lines > 0:
            lines -= 1
            method, params = self.random.choice(MESSAGES)
            params = json.loads(json.dumps(params))
            if method.startswith("external."):
                number += 1
                params["number"] = number
            self.send(session, {"jsonrpc": "2.0", "method": method, "params": params})
            session.driver.do("run")
            self.act(session)
            for message in session.service.lines():
                self.answer(session, message)
            if session.service.is_closed():
                # The interval between connections grows, so usually another program begins.
                if self.random.random() < 0.7:
                    break
                number = 0
                session.greet(resumed=self.random.random() < 0.5, wait=1, containers=self.random.choice(([], [CONTAINER])))
                session.exchange()
        for name in ("name", "field"):
            session.driver.do("show", field=name, width=self.random.randrange(30))
        return lines

    def answer(self, session, message):
        if "method" not in message or self.random.random() < 0.3:
            return
        result = self.random.choice(({}, CONTAINER, {"words": [{"range": [0, 1], "text": "a"}]}, {"outcome": "refused"}))
        self.send(session, {"jsonrpc": "2.0", "id": message["id"], **self.random.choice((
            {"result": result}, {"error": {"code": 1, "message": "no", "data": {"name": "stale", "place": "/"}}}))}, 0.2)

    def act(self, session):
        name = self.random.choice(("commit", "cancel", "change", "words", "show", "replace", "select", "set", "choose", "run", "run", "run"))
        field = "field" if name in ("commit", "cancel", "change") else "name"
        session.driver.do(name, field=field, text="é", anchor=0, head=2, start=0, end=0, number=1, width=5)

    def send(self, session, message, most=0.25):
        """Sends a message, usually without a mistake."""
        kind = self.random.random()
        if kind < most:
            self.change(message)
        line = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        if kind > 0.98:
            line = self.damaged(line)
        if self.random.random() < 0.1:
            place = self.random.randrange(len(line))
            pieces = [line[:place], line[place:]]
        else:
            pieces = [line]
        for piece in pieces:
            # The client may have closed the connection.
            with contextlib.suppress(BrokenPipeError):
                session.service.raw(piece)
            session.driver.do("run")

    def change(self, message):
        """Replaces or removes a member at any depth."""
        value = message["params"] if "params" in message else message
        while True:
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            if not keys:
                return
            key = self.random.choice(keys)
            if isinstance(value[key], (dict, list)) and value[key] and self.random.random() < 0.7:
                value = value[key]
            elif self.random.random() < 0.2:
                del value[key]
                return
            else:
                value[key] = self.random.choice(VALUES)
                return

    def damaged(self, line):
        kind = self.random.randrange(4)
        if kind == 0:
            return line[:self.random.randrange(len(line))] + b"\n"
        if kind == 1:
            place = self.random.randrange(len(line))
            return line[:place] + bytes([self.random.randrange(256)]) + line[place:]
        if kind == 2:
            return b'{"a":' * self.random.randrange(5000) + b"\n"
        return line + line


if __name__ == "__main__":
    unittest.main()
