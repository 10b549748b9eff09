# SPDX-License-Identifier: Apache-2.0
"""Tests what make says without Swift, and that all files name the same oldest version of Swift."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
HINT = "https://www.swift.org/install/linux/"


class MakeTests(unittest.TestCase):
    def test_a_target_that_needs_swift_says_where_to_get_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ["make", "sh", "git"]:
                os.symlink(shutil.which(name), pathlib.Path(folder, name))
            for target in ["build", "run", "test", "check-fast", "test-swift", "deb", "install", "lint", "format", "docs"]:
                result = subprocess.run(
                    ["make", "--no-print-directory", "-C", PROJECT, target], env={"PATH": folder},
                    capture_output=True, text=True, check=False)
                self.assertNotEqual(result.returncode, 0, target)
                self.assertEqual(result.stdout, "", target)
                self.assertIn(f"Swift is not installed, or its folder usr/bin is not in PATH; get Swift 6.2 or later from {HINT}",
                              result.stderr, target)
                self.assertNotIn("No such file", result.stderr, target)

    def test_the_oldest_version_of_swift_is_the_same_everywhere(self):
        for path in ["Package.swift", "Examples/Embedding/Package.swift"]:
            self.assertEqual((PROJECT / path).read_text().splitlines()[0], "// swift-tools-version: 6.2", path)
        for path, words in [("README.md", "at least Swift 6.2"), ("Documentation/Versions.md", "before 6.2"),
                            ("Makefile", "get Swift 6.2 or later")]:
            self.assertIn(words, (PROJECT / path).read_text(), path)
        self.assertIn(HINT, (PROJECT / "README.md").read_text())
        # UTF8Span is of Swift 6.2.
        used = any(re.search(r"\bUTF8Span\b|\.utf8Span\b", path.read_text()) for path in (PROJECT / "Sources").rglob("*.swift"))
        self.assertTrue(used, "does the manifest still need Swift 6.2?")


if __name__ == "__main__":
    unittest.main()
