# SPDX-License-Identifier: Apache-2.0
"""Tests the pin of swiftlang and the kept extract with a mirror in a folder, whose packages are made here."""

import hashlib
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import sdk                                                   # noqa: E402
from archive import Archive                                  # noqa: E402

PINS = """# A comment.
[swiftlang]
version = "{version}"
# Another comment.
package = "{package}"
extract = "{extract}"
"""


class SDKTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.mirror, self.pins = self.folder / "mirror", self.folder / "pins.toml"
        self.publish("6.2.3-1")
        self.pin()

    def publish(self, version, files=("linux/libswiftCore.a", "linux/libswiftCxx.a", "linux/Swift.swiftmodule/a.swiftmodule",
                                      "linux/Swift.swiftmodule/a.swiftinterface", "linux/Foundation.swiftmodule/a.swiftinterface",
                                      "linux/Swift.swiftmodule/a.private.swiftinterface", "shims/a.h")):
        """Makes this version the only one of the mirror."""
        shutil.rmtree(self.mirror, ignore_errors=True)
        root, lists = self.folder / "root", self.mirror / "dists/sid/main/binary-arm64"
        shutil.rmtree(root, ignore_errors=True)
        lists.mkdir(parents=True)
        (self.mirror / "pool").mkdir()
        (root / "DEBIAN").mkdir(parents=True)
        (root / "DEBIAN/control").write_text(f"Package: swiftlang\nVersion: {version}\nArchitecture: arm64\n"
                                             "Maintainer: nobody <nobody@localhost>\nDescription: test\n")
        for name in files:
            path = root / "usr/libexec/swift/lib/swift_static" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{name} of {version}")
        subprocess.run(["dpkg-deb", "--build", root, self.mirror / "pool"], check=True, stdout=subprocess.DEVNULL)
        package = next((self.mirror / "pool").iterdir())
        control = subprocess.run(["dpkg-deb", "--field", package], capture_output=True, text=True, check=True).stdout
        (lists / "Packages").write_text(f"{control}Filename: pool/{package.name}\nSize: {package.stat().st_size}\n"
                                        f"SHA256: {digest(package.read_bytes())}\n")
        self.package = package

    def pin(self, **values):
        """Pins the version of the mirror, with other values for some keys."""
        version = re.search("_(.*)_", self.package.name)[1]
        self.pins.write_text(PINS.format(**{"version": version, "package": digest(self.package.read_bytes()),
                                            "extract": digest(sdk.extract(self.package)), **values}))

    def run_sdk(self, *arguments):
        return subprocess.run([sys.executable, "-B", HERE / "sdk.py", "--folder", self.folder / "sdk", "--pins", self.pins,
                               *arguments], capture_output=True, text=True,
                              env=os.environ | {"MIRROR": f"file:{self.mirror}"})

    def test_the_extract_contains_libraries_and_interfaces_and_no_compiled_modules(self):
        result = self.run_sdk("extract", self.folder / "kept.tar.xz")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        packed = (self.folder / "kept.tar.xz").read_bytes()
        self.assertEqual((self.folder / "kept.tar.xz.sha256").read_text(), f"{digest(packed)}  kept.tar.xz\n")
        names = subprocess.run(["tar", "--list"], input=lzma.decompress(packed), capture_output=True, check=True).stdout.decode()
        self.assertEqual(names.split(), ["linux/Swift.swiftmodule/a.swiftinterface", "linux/libswiftCore.a", "shims/a.h"])

    def test_a_missing_version_is_reported_with_its_successor_and_updated_with_one_command(self):
        self.publish("6.3-1")
        result = self.run_sdk("extract", self.folder / "kept.tar.xz")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "swiftlang 6.2.3-1 is no longer in Debian sid, whose version is now 6.3-1\n"
                         "`make update-sdk-pin` pins that version; `make sdk SDK_EXTRACT=FILE` uses a kept extract instead\n")
        result = self.run_sdk("update-pin")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(tomllib.loads(self.pins.read_text())["swiftlang"], {
            "version": "6.3-1", "package": digest(self.package.read_bytes()), "extract": digest(sdk.extract(self.package))})
        self.assertTrue(self.pins.read_text().startswith("# A comment.\n"), "comments are kept")
        self.assertEqual(self.run_sdk("extract", self.folder / "kept.tar.xz").returncode, 0)

    def test_a_package_with_another_hash_is_refused(self):
        self.pin(package="0" * 64)
        result = self.run_sdk("extract", self.folder / "kept.tar.xz")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"swiftlang_6\.2\.3-1_arm64\.deb: SHA-256 is [0-9a-f]{64}, expected 0{64}; delete the file")
        self.assertFalse((self.folder / "kept.tar.xz").exists())

    def test_a_kept_extract_with_another_hash_is_refused(self):
        self.run_sdk("extract", self.folder / "kept.tar.xz")
        self.pin(extract="0" * 64)
        result = self.run_sdk("make", "--extract", self.folder / "kept.tar.xz")
        self.assertEqual(result.returncode, 1)
        self.assertIn("kept.tar.xz: SHA-256 is ", result.stderr)

    def test_a_file_that_is_no_extract_is_refused(self):
        (self.folder / "kept.tar.xz").write_text("no archive")
        result = self.run_sdk("make", "--extract", self.folder / "kept.tar.xz")
        self.assertEqual(result.returncode, 1)
        self.assertIn("`make sdk-extract` writes such a file", result.stderr)

    def test_an_unreachable_mirror_is_named(self):
        shutil.rmtree(self.mirror)
        result = self.run_sdk("extract", self.folder / "kept.tar.xz")
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"at file:{self.mirror}: ", result.stderr)
        self.assertIn("set MIRROR", result.stderr)

    def test_packages_are_the_same_when_they_are_downloaded_already(self):
        archive = Archive(self.folder / "apt", "sid", mirror=f"file:{self.mirror}")
        archive.update()
        packages = archive.closure("swiftlang")
        self.assertEqual([package.name for package in packages], [self.package.name])
        # apt does not copy packages of a mirror in a folder.
        shutil.copy(self.package, packages[0])
        self.assertEqual(archive.closure("swiftlang"), packages)

    def test_of_the_documents_the_copyright_files_and_the_links_to_them_are_kept(self):
        documents = self.folder / "doc"
        (documents / "gcc-14-base/html").mkdir(parents=True)
        for name in ("copyright", "changelog.gz", "html/index.html"):
            (documents / "gcc-14-base" / name).write_text(name)
        (documents / "libstdc++-14-dev").symlink_to("gcc-14-base")
        (documents / "gcc-14-base/NEWS.gz").symlink_to("missing")
        sdk.keep_licences(documents)
        self.assertEqual((documents / "libstdc++-14-dev/copyright").read_text(), "copyright")
        self.assertEqual([path.name for path in documents.rglob("*") if not path.is_dir()], ["copyright"])

    def test_another_suite_is_refused(self):
        result = self.run_sdk("make", "--suite", "buster")
        self.assertEqual((result.returncode, result.stderr),
                         (1, "no SDK can be made for the suite 'buster'; expected bookworm or trixie\n"))


def digest(content):
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    unittest.main()
