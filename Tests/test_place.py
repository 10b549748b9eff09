# SPDX-License-Identifier: Apache-2.0
"""Tests in which folders the tests say at once that they would fail."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import place                                                 # noqa: E402


class PlaceTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)

    def test_a_folder_with_a_space_in_its_name_is_right(self):
        clone = self.folder / "a clone"
        clone.mkdir()
        clone.chmod(0o755)
        self.assertIsNone(place.trouble(clone, user=0))

    def test_a_character_that_a_shell_reads_as_something_else_is_refused(self):
        for name in "it's", "a:b", "$HOME", "a#b":
            self.assertIn(f"in its name: {self.folder}/{name}", place.trouble(self.folder / name, user=1000))

    def test_a_folder_that_other_users_cannot_enter_is_refused_for_root_only(self):
        clone = self.folder / "private/clone"
        clone.mkdir(parents=True)
        clone.parent.chmod(0o700)
        self.assertIn(f"who cannot enter {clone.parent}\n", place.trouble(clone, user=0))
        self.assertIsNone(place.trouble(clone, user=1000))


if __name__ == "__main__":
    unittest.main()
