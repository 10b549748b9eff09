# SPDX-License-Identifier: Apache-2.0
"""Prints the graph of the types of each module, and fails if types are knotted.

    type_graph.py                 for each module, its cycles, and the types that are named most and name most
    type_graph.py TextInput       also each type of a module, and each cycle with the names that close it

A node is a type with its extensions: the file that declares it, and the files `Type+Subject.swift`, because a type whose
state is spread over several files is one type. It names the types and functions that its files mention. A knot is

- a cycle of more than 8 files or 800 lines: each of its types needs each other, directly or indirectly;
- a type that more than 30 files of its module name, and that names more than 30 others of them.

`known-cycles.toml` lists those that still exist, with their sizes, which may not grow.
"""

import argparse
import re
import sys
import tomllib
from collections import defaultdict
from typing import NamedTuple

import folder_cycles

MOST_FILES, MOST_LINES, MOST_NAMES = 8, 800, 30


class Module(NamedTuple):
    """The types of a module."""

    files: dict                                              # the files of each type
    names: dict                                              # the types that each type names, each with one example
    named_by: dict                                           # the files of other types that name each type
    lines: dict                                              # the number of lines of each file


def module(texts):
    """Reads a module from the texts of its files without comments and strings."""
    origins = folder_cycles.declared(texts)
    # `Text/Line+Layout.swift` is about `Line`, but an extension of another module's type is about itself.
    bases = {path: path.stem.partition("+")[0] for path in texts}
    owners = {path: base if base in origins else path.stem for path, base in bases.items()}
    files, names, named_by = defaultdict(set), defaultdict(dict), defaultdict(set)
    for path, text in sorted(texts.items()):
        one = owners[path]
        files[one].add(path)
        for name in sorted(set(re.findall(r"(?<!\.)\b\w+", text)) & origins.keys()):
            other = owners[origins[name]]
            if other != one:
                names[one].setdefault(other, (path, name))
                named_by[other].add(path)
    return Module(files, names, named_by, {path: text.count("\n") for path, text in texts.items()})


class Knot(NamedTuple):
    """A cycle of types, or a type that names and is named by too many."""

    kind: str                                                # "cycle" or "type"
    type: str                                                # of a cycle, the type that is named most
    size: int                                                # files of the cycle; types that the type names
    weight: int                                              # lines of the cycle; files that name the type
    types: tuple = ()

    def __str__(self):
        if self.kind == "cycle":
            return f"a cycle of {self.size} files and {self.weight} lines around {self.type}: {', '.join(self.types)}"
        return f"{self.type} is named by {self.weight} files and names {self.size} types"


def cycles(module):
    """All cycles of a module, the largest first."""
    found = []
    pairs = [(one, other) for one, others in module.names.items() for other in others]
    for group in folder_cycles.cycles(pairs):
        files = [path for name in group for path in module.files[name]]
        most_named = max(group, key=lambda name: (len(module.named_by[name]), name))
        found.append(Knot("cycle", most_named, len(files), sum(module.lines[path] for path in files), tuple(group)))
    return sorted(found, key=lambda cycle: (-cycle.weight, cycle.type))


def knots(module):
    """The knots of a module."""
    return [cycle for cycle in cycles(module) if cycle.size > MOST_FILES or cycle.weight > MOST_LINES] + [
        Knot("type", name, len(module.names[name]), len(module.named_by[name])) for name in sorted(module.files)
        if len(module.names[name]) > MOST_NAMES and len(module.named_by[name]) > MOST_NAMES]


def judge(name, found, known):
    """The complaints about the knots of a module, compared with the known ones."""
    left = {(entry["kind"], entry["type"]): entry for entry in known if entry["module"] == name}
    for knot in found:
        entry = left.pop((knot.kind, knot.type), None)
        if not entry:
            yield f"{name}: {knot}, which is new"
        elif knot.size > entry["size"] or knot.weight > entry["weight"]:
            yield f"{name}: {knot}; known-cycles.toml has {entry['size']} and {entry['weight']}"
        elif knot.size < entry["size"] or knot.weight < entry["weight"]:
            yield f"known-cycles.toml: {name}: {knot}; write down that it is smaller now"
    for kind, type_name in left:
        yield f"known-cycles.toml: {name} has no {kind} around {type_name} any more; remove the entry"


def summary(name, module):
    """A line with the figures of a module."""
    found = cycles(module)
    largest = "".join(f", largest {cycle.size} files and {cycle.weight} lines" for cycle in found[:1])
    by, most_named = max((len(module.named_by[name]), name) for name in module.files)
    to, names_most = max((len(module.names[name]), name) for name in module.files)
    return (f"{name}: {len(module.files)} types in {len(module.lines)} files; {len(found)} cycles{largest}; "
            f"{most_named} is named by {by} files, {names_most} names {to} types")


def details(module):
    """The types of a module, the most named first, and the names that close its cycles."""
    for name in sorted(module.files, key=lambda name: (-len(module.named_by[name]), name)):
        yield f"  {name}: named by {len(module.named_by[name])} files, names {len(module.names[name])} types"
    for cycle in cycles(module):
        yield f"  {cycle}"
        for one in cycle.types:
            for other, (path, name) in sorted(module.names[one].items()):
                if other in cycle.types:
                    yield f"    {one} needs {other}: {path} names {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", nargs="?", help="the module whose types are listed")
    listed = parser.parse_args().module
    known = tomllib.loads(folder_cycles.KNOWN.read_text()).get("knot", [])
    complaints = []
    for folder in sorted((folder_cycles.ROOT / "Sources").iterdir()):
        texts = folder_cycles.module_texts(folder)
        if not texts:
            continue
        read = module(texts)
        print(summary(folder.name, read))
        if listed == folder.name:
            print(*details(read), sep="\n")
        complaints += judge(folder.name, knots(read), known)
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
