# SPDX-License-Identifier: Apache-2.0
"""Prints the cycles between the folders of each module, and fails if `known-cycles.toml` does not list one of them.

Modules cannot form cycles, because the compiler refuses them. Folders can, so this looks at names: a file depends on
the file that declares a type or a function it mentions.
"""

import pathlib
import re
import sys
import tomllib
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = ROOT / "Tests" / "Structure" / "known-cycles.toml"
sys.path.insert(0, str(ROOT / "Tests" / "Mutants"))
from swift_source import masked  # noqa: E402

MODIFIERS = r"(?:(?:[a-z]+(?:\(\w+\))?|@\w+(?:\([^)]*\))?) )*"
TOP_LEVEL = re.compile(rf"^({MODIFIERS})(?:class|struct|enum|protocol|typealias|actor|func|let|var) `?(\w+)", re.M)


def is_private(modifiers):
    return bool(re.search(r"\b(?:file)?private (?!\()|\b(?:file)?private$", modifiers))


def declared(texts):
    """For each type, function and variable outside of types, the file that declares it."""
    return {name: path for path, text in texts.items()
            for modifiers, name in TOP_LEVEL.findall(text) if not is_private(modifiers)}


def dependencies(texts, folder_of):
    """The folders that need each other, each pair with one example: {(folder, folder): (file, name, file)}."""
    origins = declared(texts)
    found = {}
    for path, text in sorted(texts.items()):
        for name in sorted(set(re.findall(r"(?<!\.)\b\w+", text)) & origins.keys()):
            pair = folder_of(path), folder_of(origins[name])
            if pair[0] != pair[1]:
                found.setdefault(pair, (path, name, origins[name]))
    return found


def cycles(pairs):
    """The groups of folders that need each other, directly or indirectly."""
    needs = defaultdict(set)
    for one, other in pairs:
        needs[one].add(other)
    reached = {}
    for start in list(needs):
        seen, left = set(), [start]
        while left:
            for folder in needs[left.pop()] - seen:
                seen.add(folder)
                left.append(folder)
        reached[start] = seen
    groups = {frozenset({one} | {other for other in seen if one in reached.get(other, ())})
              for one, seen in reached.items()}
    return sorted((sorted(group) for group in groups if len(group) > 1))


def module_texts(module):
    return {path.relative_to(module): masked(path.read_text()) for path in sorted(module.rglob("*.swift"))}


def folder(path):
    """The folder of a module that contains a file; files that are directly in the module count as a folder too."""
    return path.parts[0] if len(path.parts) > 1 else "."


def main():
    known = tomllib.loads(KNOWN.read_text()).get("cycle", [])
    known = {(entry["module"], frozenset(entry["folders"])): entry["reason"] for entry in known}
    failures, seen = [], set()
    for module in sorted((ROOT / "Sources").iterdir()):
        found = dependencies(module_texts(module), folder)
        for group in cycles(found):
            key = (module.name, frozenset(group))
            seen.add(key)
            print(f"{module.name}: a cycle of {', '.join(group)}" + ("" if key in known else ", which is new"))
            if key in known:
                continue
            failures.append(key)
            for (one, other), (path, name, origin) in sorted(found.items()):
                if one in group and other in group:
                    print(f"  {one} needs {other}: {path} uses {name} of {origin}")
    for module, group in sorted((m, sorted(g)) for m, g in known.keys() - seen):
        print(f"known-cycles.toml: {module} has no cycle of {', '.join(group)} any more; remove the entry")
    return 1 if failures or known.keys() - seen else 0


if __name__ == "__main__":
    sys.exit(main())
