#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a release from this commit into .build/release, and tags the commit.

    release.py 0.3.0               builds and tags; Documentation/Releasing.md
    release.py --key KEY 0.3.0     also writes the apt repository, signed with this secret key of gpg
    release.py --check 0.3.0       only says whether the commit could be released

Everything that speaks against a release is reported before anything is built. The tag is created last, so a release that fails
leaves none. `make` is the program of the variable MAKE. Needs: git, make, coreutils, and the packages of the targets."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / folder) for folder in ("Packaging/release", "Tests", "Benchmarks")]

import page_age                                              # noqa: E402
import record                                                # noqa: E402
import version as versions                                   # noqa: E402

# Each step: what it builds, the words for make, a target that must exist for the step, and the files that it creates, where
# {version} and {key} are replaced. Packages of .build/deb are copied into the release. A later target joins by one line.
STEPS = (
    ("the archive for amd64", ("tarball",), "tarball",
     (".build/release/keybridge-{version}-linux-amd64.tar.xz", ".build/release/keybridge-{version}-linux-amd64.spdx.json")),
    ("the archive of words", ("tarball-lexicons",), "tarball-lexicons", (".build/release/keybridge-lexicons-{version}.tar.xz",)),
    ("the packages for amd64", ("deb",), "deb",
     (".build/deb/keybridge*_{version}*_amd64.deb", ".build/deb/libkeybridge-client*_{version}_amd64.deb")),
    ("the packages of engines, of keybridge-forward and for Qt 6 for each distribution", ("deb-distributions",), "deb-distributions",
     (".build/deb/keybridge-engine-*_{version}*_amd64.deb", ".build/deb/keybridge-forward_{version}*_amd64.deb",
      ".build/deb/keybridge-qt6_{version}*_amd64.deb")),
    ("the package for IBus", ("deb-ibus",), "deb-ibus", (".build/deb/keybridge-ibus_{version}_all.deb",)),
    ("the packages of words", ("deb-lexicons",), "deb-lexicons", (".build/deb/keybridge-lexicon*_{version}_all.deb",)),
    ("the data of handwriting", ("deb-handwriting",), "deb-handwriting", (".build/deb/keybridge-handwriting_{version}_all.deb",)),
    ("the packages for arm64", ("deb", "ARCH=arm64"), "sdk",
     (".build/deb/keybridge*_{version}*_arm64.deb", ".build/deb/libkeybridge-client*_{version}_arm64.deb")),
    ("the package of keybridge-forward for arm64", ("deb-forward", "ARCH=arm64"), "sdk",
     (".build/deb/keybridge-forward_{version}*_arm64.deb",)),
    ("the archive for arm64", ("tarball", "ARCH=arm64"), "sdk",
     (".build/release/keybridge-{version}-linux-arm64.tar.xz", ".build/release/keybridge-{version}-linux-arm64.spdx.json")),
    ("the apt repository", ("repository", "KEY={key}"), "repository", (".build/repository/dists",)),
)
RELEASE = pathlib.Path(".build/release")
SUMS = "SHA256SUMS"


class Failure(Exception):
    """A step that has failed, with a hint."""


def run(root, *words, **options):
    return subprocess.run(words, cwd=root, text=True, **options)


def git(root, *words):
    """Returns the output of a git command; None if it fails."""
    done = run(root, "git", *words, capture_output=True)
    return done.stdout.rstrip("\n") if done.returncode == 0 else None


def make():
    return os.environ.get("MAKE", "make")


def environment(root):
    """The environment of the steps: nothing of a make that runs this script but its program, and the time of the commit."""
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "VERSION")}
    return kept | {"SOURCE_DATE_EPOCH": git(root, "log", "-1", "--format=%ct") or "0", "CI": "true"}


def obstacles(root, version, key=""):
    """Yields what speaks against a release of this version from this commit, signed with this key, each with a hint."""
    if git(root, "rev-parse", "--verify", "HEAD") is None:
        yield "this folder is not a git clone with a commit", "clone the project"
        return
    changed = git(root, "status", "--porcelain")
    if changed != "":
        first = (changed or "").splitlines()[:1]
        yield f"files differ from the commit, such as {''.join(first)[3:]}", "commit or remove them: git status"
    tag = f"v{version}"
    if git(root, "rev-parse", "--verify", f"refs/tags/{tag}") is not None:
        yield f"the tag {tag} exists", "choose the next version: make version VERSION=X.Y.Z"
    for line in versions.disagreements(root):
        yield line, "python3 Packaging/release/version.py check"
    try:
        written = versions.current(root)
    except versions.VersionError:
        written = None
    if written is not None and written != version:
        yield f"the program has version {written}", f"make version VERSION={version}, and commit"
    changelog = (root / versions.CHANGELOG).read_text(encoding="utf-8")
    if not versions.has_entries(versions.section(changelog, version)):
        yield f"CHANGELOG.md has no section [{version}] with entries", f"make version VERSION={version}, and commit"
    if versions.has_entries(versions.section(changelog, "Unreleased")):
        yield "CHANGELOG.md has entries under [Unreleased]", f"move them to the section [{version}], and commit"
    text, is_error = page_age.check(root)
    if text and is_error:
        yield text, "make bench"
    tests = record.read(root)
    head = git(root, "rev-parse", "HEAD")
    hint = "CI=true make test-long, at this commit; its summary says whether it was recorded"
    if tests is None:
        yield "no run of all tests is recorded, or the last one failed", hint
    elif tests["commit"] != head:
        yield f"the recorded run of all tests was at {tests['commit'][:12]}, and this commit is {head[:12]}", hint
    elif tests["thoroughness"] != "long":
        yield "the recorded run was make test, without the long tests", hint
    # The needs of the last steps are checked first, because the other steps take most of an hour.
    if git(root, "var", "GIT_COMMITTER_IDENT") is None:
        yield "git does not know your name, which an annotated tag needs", "git config user.name and user.email"
    if key and shutil.which("gpg") and run(root, "gpg", "--batch", "--list-secret-keys", "--", key,
                                           capture_output=True).returncode != 0:
        yield f"gpg has no secret key '{key}'", "gpg --list-secret-keys lists yours"


def targets(root):
    """Returns the targets of the Makefile."""
    # The status says only that there is something to do.
    text = run(root, make(), "--print-data-base", "--question", "--no-builtin-rules", "--no-print-directory", "clean",
               capture_output=True, env=environment(root)).stdout
    return {line.partition(":")[0] for line in text.splitlines() if line and not line.startswith(("#", "\t", " ", "."))}


def build(root, version, key, out):
    """Runs the steps and collects their files. Returns the names of the files of the release."""
    folder = root / RELEASE
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for old in (root / ".build/deb").glob("*.deb"):
        old.unlink()
    known = targets(root)
    for text, words, needed, files in STEPS:
        if needed not in known:
            print(f"release.py: {text}: skipped, because the Makefile has no target '{needed}'", file=out, flush=True)
            continue
        if "KEY={key}" in words and not key:
            print(f"release.py: {text}: skipped, because no key is given: make release VERSION={version} KEY=…", file=out,
                  flush=True)
            continue
        words = [word.format(key=key) for word in words]
        print(f"release.py: {text}: make {' '.join(words)}", file=out, flush=True)
        if run(root, make(), "--no-print-directory", *words, env=environment(root)).returncode != 0:
            raise Failure(f"make {' '.join(words)} failed")
        for pattern in files:
            found = sorted(root.glob(pattern.format(version=version)))
            if not found:
                raise Failure(f"make {' '.join(words)} has not created {pattern.format(version=version)}")
            for path in found:
                if path.parent != folder and path.is_file():
                    shutil.copy2(path, folder)
    return sorted(path.name for path in folder.iterdir() if path.is_file())


def checksums(root, names):
    """Writes the checksums of the release's files, and checks them."""
    folder = root / RELEASE
    done = run(folder, "sha256sum", "--", *names, capture_output=True)
    if done.returncode != 0:
        raise Failure(f"sha256sum failed: {done.stderr.strip()}")
    (folder / SUMS).write_text(done.stdout)
    if run(folder, "sha256sum", "--check", "--quiet", SUMS).returncode != 0:
        raise Failure(f"{SUMS} does not fit the files")


def tag(root, version, changelog):
    """Creates the tag, with the changelog's section as its message."""
    message = f"Keybridge {version}\n\n{versions.section(changelog, version)}\n"
    done = run(root, "git", "tag", "--annotate", "--cleanup=verbatim", "--file=-", f"v{version}", input=message,
               capture_output=True)
    if done.returncode != 0:
        raise Failure(f"git tag failed: {done.stderr.strip()}")


def release(root, version, key="", out=sys.stdout):
    """Builds and tags the release."""
    head = git(root, "rev-parse", "HEAD")
    names = build(root, version, key, out)
    checksums(root, names)
    # A step that changes files, or another commit in the meantime, would make the tag wrong.
    if git(root, "status", "--porcelain") != "" or git(root, "rev-parse", "HEAD") != head:
        raise Failure("the files of the commit were changed while the release was built")
    tag(root, version, (root / versions.CHANGELOG).read_text(encoding="utf-8"))
    print(f"release.py: the tag v{version} and the files of the release, in {RELEASE}:", file=out)
    for name in [*names, SUMS]:
        print(f"  {(root / RELEASE / name).stat().st_size:>11,}  {name}", file=out)
    print(f"release.py: next: git push origin v{version}, then publish the files", file=out)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="release.py [--check] [--key KEY] VERSION; make release VERSION=0.3.0")
    parser.add_argument("version", help="three numbers, as in 0.3.0")
    parser.add_argument("--key", default="", help="the secret key of gpg that signs the apt repository")
    parser.add_argument("--check", action="store_true", help="only say whether the commit could be released")
    options = parser.parse_args(arguments)
    version = options.version
    found = list(obstacles(ROOT, version, options.key))
    for text, hint in found:
        print(f"release.py: {text}\nrelease.py:   {hint}", file=sys.stderr)
    if found:
        print("release.py: nothing was built or tagged", file=sys.stderr)
        return 1
    if options.check:
        print(f"release.py: this commit can be released as {version}")
        return 0
    try:
        release(ROOT, version, options.key)
    except (Failure, OSError) as failure:
        print(f"release.py: {failure}\n"
              f"release.py:   nothing was tagged. If the cause is outside of the project, run make release VERSION={version}"
              " again; it does not compile again.\n"
              "release.py:   If files must be changed, commit, run the tests again, and start over.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
