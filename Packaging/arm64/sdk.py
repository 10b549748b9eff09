#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Assembles a Swift SDK that builds Keybridge for Debian on arm64, from Debian's packages alone.

    sdk.py make --suite bookworm --packages "libevdev-dev …" [--extract FILE]    assembles it, unless it exists
    sdk.py extract FILE                                                          writes what is needed of swiftlang
    sdk.py update-pin                                                            pins sid's current swiftlang

Headers and libraries are those of the suite. Swift's static libraries are those of Debian sid's swiftlang, because no
stable release has Swift 6.2 and swift.org's package for arm64 needs a later glibc. sid keeps one version of a package, so
pins.toml names the version and its hashes, and a kept extract (FILE) replaces the package once its version is gone.

Needs the Swift toolchain, apt, dpkg-deb, tar and debian-archive-keyring. Needs no root, and installs nothing.
"""

import argparse
import hashlib
import io
import json
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
sys.path.insert(0, str(HERE))

from archive import Archive, unpack, write_database          # noqa: E402

TRIPLE, MULTIARCH = "aarch64-unknown-linux-gnu", "aarch64-linux-gnu"
# The version of GCC in each suite, whose C++ library the program and the engines use.
GCC = {"bookworm": 12, "trixie": 14}
PINS = HERE / "pins.toml"

# The modules that Keybridge imports, and those that they import.
MODULES = """Swift SwiftOnoneSupport _Builtin_float Glibc _RegexParser _Concurrency _StringProcessing RegexBuilder
             Synchronization Observation _Volatile Runtime""".split()
STATIC = "./usr/libexec/swift/lib/swift_static/"
UNNEEDED = re.compile(r"linux/libswift(Cxx|CxxStdlib|Dispatch|Distributed|_Differentiation)\.a")
# Without the compiled modules, which are for sid's own compiler: they are compiled again from their interfaces.
NEEDED = re.compile(r"shims/.*|linux/aarch64/[^/]*\.(h|modulemap|o)|linux/[^/]*\.lnk|linux/lib(dispatch|BlocksRuntime|swift[^/]*)\.a|linux/("
                    + "|".join(MODULES) + r")\.swiftmodule/(?!.*\.private\.)[^/]*\.swiftinterface")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=PROJECT / ".build/sdk", help="the folder of all SDKs")
    parser.add_argument("--pins", type=pathlib.Path, default=PINS, help=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("--suite", default="bookworm")
    make.add_argument("--packages", default="", help="the packages with headers and libraries, separated by spaces")
    make.add_argument("--extract", type=pathlib.Path, help="a kept extract of swiftlang")
    commands.add_parser("extract").add_argument("file", type=pathlib.Path)
    commands.add_parser("update-pin")
    options = parser.parse_args()
    if options.command == "extract":
        write_extract(options)
    elif options.command == "update-pin":
        update_pin(options)
    elif options.suite not in GCC:
        sys.exit(f"no SDK can be made for the suite {options.suite!r}; expected {' or '.join(GCC)}")
    else:
        SDK(options).make()


# MARK: swiftlang

def pin(options):
    """The pinned version and hashes."""
    try:
        return tomllib.loads(options.pins.read_text())["swiftlang"]
    except (KeyError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"{options.pins}: {error}; `make update-sdk-pin` writes the file again")


def sid(options):
    """Debian sid, with current lists."""
    archive = Archive(options.folder / "sid", "sid")
    archive.update()
    return archive


def pinned_package(options):
    """Returns the pinned package of swiftlang."""
    pinned = pin(options)
    kept = options.folder / "sid/archives" / f"swiftlang_{pinned['version']}_arm64.deb"
    if not kept.exists():
        archive = sid(options)
        if not archive.download("swiftlang", pinned["version"]):
            sys.exit(f"swiftlang {pinned['version']} is no longer in Debian sid, whose version is now "
                     f"{archive.version('swiftlang') or 'none'}\n"
                     "`make update-sdk-pin` pins that version; `make sdk SDK_EXTRACT=FILE` uses a kept extract instead")
    check(kept.read_bytes(), pinned["package"], kept)
    return kept


def check(content, expected, name):
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        sys.exit(f"{name}: SHA-256 is {found}, expected {expected}; delete the file and try again")


def extract(package):
    """Returns what the SDK needs of a package of swiftlang: an archive whose bytes depend on these files alone."""
    out = io.BytesIO()
    files = {}
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as process:
        with tarfile.open(fileobj=process.stdout, mode="r|") as source:
            for entry in source:
                name = entry.name.removeprefix(STATIC)
                if name != entry.name and entry.isfile() and NEEDED.fullmatch(name) and not UNNEEDED.fullmatch(name):
                    files[name] = source.extractfile(entry).read()
    if "linux/libswiftCore.a" not in files:
        sys.exit(f"{package} has no {STATIC}linux/libswiftCore.a; its folders have changed, and STATIC in {__file__} with them")
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as target:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            target.addfile(entry, io.BytesIO(files[name]))
    return out.getvalue()


def read_extract(options):
    """Returns the extract from the kept file, or from the pinned package."""
    if not options.extract:
        return extract(pinned_package(options))
    try:
        content = lzma.decompress(options.extract.read_bytes())
    except (OSError, lzma.LZMAError) as error:
        sys.exit(f"{options.extract}: {error}; `make sdk-extract` writes such a file")
    check(content, pin(options)["extract"], options.extract)
    return content


def write_extract(options):
    """Writes the extract, and next to it the SHA-256 of the file."""
    content = extract(pinned_package(options))
    check(content, pin(options)["extract"], "the extract of swiftlang")
    packed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_bytes(packed)
    sums = options.file.with_name(options.file.name + ".sha256")
    sums.write_text(f"{hashlib.sha256(packed).hexdigest()}  {options.file.name}\n")
    print(f"{options.file}: {len(packed)} bytes")


def update_pin(options):
    """Pins the version that sid has now."""
    archive = sid(options)
    version = archive.version("swiftlang")
    package = archive.download("swiftlang", version) if version else None
    if not package:
        sys.exit("cannot download swiftlang for arm64 from Debian sid; try again later or with another MIRROR")
    content = extract(package)
    text = options.pins.read_text()
    for key, value in {"version": version, "package": hashlib.sha256(package.read_bytes()).hexdigest(),
                       "extract": hashlib.sha256(content).hexdigest()}.items():
        text, count = re.subn(rf'^{key} = ".*"$', f'{key} = "{value}"', text, flags=re.MULTILINE)
        if count != 1:
            sys.exit(f"{options.pins}: expected one line with {key}")
    options.pins.write_text(text)
    print(f"{options.pins}: swiftlang {version}")


# MARK: the SDK

class SDK:
    """The SDK of one suite: a bundle for `swift build --swift-sdk SUITE-arm64`, and a database for dpkg-shlibdeps."""

    def __init__(self, options):
        self.options, self.suite = options, options.suite
        self.folder = options.folder.resolve() / f"{self.suite}-arm64"
        self.bundle = self.folder / "keybridge.artifactbundle"
        self.root = self.bundle / "sdk/sysroot"
        self.swift = self.root / "usr/lib/swift_static"
        self.scratch = self.folder / "scratch"
        self.packages = [*options.packages.split(), f"libstdc++-{GCC[self.suite]}-dev"]
        self.toolchain = pathlib.Path(shutil.which("swiftc") or sys.exit("swiftc is not in PATH")).resolve().parent

    def make(self):
        """Assembles the SDK unless it exists and was made from the same files by the same compiler."""
        compiler = subprocess.run([self.tool("swift-frontend"), "--version"], capture_output=True, text=True, check=True)
        made_from = "\n".join([compiler.stdout, " ".join(self.packages), *(
            hashlib.sha256(path.read_bytes()).hexdigest()
            for path in (self.options.pins, HERE / "sdk.py", HERE / "older_glibc.c"))])
        mark = self.folder / "made-from"
        if mark.exists() and mark.read_text() == made_from:
            return
        content = read_extract(self.options)
        archive = Archive(self.options.folder / self.suite, self.suite)
        archive.update()
        packages = archive.closure(*self.packages)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        self.make_root(packages)
        # dpkg-shlibdeps looks up the paths of the SDK.
        write_database(packages, self.folder / "dpkg", self.root)
        self.add_swift(content)
        self.write_settings()
        shutil.rmtree(self.scratch)
        mark.write_text(made_from)
        print(f"{self.bundle}: {len(packages)} packages of Debian {self.suite}")

    def tool(self, name):
        return str(self.toolchain / name)

    def make_root(self, packages):
        """Unpacks the packages, and lets absolute links point into the folder."""
        unpack(packages, self.root)
        for name in ("etc", "usr/lib/valgrind", *(f"usr/share/{name}" for name in ("man", "lintian", "bug", "gdb"))):
            shutil.rmtree(self.root / name, ignore_errors=True)
        keep_licences(self.root / "usr/share/doc")
        for folder, folders, files in os.walk(self.root):
            for path in (pathlib.Path(folder, name) for name in folders + files):
                if path.is_symlink() and (target := os.readlink(path)).startswith("/"):
                    path.unlink()
                    path.symlink_to(os.path.relpath(f"{self.root}{target}", path.parent))

    def add_swift(self, content):
        """Adds Swift's static libraries, and compiles the interfaces of their modules for this compiler."""
        self.swift.mkdir(parents=True)
        # The driver looks for swiftrt.o in both folders.
        (self.root / "usr/lib/swift").symlink_to("swift_static")
        with tarfile.open(fileobj=io.BytesIO(content)) as files:
            files.extractall(self.swift)
        # The compiler's own C headers.
        (self.swift / "clang").symlink_to(self.toolchain.parent / "lib/swift/clang")
        older = self.scratch / "older_glibc.o"
        self.run(self.tool("clang"), "-target", TRIPLE, f"--sysroot={self.root}", "-O2", "-fPIC", "-c", HERE / "older_glibc.c",
                 "-o", older)
        self.run(self.tool("llvm-ar"), "r", self.swift / "linux/libswiftCore.a", older)
        for module in MODULES:
            folder = self.swift / f"linux/{module}.swiftmodule"
            self.run(self.tool("swift-frontend"), "-compile-module-from-interface", folder / f"{TRIPLE}.swiftinterface",
                     "-o", folder / f"{TRIPLE}.swiftmodule", "-module-name", module, "-target", TRIPLE,
                     "-resource-dir", self.swift, "-sdk", self.root, "-module-cache-path", self.scratch / "modules",
                     *(["-parse-stdlib"] if module == "Swift" else []))

    def run(self, *command):
        result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}\n{result.stderr.strip()}\n"
                     f"the SDK for {self.suite} cannot be made with this compiler and the swiftlang of {self.options.pins}")

    def write_settings(self):
        """Writes what SwiftPM reads: the bundle's contents, the SDK's folders, and the linker."""
        def write(path, **values):
            path.write_text(json.dumps(values, indent=2) + "\n")

        sdk = self.bundle / "sdk"
        write(self.bundle / "info.json", schemaVersion="1.0", artifacts={
            f"{self.suite}-arm64": {"type": "swiftSDK", "version": "1", "variants": [{"path": "sdk"}]}})
        write(sdk / "swift-sdk.json", schemaVersion="4.0", targetTriples={TRIPLE: {
            "sdkRootPath": "sysroot", "swiftResourcesPath": "sysroot/usr/lib/swift",
            "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}})
        write(sdk / "toolset.json", schemaVersion="1.0", swiftCompiler={"extraCLIOptions": ["-use-ld=lld"]})


def keep_licences(documents):
    """Removes all documents but the copyright files: those of libraries in an archive's program go with it."""
    for folder, _, files in os.walk(documents):
        for name in files:
            if name != "copyright":
                pathlib.Path(folder, name).unlink()


if __name__ == "__main__":
    main()
