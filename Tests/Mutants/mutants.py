#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes small mistakes in the sources and checks whether the tests find them: README.md."""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

import candidates
import chosen
import mutated_tree
import test_runs

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/Mutants"
WORK = ROOT / ".build/mutants"
# The modules that the tests of TextInput prove: TextInput, the modules that it uses, and the modules that use it.
ENGINE = ["AutoFill", "Composing", "Editing", "Forms", "InputTraits", "KeyboardViews", "Responders", "Text", "TextInput",
          "TextLayout", "Typing", "Updates"]
MODULES = ["Assistance", "Bridge", "Captures", "Devices", "Engines", "Hosting", "InputMethods", "KeyCommands", "Layouts",
           "Scanners", "Service", "Storage", "TerminalScreen", *ENGINE]
BUILD = ["swift", "build", "--build-tests", "--scratch-path", str(WORK / "build"),
         "-Xswiftc", "-gnone", "-Xswiftc", "-suppress-warnings"]
# The seconds up to which a suite counts as quick; slower suites run after the quick ones.
QUICK = 2
# Suites that start whole programs, which run last. Modules that need no device and no file must be proven without them.
PROGRAMS = ("KeybridgeTests.", "ExamplesTests.")
PURE = {"InputMethods", "KeyCommands", "Layouts", "Scanners", "TerminalScreen", *ENGINE}
# Tests of modules without mutants that also test other modules.
OTHERS = ("MirrorsTests.",)


class Failure(Exception):
    """An error that ends the whole run."""


@dataclasses.dataclass
class Suite:
    name: str
    seconds: float
    reached: set[int]

    @property
    def module(self):
        return self.name.split(".")[0].removesuffix("Tests")


@dataclasses.dataclass
class Result:
    """The result for one mutant."""
    # "killed", "survived", or "equivalent" for a survivor with a reason.
    verdict: str
    # The test that failed, how the run ended, or the reason.
    detail: str
    seconds: float = 0


def read_sources(root=ROOT):
    return {str(path.relative_to(root / "Sources")): path.read_text()
            for module in MODULES for path in sorted((root / "Sources" / module).rglob("*.swift"))}


def read_lists(sources):
    """Reads all candidates, the mistakes chosen by hand, and the reasons for survivors."""
    found = [candidate for file, text in sources.items() for candidate in candidates.find(file, text)]
    mistakes = chosen.read_mistakes(HERE / "chosen.toml", sources)
    reasons = chosen.read_reasons(HERE / "survivors.toml", {candidate.identity for candidate in found})
    return found, mistakes, reasons


# MARK: Build


def build(sources, mutants):
    """Builds the tests with all mutants; returns the mutants that compile."""
    tree = WORK / "tree"
    while True:
        mutated_tree.update(ROOT, tree, mutated_tree.mutated_files(sources, mutants))
        process = subprocess.run(BUILD, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if process.returncode == 0:
            return mutants
        blamed = mutated_tree.blamed(mutated_tree.failed_lines(process.stdout, tree), mutants)
        if by_hand := [mutants[number] for number in blamed if isinstance(mutants[number], chosen.Mistake)]:
            raise Failure(f"chosen.toml: does not compile: {by_hand[0].title}\n{process.stdout[-3000:]}")
        if not blamed:
            raise Failure(f"the build failed:\n{process.stdout[-3000:]}")
        for number in sorted(blamed):
            say(f"does not compile: {describe(mutants[number])}")
        mutants = {number: mutant for number, mutant in mutants.items() if number not in blamed}


def executable():
    found = list((WORK / "build/debug").glob("*PackageTests.xctest"))
    if len(found) != 1:
        raise Failure(f"{len(found)} test executables in {WORK}/build/debug; expected one")
    return str(found[0])


# MARK: Tests


def measure(tests, names, jobs):
    """Runs every suite with no mutant active, and records its duration and the mutants that it reaches."""

    def one(name):
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(mutated_tree.REACHED_SIZE)
            os.chmod(file.name, 0o666)
            environment = {"KEYBRIDGE_MUTANTS_REACHED": file.name}
            outcome = tests.run([name], environment, 900)
            if not outcome.passed:
                # The second run only classifies the failure; both kinds are printed.
                again = tests.run([name], environment, 900)
                say(f"{'fails once' if again.passed else 'fails'} without any mutant:"
                    f" {outcome.failure or name}: {outcome.end or ''}")
                if not again.passed:
                    return outcome.output
                outcome = again
            file.seek(0)
            return Suite(name, outcome.seconds, {i for i, byte in enumerate(file.read()) if byte})

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        suites = list(pool.map(one, names))
    if failed := [suite for suite in suites if isinstance(suite, str)]:
        raise Failure(f"{len(failed)} suites fail without any mutant\n{failed[0]}")
    return suites


def groups(number, module, suites):
    """The suites that reach a mutant, in groups, in the order in which they run.

    The module's own suites run first. Suites that start programs run last, and not for a pure module. In each group the
    quick suites run before the slow ones."""
    found = collections.defaultdict(list)
    for suite in suites:
        starts_programs = suite.name.startswith(PROGRAMS)
        if number in suite.reached and not (starts_programs and module in PURE):
            own = "TextInput" if module in ENGINE else module
            rank = 0 if suite.module == own else 2 if starts_programs else 1
            found[rank, suite.seconds > QUICK].append(suite)
    return [found[key] for key in sorted(found)]


def try_out(number, mutant, tests, suites):
    """Runs the tests that reach a mutant until one fails."""
    start = time.monotonic()
    environment = {"KEYBRIDGE_MUTANT": str(number)}
    reaching = groups(number, mutant.module, suites)
    if not reaching:
        return Result("survived", "no test reaches it")
    for group in reaching:
        names, limit = [suite.name for suite in group], 30 + 4 * sum(suite.seconds for suite in group)
        ignored = set()
        while True:
            outcome = tests.run(names, environment, limit, ignored)
            if outcome.passed:
                break
            killer = outcome.failure or outcome.end
            # A flaky test must not kill the mutant, so the test has to fail alone, too.
            if outcome.failure and tests.run([outcome.failure], environment, limit).passed:
                ignored.add(outcome.failure)
                continue
            return Result("killed", killer, time.monotonic() - start)
    return Result("survived", f"suites that reach it and pass: {sum(map(len, reaching))}", time.monotonic() - start)


def try_all(mutants, tests, suites, reasons, jobs):
    lock, results = threading.Lock(), {}

    def one(item):
        number, mutant = item
        result = try_out(number, mutant, tests, suites)
        if result.verdict == "survived" and mutant.identity in reasons:
            result.verdict, result.detail = "equivalent", reasons[mutant.identity]
        with lock:
            results[number] = result
            say(f"{len(results):3}/{len(mutants)} {row(number, mutant, result)}")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, mutants.items()))
    return results


# MARK: Report


def describe(mutant):
    if isinstance(mutant, chosen.Mistake):
        return f"{mutant.file}:{mutant.line}: {mutant.title}"
    return f"{mutant.file}:{mutant.line}: {mutant.kind}: {mutant.code} → {mutant.mistake}"


def row(number, mutant, result):
    return f"{result.verdict:10} {number:3}  {describe(mutant)}\n{'':23}{result.detail} ({result.seconds:.0f} s)"


def identity(mutant):
    if isinstance(mutant, chosen.Mistake):
        return {"title": mutant.title}
    return {"declaration": mutant.declaration, "code": mutant.code, "mistake": mutant.mistake}


def say(text):
    print(text, flush=True)


def report(mutants, results, seconds):
    counts = collections.Counter(result.verdict for result in results.values())
    say("")
    for verdict in ("killed", "equivalent", "survived"):
        for number in sorted(results):
            if results[number].verdict == verdict:
                say(row(number, mutants[number], results[number]))
    say(f"\n{len(results)} mutants: {counts['killed']} killed, {counts['equivalent']} survived with a reason,"
        f" {counts['survived']} survived without one; {seconds / 60:.0f} minutes")
    rows = [{"number": number, "file": mutants[number].file, "line": mutants[number].line,
             **identity(mutants[number]), **dataclasses.asdict(result)}
            for number, result in sorted(results.items())]
    (WORK / "results.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    return 1 if counts["survived"] else 0


def run(options):
    start = time.monotonic()
    sources = read_sources()
    found, mistakes, reasons = read_lists(sources)
    taken = set().union(*(mistake.lines for mistake in mistakes))
    drawn = candidates.choose(found, options.count, options.seed, taken)
    mutants = dict(enumerate(sorted([*mistakes, *drawn], key=lambda mutant: (mutant.file, mutant.line)), start=1))
    if options.list:
        for number, mutant in mutants.items():
            say(f"{number:3} {describe(mutant)}")
        return 0
    say(f"{len(found)} places for a mistake; building with {len(drawn)} of them and {len(mistakes)} chosen by hand")
    mutants = build(sources, mutants)
    tests = test_runs.Tests(executable(), WORK / "tree")
    targets = (*PROGRAMS, *OTHERS, *(f"{module}Tests." for module in MODULES))
    names = [name for name in tests.suites() if name.startswith(targets)]
    say(f"built after {time.monotonic() - start:.0f} s; running {len(names)} suites with no mutant active")
    suites = measure(tests, names, options.jobs)
    tried = {number: mutant for number, mutant in mutants.items() if re.search(options.only, describe(mutant))}
    say(f"they passed after {time.monotonic() - start:.0f} s; running {len(tried)} mutants")
    results = try_all(tried, tests, suites, reasons, options.jobs)
    return report(mutants, results, time.monotonic() - start)


def main(arguments):
    # An interrupt ends the program at once, and with it the tests that it runs.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="selects the mistakes")
    parser.add_argument("--count", type=int, default=80, help="number of mistakes, in addition to those chosen by hand")
    parser.add_argument("--only", default="", help="try only mistakes whose line in the report matches this pattern")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of mutants to try at the same time")
    parser.add_argument("--list", action="store_true", help="print the mutants and build nothing")
    try:
        return run(parser.parse_args(arguments))
    except (Failure, chosen.ListError) as failure:
        print(f"mutants: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
