# SPDX-License-Identifier: Apache-2.0
"""The numbered statements and feature rows of Documentation/TextInput.md, by section."""

import re
import tomllib
import typing

HEADING = re.compile(r"#{2,3} (\d+(?:\.\d+)?)\.? (.+)")
# A row of a table, or a point of a list, that begins with its number.
DEFINITION = re.compile(r"(?:\| *|- )([A-Z]{3}-\d+|F\d{3}|D\d+)(?: *\| *| )(.+)")
STATE = re.compile(r"\| (\d+(?:\.\d+)?) [^|]*\|([^|]*)\|([^|]*)\|$")
ROWS = "17"


class Statement(typing.NamedTuple):
    id: str
    text: str
    section: str


class Section(typing.NamedTuple):
    number: str
    title: str
    statements: list[Statement]

    def lies_in(self, number):
        """Whether this is the section of that number, or one inside it."""
        return self.number == number or self.number.startswith(number + ".")


class Reference(typing.NamedTuple):
    sections: list[Section]
    statements: dict[str, Statement]
    # Numbers of the sections in which a statement without a test is an error.
    proven: list[str]
    # Why a row, or a statement, needs no test yet, or never will.
    later: dict[str, str]
    outside: dict[str, str]
    mistakes: list[str]

    def is_proven(self, section):
        return any(section.lies_in(number) for number in self.proven)

    def is_due(self, statement):
        return statement.id not in self.later and statement.id not in self.outside


def wording(rest):
    """The statement in the cells behind its number; a row's first cell is its source's tag."""
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", rest)]
    return cells[1] if re.fullmatch(r"\[\d+\]", cells[0]) else cells[0]


def read(page, exceptions):
    """The text of the page, and the text of Conformance.toml."""
    sections, statements, proven, mistakes = [], {}, [], []
    for place, line in enumerate(page.splitlines(), 1):
        if heading := HEADING.match(line):
            sections.append(Section(heading[1], heading[2], []))
        elif not sections:
            if (state := STATE.match(line)) and state[3].strip() == "yes":
                proven.append(state[1])
        elif found := DEFINITION.match(line):
            statement = Statement(found[1], wording(found[2]), sections[-1].number)
            if statement.id in statements:
                mistakes.append(f"line {place} of the reference: {found[1]} is there already")
            statements[statement.id] = statement
            sections[-1].statements.append(statement)
    for number in proven:
        if not any(section.lies_in(number) and section.statements for section in sections):
            mistakes.append(f"section {number} is called proven, and has no statements")
    table = tomllib.loads(exceptions)
    later, outside = table.pop("later", {}), table.pop("outside", {})
    mistakes += [f"Conformance.toml: unknown table {name}" for name in table]
    for id, reason in [*later.items(), *outside.items()]:
        if id not in statements:
            mistakes.append(f"Conformance.toml: there is no {id}")
        elif not reason:
            mistakes.append(f"Conformance.toml: no reason for {id}")
    mistakes += [f"Conformance.toml: {id} is later and outside" for id in later.keys() & outside]
    return Reference(sections, statements, proven, later, outside, mistakes)
