#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A page of Documentation as a manual page, in man(7): ASCII that every formatter reads.

    manual_page.py Documentation/Configuration.md keybridge.yaml.5 "the settings of Keybridge"

Of Markdown it knows what the pages here use: headings, paragraphs, lists, tables, fenced examples, quotes, code,
emphasis and links. Anything else that begins a line with a mark is an error, so nothing is shown wrongly.
"""

import re
import sys

ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", '"': "\\(dq", "`": "\\(ga", "^": "\\(ha",
           "~": "\\(ti", "…": "..."}
INLINE = re.compile(r"`` ?(.+?) ?``|`([^`]+)`|\*\*(.+?)\*\*|(?<!\*)\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)|\\([|*_`\\])")


class Unknown(Exception):
    """What this reader of Markdown does not know."""


def plain(text):
    """Text in which nothing is roff's."""
    return "".join(ESCAPES.get(mark) or (mark if mark.isascii() else f"\\[u{ord(mark):04X}]")
                   for mark in text)


def inline(text):
    """A text with code and emphasis, ready for roff."""
    parts, end = [], 0
    for match in INLINE.finditer(text):
        parts.append(plain(text[end:match.start()]))
        wide, code, strong, soft, link, mark = match.groups()
        if code or wide:
            parts.append(f"\\fB{plain(code or wide)}\\fR")
        elif strong:
            parts.append(f"\\fB{plain(strong.replace('`', ''))}\\fR")
        elif soft:
            parts.append(f"\\fI{plain(soft.replace('`', ''))}\\fR")
        else:
            parts.append(inline(link) if link else plain(mark))
        end = match.end()
    return line("".join(parts) + plain(text[end:]))


def line(text):
    """A line that does not begin a request."""
    return "\\&" + text if text.startswith((".", "'")) else text


def cells(row):
    """What stands between the bars of a table's row; a bar behind a backslash is none."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]


def table(rows):
    """An item a row: the first cell, and what is said of it, by the headings where there are several."""
    headings = cells(rows[0])[1:]
    out = []
    for row in map(cells, rows[2:]):
        out.append(".TP")
        out.append(inline(row[0]) or "\\&")
        if len(headings) == 1:
            out.append(inline(row[1]))
        else:
            said = [f"{heading}: {cell}" for heading, cell in zip(headings, row[1:]) if cell]
            out += "\n.br\n".join(inline(each) for each in said).split("\n")
    return out


def example(lines, is_first):
    """What a person would type, line by line; a heading before the first begins its paragraph."""
    return [*([] if is_first else [".PP"]), ".RS 4", ".nf", *(line(plain(each)) for each in lines), ".fi", ".RE"]


def page(markdown):
    """The body below the name: requests and text, a line each."""
    out, lines = [], markdown.split("\n")
    position, opens = 0, False                               # whether a paragraph needs a request

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
            title = re.sub(r"[`*]", "", heading[2])
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
            raise Unknown(f"line {position + 2}: {text}")      # below the title
        else:
            if opens:
                out.append(".PP")
            # Emphasis and links may go on in the next line.
            paragraph = upto(lambda each: each.strip() and not re.match(r"```|\||#|[-*] ", each))
            out += wrapped(inline(" ".join(paragraph)))
            opens = True
    return out


def wrapped(text, width=100):
    """Lines of a paragraph, which roff fills anew."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return [line(each) for each in lines]


def manual(markdown, file, summary):
    """The source of a page, with a line end behind it."""
    name, _, section = file.rpartition(".")
    title, _, body = markdown.partition("\n")
    if not title.startswith("# "):
        raise Unknown(f"line 1: {title}")
    return "\n".join([
        '.\\" Made from Documentation by Packaging/manual.',
        f'.TH {plain(name.upper())} {section} "" "keybridge"', ".nh", ".ad l",
        ".SH NAME", f"{plain(name)} \\- {plain(summary)}", ".SH DESCRIPTION", *page(body),
        '.SH "SEE ALSO"',
        ",\n".join(f"\\fB{plain(other)}\\fR({number})" for other, number in
                   [("keybridge", 1), ("keybridge-protocol", 7), ("keybridge.yaml", 5)]
                   if other != name), ""])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as source:
        try:
            sys.stdout.write(manual(source.read(), *sys.argv[2:]))
        except Unknown as unknown:
            sys.exit(f"{sys.argv[1]}: this is no Markdown that is known here: {unknown}")
