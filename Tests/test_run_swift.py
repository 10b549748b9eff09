# SPDX-License-Identifier: Apache-2.0
"""Tests how Tests/run-swift classifies failures, with a program in place of the test binary."""

import contextlib
import datetime
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import flakes                                                # noqa: E402

loader = importlib.machinery.SourceFileLoader("run_swift", str(HERE / "run-swift"))
run_swift = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_swift", loader))
loader.exec_module(run_swift)

# A program in place of the test binary: it has three tests, of which OneTests.S/b() does at each try what the file
# "plan" says.
BINARY = '''
import json, os, pathlib, re, sys
names = "OneTests.S/a()", "OneTests.S/b()", "TwoTests.S/c()"
if "--list-tests" in sys.argv:
    sys.exit(print(*names, sep="\\n"))
pattern = re.compile(sys.argv[sys.argv.index("--filter") + 1])
plan = pathlib.Path(__file__).with_name("plan")
status = 0
with open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w") as stream:
    def write(record, **payload):
        print(json.dumps({"kind": record, "payload": payload}), file=stream, flush=True)
    for name in filter(lambda name: pattern.search(name), names):
        test = name + "/S.swift:1:1"
        step, *rest = plan.read_text().split() if name == names[1] else ["pass"]
        if name == names[1]:
            plan.write_text(" ".join(rest))
        def event(kind, **more):
            write("event", kind=kind, testID=test, instant={"absolute": 1}, messages=[{"text": "Test b() skipped: said"}], **more)
        write("test", kind="function", id=test)
        if step == "skip":
            event("testSkipped")
            continue
        event("testStarted")
        if step == "die":
            os.abort()
        if step == "fail":
            status = 1
            event("issueRecorded", issue={})
        event("testEnded")
        print("Test", name, step)
sys.exit(status)
'''


class RunTests(unittest.TestCase):
    def run_tests(self, plan, *arguments, environment={}, known={}):
        """Returns the exit status and the lines that are printed; `plan` is what b() does at each try."""
        output = io.TextIOWrapper(io.BytesIO(), write_through=True)
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "binary.py")
            script.write_text(BINARY)
            script.with_name("plan").write_text(plan)
            self.history = pathlib.Path(folder, "history.jsonl")
            with mock.patch.object(run_swift, "COMMAND", [sys.executable, "-B", str(script)]), \
                 mock.patch.object(run_swift.history, "FILE", self.history), \
                 mock.patch.object(flakes, "known", lambda: known), \
                 mock.patch.dict(os.environ, {"CI": "", **environment}), \
                 mock.patch.object(sys, "argv", ["run-swift", *arguments]), contextlib.redirect_stdout(output):
                status = run_swift.main()
            lines = map(json.loads, self.history.read_text().splitlines())
            self.results = {line["test"]: line["result"] for line in lines}
        return status, output.buffer.getvalue().decode().splitlines()

    def test_tests_that_pass_end_with_status_0(self):
        status, lines = self.run_tests("pass")
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed"))
        self.assertIn("Test OneTests.S/a() pass", lines)
        self.assertEqual(set(self.results.values()), {"passed"})

    def test_a_test_that_passes_at_the_second_try_is_a_flake_and_fails_the_run(self):
        status, lines = self.run_tests("fail pass")
        self.assertEqual(status, 1)
        self.assertEqual(lines[-3:], ["2 passed, 1 failed", "flaky: OneTests.S/b() passed at the second try",
                                      "    Test b() skipped: said"])
        self.assertEqual(self.results["OneTests.S/b()"], "flaky")

    def test_a_known_flake_does_not_fail_the_run(self):
        flake = flakes.Flake("OneTests.S/b()", "a reason", datetime.date(2026, 11, 22))
        status, lines = self.run_tests("fail pass", known={flake.test: flake})
        self.assertEqual(status, 0)
        self.assertIn("flaky: OneTests.S/b() passed at the second try (known: a reason)", lines)
        self.assertIn("3 passed, 0 failed", lines)

    def test_a_test_that_fails_twice_has_failed(self):
        status, lines = self.run_tests("fail fail")
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"))
        self.assertIn("failed: OneTests.S/b()", lines)
        self.assertEqual(self.results["OneTests.S/b()"], "failed")

    def test_a_process_that_dies_fails_the_test_it_died_in(self):
        status, lines = self.run_tests("die die")
        self.assertEqual((status, lines[-1]), (1, "2 passed, 1 failed"))
        self.assertIn("    the process ended in this test: signal 6", lines)

    def test_a_skipped_test_fails_the_run_with_CI_only(self):
        status, lines = self.run_tests("skip")
        self.assertEqual((status, lines[-1]), (0, "2 passed, 0 failed, 1 skipped"))
        self.assertIn("# 1 skipped: said", lines)
        self.assertEqual(self.run_tests("skip", environment={"CI": "true"})[0], 1)
        self.assertEqual(self.run_tests("skip", "--fast", environment={"CI": "true"})[0], 0)

    def test_patterns_choose_tests(self):
        self.assertEqual(self.run_tests("pass", "Two", "a\\(")[1][-1], "2 passed, 0 failed")
        self.assertEqual(set(self.results), {"OneTests.S/a()", "TwoTests.S/c()"})


class FakeProcess:
    """A process that ends after some seconds of its own clock, and writes events at some of them."""

    def __init__(self, file, end, events=()):
        self.file, self.end, self.events, self.now = file, end, list(events), 0.0

    def clock(self):
        return self.now

    def wait(self, timeout):
        self.now += timeout
        while self.events and self.events[0] <= self.now:
            self.events.pop(0)
            self.file.write_text(self.file.read_text() + "event\n")
        if self.now < self.end:
            raise subprocess.TimeoutExpired("process", timeout)
        return 0


class WaitTests(unittest.TestCase):
    """When a process counts as stalled."""

    def status(self, end, events=()):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "events")
            file.touch()
            process = FakeProcess(file, end, events)
            with mock.patch.object(run_swift.time, "monotonic", process.clock):
                return run_swift.wait(process, file, 100)

    def test_a_process_without_an_event_for_too_long_has_stalled(self):
        self.assertIsNone(self.status(1000))
        self.assertIsNone(self.status(1000, events=[50, 120]))

    def test_a_slow_process_with_events_has_not(self):
        self.assertEqual(self.status(1000, events=range(0, 1000, 90)), 0)
        self.assertEqual(self.status(90), 0)


if __name__ == "__main__":
    unittest.main()
