# SPDX-License-Identifier: Apache-2.0
"""Checks that Documentation/Files.md lists every source file with its purpose; `make files` writes it.

    file_index.py             fails if the page differs from the sources
    file_index.py --write     writes the page

The purpose of a file is the first sentence of a documentation comment: of the type that the file is named after, or its
extension; or else of the first extension that has one; or else of the first declaration that has one. A file without any is an error.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Documentation" / "Files.md"
HEAD = """# The source files

This page is a reference: the Swift files of each module, with the purpose of each. [Architecture.md](Architecture.md) explains how
the modules work together. `make files` writes the page from the sources.
"""
# A comment, and the declaration below it after any lines of attributes.
OUTSIDE, ANYWHERE = (re.compile(rf"^{indent}(///[^\n]*(?:\n *///[^\n]*)*)\n(?: *@[^\n]*\n)*([^\n]*)", re.M)
                     for indent in ("", " *"))
TYPE = r"\b(?:struct|class|enum|protocol|actor|typealias|extension) "
SENTENCE = re.compile(r"(.+?\.)(?: |$)")
LINK = re.compile(r"``([^`]+)``")


def comment(name, text):
    """The comment that documents a file best; None without one."""
    outside = OUTSIDE.findall(text)
    for declaration in rf"{TYPE}{re.escape(name.split('+')[0])}\b", r"\bextension ", "":
        for found, declared in outside:
            if re.search(declaration, declared):
                return found
    inside = ANYWHERE.search(text)
    return inside[1] if inside else None


def purpose(name, text):
    """The first sentence that documents a file; empty without one."""
    found = comment(name, text)
    if not found:
        return ""
    lines = [line.strip()[3:].strip() for line in found.splitlines()]
    paragraph = " ".join(lines[:lines.index("")] if "" in lines else lines)
    paragraph = re.sub(r" - Parameter.*", "", LINK.sub(r"`\1`", paragraph))
    sentence = SENTENCE.match(paragraph)
    return (sentence[1] if sentence else paragraph).rstrip(".:").replace("|", r"\|")


def page(sources):
    """The page for the texts of the files by their paths below Sources."""
    modules = {}
    for path, text in sorted(sources.items()):
        modules.setdefault(path.parts[0], []).append(
            (pathlib.PurePath(*path.parts[1:]), purpose(path.stem, text)))
    lines = [HEAD]
    for module, files in modules.items():
        lines += [f"## {module}", "", "| file | purpose |", "| --- | --- |",
                  *(f"| `{path}` | {words} |" for path, words in files), ""]
    return "\n".join(lines)


def silent(sources):
    """The files without a sentence about them."""
    return [path for path, text in sorted(sources.items()) if not purpose(path.stem, text)]


def main(arguments):
    sources = {path.relative_to(ROOT / "Sources"): path.read_text() for path in (ROOT / "Sources").rglob("*.swift")}
    wanted = page(sources)
    for path in (without := silent(sources)):
        print(f"Sources/{path}: no documentation comment says what the file is for")
    if without:
        return 1
    if arguments == ["--write"]:
        PAGE.write_text(wanted)
    elif not PAGE.exists() or PAGE.read_text() != wanted:
        print("Documentation/Files.md does not describe the source files as they are; write it again with `make files`")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
