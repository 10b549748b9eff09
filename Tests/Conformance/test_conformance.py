# SPDX-License-Identifier: Apache-2.0
"""Tests the results and the errors of the conformance tool."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import columns
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
| F001 | [000] | Keyboard | E: keys. T: rows | typed |
| F002 | [000] | Panel | S: later | |
| F003 | [000] | Game | KEY-1 | |
"""
COLUMNS = """
[columns]
E = ["Tests/EngineTests/*.swift"]
T = ["Tests/TerminalTests/*.swift"]
S = ["Tests/SocketTests/*.swift", "Tests/SomeTests/Socket*.swift"]
"""
PLACES = ["Tests/EngineTests/A.swift", "Tests/TerminalTests/A.swift", "Tests/SocketTests/A.swift",
          "Tests/SomeTests/SocketTests.swift"]
SETTINGS = '[later]\nF002 = "waits"\nF003 = "waits too"\n' + COLUMNS
ALL = '@Test("KEY-1, KEY-2 and KEY-3") func all() {}'


class Project:
    """A project with a page, its settings, and files with tests."""

    def __init__(self, swift=ALL, rows="", page=PAGE, settings=SETTINGS, others=()):
        self.files = {"Documentation/TextInput.md": page.format(rows=rows),
                      "Documentation/Conformance.toml": settings,
                      "Tests/SomeTests/SomeTests.swift": swift,
                      **{place: "" for place in PLACES}, **dict(others)}

    def check(self, *options):
        """The exit status, output and errors of the tool."""
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
    def test_passes_if_every_due_statement_has_a_test(self):
        status, output, errors = Project().check()
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("    Tests/SomeTests/SomeTests.swift:1 KEY-1, KEY-2 and KEY-3", output)
        self.assertIn("2 statements, 2 with a test, 0 without, proven", output)
        self.assertIn("3 statements, 0 with a test, 1 without, 2 later", output)

    def test_fails_on_a_statement_that_does_not_exist(self):
        for name in ["KEY-4", "KEZ-1", "F004", "D1", "KEY-2…4", "KEY-9", "KEY-1a"]:
            status, _, errors = Project(f'@Test("{name} does a thing")\n{ALL}').check()
            self.assertEqual(status, 1, name)
            self.assertIn(f"SomeTests.swift:1: there is no {name.replace('2…', '')}", errors)

    def test_fails_on_a_statement_of_a_proven_section_without_a_test(self):
        status, _, errors = Project(ALL.replace("KEY-3", "KEY-1")).check()
        self.assertEqual(status, 1)
        self.assertIn("section 1.1 is proven, and KEY-3 has no test: A key may repeat.", errors)
        self.assertNotIn("RSP-1", errors)

    def test_rows_need_a_test_unless_they_are_later(self):
        status, _, errors = Project(rows="yes").check()
        self.assertEqual(status, 1)
        self.assertEqual(errors.count("has no test"), 1)
        self.assertIn("F001 has no test", errors)
        others = [("Tests/EngineTests/A.swift", '@Test("F001 types")'),
                  ("Tests/TerminalTests/A.swift", '@Test("F001 shows")')]
        self.assertEqual(Project(rows="yes", others=others).check()[0], 0)

    def test_fails_on_a_mistake_in_the_settings(self):
        for old, new, complaint in [
            ("[later]", '[later]\nF009 = "x"', "there is no F009"),
            ("[later]", '[later]\nF001 = ""', "no reason for F001"),
            ("[later]", '[later]\n"KEY-1a" = "x"', "there is no KEY-1a"),
            ("[later]", '[untested]\nF002 = {S = "x"}\n[later]', "F002 is later and untested"),
            ("[later]", '[untested]\nF001 = {S = "x"}\n[later]', "F001 has no column S"),
            ("[later]", '[untested]\nF001 = {}\n[later]', "F001 has no column"),
            ("[later]", '[untested]\nF001 = {T = ""}\n[later]', "F001 is untested for no reason"),
            ("[later]", '[untested]\n"KEY-1" = {E = "x"}\n[later]', "KEY-1 has no column E"),
            ("[later]", '[clauses]\n"KEY-9" = ["a", "b"]\n[later]', "there is no KEY-9"),
            ("[later]", '[clauses]\n"RSP-1" = ["a"]\n[later]', "clauses of RSP-1 are two or more"),
            ("[later]", '[clauses]\n"RSP-1" = ["a", ""]\n[later]', "the clauses of RSP-1"),
            ('E = ["Tests/EngineTests/*.swift"]', "", "the columns are E, T, S"),
            ("EngineTests/*", "EngineTest/*", "column E: nothing is at Tests/EngineTest/*.swift"),
        ]:
            status, _, errors = Project(settings=SETTINGS.replace(old, new)).check()
            self.assertEqual(status, 1, new)
            self.assertIn(complaint, errors)
        self.assertIn("unknown table outside", Project(settings="[outside]\n").check()[2])

    def test_fails_on_a_mistake_in_the_page(self):
        twice = PAGE.replace("- RSP-1", "- KEY-1")
        self.assertIn("KEY-1 is there already", Project(page=twice).check()[2])
        without = PAGE.replace("E: keys. T: rows", "keys")
        self.assertIn("F001 names no column", Project(page=without).check()[2])
        nowhere = PAGE.replace("| 2 Focus | yes | |", "| 3 Focus | yes | yes |")
        self.assertIn("section 3 is called proven", Project(page=nowhere).check()[2])

    def test_fails_on_a_citation_of_a_missing_statement(self):
        for file, text in [("Sources/A/A.swift", "let a = 1  // Why (KEY-7)."),
                           ("Sources/A/A.docc/A.md", "See KEY-7."), ("README.md", "KEY-1…7"),
                           ("Tests/ATests/A.swift", "/// reference 1.7"),
                           ("Documentation/A.md", "By reference section 7.")]:
            status, _, errors = Project(others=[(file, f"\n{text}\n")]).check()
            self.assertEqual(status, 1)
            self.assertRegex(errors, rf"{file}:2: the reference has no (KEY-|1\.)?7\n")
        right = 'let key = "KEY-7"  // reference 1.1, section 17 of it, KEY-2, RSP-1 and F003'
        self.assertEqual(Project(others=[("Sources/A/A.swift", right)]).check()[0], 0)
        listed = "| `pc` | Keyboard KEY-7 |"
        self.assertEqual(Project(others=[("Documentation/Reference/A.md", listed)]).check()[0], 0)

    def test_options_select_the_listed_statements(self):
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


class Clauses(unittest.TestCase):
    """Tests of clauses; KEY-2 has two."""

    SETTINGS = '[clauses]\n"KEY-2" = ["it is given", "it is kept"]\n' + SETTINGS

    def check(self, title, settings=SETTINGS):
        swift = f'@Test("{title}") func all() {{}}'
        return Project(swift, settings=settings).check()

    def test_each_clause_has_a_test(self):
        status, output, errors = self.check("KEY-1, KEY-2a, KEY-2b and KEY-3")
        self.assertEqual((status, errors), (0, ""))
        self.assertRegex(output, r"  KEY-2a\n    Tests.*\n  KEY-2b\n    Tests")
        self.assertIn("2 statements, 2 with a test, 0 without, proven", output)

    def test_a_due_clause_without_a_test_is_an_error(self):
        status, output, errors = self.check("KEY-1, KEY-2a, KEY-3")
        self.assertEqual(status, 1)
        self.assertIn("section 1 is proven, and KEY-2b has no test: it is kept", errors)
        self.assertIn("2 statements, 1 with a test, 1 without, proven", output)
        self.assertIn("  KEY-2b  no test\n", output)
        for id in ["KEY-2b", "KEY-2"]:
            later = self.SETTINGS.replace("[later]", f'[later]\n"{id}" = "keeping"')
            status, output, errors = self.check("KEY-1, KEY-2a, KEY-3", later)
            self.assertEqual((status, errors), (0, ""))
            self.assertIn("  KEY-2b  later: keeping\n", output)
            self.assertIn("2 statements, 1 with a test, 0 without, 1 later, proven", output)

    def test_a_title_names_the_clause(self):
        for title in ["KEY-1, KEY-2, KEY-2a, KEY-2b, KEY-3", "KEY-1…3, KEY-2a, KEY-2b"]:
            status, _, errors = self.check(title)
            self.assertEqual(status, 1)
            self.assertIn("SomeTests.swift:1: KEY-2 has clauses, from KEY-2a;", errors)
        status, _, errors = self.check("KEY-1, KEY-2a, KEY-2b, KEY-2c, KEY-3")
        self.assertIn("there is no KEY-2c", errors)

    def test_a_comment_may_cite_the_statement_or_a_clause(self):
        for text, status in [("KEY-2", 0), ("KEY-2b", 0), ("KEY-2c", 1), ("KEY-1a", 1)]:
            others = [("Sources/A/A.swift", f"let a = 1  // Why ({text}).")]
            project = Project('@Test("KEY-1, KEY-2a, KEY-2b, KEY-3")', settings=self.SETTINGS,
                              others=others)
            self.assertEqual(project.check()[0], status, text)


class Columns(unittest.TestCase):
    """Tests of columns; F001 names engine and terminal."""

    def check(self, *places, untested="", settings=SETTINGS):
        if untested:
            reasons = ", ".join(f'{letter} = "x"' for letter in untested)
            settings = f"[untested]\nF001 = {{{reasons}}}\n" + settings
        others = [(place, '@Test("F001 works") func f() {}') for place in places]
        return Project(settings=settings, others=others).check("--section", "17")

    def test_a_test_proves_the_column_of_its_place(self):
        engine, terminal, socket, _ = PLACES
        for places, untested, figures, errors in [
            ([engine, terminal], "", (1, 1, 1), ""),
            ([engine], "T", (0, 1, 0), ""),
            ([terminal], "E", (0, 0, 1), ""),
            ([engine], "", (0, 1, 0), "F001 has no test for terminal: Keyboard"),
            ([engine], "ET", (0, 1, 0), "F001 is untested for engine, and has a test"),
            ([engine, terminal], "T", (1, 1, 1), "F001 is untested for terminal, and has a test"),
            # Statements that the row does not name are ignored, and so are tests elsewhere.
            ([engine, socket], "T", (0, 1, 0), ""),
            (["Tests/OtherTests/A.swift"], "ET", (0, 0, 0), ""),
            (["Tests/OtherTests/A.swift"], "", (0, 0, 0), "no test for engine, terminal: Keyboard"),
        ]:
            status, output, found = self.check(*places, untested=untested)
            self.assertEqual((status, bool(found)), (bool(errors), bool(errors)), (places, found))
            self.assertIn(errors, found)
            done, in_engine, in_terminal = figures
            self.assertIn(f"rows       {done} of   1 have a test for each column", output)
            self.assertIn(f"engine     {in_engine} of   1\n", output)
            self.assertIn(f"terminal   {in_terminal} of   1\n", output)
            self.assertIn("socket     0 of   0\n", output)

    def test_the_list_names_the_columns_that_a_row_lacks(self):
        project = Project(settings='[untested]\nF001 = {T = "rows"}\n' + SETTINGS,
                          others=[(PLACES[0], '@Test("F001 works")')])
        self.assertIn("  F001  [ET] no test for terminal (rows)\n", project.check()[1])
        self.assertIn("  F001  [ET] no test for terminal (rows) — Keyboard\n",
                      project.check("--missing")[1])
        self.assertNotIn("socket", project.check("--section", "1")[1])

    def test_a_row_names_its_marked_columns_or_all_columns_by_a_reference(self):
        for mapping, example, letters in [
            ("E: focus (RSP-3). T: rows. S: events", "", "ETS"), ("E: 12.4", "", "E"),
            ("T: cells", "", "T"), ("E, T: as F043", "", "ET"), ("FLD-14", "", "ETS"),
            ("4.1. T: dim text", "", "ETS"), ("section 9", "", "ETS"), ("13.2: proxy", "", "ETS"),
            ("E: no setter", "S: refused", "ES"), ("layout table", "`a` → `b`", ""),
            ("a UTF-8 text of v2", "", ""),
        ]:
            self.assertEqual(columns.named(mapping, example), letters, mapping)


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
            ("CMD-5a, CMD-5b (KEY-7c)", ["CMD-5a", "CMD-5b", "KEY-7c"]), ("F001a, KEY-1ab", []),
            ("MOD-8 … MOD-10 D9", ["MOD-8", "MOD-9", "MOD-10", "D9"]),
            ("F001–F003", ["F001", "F002", "F003"]), ("MOD-9...10", ["MOD-9", "MOD-10"]),
            ("KEY-1 … but", ["KEY-1"]), ("F5, F24, UTF-16, SHA-256, U+1F001, K-7, HID 0x3D1", []),
        ]:
            self.assertEqual(titles.named(text), ids, text)


if __name__ == "__main__":
    unittest.main()
