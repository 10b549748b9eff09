# SPDX-License-Identifier: Apache-2.0
"""Tests the tools of Examples/Practice: captures that were not typed, and a keyboard that does not exist.

KEYBRIDGE is the program: `make test-tutorials`.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()
PRACTICE = ROOT / "Examples" / "Practice"


def run(*command, text=True):
    return subprocess.run([str(word) for word in command], capture_output=True, text=text, timeout=300)


def write(*keys):
    return run(sys.executable, PRACTICE / "write-capture.py", *keys)


class Practice(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def capture(self, *keys):
        path = self.folder / "capture.evemu"
        path.write_text(write(*keys).stdout)
        return path

    def practise(self, *words):
        return run(sys.executable, PRACTICE / "practice-keyboard.py", *words)

    def test_every_sign_of_a_us_keyboard_is_typed(self):
        signs = "".join(map(chr, range(0x20, 0x7f)))
        settings = self.folder / "settings.yaml"
        settings.write_text("assistance: off\n")
        replay = run(PROGRAM, "replay", self.capture(f"text:{signs}"), "--config", settings, "--layout", "us", "--exact")
        self.assertEqual((replay.stdout, replay.stderr), (signs, ""))

    def test_a_key_that_does_not_exist_is_an_error_and_nothing_is_written(self):
        for keys, message in [(["a", "entr"], "unknown key 'entr'"), (["text:é"], "does not type 'é'"),
                              (["a:long"], "'long' is not a number"), (["--device", "5", "a"], "not VENDOR:PRODUCT")]:
            done = write(*keys)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(message, done.stderr)

    def test_the_program_sees_the_keyboard_of_the_capture_and_its_status_is_returned(self):
        capture = self.capture("--device", "05e0:1200", "--name", "Barcode Scanner", "a")
        listed = self.practise(capture, "--", PROGRAM, "devices", "--config", "/dev/null", "--format", "names")
        self.assertEqual((listed.returncode, listed.stdout), (0, "05e0:1200\n"))
        self.assertEqual(self.practise(capture, "--", "sh", "-c", "exit 3").returncode, 3)
        self.assertEqual(self.practise(capture, "--", "sh", "-c", "kill -TERM $$").returncode, 143)

    def test_a_mistake_is_an_error_with_its_place(self):
        capture = self.capture("a")
        broken = self.folder / "broken.evemu"
        broken.write_text("N: Keyboard\nE: soon 1 30 1\n")
        for words, message in [(["nowhere", "--", "true"], "nowhere: No such file"),
                               ([broken, "--", "true"], "broken.evemu:2: not a line"),
                               ([PROGRAM, "--", "true"], "not text"),
                               ([capture, "--", "no-such-program"], "no-such-program: No such file"),
                               (["--repeat", "x", capture, "--", "true"], "'x' is not a number"),
                               ([capture], "practice-keyboard.py [--repeat SECONDS]")]:
            done = self.practise(*words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
