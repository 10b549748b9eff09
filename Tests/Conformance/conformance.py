#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the statements of Documentation/TextInput.md with the tests that name them.

Fails if a test, a comment or a page names a statement or a clause that does not exist. Fails if a statement
or a clause in a proven section has no test. Fails if a row of section 17 has no test in a column that it
names, or has one in a column that Conformance.toml lists as untested.
"""

import argparse
import pathlib
import sys
import typing

import citations
import columns
import reference
import titles

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Conformance(typing.NamedTuple):
    reference: reference.Reference
    # The tests by the number of a statement or of a clause.
    tests: dict[str, list[titles.Title]]
    errors: list[str]

    def due(self, statement):
        """The parts of a statement that need a test and have none."""
        return [part for part in statement.parts if not self.tests.get(part.id)
                and self.reference.reason(statement, part) is None]

    def state(self, statement, part):
        """The reason why a part has no test."""
        reason = self.reference.reason(statement, part)
        return "no test" if reason is None else "later: " + reason

    def counts(self, section):
        """The number of statements in a section, of those with tests for all parts, and of those with a due part."""
        tested = [one for one in section.statements
                  if all(self.tests.get(part.id) for part in one.parts)]
        due = [one for one in section.statements if self.due(one)]
        return len(section.statements), len(tested), len(due)

    def tested_columns(self, row):
        proven = {letter for test in self.tests.get(row.id, [])
                  for letter in columns.of_test(test.file, self.reference.places)}
        return "".join(letter for letter in row.columns if letter in proven)

    def untested_columns(self, row):
        tested = self.tested_columns(row)
        return "".join(letter for letter in row.columns if letter not in tested)

    def rows(self):
        """The rows of section 17 that are due."""
        return [one for one in self.reference.statements.values()
                if one.columns and one.id not in self.reference.later]


def compare(rules, all_titles, mistakes):
    tests, errors, known = {}, [*rules.mistakes, *mistakes], rules.parts
    for title in all_titles:
        for id in dict.fromkeys(one for text in (title.text, *title.suites)
                                for one in titles.named(text)):
            if id in known:
                tests.setdefault(id, []).append(title)
            elif id in rules.statements:
                errors.append(f"{title.file}:{title.line}: {id} has clauses, from {id}a; the title says "
                              f"which: {title.text}")
            else:
                errors.append(f"{title.file}:{title.line}: there is no {id}: {title.text}")
    result = Conformance(rules, tests, errors)
    for section in rules.sections:
        if rules.is_proven(section):
            errors += [f"section {section.number} is proven, and {part.id} has no test: {part.text}"
                       for one in section.statements for part in result.due(one)]
    for row in result.rows():
        untested, expected = result.untested_columns(row), rules.untested.get(row.id, {})
        if tests.get(row.id) and (new := set(untested) - set(expected)):
            errors.append(f"{row.id} has no test for {words(new)}: {row.text}")
        if old := set(expected) - set(untested):
            errors.append(f"Conformance.toml: {row.id} is untested for {words(old)}, and has a test")
    return result


def words(letters):
    return ", ".join(name for letter, name in columns.NAMES.items() if letter in letters)


def summary(result, section):
    count, tested, due = result.counts(section)
    waiting = count - tested - due
    proven = ", proven" if result.reference.is_proven(section) else ""
    return (f"{count} statements, {tested} with a test, {due} without"
            + (f", {waiting} later" if waiting else "") + proven)


def figures(result):
    """The number of rows with tests in all their columns, and the number of rows with a test by column."""
    rows = result.rows()
    done = sum(not result.untested_columns(row) for row in rows)
    yield f"rows     {done:3} of {len(rows):3} have a test for each column that they name"
    for letter, name in columns.NAMES.items():
        naming = [row for row in rows if letter in row.columns]
        tested = sum(letter in result.tested_columns(row) for row in naming)
        yield f"{name:8} {tested:3} of {len(naming):3}"


def note(result, statement):
    """The text after the number of a row: the columns that it names, and those without a test."""
    if not statement.columns or statement.id in result.reference.later:
        return ""
    missing = result.untested_columns(statement)
    reasons = result.reference.untested.get(statement.id, {})
    named = ", ".join(words(letter) + (f" ({reasons[letter]})" if letter in reasons else "")
                      for letter in missing)
    return f"  [{statement.columns}]" + (f" no test for {named}" if named else "")


def in_text(result, sections, only_missing):
    for section in sections:
        yield f"{section.number} {section.title}"
        for one in section.statements:
            due = result.due(one)
            for part in one.parts:
                tests, mark = result.tests.get(part.id, []), note(result, one)
                if not tests:
                    if not only_missing or part in due:
                        yield (f"  {part.id}  {result.state(one, part)}"
                               + f" — {part.text}" * only_missing)
                elif not only_missing:
                    yield f"  {part.id}{mark}"
                    yield from (f"    {test.file}:{test.line} {test.text}" for test in tests)
                elif "no test" in mark:
                    yield f"  {part.id}{mark} — {part.text}"
        yield f"  {summary(result, section)}"
        yield ""


def in_markdown(result, sections, only_missing):
    yield "# Conformance"
    yield ""
    yield "The statements of [TextInput.md](TextInput.md) and the tests that name them."
    for section in sections:
        yield from ("", f"## {section.number} {section.title}", "", summary(result, section) + ".",
                    "", "| Statement | Tests |", "| --- | --- |")
        for one in section.statements:
            due, mark = result.due(one), note(result, one)
            for part in one.parts:
                tests = result.tests.get(part.id, [])
                if only_missing and part not in due and "no test" not in mark:
                    continue
                cell = "<br>".join(f"{test.file}:{test.line} {test.text}" for test in tests)
                cell = cell or result.state(one, part)
                yield f"| {part.id}{mark} | {cell.replace('|', chr(92) + '|')} |"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--missing", action="store_true", help="list only statements that are due and have no test")
    parser.add_argument("--section", metavar="N", help="list only this section, such as 4 or 13.1")
    parser.add_argument("--markdown", metavar="FILE", help="write the list to this file, as Markdown")
    parser.add_argument("--quiet", action="store_true", help="print only a line for each section")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)

    pages = options.root / "Documentation"
    rules = reference.read((pages / "TextInput.md").read_text(),
                           (pages / "Conformance.toml").read_text())
    result = compare(rules, titles.of_all_tests(options.root),
                     [*citations.unknown(options.root, rules),
                      *columns.empty_places(options.root, rules.places)])
    sections = [section for section in rules.sections if section.statements
                and (not options.section or section.lies_in(options.section))]
    if not sections:
        parser.error(f"there is no section {options.section} with statements")
    if options.markdown:
        lines = in_markdown(result, sections, options.missing)
        pathlib.Path(options.markdown).write_text("\n".join(lines) + "\n")
    elif options.quiet:
        for section in sections:
            print(f"{section.number:5} {summary(result, section):60} {section.title}")
    else:
        print("\n".join(in_text(result, sections, options.missing)))
    if any(one.columns for section in sections for one in section.statements):
        print("\n".join(figures(result)))
    for error in result.errors:
        print("conformance:", error, file=sys.stderr)
    return 1 if result.errors else 0


if __name__ == "__main__":
    sys.exit(main())
