# SPDX-License-Identifier: Apache-2.0
"""Compares the program for arm64, under QEMU's emulator of one program, with this machine's: all output must be equal.

KEYBRIDGE is this machine's program, KEYBRIDGE_ARM64 the other one, and RUNNER the command that runs it."""

import concurrent.futures
import os
import pathlib
import shlex
import subprocess
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
OWN = [os.environ["KEYBRIDGE"]]
OTHER = [*shlex.split(os.environ["RUNNER"]), os.environ["KEYBRIDGE_ARM64"]]

CAPTURES = sorted(path for folder in ("Documentation/Captures", "Tests/KeybridgeTests/Captures", "Examples")
                  for suffix in ("evemu", "yaml") for path in (PROJECT / folder).rglob(f"*.{suffix}")
                  if path.name != "person.yaml")
MIRRORS = ["text", "json", "keystrokes", "none"]
LAYOUTS = [[], ["--layout", "de", "--swap", "control-command"], ["--layout", "fr", "--variant", "bepo"],
           ["--layout", "us,ru", "--options", "grp:alt_shift_toggle,compose:ralt"], ["--layout", "gr"]]


def results(program, arguments):
    """Returns the exit status, output and errors of a program, without settings of this machine."""
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/nonexistent", "TERM": "xterm-256color"}
    result = subprocess.run([*program, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    return result.returncode, result.stdout, result.stderr


class EmulatedTests(unittest.TestCase):
    maxDiff = 2000

    def assert_equal(self, *commands, status=0):
        """Fails unless both programs give the same result for each command, with this exit status."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            own, other = ([pool.submit(results, program, command) for command in commands] for program in (OWN, OTHER))
            for command, expected, found in zip(commands, own, other):
                with self.subTest(command=" ".join(command)):
                    self.assertEqual(expected.result()[0], status)
                    self.assertEqual(found.result(), expected.result())

    def test_the_program_is_for_arm64(self):
        header = subprocess.run(["readelf", "--file-header", OTHER[-1]], capture_output=True, text=True, check=True).stdout
        self.assertRegex(header, r"Machine: +AArch64")

    def test_it_starts_on_the_oldest_system(self):
        check = subprocess.run([PROJECT / "Packaging/debian/check-floor", OTHER[-1]], capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_the_version_is_the_same(self):
        self.assert_equal(["--version"])

    def test_every_capture_gives_the_same_output_in_every_mirror_and_layout(self):
        self.assertGreater(len(CAPTURES), 20)
        self.assert_equal(*(["replay", "--config", "/dev/null", "--mirror", mirror, *layout, str(capture)]
                            for capture in CAPTURES for mirror in MIRRORS for layout in LAYOUTS))

    def test_layouts_and_their_pictures_are_the_same(self):
        self.assert_equal(["layouts"], ["layouts", "--models"], ["layouts", "--xkb-options"],
                          *(["layouts", "show", name, "--format", form] for form in ("table", "svg")
                            for name in ("us", "de", "fr", "gr", "ru", "ara")))

    def test_commands_and_pages_are_the_same(self):
        self.assert_equal(["commands", "--config", "/dev/null"], ["commands", "--format", "json", "--config", "/dev/null"],
                          ["manual"], ["completions", "bash"], ["completions", "zsh"], ["completions", "fish"],
                          ["check", "--list=table"], ["check", "--list=schema"], ["--help"])

    def test_wrong_settings_give_the_same_error(self):
        self.assert_equal(["replay", "--layout", "nowhere", str(CAPTURES[0])], status=1)


if __name__ == "__main__":
    unittest.main()
