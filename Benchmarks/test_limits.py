# SPDX-License-Identifier: Apache-2.0
"""Tests the errors and the remarks of `make check-cost`."""
import unittest

import costs
import limits

FILE = '''machine = "x86_64"
["raw replay"]
900 = "the first count that was kept"
1000 = "keys are looked up by device"
[start]
50000000 = "the first count that was kept"
'''
MEASURED = {"raw replay": 1000, "start": 50_000_000}


def check(**changes):
    machine, figures, mistakes = limits.read(FILE)
    assert (machine, mistakes) == ("x86_64", [])
    return limits.compare({**MEASURED, **{name.replace("_", " "): cost for name, cost in changes.items()}}, figures)


class Comparison(unittest.TestCase):
    def test_equal_counts_pass(self):
        self.assertEqual(check(), ([], []))

    def test_the_last_figure_counts(self):
        self.assertEqual(limits.read(FILE)[1]["raw replay"], 1000)

    def test_two_percent_more_pass_and_three_fail(self):
        self.assertEqual(check(raw_replay=1020), ([], []))
        for cost in (1021, 1030):
            errors, remarks = check(raw_replay=cost)
            self.assertEqual(remarks, [])
            self.assertEqual(len(errors), 1)
            self.assertIn(f"raw replay: {cost:,} instructions, +", errors[0])
            self.assertIn("of the 1,000 in costs.toml", errors[0])

    def test_a_much_lower_count_is_reported(self):
        self.assertEqual(check(raw_replay=950), ([], []))
        errors, remarks = check(raw_replay=940)
        self.assertEqual(errors, [])
        self.assertEqual(remarks, ["raw replay: 940 instructions, -6.0% of the 1,000 in costs.toml; lower the figure"])

    def test_the_size_of_the_program_is_in_bytes(self):
        self.assertEqual(limits.compare({"program size": 1030}, {"program size": 1000})[0],
                         ["program size: 1,030 bytes, +3.0% of the 1,000 in costs.toml; at most 2% more are allowed"])
        self.assertEqual(self.mistakes_of_size(), ["program size: 0 is not a number of bytes"])

    @staticmethod
    def mistakes_of_size():
        return limits.read('machine = "x86_64"\n["program size"]\n0 = "the first count kept"\n')[2]

    def test_a_count_without_a_figure_fails(self):
        self.assertEqual(check(idle=1)[0], ["idle: counted, and not in costs.toml"])

    def test_a_figure_without_a_count_fails(self):
        figures = limits.read(FILE)[1]
        self.assertEqual(limits.compare({"start": 50_000_000}, figures)[0],
                         ["raw replay: in costs.toml, and not counted"])

    def test_a_changed_count_of_the_c_loop_names_the_installed_libraries(self):
        errors, _ = limits.compare({"start: C loop": 103}, {"start: C loop": 100})
        self.assertIn("another compiler or library", errors[0])
        self.assertNotIn("another compiler", limits.compare({"start": 103}, {"start": 100})[0][0])


class File(unittest.TestCase):
    def mistakes(self, text):
        return limits.read(text)[2]

    def test_each_figure_needs_a_reason(self):
        for reason in ('""', '"slower"', "1"):
            self.assertEqual(self.mistakes(f'machine = "x86_64"\n[start]\n100 = {reason}\n'),
                             ["start: 100 has no reason"])

    def test_a_raised_figure_needs_a_reason_of_its_own(self):
        raised = FILE.replace("keys are looked up by device", "the first count that was kept")
        self.assertEqual(self.mistakes(raised), ["raw replay: two figures have the same reason"])

    def test_entries_hold_figures(self):
        head = 'machine = "x86_64"\n'
        self.assertEqual(self.mistakes(head + "start = 100\n"), ["start: no figure"])
        self.assertEqual(self.mistakes(head + "[start]\n"), ["start: no figure"])
        for figure in ("0", "about", "-5"):
            self.assertEqual(self.mistakes(head + f'[start]\n{figure} = "the first count kept"\n'),
                             [f"start: {figure} is not a number of instructions"])

    def test_the_file_names_the_machine(self):
        self.assertEqual(self.mistakes('[start]\n1 = "the first count kept"\n'), ["no machine"])

    def test_the_file_is_toml(self):
        self.assertEqual(len(self.mistakes("start")), 1)

    def test_the_projects_file_is_valid_and_has_every_count_that_is_shown(self):
        _, figures, mistakes = limits.read(costs.FILE.read_text())
        self.assertEqual(mistakes, [])
        self.assertEqual({row[0] for row in costs.ROWS}, {name.removesuffix(": C loop") for name in figures})


class Budget(unittest.TestCase):
    def test_the_summary_says_whether_the_budget_is_met(self):
        self.assertEqual(limits.budget(1.3, 1.3, "×"), "≤ 1.3 ×, met")
        self.assertEqual(limits.budget(1.31, 1.3, "×"), "≤ 1.3 ×, not met")
        self.assertEqual(limits.budget(16, 15, "ms"), "≤ 15 ms, not met")
        self.assertEqual(limits.budget(0, 0), "0, met")
        self.assertEqual(limits.budget(1, 0), "0, not met")
        self.assertEqual(limits.budget(1, None), "")
        self.assertEqual(limits.budget(99.0, None, "%", 99), "≥ 99 %, met")
        self.assertEqual(limits.budget(98.9, None, "%", 99), "≥ 99 %, not met")
        self.assertEqual(limits.budget(0, None, "", 0), "≥ 0, met")


if __name__ == "__main__":
    unittest.main()
