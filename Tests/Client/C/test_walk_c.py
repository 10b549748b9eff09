# SPDX-License-Identifier: Apache-2.0
"""Compares libkeybridge-client and a toolkit with a model of a text, in random walks.

The service edits, composes and presses keys. Meanwhile the program moves its caret, changes its text, refuses and cuts
input, ends compositions and loses the connection. CLIENT_WALKS is the number of walks, SEED the first seed."""

import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fake_service import Session, sanitized_driver                     # noqa: E402

WALKS = int(os.environ.get("CLIENT_WALKS", "12"))
SEED = int(os.environ.get("SEED", "1"))
STEPS = 60
ALPHABET = "ab é€😀한\u0301"


def length(text, unit):
    """The length of a text in units."""
    return {"utf8": len(text.encode()), "utf16": len(text.encode("utf-16-le")) // 2, "scalars": len(text)}[unit]


class Text:
    """The model: a toolkit's text in code points, and the numbers of the protocol."""

    def __init__(self):
        self.text, self.anchor, self.head, self.limit, self.refuses = "", 0, 0, None, False
        self.begin()
        self.is_dirty = True

    def begin(self):
        """A connection begins."""
        self.preedit, self.fallback, self.composition, self.ended = "", "", 0, -1
        self.number, self.others = 0, 0

    def copy(self):
        other = Text()
        other.__dict__.update(self.__dict__)
        return other

    def delete_selection(self):
        start, end = sorted((self.anchor, self.head))
        self.text = self.text[:start] + self.text[end:]
        self.anchor = self.head = start

    def insert(self, string):
        wanted = string
        if self.refuses:
            string = ""
        while string and self.limit is not None and len((self.text + string).encode()) > self.limit:
            string = string[:-1]
        # Edits that are on their way count on all of it.
        if string != wanted:
            self.is_dirty = True
        self.text = self.text[:self.head] + string + self.text[self.head:]
        self.anchor = self.head = self.head + len(string)

    def edit(self, before, after, string, preedit):
        self.delete_selection()
        if self.refuses:
            self.is_dirty |= bool(before or after)
        else:
            start = max(0, self.head - before)
            self.text = self.text[:start] + self.text[self.head + after:]
            self.anchor = self.head = start
        self.insert(string)
        self.preedit = preedit

    def end(self, inserts):
        """The program ends composing."""
        if not self.preedit:
            return
        self.edit(0, 0, self.fallback if inserts else "", "")
        self.ended, self.is_dirty = self.composition, True

    def settle(self):
        """A report; returns its cause."""
        cause = "other" if self.is_dirty else "edit"
        self.others += self.is_dirty
        self.is_dirty = False
        return cause

    def show(self, preedit):
        self.preedit, self.fallback, self.composition = preedit["text"], preedit["fallback"], preedit["composition"]

    def receive(self, kind, params):
        self.number += 1
        if kind == "preedit":
            if params["composition"] <= self.ended:
                return
            if not self.preedit and params["text"]:
                self.delete_selection()
            self.show(params)
        elif kind == "edit":
            revision, composition = params.get("revision"), params.get("composition")
            if (revision is not None and (self.is_dirty or revision != self.others)) or (
                    composition is not None and composition <= self.ended):
                if self.preedit or params.get("plain"):
                    self.edit(0, 0, params.get("plain") or "", "")
                return
            before, after = params["model"]
            preedit = params.get("preedit")
            self.edit(before, after, params["text"], "")
            if preedit:
                self.show(preedit)
                if preedit["composition"] <= self.ended:
                    self.preedit = ""


class Walk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = sanitized_driver()

    def test_the_text_is_the_model_s_at_every_step(self):
        for seed in range(SEED, SEED + WALKS):
            with self.subTest(seed=seed):
                self.walk(seed)

    def walk(self, seed):
        self.random = random.Random(seed)
        self.unit = self.random.choice(("utf8", "utf16", "scalars"))
        self.session = Session(self.program, offsets=self.unit)
        try:
            self.model = Text()
            self.composition, self.down, self.losses = 0, set(), 0
            if self.random.random() < 0.3:
                self.model.limit = self.random.randrange(30)
            self.session.driver.do("new", field="field", external=True, limit=self.model.limit or 0)
            if self.model.limit == 0:
                self.model.limit = None
            self.session.driver.do("focus", field="field")
            self.report()
            self.session.service.notify("focus.didBegin", container="field")
            for _ in range(STEPS):
                self.step()
        finally:
            status, errors = self.session.close()
        self.assertEqual((status, errors), (0, ""))

    def string(self, most=4):
        return "".join(self.random.choice(ALPHABET) for _ in range(self.random.randrange(most + 1)))

    def step(self):
        for _ in range(self.random.randrange(3) // 2):
            self.program_acts()
        if self.random.random() < 0.02 and self.losses < 2:
            self.lose()
            return
        # The service does not know a revision before its report.
        sent, planned = [], self.model.copy()
        for _ in range(self.random.randrange(4)):
            sent.append(self.message(planned))
        # The messages of the service are on their way while the program acts.
        for _ in range(self.random.randrange(4) // 3):
            self.program_acts()
        if self.model.is_dirty:
            self.model.settle()
        for kind, params in sent:
            if kind == "focus":
                self.model.end(True)
            elif kind != "key":
                self.model.receive(kind, params)
            else:
                self.model.number += 1
        self.report()

    def message(self, planned):
        """Sends a message, and applies it to the state that the service expects."""
        kind = self.random.choice(("edit", "edit", "edit", "preedit", "preedit", "key", "focus") if self.random.random() < 0.3
                                  else ("edit", "edit", "preedit", "key"))
        if kind == "focus":
            self.session.service.notify("focus.didEnd", container="field", reason="committed")
            self.session.service.notify("focus.didBegin", container="field")
            planned.end(True)
            return kind, {}
        params = {"edit": self.edit, "preedit": self.preedit, "key": self.key}[kind](planned)
        if kind == "key":
            planned.number += 1
        else:
            planned.receive(kind, params)
        wire = {name: value for name, value in params.items() if name != "model"}
        self.session.service.notify(f"external.{kind}", container="field", number=planned.number, **wire)
        return kind, params

    def preedit(self, planned):
        if not planned.preedit:
            self.composition += 1
        text = self.string(3)
        places = sorted(self.random.randrange(len(text) + 1) for _ in range(2))
        parts = [text[:places[0]], text[places[0]:places[1]], text[places[1]:]]
        return {"text": text, "composition": self.composition, "fallback": self.string(3),
                "caret": self.random.choice((None, length(parts[0], self.unit))),
                "segments": [{"length": length(part, self.unit), "style": "raw"} for part in parts]}

    def edit(self, planned):
        params = {"text": self.string(), "before": 0, "after": 0, "model": (0, 0)}
        if self.random.random() < 0.5:
            params.update(revision=planned.others - (self.random.random() < 0.2), plain=self.random.choice((self.string(), None, "p")))
            start, end = sorted((planned.anchor, planned.head))
            before, after = self.random.randrange(min(start, 3) + 1), self.random.randrange(min(len(planned.text) - end, 2) + 1)
            params.update(before=length(planned.text[start - before:start], self.unit),
                          after=length(planned.text[end:end + after], self.unit), model=(before, after))
        if planned.preedit:
            params["composition"] = self.composition
            params.setdefault("plain", self.string(2))
        if self.random.random() < 0.3:
            params["preedit"] = self.preedit(Text())
        return {name: value for name, value in params.items() if value is not None}

    def key(self, _):
        code = self.random.randrange(1, 4)
        phase = self.random.choice(("repeated", "ended", "cancelled")) if code in self.down else "began"
        (self.down.add if phase == "began" else self.down.discard if phase != "repeated" else bool)(code)
        return {"phase": phase, "code": code, "key": f"KEY_{code}", "keysym": "x", "keysymValue": code, "modifiers": [],
                "device": "d", "time": 1}

    def program_acts(self):
        model, driver = self.model, self.session.driver
        act = self.random.choice(("change", "change", "caret", "commit", "cancel", "blur", "ended", "refuse"))
        if act in ("change", "caret"):
            if act == "change":
                model.text = self.string(8)
                while model.limit is not None and len(model.text.encode()) > model.limit:
                    model.text = model.text[:-1]
            model.anchor, model.head = (self.random.randrange(len(model.text) + 1) for _ in range(2))
            model.is_dirty = True
            driver.do("change", field="field", text=model.text, **{
                name: len(model.text[:place].encode()) for name, place in (("anchor", model.anchor), ("head", model.head))})
        elif act == "refuse":
            model.refuses = not model.refuses
            driver.do("refuse", field="field", value=model.refuses)
        elif act == "ended":
            if model.preedit:
                if model.fallback and not model.refuses:
                    model.insert(model.fallback)
                model.preedit, model.ended, model.is_dirty = "", model.composition, True
            driver.do("ended", field="field")
        else:
            model.end(act != "cancel")
            driver.do(act, field="field")

    def lose(self):
        """Ends the connection, and begins another one."""
        self.losses += 1
        self.session.service.drop()
        before = len(self.session.driver.events)
        self.session.driver.do("run")
        cancelled = [event["code"] for event in self.session.driver.events[before:] if event.get("phase") == "cancelled"]
        self.assertEqual(sorted(cancelled), sorted(self.down))
        if self.model.preedit:
            self.model.edit(0, 0, self.model.fallback, "")
        self.down.clear()
        self.composition = 0
        self.model.begin()
        self.model.is_dirty = True
        self.session.greet(wait=500)
        self.report()
        self.session.service.notify("focus.didBegin", container="field")

    def report(self):
        """Compares the program's text and its last report with the model."""
        model = self.model
        messages = self.session.exchange()
        reports = [message["params"] for message in messages if message["method"] == "surroundings.set"]
        if model.is_dirty:
            model.settle()
        shown = self.session.driver.do("show", field="field")[-1]
        self.assertEqual((shown["text"], shown["preedit"], shown["known"]), (model.text, model.preedit, model.preedit))
        self.assertEqual((shown["anchor"], shown["head"]), tuple(len(model.text[:place].encode()) for place in (model.anchor, model.head)))
        if reports:
            last = reports[-1]
            self.assertEqual((last["text"], last["anchor"], last["head"], last["seen"]),
                             (model.text, length(model.text[:model.anchor], self.unit), length(model.text[:model.head], self.unit),
                              model.number))
        self.reported = getattr(self, "reported", 0) + sum(report["cause"] == "other" for report in reports)
        if any(message["method"] == "container.create" for message in messages):
            self.reported = sum(report["cause"] == "other" for report in reports)
        # A call that has read for long enough reports in between, so that two changes count as two.
        self.assertIn(self.reported - model.others, range(4))
        model.others = self.reported


if __name__ == "__main__":
    unittest.main()
