# SPDX-License-Identifier: Apache-2.0
"""Follows the tutorial for Qt, and types into the example for Qt 5. KEYBRIDGE is the program."""

import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fixture import PLUGINS, PROJECT                          # noqa: E402

sys.path[:0] = [str(PROJECT / "Tests" / "Tutorials"), str(PROJECT / "Tests" / "Client")]

import tutorial                                               # noqa: E402
from practice import Service                                  # noqa: E402


class Pages(unittest.TestCase):
    def test_the_tutorial_works_as_written(self):
        os.environ["QT_PLUGIN_PATH"] = str(PLUGINS)
        self.addCleanup(os.environ.pop, "QT_PLUGIN_PATH")
        page = PROJECT / "Documentation" / "Tutorials" / "Qt.md"
        done = tutorial.follow(page.read_text(), pathlib.Path(os.environ["KEYBRIDGE"]).resolve())
        self.assertGreater(sum(block.kind == "sh" for block in done), 2)

    def test_the_example_for_qt_5_is_typed_into(self):
        service = Service(self)
        service.start("leftbrace", "e", "b", "left", "c", "backspace", "d", "esc", settings="assistance: off\nlayout: fr\n")
        done = subprocess.run(["/usr/bin/python3", PROJECT / "Examples" / "Toolkits" / "qt5_line.py", service.socket], capture_output=True, text=True,
                              timeout=60, env=os.environ | {"PYTHONPATH": str(PROJECT / "Clients" / "Python"), "QT_QPA_PLATFORM": "offscreen",
                                                            "LC_ALL": "C.UTF-8"})
        self.assertEqual((done.returncode, done.stdout), (0, "êdb\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
