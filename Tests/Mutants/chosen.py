# SPDX-License-Identifier: Apache-2.0
"""Reads the two lists that people maintain: mistakes chosen by hand, and the reasons for survivors."""

import dataclasses
import tomllib

# The placeholder for the condition of a mistake, in the text of the mistake.
MUTANT = "MUTANT"


class ListError(Exception):
    """An entry does not match the sources."""


@dataclasses.dataclass(frozen=True)
class Mistake:
    """A mistake chosen by hand: the text in a source, and the text that makes the mistake under its condition."""
    file: str
    line: int
    title: str
    code: str
    mistake: str
    kind: str = "chosen"

    @property
    def module(self):
        return self.file.split("/")[0]

    @property
    def lines(self):
        """The lines that the mistake occupies, as file and line."""
        return {(self.file, self.line + offset) for offset in range(self.code.count("\n") + 1)}

    @property
    def identity(self):
        return self.file, self.title


def read_mistakes(path, sources):
    """Reads the mistakes chosen by hand; the text of each must occur exactly once in its source."""
    found = []
    for entry in entries(path, "mistake", {"file", "title", "code", "mistake"}):
        text, code = sources.get(entry["file"], ""), entry["code"].strip("\n")
        count = text.count(code)
        if count != 1:
            raise ListError(f"{path.name}: {entry['title']!r}: its code occurs {count} times in {entry['file']};"
                            " expected once")
        if MUTANT not in entry["mistake"]:
            raise ListError(f"{path.name}: {entry['title']!r}: no {MUTANT} in the mistake")
        line = text.count("\n", 0, text.index(code)) + 1
        mistake = entry["mistake"].strip("\n")
        if mistake.count("\n") != code.count("\n"):
            raise ListError(f"{path.name}: {entry['title']!r}: the mistake has another number of lines")
        found.append(Mistake(entry["file"], line, entry["title"], code, mistake))
    return found


def read_reasons(path, possible):
    """Reads the reasons why mutants may survive, by the identity of the mutant.

    - possible: the identities of all mutants that a seed can choose; a reason for any other mutant is an error."""
    reasons = {}
    for entry in entries(path, "survivor", {"file", "declaration", "code", "mistake", "reason"}):
        identity = tuple(entry[key] for key in ("file", "declaration", "code", "mistake"))
        if identity not in possible:
            raise ListError(f"{path.name}: no such mutant any more in {entry['file']}, {entry['declaration']}:"
                            f" {entry['code']!r}; remove its reason")
        if identity in reasons:
            raise ListError(f"{path.name}: a second reason for {entry['code']!r} in {entry['file']}")
        if len(entry["reason"].split()) < 3:
            raise ListError(f"{path.name}: the reason for {entry['code']!r} in {entry['file']} says nothing")
        reasons[identity] = entry["reason"]
    return reasons


def entries(path, name, keys):
    with open(path, "rb") as file:
        table = tomllib.load(file)
    if unknown := set(table) - {name}:
        raise ListError(f"{path.name}: unknown table {min(unknown)!r}")
    for entry in table.get(name, []):
        if set(entry) != keys:
            raise ListError(f"{path.name}: an entry has {sorted(entry)}; expected {sorted(keys)}")
        yield entry
