# SPDX-License-Identifier: Apache-2.0
"""Tests how Tests/run-steps orders steps and what its summary says, with a program in place of make."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import flakes                                                # noqa: E402
import history                                               # noqa: E402
import record                                                # noqa: E402
import steps                                                 # noqa: E402
from steps import Step                                       # noqa: E402

loader = importlib.machinery.SourceFileLoader("run_steps", str(HERE / "run-steps"))
run_steps = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_steps", loader))
loader.exec_module(run_steps)

# A program in place of make: it says when it begins and ends, and does what the file "plan" says for its target. A target
# that awaits another one ends only once the other has begun.
MAKE = '''
import json, os, pathlib, sys, time
folder = pathlib.Path(__file__).parent
target = next(word for word in sys.argv[1:] if not word.startswith("--") and "=" not in word)
def log(what):
    with open(folder / "log", "a") as file:
        file.write(f"{what} {target}\\n")
log("begin")
(folder / "arguments").open("a").write(json.dumps([sys.argv[1:], os.environ.get("MAKEFLAGS")]) + "\\n")
plan = json.loads((folder / "plan").read_text()).get(target, {})
while "awaits" in plan and f"begin {plan['awaits']}\\n" not in (folder / "log").read_text():
    time.sleep(0.01)
print("output of", target)
if plan.get("status"):
    print(f"make: *** [Makefile:1: {target}] Error {plan['status']}")
with open(folder / "history.jsonl", "a") as file:
    for line in plan.get("tests", []):
        file.write(json.dumps({"runner": target.removeprefix("test-"), "seconds": 1.0} | line) + "\\n")
log("end")
sys.exit(plan.get("status", 0))
'''


class RunTests(unittest.TestCase):
    def run_steps(self, list_of_steps, plan, *arguments, environment={}, known={}):
        """Returns the exit status and the lines that are printed."""
        output = io.TextIOWrapper(io.BytesIO(), write_through=True)
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "make.py")
            script.write_text(MAKE)
            script.with_name("plan").write_text(json.dumps(plan))
            past = script.with_name("history.jsonl")
            past.write_text('{"test": "past", "result": "failed", "runner": "swift", "seconds": 99}\n')
            with mock.patch.object(run_steps, "MAKE", [sys.executable, "-B", str(script)]), \
                 mock.patch.object(steps, "STEPS", list_of_steps), \
                 mock.patch.object(history, "FILE", past), \
                 mock.patch.object(flakes, "known", lambda: known), \
                 mock.patch.object(record, "begin", lambda: self.began.append(1) or "c0ffee"), \
                 mock.patch.object(record, "end", lambda *words: self.recorded.append(words)), \
                 mock.patch.dict(os.environ, {"MAKEFLAGS": "", **environment}), \
                 mock.patch.object(sys, "argv", ["run-steps", *arguments]), contextlib.redirect_stdout(output):
                status = run_steps.main()
            self.log = script.with_name("log").read_text().splitlines()
            self.arguments = [json.loads(line) for line in script.with_name("arguments").read_text().splitlines()]
        return status, output.buffer.getvalue().decode().splitlines()

    def setUp(self):
        self.began, self.recorded = [], []

    def test_every_step_runs_even_if_one_is_red(self):
        status, lines = self.run_steps([Step("a"), Step("b"), Step("c")], {"a": {"status": 2}})
        self.assertEqual(status, 1)
        self.assertEqual({line for line in self.log if line.startswith("end")}, {"end a", "end b", "end c"})
        for name in "abc":
            self.assertIn(f"output of {name}", lines)
        self.assertEqual(lines[-1], "0 passed, 1 failed")

    def test_a_run_without_a_red_step_ends_with_status_0_and_the_number_of_all_tests(self):
        tests = [{"test": "t", "result": "passed"}]
        status, lines = self.run_steps([Step("a"), Step("b")], {"a": {"tests": tests}, "b": {"tests": tests * 2}})
        self.assertEqual((status, lines[-1]), (0, "3 passed, 0 failed"))

    def test_a_step_that_needs_a_red_one_is_not_run_and_says_why(self):
        list_of_steps = [Step("a"), Step("b", needs=("a",)), Step("c", needs=("b",)), Step("d", after=("a",))]
        status, lines = self.run_steps(list_of_steps, {"a": {"status": 2}})
        self.assertEqual(self.log, ["begin a", "end a", "begin d", "end d"])
        self.assertEqual(status, 1)
        self.assertIn("not run: make b, because a failed", lines)
        self.assertIn("not run: make c, because b not run", lines)
        self.assertEqual(lines[-1], "0 passed, 3 failed")

    def test_two_steps_run_at_once(self):
        plan = {"a": {"awaits": "b"}, "b": {"awaits": "a"}}
        self.assertEqual(self.run_steps([Step("a"), Step("b"), Step("c")], plan)[0], 0)
        self.assertEqual(set(self.log[:2]), {"begin a", "begin b"})

    def test_a_step_begins_after_the_steps_that_it_must_not_meet(self):
        self.run_steps([Step("a"), Step("b", after=("a",)), Step("c")], {"a": {"awaits": "c"}})
        self.assertLess(self.log.index("end a"), self.log.index("begin b"))
        # A step that does not run in this run holds up nothing.
        self.run_steps([Step("a", runs=("long",)), Step("b", after=("a",))], {})
        self.assertEqual(self.log, ["begin b", "end b"])

    def test_a_step_does_not_make_again_the_one_that_it_needs(self):
        self.run_steps([Step("a"), Step("b", needs=("a",))], {})
        self.assertEqual([words for words, _ in self.arguments], [["a"], ["--old-file=a", "b"]])

    def test_the_summary_has_each_step_the_slowest_tests_the_flakes_and_the_messages(self):
        plan = {"test-swift": {"status": 1, "tests": [
            {"test": "s", "result": "failed", "message": "one\ntwo"},
            {"test": "f", "result": "flaky", "message": "three"},
            *({"test": f"t{number}", "result": "passed", "seconds": number} for number in range(2, 14))]}}
        status, lines = self.run_steps([Step("test-swift")], plan)
        text = "\n".join(lines)
        self.assertRegex(text, r"# the steps, in 0:\d\d:\n#   failed +0:\d\d  test-swift\n# the slowest tests:\n")
        self.assertEqual(re.findall(r"# +\d+\.0 s  (\w+) \(swift\)", text),
                         [f"t{number}" for number in range(13, 3, -1)])
        self.assertEqual(lines[-8:], ["flaky: f (swift)", "    three", "failed: s (swift)", "    one", "    two",
                                      "failed: make test-swift", "    make: *** [Makefile:1: test-swift] Error 1",
                                      "12 passed, 2 failed"])

    def test_a_known_flake_counts_as_passed(self):
        plan = {"test-swift": {"tests": [{"test": "f", "result": "flaky"}]}}
        known = {"f": flakes.Flake("f", "a reason", None)}
        status, lines = self.run_steps([Step("test-swift")], plan, known=known)
        self.assertEqual((status, lines[-2:]), (0, ["flaky: f (swift), known: a reason", "1 passed, 0 failed"]))

    def test_a_known_flake_does_not_explain_a_red_step(self):
        plan = {"test-swift": {"status": 1, "tests": [{"test": "f", "result": "flaky"}]}}
        known = {"f": flakes.Flake("f", "a reason", None)}
        status, lines = self.run_steps([Step("test-swift")], plan, known=known)
        self.assertEqual((status, lines[-1]), (1, "1 passed, 1 failed"))
        self.assertIn("    output of test-swift", lines)

    def test_nothing_runs_in_a_folder_in_which_the_tests_fail(self):
        with mock.patch.object(run_steps.place, "trouble", lambda: "move the project"):
            with self.assertRaisesRegex(SystemExit, "move the project"):
                self.run_steps([Step("a")], {})

    def test_make_goes_on_after_a_red_command(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "Makefile").write_text("all: a b\na:\n\tfalse\nb:\n\techo made > b\n")
            status = subprocess.run([*run_steps.MAKE, "all"], cwd=folder, capture_output=True).returncode
            self.assertNotEqual(status, 0)
            self.assertTrue(pathlib.Path(folder, "b").exists())

    def test_a_red_step_without_a_red_test_shows_the_end_of_its_output(self):
        lines = self.run_steps([Step("a")], {"a": {"status": 2}})[1]
        self.assertEqual(lines[-4:], ["failed: make a", "    output of a", "    make: *** [Makefile:1: a] Error 2",
                                      "0 passed, 1 failed"])

    def test_the_named_steps_run_with_those_that_they_need(self):
        list_of_steps = [Step("a"), Step("b", needs=("a",)), Step("c"), Step("d", needs=("b",))]
        self.run_steps(list_of_steps, {}, "d", "SCENARIOS=typing")
        self.assertEqual([words[-2:] for words, _ in self.arguments],
                         [[name, "SCENARIOS=typing"] for name in "abd"])

    def test_a_name_that_is_no_step_is_refused(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()) as errors:
            self.run_steps([Step("a")], {}, "b")
        self.assertIn("no step has the name b", errors.getvalue())

    def test_the_thoroughness_chooses_the_steps_and_goes_to_make(self):
        list_of_steps = [Step("a"), Step("b", runs=("long",)), Step("c", runs=("usual", "long"))]
        for option, names in ("--fast", "a"), ("--long", "abc"):
            self.run_steps(list_of_steps, {}, option)
            self.assertEqual(sorted(words[-2:] for words, _ in self.arguments),
                             [[name, f"THOROUGHNESS={option}"] for name in names])

    def test_steps_have_the_variables_of_make_but_not_its_jobs(self):
        flags = "k -j2 --jobserver-auth=3,4 -- SCENARIOS=typing\\ grabbing"
        self.run_steps([Step("a")], {}, environment={"MAKEFLAGS": flags})
        self.assertEqual(self.arguments[0][1], "k -- SCENARIOS=typing\\ grabbing")

    def test_only_a_whole_green_run_with_ci_is_recorded_for_a_release(self):
        long = [Step("a"), Step("b", runs=("long",))]
        _, lines = self.run_steps(long, {}, "--long", environment={"CI": "true"})
        self.assertEqual(self.recorded, [("c0ffee", "long", "0 passed, 0 failed")])
        self.assertIn("# recorded for make release: .build/tests-passed.json", lines)
        self.assertEqual(lines[-1], "0 passed, 0 failed")
        self.recorded.clear()
        _, lines = self.run_steps(long, {}, environment={"CI": ""})
        self.assertIn("# no record for make release, because CI is not set, so steps may have been skipped", lines)
        self.run_steps(long, {"a": {"status": 1}}, environment={"CI": "true"})
        self.run_steps(long, {}, environment={"CI": "true", "MAKEFLAGS": "k -- SCENARIOS=typing"})
        self.assertEqual((len(self.began), self.recorded), (4, []))

    def test_a_run_of_some_steps_leaves_the_record_of_an_earlier_run(self):
        self.run_steps([Step("a"), Step("b")], {}, "a", environment={"CI": "true"})
        self.run_steps([Step("a"), Step("b")], {}, "--fast", environment={"CI": "true"})
        self.assertEqual((self.began, self.recorded), ([], []))


class StepsTests(unittest.TestCase):
    """The steps of the project."""

    # With the files that it includes.
    makefile = "\n".join(path.read_text() for path in (HERE.parent / "Makefile", *HERE.parent.glob("Packaging/**/*.mk"),
                                                          *HERE.parent.glob("Clients/*.mk"), *HERE.parent.glob("Adapters/*.mk"),
                                                          *HERE.parent.glob("Forward/*.mk"), *HERE.glob("*/*.mk"),
                                                          *HERE.parent.glob("Extensions/**/*.mk"), *HERE.parent.glob("Engines/**/*.mk")))

    def test_each_step_is_a_target_of_the_makefile(self):
        for step in steps.STEPS:
            self.assertRegex(self.makefile, rf"(?m)^([\w-]+ )*{step.target}( [\w-]+)*:", step.target)

    def test_each_test_with_repetitions_belongs_to_a_long_target(self):
        words = " ".join(re.findall(r"(?m)^(?:WALKS|FUZZERS|FAULTS) +=(.*)$", self.makefile)).split()
        for path in HERE.glob("*Tests/*.swift"):
            text = path.read_text()
            if "Thoroughness.repetitions(" in text:
                for suite in re.findall(r"(?:struct|class|enum) (\w+Tests)\b", text):
                    name = f"{path.parent.name}.{suite}"
                    self.assertRegex(name, "|".join(words), path.name)

    def test_a_step_needs_the_steps_that_its_target_names(self):
        targets = {step.target: step for step in steps.STEPS}
        for names, needed in re.findall(r"(?m)^([\w-][\w -]*): ([\w -]+)$", self.makefile):
            for step in (targets[name] for name in names.split() if name in targets):
                self.assertLessEqual(set(needed.split()) & targets.keys(), set(step.needs), step.target)

    def test_two_steps_that_build_in_one_folder_do_not_run_at_once(self):
        # SwiftPM locks the folder, and the second build would wait, or fail.
        builds = [step for step in steps.STEPS if step.target in ("build-tests", "check")]
        self.assertIn(builds[0].target, (*builds[1].needs, *builds[1].after))

    def test_a_step_names_only_steps_before_it_that_run_with_it(self):
        for number, step in enumerate(steps.STEPS):
            before = {earlier.target: earlier for earlier in steps.STEPS[:number]}
            for name in (*step.needs, *step.after):
                self.assertIn(name, before, step.target)
            for name in step.needs:
                self.assertLessEqual(set(step.runs), set(before[name].runs), step.target)

    def test_a_longer_run_has_every_step_of_a_shorter_one(self):
        names = [{step.target for step in steps.steps(name)} for name in (steps.FAST, steps.USUAL, steps.LONG)]
        self.assertLess(names[0], names[1])
        self.assertLess(names[1], names[2])


if __name__ == "__main__":
    unittest.main()
