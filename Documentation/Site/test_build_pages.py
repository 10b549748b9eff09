# SPDX-License-Identifier: Apache-2.0
"""Tests the site of the pages, and the check of links, with a small project."""

import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import build_pages

INDEX = "# Keybridge\n\n[Pages](Documentation/README.md), [why](Documentation/Decisions), ![a lamp](Documentation/Lamp.svg)\n"
PAGES = ("# Documentation\n\n## Reference\n\n| page | |\n| --- | --- |\n| [Lamps](Lamps.md#how-it-s-lit--and-when) | all of them |\n")
LAMPS = "# Lamps\n\n## How it's lit – and when\n\n## Twice\n\n## Twice\n\n[again](#twice-1) [home](../README.md) [code](../Sources/a.c)\n"


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "project"
        self.root.mkdir()
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        for path, text in {"README.md": INDEX, "Documentation/README.md": PAGES, "Documentation/Lamps.md": LAMPS,
                           "Documentation/Lamp.svg": "<svg/>", "Documentation/Decisions/0001-a-lamp.md": "# 1. A lamp\n",
                           "Sources/a.c": "int a;\n"}.items():
            self.write(path, text)
        patch = mock.patch.object(build_pages, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def read(self, path):
        return (self.root.parent / "site" / path).read_text()

    def build(self):
        return build_pages.build(self.root, self.root.parent / "site")

    def test_a_page_links_to_pages_headings_pictures_and_folders_of_the_site(self):
        self.write("Documentation/Lamps.md", LAMPS.replace("–", "-"))
        self.write("Documentation/README.md", PAGES.replace("#how-it-s-lit--and-when", "#how-its-lit---and-when"))
        self.assertEqual(self.build(), [])
        home = self.read("index.html")
        self.assertIn('href="Documentation/index.html">Pages', home)
        self.assertIn('href="Documentation/Decisions/index.html">why', home)
        self.assertIn('src="Documentation/Lamp.svg"', home)
        self.assertEqual(self.read("Documentation/Lamp.svg"), "<svg/>")
        self.assertIn('href="0001-a-lamp.html"', self.read("Documentation/Decisions/index.html"))
        lamps = self.read("Documentation/Lamps.html")
        self.assertIn('<h2 id="twice-1">', lamps)
        self.assertIn('<link rel="stylesheet" href="../style.css">', lamps)
        self.assertIn('<a href="Lamps.html" aria-current="page">Lamps</a>', lamps)
        # The sources are not part of the site.
        self.assertIn('<a title="in the project\'s repository: Sources/a.c">code</a>', lamps.replace("&#x27;", "'"))

    def test_each_link_without_a_target_is_reported_with_its_place(self):
        self.write("Documentation/Lamps.md", "# Lamps\n\n[a](Lump.md)\n\n[b](README.md#lumps) [c](ftp://lamps)\n\n`[d](e.md)`\n")
        self.assertEqual(self.build(), [
            "Documentation/Lamps.md:3: Lump.md: there is no such file",
            "Documentation/Lamps.md:5: README.md#lumps: the page has no such heading",
            "Documentation/Lamps.md:5: ftp://lamps: no address of the web",
            "Documentation/README.md:7: Lamps.md#how-it-s-lit--and-when: the page has no such heading"])
        self.assertFalse((self.root.parent / "site").exists())


if __name__ == "__main__":
    unittest.main()
