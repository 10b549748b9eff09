#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the pages and the examples into one folder, with links that lead to the installed files.

    install_documents.py /usr/share/doc/keybridge           # from the project's folder
    install_documents.py --check /usr/share/doc/keybridge

A link to a file that is not installed becomes plain text. `--check` reports relative links that lead nowhere.
"""

import os
import pathlib
import posixpath
import re
import sys

PAGES = ("CaptureFormat ClientNode Configuration Engines Extensions FormFile Forward InputMethods Installing Integrators KeyCommands Privacy Protocol"
         " Storage TerminalPrograms Trying Versions WireFormat").split()
# The folders whose files are installed, and where.
FOLDERS = [
    ("Documentation/Tutorials", "Tutorials", ".md"),
    ("Documentation/Recipes", "Recipes", ".md"),
    ("Documentation/Reference", "Reference", ".md"),
    ("Documentation/Pictures", "Pictures", ".svg"),
    ("Examples", "examples", ""),
    ("Packaging/examples", "examples", ""),
]
# The folder of the schemas, from the folder of the pages.
SCHEMAS = "../../keybridge"
OUTSIDE = {
    "Documentation/openrpc.json": f"{SCHEMAS}/schema/openrpc.json",
    "Documentation/form.schema.json": f"{SCHEMAS}/form.schema.json",
    "Documentation/extension.schema.json": f"{SCHEMAS}/extension.schema.json",
    "Documentation/extensions-openrpc.json": f"{SCHEMAS}/extensions-openrpc.json",
    "Documentation/keybridge.schema.json": f"{SCHEMAS}/keybridge.schema.json",
}
LINK = re.compile(r"`[^`]*`|(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^ *```")


def installed(project):
    """Returns the installed path of each file, by its path in the project."""
    places = {name: name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")}
    places["Documentation/README.md"] = "Documentation.md"
    places["Clients/Python/README.md"] = "PythonClient.md"
    for name in PAGES:
        places[f"Documentation/{name}.md"] = f"{name}.md"
    for folder, place, suffix in FOLDERS:
        for path in sorted((project / folder).rglob("*" + suffix)):
            kept = path.relative_to(project / folder)
            if path.is_file() and not {".build", "__pycache__"} & set(kept.parts):
                places[f"{folder}/{kept}"] = f"{place}/{kept}"
    return places


def target(link, source, places):
    """Returns the installed path that a link of a page leads to, from the folder of the pages; None for none."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    if path in OUTSIDE:
        return OUTSIDE[path]
    if path in places:
        return places[path]
    for file, place in places.items():
        # A folder is installed if its files are, under the same names.
        if file.startswith(path + "/") and place.endswith(file[len(path):]):
            return place[:-len(file[len(path):])]
    return None


def relinked(text, source, places):
    """Returns a page with links to the installed files."""
    def replace(match):
        mark, words, link = match.groups()
        if link is None:
            return match[0]
        path, separator, anchor = link.partition("#")
        if not path or ":" in path:
            return match[0]
        found = target(path, source, places)
        if found is None:
            return words
        here = posixpath.dirname(places[source])
        return f"{mark}[{words}]({posixpath.relpath(found, here or '.')}{separator}{anchor})"

    return "".join(LINK.sub(replace, line) if is_prose else line for line, is_prose in lines(text))


def lines(text):
    """Yields each line of a page, and whether it is outside of examples."""
    is_prose = True
    for line in text.splitlines(keepends=True):
        if FENCE.match(line):
            is_prose = not is_prose
            yield line, False
        else:
            yield line, is_prose


def install(project, folder):
    """Installs all pages and examples."""
    places = installed(project)
    for source, place in places.items():
        content = (project / source).read_bytes()
        if source.endswith(".md"):
            content = relinked(content.decode(), source, places).encode()
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o644)
    link = folder / "openrpc.json"
    link.unlink(missing_ok=True)
    link.symlink_to(OUTSIDE["Documentation/openrpc.json"])


def dead_links(folder):
    """Returns the relative links of installed pages that lead nowhere, each with its page."""
    dead = []
    for page in sorted(folder.rglob("*.md")):
        for line, is_prose in lines(page.read_text(encoding="utf-8")):
            for match in LINK.finditer(line) if is_prose else ():
                path = (match[3] or "").partition("#")[0]
                if path and ":" not in path and not (page.parent / path).exists():
                    dead.append(f"{page}: {match[3]}")
    return dead


def main(arguments):
    """Installs into the folder that the arguments name, or checks it."""
    if len(arguments) == 2 and arguments[0] == "--check":
        dead = dead_links(pathlib.Path(arguments[1]))
        for line in dead:
            print(f"dead link: {line}", file=sys.stderr)
        return 1 if dead else 0
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: install_documents.py [--check] FOLDER", file=sys.stderr)
        return 2
    os.umask(0o022)
    install(pathlib.Path(__file__).resolve().parents[1], pathlib.Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
