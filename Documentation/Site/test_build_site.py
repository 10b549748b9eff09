# SPDX-License-Identifier: Apache-2.0
"""Tests that a site of two small modules is built, and that a mistake in them is detected."""

import pathlib
import subprocess
import tempfile
import unittest

import build_site

FIRST = """
/// A lamp.
public struct Lamp: Equatable {
  /// Makes one; see ``isOn``.
  public init() {}
  /// Whether it is on.
  public var isOn = false
}
"""
SECOND = """
public import First
/// Anything with a lamp.
public protocol Lit {
  /// Its lamp.
  var lamp: Lamp { get }
}
/// A room.
public struct Room: Lit {
  public var lamp = Lamp()
  /// Makes one.
  public init() {}
}
"""
PAGE = "# ``Second``\n\nRooms.\n\n## Topics\n\n### All\n\n- ``Room``\n- <doc:More>\n- ``Lit``\n"
ARTICLE = "# More\n\nOf a ``Room`` and its ``/First/Lamp``.\n"


class Site(unittest.TestCase):
    def build(self, first=FIRST, second=SECOND, page=PAGE, article=ARTICLE):
        """The pages of the site, by path."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for module, source in (("First", first), ("Second", second)):
                path = folder / f"{module}.swift"
                path.write_text(source)
                subprocess.run(["swiftc", "-emit-module", "-module-name", module, "-I", folder,
                                "-o", folder / f"{module}.swiftmodule", path], check=True)
            catalogue = folder / "Second.docc"
            catalogue.mkdir()
            (catalogue / "Second.md").write_text(page)
            (catalogue / "More.md").write_text(article)
            site = folder / "site"
            build_site.build(["First", "Second"], [folder],
                             lambda module: folder / f"{module}.docc", site)
            return {str(path.relative_to(site)): path.read_text().replace("\\/", "/")
                    for path in site.glob("data/documentation/**/*.json")}

    def failure(self, **changed):
        with self.assertRaises(build_site.Failure) as caught:
            self.build(**changed)
        return str(caught.exception)

    def test_a_site_has_all_modules_and_their_links(self):
        pages = self.build()
        self.assertIn("data/documentation/first/lamp/ison.json", pages)
        self.assertIn("data/documentation/second/more.json", pages)
        self.assertIn("/documentation/first/lamp", pages["data/documentation/second/more.json"])

    def test_a_reference_without_a_target_is_an_error(self):
        message = self.failure(
            page=PAGE.replace("``Room``", "``Roam``").replace("doc:More", "doc:Less"),
            article=ARTICLE.replace("First/Lamp", "First/Lump"))
        for name in ["Roam", "Less", "Lump"]:
            self.assertIn(f"'{name}'", message)
        self.assertNotIn("'Lit'", message)

    def test_a_wrong_or_missing_comment_is_an_error(self):
        message = self.failure(
            first=FIRST.replace("``isOn``.", "``isOff``.\n  /// - Parameter size: how large.")
            .replace("/// Whether it is on.", ""),
            second=SECOND.replace("/// A room.", ""))
        self.assertIn("'isOff'", message)
        self.assertIn("'size'", message)
        self.assertRegex(message, r"First.swift:\d+: Lamp.isOn has no documentation")
        self.assertRegex(message, r"Second.swift:\d+: Room has no documentation")
        self.assertEqual(message.count("has no documentation"), 2)


if __name__ == "__main__":
    unittest.main()
