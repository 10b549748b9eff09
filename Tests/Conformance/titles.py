# SPDX-License-Identifier: Apache-2.0
"""Reads the titles of all tests: Swift tests, scenarios through the pipe, scenarios on a real kernel."""

import ast
import pathlib
import re
import typing


class Title(typing.NamedTuple):
    file: str
    line: int
    text: str
    # The titles of the enclosing suites; the test also proves the statements that they name.
    suites: tuple[str, ...] = ()


# The tokens of Swift that matter for titles: whole comments and strings, braces, and the two macros.
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<string>(?P<hashes>\#*)(?:\"{3}.*?\"{3}|"(?:\\.|[^"\\\n])*")(?P=hashes))
      | @(?P<macro>Test|Suite)\b
      | (?P<mark>\.disabled\b|[(){}])""",
    re.DOTALL | re.VERBOSE)


def in_swift(file, text):
    """The tests with a title, without disabled tests."""
    titles, scopes, declared, macro = [], [], None, None
    for token in TOKEN.finditer(text):
        if token["macro"]:
            macro = Macro(token["macro"] == "Test", text.count("\n", 0, token.start()) + 1)
        elif token["string"] and macro:
            macro.string = macro.string or (macro.depth and words(token["string"]))
        elif token["mark"] == ".disabled" and macro:
            macro.is_disabled = True
        elif token["mark"] in ("(", ")") and macro:
            macro.depth += 1 if token["mark"] == "(" else -1
        elif token["mark"] == "{" and not (macro and macro.depth):
            scopes.append(declared)
            declared = None
        elif token["mark"] == "}" and scopes and not (macro and macro.depth):
            scopes.pop()
        # The closing parenthesis, or the next token if the macro has no parentheses.
        if macro and macro.depth == 0 and not token["macro"] and not token["comment"]:
            if not macro.is_test:
                if token["mark"] != "{":
                    declared = macro
            elif macro.string and not macro.is_disabled:
                around = [scope for scope in scopes if scope]
                if not any(scope.is_disabled for scope in around):
                    titles.append(Title(file, macro.line, macro.string,
                                        tuple(scope.string for scope in around if scope.string)))
            macro = None
    return titles


class Macro:
    """`@Test(…)` or `@Suite(…)`, while it is being read."""

    def __init__(self, is_test, line):
        self.is_test, self.line = is_test, line
        self.depth, self.string, self.is_disabled = 0, "", False


def words(literal):
    """The text of a Swift string literal, on one line."""
    quotes = re.match('#*("""|")', literal)[0]
    return " ".join(literal[len(quotes):-len(quotes)].replace("\\\n", " ").split())


def in_keys(file, text):
    """A scenario through the pipe; its comments, except settings, are its title."""
    comments = []
    for line in text.splitlines():
        if line == "---":
            break
        if line.startswith("#") and not re.match(r"# *\S+:", line):
            comments.append(line[1:].strip())
    return [Title(file, 1, " ".join(comments))] if comments else []


def in_kernel(file, text):
    """The scenarios on a real kernel: functions with `@scenario("…")`."""
    titles = []
    for node in ast.walk(ast.parse(text, file)):
        for call in getattr(node, "decorator_list", []):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "scenario":
                if call.args and isinstance(call.args[0], ast.Constant):
                    titles.append(Title(file, call.lineno, call.args[0].value))
    return titles


PLACES = [("Tests", "**/*.swift", in_swift), ("Examples", "**/*.swift", in_swift),
          ("Tests/BridgeTests/Cases", "*.keys", in_keys),
          ("Tests/Kernel/scenarios", "*.py", in_kernel)]


def of_all_tests(root):
    root = pathlib.Path(root)
    return [title for folder, pattern, read in PLACES
            for path in sorted((root / folder).glob(pattern))
            if not any(part.startswith(".") for part in path.relative_to(root).parts)
            for title in read(str(path.relative_to(root)), path.read_text())]


# KEY-7, F060, D9, a clause (CMD-5a), and ranges: KEY-1…3, MOD-1 … MOD-16. UTF-8 and similar names are not
# statements.
NAMED = re.compile(
    r"\b(?!(?:UTF|ISO|IEC|ECMA|SHA)-)(?P<prefix>[A-Z]{3}-|F(?=\d{3}\b)|D(?=\d{1,2}\b))(?P<first>\d+)"
    r"(?:(?P<clause>[a-z])|(?:\s*(?:…|\.\.\.|–)\s*(?:(?P=prefix))?(?P<last>\d+))?)\b")


def named(text):
    """The numbers that a title names, in order; a range names all numbers in it."""
    ids = []
    for match in NAMED.finditer(text):
        prefix, first, clause = match["prefix"], match["first"], match["clause"] or ""
        last = match["last"] or first
        for number in range(int(first), max(int(first), int(last)) + 1):
            ids.append(f"F{number:03}" if prefix == "F" else f"{prefix}{number}{clause}")
    return ids
