#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links the program of a finished release build again, with more static libraries.

    link_program.py BUILD OUTPUT --libraries FOLDER [--archives FILE]

BUILD is the scratch folder of the build, such as `.build-release`. SwiftPM's description of the build contains the command
that links the program. It is run again with FOLDER as the first folder that libraries are searched in, and with OUTPUT as its
result. Nothing is compiled, and the program of the build stays as it is. Where FOLDER has a static library, the linker uses it.

--archives writes a line for each static library that the linker has used: the number of its members in the program, a tab, and
its path. Packaging/release/sbom.py lists the contents of the program from this file."""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

COMMAND = re.compile(r'^  "C\.keybridge-[^"]*-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])\n', re.MULTILINE)


class LinkError(Exception):
    """A reason why the program cannot be linked, with a hint."""


def link_command(description):
    """Returns the command that links the program, from SwiftPM's description of a build."""
    found = COMMAND.search(description)
    try:
        words = json.loads(found[1]) if found else []
    except ValueError:
        words = []
    if "-emit-executable" not in words or "-o" not in words[:-1]:
        raise LinkError("the build's description has no command that links keybridge; another version of SwiftPM may write it"
                        " differently")
    return words


def with_libraries(words, folder, output, statistics=None):
    """Returns the command with another result and a folder that is searched first."""
    words = list(words)
    words[words.index("-o") + 1] = str(output)
    words[1:1] = [f"-L{folder}"]
    if statistics:
        words += ["-Xlinker", f"--print-archive-stats={statistics}"]
    return words


def used_archives(statistics):
    """Returns the static libraries of lld's statistics that have members in the program, with the number of members."""
    used = []
    for line in statistics.splitlines()[1:]:
        members, fetched, path = line.split("\t")
        # A library of which nothing is used is not in the program.
        if int(fetched):
            used.append((int(fetched), path))
    return used


def link(build, output, libraries, archives):
    """Links the program."""
    description = build / "release.yaml"
    if not description.is_file():
        raise LinkError(f"{description} does not exist; run make build first")
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        statistics = pathlib.Path(folder) / "statistics"
        command = with_libraries(link_command(description.read_text()), libraries.resolve(), output.resolve(), statistics)
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise LinkError(f"the program cannot be linked again: {error}") from error
        if archives:
            lines = [f"{count}\t{path}\n" for count, path in used_archives(statistics.read_text())]
            archives.write_text("".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--libraries", type=pathlib.Path, required=True)
    parser.add_argument("--archives", type=pathlib.Path)
    options = parser.parse_args()
    try:
        link(options.build, options.output, options.libraries, options.archives)
    except LinkError as error:
        print(f"link_program.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
