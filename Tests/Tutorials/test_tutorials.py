# SPDX-License-Identifier: Apache-2.0
"""Tests that every tutorial works as written, and so do the commands of the page for integrators.

KEYBRIDGE is the program to follow them with: `make test-tutorials`.
"""

import os
import pathlib
import unittest

import tutorial

PROGRAM = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()
FOLDER = tutorial.ROOT / "Documentation" / "Tutorials"
# The library for programs in C, which `make tutorial-library` installs in this folder.
LIBRARY = tutorial.ROOT / ".build" / "client-c" / "root" / "lib"
os.environ |= {"PKG_CONFIG_PATH": str(LIBRARY / "pkgconfig"), "LD_LIBRARY_PATH": str(LIBRARY)}


class Runner(unittest.TestCase):
    """Tests that the runner detects mistakes in a page."""

    def follow(self, page):
        return tutorial.follow(page, PROGRAM)

    def test_a_correct_page_passes(self):
        self.follow("A file,\n`a.txt`:\n\n```yaml\none: 1\n```\n\n```sh\nx=2\ncat a.txt\n```\n\n```text\none: …\n```\n\n"
                    "```sh\necho $x\n```\n\n```text\n2\n```\n")

    def test_a_command_with_other_output_fails(self):
        with self.assertRaisesRegex(tutorial.Failure, "line 3: expected\nno\nbut the commands printed\nyes\n"):
            self.follow("A page.\n\n```sh\necho yes\n```\n\n```text\nno\n```\n")

    def test_a_command_with_unexpected_error_output_fails(self):
        with self.assertRaisesRegex(tutorial.Failure, "no-such-command"):
            self.follow("```sh\nno-such-command\n```\n")

    def test_an_unknown_option_of_a_command_for_real_hardware_fails(self):
        with self.assertRaisesRegex(tutorial.Failure, "--soket"):
            self.follow("```sh hardware\nkeybridge run --soket x\n```\n")

    def test_a_block_of_an_unknown_kind_fails(self):
        with self.assertRaisesRegex(tutorial.Failure, "neither a command"):
            self.follow("```python\nprint(1)\n```\n")
        with self.assertRaisesRegex(tutorial.Failure, "no end"):
            self.follow("```sh\necho\n")


class Tutorials(unittest.TestCase):
    """Each page, followed from the first line to the last."""

    def test_the_index_has_every_tutorial(self):
        index = (FOLDER.parent / "README.md").read_text()
        for page in FOLDER.glob("*.md"):
            self.assertIn(f"(Tutorials/{page.name})", index)


def follows(page):
    def test(self):
        done = tutorial.follow(page.read_text(), PROGRAM)
        self.assertGreater(sum(block.kind == "sh" for block in done), 2)
    return test


# Qt and its input context are installed for its own tests only, which follow that page: Tests/Adapters/Qt. The beginning of the
# page of input methods, which needs no service, is followed by Tests/Extensions.
PAGES = [*sorted(page for page in FOLDER.glob("*.md") if page.stem != "Qt"), FOLDER.parent / "Integrators.md"]
for page in PAGES:
    setattr(Tutorials, f"test_{page.stem}", follows(page))


if __name__ == "__main__":
    unittest.main()
