# SPDX-License-Identifier: Apache-2.0
"""Tests how Performance.md is written, and when it is too old."""
import contextlib
import io
import pathlib
import subprocess
import tempfile
import unittest

import page
import page_age


class Clone(unittest.TestCase):
    """A project with a page, in a temporary repository."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name, "project")
        for path in (page.PAGE, page.TEMPLATE):
            (self.root / path).parent.mkdir(parents=True)
        (self.root / page.TEMPLATE).write_text("@DATE@ commit `@COMMIT@`, @MACHINE@, @LOAD@\n@HOST@\n")
        self.git("init", "--quiet")
        (self.root / page.PAGE).touch()
        self.git("add", ".")
        self.commit()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=Test", "-c", "user.email=test@example.com", *words], cwd=self.root,
                       check=True)

    def commit(self, count=1, path="Sources/program.swift"):
        for _ in range(count):
            file = self.root / path
            file.parent.mkdir(exist_ok=True)
            with open(file, "a") as changed:
                changed.write("changed\n")
            self.git("add", path)
            self.git("commit", "--quiet", "--message", "Change something")

    def write(self):
        page.write({**page.circumstances(self.root), "HOST": "a table"}, self.root)

    def keep_page(self):
        self.write()
        self.git("commit", "--quiet", "--message", "Refresh the page", str(page.PAGE))

    def age(self, root=None):
        """The exit status, output and errors of the check."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = page_age.main(root or self.root)
        return status, output.getvalue(), errors.getvalue()


class Age(Clone):
    def test_a_page_of_fifty_changes_ago_passes_and_one_more_fails(self):
        self.keep_page()
        self.commit(50)
        self.assertEqual(self.age(), (0, "", ""))
        self.commit()
        status, _, errors = self.age()
        self.assertEqual(status, 1)
        self.assertIn("was measured 51 changes of the program ago, and 50 are allowed; run make bench", errors)

    def test_commits_of_text_and_tests_do_not_count(self):
        self.keep_page()
        self.commit(50)
        self.commit(path="Documentation/Text.md")
        self.commit(path="Tests/test.swift")
        self.assertEqual(self.age(), (0, "", ""))

    def test_a_page_without_a_commit_fails(self):
        self.assertEqual(self.age()[0], 1)
        self.assertIn("names no commit", self.age()[2])

    def test_an_unknown_commit_fails(self):
        (self.root / page.PAGE).write_text("commit `0123456789ab`\n")
        status, _, errors = self.age()
        self.assertEqual(status, 1)
        self.assertIn("0123456789ab, which is not in this clone; fetch the branch", errors)

    def test_the_error_in_a_shallow_clone_suggests_a_fetch(self):
        self.keep_page()
        shallow = self.root.parent / "shallow"
        for depth, expected in (2, 0), (1, 1):
            self.git("clone", "--quiet", f"--depth={depth}", self.root.as_uri(), f"{shallow}{depth}")
            status, _, errors = self.age(f"{shallow}{depth}")
            self.assertEqual(status, expected)
        self.assertIn("run git fetch --unshallow", errors)

    def test_an_archive_cannot_be_checked(self):
        self.keep_page()
        archive = self.root / "archive"
        (archive / page.PAGE).parent.mkdir(parents=True)
        (archive / page.PAGE).write_text((self.root / page.PAGE).read_text())
        status, output, errors = self.age(archive)
        self.assertEqual((status, errors), (0, ""))
        self.assertIn("cannot be checked: this is not a git clone", output)

    def test_a_repository_that_git_refuses_fails(self):
        self.keep_page()
        (self.root / ".git/HEAD").write_text("nothing")
        self.assertEqual(self.age()[0], 1)
        self.assertIn("git does not work here", self.age()[2])


class Writing(Clone):
    def test_the_page_names_the_commit_and_contains_the_measurements(self):
        self.write()
        head = page.git(self.root, "rev-parse", "HEAD")
        text = (self.root / page.PAGE).read_text()
        self.assertIn(f"commit `{head[:12]}`, ", text)
        self.assertTrue(text.endswith("\na table\n"))

    def test_the_whole_page_is_replaced(self):
        (self.root / page.PAGE).write_text("an old figure")
        self.write()
        self.assertNotIn("an old figure", (self.root / page.PAGE).read_text())

    def test_a_template_that_does_not_fit_is_refused(self):
        with self.assertRaisesRegex(ValueError, "differ in HOST, KERNEL"):
            page.write({**page.circumstances(self.root), "KERNEL": "a table"}, self.root)

    def test_uncommitted_changes_prevent_a_measurement_for_the_page(self):
        self.assertIsNone(page.obstacle(self.root))
        (self.root / page.PAGE).write_text("changed")
        self.assertIsNone(page.obstacle(self.root))
        (self.root / "new.swift").touch()
        self.assertEqual(page.obstacle(self.root), "there are uncommitted changes, for example new.swift")
        self.assertEqual(page.obstacle(self.root / "Documentation"), "this is not a git clone")

    def test_the_projects_template_fits(self):
        names = dict.fromkeys(("COMMIT", "DATE", "MACHINE", "LOAD", "COUNTS", "KERNEL", "HOST"), "value")
        self.assertNotIn("@", page.fill((page.ROOT / page.TEMPLATE).read_text(), names))


class Tables(unittest.TestCase):
    def test_align_numbers_to_the_right(self):
        self.assertEqual(page.table(("what", "cost"), [("raw", "1.5 ×"), ("evemu", "10 ×")]), [
            "| what  |  cost |",
            "| ----- | ----: |",
            "| raw   | 1.5 × |",
            "| evemu |  10 × |"])


if __name__ == "__main__":
    unittest.main()
