# SPDX-License-Identifier: Apache-2.0
"""Unit tests of folder_cycles.py."""

import pathlib
import unittest

import folder_cycles
from swift_source import masked


def found(**files):
    """The cycles of a module; `One_a` is the file `One/a.swift`, `a` a file of no folder."""
    texts = {pathlib.Path(name.replace("_", "/") + ".swift"): masked(text) for name, text in files.items()}
    return folder_cycles.cycles(folder_cycles.dependencies(texts, folder_cycles.folder))


class CycleTests(unittest.TestCase):
    def test_two_folders_that_need_each_other_are_a_cycle(self):
        self.assertEqual(found(A_a="struct Apple { var pear: Pear? }", B_b="struct Pear { var apple: [Apple] }"),
                         [["A", "B"]])

    def test_a_dependency_in_one_direction_is_no_cycle(self):
        self.assertEqual(found(A_a="struct Apple { var pear: Pear }", B_b="struct Pear {}"), [])

    def test_a_cycle_may_be_long_and_go_through_the_files_of_no_folder(self):
        self.assertEqual(found(a="enum First { static let next = Second.self }", B_b="enum Second { case third(Third) }",
                               C_c="package final class Third { func first() -> First { First.self } }"),
                         [[".", "B", "C"]])

    def test_comments_strings_and_private_types_do_not_count(self):
        self.assertEqual(found(A_a="/// A `Pear`.\nstruct Apple { let pear: Pear }",
                               B_b='// Apple\nstruct Pear { let name = "Apple" }'), [])
        self.assertEqual(found(A_a="private struct Apple {}\nstruct Plum { let pear: Pear }",
                               B_b="private struct Apple {}\nstruct Pear { let apple = Apple() }"), [])

    def test_a_free_function_counts_and_a_member_of_its_name_does_not(self):
        self.assertEqual(found(A_a="func peel() { Pear() }", B_b="struct Pear { init() { peel() } }"), [["A", "B"]])
        self.assertEqual(found(A_a="func peel() { Pear() }", B_b="struct Pear { init(knife: K) { knife.peel() } }"), [])

    def test_folders_apart_form_cycles_of_their_own(self):
        self.assertEqual(found(A_a="struct A1 { let b: B1 }", B_b="struct B1 { let a: [A1] }",
                               C_c="struct C1 { let d: D1 }", D_d="struct D1 { let c: [C1] }"),
                         [["A", "B"], ["C", "D"]])


if __name__ == "__main__":
    unittest.main()
