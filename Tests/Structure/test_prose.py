# SPDX-License-Identifier: Apache-2.0
"""Unit tests of prose.py: what it reads, what it finds, and that its exceptions need reasons and a use."""

import tomllib
import unittest

import prose

AVOID = r"""
[spelling]
teh = "an example"

[[avoid]]
pattern = '(?<![\w,;] )(?<![\w,;]\n)\bWho\b(?![^.!?:]{0,200}\?)'
instead = "name the subject"
"""


def found(file, text, more=""):
    rules = prose.Rules(tomllib.loads(AVOID + more))
    lines = prose.prose(file, text)
    return [(number, message) for _, number, message in prose.wording(lines, rules) + prose.spelling(lines, rules)], rules


class ProseTests(unittest.TestCase):
    def texts(self, file, text):
        return [(line.number, line.text) for line in prose.prose(file, text)]

    def test_code_of_a_page_is_left_out_and_places_stay(self):
        page = "One `code` [two](target.md)\n```sh\nteh\n```\nthree\n"
        self.assertEqual(self.texts("a.md", page), [(1, "One  x  [two x"), (5, "three")])

    def test_comments_and_sentences_of_a_source_are_read(self):
        source = 'let a = 1  // one\n/// two\nlet b = "no prose"\nlet c = "a sentence of \\(count) words"\n'
        self.assertEqual(self.texts("Sources/a.swift", source),
                         [(1, "one"), (2, "two"), (4, "a sentence of x words")])

    def test_titles_messages_and_comments_of_a_test_are_read(self):
        for source, expected in [
            ('@Test("title")', [(1, "Title")]),
            ('@Suite(.serialized) struct A {}  // why', [(1, "why")]),
            ('@Test(\n  "a title on its own line", arguments: ["not this"])', [(2, "A title on its own line")]),
            ('@Test("""\n  two\n  lines\n  """)', [(2, "Two"), (3, "Lines")]),
            ('#expect(f("not (this", ["x"]) == "nor this", "a \\(g("x")) message")', [(1, "A x) message")]),
            ('#expect(\n  a,\n  "its message"\n)', [(3, "Its message")]),
            ('#expect(text == "no message") // one', [(1, "one")]),
            ('Issue.record("a record")\nlet text = "not a sentence for people"', [(1, "A record")]),
            ('try eventually("the end") { f("x", "y") }', [(1, "The end")]),
        ]:
            self.assertEqual(self.texts("Tests/A/B.swift", source), expected, source)

    def test_numbers_before_a_title_are_left_out(self):
        for title, text in [("CMD-9a, CMD-9b keys", "Keys"), ("F101 a view", "A view"), ("4.2, F140 a field", "A field"),
                            ("section 9 F075 rows", "Rows"), ("K-7: no key", "No key")]:
            self.assertEqual(prose.sentence(title), text)

    def test_a_headless_title_is_found(self):
        for file, source in [("Tests/a.swift", '@Test("CMD-9 who types")'), ("Tests/a.swift", '#expect(a, "who types")'),
                             ("Tests/test_a.py", "    def test_who_types(self):")]:
            complaints = prose.wording(prose.prose(file, source), prose.Rules(tomllib.loads(AVOID)))
            self.assertEqual(complaints, [(file, 1, '"Who"; name the subject')], source)

    def test_hashes_and_docstrings_are_read(self):
        source = '#!/usr/bin/python3\n# one\n"""Two.\n\nThree."""\nx = 1  # four\n'
        self.assertEqual(self.texts("a.py", source), [(2, "one"), (3, "Two."), (5, "Three."), (6, "four")])
        self.assertEqual(self.texts("a.py", "def test_a_name():\n"), [(1, "A name")])
        self.assertEqual(self.texts("Makefile", "# one\nall:\n"), [(1, "one")])

    def test_a_headless_subject_is_found_where_its_sentence_begins(self):
        for text in ["Who reads it waits.", "It waits. Who reads it\nis served.", "// It waits.\n// Who reads it."]:
            file = "a.swift" if text.startswith("//") else "a.md"
            complaints, _ = found(file, text)
            self.assertEqual([message for _, message in complaints], ['"Who"; name the subject'], text)

    def test_questions_and_other_places_in_a_sentence_are_right(self):
        for text in ["Who reads it?", "The program,\nWho, a band", "the words Who and Whom", "Whole lines"]:
            self.assertEqual(found("a.md", text)[0], [], text)

    def test_a_long_comment_is_found(self):
        line = "// " + "x" * 98
        self.assertEqual(prose.too_long("a.swift", f"a\n{line}\n"), [("a.swift", 2, "101 columns; at most 100")])
        self.assertEqual(prose.too_long("a.swift", line[:100]) + prose.too_long("a.md", line), [])

    def test_misspelled_words_have_their_line(self):
        self.assertEqual(found("a.md", "One\n\nrecieves teh text\n")[0], [(3, "misspelled: recieves ==> receives")])

    def test_an_exception_excuses_only_its_line(self):
        more = '[[allow]]\nfile = "a.md"\ntext = "recieves it"\nreason = "a quotation"\n'
        complaints, rules = found("a.md", "recieves it\n\nrecieves that\n", more)
        self.assertEqual(([number for number, _ in complaints], rules.unused()), ([3], []))

    def test_an_unused_exception_is_an_error(self):
        more = '[[allow]]\nfile = "b.md"\ntext = "recieves"\nreason = "a quotation"\n'
        self.assertEqual(len(found("a.md", "receives\n", more)[1].unused()), 1)

    def test_an_exception_needs_a_reason(self):
        with self.assertRaises(ValueError):
            found("a.md", "", '[[allow]]\nfile = "b.md"\ntext = "x"\nreason = ""\n')


if __name__ == "__main__":
    unittest.main()
