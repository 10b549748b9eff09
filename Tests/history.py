# SPDX-License-Identifier: Apache-2.0
"""Keeps the results and durations of tests in .build/test-history.jsonl, one JSON object a line.

    {"time": "2026-11-22T14:03:07+00:00", "commit": "f4230f5", "runner": "kernel",
     "test": "grabbing.panic", "result": "passed", "seconds": 3.1}

`time` is the end of the test and `seconds` its own duration, without the time it waited to be run. A test that failed
has a `message`, too.
"""

import datetime
import json
import os
import pathlib
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parent.parent
FILE = PROJECT / ".build/test-history.jsonl"

RESULTS = "passed", "failed", "flaky"

# A longer message, in characters, is cut: make's own output has all of it.
LONGEST_MESSAGE = 3000


class History:
    """The part of the history that one run of one runner, such as "kernel" or "swift", appends."""

    def __init__(self, runner, path=FILE):
        self.runner, self.path = runner, path
        self.commit = commit()
        self.durations = []

    def add(self, test, result, seconds, message=""):
        """Appends a line: a test, one of `RESULTS`, the duration of the test in seconds, and why it failed."""
        if result not in RESULTS:
            raise ValueError(f"invalid result {result!r}; expected one of {', '.join(RESULTS)}")
        self.durations.append((seconds, test))
        more = {"message": shortened(message)} if message else {}
        line = json.dumps({
            "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "commit": self.commit, "runner": self.runner, "test": test, "result": result,
            "seconds": round(seconds, 3)} | more) + "\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # Appending with one write keeps lines whole if two runners write at the same time.
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            os.write(descriptor, line.encode())
        finally:
            os.close(descriptor)

    def slowest(self, count=10):
        """Returns the slowest tests of this run as (seconds, test), the slowest first."""
        return sorted(self.durations, reverse=True)[:count]

    def report_slowest(self, count=10):
        """Returns the lines that list the slowest tests of this run."""
        return ["# the slowest:", *(f"#   {seconds:7.1f} s  {test}" for seconds, test in self.slowest(count))]


def shortened(message):
    """Returns a message without its middle if it is too long."""
    if len(message) <= LONGEST_MESSAGE:
        return message
    half = LONGEST_MESSAGE // 2
    return f"{message[:half]}\n…\n{message[-half:]}"


def commit():
    """Returns the abbreviated commit of the project, with "-dirty" if files differ from it."""
    try:
        result = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=PROJECT,
                                capture_output=True, text=True)
    except FileNotFoundError:
        return "unknown"
    return result.stdout.strip() or "unknown"
