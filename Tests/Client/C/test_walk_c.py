# SPDX-License-Identifier: Apache-2.0
"""Random walks of a model of the service against a model of a toolkit, with libkeybridge-client between them.

The models are those of ../toolkit_walk.py, which also walks with the client for Python. CLIENT_WALKS is the number of walks, SEED
the first seed."""

import os
import pathlib
import sys
import types
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1])]

import toolkit_walk                                                     # noqa: E402
from fake_service import Session, sanitized_driver                      # noqa: E402

WALKS = int(os.environ.get("CLIENT_WALKS", "12"))
SEED = int(os.environ.get("SEED", "1"))
STEPS = 120
# All characters of a walk have the same size, so that an offset of the model, in code points, is multiplied on the wire. In each
# row are the first character, the unit, and the size of a character in it.
UNITS = [("\u0400", "utf8", 2), ("\u4e00", "utf8", 3), ("\U00020000", "utf8", 4), ("\u4e00", "utf16", 1), ("\U00020000", "utf16", 2),
         ("\U00020000", "scalars", 1)]
# A client waits for longer before each connection.
MOST_LOSSES = 2


class CField:
    """The field of the client for C, in a program of its own, as the walk uses fields."""

    def __init__(self, program, toolkit, unit, size):
        self.toolkit, self.size = toolkit, size
        self.session = Session(program, connects=False, offsets=unit)
        self.session.driver.answer = self.answer
        self.queue, self.connections, self.shown = [], 0, False
        self.session.driver.do("new", field="a", external=True, remote=True)
        self.session.driver.do("focus", field="a")

    # The calls of the client

    def answer(self, event):
        before = self.toolkit.state()
        if event["event"] == "surroundings":
            text, anchor, head = before
            return {"text": text, "anchor": anchor * self.size, "head": head * self.size}
        if event["event"] == "key":
            self.toolkit.key(types.SimpleNamespace(**event))
            return {"changed": self.toolkit.state() != before}
        shown = event.get("preedit") if (event.get("preedit") or {}).get("text") else None
        if self.shown and (event["event"] == "edit" or not shown):
            self.toolkit.preedit(None)
            self.shown = False
        if event["event"] == "edit":
            deleted = event["before"] // self.size, event["after"] // self.size
            if deleted != (0, 0) or event["text"] or shown:
                self.toolkit.edit(*deleted, event["text"])
        elif shown and not self.shown and self.toolkit.anchor != self.toolkit.head:
            self.toolkit.edit(0, 0, "")
        if shown:
            self.toolkit.preedit(types.SimpleNamespace(text=shown["text"], caret=None))
            self.shown = True
        return {}

    # The calls of the walk

    def connected(self, send, _):
        self.send = send
        self.session.greet(wait=500 if self.connections else 0)
        self.connections += 1
        self.run()
        self.session.service.notify("focus.didBegin", container="a")
        self.run()

    def disconnected(self):
        self.queue.clear()
        self.session.service.drop()
        self.session.driver.do("run")

    def follow(self, method, params):
        self.queue.append((method, self.on_the_wire(params)))
        if method == "focus.didEnd":
            self.queue.append(("focus.didBegin", {"container": "a"}))

    def settle(self):
        """Delivers all messages at once."""
        for method, params in self.queue:
            self.session.service.notify(method, **params)
        self.queue.clear()
        self.run()

    def end_composition(self, insert):
        self.do("commit" if insert else "cancel")

    def do(self, name):
        self.session.driver.do(name, field="a")
        self.run()

    def run(self):
        for message in self.session.exchange():
            if message["method"] in ("surroundings.set", "composition.end"):
                params = message["params"]
                self.send(message["method"], **{name: value // self.size if name in ("anchor", "head") else value
                                                for name, value in params.items()})

    def on_the_wire(self, params):
        """Multiplies the offsets."""
        result = dict(params)
        for name in ("before", "after", "caret"):
            if result.get(name):
                result[name] *= self.size
        if "segments" in result:
            result["segments"] = [{**segment, "length": segment["length"] * self.size} for segment in result["segments"]]
        if result.get("preedit"):
            result["preedit"] = self.on_the_wire(result["preedit"])
        return result


class CWalk(toolkit_walk.Walk):
    """A walk with the client for C, which the program notifies of each change, or asks to look for one."""

    def __init__(self, program, seed):
        self.program, self.losses = program, 0
        self.first, self.unit, self.size = UNITS[seed % len(UNITS)]
        super().__init__(seed, ord(self.first))

    def make_field(self):
        return CField(self.program, self.toolkit, self.unit, self.size)

    def will_change(self, replaces):
        self.field.end_composition(not replaces)

    def did_change(self):
        self.field.do(self.random.choice(("changed", "check")))

    def check_copy(self):
        """This client keeps no copy of the text."""

    def check_deletion(self, deleted):
        # Messages arrive together, so that the expected deletions are those of any of them.
        known = {"", *filter(None, self.sent.values())}
        self.expect("".join(deleted) in known, f"{deleted} was deleted, not one of {known}")
        self.dependent += "".join(deleted) != ""

    def kill(self):
        self.losses += 1
        if self.losses <= MOST_LOSSES:
            super().kill()


class Walks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = sanitized_driver()

    def test_random_walks_lose_no_character_and_delete_no_other(self):
        dependent = 0
        for seed in range(SEED, SEED + WALKS):
            with self.subTest(seed=seed):
                dependent += self.walk(seed)
        self.assertGreater(dependent, WALKS / 4)

    def walk(self, seed):
        walk = CWalk(self.program, seed)
        try:
            for _ in range(STEPS):
                walk.step()
            walk.quiet()
        finally:
            status, errors = walk.field.session.close()
        self.assertEqual((status, errors), (0, ""))
        return walk.dependent


if __name__ == "__main__":
    unittest.main()
