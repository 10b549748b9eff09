# SPDX-License-Identifier: Apache-2.0
"""Reads known-flakes.toml, the list of tests that may fail once and then pass."""

import datetime
import pathlib
import tomllib
import typing

LIST = pathlib.Path(__file__).resolve().with_name("known-flakes.toml")


class Flake(typing.NamedTuple):
    test: str
    reason: str
    since: datetime.date


class InvalidList(Exception):
    """The list cannot be used; the message names the file, the entry and what to change."""


def known(path=LIST):
    """Returns the known flakes by the name of their test.

    Throws `InvalidList` for an entry without a test, a reason or a date.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InvalidList(f"{path.name}: {error}") from None
    entries = content.pop("flake", [])
    if content or not isinstance(entries, list):
        raise InvalidList(f"{path.name}: invalid key {', '.join(content) or 'flake'}; expected [[flake]] entries only")
    flakes = {}
    for number, entry in enumerate(entries, start=1):
        flake = checked(entry, f"{path.name}: entry {number}")
        if flake.test in flakes:
            raise InvalidList(f"{path.name}: entry {number}: {flake.test} is listed twice; remove one of the entries")
        flakes[flake.test] = flake
    return flakes


def checked(entry, place):
    """Returns an entry of the file as a `Flake`; throws `InvalidList`, beginning with the place, for a wrong one."""
    if not isinstance(entry, dict) or set(entry) != set(Flake._fields):
        found = ", ".join(entry) if isinstance(entry, dict) else repr(entry)
        raise InvalidList(f"{place}: invalid keys {found or '(none)'}; expected test, reason and since")
    for key in "test", "reason":
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise InvalidList(f"{place}: invalid {key}; expected a text that is not empty")
    # In Python, a date with a time of day is a date too.
    if type(entry["since"]) is not datetime.date:
        raise InvalidList(f"{place}: invalid since; expected a date such as 2026-11-22, without quotation marks")
    return Flake(**entry)
