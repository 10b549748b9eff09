# SPDX-License-Identifier: Apache-2.0
"""Tests the reading of callgrind's result."""
import unittest

import instructions

RESULT = """# callgrind format
version: 1
positions: line
events: Ir
summary: {summary}

ob=/usr/bin/program
fl=???
fn=main
0 100
cob=/usr/lib/libumockdev-preload.so.0
cfi=???
cfn=read
calls=7 0
0 5000
0 20

ob=/usr/lib/libumockdev-preload.so.0
fn=read
0 30
cob=/usr/lib/libc.so.6
cfn=read
calls=7 0
0 900

ob=/usr/lib/libc.so.6
fn=read
0 4
ob=/tmp/pipe_keyboard.so
fn=open
0 1000
ob=/tmp/repeatable.so
fn=clock_gettime
0 3000

totals: {summary}
"""


class Totals(unittest.TestCase):
    def test_the_counts_of_the_test_bed_are_left_out(self):
        self.assertEqual(instructions.total(RESULT.format(summary=4154).splitlines(keepends=True)), 124)

    def test_counts_that_do_not_add_up_are_refused(self):
        with self.assertRaisesRegex(instructions.Failed, "4154 instructions, and says 4155"):
            instructions.total(RESULT.format(summary=4155).splitlines())


if __name__ == "__main__":
    unittest.main()
