# SPDX-License-Identifier: Apache-2.0
"""Tests the document of host.py with the rules of Documentation/Extensions.md."""

import unittest

from host import Document, Fault

FAMILY = "👨‍👩‍👧"


def document(drawn):
    """A document that is drawn as `a[b]c` with marked text, `a«b»c` with a selection, or `a|c` with a caret."""
    for opening, closing in ["[]", "«»"]:
        if opening in drawn:
            start, rest = drawn.split(opening)
            middle, end = rest.split(closing)
            made = Document(start + middle + end)
            made.start, made.end, made.marked = len(start), len(start + middle), opening == "["
            return made
    made = Document(drawn.replace("|", ""))
    made.start = made.end = drawn.index("|")
    return made


class DocumentTests(unittest.TestCase):
    def test_edits_are_performed_in_order(self):
        for before, edits, after in [
            ("a|", [{"insert": "b"}], "ab|"),
            ("a[ni]", [{"insert": "你"}], "a你|"),
            ("a«bc»d", [{"insert": "x"}], "ax|d"),
            ("ab|c", [{"deleteBackward": 2}], "|c"),
            ("a«bc»d", [{"deleteBackward": 1}], "a|d"),
            ("a[bc]d", [{"deleteBackward": 2}], "|d"),
            (f"a{FAMILY}|", [{"deleteBackward": 1}], "a|"),
            ("e\u0301|", [{"deleteBackward": 1}], "|"),
            ("a|", [{"mark": {"text": "n"}}, {"mark": {"text": "ni"}}], "a[ni]"),
            ("a[ni]", [{"mark": {"text": ""}}], "a|"),
            ("a[ni]b", [{"unmark": True}], "ani|b"),
            ("abc|d", [{"adjust": -2}, {"insert": "x"}], "ax|bcd"),
            ("a|bc", [{"adjust": 99}], "abc|"),
            ("a\nb|\nc", [{"adjust": -99}], "a\n|b\nc"),
            ("a[b]c", [{"adjust": 0}], "ab|c"),
            (f"a{FAMILY}|", [{"adjust": -1}], f"a|{FAMILY}"),
            ("c|", [{"deleteBackward": 1}, {"insert": "ĉ"}], "ĉ|"),
            ("|", [{"insert": "a\tb\n"}], "a\tb\n|"),
            ("|", [{"mark": {"text": "🙂a", "selected": [2, 3]}}], "[🙂a]"),
            ("|", [{"insert": "x" * 4096}], "x" * 4096 + "|"),
        ]:
            with self.subTest(before, edits=edits):
                made = document(before)
                made.apply(edits)
                self.assertEqual(made.shown(), after)

    def test_an_edit_that_is_refused_leaves_the_document_as_it_was(self):
        for before, edits in [
            ("a|", [{"deleteBackward": 2}]),
            ("a\nb|", [{"deleteBackward": 2}]),
            ("|", [{"insert": "a"}, {"deleteBackward": 2}]),
            ("a«b»", [{"deleteBackward": 3}]),
            ("|", [{"insert": "x" * 4097}]),
            ("|", [{"insert": "x" * 2048}, {"mark": {"text": "🙂" * 1025}}]),
            ("|", [{"insert": "\u001b"}]), ("|", [{"mark": {"text": "\u0085"}}]), ("|", [{"insert": "\r"}]),
            ("|", [{"insert": ""}]), ("a|", [{"deleteBackward": 0}]), ("a|", [{"deleteBackward": True}]),
            ("|", [{"unmark": False}]), ("|", [{"adjust": 1.5}]), ("|", [{"insert": "a", "mark": {"text": "b"}}]),
            ("|", [{}]), ("|", [{"sing": 1}]), ("|", {}), ("|", [{"insert": "x"}] * 65),
            ("|", [{"mark": {"text": "a", "selected": [0, 2]}}]), ("|", [{"mark": {"text": "ab", "selected": [2, 1]}}]),
            ("|", [{"mark": {"text": "a", "segments": []}}]),
        ]:
            with self.subTest(before, edits=str(edits)[:80]):
                made = document(before)
                with self.assertRaises(Fault):
                    made.apply([{"mark": {"text": "g"}}] + edits if isinstance(edits, list) and before == "|" else edits)
                self.assertEqual(made.shown(), document(before).shown())

    def test_an_extension_sees_the_paragraph_and_at_most_1024_units_of_whole_characters(self):
        proxy = document("one\ntw|o\nthree").proxy()
        self.assertEqual((proxy["before"], proxy["after"], proxy["hasText"]), ("tw", "o", True))
        self.assertEqual([proxy[name] for name in ("selected", "marked")], [None, None])
        proxy = document("one\n|").proxy()
        self.assertEqual((proxy["before"], proxy["after"], proxy["hasText"]), (None, None, True))
        self.assertFalse(document("|").proxy()["hasText"])
        proxy = document("a«bc»").proxy()
        self.assertEqual((proxy["before"], proxy["selected"], proxy["after"]), ("a", "bc", None))
        proxy = document("a[ni]b").proxy()
        self.assertEqual((proxy["before"], proxy["marked"], proxy["selected"], proxy["after"]), ("a", "ni", None, "b"))
        proxy = document(FAMILY * 200 + "|" + FAMILY * 200).proxy()
        # A family has 8 code units.
        self.assertEqual((proxy["before"], proxy["after"]), (FAMILY * 128, FAMILY * 128))
        proxy = document("x" + FAMILY * 128 + "x|" + "y" * 2000).proxy()
        self.assertEqual((proxy["before"], proxy["after"]), (FAMILY * 127 + "x", "y" * 1024))

    def test_an_edit_beyond_the_text_that_is_seen_is_refused(self):
        made = document("x" * 2000 + "|")
        with self.assertRaises(Fault):
            made.apply([{"deleteBackward": 1025}])
        made.apply([{"adjust": -2000}, {"insert": "|"}])
        self.assertEqual(made.text.index("|"), 976)


if __name__ == "__main__":
    unittest.main()
