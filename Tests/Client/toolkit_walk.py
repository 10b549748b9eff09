#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A random walk of a model of the service against a model of a toolkit, with a client's field between them.

    toolkit_walk.py COUNT STEPS     prints the walks as JSON, a line each, so that the client for Node.js can be compared

The toolkit refuses, cuts, changes its text and moves its caret at any moment; the connection is lost at any moment. Each
character that is typed is unique, so that the walk proves that none is lost or typed twice. The field is that of the client for
Python; C/test_walk_c.py walks with that of the client for C.
"""

import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "Python"))

import keybridge_client as kb                                 # noqa: E402


class ModelToolkit(kb.Toolkit):
    """A text with a selection, which refuses and cuts."""

    def __init__(self, walk):
        self.walk = walk
        self.text, self.anchor, self.head = "", 0, 0
        self.maximum, self.refuses = 1 << 30, False
        self.shown = None
        self.down = set()

    def state(self):
        return [self.text, self.anchor, self.head]

    def surroundings(self):
        return kb.Surroundings(self.text, self.anchor, self.head)

    def replace(self, begin, end, text):
        """Replaces a range, and puts the caret after it; characters that are lost here are no fault of the field."""
        self.walk.lose(self.text[begin:end], kept=text)
        self.text = self.text[:begin] + text + self.text[end:]
        self.anchor = self.head = begin + len(text)

    def edit(self, before, after, text):
        begin, end = sorted((self.anchor, self.head))
        deleted = self.text[begin - before:begin], self.text[end:end + after]
        self.walk.check_deletion(deleted)
        if self.refuses and text:
            self.walk.lose(text, kept=self.text)
        else:
            room = max(0, self.maximum - len(self.text) + (end + after - begin + before))
            self.walk.lose(text[room:], kept="")
            self.replace(begin - before, end + after, text[:room])
        self.walk.record("edit", before, after, text, self.state())

    def preedit(self, marked):
        self.shown = marked and marked.text
        self.walk.record("preedit", self.shown, marked and marked.caret, self.state())

    def key(self, key):
        if key.phase == "began":
            self.walk.expect(key.code not in self.down, "a key that is down began again")
            self.down.add(key.code)
        else:
            self.walk.expect(key.code in self.down, f"a key that is not down: {key.phase}")
            if key.phase != "repeated":
                self.down.discard(key.code)
        if key.phase in ("began", "repeated"):
            if key.key == "KEY_BACKSPACE":
                begin, end = sorted((self.anchor, self.head))
                self.replace(begin - (begin == end and begin > 0), end, "")
            elif key.key == "KEY_LEFT":
                self.anchor = self.head = max(0, self.head - 1)
        self.walk.record("key", key.phase, key.code, self.state())


class Walk:
    """The service, the two directions of the connection, and the checks."""

    def __init__(self, seed, first_character=0x4e00):
        self.random = random.Random(seed)
        self.seed = seed
        self.trace = []
        self.next_character = first_character
        self.typed, self.lost = set(), set()
        self.toolkit = ModelToolkit(self)
        self.field = self.make_field()
        self.expected_deletion = None
        self.dependent = 0
        self.hello()

    # Differences between the clients

    def make_field(self):
        return kb.ExternalField("a", self.toolkit)

    def will_change(self, replaces):
        """The person or the program is about to move the caret, or to replace the text."""

    def did_change(self):
        """They have done so."""

    def check_copy(self):
        """Checks what the field says about the text."""
        self.expect((self.field.text, self.field.anchor, self.field.head) == tuple(self.toolkit.state()), "the field is no copy")

    # Checks

    def expect(self, condition, message):
        if not condition:
            raise AssertionError(f"seed {self.seed}: {message}")

    def record(self, *event):
        self.trace.append(list(event))

    def lose(self, text, kept):
        """Notes characters that the person, the toolkit or the program removed."""
        self.lost |= set(text) - set(kept)

    def check_deletion(self, deleted):
        if self.expected_deletion is None:
            self.expect(deleted == ("", ""), f"{deleted} was deleted")
        else:
            self.expect("".join(deleted) in ("", self.expected_deletion), f"{deleted} was deleted, not {self.expected_deletion!r}")
            self.dependent += "".join(deleted) != ""

    def check_quiet(self):
        """Everything has arrived: both sides agree, and each character is in one place."""
        toolkit = self.toolkit
        composed = self.composed or ""
        for character in self.typed:
            places = toolkit.text.count(character) + composed.count(character)
            self.expect(places <= 1, f"{character} was typed twice")
            self.expect(places == 1 or character in self.lost, f"{character} was lost")
        self.expect(self.seen == self.number, "a message is unseen")
        self.expect(self.belief == (toolkit.text, toolkit.anchor, toolkit.head), f"the service has {self.belief}, the toolkit {toolkit.state()}")
        self.expect((toolkit.shown or "") == composed, f"{toolkit.shown} is shown, not {composed}")
        self.expect(toolkit.down == self.down, "the keys that are down differ")
        self.check_copy()

    # The service

    def hello(self):
        """Begins a connection."""
        self.to_program, self.to_service = [], []
        self.number = self.seen = self.revision = 0
        self.belief = None                       # text, anchor and head, with the effect of unseen edits
        self.unseen = []                         # (number, effect on the belief)
        self.sent = {}                           # by number: the deletion that an edit expects
        self.composition, self.composed = 0, None
        self.shown_by_number = {}                # the text that each preedit shows
        self.ended = set()                       # the compositions that the program ended
        self.down = set()
        self.record("hello")
        self.field.connected(self.take, None)
        self.settle()

    def post(self, method, effect=None, deletion=None, **params):
        self.number += 1
        params = {"container": "a", "number": self.number, **params}
        self.to_program.append((method, params))
        self.sent[self.number] = deletion
        if effect is not None:
            self.unseen.append((self.number, effect))
            self.belief = self.belief and effect(self.belief)

    @staticmethod
    def insertion(before, text, after=0):
        def effect(belief):
            content, anchor, head = belief
            begin, end = sorted((anchor, head))
            begin -= min(begin, before)
            caret = begin + len(text)
            return content[:begin] + text + content[end + after:], caret, caret
        return effect

    def replacement(self, before, after, text, revision, plain):
        """The effect of an edit with a revision, which is stale if a report with the cause `other` came first."""
        applied, stale = self.insertion(before, text, after), self.insertion(0, plain)
        return lambda belief: (applied if revision == self.revision else stale)(belief)

    def character(self):
        self.next_character += 1
        self.typed.add(chr(self.next_character))
        return chr(self.next_character)

    def type(self):
        """A key that is text: plain, composed, or with a replacement of the text before it."""
        text = self.character()
        if self.composed is not None:
            self.composed += text
            self.preedit()
        elif self.random.random() < 0.25:
            self.composition += 1
            self.composed = text
            self.preedit()
        elif self.random.random() < 0.4 and self.belief and self.belief[1] == self.belief[2]:
            content, _, head = self.belief
            count = self.random.randint(1, 3)
            old = content[max(0, head - count):head]
            follower = content[head:head + (self.random.random() < 0.3)]
            new = old[::-1] + follower + text
            self.post("external.edit", self.replacement(len(old), len(follower), new, self.revision, text), deletion=old + follower,
                      before=len(old), after=len(follower), text=new, revision=self.revision, plain=text)
        else:
            self.post("external.edit", self.insertion(0, text), before=0, after=0, text=text)

    def preedit(self):
        text = self.composed
        is_first = len(text) == 1
        self.post("external.preedit", self.insertion(0, "") if is_first else None, composition=self.composition, text=text,
                  segments=[{"length": len(text), "style": "raw"}], caret=len(text), fallback=text)
        self.shown_by_number[self.number] = self.composition, text

    def inner(self):
        """The preedit of an edit."""
        return {"composition": self.composition, "text": self.composed, "fallback": self.composed,
                "segments": [{"length": len(self.composed), "style": "focused"}], "caret": None}

    def commit(self):
        """Ends the composition; sometimes a new one begins in the same message."""
        text, number = self.composed, self.composition
        params = {}
        self.composed = None
        if self.random.random() < 0.3:
            self.composition += 1
            self.composed = self.character()
            params["preedit"] = self.inner()
        applied = self.insertion(0, text)
        self.post("external.edit", lambda belief: belief if number in self.ended else applied(belief), before=0, after=0, text=text,
                  composition=number, plain="", **params)
        self.shown_by_number[self.number] = (self.composition, self.composed) if self.composed else (0, "")

    def cancel(self):
        """Ends the composition without a text."""
        self.lost |= set(self.composed)
        self.composed = None
        self.post("external.preedit", text="", segments=[], caret=0, fallback="")
        self.shown_by_number[self.number] = self.composition, ""

    def press(self):
        name, code = self.random.choice([("KEY_BACKSPACE", 14), ("KEY_LEFT", 105), ("KEY_F5", 63)])
        if code in self.down:
            phase = self.random.choice(["repeated", "ended", "cancelled"])
            if phase != "repeated":
                self.down.discard(code)
        else:
            phase = "began"
            self.down.add(code)
        self.post("external.key", phase=phase, code=code, key=name, keysym="", keysymValue=0, modifiers=[], device="d", time=0)

    def take(self, method, /, **params):
        self.record("send", method, params)
        self.to_service.append((method, params))

    def receive(self):
        """The service handles one message of the program."""
        method, params = self.to_service.pop(0)
        if method == "surroundings.set":
            self.seen = params["seen"]
            self.revision += params.get("cause", "other") == "other"
            self.unseen = [(number, effect) for number, effect in self.unseen if number > self.seen]
            self.belief = params["text"], params["anchor"], params["head"]
            for _, effect in self.unseen:
                self.belief = effect(self.belief)
        elif method == "composition.end":
            self.end(params["composition"], params["outcome"], params["seen"])

    def end(self, composition, outcome, seen):
        """The program ended a composition: what it did not show is typed."""
        self.ended.add(composition)
        mine = [(number, text) for number, (owner, text) in self.shown_by_number.items() if owner == composition]
        shown = next((text for number, text in reversed(mine) if number <= seen), "")
        whole = mine[-1][1] if mine else ""
        if self.composed is not None and self.composition == composition:
            whole, self.composed = self.composed, None
        if outcome == "dropped":
            self.lost |= set(shown)
        if whole[len(shown):]:
            rest = whole[len(shown):]
            # An edit ends the preedit, so that it has to contain one that goes on.
            params = {"preedit": self.inner()} if self.composed else {}
            self.post("external.edit", self.insertion(0, rest), before=0, after=0, text=rest, **params)
            if self.composed:
                self.shown_by_number[self.number] = self.composition, self.composed

    # The program

    def settle(self):
        self.record("settle")
        self.field.settle()

    def deliver(self):
        """The program handles some messages, then reports."""
        count = self.random.randint(1, 4)
        for method, params in self.to_program[:count]:
            self.expected_deletion = self.sent.get(params.get("number"))
            self.record("follow", method, params)
            self.field.follow(method, params)
            self.expected_deletion = None
        del self.to_program[:count]
        self.settle()

    def touch(self):
        """The person or the program changes the text or the caret, with or without a word to the field."""
        toolkit, length = self.toolkit, len(self.toolkit.text)
        kind = self.random.randrange(5)
        if kind in (0, 1):
            self.will_change(replaces=False)
        before = toolkit.state()
        if kind == 0:
            toolkit.anchor = toolkit.head = self.random.randint(0, length)
        elif kind == 1:
            toolkit.anchor, toolkit.head = self.random.randint(0, length), self.random.randint(0, length)
        elif kind == 2:
            toolkit.maximum = self.random.choice([1 << 30, 3, length])
        elif kind == 3:
            toolkit.refuses = not toolkit.refuses
        elif self.random.random() < 0.3:
            self.will_change(replaces=True)
            toolkit.replace(0, len(toolkit.text), self.character())
        if toolkit.state() != before:
            self.record("state", toolkit.state())
            self.did_change()
            if self.random.random() < 0.5:
                self.settle()

    def click(self):
        """A click in mid-word, of which the toolkit notifies the field."""
        insert = self.random.random() < 0.8
        self.record("end", insert)
        self.field.end_composition(insert)
        self.toolkit.anchor = self.toolkit.head = self.random.randint(0, len(self.toolkit.text))
        self.record("state", self.toolkit.state())
        self.did_change()
        self.settle()

    def blur(self):
        """The service ends the focus, and commits nothing."""
        self.to_program.append(("focus.didEnd", {"container": "a", "reason": "committed"}))
        self.composed = None

    def kill(self):
        """The connection is lost: what was on its way is lost with it."""
        shown = self.toolkit.shown or ""
        whole = self.composed or ""
        for text in [whole, *(params.get("text", "") for _, params in self.to_program),
                     *(params.get("preedit", {}).get("text", "") for _, params in self.to_program),
                     *(params.get("plain", "") for _, params in self.to_program),
                     *(text for _, text in self.shown_by_number.values())]:
            self.lost |= set(text) - set(shown) - set(self.toolkit.text)
        self.record("lost")
        self.field.disconnected()
        self.expect(not self.toolkit.down and self.toolkit.shown is None, "keys or composed text survive the connection")
        self.expect(all(character in self.lost or character in self.toolkit.text for character in shown), "the fallback is lost")
        self.hello()

    def quiet(self):
        while self.to_program or self.to_service:
            if self.to_program:
                self.deliver()
            if self.to_service:
                self.receive()
        self.settle()
        while self.to_service:
            self.receive()
        if self.to_program:
            self.quiet()
        else:
            self.check_quiet()

    def step(self):
        actions = [(self.type, 30), (self.press, 8), (self.touch, 6), (self.click, 3), (self.blur, 1), (self.quiet, 2)]
        if self.composed is not None:
            actions += [(self.commit, 8), (self.cancel, 2)]
        if self.to_program:
            actions.append((self.deliver, 30))
        if self.to_service:
            actions.append((self.receive, 30))
        if self.random.random() < 0.01:
            actions = [(self.kill, 1)]
        names, weights = zip(*actions)
        self.random.choices(names, weights)[0]()


def walk(seed, steps):
    """Walks, and returns the walk."""
    one = Walk(seed)
    for _ in range(steps):
        one.step()
    one.quiet()
    return one


if __name__ == "__main__":
    for one in range(int(sys.argv[1])):
        print(json.dumps(walk(one, int(sys.argv[2])).trace))
