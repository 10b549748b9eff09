# SPDX-License-Identifier: Apache-2.0
"""Follows the tutorial of input methods up to its first command that needs the program, and types into its extension."""

import pathlib
import sys
import tempfile
import unittest

from host import Host, PROJECT

sys.path.append(str(PROJECT / "Tests/Tutorials"))

import tutorial                                              # noqa: E402

PAGE = (PROJECT / "Documentation/Tutorials/WriteAnInputMethod.md").read_text(encoding="utf-8")


class Tutorial(unittest.TestCase):
    def test_the_commands_before_the_first_of_the_program_print_what_the_page_shows(self):
        beginning, found, _ = PAGE.partition("\n## 4. Check it\n")
        self.assertTrue(found)
        self.assertNotIn("\nkeybridge ", beginning)
        done = tutorial.follow(beginning, pathlib.Path("/usr/bin/false"))
        self.assertEqual([block.kind for block in done], ["sh", "yaml", "python", "sh", "text"])

    def test_the_files_of_the_page_are_those_of_the_example(self):
        files = {block.name: block.text for block in tutorial.blocks(PAGE) if block.name}
        example = PROJECT / "Examples/Extensions/esperanto"
        for name, comments in [("extension.yaml", 1), ("x_system.py", 2)]:
            lines = (example / name).read_text(encoding="utf-8").splitlines(keepends=True)
            self.assertEqual(files[name], "".join(lines[comments:]))
        with tempfile.TemporaryDirectory() as folder:
            for name in ("extension.yaml", "x_system.py"):
                pathlib.Path(folder, name).write_text(files[name], encoding="utf-8")
            with Host(folder) as host:
                self.assertEqual(host.type("ehxosxangxo cxxu"), "eĥoŝanĝo cxu")


if __name__ == "__main__":
    unittest.main()
