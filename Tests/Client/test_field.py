# SPDX-License-Identifier: Apache-2.0
"""Tests the fields of keybridge_client, and LoopClient."""

import asyncio
import json
import os
import pathlib
import socket
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import toolkit_walk                                           # noqa: E402
from external_service import ExternalService                  # noqa: E402

import keybridge_client as kb                                 # noqa: E402

WALKS = int(os.environ.get("KEYBRIDGE_WALKS", "150"))


class Text(kb.Toolkit):
    """A text of a toolkit, which notes its calls."""

    def __init__(self, text="", anchor=0, head=None):
        self.text, self.anchor, self.head = text, anchor, anchor if head is None else head
        self.maximum = 1 << 30
        self.keys, self.shown = [], []
        self.on_key = lambda key: None

    def surroundings(self):
        return kb.Surroundings(self.text, self.anchor, self.head)

    def edit(self, before, after, text):
        begin, end = sorted((self.anchor, self.head))
        assert before <= begin and after <= len(self.text) - end
        text = text[:self.maximum - len(self.text) + before + end - begin + after]
        self.text = self.text[:begin - before] + text + self.text[end + after:]
        self.anchor = self.head = begin - before + len(text)

    def preedit(self, marked):
        self.shown.append(marked and marked.text)

    def key(self, key):
        self.keys.append((key.phase, key.key))
        self.on_key(key)


class Unknown(Text):
    """A text that cannot be reported."""

    def surroundings(self):
        return None


def key(number, phase="began", name="KEY_ENTER", code=28):
    return {"number": number, "phase": phase, "key": name, "code": code, "device": "d"}


def preedit(number, text, composition=1, **params):
    return {"number": number, "composition": composition, "text": text, "segments": [{"length": len(text), "style": "raw"}],
            "caret": len(text), "fallback": text, **params}


class ExternalFieldTests(unittest.TestCase):
    def field(self, toolkit, **options):
        self.sent = []
        field = kb.ExternalField("a", toolkit, **options)
        field.connected(lambda method, /, **params: self.sent.append((method, params)), None)
        field.settle()
        return field

    def last(self):
        method, params = self.sent[-1]
        return method, {name: value for name, value in params.items() if name != "container"}

    def test_random_walks_lose_no_character_and_delete_no_other(self):
        self.assertGreater(sum(toolkit_walk.walk(seed, 150).dependent for seed in range(WALKS)), WALKS / 4)

    def test_surroundings_are_reported_with_the_last_number_and_their_cause(self):
        toolkit = Text("ab", 1)
        field = self.field(toolkit)
        self.assertEqual(self.last(), ("surroundings.set", {"seen": 0, "cause": "other", "text": "ab", "anchor": 1, "head": 1}))
        field.settle()
        self.assertEqual(len(self.sent), 1)
        field.follow("external.edit", {"number": 1, "before": 1, "after": 1, "text": "😀"})
        field.settle()
        self.assertEqual(self.last(), ("surroundings.set", {"seen": 1, "cause": "edit", "text": "😀", "anchor": 1, "head": 1}))
        toolkit.head = 0
        field.changed()
        self.assertEqual(self.last(), ("surroundings.set", {"seen": 1, "cause": "other", "text": "😀", "anchor": 1, "head": 0}))

    def test_a_text_that_is_not_known_is_only_acknowledged(self):
        toolkit = Unknown()
        field = self.field(toolkit)
        # Once without a message, so that keys wait for it from the first one on.
        self.assertEqual((len(self.sent), self.last()), (1, ("surroundings.set", {"seen": 0, "cause": "edit"})))
        field.follow("external.edit", {"number": 1, "text": "é"})
        field.settle()
        self.assertEqual((toolkit.text, self.last()), ("é", ("surroundings.set", {"seen": 1, "cause": "edit"})))

    def test_a_stale_edit_inserts_plain_text(self):
        toolkit = Text("teh", 3)
        field = self.field(toolkit)
        edit = {"before": 3, "text": "the ", "revision": 1, "plain": " "}
        toolkit.anchor = toolkit.head = 1
        field.follow("external.edit", {"number": 1, **edit})
        self.assertEqual(toolkit.text, "t eh")
        field.settle()
        self.assertEqual(self.last()[1]["cause"], "other")
        field.follow("external.edit", {"number": 2, **edit})
        self.assertEqual(toolkit.text, "t  eh")
        field.settle()
        toolkit.__init__("teh", 3)
        field.settle()
        field.follow("external.edit", {"number": 3, **edit, "revision": 3})
        self.assertEqual(toolkit.text, "the ")

    def test_an_edit_after_one_that_was_cut_is_stale(self):
        toolkit = Text("abcd", 4)
        toolkit.maximum = 4
        field = self.field(toolkit)
        field.follow("external.edit", {"number": 1, "text": "e"})
        field.follow("external.edit", {"number": 2, "before": 2, "text": "DE", "revision": 1})
        self.assertEqual(toolkit.text, "abcd")
        field.settle()
        self.assertEqual(self.last()[1]["cause"], "other")
        field.follow("external.edit", {"number": 3, "before": 2, "text": "CD", "revision": 1, "plain": "x"})
        field.follow("external.edit", {"number": 4, "before": 2, "text": "CD", "revision": 2})
        self.assertEqual(toolkit.text, "abcd")
        field.settle()
        field.follow("external.edit", {"number": 5, "before": 2, "text": "CD", "revision": 3})
        self.assertEqual(toolkit.text, "abCD")

    def test_composed_text_deletes_the_selection_and_is_not_in_the_text(self):
        toolkit = Text("abcd", 1, 3)
        field = self.field(toolkit)
        field.follow("external.preedit", preedit(1, "きょ"))
        self.assertEqual((toolkit.text, toolkit.shown, field.shown), ("ad", ["きょ"], ("aきょd", 3)))
        field.settle()
        self.assertEqual(self.last()[1]["text"], "ad")
        field.follow("external.edit", {"number": 2, "text": "今日", "composition": 1, "preedit": preedit(0, "は", 2, caret=None)})
        self.assertEqual((toolkit.text, toolkit.shown, field.shown), ("a今日d", ["きょ", None, "は"], ("a今日はd", None)))
        field.follow("external.preedit", preedit(3, "late", 1))
        field.follow("external.preedit", preedit(4, "", 2))
        self.assertEqual((toolkit.shown[3:], field.marked), ([None], None))

    def test_a_composition_that_the_program_ended_stays_ended(self):
        toolkit = Text("ab", 1)
        field = self.field(toolkit)
        field.follow("external.preedit", preedit(1, "きょ"))
        field.end_composition()
        self.assertEqual([method for method, _ in self.sent[-2:]], ["composition.end", "surroundings.set"])
        self.assertEqual(self.sent[-2][1], {"container": "a", "composition": 1, "outcome": "inserted", "seen": 1})
        self.assertEqual(self.sent[-1][1]["cause"], "other")
        field.follow("external.preedit", preedit(2, "きょう"))
        field.follow("external.edit", {"number": 3, "text": "今日", "composition": 1, "plain": ""})
        self.assertEqual((toolkit.text, field.marked), ("aきょb", None))
        field.follow("external.preedit", preedit(4, "x", 2))
        self.assertEqual(field.marked.text, "x")

    def test_a_change_in_mid_composition_ends_it(self):
        for change, text, outcome in [(lambda toolkit: setattr(toolkit, "anchor", 0) or setattr(toolkit, "head", 0), "kab", "inserted"),
                                      (lambda toolkit: setattr(toolkit, "text", "xy"), "xy", "dropped")]:
            toolkit = Text("ab", 2)
            field = self.field(toolkit)
            field.follow("external.preedit", preedit(1, "k"))
            change(toolkit)
            field.settle()
            self.assertEqual((toolkit.text, self.sent[-2][1]["outcome"], field.marked), (text, outcome, None))

    def test_the_end_of_the_focus_and_of_the_connection_insert_the_fallback(self):
        toolkit = Text()
        field = self.field(toolkit)
        field.follow("focus.didBegin", {})
        field.follow("external.preedit", preedit(1, "今日", fallback="きょう"))
        field.follow("focus.didEnd", {})
        field.settle()
        self.assertEqual((toolkit.text, self.last()[1]["cause"], field.has_focus), ("きょう", "other", False))
        self.assertNotIn("composition.end", [method for method, _ in self.sent])
        field.follow("external.preedit", preedit(2, "は", 2))
        field.follow("external.key", key(3))
        field.disconnected()
        self.assertEqual((toolkit.text, toolkit.keys, toolkit.shown[-1]),
                         ("きょうは", [("began", "KEY_ENTER"), ("cancelled", "KEY_ENTER")], None))
        field.settle()
        field.connected(lambda method, /, **params: self.sent.append((method, params)), None)
        field.follow("external.edit", {"number": 1, "text": "!"})
        self.assertEqual(toolkit.text, "きょうは!")

    def test_each_press_has_one_end_whatever_the_service_sends(self):
        toolkit = Text()
        field = self.field(toolkit)
        for number, phase in enumerate(["ended", "began", "began", "repeated", "ended", "ended", "repeated", "began", "cancelled", "??"], 1):
            field.follow("external.key", key(number, phase))
        self.assertEqual([phase for phase, _ in toolkit.keys], ["began", "repeated", "ended", "began", "cancelled"])
        for code in range(300):
            field.follow("external.key", key(11 + code, code=code))
        field.disconnected()
        self.assertEqual(len(toolkit.keys), 5 + 2 * 256)

    def test_a_change_by_a_key_is_a_change_of_the_toolkit(self):
        toolkit = Text("abc", 3)
        field = self.field(toolkit)
        toolkit.on_key = lambda key: toolkit.edit(1, 0, "") if key.phase == "began" else None
        field.follow("external.key", key(1))
        field.follow("external.edit", {"number": 2, "before": 3, "text": "X", "revision": 1, "plain": "x"})
        self.assertEqual(toolkit.text, "abx")
        field.settle()
        self.assertEqual(self.last()[1], {"seen": 2, "cause": "other", "text": "abx", "anchor": 3, "head": 3})

    def test_a_secret_is_not_reported_and_nothing_is_composed_in_it(self):
        toolkit = Text("pw", 2)
        field = self.field(toolkit, traits={"isSecureTextEntry": True})
        field.follow("external.preedit", preedit(1, "k"))
        field.follow("external.edit", {"number": 2, "text": "é"})
        field.settle()
        self.assertEqual((toolkit.text, toolkit.shown), ("pwé", []))
        self.assertNotIn("pw", json.dumps(self.sent))
        self.assertEqual(self.last(), ("surroundings.set", {"seen": 2, "cause": "edit"}))
        other = self.field(Text())
        other.follow("external.preedit", preedit(1, "secret"))
        other.change(traits={"isSecureTextEntry": True})
        self.assertEqual([params.get("outcome") for _, params in self.sent if "outcome" in params], ["dropped"])
        self.assertEqual(self.last(), ("container.set", {"traits": {"isSecureTextEntry": True}}))
        # The service keeps what was a secret once, until the container is created again.
        other.change(traits={"isSecureTextEntry": False})
        other.follow("external.edit", {"number": 2, "text": "a"})
        other.settle()
        self.assertEqual(self.last()[1], {"seen": 2, "cause": "edit"})
        other.disconnected()
        other.connected(lambda method, /, **params: self.sent.append((method, params)), None)
        other.settle()
        self.assertEqual(self.last()[1]["text"], "a")

    def test_control_characters_and_halves_of_characters_are_not_inserted(self):
        toolkit = Text()
        field = self.field(toolkit)
        field.follow("external.edit", {"number": 1, "text": "a\x00\n\t\x7f\x85\ud800👩‍🚀b"})
        self.assertEqual(toolkit.text, "a?👩‍🚀b")
        toolkit = Text()
        self.field(toolkit, is_multiline=True).follow("external.edit", {"number": 1, "text": "a\nb"})
        self.assertEqual(toolkit.text, "a\nb")

    def test_deletions_beyond_the_text_are_cut(self):
        toolkit = Text("abc", 1)
        self.field(toolkit).follow("external.edit", {"number": 1, "before": 9, "after": 9, "text": "x"})
        self.assertEqual(toolkit.text, "x")

    def test_an_invalid_message_ends_the_connection(self):
        for method, params, message in [
                ("external.edit", {"number": 2}, "number 2 to 'a' after 0"), ("external.edit", {}, "invalid number"),
                ("external.edit", {"number": 1, "before": -1}, "invalid before"), ("external.edit", {"number": 1, "text": 7}, "invalid text"),
                ("external.edit", {"number": 1, "preedit": {"text": []}}, "invalid text"), ("external.key", {"number": 1, "code": True}, "invalid code"),
                ("external.preedit", {"number": 1, "text": "a", "segments": [{"length": "1"}]}, "invalid segments"),
                ("external.key", {"number": 1, "modifiers": 5}, "invalid modifiers")]:
            toolkit = Text()
            with self.subTest(params), self.assertRaisesRegex(kb.ConnectionLost, message):
                self.field(toolkit).follow(method, params)
            self.assertEqual((toolkit.text, toolkit.keys), ("", []))

    def test_a_long_text_is_reported_around_the_selection(self):
        toolkit = Text("é" * 5000, 2500, 2600)
        self.field(toolkit)
        report = self.last()[1]
        self.assertEqual((len(report["text"].encode()), report["anchor"], report["head"]), (4000, 950, 1050))
        for anchor, head, expected in [(0, 0, (2000, 0)), (5000, 5000, (2000, 2000)), (100, 100, (2000, 100))]:
            toolkit = Text("é" * 5000, anchor, head)
            self.field(toolkit)
            report = self.last()[1]
            self.assertEqual((len(report["text"]), report["head"]), expected)
        self.field(Text("é" * 5000, 0, 2001))
        self.assertNotIn("text", self.last()[1])
        self.field(Text("\ud800", 1))
        self.assertEqual(self.last()[1]["text"], "?")
        with self.assertRaisesRegex(ValueError, "the selection 1 to 1 is not in a text of 0 characters"):
            self.field(Text("", 1))

    def test_an_exception_of_the_toolkit_leaves_the_numbers_right(self):
        toolkit = Text()
        field = self.field(toolkit)
        toolkit.on_key = lambda key: 1 / 0
        with self.assertRaises(ZeroDivisionError):
            field.follow("external.key", key(1))
        field.follow("external.edit", {"number": 2, "text": "a"})
        field.settle()
        self.assertEqual(self.last()[1]["seen"], 2)


class FieldTests(unittest.TestCase):
    def field(self, **container):
        field = kb.Field("a")
        field.connected(lambda *words, **params: None, {"text": "", "anchor": 0, "head": 0, "marked": None, "revision": 1, **container})
        return field

    def test_a_field_follows_changes_of_utf16_ranges(self):
        field = self.field(text="😀b", anchor=2, head=2)
        self.assertEqual((field.text, field.anchor, field.shown), ("😀b", 1, ("😀b", 1)))
        self.assertTrue(field.follow("text.didChange", {"range": [2, 3], "string": "é", "revision": 2}))
        self.assertFalse(field.follow("text.didChange", {"range": [2, 3], "string": "é", "revision": 2}))
        field.follow("selection.didChange", {"anchor": 3, "head": 2})
        self.assertEqual((field.text, field.anchor, field.head, field.revision), ("😀é", 2, 1, 2))
        field.follow("inline.didChange", {"text": "lo"})
        self.assertEqual(field.inline, "lo")

    def test_composed_text_is_shown_at_its_place(self):
        field = self.field(text="😀かb", marked=[2, 3], anchor=3, head=3)
        self.assertEqual((field.text, field.shown), ("😀b", ("😀かb", 2)))
        field.follow("marked.didChange", {"range": [2, 4], "string": "かん", "segments": [{"length": 1, "style": "focused"}, {"length": 1, "style": "raw"}]})
        field.follow("selection.didChange", {"anchor": 4, "head": 4})
        self.assertEqual(field.shown, ("😀かんb", 3))
        self.assertEqual([(one.length, one.style) for one in field.marked.segments], [(1, "focused"), (1, "raw")])
        field.follow("marked.didChange", {"range": None, "string": ""})
        field.follow("text.didChange", {"range": [2, 2], "string": "感", "revision": 2})
        self.assertEqual((field.text, field.marked), ("😀感b", None))

    def test_invalid_values_are_a_lost_connection(self):
        field = self.field(text="ab")
        for method, params in [("text.didChange", {"range": [0], "string": "x"}), ("text.didChange", {"range": [0, 1]}),
                               ("selection.didChange", {"anchor": "1", "head": 1}), ("marked.didChange", {"range": [2, 1], "string": ""}),
                               ("text.didChange", {"range": [0, True], "string": "x"}), ("inline.didChange", {"text": 1})]:
            with self.subTest(params), self.assertRaisesRegex(kb.ConnectionLost, "the service sent an invalid"):
                field.follow(method, params)
        with self.assertRaisesRegex(kb.ConnectionLost, "invalid container"):
            field.load([])


class LoopClientTests(unittest.TestCase):
    def setUp(self):
        # A busy machine may keep the service of the test from responding in five seconds.
        limit = unittest.mock.patch.object(kb.loop, "RESPONSE_TIME", 60)
        limit.start()
        self.addCleanup(limit.stop)
        self.service = ExternalService()
        self.addCleanup(self.service.close)
        self.states = []

    def client(self, **options):
        client = kb.LoopClient("till", self.service.path, on_state=lambda state, text: self.states.append((state, text)), **options)
        self.addCleanup(client.close)
        return client

    def wait(self, client, condition):
        self.service.wait(condition, client.poll)

    def external(self, client, toolkit):
        field = client.external("a", toolkit, label="Name")
        client.focus(field)
        self.wait(client, lambda: field.has_focus)
        return field

    def test_keys_and_text_reach_the_toolkit_and_are_acknowledged(self):
        client, toolkit = self.client(), Text()
        field = self.external(client, toolkit)
        self.assertEqual(self.service.sent("hello")[0], {"name": "till", "resume": True, "offsets": "scalars"})
        self.assertEqual(self.service.sent("container.create"), [
            {"container": "a", "kind": "external", "label": "Name", "properties": {"isEditable": True, "isMultiline": False}}])
        self.service.edit("a")
        self.service.preedit("き")
        self.service.say("candidates.didChange", list={"items": [{"text": "木"}], "kind": "inputMethod"})
        self.service.key("KEY_ENTER", 28)
        self.wait(client, lambda: (self.service.sent("surroundings.set") or [{}])[-1].get("seen") == 4)
        self.assertEqual((field.text, field.marked.text, toolkit.keys), ("a", "き", [("began", "KEY_ENTER"), ("ended", "KEY_ENTER")]))
        self.assertEqual(client.candidates["items"], [{"text": "木"}])
        client.choose(1)
        self.wait(client, lambda: self.service.sent("candidates.choose") == [{"number": 1}])

    def test_after_a_restart_the_fields_are_created_again(self):
        client, toolkit = self.client(), Text()
        field = self.external(client, toolkit)
        text = client.field("b", text="first")
        self.wait(client, lambda: text.text == "first")
        self.service.say("text.didChange", container="b", range=[0, 5], string="now", revision=2)
        self.service.preedit("き")
        self.service.key("KEY_LEFT", 105, ["began"])
        self.wait(client, lambda: toolkit.keys and text.text == "now")
        self.service.stop()
        self.wait(client, lambda: not client.is_connected)
        self.assertEqual((toolkit.text, toolkit.keys[-1], field.has_focus), ("き", ("cancelled", "KEY_LEFT"), False))
        self.service.start()
        self.wait(client, lambda: field.has_focus and text.text == "now")
        self.assertEqual([params.get("text") for params in self.service.sent("container.create")], [None, "first", None, "now"])
        self.assertEqual(self.service.sent("hello")[-1]["token"], "t")
        self.service.edit("z")
        self.wait(client, lambda: toolkit.text == "きz")
        self.assertEqual([state for state, _ in self.states], ["connected", "lost", "restored"])

    def test_a_resumed_program_keeps_its_fields(self):
        self.service.resumes = True
        client, toolkit = self.client(), Text("ab", 2)
        field = self.external(client, toolkit)
        text = client.field("b", text="first")
        self.wait(client, lambda: text.text == "first")
        self.service.stop(keeps_state=True)
        self.service.containers["b"]["text"] = "typed"
        self.service.start()
        self.wait(client, lambda: len(self.states) == 3)
        self.wait(client, lambda: field.has_focus and len(self.service.sent("surroundings.set")) == 2)
        self.assertEqual(self.states[2][0], "resumed")
        self.assertEqual((text.text, len(self.service.sent("container.create"))), ("typed", 2))
        self.assertEqual(self.service.sent("surroundings.set")[-1], {"container": "a", "seen": 0, "cause": "other", "text": "ab", "anchor": 2, "head": 2})

    def test_text_of_the_grace_period_comes_before_the_response_to_hello(self):
        self.service.resumes = True
        client, toolkit = self.client(grace=30), Text()
        field = self.external(client, toolkit)
        self.service.stop(keeps_state=True)
        self.wait(client, lambda: not client.is_connected)
        self.service.before_hello = lambda: (self.service.edit("ab"), self.service.edit("c"))
        self.service.start()
        self.wait(client, lambda: field.has_focus and toolkit.text == "abc")
        self.service.edit("d")
        self.wait(client, lambda: toolkit.text == "abcd")
        reports = self.service.sent("surroundings.set")
        self.assertEqual([(params["seen"], params["cause"]) for params in reports[1:3]], [(2, "other"), (3, "edit")])

    def test_moving_the_focus_inserts_the_fallback_first(self):
        client, toolkit = self.client(), Text()
        self.external(client, toolkit)
        window = client.external("window", Text(), is_editable=False)
        self.service.preedit("き")
        self.wait(client, lambda: toolkit.shown == ["き"])
        client.focus(window)
        self.assertEqual(toolkit.text, "き")
        self.wait(client, lambda: window.has_focus)
        methods = [message["method"] for message in self.service.received if "method" in message]
        self.assertEqual(methods[-3:], ["composition.end", "surroundings.set", "focus.request"])
        client.remove(window)
        client.focus(None)
        self.wait(client, lambda: self.service.sent("container.remove") == [{"container": "window"}])

    def test_messages_for_a_removed_field_are_not_for_its_successor(self):
        client, toolkit = self.client(), Text()
        field = self.external(client, toolkit)
        self.service.preedit("き")
        self.service.key("KEY_LEFT", 105, ["began"])
        self.wait(client, lambda: toolkit.keys)
        self.service.edit("late")
        client.remove(field)
        self.assertEqual((toolkit.text, toolkit.keys[-1]), ("き", ("cancelled", "KEY_LEFT")))
        successor = Text()
        client.external("a", successor)
        self.wait(client, lambda: len(self.service.sent("container.create")) == 2)
        self.service.numbers.clear()
        self.service.edit("new")
        self.wait(client, lambda: successor.text != "")
        self.assertEqual((successor.text, toolkit.text, self.states), ("new", "き", [("connected", "")]))

    def test_without_a_service_nothing_happens_and_nothing_waits(self):
        with tempfile.TemporaryDirectory() as folder:
            client = kb.LoopClient("till", folder + "/sock", on_state=lambda *state: self.states.append(state))
            field = client.field("a")
            client.focus(field)
            for _ in range(20):
                client.poll()
            self.assertEqual(self.states, [("lost", folder + "/sock: No such file or directory")])
            self.assertTrue(0 < client.pause <= 0.1)
            client.send("command.register", command="x")
            client.close()
            client.close()
            client.poll()

    def test_a_service_that_lies_floods_or_is_silent_is_an_error_and_never_waited_for(self):
        for lines, message in [(b"{]\n", "no JSON"), (b"[]\n", "no message of JSON-RPC"), (b"7\n", "no message of JSON-RPC"),
                               (b'{"method":"x","params":[1]}\n', "invalid params"), (b'{"method":5}\n', "invalid params"),
                               (b"[" * 100000 + b"\n", "no JSON|no message"), (b'{"method":"refused","params":{"reason":"notPermitted"}}\n', "refused: notPermitted"),
                               (b'{"id":1,"result":[]}\n', "invalid response to hello"), (b'{"id":1,"error":{}}\n', "invalid error"),
                               (b'{"id":1,"result":{"resumed":true,"snapshot":{"containers":[5]}}}\n', "invalid snapshot"),
                               (b'{"method":"resync","params":{}}\n', "invalid snapshot"), (b"\xff\n", "no JSON"),
                               (b'{"method":"candidates.didChange","params":{"list":[1]}}\n', "invalid list")]:
            with self.subTest(lines[:60]):
                self.service.answers = False
                client = self.client()
                self.wait(client, lambda: len(self.service.sent("hello")) > 0)
                self.states.clear()
                self.service.connection.sendall(lines)
                self.wait(client, lambda: bool(self.states))
                self.assertRegex(self.states[0][1], message)
                client.close()
                self.service.received.clear()

    def test_a_flood_is_handled_in_small_parts(self):
        seen = []
        client = self.client(on_notification=lambda notification: seen.append(notification.method))
        self.wait(client, lambda: client.is_connected)
        line = json.dumps({"method": "x", "params": {}}) + "\n"
        self.service.connection.sendall(line.encode() * 3000)
        client.poll()
        self.assertTrue(0 < len(seen) < 3000, len(seen))
        self.assertEqual(client.pause, 0)
        durations = []
        while len(seen) < 3000:
            before = time.thread_time()
            client.poll()
            durations.append(time.thread_time() - before)
        # Time of the processor, because a busy machine interrupts a poll.
        self.assertLess(sorted(durations)[len(durations) // 2], 0.002)

    def test_a_service_that_does_not_read_is_no_service(self):
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        path = self.service.folder.name + "/deaf"
        listener.bind(path)
        listener.listen()
        client = kb.LoopClient("till", path, on_state=lambda *state: self.states.append(state))
        self.addCleanup(client.close)
        client.poll()
        connection, _ = listener.accept()
        self.addCleanup(connection.close)
        connection.sendall(b'{"id":1,"result":{"resumed":false}}\n')
        client.poll()
        # A send that waited would wait for ever.
        for number in range(200):
            client.send("label.set", label="l", text="x" * 10000)
            client.poll()
        self.assertEqual(self.states[-1], ("lost", "the service does not read"))

    def test_a_hello_without_a_response_ends_the_attempt(self):
        self.service.answers = False
        client = self.client()
        client.poll()
        client._response_limit = time.monotonic() - 1
        client.poll()
        self.assertEqual(self.states, [("lost", "hello: no response in time")])

    def test_an_older_service_has_no_external_fields(self):
        self.service.old = True
        client = self.client()
        text = client.field("b", text="x")
        with self.assertLogs("keybridge_client", "WARNING") as logs:
            client.external("a", Text())
            self.wait(client, lambda: text.text == "x")
        self.assertIn("too old for the field 'a'", logs.output[0])
        self.assertEqual([list(params) for params in self.service.sent("hello")], [["name", "resume", "offsets"], ["name", "resume"]])

    def test_an_exception_of_a_callback_is_raised_and_the_next_message_is_handled(self):
        client, toolkit = self.client(), Text()
        self.external(client, toolkit)
        toolkit.on_key = lambda key: 1 / 0
        self.service.key("KEY_ENTER", 28, ["began"])
        self.service.edit("a")
        with self.assertRaises(ZeroDivisionError):
            self.wait(client, lambda: False)
        self.wait(client, lambda: toolkit.text == "a")
        self.service.stop()
        with self.assertRaises(ZeroDivisionError):
            self.wait(client, lambda: False)
        self.assertFalse(client.is_connected)

    def test_errors_and_requests_of_the_service_reach_the_program(self):
        errors, commands = [], []
        client = self.client(on_error=errors.append, on_question=lambda question: {"replace": "X"},
                             on_notification=lambda notification: commands.append(notification.method))
        self.wait(client, lambda: client.is_connected)
        self.service.answer = lambda message: "id" in message and "method" in message and {"error": {"code": -32006, "message": "no", "data": {"name": "unsupported"}}} or None
        client.send("text.set", container="a", text="")
        self.service.write('{"jsonrpc":"2.0","id":"q1","method":"text.shouldChange","params":{}}')
        self.service.write('{"jsonrpc":"2.0","id":"q2","method":"command.invoke","params":{"id":"pay"}}')
        self.wait(client, lambda: errors and sum("result" in message for message in self.service.received) == 2)
        self.assertEqual((errors[0].name, commands), ("unsupported", ["command.invoke"]))
        self.assertEqual([(message["id"], message["result"]) for message in self.service.received if "result" in message],
                         [("q1", {"replace": "X"}), ("q2", True)])

    def test_a_long_text_is_created_in_pieces(self):
        client = self.client()
        field = client.field("b", text="first")
        self.wait(client, lambda: field.text == "first")
        field.text = "😀" * 12000
        self.service.stop()
        self.service.start()
        self.wait(client, lambda: len(self.service.sent("text.replace")) == 2)
        self.assertEqual([params["range"] for params in self.service.sent("text.replace")], [[10000, 10000], [20000, 20000]])

    def test_a_descriptor_says_when_to_poll(self):
        client, toolkit = self.client(), Text()

        async def main():
            task = asyncio.create_task(client.run())
            field = client.external("a", toolkit)
            client.focus(field)
            while not field.has_focus:
                await asyncio.sleep(0.005)
            self.service.edit("a")
            while toolkit.text != "a":
                await asyncio.sleep(0.005)
            client.send("label.set", label="l", text="")
            while not self.service.sent("label.set"):
                await asyncio.sleep(0.005)
            self.service.stop()
            while client.is_connected:
                await asyncio.sleep(0.005)
            self.service.start()
            while not field.has_focus:
                await asyncio.sleep(0.005)
            client.close()
            task.cancel()

        asyncio.run(asyncio.wait_for(main(), 60))
        self.assertEqual([state for state, _ in self.states], ["connected", "lost", "restored"])

    def test_a_toolkit_that_handles_a_key_later_holds_the_messages_after_it(self):
        client, toolkit = self.client(), Text()
        self.external(client, toolkit)
        toolkit.on_key = lambda key: client.hold()
        self.service.key("KEY_BACKSPACE", 14, ["began"])
        self.service.edit("a")
        self.wait(client, lambda: toolkit.keys)
        for _ in range(10):
            client.poll()
        self.assertEqual((toolkit.text, client.pause, len(self.service.sent("surroundings.set"))), ("", None, 1))
        toolkit.edit(0, 0, "later ")
        client.release()
        self.wait(client, lambda: toolkit.text == "later a")
        self.wait(client, lambda: self.service.sent("surroundings.set")[-1].get("seen") == 2)
        self.service.key("KEY_BACKSPACE", 14, ["ended"])
        self.wait(client, lambda: len(toolkit.keys) == 2)
        self.service.stop()
        client.poll()
        self.assertTrue(client.is_connected)
        client.release()
        self.wait(client, lambda: not client.is_connected)

    def test_a_missing_permission_names_the_group(self):
        self.assertIn("usermod -aG keybridge", str(kb.wire.cannot_connect("/p", PermissionError(13, "Permission denied"))))


class DeliveryTests(unittest.TestCase):
    """Codes and commands that must arrive."""

    def setUp(self):
        self.service = ExternalService()
        self.addCleanup(self.service.close)

    def item(self, number, text="400", **params):
        self.service.say("delivery.item", number=number, id=f"id-{number}", time="2026", kind="scan", text=text, **params)

    def requests(self, method):
        with self.service.changed:
            return [one.get("params", {}) for one in self.service.received if one.get("method") == method]

    def wait(self, condition, poll=lambda: time.sleep(0.01)):
        end = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), end)
            poll()

    def test_an_item_is_acknowledged_after_the_function_returns(self):
        client, found = kb.LoopClient("stock", self.service.path), []
        self.addCleanup(client.close)

        @client.deliver
        def store(item):
            self.assertEqual(self.requests("delivery.ack"), found)
            found.append({"through": item["number"]})

        self.wait(lambda: self.requests("delivery.receive"), client.poll)
        self.item(1)
        self.wait(lambda: self.requests("delivery.ack") == [{"through": 1}], client.poll)
        self.item(4)
        self.wait(lambda: self.requests("delivery.ack") == [{"through": 1}, {"through": 4}], client.poll)

    def test_after_an_exception_the_item_comes_again_after_the_next_connection(self):
        client, fails = kb.LoopClient("stock", self.service.path), [True]
        self.addCleanup(client.close)

        @client.deliver
        def store(item):
            if fails.pop() if fails else False:
                raise OSError("disk full")

        self.wait(lambda: self.requests("delivery.receive"), client.poll)
        self.item(1)

        def poll():
            try:
                client.poll()
            except OSError:
                self.assertIn("disk full", str(client.lost))
            time.sleep(0.01)

        self.wait(lambda: len(self.requests("delivery.receive")) == 2, poll)
        self.assertEqual(self.requests("delivery.ack"), [])
        self.item(1)
        self.wait(lambda: self.requests("delivery.ack") == [{"through": 1}], poll)

    def test_a_receiver_runs_over_lost_connections_and_handles_an_item_once(self):
        found, dropped, lost = [], [], []

        @kb.receiver("stock", self.service.path, on_dropped=dropped.append, on_lost=lost.append)
        def store(item):
            if item["text"] == "end":
                raise StopIteration
            found.append(item["text"])

        errors = []

        def run():
            try:
                store.run()
            except (StopIteration, RuntimeError) as error:
                errors.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        self.wait(lambda: self.requests("delivery.receive"))
        self.item(1, "a")
        self.wait(lambda: self.requests("delivery.ack"))
        self.service.stop()
        self.service.start()
        self.wait(lambda: len(self.requests("delivery.receive")) == 2)
        self.item(1, "a")
        self.service.say("delivery.dropped", count=1, through=2, reason="number")
        self.item(3, "b")
        self.wait(lambda: len(self.requests("delivery.ack")) == 3)
        self.item(4, "end")
        thread.join(20)
        self.assertEqual((found, len(errors), [one["count"] for one in dropped], len(lost)), (["a", "b"], 1, [1], 1))
        self.assertEqual([one["through"] for one in self.requests("delivery.ack")], [1, 1, 3])


if __name__ == "__main__":
    unittest.main()
