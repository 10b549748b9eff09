#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the C and C++ of the project with clang's static analyzer and with cppcheck, and fails for each finding.

    analyze.py [FILE…]

A finding that is no mistake has a comment at its place, `// NOLINT` for clang or `// cppcheck-suppress`, with the reason.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ANALYZER = ["--analyze", "-Xclang", "-analyzer-output=text", "-Xclang", "-analyzer-werror", "-o", os.devnull]
CHECKER = ["cppcheck", "--enable=warning,portability", "--inline-suppr", "--quiet", "--error-exitcode=1",
           # A system header that is missing for cppcheck is no finding, and neither is the limit of combinations of #if.
           "--suppress=missingInclude", "--suppress=missingIncludeSystem", "--suppress=toomanyconfigs",
           "--suppress=normalCheckLevelMaxBranches", "--suppress=unmatchedSuppression",
           # It takes the name of a member for the variable that is moved into it; clang looks for uses of moved variables, too.
           "--suppress=accessMoved"]


def flags_of(*libraries):
    found = subprocess.run(["pkg-config", "--cflags", *libraries], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return found.stdout.split()


def system_includes(*folders):
    return [word for folder in folders for word in ("-isystem", folder)]


def groups():
    """The files with the words that a compiler needs for them."""
    multiarch = subprocess.run(["gcc", "-print-multiarch"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    plus = ["-std=c++20", '-DKEYBRIDGE_VERSION="0"']
    for folder in sorted(ROOT.glob("Sources/C*")) + sorted(ROOT.glob("Tests/C*")):
        includes = ["-I" + str(folder / "include")]
        if folder.name in ("CTestbed", "CScreenOracle", "CLayoutOracle", "CTestSetup", "CConfinedChild"):
            includes += flags_of("umockdev-1.0", "vterm", "xkbcommon")
        if folder.name in ("CConfinedChild", "CEngineProcess"):
            includes += [f"-I{other / 'include'}" for other in ROOT.glob("Sources/C*")]
        yield sorted(folder.glob("*.c")), ["-std=gnu11", "-D_GNU_SOURCE", *includes]
    yield sorted(ROOT.glob("Tests/ScriptedMachine/*.c")), ["-std=gnu11", "-I" + str(ROOT / "Tests/CTestbed/include"), *flags_of("umockdev-1.0")]
    yield sorted(ROOT.glob("Clients/C/*.c")), ["-std=c11", "-D_GNU_SOURCE", *flags_of("jansson")]
    chinese = system_includes("/usr/include/LibIME", "/usr/include/Fcitx5/Utils")
    google = f'-DGOOGLEPINYIN_DICTIONARY="/usr/lib/{multiarch}/googlepinyin/data/dict_pinyin.dat"'
    yield sorted(ROOT.glob("Engines/*/*.cpp")), [*plus, *chinese, google]
    yield sorted(ROOT.glob("Forward/*.cpp")), ["-std=c++17", *plus[1:], *flags_of(
        "libmosquitto", "sqlite3", "yaml-0.1", "jansson", "libsystemd", "libcrypto", "libcurl"), "-I" + str(ROOT / "Clients/C")]


def analyze(file, flags):
    """The output of the two programs about a file; empty if they find nothing."""
    said = []
    for command in ([shutil.which("clang") or "clang", *ANALYZER, *flags, str(file)],
                    [*CHECKER, *(word for word in flags if word.startswith(("-I", "-D"))), str(file)]):
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if run.returncode or "warning:" in run.stdout:
            said.append(f"{command[0].rpartition('/')[2]}: {file.relative_to(ROOT)}\n{run.stdout}")
    return "\n".join(said)


def main(names):
    files = [(file, flags) for group, flags in groups() for file in group if not names or str(file.relative_to(ROOT)) in names]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(lambda pair: analyze(*pair), files):
            if said:
                failed += 1
                print(said, flush=True)
    print(f"{len(files)} files, {failed} with findings")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
