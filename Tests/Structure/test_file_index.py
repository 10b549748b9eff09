# SPDX-License-Identifier: Apache-2.0
"""Unit tests of file_index.py."""

import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

import file_index


class PurposeTests(unittest.TestCase):
    def test_it_is_the_first_sentence_of_the_type_that_the_file_is_named_after(self):
        text = ("import A\n\n/// A helper.\nstruct B {\n  /// A member.\n  var c = 1\n}\n\n"
                "/// Finds ``Word``s: one\n/// by one. Slowly.\n@available(*, deprecated)\nfinal class D: E {}\n")
        self.assertEqual(file_index.purpose("D", text), "Finds `Word`s: one by one")
        self.assertEqual(file_index.purpose("B", text), "A helper")

    def test_an_extension_of_that_type_counts_as_the_type(self):
        text = "/// A helper.\nstruct B {}\n\n/// Doors.\npublic extension D {}\n"
        self.assertEqual(file_index.purpose("D+Doors", text), "Doors")

    def test_without_such_a_type_an_extension_comes_before_other_declarations(self):
        text = "/// A helper.\nprivate enum B {}\n\n/// `keybridge door`: opens.\nextension Subcommand {}\n"
        self.assertEqual(file_index.purpose("DoorCommand", text), "`keybridge door`: opens")
        self.assertEqual(file_index.purpose("a", "/// Splits at `|`.\nfunc a() {}\n"), r"Splits at `\|`")

    def test_a_type_whose_name_begins_with_that_of_the_file_is_another_one(self):
        text = "/// A helper.\nstruct DoorHelper {}\n\n/// A door.\nstruct Door {}\n"
        self.assertEqual(file_index.purpose("Door", text), "A door")

    def test_a_member_counts_if_no_declaration_outside_has_a_comment(self):
        text = "extension A {\n  /// The count:\n  ///\n  /// - More.\n  var b: Int\n}\n"
        self.assertEqual(file_index.purpose("A+B", text), "The count")

    def test_a_file_without_a_comment_has_none(self):
        self.assertEqual(file_index.purpose("a", "// A remark.\nimport A\n"), "")


class PageTests(unittest.TestCase):
    def test_files_are_listed_by_module(self):
        page = file_index.page({pathlib.PurePath("B/C/d.swift"): "/// D.\nvar d", pathlib.PurePath("A/a.swift"): "/// A.\nvar a"})
        self.assertEqual(page.split("\n## ")[1:], ["A\n\n| file | purpose |\n| --- | --- |\n| `a.swift` | A |\n",
                                                  "B\n\n| file | purpose |\n| --- | --- |\n| `C/d.swift` | D |\n"])

    def test_a_file_without_a_sentence_is_an_error_and_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as output:
            root = pathlib.Path(folder)
            (root / "Sources/A").mkdir(parents=True)
            (root / "Sources/A/a.swift").write_text("import B\n")
            with unittest.mock.patch.multiple(file_index, ROOT=root, PAGE=root / "Files.md"):
                self.assertEqual(file_index.main(["--write"]), 1)
            self.assertFalse((root / "Files.md").exists())
        self.assertEqual(output.getvalue(), "Sources/A/a.swift: no documentation comment says what the file is for\n")


if __name__ == "__main__":
    unittest.main()
