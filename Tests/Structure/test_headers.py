# SPDX-License-Identifier: Apache-2.0
"""Reads the headers that the C targets of the package publish."""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).parents[2] / "Sources"

# Headers that declare nothing that Swift files use by importing the C library alone, or that compile file by file nevertheless.
ALLOWED = {"stdbool.h", "stddef.h", "stdint.h", "sys/types.h", "signal.h", "termios.h", "linux/filter.h"}


class HeaderTests(unittest.TestCase):
    def test_no_header_takes_constants_from_files_that_import_only_the_C_library(self):
        headers = sorted(SOURCES.glob("C*/include/*.h"))
        self.assertGreater(len(headers), 5)
        own = {header.name for header in headers}
        for header in headers:
            for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)', header.read_text(encoding="utf-8"), re.MULTILINE):
                with self.subTest(header=str(header.relative_to(SOURCES)), include=name):
                    self.assertTrue(
                        name in own or name in ALLOWED,
                        "its constants would belong to the module of this header, and be unknown in Swift files that import only Glibc"
                        " if each file is compiled alone: include it in the C file, or add it here after `make build` without CI")


if __name__ == "__main__":
    unittest.main()
