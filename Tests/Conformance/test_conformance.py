# SPDX-License-Identifier: Apache-2.0
"""What the conformance tool finds, and what it fails on."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import conformance
import titles

PAGE = """
# Reference

| Section | Built | Proven |
| --- | --- | --- |
| 1 Keys | yes | yes |
| 2 Focus | yes | |
| 17 Rows | yes | {rows} |

## 1. Keys

| Id | Statement | Basis |
| --- | --- | --- |
| KEY-1 | A key has a `\\|`. | A |
| KEY-2 | A key has a name. | A |

Example KEY-2: this line defines nothing.

### 1.1 More

- KEY-3 A key may repeat. (P)

## 2. Focus

- RSP-1 One at most.

## 17. Rows

| Row | Seed | Feature |
| --- | --- | --- |
| F001 | [000] | Keyboard |
| F002 | [000] | Panel |
| F003 | [000] | Game |
"""
EXCEPTIONS = '[later]\nF002 = "waits"\n[outside]\nF003 = "a game"\n'
ALL = '@Test("KEY-1, KEY-2 and KEY-3") func all() {}'


class Project:
    """A project of a page, its exceptions, and files with tests."""

    def __init__(self, swift=ALL, rows="", page=PAGE, exceptions=EXCEPTIONS, others=()):
        self.files = {"Documentation/TextInput.md": page.format(rows=rows),
                      "Documentation/Conformance.toml": exceptions,
                      "Tests/SomeTests/SomeTests.swift": swift, **dict(others)}

    def check(self, *options):
        """Exit status, output and errors of the tool."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in self.files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            output, errors = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                status = conformance.main(["--root", folder, *options])
            return status, output.getvalue(), errors.getvalue()


class Checks(unittest.TestCase):
    def test_passes_when_all_that_is_due_has_a_test(self):
        status, output, errors = Project().check()
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("    Tests/SomeTests/SomeTests.swift:1 KEY-1, KEY-2 and KEY-3", output)
        self.assertIn("2 statements, 2 with a test, 0 without, proven", output)
        self.assertIn("3 statements, 0 with a test, 1 without, 2 later or outside", output)

    def test_fails_on_a_statement_that_does_not_exist(self):
        for name in ["KEY-4", "KEZ-1", "F004", "D1", "KEY-2…4", "KEY-9"]:
            status, _, errors = Project(f'@Test("{name} does a thing")\n{ALL}').check()
            self.assertEqual(status, 1, name)
            self.assertIn(f"SomeTests.swift:1: there is no {name.replace('2…', '')}", errors)

    def test_fails_on_a_statement_of_a_proven_section_without_a_test(self):
        status, _, errors = Project(ALL.replace("KEY-3", "KEY-1")).check()
        self.assertEqual(status, 1)
        self.assertIn("section 1.1 is proven, and KEY-3 has no test: A key may repeat.", errors)
        self.assertNotIn("RSP-1", errors)

    def test_rows_need_a_test_unless_they_are_later_or_outside(self):
        status, _, errors = Project(rows="yes").check()
        self.assertEqual(status, 1)
        self.assertEqual(errors.count("has no test"), 1)
        self.assertIn("F001 has no test", errors)
        self.assertEqual(Project(f'{ALL}\n@Test("F001 shows")', rows="yes").check()[0], 0)

    def test_fails_on_a_mistake_in_the_exceptions(self):
        for line, complaint in [('F009 = "x"', "there is no F009"), ('F001 = ""', "no reason for"),
                                ('F003 = "x"', "F003 is later and outside")]:
            status, _, errors = Project(exceptions=EXCEPTIONS.replace(
                "[later]", f"[later]\n{line}")).check()
            self.assertEqual(status, 1)
            self.assertIn(complaint, errors)
        self.assertIn("unknown table soon", Project(exceptions="[soon]\n").check()[2])

    def test_fails_on_a_mistake_in_the_page(self):
        twice = PAGE.replace("- RSP-1", "- KEY-1")
        self.assertIn("KEY-1 is there already", Project(page=twice).check()[2])
        nowhere = PAGE.replace("| 2 Focus | yes | |", "| 3 Focus | yes | yes |")
        self.assertIn("section 3 is called proven", Project(page=nowhere).check()[2])

    def test_fails_on_a_citation_of_what_does_not_exist(self):
        for file, text in [("Sources/A/A.swift", "let a = 1  // Why (KEY-7)."),
                           ("Sources/A/A.docc/A.md", "See KEY-7."), ("README.md", "KEY-1…7"),
                           ("Tests/ATests/A.swift", "/// reference 1.7"),
                           ("Documentation/A.md", "By reference section 7.")]:
            status, _, errors = Project(others=[(file, f"\n{text}\n")]).check()
            self.assertEqual(status, 1)
            self.assertRegex(errors, rf"{file}:2: the reference has no (KEY-|1\.)?7\n")
        right = 'let key = "KEY-7"  // reference 1.1, section 17 of it, KEY-2, RSP-1 and F003'
        self.assertEqual(Project(others=[("Sources/A/A.swift", right)]).check()[0], 0)

    def test_options_choose_what_is_listed(self):
        self.assertNotIn("RSP-1", Project().check("--section", "1")[1])
        self.assertIn("KEY-3", Project().check("--section", "1")[1])
        _, output, _ = Project().check("--missing")
        self.assertIn("RSP-1  no test — One at most.\n", output)
        self.assertIn("F001  no test — Keyboard\n", output)
        self.assertNotIn("KEY-1", output)
        self.assertNotIn("F002", output)
        with tempfile.NamedTemporaryFile() as file:
            Project(ALL.replace("and", "|")).check("--markdown", file.name)
            self.assertIn("| KEY-1 | Tests/SomeTests/SomeTests.swift:1 KEY-1, KEY-2 \\| KEY-3 |",
                          pathlib.Path(file.name).read_text())
        with self.assertRaises(SystemExit):
            Project().check("--section", "9")


class Titles(unittest.TestCase):
    def swift(self, text):
        return [(title.line, title.text, title.suites) for title in titles.in_swift("x", text)]

    def test_swift_titles_on_one_line_or_several(self):
        self.assertEqual(
            self.swift('@Test("a \\"b\\"", arguments: [("c", 1)])\n'
                       '@Test(\n  "d",\n  arguments: ["e"])\n'
                       '@Test("""\n  f \\\n  g\n  """)\n@Test(#"h"#)'),
            [(1, 'a \\"b\\"', ()), (2, "d", ()), (5, "f g", ()), (9, "h", ())])

    def test_swift_without_a_title_commented_out_or_disabled(self):
        self.assertEqual(
            self.swift('@Test func plain() { print("no") }\n// @Test("no")\n/* @Test("no") */\n'
                       '@Test("no", .disabled("later"))\nlet text = "@Test(\\"no\\")"\n'
                       '@Test(arguments: names) func named(_ n: String) { #expect("no" == n) }'),
            [])

    def test_a_suite_counts_for_the_tests_in_it(self):
        self.assertEqual(
            self.swift('@Suite("outer") struct Outer {\n  @Test("a") func a() { if true { } }\n'
                       '  @Suite("inner", .serialized)\n  struct Inner { @Test("b") func b() {} }\n'
                       '}\n@Test("c") func c() {}\n'
                       '@Suite("off", .disabled()) struct Off { @Test("no") func n() {} }\n'
                       '@Suite struct Plain { @Test("d") func d() {} }'),
            [(2, "a", ("outer",)), (4, "b", ("outer", "inner")), (6, "c", ()), (8, "d", ())])

    def test_a_suite_without_a_test_names_nothing(self):
        status, _, _ = Project('@Suite("KEY-1, KEY-2, KEY-3") struct Empty {}').check()
        self.assertEqual(status, 1)
        full = '@Suite("KEY-1…3") struct Full { @Test("works") func t() {} }'
        status, _, _ = Project(full).check()
        self.assertEqual(status, 0)

    def test_scenarios(self):
        self.assertEqual(
            titles.in_keys("x", "# layout: de\n# KEY-1 does\n# more.\ntype a\n---\n# KEY-2\n"),
            [titles.Title("x", 1, "KEY-1 does more.")])
        self.assertEqual(
            titles.in_kernel("x", '"""KEY-2"""\n@scenario("KEY-1 "\n  "does", boot="a")\n'
                                  'def f(m):\n  pass\n'),
            [titles.Title("x", 2, "KEY-1 does")])
        others = [("Tests/BridgeTests/Cases/a.keys", "# KEY-1 KEY-2\n---\n"),
                  ("Tests/Kernel/scenarios/a.py", '@scenario("KEY-3")\ndef f(m): pass\n')]
        self.assertEqual(Project("", others=others).check()[0], 0)

    def test_numbers_and_ranges(self):
        for text, ids in [
            ("KEY-7, KEY-16 and F060", ["KEY-7", "KEY-16", "F060"]),
            ("KEY-1…3", ["KEY-1", "KEY-2", "KEY-3"]),
            ("MOD-8 … MOD-10 D9", ["MOD-8", "MOD-9", "MOD-10", "D9"]),
            ("F001–F003", ["F001", "F002", "F003"]), ("MOD-9...10", ["MOD-9", "MOD-10"]),
            ("KEY-1 … but", ["KEY-1"]), ("F5, F24, UTF-16, U+1F001, K-7, HID 0x3D1", []),
        ]:
            self.assertEqual(titles.named(text), ids, text)


if __name__ == "__main__":
    unittest.main()
