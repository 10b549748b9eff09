# SPDX-License-Identifier: Apache-2.0
"""Finds the places where a source can have a small mistake, and chooses some of them by a seed."""

import collections
import dataclasses
import hashlib
import math
import re

import swift_source

BOUNDARIES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITES = BOUNDARIES | {"==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&"}
# The text that replaces a dropped statement in the report.
DROPPED = "(dropped)"
OPERATOR = re.compile(r"(?:(?<=\s)|^)(===|!==|==|!=|<=|>=|<|>|&&|\|\|)(?=\s)")
OFF_BY_ONE = re.compile(r"(?<=\s)([+-] 1\b(?!\.\d))|\.drop(?:First|Last)(\(\))")
CONDITION = re.compile(r"\b(?:if|guard|while) (?P<condition>[^{}]+?)(?: else)? \{")
NOT_BOOLEAN = re.compile(r"(?:let|var|case|is)\b|#|_ =|.*\s(?:[=!<>]=*|&&|\|\||is|\?\?|\?|:)\s")
BOOLEAN = re.compile(r"(?:\breturn |^\s*(?:case .*|default): )(true|false)$")
CALL = re.compile(r"\s+(?:try |try\? |_ = )*(?P<name>[a-z_][\w.?!]*)\(.*\)$")
ASSIGNMENT = re.compile(r"\s+(?P<name>[a-z][\w.?!\[\]]*) (?:[-+*|&]?=) \S.*$")
STATEMENT_WORDS = {"if", "guard", "while", "for", "switch", "return", "case", "func", "init", "throw", "defer",
                   "catch", "default", "let", "var", "import", "private", "fileprivate", "internal", "package", "public",
                   "static"}
# Calls that stop the program after a programming error, calls that only reserve memory, and declarations, which do not
# run.
LEFT_ALONE = re.compile(
    r"\b(?:precondition|preconditionFailure|assert|assertionFailure|fatalError|reserveCapacity)\("
    r"|^\s*@|\b(?:func|extension|struct|class|enum|protocol|associatedtype|typealias|import|operator)\s|^\s*\) where ")
CONTINUES = re.compile(r"[,(\[=:?&|<>+\-*]$|\b(?:in|return|else|where|throws|try)$")
CASE = re.compile(r"^\s*(?:case\b.*|default):$")


@dataclasses.dataclass(frozen=True)
class Candidate:
    """A place in a source, and the mistake that can be made there."""
    file: str
    line: int
    kind: str
    start: int
    end: int
    # The enclosing declaration, the original line, and the line with the mistake, both without indentation.
    declaration: str
    code: str
    mistake: str
    # The number of earlier candidates in the file that are equal in all of these.
    occurrence: int = 0

    @property
    def identity(self):
        return self.file, self.declaration, self.code, self.mistake

    @property
    def module(self):
        return self.file.split("/")[0]


def find(file, text):
    """All candidates of a source, in order."""
    lines, plain = text.split("\n"), swift_source.masked(text).split("\n")
    names, seen = swift_source.declarations(plain), collections.Counter()
    for number, (line, code) in enumerate(zip(lines, plain)):
        code = code.rstrip()
        if not code.strip() or LEFT_ALONE.search(code):
            continue
        for kind, start, end in places(code, number, plain, names):
            new = (line[:start] + mistaken(line[start:end], kind) + line[end:]).strip()
            candidate = Candidate(file, number + 1, kind, start, end, names[number], line.strip(), new)
            yield dataclasses.replace(candidate, occurrence=seen[candidate.identity])
            seen[candidate.identity] += 1


def mistaken(code, kind):
    """The text that shows the mistake in a piece of code."""
    if kind in ("boundary", "comparison"):
        return OPPOSITES[code]
    if kind == "off by one":
        return "(0)" if code == "()" else code[0] + " 0"
    if kind == "negation":
        return {"true": "false", "false": "true"}.get(code) or (code[1:] if code[0] == "!" else "!" + code)
    return DROPPED


def places(code, number, lines, names):
    """The places in one masked line: kind, first and last column."""
    for match in OPERATOR.finditer(code):
        yield "boundary" if match[1] in BOUNDARIES else "comparison", *match.span(1)
    for match in OFF_BY_ONE.finditer(code):
        yield "off by one", *match.span(match.lastindex)
    for match in CONDITION.finditer(code):
        offset = match.start("condition")
        for start, end in swift_source.parts(match["condition"]):
            part = match["condition"][start:end]
            if part and swift_source.is_balanced(part) and not NOT_BOOLEAN.match(part):
                yield "negation", offset + start, offset + end
    if match := BOOLEAN.search(code):
        yield "negation", *match.span(1)
    if is_statement(number, lines):
        start = swift_source.indentation(code)
        if is_call(code):
            yield "dropped call", start, len(code)
        elif is_assignment(code, names[number], lines):
            yield "dropped assignment", start, len(code)


def is_statement(number, lines):
    """Whether a line is a whole statement whose value is not used."""
    before = next((line.rstrip() for line in reversed(lines[:number]) if line.strip()), "")
    after = next((line.strip() for line in lines[number + 1:] if line.strip()), "")
    if after.startswith((".", "?", ":", "&&", "||", "+", "-", "??", "=", "{", ")", "]")):
        return False
    if CONTINUES.search(before) and not CASE.match(before):
        return False
    if swift_source.indentation(before or " ") < swift_source.indentation(lines[number]) and not (
            before.endswith("{") or CASE.match(before)):
        return False
    is_only = before.endswith("{") and after == "}"
    yields_value = "->" in before or re.match(r"\s*(?:.*\bvar .*|get) \{$", before)
    return not (is_only and yields_value)


def is_call(code):
    match = CALL.match(code)
    return bool(match) and swift_source.is_balanced(code) and not (
        match["name"].split(".")[0] in STATEMENT_WORDS or match["name"] in ("self.init", "super.init"))


def is_assignment(code, declaration, lines):
    match = ASSIGNMENT.match(code)
    if not match or not swift_source.is_balanced(code) or "{" in code:
        return False
    name = match["name"]
    # Properties in an initializer, and constants that are declared without a value, must be assigned.
    return not (declaration.endswith("init") or name.split(".")[0] in STATEMENT_WORDS
                or any(re.search(rf"\blet {re.escape(name)}(?::[^=]*|, .*)$", line) for line in lines))


# MARK: Choice


def order(candidate, seed):
    """A sort key that depends on the seed and the candidate, but not on other candidates.

    A change of a source therefore affects the choice only by candidates that are added or removed."""
    words = "\0".join(map(str, (seed, candidate.kind, candidate.occurrence, *candidate.identity)))
    return hashlib.sha256(words.encode()).digest()


def choose(candidates, count, seed, taken=()):
    """Chooses candidates, at most one per line, with a share for each module and each kind.

    A module's share grows with the square root of the number of its candidates, so that small modules are included."""
    modules = collections.defaultdict(list)
    for candidate in candidates:
        modules[candidate.module].append(candidate)
    queues = {name: by_turns(found, seed) for name, found in modules.items()}
    weights = {name: math.sqrt(len(found)) for name, found in modules.items()}
    chosen, lines, counts = [], set(taken), collections.Counter()
    while len(chosen) < count and queues:
        name = min(queues, key=lambda name: ((counts[name] + 1) / weights[name], name))
        candidate = next(queues[name], None)
        if candidate is None:
            del queues[name]
        elif (candidate.file, candidate.line) not in lines:
            lines.add((candidate.file, candidate.line))
            counts[name] += 1
            chosen.append(candidate)
    return sorted(chosen, key=lambda candidate: (candidate.file, candidate.line))


def by_turns(candidates, seed):
    """The candidates in the order of the seed, alternating between kinds."""
    kinds = collections.defaultdict(list)
    for candidate in sorted(candidates, key=lambda candidate: order(candidate, seed), reverse=True):
        kinds[candidate.kind].append(candidate)
    while kinds:
        for kind in sorted(kinds):
            yield kinds[kind].pop()
        kinds = {kind: rest for kind, rest in kinds.items() if rest}
