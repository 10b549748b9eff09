# SPDX-License-Identifier: Apache-2.0
"""Unit tests of file_index.py."""

import pathlib
import unittest

import file_index


class PurposeTests(unittest.TestCase):
    def test_it_is_the_first_sentence_outside_of_types(self):
        text = "import A\n\n/// Finds ``Word``s,\n/// one by one. Slowly.\nstruct B {\n  /// A member.\n  var c = 1\n}\n"
        self.assertEqual(file_index.purpose(text), "Finds `Word`s, one by one")

    def test_a_member_counts_if_the_type_has_no_comment(self):
        self.assertEqual(file_index.purpose("extension A {\n  /// The count.\n  ///\n  /// More.\n  var b: Int\n}\n"),
                         "The count")

    def test_a_sentence_with_a_bar_fits_into_a_table(self):
        self.assertEqual(file_index.purpose("/// Splits at `|`\nfunc a() {}\n"), r"Splits at `\|`")

    def test_a_file_without_a_comment_has_none(self):
        self.assertEqual(file_index.purpose("// A remark.\nimport A\n"), "")


class PageTests(unittest.TestCase):
    def test_files_are_listed_by_module(self):
        page = file_index.page({pathlib.PurePath("B/C/d.swift"): "/// D.\n", pathlib.PurePath("A/a.swift"): ""})
        self.assertEqual(page.split("\n## ")[1:], ["A\n\n| file | purpose |\n| --- | --- |\n| `a.swift` | – |\n",
                                                  "B\n\n| file | purpose |\n| --- | --- |\n| `C/d.swift` | D |\n"])


if __name__ == "__main__":
    unittest.main()
