# SPDX-License-Identifier: Apache-2.0
"""Tests how mutants are found, how each changes the code, and when one counts as killed."""

import contextlib
import dataclasses
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import candidates
import chosen
import mutants
import mutated_tree
import swift_source
import test_runs


def found(code, file="Module/File.swift"):
    return list(candidates.find(file, code))


def mistakes(code):
    """The lines with a mistake for a line of a function."""
    text = f"func f() {{\n  let x = 1\n  {code}\n  done = 1\n}}\n"
    return [candidate.mistake for candidate in found(text) if candidate.line == 3]


class SourceTests(unittest.TestCase):
    def test_comments_and_strings_are_masked_in_place(self):
        for text, masked in [
            ('a // b "c"\nd', "a         \nd"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ('a "b // c" d', "a ________ d"),
            (r'a "\"" b', "a ____ b"),
            (r'a "x\(f("y", (1)))z" b', "a " + "_" * 18 + " b"),
            (r'a #"\(x)"\#(y("z"))"# b', "a " + "_" * 19 + " b"),
            ('a """\n  "b" < c\n  """ d', "a ___\n_________\n_____ d"),
        ]:
            with self.subTest(text):
                result = swift_source.masked(text)
                self.assertEqual(len(result), len(text))
                self.assertEqual(result, masked)

    def test_a_line_is_in_the_declarations_that_enclose_it(self):
        text = textwrap.dedent("""\
            struct A {
              var b: Int { 1 }
              func c(
                d: Int
              ) {
                let e = 1
                e
              }
              init() {
                f
              }
            }
            g
            """).split("\n")
        self.assertEqual(swift_source.declarations(text)[:-1], [
            "A", "A.b", "A.c", "A.c", "A.c", "A.c", "A.c", "A.c", "A.init", "A.init", "A.init", "A", ""])

    def test_only_commas_outside_of_brackets_divide(self):
        text = "a, b(c, d), [e, f] "
        self.assertEqual([text[start:end] for start, end in swift_source.parts(text)], ["a", "b(c, d)", "[e, f]"])


class PlaceTests(unittest.TestCase):
    def test_each_kind_of_mistake(self):
        for code, expected in [
            ("let y = a < b", ["let y = a <= b"]),
            ("let y = a >= b", ["let y = a > b"]),
            ("let y = a == b && c", ["let y = a != b && c", "let y = a == b || c"]),
            ("let y = a === b", ["let y = a !== b"]),
            ("let y = a + 1", ["let y = a + 0"]),
            ("let y = a.dropFirst()", ["let y = a.dropFirst(0)"]),
            ("if a, !b(c, d) {", ["if !a, !b(c, d) {", "if a, b(c, d) {"]),
            ("guard a else { return }", ["guard !a else { return }"]),
            ("return true", ["return false"]),
            ("case .a: false", ["case .a: true"]),
            ("a.b(c)", ["(dropped)"]),
            ("try a(b, c)", ["(dropped)"]),
            ("a.b = c", ["(dropped)"]),
            ("a += c", ["(dropped)"]),
        ]:
            with self.subTest(code):
                self.assertEqual(mistakes(code), expected)

    def test_lines_that_match_no_pattern_have_no_candidate(self):
        for code in [
            "let y: Array<Int> = z", "// a < b", 'let y = "a < b"', "precondition(a < b)", "let y = a + 10",
            "let y = a + 1.5", "if let a {", "if case .a = b {", "func g<T>(a: T) where T == Int {", "x.reserveCapacity(2)",
            "return a(b)", "a(b,", "let y = a->b", "private(set) var y = a()", "#expect(a)", "if #available(a) {",
        ]:
            with self.subTest(code):
                self.assertEqual(mistakes(code), [])

    def test_a_line_that_continues_another_is_no_statement(self):
        for text in [
            "f(\n  g(x)\n)", "let a =\n  g(x)", "a ? b\n  : g(x)", "var a: Int {\n  g(x)\n}", "func a() -> Int {\n  g(x)\n}",
            "a.map { b in\n  g(x)\n}", "g(x)\n  .h()", "return\n  g(x)",
        ]:
            with self.subTest(text):
                self.assertEqual([c for c in found(text) if "dropped" in c.kind], [])
        for text in ["func a() {\n  g(x)\n}", "case .a:\n  g(x)", "if a {\n  g(x)\n}", "b()\n  }\n  g(x)"]:
            with self.subTest(text):
                self.assertEqual([c.code for c in found(text) if c.code == "g(x)" and "dropped" in c.kind], ["g(x)"])

    def test_an_initialization_is_not_removed(self):
        self.assertEqual(found("init() {\n  a = b\n  c()\n}")[0].code, "c()")
        self.assertEqual(found("func f() {\n  let a: Int\n  a = 3\n  c = 4\n}")[0].code, "c = 4")

    def test_equal_lines_are_distinguished(self):
        self.assertEqual([c.occurrence for c in found("func f() {\n  a.b(c)\n  a.b(c)\n}")], [0, 1])


class ChoiceTests(unittest.TestCase):
    SOURCES = {
        "Large/A.swift": "".join(f"func f{i}() {{\n  a{i} = x < y{i} && z{i}\n  g{i}(x)\n}}\n" for i in range(200)),
        "Small/B.swift": "".join(f"func f{i}() {{\n  g{i}(x + 1)\n}}\n" for i in range(8)),
    }

    def choose(self, count=30, seed=1, taken=(), sources=None):
        everything = [c for file, text in (sources or self.SOURCES).items() for c in found(text, file)]
        return candidates.choose(everything, count, seed, taken)

    def test_a_seed_always_selects_the_same_and_another_seed_selects_others(self):
        self.assertEqual(self.choose(), self.choose())
        common = set(self.choose()) & set(self.choose(seed=2))
        self.assertLess(len(common), 15)

    def test_at_most_one_candidate_is_drawn_per_line_and_none_on_a_line_chosen_by_hand(self):
        lines = [(c.file, c.line) for c in self.choose(count=1000)]
        self.assertEqual(len(lines), len(set(lines)))
        self.assertEqual(len(lines), 408)
        self.assertEqual(len(self.choose(count=1000, taken={lines[0], lines[1]})), 406)

    def test_small_modules_and_all_kinds_are_represented(self):
        chosen_ones = self.choose()
        self.assertGreaterEqual(sum(c.module == "Small" for c in chosen_ones), 3)
        self.assertEqual({c.kind for c in chosen_ones if c.module == "Large"},
                         {"boundary", "comparison", "dropped call", "dropped assignment"})

    def test_a_new_line_elsewhere_hardly_changes_the_selection(self):
        before = {c.identity for c in self.choose()}
        changed = self.SOURCES | {"Large/A.swift": "func h() {\n  new(1)\n}\n" + self.SOURCES["Large/A.swift"]}
        after = {c.identity for c in self.choose(sources=changed)}
        self.assertLessEqual(len(before - after), 1)


PROGRAM = """\
import Glibc
final class Box {}
func order(_ a: Int, _ b: Int) -> Bool {
  return a < b
}
func same(_ a: [Int]?) -> Bool {
  return a == nil
}
func identical(_ a: Box, _ b: Box) -> Bool {
  return a === b
}
func both(_ a: Bool, _ b: Bool, _ c: Bool) -> Bool {
  return a || b && c
}
func next(_ a: Int) -> Int {
  return 2 * a + 1
}
func rest(_ a: [Int]) -> Int {
  return a.dropFirst().count
}
func no(_ a: Bool, _ b: Bool) -> Bool {
  guard a, b else { return false }
  return true
}
func fill(_ a: inout [Int]) {
  a.append(1)
  a += [2]
}
var list: [Int] = []
fill(&list)
let box = Box()
print(
  order(1, 1), same(nil), identical(box, box), both(false, false, true), next(2), rest([1]), no(true, true), list)
"""
RIGHT = ["false", "true", "true", "false", "5", "0", "true", "[1,", "2]"]
# The effect of the mistake on each line: the word of the output that changes, and its new value.
WRONG = {4: (0, "true"), 7: (1, "false"), 10: (2, "false"), 13: (3, "true"), 16: (4, "4"), 19: (5, "1"),
         22: (6, "false"), 23: (6, "false"), 26: (7, "[2]"), 27: (7, "[1]")}


class CompiledTests(unittest.TestCase):
    def test_each_mutant_is_activated_by_its_number_only_and_records_that_it_was_reached(self):
        with tempfile.TemporaryDirectory() as folder:
            # One mistake per line: the condition of the guard, not its value; `&&`, not `||`.
            places = {c.line: c for c in candidates.find("Module/main.swift", PROGRAM) if c.line in WRONG
                      and c.mistake != "return a && b && c"}
            numbered = dict(enumerate((places[line] for line in sorted(places)), start=1))
            self.assertEqual(sorted(places), sorted(WRONG))
            files = mutated_tree.mutated_files({"Module/main.swift": PROGRAM}, numbered)
            self.assertEqual(files["Module/main.swift"].count("\n"), PROGRAM.count("\n"))
            paths = [pathlib.Path(folder, name.split("/")[1]) for name in sorted(files)]
            for path, name in zip(paths, sorted(files)):
                path.write_text(files[name])
            program = os.path.join(folder, "program")
            built = subprocess.run(["swiftc", "-Onone", "-suppress-warnings", "-o", program, *map(str, paths)],
                                   capture_output=True, text=True, check=False)
            self.assertEqual(built.returncode, 0, built.stderr)
            reached = pathlib.Path(folder, "reached")
            reached.write_bytes(bytes(mutated_tree.REACHED_SIZE))
            self.assertEqual(self.output(program, {"KEYBRIDGE_MUTANTS_REACHED": str(reached)}), RIGHT)
            self.assertEqual([i for i, byte in enumerate(reached.read_bytes()) if byte], list(numbered))
            for number, candidate in numbered.items():
                with self.subTest(candidate.mistake):
                    word, value = WRONG[candidate.line]
                    expected = [*RIGHT[:word], value, *([] if word == 7 else RIGHT[word + 1:])]
                    self.assertEqual(self.output(program, {"KEYBRIDGE_MUTANT": str(number)}), expected)

    def output(self, program, environment):
        return subprocess.run([program], env=os.environ | environment, stdout=subprocess.PIPE, text=True,
                              check=True).stdout.split()


class TreeTests(unittest.TestCase):
    def test_operators_have_names_of_their_own(self):
        names = {mutated_tree.operator_name(number) for number in range(2000)}
        self.assertEqual(len(names), 2000)

    def test_the_tree_is_a_copy_and_unchanged_files_are_not_written(self):
        with tempfile.TemporaryDirectory() as folder:
            root, tree = pathlib.Path(folder, "root"), pathlib.Path(folder, "tree")
            for name in ["Sources/A/a.swift", "Sources/A/b.swift", "Tests/t", ".build/x", ".git/y"]:
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(name)
            (root / "link").symlink_to("Tests/t")
            mutated_tree.update(root, tree, {"A/b.swift": "new", "A/Mutants.swift": "switch"})
            names = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if not path.is_dir())
            self.assertEqual(names, ["Sources/A/Mutants.swift", "Sources/A/a.swift", "Sources/A/b.swift", "Tests/t",
                                     "link"])
            self.assertEqual((tree / "Sources/A/b.swift").read_text(), "new")
            self.assertEqual(os.readlink(tree / "link"), "Tests/t")
            os.utime(tree / "Sources/A/a.swift", (1, 1))
            (root / "Tests/t").unlink()
            mutated_tree.update(root, tree, {})
            self.assertEqual((tree / "Sources/A/a.swift").stat().st_mtime, 1)
            self.assertEqual((tree / "Sources/A/b.swift").read_text(), "Sources/A/b.swift")
            self.assertFalse((tree / "Tests/t").exists() or (tree / "Sources/A/Mutants.swift").exists())

    def test_an_error_is_that_of_the_nearest_mutant_above(self):
        text = "/t/Sources/M/a.swift:9:1: error: x\n/t/Sources/M/a.swift:9:1: note: y\n/t/Tests/b.swift:1:1: error: z\n"
        errors = mutated_tree.failed_lines(text, pathlib.Path("/t"))
        self.assertEqual(errors, {("M/a.swift", 9)})
        at = [candidates.Candidate("M/a.swift", line, "", 0, 0, "", "", "") for line in (3, 8, 10)]
        self.assertEqual(mutated_tree.blamed(errors, dict(enumerate(at))), {1})
        self.assertEqual(mutated_tree.blamed({("M/a.swift", 2), ("M/Mutants.swift", 50)}, dict(enumerate(at))), set())


class ListTests(unittest.TestCase):
    SOURCES = {"M/a.swift": "func f() {\n  a = b < c\n}\n"}
    ENTRY = 'file = "M/a.swift"\n'
    MISTAKE = '[[mistake]]\n' + ENTRY + 'title = "t"\ncode = "  a = b < c"\nmistake = "  a = MUTANT || b < c"\n'
    REASON = ('[[survivor]]\n' + ENTRY + 'declaration = "f"\ncode = "a = b < c"\nmistake = "a = b <= c"\n'
              'reason = "both are equal here"\n')

    def read(self, text, name):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.write_text(text)
            if name == "chosen.toml":
                return chosen.read_mistakes(path, self.SOURCES)
            return chosen.read_reasons(path, {c.identity for c in found(self.SOURCES["M/a.swift"], "M/a.swift")})

    def test_a_matching_entry_is_read(self):
        mistake, = self.read(self.MISTAKE, "chosen.toml")
        self.assertEqual((mistake.line, mistake.lines), (2, {("M/a.swift", 2)}))
        files = mutated_tree.mutated_files(self.SOURCES, {7: mistake})
        self.assertEqual(files["M/a.swift"], "func f() {\n  a = isMutant(7) || b < c\n}\n")
        self.assertIn("func isMutant", files["M/Mutants.swift"])
        self.assertEqual(list(self.read(self.REASON, "survivors.toml").values()), ["both are equal here"])

    def test_an_entry_that_matches_no_source_is_an_error(self):
        for name, text, message in [
            ("survivors.toml", self.REASON.replace("b <= c", "b > c"), "no such mutant any more"),
            ("survivors.toml", self.REASON * 2, "a second reason"),
            ("survivors.toml", self.REASON.replace("both are equal here", "equal"), "says nothing"),
            ("survivors.toml", self.REASON.replace("reason", "because"), "an entry has"),
            ("survivors.toml", "[other]\n", "unknown table"),
            ("chosen.toml", self.MISTAKE.replace('code = "  a = b < c"', 'code = "zzz"'), "occurs 0 times"),
            ("chosen.toml", self.MISTAKE.replace("MUTANT || ", ""), "no MUTANT"),
            ("chosen.toml", self.MISTAKE.replace("|| b < c", "||\\n b < c"), "another number of lines"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(chosen.ListError, message):
                self.read(text, name)

    def test_the_projects_own_lists_fit_its_sources(self):
        everything, by_hand, _ = mutants.read_lists(mutants.read_sources())
        self.assertGreater(len(everything), 2000)
        self.assertGreaterEqual(len(by_hand), 10)
        self.assertEqual({c.module for c in everything}, set(mutants.MODULES))


class FakeTests:
    """Fake tests that return the outcomes of a table, one for each call."""

    def __init__(self, *outcomes):
        self.outcomes, self.calls = list(outcomes), []

    def run(self, names, environment, limit, ignored=()):
        self.calls.append((names, environment, sorted(ignored)))
        return self.outcomes.pop(0)


PASSED, FAILED = test_runs.Outcome(), test_runs.Outcome(failure="OwnTests.Quick/a()")
SUITES = [mutants.Suite("KeybridgeTests.Whole", 1, {1}), mutants.Suite("OwnTests.Slow", 9, {1, 2}),
          mutants.Suite("OwnTests.Quick", 1, {1}), mutants.Suite("OtherTests.Other", 1, {1, 2})]
MUTANT = found("func f() {\n  a(x < y)\n}", "Own/a.swift")[0]


class VerdictTests(unittest.TestCase):
    def try_out(self, *outcomes, number=1, mutant=MUTANT):
        tests = FakeTests(*outcomes)
        result = mutants.try_out(number, mutant, tests, SUITES)
        self.assertEqual(tests.outcomes, [])
        return result.verdict, result.detail, [names for names, _, _ in tests.calls], tests

    def test_suites_of_the_module_run_first_and_only_those_that_reach_the_mutant(self):
        verdict, _, names, tests = self.try_out(PASSED, PASSED, PASSED, PASSED)
        self.assertEqual(verdict, "survived")
        self.assertEqual(names, [["OwnTests.Quick"], ["OwnTests.Slow"], ["OtherTests.Other"], ["KeybridgeTests.Whole"]])
        self.assertEqual(tests.calls[0][1], {"KEYBRIDGE_MUTANT": "1"})
        self.assertEqual(self.try_out(PASSED, PASSED, number=2)[2], [["OwnTests.Slow"], ["OtherTests.Other"]])
        self.assertEqual(self.try_out(number=3)[:2], ("survived", "no test reaches it"))

    def test_no_program_is_started_for_a_pure_module(self):
        pure = dataclasses.replace(MUTANT, file="Layouts/a.swift")
        _, _, names, _ = self.try_out(PASSED, PASSED, mutant=pure)
        self.assertEqual(names, [["OwnTests.Quick", "OtherTests.Other"], ["OwnTests.Slow"]])

    def test_a_failure_kills_if_the_test_also_fails_alone(self):
        self.assertEqual(self.try_out(FAILED, FAILED)[:3], (
            "killed", "OwnTests.Quick/a()", [["OwnTests.Quick"], ["OwnTests.Quick/a()"]]))

    def test_a_test_that_fails_only_sometimes_kills_no_mutant(self):
        verdict, _, names, tests = self.try_out(FAILED, PASSED, PASSED, PASSED, PASSED, PASSED)
        self.assertEqual(verdict, "survived")
        self.assertEqual(names[:3], [["OwnTests.Quick"], ["OwnTests.Quick/a()"], ["OwnTests.Quick"]])
        self.assertEqual(tests.calls[2][2], ["OwnTests.Quick/a()"])

    def test_a_crash_and_a_hang_kill(self):
        for end in ("timed out", "ended by signal SIGILL"):
            self.assertEqual(self.try_out(test_runs.Outcome(end=end))[:2], ("killed", end))

    def test_a_survivor_is_equivalent_with_a_reason_and_fails_the_run_without_one(self):
        for reasons, verdict, status in [({MUTANT.identity: "it is so"}, "equivalent", 0), ({}, "survived", 1)]:
            with contextlib.redirect_stdout(io.StringIO()), tempfile.TemporaryDirectory() as folder:
                results = mutants.try_all({3: MUTANT}, FakeTests(), SUITES, reasons, 1)
                self.assertEqual(results[3].verdict, verdict)
                old, mutants.WORK = mutants.WORK, pathlib.Path(folder)
                self.addCleanup(setattr, mutants, "WORK", old)
                self.assertEqual(mutants.report({3: MUTANT}, results, 60), status)
                row, = json.loads((mutants.WORK / "results.json").read_text())
                self.assertEqual((row["number"], row["verdict"]), (3, verdict))
                mutants.WORK = old


class RunTests(unittest.TestCase):
    """Runs a small program in place of the test executable."""

    SCRIPT = """\
        import json, os, signal, sys, time
        events = open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w")
        def issue(name, **issue):
            test = f"M.S/{name}()/File.swift:1:2"
            record = {"kind": "event", "payload": {"kind": "issueRecorded", "issue": issue, "testID": test}}
            print(json.dumps(record), file=events, flush=True)
        """

    def run_script(self, body, limit=20, **options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tests.py")
            path.write_text(textwrap.dedent(self.SCRIPT) + body)
            tests = test_runs.Tests(sys.executable, folder)
            tests.command.insert(1, str(path))
            return tests.run(["M.S"], {}, limit, **options)

    def test_it_ends_at_the_first_failure_that_counts(self):
        body = "issue('known', isKnown=True)\nissue('a', isKnown=False)\ntime.sleep(600)"
        outcome = self.run_script(body)
        self.assertEqual((outcome.failure, outcome.end), ("M.S/a()", None))
        self.assertLess(outcome.seconds, 15)

    def test_failures_that_are_ignored_do_not_end_it(self):
        self.assertTrue(self.run_script("issue('a')\nsys.exit(1)", ignored={"M.S/a()"}).passed)
        self.assertEqual(self.run_script("issue('a')\nissue('b')\nsys.exit(1)", ignored={"M.S/a()"}).failure, "M.S/b()")

    def test_crashes_hangs_and_failures_without_a_name_are_distinguished(self):
        self.assertEqual(self.run_script("os.kill(os.getpid(), signal.SIGSEGV)").end, "ended by signal SIGSEGV")
        self.assertEqual(self.run_script("sys.exit(3)").end, "exit status 3")
        self.assertEqual(self.run_script("time.sleep(600)", limit=1).end, "timed out")
        self.assertTrue(self.run_script("").passed)

    def test_a_run_signals_no_other_process_and_leaves_none_running(self):
        with subprocess.Popen(["sleep", "600"]) as other:
            body = "os.spawnlp(os.P_NOWAIT, 'sleep', 'sleep', '601.25')\nos.kill(-1, signal.SIGKILL)\n"
            self.assertTrue(self.run_script(body).passed)
            self.assertIsNone(other.poll())
            other.kill()
        self.assertNotIn(b"601.25", b"".join(sleeps()))

    def test_tests_end_when_the_tool_is_killed(self):
        code = ("import sys\nsys.path.insert(0, sys.argv[1])\nimport test_runs\n"
                "tests = test_runs.Tests('/bin/sh', '/')\ntests.command[1:] = ['-c', 'exec sleep 602.5']\n"
                "tests.run(['x'], {}, 600)\n")
        with subprocess.Popen([sys.executable, "-B", "-c", code, str(mutants.HERE)]) as tool:
            self.assertTrue(eventually(lambda: b"602.5" in b"".join(sleeps())))
            tool.kill()
        self.assertTrue(eventually(lambda: b"602.5" not in b"".join(sleeps())))

    def test_a_filter_names_whole_tests(self):
        self.assertEqual(test_runs.pattern(["B.b/c()", "A.a"]), r"^(A\.a|B\.b/c\(\))(/|$)")
        self.assertEqual(test_runs.suite("M.S/Inner/test()"), "M.S")


def sleeps():
    """The arguments of all `sleep` processes."""
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            command = path.read_bytes()
            if command.startswith(b"sleep\0"):
                yield command


def eventually(condition):
    deadline = time.monotonic() + 60
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


if __name__ == "__main__":
    unittest.main()
