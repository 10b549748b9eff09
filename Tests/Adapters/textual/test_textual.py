# SPDX-License-Identifier: Apache-2.0
"""Tests the adapter for Textual without a terminal: with a service that is faked, and with the real one.

KEYBRIDGE is the program: `make test-textual`.
"""

import asyncio
import importlib.util
import pathlib
import sys
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Clients" / "Python"), str(ROOT / "Adapters" / "textual"), str(ROOT / "Tests" / "Client")]

from external_service import ExternalService                  # noqa: E402
from practice import Service                                  # noqa: E402
from textual.widgets import Button, Input, TextArea           # noqa: E402

import example                                                # noqa: E402
import keybridge_client as kb                                 # noqa: E402
import keybridge_textual as kt                                # noqa: E402


class Form(example.Form):
    """The example, whose program may cut a text after each change."""

    most = 1000

    def on_input_changed(self, event):
        event.input.value = event.input.value[:self.most]


class FormTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.service = ExternalService()
        self.addCleanup(self.service.close)
        self.app = Form(self.service.path)
        self.running = self.app.run_test(size=(60, 20))
        self.pilot = await self.running.__aenter__()
        self.field = self.app.keyboard.window
        await self.until(lambda: self.field.has_focus)
        await self.focus("#name")

    async def asyncTearDown(self):
        await self.running.__aexit__(None, None, None)

    async def until(self, condition):
        for _ in range(6000):
            if condition():
                return
            await self.pilot.pause(0.005)
        values = [widget.value if isinstance(widget, Input) else widget.text for widget in self.app.query("Input, TextArea")]
        self.fail(f"it did not happen; the values are {values}, received: {self.service.received[-4:]}")

    def reports(self):
        return [params for params in self.service.sent("surroundings.set") if params["container"] == "window"]

    async def focus(self, name):
        self.app.query_one(name).focus()
        await self.until(lambda: self.app.focused is self.app.query_one(name) and self.app.keyboard.widget is self.app.focused)

    def value(self, name="#name"):
        return self.app.query_one(name, Input).value

    def key(self, name, code, characters="", modifiers=(), phases=("began", "ended"), container="window"):
        self.service.key(name, code, phases, container=container, characters=characters, modifiers=list(modifiers))

    def edit(self, text, **params):
        self.service.edit(text, container="window", **params)

    async def test_text_and_keys_arrive_in_their_order(self):
        for character in "abcdé":
            self.edit(character)
            self.key("KEY_LEFT", 105)
        self.key("KEY_END", 107)
        self.key("KEY_BACKSPACE", 14)
        self.edit("今日 ")
        await self.until(lambda: self.value() == "édcb今日 ")
        # On a busy machine one report is for the keys and the edit after them; its cause is that of the keys.
        await self.until(lambda: {**self.reports()[-1], "cause": ""} == {
            "container": "window", "seen": 20, "cause": "", "text": "édcb今日 ", "anchor": 7, "head": 7})

    async def test_a_dead_key_and_a_word_with_candidates_are_shown_until_they_are_typed(self):
        self.service.preedit("´", container="window")
        await self.until(lambda: self.app.keyboard.shown is not None)
        self.edit("é", composition=1)
        await self.until(lambda: self.value() == "é" and self.app.keyboard.shown is None)
        self.service.preedit("きょう", container="window", composition=2)
        self.service.say("candidates.didChange", list={"items": [{"text": "今日"}, {"text": "京"}], "kind": "inputMethod"})
        await self.until(lambda: self.app.keyboard.shown is not None and "1 今日  2 京" in str(self.app.keyboard.shown.render()))
        self.assertEqual(self.value(), "é")
        self.assertIn("きょう", str(self.app.keyboard.shown.render()))
        self.app.keyboard.client.choose(2)
        await self.until(lambda: self.service.sent("candidates.choose") == [{"number": 2}])
        self.edit("京", composition=2)
        self.service.say("candidates.didChange", list=None)
        await self.until(lambda: self.value() == "é京" and self.app.keyboard.shown is None)
        await self.until(lambda: not self.app.query(kt.Composition))

    async def test_the_service_knows_which_widget_has_the_focus(self):
        def properties():
            sent = self.service.sent("container.create") + self.service.sent("container.set")
            return [params["properties"] for params in sent if params["container"] == "window" and "properties" in params][-1]

        secret = self.app.keyboard.secret
        self.assertEqual([params["traits"] for params in self.service.sent("container.create") if params["container"] == "secret"],
                         [{"isSecureTextEntry": True}])
        await self.until(lambda: properties() == {"isEditable": True, "isMultiline": False})
        self.key("KEY_TAB", 15)
        await self.until(lambda: self.app.focused.id == "pin" and secret.has_focus)
        self.key("KEY_TAB", 15, container="secret")
        await self.until(lambda: self.app.focused.id == "notes" and properties() == {"isEditable": True, "isMultiline": True})
        self.assertEqual(self.service.sent("focus.request")[-1], {"container": "window"})
        self.key("KEY_TAB", 15)
        await self.until(lambda: isinstance(self.app.focused, Button) and properties() == {"isEditable": False, "isMultiline": False})
        self.key("KEY_TAB", 15, modifiers=["shift"])
        await self.until(lambda: self.app.focused.id == "notes")

    async def test_a_key_is_reported_after_the_focus_that_it_moves(self):
        async def slow(widget, event):
            await asyncio.sleep(0.3)

        Input.on_key = slow
        self.addCleanup(delattr, Input, "on_key")
        self.key("KEY_TAB", 15, phases=("began",))
        await self.until(lambda: self.app.keyboard.secret.has_focus and any(report["seen"] for report in self.reports()))
        sent = [(one.get("method"), one["params"].get("container"), one["params"].get("seen")) for one in self.service.received
                if one.get("params")]
        self.assertLess(sent.index(("focus.request", "secret", None)), sent.index(("surroundings.set", "window", 1)))

    async def test_a_widget_that_refuses_and_one_that_cuts(self):
        self.edit("x" * 30)
        await self.until(lambda: self.reports()[-1]["seen"] == 1)
        self.assertEqual(self.reports()[-1], {"container": "window", "seen": 1, "cause": "other", "text": "", "anchor": 0, "head": 0})
        # The program cuts after each change.
        self.app.most = 3
        self.edit("abcde")
        await self.until(lambda: self.reports()[-1].get("text") == "abc")
        await self.focus("#pin")
        for character in "1a2":
            self.service.edit(character, container="secret")
        await self.until(lambda: self.value("#pin") == "12")
        self.service.preedit("き", container="secret")
        await self.pilot.pause(0.05)
        self.assertIsNone(self.app.keyboard.shown)

    async def test_lines_and_enter_in_a_text_area(self):
        await self.focus("#notes")
        self.edit("a")
        self.key("KEY_ENTER", 28, "\r")
        self.edit("b")
        self.key("KEY_UP", 103)
        self.edit("c\nd")
        await self.until(lambda: self.app.query_one(TextArea).text == "ac\nd\nb")

    async def test_a_correction_replaces_a_word_unless_the_text_changed(self):
        for text in "teh":
            self.edit(text)
        await self.until(lambda: self.value() == "teh")
        revision = sum(params["cause"] == "other" for params in self.reports())
        self.edit("the ", before=3, revision=revision, plain=" ")
        await self.until(lambda: self.value() == "the ")
        self.app.query_one("#name", Input).value = "x"
        self.edit("X ", before=1, revision=revision, plain=" ")
        await self.until(lambda: self.value() == "x ")
        await self.focus("#notes")
        self.edit("line\nteh")
        await self.until(lambda: self.reports()[-1].get("text") == "teh")
        revision = sum(params["cause"] == "other" for params in self.reports())
        self.edit("the ", before=3, revision=revision, plain=" ")
        await self.until(lambda: self.app.query_one(TextArea).text == "line\nthe ")

    async def test_shortcuts_and_escape_run_bindings(self):
        self.edit("a")
        await self.until(lambda: self.value() == "a")
        self.key("KEY_T", 20, "t", ["control"])
        await self.until(lambda: self.value() == "")
        self.key("KEY_ESC", 1)
        await self.until(lambda: self.app._exit)

    async def test_composed_text_stays_in_its_widget_when_the_focus_moves(self):
        self.service.preedit("き", container="window")
        await self.until(lambda: self.app.keyboard.shown is not None)
        self.app.query_one("#pin").focus()
        await self.until(lambda: self.value() == "き")
        self.assertEqual((self.value("#pin"), self.app.keyboard.shown), ("", None))
        await self.until(lambda: [params["outcome"] for params in self.service.sent("composition.end")] == ["inserted"])

    async def test_the_application_outlives_the_service(self):
        self.service.preedit("き", container="window")
        await self.until(lambda: self.app.keyboard.shown is not None)
        self.service.stop()
        await self.until(lambda: self.value() == "き" and self.app.keyboard.shown is None)
        await self.pilot.press("a")
        self.assertEqual(self.value(), "きa")
        self.service.start()
        await self.until(lambda: self.field.has_focus)
        self.edit("é")
        await self.until(lambda: self.value() == "きaé")
        self.assertTrue(self.service.sent("container.create")[-2]["properties"]["isEditable"])


class EndTests(unittest.TestCase):
    def test_without_a_screen_nothing_happens(self):
        app = example.Form("/nowhere")
        keyboard = kt.Keyboard(app, "form", "/nowhere")
        keyboard.follow_focus()
        asyncio.run(keyboard.press(kt.events.Key("a", "a")))
        keyboard.draw()
        self.assertEqual((app.screen_stack, keyboard.field), ([], None))
        keyboard.client.close()


class RealTests(unittest.IsolatedAsyncioTestCase):
    async def test_the_form_is_typed_into(self):
        service = Service(self)
        # On a French keyboard: a name with a dead key, the secret number, in which letters are refused, and two lines.
        service.start("q", "leftbrace", "e", "left", "b", "tab", "shift+1", "z", "shift+2", "tab", "k", "enter", "j",
                      settings="assistance: off\nlayout: fr\n")
        app = Form(service.socket)
        async with app.run_test(size=(60, 20)) as pilot:
            app.query_one("#name").focus()

            def values():
                return [app.query_one("#name").value, app.query_one("#pin").value, app.query_one("#notes").text]

            for _ in range(3000):
                if values() == ["abê", "12", "k\nj"]:
                    break
                await pilot.pause(0.01)
            self.assertEqual(values(), ["abê", "12", "k\nj"])

    async def test_the_example_without_the_adapter_is_typed_into(self):
        service = Service(self)
        service.start("leftbrace", "e", "b", "left", "c", "backspace", "d", settings="assistance: off\nlayout: fr\n")
        place = importlib.util.spec_from_file_location("textual_input", ROOT / "Examples" / "Toolkits" / "textual_input.py")
        module = importlib.util.module_from_spec(place)
        place.loader.exec_module(module)
        self.enterContext(unittest.mock.patch.object(sys, "argv", ["textual_input.py", service.socket]))
        app = module.Form()
        async with app.run_test(size=(60, 20)) as pilot:
            for _ in range(1000):
                if app.query_one(Input).value == "êdb":
                    break
                await pilot.pause(0.01)
            self.assertEqual(app.query_one(Input).value, "êdb")
            app.client.close()

    async def test_text_that_is_typed_directly_after_tab_goes_to_the_next_widget(self):
        service = Service(self)
        service.start("--gap", "1", *["k", "tab", "1", "tab"] * 49, "k", "tab", "1", settings="assistance: off\nlayout: us\n")
        app = Form(service.socket)
        async with app.run_test(size=(60, 20)):
            app.query_one("#name").max_length = None
            for name in ("#name", "#pin"):
                app.query_one(name).select_on_focus = False
            for name in ("#notes", "#save"):
                app.query_one(name).disabled = True
            app.query_one("#name").focus()

            def values():
                return [app.query_one("#name").value, app.query_one("#pin").value]

            for _ in range(1800):
                if values() == ["k" * 50, "1" * 50]:
                    break
                await asyncio.sleep(0.1)
            self.assertEqual(values(), ["k" * 50, "1" * 50])


class KeyTests(unittest.TestCase):
    def test_keys_have_the_names_of_textual(self):
        for name, characters, modifiers, expected in [
                ("KEY_Q", "a", ("control",), ("ctrl+a", None)), ("KEY_LEFT", "", ("shift", "control"), ("ctrl+shift+left", None)),
                ("KEY_ESC", "\x1b", (), ("escape", None)), ("KEY_ENTER", "\r", (), ("enter", None)), ("KEY_TAB", "\t", ("shift",), ("shift+tab", None)),
                ("KEY_F5", "", (), ("f5", None)), ("KEY_Q", "A", ("shift",), ("A", "A")), ("KEY_SLASH", "/", ("control",), ("ctrl+slash", None)),
                ("KEY_SPACE", " ", (), ("space", " ")), ("KEY_PAGEUP", "", (), ("pageup", None)), ("KEY_BACKSPACE", "\b", (), ("backspace", None))]:
            event = kt.event_of(kb.Key("began", 1, name, modifiers=modifiers, characters=characters))
            self.assertEqual((event.key, event.character), expected, name)


if __name__ == "__main__":
    unittest.main()
