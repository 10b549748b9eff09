# SPDX-License-Identifier: Apache-2.0
"""Tests how Tests/run-unittests counts and classifies Python tests."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

# The test b() does at each try what the file "plan" says.
TESTS = '''
import pathlib, unittest
class Tests(unittest.TestCase):
    def test_a(self):
        pass
    def test_b(self):
        plan = pathlib.Path(__file__).with_name("plan")
        step, *rest = plan.read_text().split()
        plan.write_text(" ".join(rest))
        if step == "skip":
            self.skipTest("said")
        if step == "parts":
            for part in "one", "two":
                with self.subTest(part):
                    self.assertEqual(part, "")
        self.assertEqual(step, "pass", "the message")
'''


class RunTests(unittest.TestCase):
    options = ()

    def run_tests(self, plan, tests=TESTS, known=""):
        """Returns the exit status and the output."""
        with tempfile.TemporaryDirectory() as name:
            # A project of its own, because the runner finds the history and the known flakes next to itself.
            folder = pathlib.Path(name, "Tests")
            folder.mkdir()
            for file in "run-unittests", "history.py", "flakes.py":
                shutil.copy(HERE / file, folder)
            (folder / "known-flakes.toml").write_text(known)
            cases = folder / "cases"
            cases.mkdir()
            (cases / "plan").write_text(plan)
            if tests:
                (cases / "test_some.py").write_text(tests)
            process = subprocess.run([sys.executable, "-B", folder / "run-unittests", *self.options, "some", cases],
                                     capture_output=True, text=True, env=os.environ | {"GIT_DIR": "/nonexistent"})
            history = folder.parent / ".build/test-history.jsonl"
            lines = history.read_text().splitlines() if history.exists() else []
            self.lines = {line["test"]: line for line in map(json.loads, lines)}
        self.assertEqual(process.stderr, "")
        return process.returncode, process.stdout

    def result(self):
        return self.lines["test_some.Tests.test_b"]["result"]

    def test_tests_that_pass_end_with_status_0_and_are_in_the_history(self):
        self.assertEqual(self.run_tests("pass"), (0, "some: 2 passed, 0 failed\n"))
        self.assertEqual({name: (line["runner"], line["result"]) for name, line in self.lines.items()},
                         {f"test_some.Tests.test_{name}": ("some", "passed") for name in "ab"})

    def test_a_test_that_fails_twice_has_failed_with_its_message(self):
        status, output = self.run_tests("fail fail")
        self.assertEqual(status, 1)
        self.assertIn("failed: test_some.Tests.test_b\n", output)
        self.assertTrue(output.endswith("some: 1 passed, 1 failed\n"), output)
        self.assertIn("the message", self.lines["test_some.Tests.test_b"]["message"])
        self.assertEqual(self.result(), "failed")

    def test_a_test_that_passes_at_the_second_try_is_a_flake_and_fails_the_run(self):
        status, output = self.run_tests("fail pass")
        self.assertEqual((status, self.result()), (1, "flaky"))
        self.assertIn("flaky: test_some.Tests.test_b passed at the second try\n", output)
        self.assertTrue(output.endswith("some: 1 passed, 1 failed\n"), output)

    def test_a_test_of_asyncio_runs_twice_too(self):
        tests = TESTS.replace("unittest.TestCase", "unittest.IsolatedAsyncioTestCase").replace("def test", "async def test")
        status, output = self.run_tests("fail pass", tests=tests)
        self.assertIn("flaky: test_some.Tests.test_b passed at the second try\n", output)
        self.assertEqual((status, self.result()), (1, "flaky"))

    def test_a_known_flake_does_not_fail_the_run(self):
        known = '[[flake]]\ntest = "test_some.Tests.test_b"\nreason = "a reason"\nsince = 2026-11-22\n'
        status, output = self.run_tests("fail pass", known=known)
        self.assertEqual(status, 0)
        self.assertIn("passed at the second try (known: a reason)", output)
        self.assertTrue(output.endswith("some: 2 passed, 0 failed\n"), output)

    def test_of_many_tests_that_fail_at_once_ten_run_again(self):
        tests = "import unittest\nruns = []\nclass Tests(unittest.TestCase):\n" + "".join(
            f"    def test_{number:02}(self):\n        runs.append({number})\n"
            f"        self.assertGreater(runs.count({number}), 1)\n" for number in range(12))
        output = self.run_tests("", tests=tests)[1]
        self.assertTrue(output.endswith("some: 0 passed, 12 failed\n"), output)
        results = [line["result"] for line in self.lines.values()]
        self.assertEqual((results.count("flaky"), results.count("failed")), (10, 2))

    def test_each_part_of_a_test_has_a_message(self):
        self.run_tests("parts parts")
        message = self.lines["test_some.Tests.test_b"]["message"]
        for part in "[one]", "[two]", "the message":
            self.assertIn(part, message)

    def test_a_skipped_test_is_counted_apart_with_its_reason(self):
        self.assertEqual(self.run_tests("skip"), (0, "# skipped: test_some.Tests.test_b: said\n"
                                                     "some: 1 passed, 0 failed, 1 skipped\n"))

    def test_a_module_that_cannot_be_loaded_and_a_folder_without_tests_fail_the_run(self):
        status, output = self.run_tests("", tests="import nothing_of_that_name\n")
        self.assertEqual(status, 1)
        self.assertIn("nothing_of_that_name", output)
        status, output = self.run_tests("", tests="")
        self.assertEqual(status, 1)
        self.assertIn("there is no test in", output)

    def test_a_class_that_cannot_be_prepared_fails_the_run(self):
        tests = TESTS + '''
    @classmethod
    def setUpClass(cls):
        raise ValueError("not prepared")
'''
        status, output = self.run_tests("pass", tests=tests)
        self.assertEqual(status, 1)
        self.assertIn("not prepared", output)


class RunTogetherTests(RunTests):
    """The same with two processes."""

    options = ("--jobs", "2")
    # Its tests count their tries in one process.
    test_of_many_tests_that_fail_at_once_ten_run_again = None

    def test_two_tests_run_at_the_same_time(self):
        tests = ("import pathlib, time, unittest\nclass Tests(unittest.TestCase):\n" + "".join(
            f"    def test_{me}(self):\n        folder = pathlib.Path(__file__).parent\n        (folder / '{me}').touch()\n"
            f"        end = time.monotonic() + 20\n        while not (folder / '{other}').exists() and time.monotonic() < end:\n"
            f"            time.sleep(0.01)\n        self.assertLess(time.monotonic(), end)\n" for me, other in ("ab", "ba")))
        self.assertEqual(self.run_tests("", tests=tests), (0, "some: 2 passed, 0 failed\n"))


if __name__ == "__main__":
    unittest.main()
