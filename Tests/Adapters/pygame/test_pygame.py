# SPDX-License-Identifier: Apache-2.0
"""Tests the adapter for pygame without a display: with a service that is faked, and with the real one.

KEYBRIDGE is the program: `make test-pygame`.
"""

import os
import pathlib
import subprocess
import sys
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Clients" / "Python"), str(ROOT / "Adapters" / "pygame"), str(ROOT / "Tests" / "Client")]
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")

import pygame                                                 # noqa: E402
from external_service import ExternalService                  # noqa: E402
from practice import Service                                  # noqa: E402

import example                                                # noqa: E402
import keybridge_pygame as kp                                 # noqa: E402


class Adapter(unittest.TestCase):
    def setUp(self):
        pygame.init()
        self.screen = pygame.display.set_mode((640, 200))
        self.addCleanup(pygame.quit)
        pygame.event.clear()
        self.service = ExternalService()
        self.addCleanup(self.service.close)

    def keyboard(self):
        keyboard = kp.Keyboard("game", self.service.path)
        self.addCleanup(keyboard.close)
        return keyboard

    def wait(self, condition, keyboard):
        self.service.wait(condition, keyboard.pump)


class EventTests(Adapter):
    """A program that knows only the events of pygame."""

    def setUp(self):
        super().setUp()
        self.board = self.keyboard()
        self.board.text(True)
        self.wait(lambda: self.board.window.has_focus, self.board)
        pygame.event.clear()

    def events(self, count):
        found = []

        def collect():
            self.board.pump()
            kinds = (pygame.TEXTINPUT, pygame.TEXTEDITING, pygame.KEYDOWN, pygame.KEYUP)
            found.extend(event for event in pygame.event.get() if event.type in kinds)

        self.service.wait(lambda: len(found) >= count, collect)
        return found

    def test_text_and_keys_are_events_in_their_order(self):
        for step in range(20):
            self.service.edit(str(step), container="window")
            self.service.key("KEY_LEFT", 105, container="window", keysymValue=0xff51)
        self.service.preedit("き", container="window")
        self.service.edit("木", container="window", composition=1)
        events = self.events(63)
        self.assertEqual([event.text if event.type == pygame.TEXTINPUT else event.key for event in events[:60]],
                         [value for step in range(20) for value in (str(step), pygame.K_LEFT, pygame.K_LEFT)])
        self.assertEqual([(event.type, event.text) for event in events[60:]],
                         [(pygame.TEXTEDITING, "き"), (pygame.TEXTEDITING, ""), (pygame.TEXTINPUT, "木")])

    def test_a_key_counts_as_handled_after_the_frame_that_read_it(self):
        def seen():
            with self.service.changed:
                return [one["params"]["seen"] for one in self.service.received
                        if one.get("method") == "surroundings.set" and one["params"]["container"] == "window"]

        self.service.key("KEY_TAB", 15, ("began",), container="window", keysymValue=0xff09)
        self.service.edit("b", container="window")
        self.assertEqual([event.type for event in self.events(1)], [pygame.KEYDOWN])
        time.sleep(0.05)
        self.assertNotIn(1, seen())
        self.assertEqual([event.type for event in self.events(1)], [pygame.TEXTINPUT])
        self.wait(lambda: 2 in seen(), self.board)

    def test_shortcuts_and_special_keys_have_the_numbers_of_pygame(self):
        for name, code, value, characters, modifiers, expected in [
                ("KEY_Q", 16, 0x61, "a", ["control"], (pygame.K_a, pygame.KMOD_LCTRL, "a")),
                ("KEY_ENTER", 28, 0xff0d, "\r", [], (pygame.K_RETURN, 0, "\r")), ("KEY_ESC", 1, 0xff1b, "", [], (pygame.K_ESCAPE, 0, "")),
                ("KEY_TAB", 15, 0xff09, "\t", ["shift"], (pygame.K_TAB, pygame.KMOD_LSHIFT, "\t")), ("KEY_F5", 63, 0xffc2, "", [], (pygame.K_F5, 0, "")),
                ("KEY_BACKSPACE", 14, 0xff08, "", [], (pygame.K_BACKSPACE, 0, "")), ("KEY_PAGEUP", 104, 0xff55, "", [], (pygame.K_PAGEUP, 0, "")),
                ("KEY_LEFTSHIFT", 42, 0xffe1, "", [], (pygame.K_LSHIFT, 0, "")), ("KEY_UNKNOWN", 240, 0, "", [], (pygame.K_UNKNOWN, 0, "")),
                ("KEY_A", 30, 0xc9, "É", ["shift", "capslock"], (ord("é"), pygame.KMOD_LSHIFT | pygame.KMOD_CAPS, "É"))]:
            with self.subTest(name):
                self.service.key(name, code, container="window", keysymValue=value, characters=characters, modifiers=modifiers)
                down, up = self.events(2)
                self.assertEqual((down.type, up.type, up.key), (pygame.KEYDOWN, pygame.KEYUP, down.key))
                self.assertEqual((down.key, down.mod, down.unicode), expected)

    def test_a_held_key_repeats_only_if_the_program_asked_for_it(self):
        self.service.key("KEY_LEFT", 105, ("began", "repeated", "repeated", "ended"), container="window")
        self.assertEqual([event.type for event in self.events(2)], [pygame.KEYDOWN, pygame.KEYUP])
        pygame.key.set_repeat(200, 50)
        self.addCleanup(pygame.key.set_repeat)
        self.service.key("KEY_LEFT", 105, ("began", "repeated", "ended"), container="window")
        self.assertEqual(len(self.events(3)), 3)

    def test_a_secret_has_a_field_of_its_own(self):
        self.board.text(True, is_secret=True, keyboardType="numberPad")
        self.wait(lambda: self.board.secret.has_focus, self.board)
        created = next(params for params in self.service.sent("container.create") if params["container"] == "secret")
        self.assertEqual(created["traits"], {"isSecureTextEntry": True})
        self.assertEqual([params for params in self.service.sent("container.set") if params["container"] == "secret"],
                         [{"container": "secret", "traits": {"keyboardType": "numberPad"}}])
        self.service.edit("1", container="secret")
        self.assertEqual(self.events(1)[0].text, "1")
        self.board.text(False)
        self.wait(lambda: self.service.sent("focus.request")[-1] == {"container": "window"}, self.board)
        self.assertFalse(self.board.window.is_editable)

    def test_a_service_that_is_killed_leaves_no_key_down_and_its_text_typed(self):
        self.service.key("KEY_LEFT", 105, ["began"], container="window")
        self.service.preedit("き", container="window")
        self.events(2)
        self.service.stop()
        self.assertEqual([event.type for event in self.events(3)], [pygame.TEXTEDITING, pygame.TEXTINPUT, pygame.KEYUP])
        self.service.start()
        self.wait(lambda: self.board.window.has_focus, self.board)
        self.assertTrue(self.service.sent("container.create")[-2]["properties"]["isEditable"])
        self.service.edit("é", container="window")
        self.assertEqual(self.events(1)[0].text, "é")


class ExampleTests(Adapter):
    """The lines of the example."""

    def setUp(self):
        super().setUp()
        self.board = self.keyboard()
        self.form = example.Form(self.board)
        self.name, self.pin = self.form.lines
        self.wait(lambda: self.form.fields[0].has_focus, self.board)

    def frame(self):
        self.board.pump()
        for event in pygame.event.get():
            self.form.handle(event)
        self.form.draw(self.screen, pygame.font.Font(None, 36))

    def until(self, condition):
        self.service.wait(condition, self.frame)

    def test_dead_keys_selections_and_arrows(self):
        self.service.preedit("´", container="name", fallback="´")
        self.until(lambda: self.form.fields[0].shown == ("´", 1))
        self.service.edit("é", container="name", composition=1)
        self.service.edit("bc", container="name")
        self.service.key("KEY_LEFT", 105, container="name", keysymValue=0xff51, modifiers=["shift"])
        self.service.edit("x", container="name")
        self.service.key("KEY_HOME", 102, container="name", keysymValue=0xff50)
        self.service.key("KEY_DELETE", 111, container="name", keysymValue=0xffff)
        self.until(lambda: self.name.text == "bx")
        self.until(lambda: self.service.sent("surroundings.set")[-1] == {
            "container": "name", "seen": 10, "cause": "other", "text": "bx", "anchor": 0, "head": 0})

    def test_composed_text_has_candidates_that_are_chosen(self):
        self.service.preedit("きょう", container="name")
        self.service.say("candidates.didChange", list={"first": 0, "isExpanded": False, "kind": "inputMethod", "page": 0, "pages": 1,
                                                       "items": [{"text": "今日"}, {"text": "京"}]})
        self.until(lambda: self.board.candidates is not None)
        self.assertEqual(self.name.text, "")
        self.board.choose(1)
        self.until(lambda: self.service.sent("candidates.choose") == [{"number": 1}])
        self.service.edit("今日", container="name", composition=1)
        self.service.say("candidates.didChange", list=None)
        self.until(lambda: self.name.text == "今日" and self.board.candidates is None)

    def test_the_line_cuts_and_its_report_says_so(self):
        self.service.edit("x" * 30, container="name")
        self.until(lambda: self.service.sent("surroundings.set")[-1]["seen"] == 1)
        self.assertEqual(self.service.sent("surroundings.set")[-1]["text"], "x" * 20)
        self.assertEqual(self.service.sent("surroundings.set")[-1]["cause"], "other")

    def test_tab_moves_to_the_secret_line_which_refuses_letters(self):
        self.service.key("KEY_TAB", 15, container="name", keysymValue=0xff09)
        self.until(lambda: self.form.fields[1].has_focus)
        self.service.edit("1", container="pin")
        self.service.edit("a", container="pin")
        self.service.preedit("き", container="pin")
        self.until(lambda: self.service.sent("surroundings.set")[-1].get("seen") == 3)
        self.assertEqual((self.pin.text, self.form.fields[1].marked), ("1", None))
        self.assertNotIn("text", self.service.sent("surroundings.set")[-1])
        created = next(params for params in self.service.sent("container.create") if params["container"] == "pin")
        self.assertEqual(created["traits"]["isSecureTextEntry"], True)
        self.service.key("KEY_ESC", 1, container="pin", keysymValue=0xff1b)
        self.until(lambda: not self.form.is_running)

    def test_a_correction_replaces_the_word_unless_the_text_changed(self):
        self.service.edit("teh", container="name")
        self.until(lambda: self.name.text == "teh")
        self.service.edit("the ", container="name", before=3, revision=1, plain=" ")
        self.until(lambda: self.name.text == "the ")
        self.name.text, self.name.anchor, self.name.head = "teh", 0, 0
        self.service.edit("the ", container="name", before=3, revision=1, plain=" ")
        self.until(lambda: self.name.text == " teh")

    def test_without_a_service_the_keyboard_of_pygame_types(self):
        self.service.stop()
        self.until(lambda: not self.board.is_connected)
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="é", window=None))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode="", scancode=0, window=None))
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="a", window=None))
        self.frame()
        self.assertEqual(self.name.text, "aé")
        self.service.start()
        self.until(lambda: self.form.fields[0].has_focus)
        self.assertIn("aé", [params.get("text") for params in self.service.sent("surroundings.set")[-2:]])


class RealTests(unittest.TestCase):
    def test_the_example_is_typed_into(self):
        service = Service(self)
        # On a French keyboard: a name with a dead key, the secret number, in which letters are refused, and ⏎ after each.
        service.start("q", "leftbrace", "e", "enter", "tab", "shift+1", "z", "shift+2", "enter", "esc", settings="assistance: off\nlayout: fr\n")
        done = subprocess.run([sys.executable, "-B", ROOT / "Adapters" / "pygame" / "example.py", service.socket], capture_output=True, text=True,
                              timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT / "Clients" / "Python")})
        self.assertEqual((done.stderr, done.stdout), ("", "aê 0\naê 2\n"))

    def test_the_example_without_the_adapter_is_typed_into(self):
        service = Service(self)
        service.start("leftbrace", "e", "b", "left", "c", "backspace", "esc", settings="assistance: off\nlayout: fr\n")
        done = subprocess.run([sys.executable, "-B", ROOT / "Examples" / "Toolkits" / "pygame_line.py", service.socket], capture_output=True,
                              text=True, timeout=60, env=os.environ | {"PYTHONPATH": str(ROOT / "Clients" / "Python"), "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.stderr, done.stdout), ("", "êb\n"))

    def test_text_that_is_typed_directly_after_tab_goes_to_the_next_line(self):
        service = Service(self)
        service.start("--gap", "1", *["a", "tab", "1", "tab"] * 50, settings="assistance: off\nlayout: us\n")
        pygame.init()
        pygame.display.set_mode((640, 200))
        self.addCleanup(pygame.quit)
        with kp.Keyboard("game", service.socket) as board:
            form, end = example.Form(board), time.monotonic() + 60
            form.lines[0].maximum = None
            while [line.text for line in form.lines] != ["a" * 50, "1" * 50] and time.monotonic() < end:
                board.pump()
                for event in pygame.event.get():
                    form.handle(event)
                time.sleep(0.002)
            self.assertEqual([line.text for line in form.lines], ["a" * 50, "1" * 50])


if __name__ == "__main__":
    unittest.main()
