#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the statements of Documentation/TextInput.md with the tests that name them.

Fails if a test, a comment or a page names a statement that does not exist, and if in a section that
the page calls proven a statement has no test.
"""

import argparse
import pathlib
import sys
import typing

import citations
import reference
import titles

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Conformance(typing.NamedTuple):
    reference: reference.Reference
    tests: dict[str, list[titles.Title]]
    errors: list[str]

    def state(self, statement):
        """Why a statement without a test has none."""
        rules = self.reference
        if statement.id in rules.later:
            return "later: " + rules.later[statement.id]
        if statement.id in rules.outside:
            return "outside: " + rules.outside[statement.id]
        return "no test"

    def counts(self, section):
        """Statements of a section, those with a test, those without one that are due."""
        tested = [one for one in section.statements if self.tests.get(one.id)]
        due = [one for one in section.statements
               if not self.tests.get(one.id) and self.reference.is_due(one)]
        return len(section.statements), len(tested), len(due)


def compare(rules, all_titles, mistakes):
    tests, errors = {}, [*rules.mistakes, *mistakes]
    for title in all_titles:
        for id in dict.fromkeys(one for text in (title.text, *title.suites)
                                for one in titles.named(text)):
            if id in rules.statements:
                tests.setdefault(id, []).append(title)
            else:
                errors.append(f"{title.file}:{title.line}: there is no {id}: {title.text}")
    for section in rules.sections:
        if rules.is_proven(section):
            errors += [f"section {section.number} is proven, and {one.id} has no test: {one.text}"
                       for one in section.statements
                       if one.id not in tests and rules.is_due(one)]
    return Conformance(rules, tests, errors)


def summary(result, section):
    count, tested, due = result.counts(section)
    waiting = count - tested - due
    proven = ", proven" if result.reference.is_proven(section) else ""
    return (f"{count} statements, {tested} with a test, {due} without"
            + (f", {waiting} later or outside" if waiting else "") + proven)


def in_text(result, sections, only_missing):
    for section in sections:
        yield f"{section.number} {section.title}"
        for one in section.statements:
            tests = result.tests.get(one.id, [])
            if not tests:
                if not only_missing or result.reference.is_due(one):
                    yield f"  {one.id}  {result.state(one)}" + f" — {one.text}" * only_missing
            elif not only_missing:
                yield f"  {one.id}"
                yield from (f"    {test.file}:{test.line} {test.text}" for test in tests)
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
            tests = result.tests.get(one.id, [])
            if only_missing and (tests or not result.reference.is_due(one)):
                continue
            cell = "<br>".join(f"{test.file}:{test.line} {test.text}" for test in tests)
            yield f"| {one.id} | {(cell or result.state(one)).replace('|', chr(92) + '|')} |"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--missing", action="store_true", help="only what is due and has no test")
    parser.add_argument("--section", metavar="N", help="only this section, as 4 or 13.1")
    parser.add_argument("--markdown", metavar="FILE", help="write the list there, as Markdown")
    parser.add_argument("--quiet", action="store_true", help="only a line for each section")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)

    pages = options.root / "Documentation"
    rules = reference.read((pages / "TextInput.md").read_text(),
                           (pages / "Conformance.toml").read_text())
    result = compare(rules, titles.of_all_tests(options.root),
                     citations.unknown(options.root, rules))
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
    for error in result.errors:
        print("conformance:", error, file=sys.stderr)
    return 1 if result.errors else 0


if __name__ == "__main__":
    sys.exit(main())
