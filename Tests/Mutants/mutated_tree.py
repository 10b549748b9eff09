# SPDX-License-Identifier: Apache-2.0
"""Creates a copy of the project with all mistakes, each under a condition that is true only for its number."""

import collections
import os
import pathlib
import re
import shutil

import candidates
import chosen

# One file for each module, so that no module imports anything new.
SWITCH = """\
import Glibc

// No literals in the calls: a test looks for those in the sources of the program.
private let variables = (active: "KEYBRIDGE_MUTANT", reached: "KEYBRIDGE_MUTANTS_REACHED")

private let active = getenv(variables.active).flatMap { Int(String(cString: $0)) }

/// A byte for each mistake, set where a program came by it; shared by all programs of a test.
private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv(variables.reached) else { return nil }
  let file = open(path, O_RDWR | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  let bytes = mmap(nil, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
}()

/// Whether the mistake with this number is to be made.
func isMutant(_ number: Int) -> Bool {
  reached?[number] = 1
  return number == active
}
"""
REACHED_SIZE = 65536

COMPARISON = """\
infix operator {name}: ComparisonPrecedence
func {name} <T: {constraint}>(a: T, b: T) -> Bool {{ isMutant({number}) ? a {mistake} b : a {code} b }}
"""
# `nil` has no type of its own.
NIL = """\
infix operator {name}: ComparisonPrecedence
func {name} <T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ isMutant({number}) ? a {mistake} b : a {code} b }}
"""
IDENTITY = """\
infix operator {name}: ComparisonPrecedence
func {name} (a: AnyObject?, b: AnyObject?) -> Bool {{ isMutant({number}) ? a {mistake} b : a {code} b }}
"""
CONNECTIVE = """\
infix operator {name}: {precedence}
func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{
  isMutant({number}) ? try a {mistake} b() : try a {code} b()
}}
"""
OFF_BY_ONE = """\
infix operator {name}: AdditionPrecedence
func {name} <T: AdditiveArithmetic>(a: T, b: T) -> T {{ isMutant({number}) ? a : a {code} b }}
"""


def operator_name(number):
    """The name of an operator that the project does not use: two mathematical signs for each number.

    It replaces an operator and has the same precedence, so no expression has to be parsed."""
    return chr(0x2200 + number // 200) + chr(0x2200 + number % 200)


def declare_operator(number, candidate, line):
    """The declaration of the operator that makes the mistake."""
    code = line[candidate.start:candidate.end]
    values = {"name": operator_name(number), "number": number, "code": code.split()[0]}
    if candidate.kind == "off by one":
        return OFF_BY_ONE.format(**values)
    values["mistake"] = candidates.OPPOSITES[code]
    if code in ("&&", "||"):
        kind = "Conjunction" if code == "&&" else "Disjunction"
        return CONNECTIVE.format(precedence=f"Logical{kind}Precedence", **values)
    if code in ("===", "!=="):
        return IDENTITY.format(**values)
    if re.match(r"\s*nil\b", line[candidate.end:]):
        return NIL.format(**values)
    return COMPARISON.format(constraint="Equatable" if code in ("==", "!=") else "Comparable", **values)


def switched(number, candidate, line):
    """The line with the mistake under its condition, and the declaration of the operator that it needs."""
    code, declaration = line[candidate.start:candidate.end], ""
    condition = f"isMutant({number})"
    if candidate.kind == "negation":
        new = f"({code}) != {condition}"
    elif code == "()":
        new = f"({condition} ? 0 : 1)"
    elif candidate.kind.startswith("dropped"):
        new = f"if !{condition} {{ {code} }}"
    else:
        new = operator_name(number) + (code[1:] if candidate.kind == "off by one" else "")
        declaration = declare_operator(number, candidate, line)
    return line[:candidate.start] + new + line[candidate.end:], declaration


def mutated_files(sources, mutants):
    """The files below Sources with all mistakes, text by path, including the files with the switch.

    - sources: text by path.
    - mutants: by number."""
    files, operators = {}, collections.defaultdict(list)
    for number, mutant in mutants.items():
        text = files.get(mutant.file, sources[mutant.file])
        operators[mutant.module]
        if isinstance(mutant, chosen.Mistake):
            # The number of lines stays the same, so that the line numbers of the other mutants stay valid.
            files[mutant.file] = text.replace(mutant.code, mutant.mistake.replace(chosen.MUTANT, f"isMutant({number})"))
        else:
            lines = text.split("\n")
            lines[mutant.line - 1], operator = switched(number, mutant, lines[mutant.line - 1])
            files[mutant.file] = "\n".join(lines)
            operators[mutant.module].append(operator)
    for module, declarations in operators.items():
        files[f"{module}/Mutants.swift"] = SWITCH + "".join("\n" + text for text in declarations if text)
    return files


def update(root, tree, changed):
    """Updates the tree to a copy of the project, with changed texts for some files below Sources.

    A file that has not changed is not written, so that it is not compiled again."""
    wanted = set()
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git" and not name.startswith(".build")]
        for name in names:
            path = pathlib.Path(folder, name)
            wanted.add(path.relative_to(root))
            if path.is_symlink() or path.relative_to(root).parts[0] != "Sources" or (
                    str(path.relative_to(root / "Sources")) not in changed):
                copy(path, tree / path.relative_to(root))
    for name, text in changed.items():
        path = pathlib.Path("Sources", name)
        wanted.add(path)
        write(tree / path, text.encode())
    for folder, folders, names in os.walk(tree):
        folders[:] = [name for name in folders if not name.startswith(".build")]
        for name in names:
            path = pathlib.Path(folder, name)
            if path.relative_to(tree) not in wanted:
                path.unlink()


def copy(path, copied):
    if path.is_symlink():
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.unlink(missing_ok=True)
        copied.symlink_to(os.readlink(path))
    elif path.is_file():
        write(copied, path.read_bytes())
        shutil.copymode(path, copied)


def write(path, contents):
    if path.is_file() and path.read_bytes() == contents:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents)


# MARK: Build

ERROR = re.compile(r"^(?P<file>/.*\.swift):(?P<line>\d+):\d+: error: ", re.MULTILINE)


def failed_lines(output, tree):
    """The lines below Sources with an error, as file and line."""
    sources = f"{tree}/Sources/"
    return {(match["file"].removeprefix(sources), int(match["line"])) for match in ERROR.finditer(output)
            if match["file"].startswith(sources)}


def blamed(errors, mutants):
    """The numbers of the mutants that do not compile.

    An error belongs to the mutant on its line, or else to the nearest one above it in the file: a missing initial value is
    reported where the value is used."""
    numbers = set()
    for file, line in errors:
        if file.endswith("/Mutants.swift"):
            continue
        near = [(mutant.line, number) for number, mutant in mutants.items()
                if mutant.file == file and mutant.line <= line]
        if near:
            numbers.add(max(near)[1])
    return numbers
