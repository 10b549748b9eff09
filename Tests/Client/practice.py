# SPDX-License-Identifier: Apache-2.0
"""The real service with a simulated keyboard, for tests of programs. KEYBRIDGE is the program."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRACTICE = ROOT / "Examples" / "Practice"
# Debian's Python, which has libumockdev's dependencies on every system that the tests run on.
PYTHON = "/usr/bin/python3"


class Service:
    """Starts the service as often as a test needs it, at one path."""

    def __init__(self, test):
        self.program = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()
        folder = tempfile.TemporaryDirectory()
        test.addCleanup(folder.cleanup)
        test.addCleanup(self.end)
        self.folder = pathlib.Path(folder.name)
        self.socket = str(self.folder / "sock")
        self.process = None

    def start(self, *keys, settings):
        """Starts it with a keyboard that types as soon as a text has the focus."""
        self.end()
        capture, config = self.folder / "capture.evemu", self.folder / "settings.yaml"
        written = subprocess.run([PYTHON, PRACTICE / "write-capture.py", *keys], capture_output=True, text=True, check=True)
        capture.write_text(written.stdout)
        config.write_text(settings)
        self.process = subprocess.Popen([PYTHON, PRACTICE / "practice-keyboard.py", capture, "--", self.program, "run", "--socket", self.socket,
                                         "--config", config, "--mirror", "none"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def end(self):
        """Ends it as systemd does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=20)
            self.process = None

    def kill(self):
        """Kills it; its keyboard then ends, and its socket stays."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        self.process.communicate(timeout=20)
        self.process = None
        pathlib.Path(self.socket).unlink(missing_ok=True)
