# SPDX-License-Identifier: Apache-2.0
"""Tests the example extensions. EXTENSIONS is the folder where they are built: `make test-extensions`."""

import os
import pathlib
import unittest

from host import Document, Fault, Host, PROJECT

EXTENSIONS = pathlib.Path(os.environ.get("EXTENSIONS", PROJECT / ".build/extensions"))


class ExampleTestCase(unittest.TestCase):
    """An example that runs in a folder of its own; it must end with its input, and complain of nothing."""

    name = None

    def host(self, text="", **options):
        host = Host(EXTENSIONS / self.name, **options)
        if text:
            host.change(text)
        self.addCleanup(lambda: self.assertEqual(host.close(), (0, "")))
        return host

    def unknown_lines(self):
        """Sends what a later version may send."""
        host = self.host()
        host.send({"method": "document.willSing", "params": {}})
        host.number += 1
        host.send({"id": host.number, "method": "sing", "params": {}})
        self.assertEqual(host.receive()["error"]["code"], "unknown-method")
        self.assertEqual(host.type("a"), "a")


class Esperanto(ExampleTestCase):
    name = "esperanto"

    def test_an_x_accents_the_letter_before_it_and_a_second_x_takes_it_back(self):
        host = self.host()
        for typed, text in [
            ("cxgxhxjxsxux", "ĉĝĥĵŝŭ"), ("CXGXHXJXSXUX", "ĈĜĤĴŜŬ"), ("Cx", "Ĉ"), ("cX", "ĉ"), ("cxx", "cx"), ("CxX", "CX"),
            ("cxxx", "cxx"), ("ax", "ax"), ("x", "x"), ("auxtoro", "aŭtoro"), ("cx\b", ""), ("c x", "c x"), ("c\nx", "c\nx"),
            ("Ehxosxangxo cxiujxauxde", "Eĥoŝanĝo ĉiuĵaŭde"),
        ]:
            with self.subTest(typed):
                host.change("")
                self.assertEqual(host.type(typed), text)

    def test_the_text_may_be_there_before(self):
        host = self.host("c")
        self.assertEqual(host.type("x"), "ĉ")
        host.document.start = 0
        self.assertEqual(host.type("x"), "x")

    def test_an_x_with_another_modifier_is_a_command_and_one_over_a_selection_replaces_it(self):
        host = self.host("c")
        for modifier in ["control", "option", "command"]:
            self.assertFalse(host.key("x", modifiers=[modifier]))
            host.change("c")
        host.change("cab")
        host.document.start = 1
        self.assertFalse(host.key("x"))
        self.assertEqual(host.document.text, "cx")

    def test_a_letter_with_a_combining_accent_is_left_alone(self):
        host = self.host("c\u0301")
        self.assertEqual(host.type("x"), "c\u0301x")

    def test_lines_that_it_does_not_know_harm_nothing(self):
        self.unknown_lines()


class Emoji(ExampleTestCase):
    name = "emoji"

    def test_a_word_of_the_name_shows_candidates_and_a_digit_chooses_one(self):
        host = self.host("I ")
        host.type(":cat")
        self.assertEqual(host.document.shown(), "I [:cat]")
        shown = [item["annotation"] for item in host.candidates["items"]]
        self.assertEqual(shown[:2], ["cat", "cat face"])
        self.assertIn("grinning cat face with smiling eyes", shown)
        self.assertNotIn("alembic", shown)
        second = host.candidates["items"][1]["text"]
        host.type("2")
        self.assertEqual((host.document.shown(), host.candidates), (f"I {second}|", None))

    def test_return_takes_the_highlighted_candidate_and_arrows_move(self):
        host = self.host()
        host.type(":red")
        first, second = (item["text"] for item in host.candidates["items"][:2])
        host.type("\n")
        self.assertEqual(host.document.text, first)
        host.type(":red")
        host.key("", "Down")
        host.key("\n", "Return")
        self.assertEqual(host.document.shown(), f"{first}{second}|")

    def test_a_name_that_no_emoji_has_stays_as_it_was_typed(self):
        host = self.host()
        self.assertEqual(host.type(":zq "), ":zq ")
        self.assertEqual(host.type("10:30"), ":zq 10:30")
        host.change("")
        self.assertEqual(host.type("a::b "), "a::b ")
        self.assertIsNone(host.candidates)

    def test_backspace_shortens_the_name_and_then_removes_the_colon(self):
        host = self.host()
        host.type(":ab\b\b")
        self.assertEqual((host.document.shown(), host.candidates), ("[:]", None))
        host.type("\b")
        self.assertEqual(host.document.shown(), "|")
        self.assertEqual(host.type("a\b"), "")

    def test_a_name_is_committed_as_shown_when_the_focus_leaves(self):
        host = self.host()
        host.type(":ca")
        old = host.document
        host.focus(Document())
        self.assertEqual((old.text, host.type("t")), (":ca", "t"))

    def test_lines_that_it_does_not_know_harm_nothing(self):
        self.unknown_lines()


class Hello(ExampleTestCase):
    name = "hello-c"

    def test_it_takes_no_key(self):
        host = self.host()
        for letter in "Hi, ĉé🙂":
            self.assertFalse(host.key(letter))
        self.assertEqual(host.document.text, "Hi, ĉé🙂")

    def test_lines_that_it_does_not_know_harm_nothing(self):
        self.unknown_lines()

    def test_the_host_refuses_a_choice_that_it_does_not_offer(self):
        host = self.host()
        host.candidates = {"items": [{"text": "x"}]}
        with self.assertRaises(Fault):
            host.chosen(0)


if __name__ == "__main__":
    unittest.main()
