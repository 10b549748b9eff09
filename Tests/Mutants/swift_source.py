# SPDX-License-Identifier: Apache-2.0
"""Parses as much Swift as is needed to find code: masks comments and strings, finds declarations by indentation."""

import re

STRING = re.compile(r'(#*)("""|")')
DECLARATION = re.compile(
    r"(?:[a-z]+(?:\(set\))? |@\w+(?:\(.*?\))? )*"
    r"(?:(func|var|let|struct|class|enum|extension|protocol) (`?\w+`?|[^\s\w(]+)|(init|deinit|subscript)\b)")


def masked(text):
    """The text with comments replaced by blanks and strings by `_`; lines and columns do not change."""
    result, position = [], 0
    while position < len(text):
        if text.startswith("//", position):
            end = text.find("\n", position)
            end, filler = (len(text) if end < 0 else end), " "
        elif text.startswith("/*", position):
            end, filler = end_of_comment(text, position), " "
        elif opening := STRING.match(text, position):
            end, filler = end_of_string(text, opening), "_"
        else:
            result.append(text[position])
            position += 1
            continue
        result += [c if c == "\n" else filler for c in text[position:end]]
        position = end
    return "".join(result)


def end_of_comment(text, start):
    depth = 0
    for mark in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def end_of_string(text, opening):
    """The end of a string literal, after its interpolations."""
    hashes, quotes = opening.groups()
    position, closing, escape = opening.end(), quotes + hashes, "\\" + hashes
    while position < len(text):
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape + "(", position):
            position = end_of_interpolation(text, position + len(escape) + 1)
        elif text.startswith(escape, position):
            position += len(escape) + 1
        elif text[position] == "\n" and len(quotes) == 1:
            return position
        else:
            position += 1
    return len(text)


def end_of_interpolation(text, position):
    depth = 1
    while depth and position < len(text):
        if opening := STRING.match(text, position):
            position = end_of_string(text, opening)
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position


def indentation(line):
    return len(line) - len(line.lstrip())


def declarations(lines):
    """The name of the enclosing declaration for each line, such as `UndoStep.grow`.

    The sources are formatted, so a line that is indented less encloses the lines that are indented more."""
    names, open_declarations = [], []
    for line in lines:
        if line.strip():
            indent = indentation(line)
            is_closing = line.lstrip()[0] in "})]"
            while open_declarations and open_declarations[-1][0] >= indent + (1 if is_closing else 0):
                open_declarations.pop()
            found = DECLARATION.match(line, indent)
            # A variable encloses lines only if it has a body.
            if found and (found[1] not in ("var", "let") or "{" in line):
                open_declarations.append((indent, found[2] or found[3]))
        names.append(".".join(name for _, name in open_declarations))
    return names


def parts(text):
    """Splits a text at commas outside of brackets: (start, end) of each part, without blanks."""
    depth, start, found = 0, 0, []
    for position, character in enumerate(text + ","):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            part = text[start:position]
            left = start + len(part) - len(part.lstrip())
            found.append((left, left + len(part.strip())))
            start = position + 1
    return found


def is_balanced(text):
    return all(text.count(a) == text.count(b) for a, b in ("()", "[]", "{}"))
