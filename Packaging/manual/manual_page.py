#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Converts a page in Markdown to a manual page in man(7): ASCII, which every formatter reads.

    manual_page.py Documentation/Configuration.md keybridge.yaml.5 "the settings of Keybridge"
    manual_page.py keybridge.md keybridge.1

The second form is for the output of `keybridge manual`, whose title has the version and the summary: `# NAME VERSION: SUMMARY`.

It supports the Markdown that the pages here use: headings, paragraphs, lists, tables, fenced examples, code, emphasis,
links and line breaks. Any other mark at the beginning of a line is an error, so that nothing is formatted wrongly.
"""

import re
import sys

ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", '"': "\\(dq", "`": "\\(ga", "^": "\\(ha",
           "~": "\\(ti", "…": "..."}
# Marks that a backslash before them makes ordinary characters.
ESCAPED = r"\\([-\\`*_\[\]<>&|~#!])"
# A backslash that does not belong to one before it.
BREAK = re.compile(r"(?<!\\)((?:\\\\)*)\\$")
INLINE = re.compile(rf"{ESCAPED}|`` ?(.+?) ?``|`([^`]+)`|\*\*(.+?)\*\*|(?<!\*)\*((?:[^*\s\\]|\\.)(?:[^*\\]|\\.)*)\*|\[([^\]]+)\]\([^)]*\)")


class Unknown(Exception):
    """Markdown that the converter does not support."""


def plain(text):
    """Escapes a text, so that roff interprets nothing in it."""
    return "".join(ESCAPES.get(mark) or (mark if mark.isascii() else f"\\[u{ord(mark):04X}]")
                   for mark in text)


def unmarked(text):
    """A text with emphasis, without the marks in it."""
    return re.sub(rf"{ESCAPED}|`", lambda match: match[1] or "", text)


def inline(text):
    """Converts a text with code and emphasis to roff."""
    parts, end = [], 0
    for match in INLINE.finditer(text):
        parts.append(plain(text[end:match.start()]))
        mark, wide, code, strong, soft, link = match.groups()
        if code or wide:
            parts.append(f"\\fB{plain(code or wide)}\\fR")
        elif strong:
            parts.append(f"\\fB{plain(unmarked(strong))}\\fR")
        elif soft:
            parts.append(f"\\fI{plain(unmarked(soft))}\\fR")
        else:
            parts.append(inline(link) if link else plain(mark))
        end = match.end()
    return line("".join(parts) + plain(text[end:]))


def line(text):
    """Escapes the beginning of a line that roff would take for a request."""
    return "\\&" + text if text.startswith((".", "'")) else text


def cells(row):
    """The cells of a table's row; a bar after a backslash does not separate cells."""
    # The backslash is a part of the table, not of a code span in the cell.
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows):
    """Converts each row to an item: the first cell, and the other cells, with their headings if there are several."""
    headings = cells(rows[0])[1:]
    out = []
    for row in map(cells, rows[2:]):
        out.append(".TP")
        out.append(inline(row[0]) or "\\&")
        if len(headings) == 1:
            out += "\n.br\n".join(inline(each) for each in row[1].split("<br>")).split("\n")
        else:
            said = [f"{heading}: {cell}" for heading, cell in zip(headings, row[1:]) if cell]
            out += "\n.br\n".join(inline(each) for each in said).split("\n")
    return out


def example(lines, is_first):
    """Converts a fenced block, line by line; directly after a heading it needs no request for a paragraph."""
    return [*([] if is_first else [".PP"]), ".RS 4", ".nf", *(line(plain(each)) for each in lines), ".fi", ".RE"]


def page(markdown):
    """The lines of the body, after the name: requests and text."""
    out, lines = [], markdown.split("\n")
    position, opens = 0, False                               # opens: whether a paragraph needs a request

    def upto(is_more):
        nonlocal position
        start = position
        while position < len(lines) and is_more(lines[position]):
            position += 1
        return lines[start:position]

    while position < len(lines):
        text = lines[position]
        if not text.strip():
            position += 1
        elif text.startswith("```"):
            position += 1
            out += example(upto(lambda each: not each.startswith("```")),
                           bool(out) and out[-1].startswith((".SH", ".SS")))
            position, opens = position + 1, True
        elif heading := re.match(r"(#{2,4}) (.+)", text):
            title = unmarked(re.sub(r"\*", "", heading[2]))
            out.append(f'.SH "{plain(title.upper())}"' if len(heading[1]) == 2
                       else f'.SS "{plain(title)}"')
            position, opens = position + 1, False            # a heading begins a paragraph
        elif text.startswith("|"):
            out += table(upto(lambda each: each.startswith("|")))
            opens = True
        elif item := re.match(r"(?:[-*]|(\d+)\.) (.*)", text):
            position += 1
            rest = upto(lambda each: each.startswith("  "))
            out.append(f".IP {item[1]}. 4" if item[1] else ".IP \\(bu 2")
            out += [inline(each.strip()) for each in [item[2], *rest]]
            opens = True
        elif re.match(r"(#|<|!|>|  )", text):
            raise Unknown(f"line {position + 2}: {text}")      # counted from the title
        else:
            if opens:
                out.append(".PP")
            # Emphasis and links may continue on the next line.
            paragraph = upto(lambda each: each.strip() and not re.match(r"```|\||#|[-*] ", each))
            # A backslash at the end of a line keeps the next one on a line of its own.
            rows = " ".join(BREAK.sub(r"\1\n", each) for each in paragraph).split("\n ")
            for place, row in enumerate(rows):
                out += [*([".br"] if place else []), *wrapped(inline(row))]
            opens = True
    return out


def wrapped(text, width=100):
    """Splits a paragraph into lines, which roff fills again."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return [line(each) for each in lines]


def manual(markdown, file, summary=None):
    """The source of the page, with a line end at its end."""
    name, _, section = file.rpartition(".")
    title, _, body = markdown.partition("\n")
    heading = re.fullmatch(r"# (?:.*?( \d\S*): )?(.*)", title)
    if not heading:
        raise Unknown(f"line 1: {title}")
    version = heading[1] or ""
    volume = ' "User Commands"' if section == "1" else ""
    return "\n".join([
        '.\\" Made from Markdown by Packaging/manual.',
        # Left-aligned and without hyphenation, because names must not be split or stretched.
        f'.TH {plain(name.upper())} {section} "" "keybridge{version}"{volume}', ".nh", ".ad l",
        ".SH NAME", f"{plain(name)} \\- {inline(summary or heading[2])}",
        *([] if body.lstrip().startswith("## ") else [".SH DESCRIPTION"]), *page(body),
        *([] if "\n## See also\n" in body else ['.SH "SEE ALSO"', ",\n".join(
            f"\\fB{plain(other)}\\fR({number})" for other, number in
            [("keybridge", 1), ("keybridge-protocol", 7), ("keybridge.yaml", 5)] if other != name)]), ""])


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as source:
        try:
            sys.stdout.write(manual(source.read(), *sys.argv[2:]))
        except Unknown as unknown:
            sys.exit(f"{sys.argv[1]}: unsupported Markdown: {unknown}")
