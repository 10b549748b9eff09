# SPDX-License-Identifier: Apache-2.0
"""Types on a simulated keyboard into programs with the clients for Python and Node.js.

KEYBRIDGE is the program: `make test-clients`.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()
PRACTICE = ROOT / "Examples" / "Practice"
HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = {"python": [sys.executable, "-B", HERE / "program.py"], "node": ["node", HERE / "program.mjs"]}


class Clients(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.socket = self.folder / "sock"

    def service(self, *keys, settings="assistance: off\nlayout: fr\n"):
        """Starts the service with a keyboard that types as soon as a text has the focus."""
        capture, config = self.folder / "capture.evemu", self.folder / "settings.yaml"
        written = subprocess.run([sys.executable, PRACTICE / "write-capture.py", *keys], capture_output=True, text=True, check=True)
        capture.write_text(written.stdout)
        config.write_text(settings)
        process = subprocess.Popen([sys.executable, PRACTICE / "practice-keyboard.py", capture, "--", PROGRAM, "run", "--socket", self.socket,
                                    "--config", config, "--mirror", "none"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)

    def run_program(self, name):
        process = subprocess.Popen([*PROGRAMS[name], self.socket], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=os.environ | {"PYTHONPATH": str(ROOT / "Clients" / "Python")})
        self.addCleanup(process.kill)
        return process

    def lines(self, process):
        printed, errors = process.communicate(timeout=60)
        self.assertEqual(errors, "")
        return printed.splitlines()

    def lines_until(self, process, condition, ends=True):
        """The lines of a program up to a state. Without it in a minute, the program is killed, and the last line is another one."""
        lines, timer = [], threading.Timer(60, process.kill)
        timer.start()
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("{") and condition(json.loads(line)):
                break
        else:
            self.fail(f"the program printed {lines[-3:]}")
        timer.cancel()
        if ends:
            process.kill()
            process.communicate()
        return lines

    def states(self, lines):
        return [json.loads(line) for line in lines if line.startswith("{")]

    def test_text_dead_keys_selections_and_deletions_are_copied(self):
        for name in PROGRAMS:
            with self.subTest(name):
                # On a French keyboard: ^ and e, then the last character selected and replaced, and one deleted.
                service = self.service("leftbrace", "e", "b", "shift+left", "c", "q", "backspace", "e", "n", "d")
                lines = self.lines(self.run_program(name))
                self.end(service)
                states = self.states(lines)
                self.assertEqual(lines[0], "connected")
                self.assertEqual(states[-1], {"text": "êcend", "caret": 5, "marked": None, "candidates": None})
                self.assertIn({"text": "^", "caret": 1, "marked": "^", "candidates": None}, states)
                self.assertIn({"text": "êb", "caret": 1, "marked": None, "candidates": None}, states)

    def test_composed_text_and_candidates_are_copied(self):
        for name in PROGRAMS:
            with self.subTest(name):
                service = self.service("k", "y", "o", "u", "enter", settings="assistance: off\nmodes: [ja+romaji]\n")
                states = self.states(self.lines_until(self.run_program(name), lambda state: state["marked"] is None and state["text"] == "きょう"))
                self.end(service)
                self.assertEqual([state["marked"] for state in states if state["marked"]][-1], "きょう")
                # A held letter shows its accented variants, of which a digit chooses one.
                service = self.service("e:900", "2", settings="assistance: off\nlayout: us\nhold-for-accents: true\n")
                states = self.states(self.lines_until(self.run_program(name), lambda state: state["text"] == "é"))
                self.end(service)
                self.assertEqual([state["candidates"][:2] for state in states if state["candidates"]][0], ["è", "é"])

    def test_a_program_outlives_the_service(self):
        for name in PROGRAMS:
            with self.subTest(name):
                service = self.service("a", "b")
                process = self.run_program(name)
                lines = self.lines_until(process, lambda state: state["text"] == "qb", ends=False)
                self.end(service)
                service = self.service("end", "e", "n", "d")
                lines += self.lines(process)
                self.end(service)
                self.assertEqual([line for line in lines if not line.startswith("{")], ["connected", "lost", "restored"])
                self.assertEqual(json.loads(lines[-1])["text"], "qbend")


if __name__ == "__main__":
    unittest.main()
