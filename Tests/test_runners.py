# SPDX-License-Identifier: Apache-2.0
"""Tests of the code that the runners of the Swift tests and of the kernel scenarios share."""

import datetime
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import flakes                                                # noqa: E402
import history                                               # noqa: E402


class FlakesTests(unittest.TestCase):
    def known(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.toml")
            path.write_text(text)
            return flakes.known(path)

    def assert_refused(self, text, message):
        with self.assertRaises(flakes.InvalidList) as caught:
            self.known(text)
        self.assertIn(message, str(caught.exception))

    def test_the_list_of_the_project_is_valid(self):
        flakes.known()

    def test_entries_are_found_by_their_test(self):
        found = self.known('[[flake]]\ntest = "a.b"\nreason = "known"\nsince = 2026-11-22\n'
                           '[[flake]]\ntest = "c.d"\nreason = "too"\nsince = 2026-11-23\n')
        self.assertEqual(list(found), ["a.b", "c.d"])
        self.assertEqual(found["a.b"], flakes.Flake("a.b", "known", datetime.date(2026, 11, 22)))

    def test_an_empty_list_is_valid(self):
        self.assertEqual(self.known("# nothing\n"), {})

    def test_an_entry_with_a_missing_key_is_refused(self):
        keys = {"test": 'test = "a"', "reason": 'reason = "b"', "since": "since = 2026-11-22"}
        for missing in keys:
            lines = [line for key, line in keys.items() if key != missing]
            self.assert_refused("[[flake]]\n" + "\n".join(lines), "list.toml: entry 1: invalid keys")

    def test_an_entry_with_an_empty_reason_or_a_wrong_date_is_refused(self):
        self.assert_refused('[[flake]]\ntest = "a"\nreason = " "\nsince = 2026-11-22', "invalid reason")
        self.assert_refused('[[flake]]\ntest = "a"\nreason = "b"\nsince = "2026-11-22"', "invalid since")
        self.assert_refused('[[flake]]\ntest = "a"\nreason = "b"\nsince = 2026-11-22T10:00:00', "invalid since")

    def test_a_test_listed_twice_an_unknown_key_and_broken_syntax_are_refused(self):
        entry = '[[flake]]\ntest = "a"\nreason = "b"\nsince = 2026-11-22\n'
        self.assert_refused(entry * 2, "entry 2: a is listed twice")
        self.assert_refused('flaky = ["a"]', "invalid key flaky")
        self.assert_refused('flake = "a"', "invalid key flake")
        self.assert_refused("[[flake]", "list.toml: ")


class HistoryTests(unittest.TestCase):
    def test_each_test_appends_a_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "build/history.jsonl")
            for runner in "kernel", "swift":
                history.History(runner, path).add("a.b", "passed", 1.25)
            lines = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual([line["runner"] for line in lines], ["kernel", "swift"])
        self.assertEqual({key: lines[0][key] for key in ("commit", "test", "result", "seconds")},
                         {"commit": history.commit(), "test": "a.b", "result": "passed", "seconds": 1.25})
        self.assertIsNotNone(datetime.datetime.fromisoformat(lines[0]["time"]).tzinfo)

    def test_the_slowest_are_those_of_the_run_in_descending_order(self):
        with tempfile.TemporaryDirectory() as folder:
            run = history.History("kernel", pathlib.Path(folder, "history.jsonl"))
            for number in range(12):
                run.add(f"test{number}", "passed", (number * 5) % 12)
        self.assertEqual([seconds for seconds, _ in run.slowest(3)], [11, 10, 9])
        self.assertEqual(run.report_slowest(1), ["# the slowest:", "#      11.0 s  test7"])

    def test_another_result_is_refused(self):
        with self.assertRaises(ValueError):
            history.History("kernel", pathlib.Path("/nowhere")).add("a", "skipped", 1)


if __name__ == "__main__":
    unittest.main()
