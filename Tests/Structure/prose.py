#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks pages, comments, messages and titles of tests for misspelled words and for wording that readers stumble over.

Codespell finds the misspelled words; prose.toml lists the wording to avoid and the exceptions. An exception that
applies to no line is an error, so that the list stays short.

    prose.py [FILE...]      all files of the repository by default
"""

import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
sys.path.insert(0, str(PROJECT / "Tests" / "Mutants"))
from swift_source import masked  # noqa: E402

# The marks of comments, by the extension of the file's name; files without an extension are read like shell scripts.
SLASHES = {".swift", ".c", ".h", ".js", ".ts"}
COLUMNS = 100
HASHES = {"", ".py", ".sh", ".toml", ".yaml", ".rules", ".conf", ".service", ".socket", ".in"}
# Texts that the project does not word itself: licences, translations, and output of programs.
SKIPPED = re.compile(r"(^|/)(LICENSE|NOTICE)|\.(po|pot|json|evemu|svg|png|raw|html)$|/Cases/|(^|/)Locales/|generated")


@dataclasses.dataclass(frozen=True)
class Line:
    """A line of prose with its place."""
    file: str
    number: int
    text: str


def blank(match):
    """Spaces and line ends in place of a match, so that the text after it keeps its place."""
    return re.sub(r"[^\n]", " ", match[0])


def prose(file, text):
    """The lines of a file that people read as sentences; code is left out."""
    ending = pathlib.Path(file).suffix
    if ending == ".md":
        text = re.sub(r"^(```+|~~~+).*?^\1", blank, text, flags=re.M | re.S)
        text = re.sub(r"``.+?``|`[^`\n]*`|\]\([^)\s]*\)|<[^>\n]*>", " x ", text)
        found = text.split("\n")
    elif ending in SLASHES:
        is_test = file.startswith("Tests/") and ending == ".swift"
        found = [swift_line(line, has_sentences=not is_test) for line in text.split("\n")]
        if is_test:
            for number, line in test_texts(text):
                found[number] = " ".join(filter(None, [found[number], line]))
    elif ending in HASHES:
        found = [" ".join(re.findall(r"(?:^|\s)#(?!!)\s?(.*)", line)) for line in text.split("\n")]
        if ending == ".py":
            for string in re.finditer(r'"""(.*?)"""', text, flags=re.S):
                first = text.count("\n", 0, string.start())
                for number, line in enumerate(string[1].split("\n"), first):
                    found[number] = line
            for name in re.finditer(r"^ *(?:async )?def test_(\w+)", text, flags=re.M):
                found[text.count("\n", 0, name.start())] = sentence(name[1].replace("_", " "))
    else:
        return []
    found = [re.sub(r"`[^`]*`|https?://\S+", " x ", line).strip() for line in found]
    return [Line(file, number, line) for number, line in enumerate(found, 1) if line]


def swift_line(line, has_sentences):
    """The comment of a line and, if asked for, the sentences in its strings: messages of the program."""
    comment = re.search(r"(?:^|\s)(?://+|/?\*+)\s(.*)", line)
    code = line[:comment.start()] if comment else line
    strings = [without_values(string) for string in re.findall(r'"((?:[^"\\]|\\.)*)"', code)
               if has_sentences and string.count(" ") >= 3]
    return " ".join(([comment[1]] if comment else []) + strings)


# The calls with a text for people, which is the first or the last argument.
TITLED = re.compile(r"(?:@(?:Test|Suite)|\bIssue\.record|\beventually)(?P<first>\()|#(?:expect|require)\(")
# The numbers of statements, rows and sections before a title, such as "CMD-9a, F101 ".
NUMBERS = re.compile(r"^(?:(?:section )?(?:[A-Z]+-?)?\d+[\w.…]*[,:]? )+")


def test_texts(text):
    """The lines of the titles of a test file, and of the messages of its expectations, with their places."""
    code = masked(text)
    for call in TITLED.finditer(code):
        start, end = call.end(), end_of_arguments(code, call.end())
        arguments = code[start:end]
        # Strings are masked, so a string alone is a row of underscores.
        place = re.match(r"\s*(_[_\n]*)", arguments) if call["first"] else re.search(r",\s*(_[_\n]*)\s*$", arguments)
        if place:
            literal = text[start + place.start(1):start + place.end(1)]
            line = text.count("\n", 0, start + place.start(1))
            for number, part in enumerate(literal.rstrip().strip('#"').split("\n"), line):
                yield number, sentence(without_values(part.strip()))


def end_of_arguments(code, start):
    """The place of the parenthesis that closes the one before `start`."""
    depth = 1
    for mark in re.compile(r"[()]").finditer(code, start):
        depth += 1 if mark[0] == "(" else -1
        if depth == 0:
            return mark.start()
    return len(code)


def sentence(title):
    """A title as a sentence: without the numbers before it, and with a capital."""
    title = NUMBERS.sub("", title)
    return title[:1].upper() + title[1:]


def without_values(string):
    """A string whose interpolations are replaced by x."""
    return re.sub(r"\\\(.*?\)", "x", string)


class Rules:
    """The contents of prose.toml."""

    def __init__(self, table):
        self.avoid = [(re.compile(entry["pattern"], re.M), entry["instead"]) for entry in table["avoid"]]
        self.words = table["spelling"]
        self.allowed = table.get("allow", [])
        self.used = set()
        for entry in self.allowed:
            if not entry.get("reason"):
                raise ValueError(f"prose.toml: the exception for {entry['text']!r} has no reason")

    def excuses(self, line):
        """Whether an exception applies to this line, which also marks the exception as used."""
        found = [number for number, entry in enumerate(self.allowed)
                 if re.fullmatch(entry["file"], line.file) and entry["text"] in line.text]
        self.used.update(found)
        return bool(found)

    def unused(self):
        """The exceptions that applied to no line."""
        return [f"prose.toml: nothing needs the exception for {entry['text']!r} in {entry['file']}; remove it"
                for number, entry in enumerate(self.allowed) if number not in self.used]


def wording(lines, rules):
    """The complaints about wording; a sentence may extend over several lines."""
    complaints = []
    for block in blocks(lines):
        text = "\n".join(line.text for line in block)
        for pattern, instead in rules.avoid:
            for match in pattern.finditer(text):
                line = block[text.count("\n", 0, match.start())]
                if not rules.excuses(line):
                    complaints.append((line.file, line.number, f"\"{' '.join(match[0].split())}\"; {instead}"))
    return complaints


def blocks(lines):
    """Groups of consecutive lines."""
    block = []
    for line in lines:
        if block and (line.file, line.number) != (block[-1].file, block[-1].number + 1):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def spelling(lines, rules):
    """The complaints of codespell, which reads copies that contain only the prose."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for line in lines:
            names.setdefault(line.file, []).append(line)
        for file, own in names.items():
            copy = pathlib.Path(folder, file + ".txt")
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = [""] * own[-1].number
            for line in own:
                text[line.number - 1] = line.text
            copy.write_text("\n".join(text), encoding="utf-8")
        result = subprocess.run(
            ["codespell", "--disable-colors", "--ignore-words-list", ",".join(rules.words), "."], cwd=folder,
            capture_output=True, text=True, check=False)
    # Exit status 65 means that codespell found something; any other status except 0 is a failure.
    if result.returncode not in (0, 65) or "Traceback" in result.stderr:
        raise RuntimeError(f"codespell failed: {result.stderr.strip()}")
    complaints = []
    by_place = {(line.file, line.number): line for line in lines}
    for file, number, words in re.findall(r"^\./(.*)\.txt:(\d+): (.*)$", result.stdout, flags=re.M):
        if not rules.excuses(by_place[file, int(number)]):
            complaints.append((file, int(number), f"misspelled: {words}"))
    return complaints


def too_long(file, text):
    """The complaints about comments that are too long; `swift format` checks only code."""
    if pathlib.Path(file).suffix not in SLASHES:
        return []
    return [(file, number, f"{len(line)} columns; at most {COLUMNS}")
            for number, line in enumerate(text.split("\n"), 1) if len(line) > COLUMNS and re.search(r"(^|\s)//", line)]


def files():
    """The files that git tracks."""
    listed = subprocess.run(["git", "-C", PROJECT, "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name and not SKIPPED.search(name)]


def main(arguments):
    rules = Rules(tomllib.loads((HERE / "prose.toml").read_text(encoding="utf-8")))
    lines, complaints = [], []
    for name in arguments or files():
        path = PROJECT / name
        if path.is_file() and not path.is_symlink():
            with path.open(encoding="utf-8", errors="replace") as file:
                text = file.read()
            lines += prose(name, text)
            complaints += too_long(name, text)
    complaints = [f"{file}:{number}: {text}" for file, number, text in
                  sorted(complaints + wording(lines, rules) + spelling(lines, rules))]
    complaints += [] if arguments else rules.unused()
    print("\n".join(complaints), file=sys.stderr, end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
