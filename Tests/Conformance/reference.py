# SPDX-License-Identifier: Apache-2.0
"""The numbered statements and feature rows of Documentation/TextInput.md, by section."""

import re
import string
import tomllib
import typing

import columns

HEADING = re.compile(r"#{2,3} (\d+(?:\.\d+)?)\.? (.+)")
# A row of a table or an item of a list that begins with its number.
DEFINITION = re.compile(r"(?:\| *|- )([A-Z]{3}-\d+|F\d{3}|D\d+)(?: *\| *| )(.+)")
STATE = re.compile(r"\| (\d+(?:\.\d+)?) [^|]*\|([^|]*)\|([^|]*)\|$")


class Part(typing.NamedTuple):
    """A part that a test can name: a whole statement (CMD-9), or one of its clauses (CMD-5a)."""

    id: str
    text: str


class Statement(typing.NamedTuple):
    id: str
    text: str
    section: str
    parts: list[Part]
    # For a row, the letters of the columns in which it needs a test of its own.
    columns: str


class Section(typing.NamedTuple):
    number: str
    title: str
    statements: list[Statement]

    def lies_in(self, number):
        """Whether this is the section with this number, or inside it."""
        return self.number == number or self.number.startswith(number + ".")


class Reference(typing.NamedTuple):
    sections: list[Section]
    statements: dict[str, Statement]
    # The numbers of the sections in which a part without a test is an error.
    proven: list[str]
    # The reasons why a row, a statement or a clause needs no test yet.
    later: dict[str, str]
    # For rows without a test in some columns, the missing feature by the column's letter.
    untested: dict[str, dict[str, str]]
    # The patterns of the files with the tests of each column.
    places: dict[str, list[str]]
    mistakes: list[str]

    @property
    def parts(self):
        return {part.id for one in self.statements.values() for part in one.parts}

    def is_proven(self, section):
        return any(section.lies_in(number) for number in self.proven)

    def reason(self, statement, part):
        """The reason why the part needs no test yet; None if it is due."""
        return self.later.get(part.id, self.later.get(statement.id))


def parts(id, text, clauses):
    """The clauses of a statement by their letters; the statement itself if it has none."""
    return [Part(id + letter, clause)
            for letter, clause in zip(string.ascii_lowercase, clauses)] or [Part(id, text)]


def read(page, settings):
    """Parses the text of the page and the text of Conformance.toml."""
    table = tomllib.loads(settings)
    later, untested = table.pop("later", {}), table.pop("untested", {})
    clauses, places = table.pop("clauses", {}), table.pop("columns", {})
    sections, statements, proven = [], {}, []
    mistakes = [f"Conformance.toml: unknown table {name}" for name in table]
    for place, line in enumerate(page.splitlines(), 1):
        if heading := HEADING.match(line):
            sections.append(Section(heading[1], heading[2], []))
        elif not sections:
            if (state := STATE.match(line)) and state[3].strip() == "yes":
                proven.append(state[1])
        elif found := DEFINITION.match(line):
            id, cells = found[1], [cell.strip() for cell in re.split(r"(?<!\\)\|", found[2])]
            is_row = "-" not in id and id.startswith("F")
            # A row's first cell is the tag of its seed.
            text = cells[1] if is_row else cells[0]
            named = columns.named(*cells[2:4]) if is_row else ""
            if is_row and not named:
                mistakes.append(f"line {place} of the reference: {id} names no column")
            statement = Statement(id, text, sections[-1].number,
                                  parts(id, text, clauses.get(id, [])), named)
            if id in statements:
                mistakes.append(f"line {place} of the reference: {id} is there already")
            statements[id] = statement
            sections[-1].statements.append(statement)
    for number in proven:
        if not any(section.lies_in(number) and section.statements for section in sections):
            mistakes.append(f"section {number} is called proven, and has no statements")
    rules = Reference(sections, statements, proven, later, untested, places, mistakes)
    mistakes += wrong_settings(rules, clauses)
    return rules


def wrong_settings(rules, clauses):
    for id, texts in clauses.items():
        if id not in rules.statements:
            yield f"Conformance.toml: there is no {id}"
        if not 2 <= len(texts) <= len(string.ascii_lowercase) or not all(texts):
            yield f"Conformance.toml: the clauses of {id} are two or more, each in a few words"
    for id, reason in rules.later.items():
        if id not in rules.statements and id not in rules.parts:
            yield f"Conformance.toml: there is no {id}"
        elif not reason:
            yield f"Conformance.toml: no reason for {id}"
    for id, reasons in rules.untested.items():
        named = rules.statements[id].columns if id in rules.statements else ""
        if not reasons or not reasons.keys() <= set(named):
            yield f"Conformance.toml: {id} has no column {''.join(reasons)}"
        if not all(reasons.values()):
            yield f"Conformance.toml: {id} is untested for no reason"
        if id in rules.later:
            yield f"Conformance.toml: {id} is later and untested"
    if rules.places.keys() != columns.NAMES.keys():
        yield f"Conformance.toml: the columns are {', '.join(columns.NAMES)}"
