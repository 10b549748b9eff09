# SPDX-License-Identifier: Apache-2.0
"""Tests that only a whole green run of a commit's files is recorded for a release."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import record                                                # noqa: E402


class RecordTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name)
        self.git("init", "-q")
        (self.project / ".gitignore").write_text("/.build*/\n")
        self.commit("a file", "1")

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=self.project, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self, name, text):
        (self.project / name).write_text(text)
        self.git("add", "--all")
        self.git("commit", "-q", "-m", "A")
        return self.git("rev-parse", "HEAD")

    def test_a_green_run_is_recorded_with_its_commit(self):
        began = record.begin(self.project)
        self.assertEqual(began, self.git("rev-parse", "HEAD"))
        self.assertIsNone(record.end(began, "long", "7 passed, 0 failed", self.project))
        found = record.read(self.project)
        self.assertEqual((found["commit"], found["thoroughness"], found["passed"]), (began, "long", "7 passed, 0 failed"))

    def test_the_next_run_deletes_the_record_first(self):
        record.end(record.begin(self.project), "long", "", self.project)
        record.begin(self.project)
        self.assertIsNone(record.read(self.project))

    def test_files_that_are_not_committed_prevent_a_record(self):
        (self.project / "new").write_text("")
        began = record.begin(self.project)
        self.assertIsNone(began)
        self.assertIn("when the run began", record.end(began, "long", "", self.project))
        (self.project / "new").unlink()
        (self.project / "a file").write_text("2")
        self.assertIsNone(record.begin(self.project))
        self.assertIsNone(record.read(self.project))

    def test_files_that_change_during_the_run_prevent_a_record(self):
        began = record.begin(self.project)
        (self.project / "a file").write_text("2")
        self.assertIn("during the run", record.end(began, "long", "", self.project))
        self.commit("a file", "2")
        self.assertIn("during the run", record.end(began, "long", "", self.project))
        self.assertIsNone(record.read(self.project))

    def test_a_run_that_selects_tests_says_nothing_about_a_release(self):
        def obstacle(chosen=(), variables=(), **environment):
            return record.obstacle(chosen, variables, {"CI": "true", **environment})

        self.assertIsNone(obstacle())
        self.assertIsNone(obstacle(variables=["THOROUGHNESS=--long"], MAKEFLAGS="k -- CI=true"))
        self.assertEqual(obstacle(CI=""), "CI is not set, so steps may have been skipped")
        self.assertEqual(obstacle(["check"]), "only some steps ran")
        self.assertEqual(obstacle(variables=["SCENARIOS=typing"]), "SCENARIOS is set")
        self.assertEqual(obstacle(MAKEFLAGS="w -- CI=true TEXTS=flags"), "TEXTS is set")
        self.assertEqual(obstacle(MAKEFLAGS=" -- ONLY:=x SEED=3"), "ONLY, SEED are set")
        self.assertEqual(obstacle(KEYBRIDGE_TEST_TARGETS="KeysTests"), "KEYBRIDGE_TEST_TARGETS is set")

    def test_a_damaged_record_is_none(self):
        (self.project / ".build").mkdir()
        for text in "", "[]", "1", "{}", '{"commit": "1"}', "\0":
            (self.project / record.FILE).write_text(text)
            self.assertIsNone(record.read(self.project), text)


if __name__ == "__main__":
    unittest.main()
