# SPDX-License-Identifier: Apache-2.0
"""Tests libkeybridge-client with a fake service, in a program with the sanitizers."""

import contextlib
import json
import os
import pathlib
import socket
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fake_service import BUILT, Driver, Service, Session, sanitized_driver    # noqa: E402

UTF8, UTF16, SCALARS = "utf8", "utf16", "scalars"
TEXT = {"revision": 1, "anchor": 0, "head": 0, "marked": None, "isEnabled": True, "kind": "textField", "traits": {}}


class Case(unittest.TestCase):
    """Tests with one compiled driver."""

    @classmethod
    def setUpClass(cls):
        cls.program = sanitized_driver()

    def session(self, **options):
        session = Session(self.program, **options)
        self.addCleanup(self.end, session)
        return session

    def end(self, session):
        status, errors = session.close()
        self.assertEqual((status, errors), (0, ""))

    def external(self, name="field", session=None, offsets=UTF8, **options):
        """A session with a field that the toolkit owns, and that has the focus."""
        session = session or self.session(offsets=offsets)
        session.driver.do("new", field=name, external=True, **options)
        session.driver.do("focus", field=name)
        session.exchange()
        session.service.notify("focus.didBegin", container=name)
        session.events()
        return session

    def edit(self, session, number, before=0, after=0, text="", name="field", **members):
        session.service.notify("external.edit", container=name, number=number, before=before, after=after, text=text, **members)

    def preedit(self, session, number, text, composition=1, fallback=None, name="field", **members):
        params = {"segments": [], "caret": None, "composition": composition, **members}
        session.service.notify("external.preedit", container=name, number=number, text=text, fallback=text if fallback is None else fallback,
                               **{name: value for name, value in params.items() if name != "composition" or value is not None})

    def key(self, session, number, phase, code=105, name="field", **members):
        session.service.notify("external.key", container=name, number=number, phase=phase, code=code, **{
            "key": "KEY_LEFT", "keysym": "Left", "keysymValue": 0xFF51, "modifiers": [], "device": "/dev/input/event3",
            "time": 1, **members})

    def state(self, events):
        """The last state, and its message."""
        return [(event["state"], event["message"]) for event in events if "state" in event][-1]

    def reports(self, messages):
        return [message["params"] for message in messages if message["method"] == "surroundings.set"]

    def shown(self, session, name="field", **options):
        return session.driver.do("show", field=name, **options)[-1]


class Connections(Case):
    def test_a_missing_service_is_reported_once_and_found_when_it_starts(self):
        session = self.session(connects=False)
        session.service.stop()
        events = session.driver.do("run", ms=700)
        self.assertEqual(events, [{"state": "unavailable", "message": f"{session.service.path}: no service is running; "
                                   "start it with: systemctl start keybridge"}])
        session.service.listen()
        session.greet(wait=2200)
        self.assertEqual(session.driver.events[-1], {"state": "connected", "message": ""})

    def test_a_user_outside_of_the_group_reads_its_name_in_one_line(self):
        wrapper = ()
        if os.getuid() == 0:
            # Root is never refused.
            os.chmod(BUILT.name, 0o755)
            wrapper = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        session = self.session(connects=False, wrapper=wrapper)
        os.chmod(session.service.folder.name, 0o755)
        os.chmod(session.service.path, 0)
        events = session.driver.do("run", ms=500)
        self.assertEqual(events, [{"state": "unavailable", "message": f"{session.service.path}: permission denied; add this user to "
                                   "the group keybridge: usermod -aG keybridge USER"}])

    def test_a_refused_user_reads_the_group_once(self):
        session = self.session(connects=False)
        for wait in (0, 150):
            session.driver.do("run", ms=wait)
            session.service.accept()
            session.service.notify("refused", reason="notPermitted")
            session.service.drop()
            session.driver.do("run")
        states = [event for event in session.driver.events if "state" in event]
        self.assertEqual(len(states), 1)
        self.assertIn("add it to the group keybridge", states[0]["message"])

    def test_hello_asks_for_the_unit_of_offsets_and_the_options(self):
        session = self.session(connects=False, offsets=SCALARS, events=True)
        self.assertEqual(session.greet(), {"name": "test", "version": "1.1", "resume": True, "offsets": "scalars", "grace": 5,
                                           "events": ["text.*", "focus.*"]})

    def test_a_service_without_fields_of_toolkits_serves_its_own_texts(self):
        session = self.session(connects=False, features={})
        session.driver.do("run")
        session.service.accept()
        hello = session.exchange(responds=False)[0]
        session.service.respond(hello, error={"code": -32602, "message": "unknown member offsets",
                                              "data": {"name": "invalidParameter", "place": "/params/offsets"}})
        second = session.exchange(responds=False)[0]
        self.assertNotIn("offsets", second["params"])
        session.service.respond(second, {"resumed": False, "token": "t", "snapshot": {"containers": []}, "features": {}})
        session.driver.do("run")
        session.driver.do("new", field="own", kind="textField")
        events = session.driver.do("new", field="theirs", external=True)
        self.assertIn("the service is too old", events[0]["error"])
        self.assertEqual([message["params"]["container"] for message in session.exchange()], ["own"])

    def test_after_a_loss_it_resumes_with_its_token(self):
        session = self.session()
        session.service.drop()
        self.assertEqual(session.driver.do("run"), [{"state": "lost", "message": "the service closed the connection"}])
        hello = session.greet(resumed=True, wait=200)
        self.assertEqual(hello["token"], "token 1")
        self.assertEqual(session.driver.events[-1], {"state": "resumed", "message": ""})

    def test_after_a_restart_it_creates_its_fields_again_with_text_and_focus(self):
        session = self.external()
        session.driver.do("new", field="name", kind="textField")
        session.driver.do("new", field="pin", kind="textField", secure=True)
        session.exchange()
        for name in ("name", "pin"):
            session.service.notify("text.didChange", container=name, origin="user", range=[0, 0], string="Zoë", revision=1)
            session.service.notify("selection.didChange", container=name, anchor=3, head=3)
        session.events()
        session.service.drop()
        session.driver.do("run")
        session.greet(wait=200)
        messages = session.exchange()
        self.assertEqual([message["params"].get("container") for message in messages if message["method"] == "container.create"],
                         ["field", "name", "pin"])
        created = {message["params"]["container"]: message["params"] for message in messages
                   if message["method"] == "container.create"}
        self.assertEqual(created["name"]["text"], "Zoë")
        self.assertNotIn("text", created["pin"])
        self.assertEqual([message["params"] for message in messages if message["method"] == "selection.set"],
                         [{"container": "name", "anchor": 3, "head": 3}])
        self.assertEqual([message["params"] for message in messages if message["method"] == "focus.request"],
                         [{"container": "field"}])

    def test_a_field_that_was_freed_without_a_connection_is_removed_after_resuming(self):
        session = self.external()
        session.service.drop()
        session.driver.do("run")
        session.driver.do("free", field="field")
        session.greet(resumed=True, wait=200, containers=[{"container": "field", "kind": "external"}])
        self.assertEqual([message["method"] for message in session.exchange()], ["container.remove"])

    def test_requests_without_a_response_fail_when_the_connection_ends(self):
        session = self.session()
        self.assertEqual(session.driver.do("request", method="ping"), [{"sent": 0}])
        session.exchange(responds=False)
        session.service.drop()
        self.assertIn({"done": "ping", "refused": "lost"}, session.driver.do("run"))
        self.assertEqual(session.driver.do("request", method="ping"), [{"sent": -107}])    # ENOTCONN

    def test_typed_requests_have_typed_results_and_errors(self):
        session = self.session()
        session.driver.do("new", field="name", kind="textField")
        session.exchange()
        session.driver.do("words", field="name")
        request = session.exchange(responds=False)[0]
        session.service.respond(request, {"words": [{"range": [0, 2], "text": "Jo"}]})
        self.assertEqual(session.events(), [{"words": [[0, "Jo"]], "refused": ""}])
        session.driver.do("words", field="name")
        request = session.exchange(responds=False)[0]
        session.service.respond(request, error={"code": -32004, "message": "no", "data": {"name": "unknownName"}})
        self.assertEqual(session.events(), [{"words": [], "refused": "unknownName"}])
        self.assertEqual(session.driver.do("register", command="pay"), [{"sent": 0}])
        self.assertEqual(session.exchange()[0]["params"], {"command": "pay", "chord": "f9", "repeat": False})

    def test_an_item_is_acknowledged_after_the_function_returns_and_comes_again_if_it_fails(self):
        session = self.session()
        session.driver.do("deliver", value=True)
        self.assertEqual([message["method"] for message in session.exchange()], ["delivery.receive"])
        item = {"number": 3, "id": "x", "time": "2026", "kind": "scan", "text": "400"}
        for _ in range(2):
            session.service.notify("delivery.item", **item)
        self.assertEqual([message["params"] for message in session.exchange()], [{"through": 3}] * 2)
        self.assertEqual([event["item"] for event in session.driver.events if "item" in event], [3])
        session.driver.do("deliver", value=False)
        session.exchange()
        session.service.notify("delivery.item", **{**item, "number": 4, "id": "y"})
        self.assertIn("has not taken over item 4", self.state(session.driver.do("run"))[1])
        session.driver.do("deliver", value=True)
        session.greet(resumed=True, wait=200)
        self.assertEqual([message["method"] for message in session.exchange()], ["delivery.receive"])
        session.service.notify("delivery.item", **{**item, "number": 4, "id": "y"})
        self.assertEqual([message["params"] for message in session.exchange()], [{"through": 4}])

    def test_notifications_that_the_library_does_not_know_reach_the_program(self):
        session = self.session(notifications=True, handles=True)
        session.service.notify("later.version", number=2**40)
        session.service.send(method="without.params")
        session.service.notify("command.invoked", id="pay", target="test", title="Pay")
        session.service.send(method="later.question", id=1, params={})
        events = session.events()
        self.assertEqual([(event["notification"], event["params"]) for event in events if "notification" in event],
                         [("later.version", {"number": 2**40}), ("without.params", None),
                          ("command.invoked", {"id": "pay", "target": "test", "title": "Pay"})])
        # The function of the known one follows.
        self.assertTrue([event for event in events if "notification" not in event])

    def test_a_program_may_free_the_client_in_a_notification(self):
        session = self.session(notifications=True)
        session.service.notify("test.leave")
        session.service.notify("test.later")
        self.assertEqual([event.get("notification") for event in session.events()], ["test.leave"])

    def test_requests_to_the_program_get_responses(self):
        session = self.session(handles=True)
        question = {"container": "name", "range": [0, 0], "revision": 0, "string": "x"}
        session.service.send(id="q1", method="text.shouldChange", params=question)
        session.driver.do("answer", value=False)
        session.service.send(id="q2", method="text.shouldChange", params=question)
        session.service.send(id="q3", method="command.invoke", params={"id": "pay", "title": "Pay", "target": "till"})
        session.service.send(id="q4", method="later.version", params={})
        messages = session.exchange(responds=False)
        self.assertEqual([(message["id"], message["result"]) for message in messages],
                         [("q1", False), ("q2", False), ("q3", True), ("q4", True)])
        self.assertIn({"command": "pay", "title": "Pay"}, session.driver.events)


class OwnTexts(Case):
    """Texts of the service, which a field mirrors."""

    def field(self, session=None, name="name", **options):
        session = session or self.session(**options)
        session.driver.do("new", field=name, kind="textView")
        session.exchange()
        session.service.notify("focus.didBegin", container=name)
        session.events()
        return session

    def change(self, session, start, end, string, revision, name="name"):
        session.service.notify("text.didChange", container=name, origin="user", range=[start, end], string=string, revision=revision)

    def test_a_text_is_followed_in_utf8(self):
        session = self.field()
        self.change(session, 0, 0, "a😀é", 1)
        session.service.notify("selection.didChange", container="name", anchor=1, head=3)
        self.assertEqual(session.events(), [{"event": "changed", "field": "name"}])
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["length"], shown["anchor"], shown["head"]), ("a😀é", 7, 1, 5))
        self.change(session, 1, 3, "", 2)
        self.change(session, 1, 3, "", 2)                    # a snapshot may have it already
        session.events()
        self.assertEqual(self.shown(session, "name")["text"], "aé")

    def test_text_that_is_being_composed_is_a_part_of_the_text_with_segments(self):
        session = self.field()
        self.change(session, 0, 0, "äz", 1)
        session.service.notify("marked.didChange", container="name", range=[1, 4], string="東京t",
                               segments=[{"length": 2, "style": "focused"}, {"length": 1, "style": "raw"}])
        session.service.notify("selection.didChange", container="name", anchor=4, head=4)
        session.service.notify("spelling.didChange", container="name", range=[0, 2], misspelled=[[1, 2]])
        session.service.notify("inline.didChange", container="name", text="lo")
        session.events()
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["marked"], shown["head"]), ("ä東京tz", [2, 9], 9))
        self.assertEqual((shown["segments"], shown["misspelled"]), ([[0, 6, 2], [6, 7, 0]], [[9, 10]]))
        self.assertEqual(shown["continuation"], "lo")
        self.change(session, 1, 1, "東京", 2)
        session.service.notify("marked.didChange", container="name", range=None, string="")
        session.events()
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["marked"], shown["misspelled"]), ("ä東京z", [0, 0], []))

    def test_the_text_that_a_field_is_created_with_counts_once(self):
        session = self.session()
        session.driver.do("new", field="name", kind="textField", text="Zoë")
        self.assertEqual(session.exchange()[0]["params"]["text"], "Zoë")
        self.change(session, 0, 0, "Zoë", 1)
        self.change(session, 3, 3, "!", 2)
        session.events()
        self.assertEqual(self.shown(session, "name")["text"], "Zoë!")
        session.service.drop()
        session.events()
        session.greet(wait=200)
        self.assertEqual(session.exchange()[0]["params"]["text"], "Zoë!")
        # The service may have changed it.
        self.change(session, 0, 0, "Zoe!", 1)
        self.change(session, 4, 4, "?", 2)
        session.events()
        self.assertEqual(self.shown(session, "name")["text"], "Zoe!?")

    def test_a_handler_reads_the_text_after_its_notification(self):
        session = self.field(handles=True)
        self.change(session, 0, 0, "a", 1)
        self.change(session, 1, 1, "b", 2)
        # The second change may come after the notification of the first one.
        texts = [event for event in session.events() if "text" in event]
        self.assertEqual(texts[:2], [{"text": "a", "now": "a"}, {"text": "b", "now": "ab"}])

    def test_edits_name_the_revision_and_count_in_utf16(self):
        session = self.field()
        self.change(session, 0, 0, "😀b", 4)
        session.events()
        session.driver.do("replace", field="name", start=4, end=5, text="ü")
        session.driver.do("select", field="name", anchor=0, head=4)
        session.driver.do("set", field="name", text="new")
        self.assertEqual(session.driver.do("replace", field="name", start=4, end=9, text=""), [{"replaced": -22}])
        self.assertEqual([message["params"] for message in session.exchange()],
                         [{"container": "name", "range": [2, 3], "text": "ü", "ifRevision": 4},
                          {"container": "name", "anchor": 0, "head": 2, "ifRevision": 4}, {"container": "name", "text": "new"}])

    def test_a_change_that_does_not_fit_is_reported_and_the_text_read_again(self):
        session = self.field()
        self.change(session, 3, 5, "x", 1)
        messages = session.exchange(responds=False)
        self.assertIn("does not fit", session.driver.events[-1]["error"])
        session.service.respond(messages[0], {**TEXT, "container": "name", "text": "abc", "revision": 7, "anchor": 1, "head": 2})
        session.events()
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["head"], shown["revision"]), ("abc", 2, 7))

    def test_snapshots_replace_the_texts(self):
        session = self.field()
        snapshot = {"container": "name", **TEXT, "text": "ab´", "marked": [2, 3], "anchor": 3, "head": 3}
        session.service.notify("resync", commands=[], containers=[snapshot], forms=[], hasKeyboard=True, layouts=[], mode="en",
                               focus="name")
        session.events()
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["marked"], shown["focus"]), ("ab´", [2, 4], True))
        session.service.drop()
        session.events()
        shown = self.shown(session, "name")
        self.assertEqual((shown["text"], shown["marked"], shown["exists"], shown["focus"]), ("ab´", [0, 0], False, False))
        session.greet(resumed=True, wait=200, containers=[{**snapshot, "text": "abc", "marked": None}], focus="name",
                      hasKeyboard=True)
        self.assertEqual(session.exchange(), [])
        self.assertEqual(self.shown(session, "name")["text"], "abc")

    def test_a_zero_byte_in_a_text_does_not_end_it(self):
        session = self.field()
        self.change(session, 0, 0, "a\0b", 1)
        self.change(session, 3, 3, "c", 2)
        session.events()
        self.assertEqual(self.shown(session, "name")["text"], "a\ufffdbc")

    def test_corrections_are_shown_until_they_are_applied(self):
        session = self.field()
        self.change(session, 0, 0, "teh", 1)
        correction = {"container": "name", "range": [0, 3], "replacement": "the", "typed": "teh"}
        session.service.notify("correction.offered", **correction)
        session.events()
        self.assertEqual(self.shown(session, "name")["correction"], "the")
        session.service.notify("correction.applied", **correction)
        session.events()
        self.assertEqual(self.shown(session, "name")["correction"], "")


class ToolkitTexts(Case):
    """Texts that a toolkit owns."""

    def test_a_new_field_is_created_and_its_text_reported(self):
        session = self.session()
        session.driver.do("new", field="field", external=True, multiline=True, readOnly=True)
        messages = session.exchange()
        self.assertEqual(messages[0]["params"], {"container": "field", "kind": "external", "traits": {},
                                                 "properties": {"isEditable": False, "isMultiline": True}})
        self.assertEqual(self.reports(messages), [{"container": "field", "seen": 0, "cause": "other", "text": "", "anchor": 0,
                                                   "head": 0}])

    def test_messages_are_handled_in_order_and_reported_once(self):
        session = self.external()
        self.edit(session, 1, text="teh")
        self.edit(session, 2, before=3, text="the ", revision=1)
        self.key(session, 3, "began")
        self.assertEqual([event.get("text", event.get("phase")) for event in session.events()], ["teh", "the ", "began"])
        # A machine with other work may report twice.
        self.assertEqual(self.reports(session.exchange())[-1], {"container": "field", "seen": 3, "cause": "edit", "text": "the ",
                                                                "anchor": 4, "head": 4})

    def test_an_edit_with_an_old_revision_inserts_its_plain_text(self):
        session = self.external()
        self.edit(session, 1, text="teh")
        session.exchange()
        session.driver.do("change", field="field", text="teh", anchor=0, head=0)
        self.edit(session, 2, before=3, text="the ", plain=" ", revision=1)
        session.exchange()
        self.edit(session, 3, before=1, text="x", revision=1)      # stale again, without plain text: nothing
        self.edit(session, 4, text="y", revision=2)
        session.exchange()
        self.assertEqual(self.shown(session)["text"], " yteh")

    def test_a_dialog_that_opens_during_an_edit_receives_the_next_messages(self):
        session = self.external()
        session.exchange()
        session.driver.do("react", field="field", command={"do": "run"})
        self.edit(session, 1, text="a")
        self.edit(session, 2, text="b")
        self.edit(session, 3, text="c")
        events = [event.get("text", event.get("loop")) for event in session.events() if "state" not in event]
        self.assertEqual(events, ["a", "b", "c", "ended"])
        reports = self.reports(session.exchange())
        self.assertEqual((reports[-1]["text"], reports[-1]["seen"]), ("abc", 3))

    def test_an_edit_after_a_change_that_is_not_yet_reported_is_stale(self):
        session = self.external()
        self.edit(session, 1, before=1, text="x", plain="p", revision=1)
        session.driver.do("react", field="field", command={"do": "change", "field": "field", "text": "abc", "anchor": 3, "head": 3})
        self.edit(session, 2, before=1, text="y", plain="q", revision=1)
        self.edit(session, 3, before=1, text="z", plain="r", revision=1)
        self.assertEqual([event["text"] for event in session.events()], ["x", "q", "r"])
        # On a busy machine the messages are handled in several steps, with a report each.
        self.assertIn("other", [report["cause"] for report in self.reports(session.exchange())])

    def test_a_stale_edit_shows_the_new_composition_that_it_begins(self):
        session = self.external()
        self.preedit(session, 1, "a", composition=1)
        session.exchange()
        session.driver.do("commit", field="field")
        session.exchange()
        preedit = {"text": "b", "composition": 2, "fallback": "b", "caret": 1, "segments": [{"length": 1, "style": "raw"}]}
        self.edit(session, 2, text="a", composition=1, plain="", preedit=preedit)
        self.assertEqual([(event["text"], event["preedit"]["text"]) for event in session.events()], [("", "b")])
        session.driver.do("commit", field="field")
        self.assertEqual(session.driver.do("show", field="field")[-1]["text"], "ab")

    def test_a_composition_that_the_program_ended_stays_ended(self):
        session = self.external()
        self.preedit(session, 1, "きょう", composition=4, fallback="きょう", caret=9, segments=[{"length": 9, "style": "focused"}])
        self.assertEqual(session.events(), [{"event": "preedit", "field": "field", "preedit": {
            "text": "きょう", "caret": 9, "segments": [[0, 9, 2]]}}])
        session.exchange()
        session.driver.do("commit", field="field")
        messages = session.exchange()
        self.assertEqual([message["params"] for message in messages if message["method"] == "composition.end"],
                         [{"container": "field", "composition": 4, "outcome": "inserted", "seen": 1}])
        self.assertEqual(self.reports(messages)[-1]["cause"], "other")
        self.preedit(session, 2, "今日", composition=4)
        self.edit(session, 3, text="今日", composition=4, plain="")
        self.preedit(session, 4, "t", composition=5)
        self.preedit(session, 5, "", composition=None, fallback="")
        self.preedit(session, 6, "t", composition=6)
        session.exchange()
        shown = self.shown(session)
        self.assertEqual((shown["text"], shown["preedit"], shown["known"]), ("きょう", "t", "t"))

    def test_composing_ends_in_four_ways(self):
        for command, text, outcome in (("commit", "ab", "inserted"), ("cancel", "a", "dropped"), ("blur", "ab", "inserted"),
                                       ("ended", "ab", "inserted")):
            with self.subTest(command):
                session = self.external()
                self.edit(session, 1, text="a", preedit={"text": "B", "composition": 1, "fallback": "b", "segments": [], "caret": None})
                session.exchange()
                self.assertEqual(self.shown(session)["preedit"], "B")
                for _ in range(2):
                    session.driver.do(command, field="field")
                messages = session.exchange()
                self.assertEqual([message["params"]["outcome"] for message in messages if message["method"] == "composition.end"],
                                 [outcome])
                shown = self.shown(session)
                self.assertEqual((shown["text"], shown["preedit"]), (text, ""))

    def test_the_end_of_the_focus_inserts_the_fallback_once(self):
        session = self.external()
        self.preedit(session, 1, "´", fallback="´")
        session.service.notify("focus.didEnd", container="field", reason="committed")
        messages = session.exchange()
        self.assertEqual(self.shown(session)["text"], "´")
        self.assertNotIn("composition.end", [message["method"] for message in messages])
        self.assertEqual(self.reports(messages)[-1], {"container": "field", "seen": 1, "cause": "other", "text": "´", "anchor": 2,
                                                      "head": 2})

    def test_moving_the_focus_inserts_the_fallback_before_the_request(self):
        session = self.external()
        session.driver.do("new", field="next", external=True)
        session.exchange()
        self.preedit(session, 1, "x")
        session.exchange()
        session.driver.do("focus", field="next")
        self.assertEqual([message["method"] for message in session.exchange()],
                         ["composition.end", "focus.request", "surroundings.set"])
        self.assertEqual(self.shown(session)["text"], "x")

    def test_a_lost_connection_inserts_the_fallback_and_cancels_keys(self):
        session = self.external()
        self.key(session, 1, "began")
        self.key(session, 2, "repeated")
        self.key(session, 3, "began", code=30, key="KEY_A", keysym="a", modifiers=["control", "shift"], characters="a")
        self.key(session, 4, "ended")
        self.preedit(session, 5, "x", fallback="fall")
        session.exchange()
        session.service.drop()
        events = session.events()
        self.assertEqual([event.get("text", event.get("phase")) for event in events if "event" in event][:2], ["fall", "cancelled"])
        cancelled = events[1]
        self.assertEqual((cancelled["code"], cancelled["keysym"], cancelled["modifiers"], cancelled["characters"]), (30, "a", 5, "a"))
        self.assertEqual(self.state(events)[0], "lost")
        session.greet(wait=200)
        reports = self.reports(session.exchange())
        self.assertEqual((reports[0]["seen"], reports[0]["text"]), (0, "fall"))
        self.edit(session, 1, text="!", revision=1)
        session.exchange()
        self.assertEqual(self.shown(session)["text"], "fall!")

    def test_numbers_out_of_order_end_the_connection(self):
        for number in (0, 2, 5):
            with self.subTest(number):
                session = self.external()
                self.edit(session, number, text="x")
                events = session.events()
                self.assertEqual(self.state(events)[0], "lost")
                self.assertEqual(self.shown(session)["text"], "")

    def test_invalid_messages_end_the_connection_and_change_nothing(self):
        good = {"segments": [], "caret": None, "composition": 1, "fallback": "é", "text": "é"}
        for method, params in (
                ("external.edit", {"before": -1, "after": 0, "text": ""}), ("external.edit", {"before": 0, "after": "0", "text": ""}),
                ("external.edit", {"before": 0, "after": 0}), ("external.edit", {"before": 0, "after": 0, "text": "a\tb"}),
                ("external.edit", {"before": 0, "after": 0, "text": "a\0b"}),
                ("external.edit", {"before": 0, "after": 0, "text": "", "revision": "1"}),
                ("external.edit", {"before": 0, "after": 0, "text": "", "preedit": {**good, "caret": 1}}),
                ("external.preedit", {**good, "segments": [{"length": 1, "style": "raw"}]}),
                ("external.preedit", {**good, "segments": [{"length": 3, "style": "raw"}]}),
                ("external.preedit", {**good, "segments": 7}), ("external.preedit", {**good, "composition": None}), ("external.preedit", {**good, "composition": "1"}),
                ("external.preedit", {**good, "fallback": None}), ("external.preedit", {**good, "caret": 1 << 62}),
                ("external.key", {"phase": "pressed", "code": 1, "key": "K", "keysym": "k", "keysymValue": 1, "device": "d", "time": 1}),
                ("external.key", {"phase": "began", "code": -1, "key": "K", "keysym": "k", "keysymValue": 1, "device": "d", "time": 1}),
                ("external.key", {"phase": "began", "code": 1})):
            with self.subTest(method, params=params):
                session = self.external()
                session.service.notify(method, container="field", number=1, **params)
                events = session.events()
                self.assertEqual([event for event in events if event.get("event") in ("edit", "preedit", "key")], [])
                self.assertIn("invalid external.", self.state(events)[1])
                self.assertEqual(self.shown(session)["text"], "")

    def test_a_key_that_begins_twice_is_wrong_and_one_that_only_ends_is_ignored(self):
        session = self.external()
        self.key(session, 1, "ended")
        self.key(session, 2, "repeated")
        self.key(session, 3, "began")
        self.key(session, 4, "began", device="/dev/input/event4")
        self.assertEqual([event["phase"] for event in session.events()], ["began", "began"])
        self.key(session, 5, "began")
        self.assertIn("invalid external.key", [event for event in session.events() if "state" in event][0]["message"])

    def test_offsets_are_in_the_unit_of_hello(self):
        for offsets, before in ((UTF8, 4), (UTF16, 2), (SCALARS, 1)):
            with self.subTest(offsets):
                session = self.external(offsets=offsets)
                self.edit(session, 1, text="é😀")
                self.assertEqual(self.reports(session.exchange())[-1]["head"], {UTF8: 6, UTF16: 3, SCALARS: 2}[offsets])
                self.edit(session, 2, before=before, text="!")
                session.exchange()
                self.assertEqual(self.shown(session)["text"], "é!")

    def test_an_edit_deletes_the_selection_first(self):
        session = self.external()
        session.driver.do("change", field="field", text="abcd", anchor=3, head=1)
        session.exchange()
        self.edit(session, 1, before=1, after=1, text="Z", revision=2)
        session.exchange()
        self.assertEqual(self.shown(session)["text"], "Z")

    def test_long_texts_are_cut_around_the_selection_at_characters(self):
        session = self.external()
        for text, anchor, head in (("ä" * 4000, 4000, 4000), ("ä" * 4000, 0, 0), ("ä" * 4000, 8000, 8000), ("a" + "😀" * 2000, 4001, 8001),
                                   ("x" * 4000, 0, 4000), ("€" * 1500, 3000, 300)):
            session.driver.do("change", field="field", text=text, anchor=anchor, head=head)
            report = self.reports(session.exchange())[-1]
            data = report["text"].encode()
            self.assertLessEqual(len(data), 4000)
            self.assertGreater(len(data), 3990)
            least, most = sorted((report["anchor"], report["head"]))
            self.assertEqual(data[least:most], text.encode()[min(anchor, head):max(anchor, head)])
            self.assertEqual(report["anchor"] < report["head"], anchor < head)
        session.driver.do("change", field="field", text="x" * 4001, anchor=0, head=4001)
        self.assertNotIn("text", self.reports(session.exchange())[-1])

    def test_a_secure_field_reports_no_text(self):
        session = self.external(secure=True)
        self.edit(session, 1, text="secret")
        self.assertEqual(self.reports(session.exchange()), [{"container": "field", "seen": 1, "cause": "edit"}])
        session.driver.do("secure", field="field", value=False)
        messages = session.exchange()
        self.assertEqual(messages[0]["params"], {"container": "field", "traits": {"isSecureTextEntry": False}})
        self.assertEqual(self.reports(messages)[-1]["text"], "secret")
        session.driver.do("secure", field="field", value=True)
        self.assertNotIn("text", self.reports(session.exchange())[-1])

    def test_a_toolkit_without_surroundings_acknowledges(self):
        session = self.external(plain=True)
        self.edit(session, 1, text="a")
        self.preedit(session, 2, "b")
        self.key(session, 3, "began")
        self.assertEqual(self.reports(session.exchange())[-1], {"container": "field", "seen": 3, "cause": "edit"})
        session.driver.do("forget", field="field", value=True)
        session.driver.do("change", field="field", anchor=0, head=0)
        self.assertEqual(self.reports(session.exchange()), [{"container": "field", "seen": 3, "cause": "other"}])

    def test_text_that_the_widget_cuts_or_refuses_counts_as_another_change(self):
        session = self.external(limit=5)
        self.edit(session, 1, text="abc")
        self.assertEqual(self.reports(session.exchange())[-1]["cause"], "edit")
        self.edit(session, 2, text="12345")
        # Computed without knowing that the text was cut.
        self.edit(session, 3, before=5, text="x", plain="", revision=1)
        report = {"container": "field", "cause": "other", "text": "abc12", "anchor": 5, "head": 5}
        self.assertEqual(self.reports(session.exchange())[-1], {**report, "seen": 3})
        session.driver.do("refuse", field="field", value=True)
        self.edit(session, 4, before=2, text="x", revision=2)
        self.assertEqual(self.reports(session.exchange())[-1], {**report, "seen": 4})

    def test_edits_in_texts_that_are_longer_than_what_is_compared_are_as_expected(self):
        session = self.external()
        for number, (text, anchor, head) in enumerate((("é" * 400, 400, 400), ("x" * 300, 300, 300), ("", 0, 0), ("x" * 700, 350, 400),
                                                       ("x" * 255, 255, 255), ("x" * 256, 1, 1))):
            session.driver.do("change", field="field", text=text, anchor=anchor, head=head)
            session.exchange()
            for step, (before, after, inserted) in enumerate(((0, 0, "ab"), (2, 0, "한" * 200), (3, 0, ""), (300, 0, "z"), (0, 2, ""))):
                if before <= 300 and number == 2 and after:
                    continue
                session.driver.events.clear()
                self.edit(session, self.next(session), before=before, after=after, text=inserted)
                causes = [report["cause"] for report in self.reports(session.exchange())]
                self.assertEqual(causes, ["edit"], (number, step))

    def next(self, session):
        """The number of the next message to a field."""
        session.number = getattr(session, "number", 0) + 1
        return session.number

    def test_a_read_only_field_takes_keys_and_is_so_again_after_a_restart(self):
        session = self.external()
        session.driver.do("editable", field="field", value=False)
        session.driver.do("editable", field="field", value=False)
        self.assertEqual([message["params"] for message in session.exchange()],
                         [{"container": "field", "properties": {"isEditable": False}}])
        session.service.drop()
        session.events()
        session.greet(wait=200)
        self.assertEqual(session.exchange()[0]["params"]["properties"], {"isEditable": False})

    def test_functions_of_the_toolkit_may_free_the_field_and_the_client(self):
        for command in ({"do": "free", "field": "field"}, {"do": "end"}, {"do": "commit", "field": "field"}, {"do": "run"},
                        {"do": "new", "field": "other", "external": True}):
            with self.subTest(command):
                session = self.external()
                session.driver.do("react", field="field", command=command)
                self.preedit(session, 1, "x", fallback="y")
                self.edit(session, 2, text="z")
                if command["do"] == "end":
                    session.service.notify("focus.didEnd", container="field", reason="committed")
                    session.events()
                    self.assertTrue(session.service.is_closed())
                else:
                    session.exchange()

    def test_messages_to_a_field_that_was_freed_reach_no_other(self):
        session = self.external()
        session.driver.do("new", field="next", external=True)
        session.exchange()
        session.driver.do("free", field="field")
        self.edit(session, 1, text="late")
        session.exchange()
        self.assertEqual(self.shown(session, "next")["text"], "")

    def test_a_field_that_cannot_be_created_is_reported_once(self):
        session = self.session()
        session.driver.do("new", field="field", external=True)
        for message in session.exchange(responds=False):
            session.service.respond(message, error={"code": -32003, "message": "the name is in use", "data": {"name": "nameInUse"}})
        session.events()
        self.assertIn("the field field cannot be created: the name is in use", [event.get("error") for event in session.driver.events])
        session.driver.do("change", field="field", text="x", anchor=0, head=0)
        self.assertEqual(session.exchange(), [])
        self.assertEqual(session.driver.do("new", field="field", external=True), [{"created": 17}])        # EEXIST
        self.assertEqual(session.driver.do("new", field="", external=True, kind="textField"), [{"created": 22}])  # EINVAL

    def test_dropped_keys_are_reported(self):
        session = self.external()
        session.service.notify("external.keysDropped", container="field")
        self.assertEqual(session.events(), [{"event": "dropped", "field": "field"}])


class BadServices(Case):
    """A service that lies, floods, stops or vanishes."""

    def test_lines_that_are_no_messages_end_the_connection(self):
        for line in (b"no JSON\n", b"[]\n", b'"text"\n', b"\n", b'{"a":"\xff"}\n', b"[" * 100000 + b"\n", b'{"a":' * 3000 + b"\n",
                     b'{"jsonrpc":"2.0","method":"text.didChange","params":{"a":"\\ud800"}}\n'):
            with self.subTest(line[:20]):
                session = self.session()
                session.service.raw(line)
                events = session.events()
                self.assertEqual(self.state(events)[0], "lost")
                self.assertIn("not an object of JSON", self.state(events)[1])

    def test_invalid_members_are_reported_with_their_place(self):
        session = OwnTexts.field(self)
        good = {"container": "name", "origin": "user", "range": [0, 0], "string": "x", "revision": 1}
        for name, value in (("range", [0]), ("range", [1, 0]), ("range", [-1, 0]), ("range", "00"), ("string", 7), ("container", None),
                            ("revision", 1.5)):
            session.service.notify("text.didChange", **{**good, name: value})
            self.assertEqual(session.events(), [{"error": f"the service sent an invalid text.didChange at /{name}"}])
        session.service.notify("candidates.didChange", list={"first": 0, "isExpanded": False, "items": [{"text": 1}], "kind": "modes",
                                                             "page": 0, "pages": 1})
        self.assertEqual(session.events(), [{"error": "the service sent an invalid candidates.didChange at /list/items/0/text"}])
        session.service.send(id=99, result={})
        self.assertIn("response without a request", session.events()[0]["error"])
        session.service.notify("text.didChange")
        self.assertEqual(self.state(session.events())[0], "lost")

    def test_a_line_without_end_is_not_kept(self):
        session = self.session()
        piece = b"x" * (1 << 20)
        session.service.connection.setblocking(False)
        for _ in range(400):
            with contextlib.suppress(BlockingIOError, ConnectionError):
                session.service.connection.send(piece)
            if any(event.get("state") == "lost" for event in session.events()):
                break
        self.assertIn("more than 8388608 bytes", self.state(session.driver.events)[1])

    def test_a_response_to_hello_must_be_complete(self):
        for result in ({}, {"token": "t"}, {"snapshot": {}}, {"token": 1, "snapshot": {}}, [], None, 7):
            session = self.session(connects=False)
            session.driver.do("run")
            session.service.accept()
            hello = session.exchange(responds=False)[0]
            session.service.send(id=hello["id"], result=result)
            self.assertIn("invalid response to hello", session.events()[0]["message"])

    def test_snapshots_of_wrong_types_are_harmless(self):
        session = self.external()
        OwnTexts.field(self, session)
        for containers in (7, [7], [{"container": "name"}], [{"container": "name", **TEXT, "text": 1}],
                           [{"container": "name", **TEXT, "text": "ab", "marked": [1, 9]}], {"container": "name"}):
            session.service.notify("resync", containers=containers)
            session.events()
        session.service.drop()
        session.events()
        session.greet(resumed=True, wait=200, containers=[{"container": "name", **TEXT, "text": "ok"}], focus=9)
        session.exchange()
        self.assertEqual(self.shown(session, "name")["text"], "ok")

    def test_a_service_that_stops_in_a_line_does_not_block(self):
        session = self.external()
        session.service.raw(b'{"jsonrpc":"2.0","method":"external.edit","params":{"container":"fi')
        self.assertEqual(session.events(), [])
        session.service.raw(b'eld","number":1,"before":0,"after":0,"text":"x"}}\n')
        session.events()
        self.assertEqual(self.shown(session)["text"], "x")

    def test_a_service_that_does_not_read_loses_the_client(self):
        session = self.session()
        sent = 0
        while sent < 100000 and session.driver.do("request", method="ping")[0]["sent"] == 0:
            sent += 1
        self.assertEqual(session.driver.events[-1], {"sent": -105})                      # ENOBUFS
        self.assertEqual(sent, 4096)
        session.service.drop()
        self.assertEqual(len([event for event in session.driver.do("run") if event.get("refused") == "lost"]), sent)

    def test_a_service_that_never_answers_loses_the_client_after_ten_seconds(self):
        session = self.session(connects=False)
        session.driver.do("run", ms=9000)
        session.service.accept()
        self.assertEqual([event for event in session.driver.events if "state" in event], [])
        session.driver.do("run", ms=2000)
        self.assertEqual([event["message"] for event in session.driver.events if "state" in event],
                         [f"{session.service.path}: the service did not respond to hello within 10 s"])

    def test_a_service_that_ends_at_once_is_tried_again_at_growing_intervals(self):
        session = self.session(connects=False)
        count = 0
        session.service.listener.settimeout(0)
        for _ in range(30):
            session.driver.do("run", ms=100)
            with contextlib.suppress(BlockingIOError):
                session.service.accept()
                session.service.drop()
                count += 1
        self.assertIn(count, range(3, 7))
        self.assertEqual(len([event for event in session.driver.events if "state" in event]), 1)


class Rows(Case):
    """Rows of candidates and of the panel, measured in cells."""

    def candidates(self, width, **members):
        session = OwnTexts.field(self)
        session.service.notify("candidates.didChange", list={"first": 0, "isExpanded": False, "page": 0, "pages": 1, **members})
        session.events()
        return self.shown(session, "name", width=width)["candidates"]

    def test_candidates_of_an_input_method_have_a_row_each(self):
        rows = self.candidates(0, kind="inputMethod", highlighted=1, pages=3, reading="きょう",
                               items=[{"text": "今日"}, {"text": "京", "annotation": "capital"}])
        self.assertEqual(rows, [["きょう", "", 0, 0, 0, True], ["1 今日", "", 0, 0, 1, False],
                                ["2 京", "capital", 0, 5, 2, False], ["", "1/3", 0, 0, 0, True]])

    def test_other_candidates_fill_rows(self):
        items = [{"text": "teh", "role": "literal"}, {"text": "the"}, {"text": "then"}]
        self.assertEqual(self.candidates(0, kind="predictions", highlighted=1, items=items),
                         [["1 “teh”  2 the  3 then", "", 13, 18, 1, False]])
        self.assertEqual(self.candidates(16, kind="predictions", highlighted=2, items=items),
                         [["1 “teh”  2 the", "", 0, 0, 1, False], ["3 then", "", 0, 6, 3, False]])

    def test_texts_that_are_too_wide_end_with_an_ellipsis(self):
        items = [{"text": "あいうえおかきくけこ", "annotation": "0123456789"}]
        for width in (1, 4, 5, 9, 29):
            text, detail = self.candidates(width, kind="inputMethod", items=items)[0][:2]
            self.assertLessEqual(len(text) + len(detail) + 2 * bool(detail), width, (text, detail))
        self.assertEqual(self.candidates(16, kind="inputMethod", items=items)[0][:2], ["1 あいう…", "0123456…"])

    def test_the_panel_starts_at_its_first_row_and_has_headings(self):
        session = OwnTexts.field(self)
        row = {"chords": "cmd+b", "id": "bold", "keys": "cmd+b", "pressed": "cmd+b", "state": "on", "symbols": "⌘B", "title": "Bold"}
        groups = [{"title": "Notes", "rows": [{**row, "title": "Close", "state": "off"}]},
                  {"title": "Format", "rows": [row, {**row, "title": "Wide", "state": "mixed"}]}]
        session.service.notify("hud.shown", firstRow=1, groups=groups, prefix="")
        session.events()
        rows = [["Format", "", True], ["✓ Bold", "⌘B", False], ["− Wide", "⌘B", False]]
        self.assertEqual(self.shown(session, "name", width=40)["panel"], rows)
        self.assertEqual(self.shown(session, "name", width=40, rows=2)["panel"], rows[:2])
        session.service.notify("hud.hidden")
        session.events()
        self.assertEqual(self.shown(session, "name")["panel"], [])


if __name__ == "__main__":
    unittest.main()
