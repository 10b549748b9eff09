# SPDX-License-Identifier: Apache-2.0
"""Tests that the links of the installed pages lead to installed files."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Packaging"))

import install_documents as documents                         # noqa: E402


class InstallDocumentsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        share = pathlib.Path(folder.name)
        self.folder = share / "doc/keybridge"
        schemas = share / "keybridge/schema"
        schemas.mkdir(parents=True)
        for path in [schemas / "openrpc.json", *(schemas.parent / name for name in (
                "form.schema.json", "keybridge.schema.json", "extension.schema.json", "extensions-openrpc.json"))]:
            path.touch()
        self.assertEqual(documents.main([str(self.folder)]), 0)

    def test_every_relative_link_of_the_installed_pages_leads_to_a_file(self):
        self.assertEqual(documents.dead_links(self.folder), [])
        pages = len(list(self.folder.rglob("*.md")))
        self.assertGreater(pages, 20)
        # The check finds a dead link.
        (self.folder / "README.md").write_text("[x](nowhere.md) `[y](nowhere.md)`\n```\n[z](nowhere.md)\n```\n")
        with contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(documents.main(["--check", str(self.folder)]), 1)
        self.assertEqual(errors.getvalue(), f"dead link: {self.folder}/README.md: nowhere.md\n")

    def test_links_keep_their_meaning_and_their_anchors(self):
        places = documents.installed(PROJECT)
        for source, link, expected in [
            ("README.md", "Documentation/Configuration.md#commands", "Configuration.md#commands"),
            ("README.md", "Examples/Kiosk", "examples/Kiosk"),
            ("README.md", "https://swift.org", "https://swift.org"),
            ("Documentation/Tutorials/Till.md", "../Protocol.md", "../Protocol.md"),
            ("Documentation/Tutorials/Till.md", "../../Clients/Python/README.md", "../PythonClient.md"),
            ("Documentation/Protocol.md", "openrpc.json", "../../keybridge/schema/openrpc.json"),
            ("Documentation/Protocol.md", "#limits", "#limits"),
        ]:
            self.assertEqual(documents.relinked(f"a [b]({link}) c", source, places), f"a [b]({expected}) c")
        self.assertEqual(documents.relinked("a [b](CONTRIBUTING.md) c", "README.md", places), "a b c")
        example = "```\n[b](CONTRIBUTING.md)\n```\n"
        self.assertEqual(documents.relinked(example, "README.md", places), example)

    def test_files_are_installed_where_pages_name_them(self):
        for name in ["README.md", "Documentation.md", "PythonClient.md", "Tutorials/Till.md", "Reference/Traits.md",
                     "Pictures/kiosk.svg", "openrpc.json", "examples/keybridge.yaml", "examples/Kiosk/kiosk.py",
                     "examples/50-keybridge-till.rules"]:
            self.assertTrue((self.folder / name).exists(), name)
        self.assertEqual((self.folder / "README.md").stat().st_mode & 0o777, 0o644)


if __name__ == "__main__":
    unittest.main()
