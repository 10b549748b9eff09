# SPDX-License-Identifier: Apache-2.0
"""Reads the event stream of Swift Testing: which tests ran, for how long, and what failed."""

import json
import re

# The identifier of a test ends with the place of the test, which is left out of the name here.
PLACE = re.compile(r"/[^/]+\.swift:\d+:\d+$")


def name_of(identifier):
    """Returns the name of a test by which `--filter` finds it, such as `KeysTests.NearestTests/limit()`."""
    return PLACE.sub("", identifier)


def filter_for(name):
    """Returns the pattern for `--filter` that matches this test or suite alone."""
    return f"^{re.escape(name)}(/|$)"


class Results:
    """The results of the tests of one process, by the names of the tests."""

    def __init__(self, lines):
        """Reads the lines of an event stream. A last line that is cut off, of a process that died, is ignored."""
        self.seconds = {}                                    # the tests that ended, without suites
        self.issues = {}                                     # the texts of each test or suite that failed
        self.skipped = {}                                    # the reason of each skipped test
        self.unfinished = []                                 # the tests that began and did not end
        functions, began = set(), {}
        for line in lines:
            if not line.endswith("\n"):
                break
            record = json.loads(line)
            payload = record["payload"]
            if record["kind"] == "test":
                if payload["kind"] == "function":
                    functions.add(name_of(payload["id"]))
                continue
            name = name_of(payload.get("testID", ""))
            texts = [message["text"] for message in payload.get("messages", [])]
            match payload["kind"]:
                case "issueRecorded" if is_failure(payload["issue"]):
                    self.issues.setdefault(name, []).append(place(payload["issue"]) + "; ".join(texts))
                case "testStarted" if name in functions:
                    began[name] = payload["instant"]["absolute"]
                case "testEnded" if name in functions:
                    self.seconds[name] = payload["instant"]["absolute"] - began.pop(name)
                case "testSkipped" | "testCancelled" if name in functions:
                    # 'Test "a title" skipped: "the reason"', if a reason is given
                    self.skipped[name] = " ".join(texts).rpartition(" skipped")[2].strip(': ".') or "without a reason"
                    self.seconds.pop(name, None)
        self.unfinished = list(began)


def is_failure(issue):
    return not issue.get("isKnown", False) and issue.get("severity", "error") != "warning"


def place(issue):
    """Returns where an issue was recorded, as `KeysTests/NearestTests.swift:20: `; empty for one without a place."""
    location = issue.get("sourceLocation")
    return f"{location['fileID']}:{location['line']}: " if location else ""
