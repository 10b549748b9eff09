# SPDX-License-Identifier: Apache-2.0
"""Tests that pictures and reference pages are up to date, and that links between pages have targets.

KEYBRIDGE is the program: `make test-tutorials`.
"""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Documentation" / folder) for folder in ("Pictures", "Reference")]

import make_pictures                                          # noqa: E402
import make_reference                                         # noqa: E402

PROGRAM = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()


class Made(unittest.TestCase):
    maxDiff = 2000

    def test_each_picture_is_current_otherwise_run_make_pictures(self):
        if not make_pictures.LEXICON.exists():
            self.skipTest("the words cannot be downloaded here")
        for name, picture in make_pictures.pictures(PROGRAM).items():
            self.assertEqual((make_pictures.HERE / name).read_text(), picture, name)

    def test_each_reference_page_is_current_otherwise_run_make_reference(self):
        # Another version of xkb-data has other layouts; the page names the version that it was made with.
        same_data = f"xkb-data {make_reference.xkb_version()};" in (make_reference.HERE / "Layouts.md").read_text()
        for name, page in make_reference.pages(PROGRAM).items():
            if same_data or not name.startswith("Layout"):
                self.assertEqual((make_reference.HERE / name).read_text(), page, name)


def anchors(page):
    """The names of a page's headings in links, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page, flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def broken_links(path):
    """The links of a page that lead nowhere in this project."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.S | re.M)
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        destination = (path.parent / file).resolve() if file else path
        if not destination.exists():
            yield f"{path.relative_to(ROOT)}: {target}"
        elif anchor and destination.suffix == ".md" and anchor not in anchors(destination.read_text()):
            yield f"{path.relative_to(ROOT)}: {target}: no such heading"


class Links(unittest.TestCase):
    PAGES = [page for folder in (".", "Documentation/**", "Examples/**", "Clients/**", "Tests/**")
             for page in sorted(ROOT.glob(f"{folder}/*.md")) if ".build" not in str(page)]

    def test_every_link_between_pages_has_a_target(self):
        self.assertGreater(len(self.PAGES), 40)
        self.assertEqual([link for page in self.PAGES for link in broken_links(page)], [])

    def test_the_index_links_to_every_page_of_documentation(self):
        index = ROOT / "Documentation" / "README.md"
        linked = {(index.parent / target.partition("#")[0]).resolve()
                  for target in re.findall(r"\]\(([^)\s]+)\)", index.read_text())}
        for page in sorted(index.parent.glob("*.md")) + sorted(index.parent.glob("[!D]*/*.md")):
            self.assertIn(page, linked | {index})


if __name__ == "__main__":
    unittest.main()
