#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the version of Keybridge equal in every file that has it.

    version.py                  prints the version
    version.py check            fails if the files do not agree
    version.py set 0.3.0        writes a version into all of them, and dates the changelog's unreleased section

The version of the program is the one in Sources/keybridge/Keybridge.swift. The clients for Python and Node.js have the version
of the protocol, because they follow the protocol and not the program; npm needs a third number."""

import datetime
import email.utils
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORM = r"[0-9]+\.[0-9]+\.[0-9]+"
PROGRAM = "Sources/keybridge/Keybridge.swift"
DEBIAN = "Packaging/debian/changelog"
CHANGELOG = "CHANGELOG.md"
# Each file with an expression whose first group is the version.
PLACES = {
    PROGRAM: rf'static let version = "({FORM})"',
    DEBIAN: rf"\Akeybridge \(({FORM})\)",
    CHANGELOG: rf"^## \[({FORM})\]",
    "Documentation/Versions.md": rf"^keybridge ({FORM}) \(",
}
PROTOCOL = "Documentation/openrpc.json"
CLIENT = "Clients/Python/pyproject.toml"
NODE_CLIENT = "Clients/Node/package.json"


class VersionError(Exception):
    """A file that has no version, or a version that cannot be set, with a hint."""


def found(root, name):
    """Returns the match of a file's expression."""
    match = re.search(PLACES[name], (root / name).read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise VersionError(f"{name} has no version of the form 0.2.0; Packaging/release/version.py says where it is expected")
    return match


def current(root=ROOT):
    """Returns the version of the program."""
    return found(root, PROGRAM)[1]


def disagreements(root=ROOT):
    """Returns a sentence for each file that has another version than the program."""
    try:
        version = current(root)
        lines = [f"{name} has version {found(root, name)[1]}, and {PROGRAM} has {version};"
                 f" run make version VERSION={version}, or correct the file"
                 for name in PLACES if found(root, name)[1] != version]
    except VersionError as error:
        return [str(error)]
    protocol = json.loads((root / PROTOCOL).read_text(encoding="utf-8"))["info"]["version"]
    client = re.search(r'^version = "(.*)"', (root / CLIENT).read_text(encoding="utf-8"), re.MULTILINE)
    if client is None or client[1] != protocol:
        lines.append(f"{CLIENT} has version {client and client[1]}, and the protocol in {PROTOCOL} has {protocol};"
                     " the client has the version of the protocol")
    node = json.loads((root / NODE_CLIENT).read_text(encoding="utf-8"))["version"]
    if node.rpartition(".")[0] != protocol:
        lines.append(f"{NODE_CLIENT} has version {node}, and the protocol in {PROTOCOL} has {protocol};"
                     " the client has the version of the protocol and a third number")
    return lines


def section(text, heading):
    """Returns the text below a heading of the changelog, up to the next heading of its level; None without the heading."""
    match = re.search(rf"^## \[{re.escape(heading)}\].*\n((?:(?!## \[).*\n?)*)", text, re.MULTILINE)
    return None if match is None else match[1].strip()


def has_entries(text):
    """Whether a section has an entry, and not only headings."""
    return bool(text) and re.search(r"^- ", text, re.MULTILINE) is not None


def key(version):
    return [int(part) for part in version.split(".")]


def set_version(version, root=ROOT, now=None):
    """Writes the version into all files."""
    if not re.fullmatch(FORM, version):
        raise VersionError(f"invalid version '{version[:60]}'; expected three numbers, such as 0.3.0")
    old = current(root)
    if key(version) <= key(old):
        raise VersionError(f"version {version} is not newer than {old}")
    changelog = (root / CHANGELOG).read_text(encoding="utf-8")
    if not has_entries(section(changelog, "Unreleased")):
        raise VersionError(f"{CHANGELOG} has no entries under [Unreleased]; a release needs some")
    now = now or datetime.datetime.now(datetime.timezone.utc)
    changelog = changelog.replace("## [Unreleased]\n", f"## [Unreleased]\n\n## [{version}] - {now:%Y-%m-%d}\n", 1)
    debian = (root / DEBIAN).read_text(encoding="utf-8")
    entry = (f"keybridge ({version}) unstable; urgency=medium\n\n"
             "  * See /usr/share/doc/keybridge/CHANGELOG.md for the changes.\n\n"
             f" -- @MAINTAINER@  {email.utils.format_datetime(now)}\n\n")
    (root / CHANGELOG).write_text(changelog, encoding="utf-8")
    (root / DEBIAN).write_text(entry + debian, encoding="utf-8")
    for name in PLACES:
        if name in (CHANGELOG, DEBIAN):
            continue
        match = found(root, name)
        text = match.string[:match.start(1)] + version + match.string[match.end(1):]
        (root / name).write_text(text, encoding="utf-8")


def main(arguments):
    try:
        match arguments:
            case []:
                print(current())
            case ["check"]:
                lines = disagreements()
                for line in lines:
                    print(f"version.py: {line}", file=sys.stderr)
                return 1 if lines else 0
            case ["set", version]:
                set_version(version)
                print(f"The version is {version}. Read the entries of {DEBIAN} and {CHANGELOG}, then commit.")
            case _:
                print("usage: version.py [check | set VERSION]", file=sys.stderr)
                return 2
    except VersionError as error:
        print(f"version.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
