# SPDX-License-Identifier: Apache-2.0
"""Unit tests of type_graph.py."""

import pathlib
import unittest

import type_graph
from swift_source import masked


def module(**files):
    """A module; `Line_Layout` is the file `Line+Layout.swift`."""
    return type_graph.module({pathlib.Path(name.replace("_", "+") + ".swift"): masked(text)
                              for name, text in files.items()})


def ring(count, lines=1):
    """A module of so many types, each of which names the next one."""
    return module(**{f"T{number}": f"struct T{number} {{ var next: T{(number + 1) % count}? }}" + "\n" * lines
                     for number in range(count)})


def hub(names, named_by):
    """A module with one type that names some types, and is named by others."""
    files = {"Hub": "\n".join(f"let a{number}: A{number}" for number in range(names)) + "\nstruct Hub {}"}
    files |= {f"A{number}": f"struct A{number} {{}}" for number in range(names)}
    files |= {f"B{number}": f"struct B{number} {{ var hub: Hub }}" for number in range(named_by)}
    return module(**files)


class GraphTests(unittest.TestCase):
    def test_the_extensions_of_a_type_are_one_node_with_it(self):
        read = module(Line="struct Line {}", Line_Layout="extension Line { var row: Row { Row() } }", Row="struct Row {}")
        self.assertEqual([path.name for path in sorted(read.files["Line"])], ["Line+Layout.swift", "Line.swift"])
        self.assertEqual(list(read.names["Line"]), ["Row"])
        self.assertEqual([path.name for path in read.named_by["Row"]], ["Line+Layout.swift"])

    def test_an_extension_of_a_type_of_another_module_is_a_node_of_its_own(self):
        read = module(String_Rows="extension String { var rows: [Row] { [] } }", Row="struct Row {}")
        self.assertEqual(list(read.names["String+Rows"]), ["Row"])

    def test_a_type_next_to_another_counts_as_its_file(self):
        read = module(Line="struct Line {}\nstruct LineEnd {}", Row="struct Row { let end: LineEnd }")
        self.assertEqual(list(read.names["Row"]), ["Line"])

    def test_comments_strings_and_members_name_nothing(self):
        self.assertEqual(module(Line='struct Line { // Row\n let name = "Row"; let x = y.Row }', Row="struct Row {}").names,
                         {})

    def test_the_figures_of_a_module(self):
        self.assertEqual(
            type_graph.summary("Letters", ring(3)),
            "Letters: 3 types in 3 files; 1 cycles, largest 3 files and 3 lines; T2 is named by 1 files, T2 names 1 types")

    def test_the_details_say_which_name_closes_a_cycle(self):
        self.assertIn("    T1 needs T0: T1.swift names T0", list(type_graph.details(ring(2))))


class KnotTests(unittest.TestCase):
    def test_a_cycle_may_have_8_files_and_800_lines(self):
        self.assertEqual(type_graph.knots(ring(8)), [])
        self.assertEqual([(knot.size, knot.weight) for knot in type_graph.knots(ring(9))], [(9, 9)])
        self.assertEqual(type_graph.knots(ring(8, lines=100)), [])
        self.assertEqual([(knot.size, knot.weight) for knot in type_graph.knots(ring(8, lines=101))], [(8, 808)])

    def test_one_type_in_many_files_is_no_cycle(self):
        files = {f"Line_{number}": "extension Line {}" for number in range(20)}
        self.assertEqual(type_graph.knots(module(Line="struct Line {}", **files)), [])

    def test_a_type_may_name_or_be_named_by_more_than_30_but_not_both(self):
        self.assertEqual(type_graph.knots(hub(31, 30)), [])
        self.assertEqual(type_graph.knots(hub(30, 31)), [])
        self.assertEqual([str(knot) for knot in type_graph.knots(hub(31, 31))],
                         ["Hub is named by 31 files and names 31 types"])


class KnownTests(unittest.TestCase):
    def judge(self, knot, **entry):
        known = [{"module": "A", "kind": "cycle", "type": "T8", "size": 9, "weight": 9} | entry] if entry else []
        return list(type_graph.judge("A", knot, known))

    def test_a_known_knot_may_stay_as_it_is(self):
        self.assertEqual(self.judge(type_graph.knots(ring(9)), size=9), [])

    def test_a_new_knot_and_a_grown_one_fail(self):
        self.assertIn("which is new", self.judge(type_graph.knots(ring(9)))[0])
        self.assertIn("which is new", self.judge(type_graph.knots(ring(9)), module="B")[0])
        self.assertIn("known-cycles.toml has 8 and 9", self.judge(type_graph.knots(ring(9)), size=8)[0])

    def test_an_entry_must_shrink_with_its_knot(self):
        self.assertIn("write down that it is smaller", self.judge(type_graph.knots(ring(9)), weight=10)[0])
        self.assertEqual(self.judge([], size=9), ["known-cycles.toml: A has no cycle around T8 any more; remove the entry"])


if __name__ == "__main__":
    unittest.main()
