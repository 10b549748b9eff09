# SPDX-License-Identifier: Apache-2.0
"""Finds citations of the reference in comments and pages: statements, rows and sections."""

import pathlib
import re

import titles

PLACES = [("Sources", "**/*.swift"), ("Tests", "**/*.swift"), ("Examples", "**/*.swift"),
          ("Sources", "**/*.md"), ("Documentation", "**/*.md"), (".", "README.md")]
# Pages that the program generates, which contain names by others: names of keyboards look like
# statements.
LISTED = "Documentation/Reference/"
SECTION = re.compile(r"reference(?: section)? (\d+(?:\.\d+)?)\b")


def unknown(root, rules):
    """The citations of statements, rows and sections that do not exist, each with its place."""
    numbers = {part for section in rules.sections
               for part in (section.number, section.number.partition(".")[0])}
    parts = rules.parts
    for folder, pattern in PLACES:
        for path in sorted((pathlib.Path(root) / folder).glob(pattern)):
            if str(path.relative_to(root)).startswith(LISTED):
                continue
            for place, line in enumerate(path.read_text().splitlines(), 1):
                # Only the comments of code; titles of tests are read elsewhere.
                text = line.partition("//")[2] if path.suffix == ".swift" else line
                wrong = [id for id in titles.named(text)
                         if id not in rules.statements and id not in parts]
                wrong += [number for number in SECTION.findall(text) if number not in numbers]
                for name in wrong:
                    yield f"{path.relative_to(root)}:{place}: the reference has no {name}"
