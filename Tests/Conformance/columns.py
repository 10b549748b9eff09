# SPDX-License-Identifier: Apache-2.0
"""The columns of section 17: the columns that a row names, and the columns that a test proves."""

import pathlib
import re

import titles

NAMES = {"E": "engine", "T": "terminal", "S": "socket"}
MARK = re.compile(r"(?<!\w)([ETS](?:, [ETS])*): ")
SECTION = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.]*\w)")


def named(mapping, example=""):
    """The columns of a row, from its last two cells: those that it marks, or all if it refers to a
    statement or a section before the first mark."""
    marks = {letter for cell in (mapping, example) for mark in MARK.findall(cell)
             for letter in mark.split(", ")}
    before = MARK.split(mapping, maxsplit=1)[0]
    if titles.named(before) or SECTION.search(before):
        marks = NAMES.keys()
    return "".join(letter for letter in NAMES if letter in marks)


def of_test(file, places):
    """The columns that a test proves, by the path of its file."""
    return {letter for letter, patterns in places.items()
            if any(pathlib.PurePath(file).match(pattern) for pattern in patterns)}


def empty_places(root, places):
    """The patterns that match no file."""
    for letter, patterns in places.items():
        for pattern in patterns:
            if not any(pathlib.Path(root).glob(pattern)):
                yield f"Conformance.toml: column {letter}: nothing is at {pattern}"
