#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the sessions of session.py in valgrind's memcheck.

    memcheck.py KEYBRIDGE TOOLS

Fails for an access to memory that is not the program's, for memory that is freed twice, and for memory that is lost in each
round of a session. Memory that is lost once is not counted, because the objects of a process that ends are not released. The
counts of weak references are not counted either: Swift keeps no pointers to them, but a part of one, so they always look lost.
valgrind knows neither Landlock nor seccomp, so the service runs without its sandbox, and without engines, which need one.
"""

import pathlib
import re
import sys
import tempfile

import machine
import session as sessions

ROUNDS = 3
# A program in valgrind is slow.
machine.PATIENCE = 300
LOST = re.compile(r"([\d,]+)(?: direct, [\d,]+ indirect\))? bytes in [\d,]+ blocks? are definitely lost")
# The function that allocates counts of weak references, and nothing else in the program.
COUNTS = "posix_memalign"
WRONG = re.compile(r"Invalid (?:read|write|free)|Mismatched free|Jump to the invalid address|Process terminating")
# The kernel takes the argument of this request as a number.
SUPPRESSIONS = """{
   EVIOCGRAB
   Memcheck:Param
   ioctl(generic)
   ...
   fun:libevdev_grab
}
"""


def run(kind, keybridge, tools, rounds):
    """The findings of a session, and what memcheck says about wrong accesses and about lost memory."""
    with tempfile.TemporaryDirectory() as folder:
        suppressions = pathlib.Path(folder, "suppressions")
        suppressions.write_text(SUPPRESSIONS)
        made = sessions.SESSIONS[kind](keybridge, tools, (
            "valgrind", "--leak-check=full", "--show-leak-kinds=definite", "--undef-value-errors=no", "--num-callers=20",
            f"--suppressions={suppressions}", f"--log-file={folder}/%p.log"))
        made.rounds = rounds
        made.run()
        logs = {path.stem: path.read_text(errors="replace") for path in pathlib.Path(folder).glob("*.log")}
    wrong = [section for log in logs.values() for section in sections_of(log) if WRONG.search(section)]
    own = logs.get(str(made.machine.pid), "")
    lost = [section for section in sections_of(own) if LOST.search(section) and COUNTS not in section]
    findings = made.findings + made.notes
    if "ERROR SUMMARY" not in own:
        findings.append("memcheck wrote no summary")
    return findings, wrong, lost


def sections_of(log):
    return re.split(r"\n==\d+== \n", log)


def bytes_of(lost):
    return sum(int(LOST.search(section)[1].replace(",", "")) for section in lost)


def main(keybridge, tools):
    failed = False
    for kind in sessions.SESSIONS:
        once, often = (run(kind, keybridge, tools, rounds) for rounds in (1, ROUNDS))
        for findings, wrong, _ in (once, often):
            failed |= bool(findings or wrong)
            for text in (*findings, *wrong):
                print(text)
        before, after = bytes_of(once[2]), bytes_of(often[2])
        if after > before:
            failed = True
            print(*often[2], sep="\n")
        print(f"{kind}: {len(once[1]) + len(often[1])} wrong accesses; {before} bytes are lost after a round, {after} after {ROUNDS}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
