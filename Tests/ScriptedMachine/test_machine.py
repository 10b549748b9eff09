# SPDX-License-Identifier: Apache-2.0
"""Tests the scripted machine: its time, its devices, the search for call sites, and a short day."""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

import faults                                                # noqa: E402
import session                                               # noqa: E402

TOOLS = os.environ.get("MACHINE_TOOLS", ROOT / ".build/machine")
KEYBRIDGE = os.environ.get("KEYBRIDGE", ROOT / ".build-release/release/keybridge")

TRACE = """openat(AT_FDCWD, "a") = 3
 > /usr/lib/libc.so.6(open64+0x1) [0x1]
 > /home/x/keybridge() [0x100]
read(3, "", 8) = 0
 > /usr/lib/libc.so.6(read+0x1) [0x2]
 > /home/x/keybridge() [0x100]
openat(AT_FDCWD, "b") = 3
 > /usr/lib/libc.so.6(open64+0x1) [0x1]
 > /home/x/keybridge() [0x200]
openat(AT_FDCWD, "a") = 3
 > /usr/lib/libc.so.6(open64+0x1) [0x1]
 > /home/x/keybridge() [0x100]
connect(4, {}, 110) = 0
 > /tmp/machine.so(open+0x9) [0x7]
 > /home/x/keybridge() [0x100]
"""


class CallSites(unittest.TestCase):
    def test_calls_are_numbered_by_system_call_and_sorted_by_their_callers(self):
        sites = faults.call_sites(TRACE)
        self.assertEqual([(name, numbers) for (name, _), numbers in sites.items()],
                         [("openat", [1, 3]), ("read", [1]), ("openat", [2])])
        self.assertEqual(faults.describe(next(iter(sites))[1]), "keybridge 100")

    def test_the_first_the_second_and_the_last_call_are_chosen(self):
        self.assertEqual(faults.choose([4]), [4])
        self.assertEqual(faults.choose([4, 9]), [4, 9])
        self.assertEqual(faults.choose([4, 9, 12, 20]), [4, 9, 20])


class Sessions(unittest.TestCase):
    def check(self, kind, **options):
        made = session.SESSIONS[kind](KEYBRIDGE, TOOLS)
        made.options = options
        made.run()
        self.assertEqual((made.findings, made.notes, made.machine.process.returncode), ([], [], 0), made.said)

    def test_a_session_of_run_without_a_fault_finds_nothing(self):
        self.check("run")

    def test_a_session_of_exec_without_a_fault_finds_nothing(self):
        self.check("exec")

    def test_the_program_of_exec_ends_although_a_parent_ignores_the_ends_of_children(self):
        self.check("exec", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))


class Days(unittest.TestCase):
    def test_three_short_hours_leave_nothing_behind(self):
        day = subprocess.run(
            [sys.executable, "-B", HERE / "day.py", KEYBRIDGE, TOOLS, ROOT / ".build/no-engines", "--hours", "3", "--keys", "3000",
             "--minutes-an-hour", "7"], stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(day.returncode, 0, day.stdout)


if __name__ == "__main__":
    unittest.main()
