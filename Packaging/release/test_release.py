# SPDX-License-Identifier: Apache-2.0
"""Tests the tools of a release, with a program in place of make and a small clone in place of the project."""

import argparse
import contextlib
import datetime
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "Tests")]

import link_program                                          # noqa: E402
import release                                               # noqa: E402
import sbom                                                  # noqa: E402
import version as versions                                   # noqa: E402

CHANGELOG = """# Changelog

## [Unreleased]

### Added

- A tarball.

## [0.2.0] - 2026-11-23

- The protocol 1.1.

## [0.1.0] - 2026-11-01

### Added

- The first package.
"""
# A program in place of make. It prints the targets, or creates the files of a target; it fails for the target in BROKEN.
MAKE = """#!/bin/sh
for word in "$@"; do
  case $word in
  --print-data-base) printf '%s: x\\n' ${TARGETS:-clean tarball tarball-lexicons deb deb-lexicons}; exit 1 ;;
  -*) ;;
  ARCH=*) arch=${word#ARCH=} ;;
  KEY=*) arch=$word ;;
  *) target=$word ;;
  esac
done
echo "$target ${arch:-} $SOURCE_DATE_EPOCH $CI $VERSION" >>"$LOG"
[ "$target" != "${BROKEN:-}" ] || exit 2
mkdir -p .build/release .build/deb
version=0.3.0
case $target in
tarball) touch ".build/release/keybridge-$version-linux-${arch:-amd64}.tar.xz" \\
  ".build/release/keybridge-$version-linux-${arch:-amd64}.spdx.json" ;;
tarball-lexicons) touch ".build/release/keybridge-lexicons-$version.tar.xz" ;;
deb) touch .build/deb/keybridge_${version}_${arch:-amd64}.deb .build/deb/keybridge-engine-mozc_${version}_${arch:-amd64}.deb \\
  .build/deb/libkeybridge-client0_${version}_${arch:-amd64}.deb ;;
deb-ibus) touch ".build/deb/keybridge-ibus_${version}_all.deb" ;;
deb-forward) touch ".build/deb/keybridge-forward_${version}+deb12_${arch:-amd64}.deb" ;;
repository) mkdir -p .build/repository/dists ;;
deb-lexicons) [ -n "${EMPTY:-}" ] || touch ".build/deb/keybridge-lexicon-en_${version}_all.deb" ;;
esac
[ -z "${CHANGES:-}" ] || echo changed >>README.md
"""


class Clone(unittest.TestCase):
    """A small project in a temporary folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "project"
        files = {
            "CHANGELOG.md": CHANGELOG,
            versions.PROGRAM: 'enum Keybridge {\n  static let version = "0.2.0"\n}\n',
            versions.DEBIAN: "keybridge (0.2.0) unstable; urgency=medium\n\n  * More.\n\n"
                             "keybridge (0.1.0) unstable; urgency=medium\n",
            "Documentation/Versions.md": "```\nkeybridge 0.2.0 (5da151b3611e, protocol 1.1)\n```\n",
            versions.PROTOCOL: '{"info": {"version": "1.1"}}',
            versions.CLIENT: '[project]\nversion = "1.1"\n',
            versions.NODE_CLIENT: '{"version": "1.1.0"}',
            "README.md": "x\n", ".gitignore": "/.build*/\n",
        }
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.git("init", "-q")
        self.commit()

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b", *words], cwd=self.root, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", "A")

    def text(self, name):
        return (self.root / name).read_text()


class VersionTests(Clone):
    def test_setting_a_version_writes_it_into_every_file(self):
        now = datetime.datetime(2027, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
        versions.set_version("0.3.0", self.root, now)
        self.assertEqual(versions.disagreements(self.root), [])
        self.assertEqual(versions.current(self.root), "0.3.0")
        self.assertIn("## [Unreleased]\n\n## [0.3.0] - 2027-01-02\n\n### Added\n\n- A tarball.\n", self.text("CHANGELOG.md"))
        self.assertTrue(self.text(versions.DEBIAN).startswith("keybridge (0.3.0) unstable; urgency=medium\n\n  * See"))
        self.assertIn(" -- @MAINTAINER@  Sat, 02 Jan 2027 03:04:05 +0000\n\nkeybridge (0.2.0)", self.text(versions.DEBIAN))
        self.assertIn("keybridge 0.3.0 (5da151b3611e", self.text("Documentation/Versions.md"))

    def test_a_version_that_is_not_newer_or_has_no_entries_changes_nothing(self):
        for version in "0.2.0", "0.1.9", "0.3", "v0.3.0", "0.3.0-rc1", "":
            with self.assertRaises(versions.VersionError, msg=version):
                versions.set_version(version, self.root)
        (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace("- A tarball.\n", ""))
        with self.assertRaisesRegex(versions.VersionError, "no entries under"):
            versions.set_version("0.10.0", self.root)
        self.assertEqual(versions.current(self.root), "0.2.0")

    def test_a_file_with_another_version_is_reported(self):
        for name in versions.PLACES:
            if name == versions.PROGRAM:
                continue
            old = self.text(name)
            (self.root / name).write_text(old.replace("0.2.0", "0.2.1", 1))
            self.assertEqual([line.split(" has")[0] for line in versions.disagreements(self.root)], [name])
            (self.root / name).write_text(old)
        (self.root / versions.CLIENT).write_text('version = "1.0"\n')
        self.assertIn("the client has the version of the protocol", versions.disagreements(self.root)[0])
        (self.root / versions.NODE_CLIENT).write_text('{"version": "1.0.1"}')
        self.assertIn("and a third number", versions.disagreements(self.root)[1])
        (self.root / versions.DEBIAN).write_text("keybridge\n")
        self.assertIn("has no version of the form", versions.disagreements(self.root)[0])

    def test_the_files_of_this_project_agree(self):
        self.assertEqual(versions.disagreements(ROOT), [])

    def test_a_section_ends_at_the_next_heading_of_its_level(self):
        self.assertEqual(versions.section(CHANGELOG, "Unreleased"), "### Added\n\n- A tarball.")
        self.assertEqual(versions.section(CHANGELOG, "0.1.0"), "### Added\n\n- The first package.")
        self.assertIsNone(versions.section(CHANGELOG, "0"))
        self.assertFalse(versions.has_entries("### Added\n"))
        self.assertFalse(versions.has_entries(None))


class ReleaseTests(Clone):
    def setUp(self):
        super().setUp()
        versions.set_version("0.3.0", self.root)
        self.commit()
        self.make = self.root.parent / "make"
        self.make.write_text(MAKE)
        self.make.chmod(0o755)
        self.log = self.root.parent / "log"
        self.log.touch()
        self.pass_tests()
        patches = (mock.patch.dict(os.environ, {"MAKE": str(self.make), "LOG": str(self.log), "VERSION": "9.9.9"}),
                   mock.patch.object(release.page_age, "check", lambda root: (self.age, bool(self.age))),
                   mock.patch.object(release, "ROOT", self.root),
                   mock.patch.dict(os.environ, {f"GIT_{who}_{what}": f"{what}@example" for who in ("AUTHOR", "COMMITTER")
                                                for what in ("NAME", "EMAIL")}))
        for patch in patches:
            patch.start()
            self.addCleanup(patch.stop)
        self.age = None

    def pass_tests(self, **changes):
        record = {"commit": self.git("rev-parse", "HEAD"), "thoroughness": "long"} | changes
        (self.root / ".build").mkdir(exist_ok=True)
        (self.root / ".build/tests-passed.json").write_text(json.dumps(record))

    def release(self, *arguments):
        """Returns the status, standard output and standard error."""
        out, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), \
             mock.patch.object(release.release, "__defaults__", ("", out)):
            status = release.main(list(arguments))
        return status, out.getvalue(), errors.getvalue()

    def refusals(self, version="0.3.0"):
        status, _, errors = self.release(version)
        self.assertEqual(status, 1)
        self.assertIn("nothing was built or tagged", errors)
        self.assertEqual((self.log.read_text(), self.git("tag")), ("", ""))
        return [line.removeprefix("release.py: ") for line in errors.splitlines() if not line.startswith("release.py:   ")][:-1]

    def test_a_release_builds_checks_and_tags(self):
        status, out, errors = self.release("0.3.0")
        self.assertEqual(status, 0, errors)
        time = self.git("log", "-1", "--format=%ct")
        self.assertEqual(self.log.read_text().splitlines(), [
            f"tarball  {time} true ", f"tarball-lexicons  {time} true ", f"deb  {time} true ", f"deb-lexicons  {time} true "])
        self.assertIn("the archive for arm64: skipped, because the Makefile has no target 'sdk'", out)
        names = sorted(path.name for path in (self.root / ".build/release").iterdir())
        self.assertEqual(names, [
            "SHA256SUMS", "keybridge-0.3.0-linux-amd64.spdx.json", "keybridge-0.3.0-linux-amd64.tar.xz",
            "keybridge-engine-mozc_0.3.0_amd64.deb", "keybridge-lexicon-en_0.3.0_all.deb", "keybridge-lexicons-0.3.0.tar.xz",
            "keybridge_0.3.0_amd64.deb", "libkeybridge-client0_0.3.0_amd64.deb"])
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=self.root / ".build/release", check=True)
        self.assertEqual(self.git("rev-parse", "v0.3.0^{commit}"), self.git("rev-parse", "HEAD"))
        self.assertEqual(self.git("tag", "-l", "--format=%(contents)", "v0.3.0"),
                         "Keybridge 0.3.0\n\n### Added\n\n- A tarball.")

    def test_targets_that_exist_join_the_release(self):
        with mock.patch.dict(os.environ, {"TARGETS": "tarball tarball-lexicons deb deb-ibus deb-lexicons sdk repository"}):
            status, out, _ = self.release("0.3.0")
            self.assertEqual(status, 0)
            self.assertIn("the apt repository: skipped, because no key is given", out)
            self.git("tag", "-d", "v0.3.0")
            self.log.write_text("")
            with mock.patch.object(release.shutil, "which", lambda name: None):
                self.assertEqual(self.release("--key", "ABCD", "0.3.0")[0], 0)
        self.assertEqual([" ".join(line.split()[:-2]) .split(" 1")[0].strip() for line in self.log.read_text().splitlines()],
                         ["tarball", "tarball-lexicons", "deb", "deb-ibus", "deb-lexicons", "deb arm64", "deb-forward arm64", "tarball arm64",
                          "repository KEY=ABCD"])
        self.assertTrue((self.root / ".build/release/keybridge_0.3.0_arm64.deb").exists())

    def test_a_step_that_fails_leaves_no_tag_and_the_next_run_can_succeed(self):
        for variable, value, text in (("BROKEN", "deb", "make deb failed"), ("EMPTY", "1", "make deb-lexicons has not created"),
                                      ("CHANGES", "1", "were changed while the release was built")):
            with mock.patch.dict(os.environ, {variable: value}):
                status, _, errors = self.release("0.3.0")
            self.assertEqual((status, self.git("tag")), (1, ""))
            self.assertIn(text, errors)
            self.assertIn("nothing was tagged", errors)
            self.git("checkout", "-q", ".")
        self.assertEqual(self.release("0.3.0")[0], 0)

    def test_a_file_that_is_not_committed_is_refused(self):
        (self.root / "README.md").write_text("y\n")
        self.assertEqual(self.refusals(), ["files differ from the commit, such as README.md"])
        self.git("checkout", "-q", ".")
        (self.root / "new").write_text("")
        self.assertEqual(self.refusals(), ["files differ from the commit, such as new"])

    def test_another_version_and_a_changelog_without_its_section_are_refused(self):
        self.assertEqual(self.refusals("0.4.0"), ["the program has version 0.3.0",
                                                  "CHANGELOG.md has no section [0.4.0] with entries"])
        (self.root / "CHANGELOG.md").write_text(self.text("CHANGELOG.md").replace("- A tarball.\n", ""))
        self.commit()
        self.pass_tests()
        self.assertEqual(self.refusals(), ["CHANGELOG.md has no section [0.3.0] with entries"])

    def test_entries_that_belong_to_no_version_are_refused(self):
        (self.root / "CHANGELOG.md").write_text(self.text("CHANGELOG.md").replace("[Unreleased]\n", "[Unreleased]\n\n- New.\n"))
        self.commit()
        self.pass_tests()
        self.assertEqual(self.refusals(), ["CHANGELOG.md has entries under [Unreleased]"])

    def test_an_old_page_of_measurements_is_refused(self):
        self.age = "Documentation/Performance.md was measured 60 changes of the program ago, and 50 are allowed"
        self.assertEqual(self.refusals(), [self.age])

    def test_tests_that_did_not_pass_at_this_commit_are_refused(self):
        self.pass_tests(commit="0" * 40)
        self.assertIn("the recorded run of all tests was at 000000000000", self.refusals()[0])
        self.pass_tests(thoroughness="usual")
        self.assertEqual(self.refusals(), ["the recorded run was make test, without the long tests"])
        (self.root / ".build/tests-passed.json").unlink()
        self.assertEqual(self.refusals(), ["no run of all tests is recorded, or the last one failed"])

    def test_a_key_that_gpg_does_not_have_is_refused_before_anything_is_built(self):
        gpg = self.root.parent / "gpg"
        gpg.write_text('#!/bin/sh\necho "$*" >>"$0.log"\nexit 2\n')
        gpg.chmod(0o755)
        with mock.patch.dict(os.environ, {"PATH": f"{gpg.parent}:{os.environ['PATH']}"}):
            status, _, errors = self.release("--key", "ABCD", "0.3.0")
        self.assertEqual((status, self.log.read_text()), (1, ""))
        self.assertIn("gpg has no secret key 'ABCD'\nrelease.py:   gpg --list-secret-keys", errors)
        self.assertIn("--list-secret-keys -- ABCD", gpg.with_name("gpg.log").read_text())

    def test_a_maintainer_without_a_name_is_refused_before_anything_is_built(self):
        with mock.patch.dict(os.environ, {"GIT_COMMITTER_NAME": "", "GIT_COMMITTER_EMAIL": "", "HOME": str(self.root.parent),
                                          "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}):
            self.assertIn("git does not know your name, which an annotated tag needs", self.refusals())

    def test_an_existing_tag_is_refused(self):
        self.git("tag", "v0.3.0")
        status, _, errors = self.release("0.3.0")
        self.assertEqual(status, 1)
        self.assertIn("the tag v0.3.0 exists", errors)

    def test_only_checking_builds_nothing(self):
        self.assertEqual(self.release("--check", "0.3.0")[0], 0)
        self.assertEqual((self.log.read_text(), self.git("tag")), ("", ""))
        for words in (), ("--check",), ("--check", "--other", "0.3.0"):
            with self.assertRaises(SystemExit) as ended:
                self.release(*words)
            self.assertEqual(ended.exception.code, 2)


class LinkTests(unittest.TestCase):
    DESCRIPTION = """
  "C.keybridge-x86_64-unknown-linux-gnu-release.module":
    tool: phony
    args: []
  "C.keybridge-x86_64-unknown-linux-gnu-release.exe":
    tool: shell
    inputs: ["a.o"]
    args: ["swiftc","-L/usr/lib","-o","/build/keybridge","-emit-executable","-Xlinker","-s"]
    description: "Linking"
"""

    def test_the_command_is_run_with_another_result_and_another_first_folder(self):
        words = link_program.link_command(self.DESCRIPTION)
        self.assertEqual(link_program.with_libraries(words, "/static", "/out", "/statistics"), [
            "swiftc", "-L/static", "-L/usr/lib", "-o", "/out", "-emit-executable", "-Xlinker", "-s",
            "-Xlinker", "--print-archive-stats=/statistics"])

    def test_a_description_without_the_command_is_an_error(self):
        for text in "", self.DESCRIPTION.replace("-emit-executable", "-c"), self.DESCRIPTION.replace("args: [", "args: [}"):
            with self.assertRaises(link_program.LinkError):
                link_program.link_command(text)

    def test_only_libraries_with_members_in_the_program_are_used(self):
        statistics = "members\textracted\tarchive\n30\t7\t/usr/lib/liby.a\n20\t0\t/usr/lib/libz.a\n"
        self.assertEqual(link_program.used_archives(statistics), [(7, "/usr/lib/liby.a")])


class SameBytesTests(unittest.TestCase):
    def test_no_source_calls_a_function_that_contains_the_length_of_its_path(self):
        # The compiler maps the path that withoutActuallyEscaping would report, but not its length.
        found = [str(path) for path in (ROOT / "Sources").rglob("*.swift") if "withoutActuallyEscaping(" in path.read_text()]
        self.assertEqual(found, [])


class LauncherTests(unittest.TestCase):
    def test_the_launcher_knows_the_distributions_that_the_program_knows(self):
        swift = (ROOT / "Sources/Bridge/Wording/PackageManager.swift").read_text()
        known = {manager: set(re.findall(r'"([^"]+)"', names))
                 for names, manager in re.findall(r"    case (.*): self = \.(\w+)", swift)}
        shell = (HERE / "launcher").read_text()
        found = {manager: set(names.split(" | ")) for names, manager in re.findall(r"^ *(.*)\) echo (\w+); return", shell, re.M)}
        self.assertEqual(set(found), {"apt", "dnf", "pacman", "zypper", "apk"})
        self.assertEqual(found, known)


class ContentsTests(unittest.TestCase):
    def test_a_component_is_an_spdx_package_that_the_program_links_statically(self):
        entry = {"name": "libstdc++", "licence": "MIT", "version": "12", "supplier": "Person: A (a@b)", "homepage": "",
                 "purl": "pkg:deb/debian/x@12?arch=amd64"}
        options = argparse.Namespace(version="0.3.0", arch="amd64", name="keybridge-0.3.0-linux-amd64")
        with mock.patch.dict(os.environ, {"SOURCE_DATE_EPOCH": "0"}):
            document = sbom.document(options, [entry], b"program")
        self.assertEqual(document["creationInfo"]["created"], "1970-01-01T00:00:00Z")
        self.assertEqual([package["SPDXID"] for package in document["packages"]], ["SPDXRef-keybridge", "SPDXRef-libstdcpp"])
        self.assertEqual(document["relationships"][1]["relationshipType"], "STATIC_LINK")
        self.assertNotIn("homepage", document["packages"][1])

    def test_a_library_whose_licence_is_not_known_is_an_error(self):
        packages = sbom.Packages([])
        with mock.patch.object(packages, "query", lambda *words: "libnew-dev: /usr/lib/libnew.a"), \
             self.assertRaisesRegex(sbom.UnknownComponent, "the licence of libnew-dev"):
            packages.components("3\t/usr/lib/libnew.a\n")
        with mock.patch.object(packages, "query", lambda *words: None), \
             self.assertRaisesRegex(sbom.UnknownComponent, "no known Debian package"):
            packages.components("3\t/opt/libnew.a\n")

    def test_the_package_of_an_sdk_follows_from_the_name_of_the_library(self):
        known = [{"name": "libgcc", "package": "libgcc-[0-9]+-dev", "archives": ["libgcc.a"], "licence": "MIT"}]
        packages = sbom.Packages(known, pathlib.Path("/sdk"))

        def query(*words):
            if words[-1] == "libgcc-14-dev":
                return "libgcc-14-dev\n14.2.0-19\narm64\nDebian GCC Maintainers <gcc@example>\n\n."
            return "libc6-dev\nlibgcc-14-dev"

        with mock.patch.object(packages, "query", query):
            found = packages.components("2\t/sdk/sysroot/usr/lib/gcc/aarch64-linux-gnu/14/libgcc.a\n")
        self.assertEqual([(one["version"], one["supplier"], one["purl"]) for one in found], [
            ("14.2.0-19", "Organization: Debian GCC Maintainers (gcc@example)",
             "pkg:deb/debian/libgcc-14-dev@14.2.0-19?arch=arm64")])
        # This machine may lack the package.
        self.assertEqual(found[0]["licence_file"],
                         "/sdk/keybridge.artifactbundle/sdk/sysroot/usr/share/doc/libgcc-14-dev/copyright")

    def test_the_swift_libraries_of_an_sdk_are_those_of_debian(self):
        pinned = sbom.tomllib.loads(sbom.PINS.read_text())["swiftlang"]["version"]
        known = [{"name": "swift-runtime", "package": "swift", "archives": [], "licence": "MIT"}]
        packages = sbom.Packages(known, pathlib.Path("/sdk"))
        with mock.patch.object(sbom, "output", lambda *words: "/toolchain/usr/bin/swift"):
            found = packages.components("2\t/sdk/sysroot/usr/lib/swift_static/linux/libswiftCore.a\n")
        self.assertEqual([(one["version"], one["supplier"], one["licence_file"]) for one in found], [
            (pinned, "Organization: Debian", "/toolchain/usr/share/swift/LICENSE.txt")])
        self.assertRegex(found[0]["purl"], r"^pkg:deb/debian/swiftlang@[^+@]+\?arch=arm64$")

    def test_each_known_component_has_a_licence(self):
        for entry in sbom.tomllib.loads((HERE / "components.toml").read_text())["component"]:
            self.assertTrue(entry["name"] and entry["package"] and entry["licence"])


if __name__ == "__main__":
    unittest.main()
