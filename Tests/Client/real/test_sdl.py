# SPDX-License-Identifier: Apache-2.0
"""Types on a simulated keyboard into a program with SDL 2 and its dummy driver.

KEYBRIDGE is the program: `make test-clients`.
"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "C")]

from fake_service import LIBRARY, PROJECT, compiled           # noqa: E402
from practice import Service                                  # noqa: E402

ADAPTER = PROJECT / "Adapters" / "SDL"


class SDL(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdl2"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        cls.program = compiled("real-sdl", [HERE / "sdl.c", ADAPTER / "keybridge_sdl.c", *sorted(LIBRARY.glob("*.c"))], f"-I{ADAPTER}", "-O1",
                               "-fsanitize=address,undefined", "-fno-sanitize-recover=all", *flags)

    def typed(self, *keys, settings):
        """Returns what the program prints while keys are typed."""
        service = Service(self)
        service.start(*keys, "esc", settings=settings)
        # SDL itself does not free everything at its end.
        done = subprocess.run([self.program, service.socket], capture_output=True, text=True, timeout=60, env=os.environ | {
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "ASAN_OPTIONS": "detect_leaks=0"})
        service.end()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_the_example_without_the_adapter_is_typed_into(self):
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdl2"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        program = compiled("sdl-line", [PROJECT / "Examples" / "Toolkits" / "sdl_line.c", *sorted(LIBRARY.glob("*.c"))], "-O1", *flags)
        service = Service(self)
        service.start("leftbrace", "e", "b", "left", "c", "backspace", "esc", settings="assistance: off\nlayout: fr\n")
        done = subprocess.run([program, service.socket], capture_output=True, text=True, timeout=60,
                              env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"})
        self.assertEqual((done.returncode, done.stdout.split(), done.stderr), (0, ["^", "ê", "êb", "êcb", "êb"], ""))

    def test_dead_keys_and_composed_text_are_events(self):
        lines = self.typed("leftbrace", "e", "b", settings="assistance: off\nlayout: fr\n")
        self.assertEqual(lines, [["composed", 0, "^"], ["ê", ""], ["êb", ""]])
        lines = self.typed("k", "y", "o", "u", "enter", settings="assistance: off\nmodes: [ja+romaji]\n")
        self.assertEqual(lines, [*(["composed", 0, text] for text in ("k", "ky", "きょ", "きょう")), ["きょう", ""]])

    def test_a_text_that_is_reported_has_capitals_and_replacements(self):
        lines = self.typed("h", "i", "space", "space", "i", settings="layout: us\nmodes: [en-US]\n")
        self.assertEqual(lines[-1], ["Hi. I", ""])

    def test_text_that_is_typed_directly_after_tab_goes_to_the_next_field_with_its_traits(self):
        lines = self.typed("--gap", "1", *["a", "tab", "b", "tab"] * 50, "tab", "leftbrace", "e", settings="assistance: off\nlayout: fr\n")
        # Nothing is composed in a secret, so that ^ is not shown.
        self.assertEqual(lines[-1], ["q" * 50, "b" * 50 + "ê"])
        self.assertEqual([line for line in lines if line[0] == "composed"], [])


if __name__ == "__main__":
    unittest.main()
