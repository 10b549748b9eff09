#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the pages and schemas say about settings, from the program's table of settings.

`keybridge check --list` prints the JSON Schema of the settings file, and the tables of Configuration.md and Protocol.md. A
table replaces the one with the same first cell. The schema `Settings` of openrpc.json comes from the table of Protocol.md.
Run by `make settings`.
"""

import json
import pathlib
import re
import subprocess
import sys

DOCUMENTATION = pathlib.Path(__file__).resolve().parent.parent
WIDTH = 120     # the longest line of openrpc.json


def listed(program, form):
    return subprocess.run([program, "check", "--list", form], check=True, capture_output=True, text=True).stdout


def heading(table):
    """The first cell of a table's first row."""
    return table.split("|")[1].strip()


def updated(page, tables):
    """A page in which the tables are replaced that have a heading of `tables`."""
    return re.sub(r"(?m)(?:^\|.*\n)+", lambda match: tables.get(heading(match[0]), match[0]), page)


def members(table):
    """The schemas of the user's settings, by their names."""
    found = {}
    for row in table.splitlines()[2:]:
        name, _, values, text = [cell.strip() for cell in row.split("|")[1:5]]
        limits = re.fullmatch(r"(\d+)…(\d+)", values)
        kind = ({"type": "integer", "minimum": int(limits[1]), "maximum": int(limits[2])} if limits else
                {"type": "boolean"})
        found[name.strip("`")] = kind | {"description": text}
    return found


def lines(name, schema):
    """A member of openrpc.json: on one line if it fits."""
    start = " " * 10 + json.dumps(name) + ": "
    line = start + json.dumps(schema, ensure_ascii=False)
    if len(line) < WIDTH:
        return line
    inner = [" " * 12 + f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in schema.items()]
    return start + "{\n" + ",\n".join(inner) + "\n" + " " * 10 + "}"


def described(document, table):
    """openrpc.json with the settings of a table."""
    settings = members(table)
    names = "".join(f"          {json.dumps(name)},\n" for name in settings)[:-2]
    parts = ",\n".join(lines(name, schema) for name, schema in settings.items())
    block = (f'        "required": [\n{names}\n        ],\n'
             f'        "properties": {{\n{parts}\n        }}\n      }},\n')
    pattern = r'(?s)(\n      "Settings": \{\n.*?)        "required": \[.*?\n      \},\n'
    return re.sub(pattern, lambda match: match[1] + block, document, count=1)


def files(program):
    """The files that follow from the table of settings, by their paths, as they should be."""
    tables = {}
    for table in listed(program, "markdown").strip().split("\n\n"):
        tables[heading(table)] = table + "\n"
    users = tables.pop("setting")
    settings, protocol = DOCUMENTATION / "Configuration.md", DOCUMENTATION / "Protocol.md"
    wire = DOCUMENTATION / "openrpc.json"
    return {
        settings: updated(settings.read_text(), tables),
        protocol: updated(protocol.read_text(), {"setting": users}),
        wire: described(wire.read_text(), users),
        DOCUMENTATION / "keybridge.schema.json": listed(program, "schema"),
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path, text in files(pathlib.Path(sys.argv[1]).resolve()).items():
        path.write_text(text)


if __name__ == "__main__":
    main()
