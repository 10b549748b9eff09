# SPDX-License-Identifier: Apache-2.0
"""Tests the examples with `keybridge extensions test`. KEYBRIDGE is the program: `make test-extensions`."""

import json
import os
import pathlib
import re
import subprocess
import unittest

from host import check, method, parameters, PROJECT

EXTENSIONS = pathlib.Path(os.environ.get("EXTENSIONS", PROJECT / ".build/extensions"))
PROGRAM = os.environ["KEYBRIDGE"]
PAGE = (PROJECT / "Documentation/Extensions.md").read_text(encoding="utf-8")


def report(name):
    """Returns the exit status and the report of an example."""
    done = subprocess.run(
        [PROGRAM, "extensions", "test", EXTENSIONS / name, "--format", "json"], stdout=subprocess.PIPE, check=False)
    return done.returncode, json.loads(done.stdout)


def check_line(line):
    """Compares a request or a notification of Keybridge with the schema; returns its name."""
    kind = "x-questions" if "id" in line else "x-notifications"
    known = method(kind, line["method"])
    assert known, f"unknown line {line}"
    assert set(line) <= {"id", "method", "params"}, line
    check(line["params"], parameters(known))
    return line["method"]


class Examples(unittest.TestCase):
    """Each example keeps the rules; those that compose keep the rules about compositions, too."""

    def outcomes(self, name):
        status, found = report(name)
        self.assertEqual((status, found["passed"]), (0, True), found)
        self.assertEqual(found["refusedCalls"], [])
        return {rule["rule"]: rule["outcome"] for mode in found["modes"] for rule in mode["rules"]}

    def test_an_extension_that_composes_keeps_every_rule(self):
        self.assertEqual(set(self.outcomes("emoji").values()), {"passed"})

    def test_extensions_that_mark_nothing_keep_the_others(self):
        for name in ("esperanto", "hello-c"):
            with self.subTest(name):
                outcomes = self.outcomes(name)
                unused = {rule for rule, outcome in outcomes.items() if outcome != "passed"}
                self.assertEqual(unused, {"marked-text", "candidate-by-digit", "candidate-by-arrow"})

    def test_keybridge_writes_lines_of_the_schema_only(self):
        found = set()
        for mode in report("emoji")[1]["modes"]:
            for rule in mode["rules"]:
                for line in rule["lines"]:
                    if line["from"] == "keybridge":
                        found.add(check_line(json.loads(line["line"])))
        self.assertEqual(found, {
            "hello", "key", "candidate.chosen", "cancel", "finish", "document.didChange", "text.willChange",
            "text.didChange"})

    def test_the_page_has_each_rule(self):
        section = PAGE.partition("\n## Testing an extension\n")[2].partition("\n## ")[0]
        rows = [line for line in section.splitlines() if line.startswith("| `")]
        named = [name for row in rows for name in re.findall(r"`([a-z-]+)`", row.split("|")[1])]
        self.assertEqual(named, list(self.outcomes("hello-c")))


if __name__ == "__main__":
    unittest.main()
