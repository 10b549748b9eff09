# SPDX-License-Identifier: Apache-2.0
"""Unit tests of the commit-msg hook, which is run on good and bad messages."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import commit_subjects

HOOK = pathlib.Path(__file__).resolve().parents[1] / ".githooks" / "commit-msg"
GOOD = "Service: do not block the loop while a program answers"


class CommitSubjectTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_hook(self, message, editor=":", folder=None):
        """Runs the hook as git does: on a file, in a repository, with `GIT_EDITOR` set to ":" if no editor was used."""
        file = pathlib.Path(self.folder.name, "COMMIT_EDITMSG")
        file.write_text(message, encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        environment["GIT_EDITOR"] = editor
        return subprocess.run([HOOK, file], cwd=folder or self.folder.name, env=environment, capture_output=True,
                              text=True, check=False)

    def assert_accepted(self, message, **options):
        result = self.run_hook(message, **options)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""), message)

    def assert_refused(self, message, reason, **options):
        result = self.run_hook(message, **options)
        self.assertEqual((result.returncode, result.stdout), (1, ""), message)
        self.assertIn(reason, result.stderr.splitlines()[0], message)
        self.assertIn("\n  hint: ", result.stderr)

    def test_commits_since_the_last_tag_are_checked(self):
        folder = pathlib.Path(self.folder.name, "history")
        git = ["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b.example"]
        subprocess.run(["git", "init", "--quiet", folder], check=True)

        def commit(subject, *options):
            subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", subject, *options], check=True)

        def refused():
            return [line for line in commit_subjects.refused(folder, folder / "file") if line]

        commit("the first words")
        self.assertEqual(refused(), [], "neither a tag nor the file")
        (folder / "file").touch()
        subprocess.run([*git, "add", "file"], check=True)
        commit("the file comes")
        commit(GOOD)
        self.assertEqual(refused(), [])
        commit("an aphorism")
        commit("Service: fixes it")
        self.assertEqual([line.splitlines()[1].strip() for line in refused()], ["an aphorism", "Service: fixes it"])
        subprocess.run([*git, "tag", "v1"], check=True)
        self.assertEqual(refused(), [], "the tag ends it")
        commit("one more")
        self.assertEqual(len(refused()), 1)

    def test_the_hook_can_be_executed(self):
        self.assertTrue(os.access(HOOK, os.X_OK))

    def test_a_component_and_an_imperative_are_accepted(self):
        for subject in [GOOD, "TextInput, Layouts: share one table", "README: add a picture",
                        "Bridge/Runtime: pass the locks on", "keybridge: print the version", "udev-rules: match keypads",
                        "KeyCommands: focus the menu", "Mirrors: embed the glyphs", "Layouts: press Ctrl+Alt+F1"]:
            self.assert_accepted(subject + "\n")

    def test_a_body_after_an_empty_line_is_accepted(self):
        self.assert_accepted(GOOD + "\n\nThe loop stood still for 300 ms.\nEvery key waited.\n")

    def test_subjects_that_git_writes_for_merges_and_autosquash_are_accepted(self):
        for subject in ["Merge branch 'main' into work", "Merge remote-tracking branch 'origin/main'", "Merge tag 'v1'",
                        f"fixup! {GOOD}", f"squash! {GOOD}", f"amend! {GOOD}"]:
            self.assert_accepted(subject + "\n")

    def test_any_subject_of_a_merge_is_accepted(self):
        repository = pathlib.Path(self.folder.name, "repository")
        git = ["git", "-C", repository, "-c", "user.name=A", "-c", "user.email=a@b.example"]
        subprocess.run(["git", "init", "--quiet", repository], check=True)
        subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "one"], check=True)
        self.assert_refused("Two branches become one\n", "component", folder=repository)
        head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
        pathlib.Path(repository, ".git", "MERGE_HEAD").write_text(head)
        self.assert_accepted("Two branches become one\n", folder=repository)

    def test_a_subject_without_component_is_refused(self):
        for subject in ["Do not block the loop", "fix: do not block", "Service:do not block", "Service:  two spaces",
                        "Service : do not block", "The Service: do not block", ": do not block", "Service:",
                        "Service, : do not block"]:
            self.assert_refused(subject + "\n", "component")

    def test_a_subject_that_is_not_imperative_is_refused(self):
        for word in ["fixes", "fixed", "fixing", "the", "who", "names"]:
            self.assert_refused(f"Service: {word} loop\n", f'"{word}" is not an imperative')
        self.assert_refused("Service: Do not block\n", '"Do" does not begin with a small letter')

    def test_a_full_stop_at_the_end_is_refused(self):
        self.assert_refused(GOOD + ".\n", "full stop")

    def test_a_subject_has_at_most_72_columns(self):
        subject = "Service: do " + "x" * 60
        self.assertEqual(len(subject), 72)
        self.assert_accepted(subject + "\n")
        self.assert_refused(subject + "x\n", "73 columns")

    def test_columns_are_counted_in_characters(self):
        self.assert_accepted("Service: do " + "é" * 60 + "\n")
        self.assert_refused("Service: do " + "é" * 61 + "\n", "73 columns")

    def test_the_second_line_must_be_empty(self):
        self.assert_refused(GOOD + "\nThe loop stood still.\n", "second line")

    def test_comments_and_the_diff_of_an_editor_do_not_count(self):
        comments = "# Please enter the commit message for your changes.\n#\n"
        scissors = "# ------------------------ >8 ------------------------\ndiff --git a/x b/x\n"
        self.assert_accepted(f"{GOOD}\n{comments}{scissors}", editor="vi")
        self.assert_accepted(f"{comments}{scissors}", editor="vi")
        self.assert_refused(f"# not a subject\n{GOOD}\n", "component")

    def test_an_empty_message_is_left_to_git(self):
        self.assert_accepted("\n")


if __name__ == "__main__":
    unittest.main()
