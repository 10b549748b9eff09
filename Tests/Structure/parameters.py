#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the comment of each public function, initializer and subscript names every parameter.

A comment names a parameter in a list, `- Parameter size: ...`, or in backticks within a sentence. `swift format` checks
the reverse: a list names no parameter that does not exist.

Requirements of public protocols are public too. Two kinds of declarations are left out, because their parameters are
documented elsewhere, and a reader would find the same words twice:

- Overrides.
- Implementations of a requirement of one of these protocols, default ones among them: those with the requirement's
  name and with all of its labels and parameter names. The requirement itself must name its parameters.

There are no other exceptions.

    parameters.py [FILE...]      all Swift files of Sources by default
"""

import dataclasses
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Tests" / "Mutants"))
from swift_source import masked  # noqa: E402

# On one line, because blanks would include the comments, which are masked.
MODIFIERS = r"((?:(?:[a-z]+(?:\(\w+\))?|@\w+(?:\([^)\n]*\))?) +)*)"
DECLARATION = re.compile(rf"^[ \t]*{MODIFIERS}(?:func\s+([^\s(<]+|<\S*)|(init|subscript)\b)", re.M)
PROTOCOL = re.compile(rf"^[ \t]*{MODIFIERS}protocol\s[^{{]*\{{", re.M)
OPENING, CLOSING = "([{<", ")]}>"


@dataclasses.dataclass(frozen=True)
class Declaration:
    """A function, an initializer or a subscript."""
    file: str
    line: int
    name: str
    # As written, the label first: ("in range", "_ text").
    parameters: tuple
    modifiers: frozenset
    comment: str
    is_requirement: bool

    @property
    def is_public(self):
        return self.is_requirement or not self.modifiers.isdisjoint({"public", "open"})

    @property
    def signature(self):
        return self.name, self.parameters

    def unnamed(self):
        """The parameters that the comment does not name."""
        names = [parameter.split()[-1].strip("`") for parameter in self.parameters]
        return [name for name in names
                if not re.search(rf"^\s*- (?:Parameter )?{name}:|(?<!`)`{name}`(?!`)", self.comment, flags=re.M)]


def declarations(file, text):
    """All declarations with parameters in a file."""
    code = masked(text)
    lines = text.split("\n")
    bodies = [span(code, match.end() - 1) for match in PROTOCOL.finditer(code) if "public" in match[1].split()]
    found = []
    for match in DECLARATION.finditer(code):
        opening = code.index("(", match.end())
        parameters = tuple(" ".join(part.split(":")[0].split()) for part in parts(code[slice(*span(code, opening))]))
        if parameters:
            row = code.count("\n", 0, match.start())
            found.append(Declaration(
                file, row + 1, match[2] or match[3], parameters, frozenset(match[1].split()), comment(lines, row),
                any(start <= match.start() < end for start, end in bodies)))
    return found


def span(code, opening):
    """The places after a bracket and of the one that closes it."""
    depth = 0
    for place in range(opening, len(code)):
        depth += (code[place] in "([{") - (code[place] in ")]}")
        if depth == 0:
            return opening + 1, place
    return opening + 1, len(code)


def parts(code):
    """The parameters between parentheses, which contain commas of their own in brackets."""
    found, depth = [""], 0
    for sign in code.replace("->", "  "):
        depth += (sign in OPENING) - (sign in CLOSING)
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [part for part in found if part.strip()]


def comment(lines, row):
    """The documentation comment above a line, and above its attributes."""
    last = row
    while last > 0 and re.match(r"\s*@", lines[last - 1]):
        last -= 1
    first = last
    while first > 0 and re.match(r"\s*///", lines[first - 1]):
        first -= 1
    return "\n".join(line.strip().removeprefix("///") for line in lines[first:last])


def complaints(found):
    """The public declarations whose comments leave parameters out, as (file, line, text)."""
    requirements = {each.signature for each in found if each.is_requirement}
    for each in found:
        is_documented_elsewhere = "override" in each.modifiers or (
            not each.is_requirement and each.signature in requirements)
        if each.is_public and not is_documented_elsewhere and (names := each.unnamed()):
            yield each.file, each.line, f"the comment of {each.name} does not name {', '.join(names)}"


def files():
    """The Swift files of Sources that git knows."""
    listed = subprocess.run(["git", "-C", PROJECT, "ls-files", "-z", "Sources/*.swift"], capture_output=True, text=True,
                            check=True)
    return [name for name in listed.stdout.split("\0") if name]


def main(arguments):
    found = []
    for name in dict.fromkeys(files() + arguments):
        path = PROJECT / name
        if path.is_file():
            found += declarations(name, path.read_text(encoding="utf-8"))
    wrong = sorted(each for each in complaints(found) if not arguments or each[0] in arguments)
    for file, line, text in wrong:
        print(f"{file}:{line}: {text}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
