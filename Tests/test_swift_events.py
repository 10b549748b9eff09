# SPDX-License-Identifier: Apache-2.0
"""Tests the reader of Swift Testing's event stream."""

import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from swift_events import Results, filter_for, name_of        # noqa: E402

FIRST = "KeysTests.NearestTests/limit()"
SECOND = "KeysTests.NearestTests/same(_:)"


def identifier(name):
    return f"{name}/NearestTests.swift:7:4" if "/" in name else name


def test(name, kind="function"):
    return {"kind": "test", "payload": {"id": identifier(name), "kind": kind}}


def event(kind, name, at=0.0, **more):
    return {"kind": "event", "payload": {
        "kind": kind, "testID": identifier(name), "instant": {"absolute": at},
        "messages": [{"text": "text"}]} | more}


def issue(**more):
    return {"issue": {"sourceLocation": {"fileID": "KeysTests/NearestTests.swift", "line": 9}, **more}}


def results(*records):
    return Results([json.dumps(record) + "\n" for record in records])


class ResultsTests(unittest.TestCase):
    def test_a_duration_is_that_of_a_test_not_of_its_suite(self):
        suite = "KeysTests.NearestTests"
        found = results(test(suite, "suite"), test(FIRST), event("testStarted", suite, 1),
                        event("testStarted", FIRST, 2), event("testEnded", FIRST, 5), event("testEnded", suite, 9))
        self.assertEqual(found.seconds, {FIRST: 3})
        self.assertEqual((found.issues, found.skipped, found.unfinished), ({}, {}, []))

    def test_an_issue_fails_its_test_and_has_its_place(self):
        found = results(test(FIRST), event("testStarted", FIRST), event("issueRecorded", FIRST, **issue()),
                        event("issueRecorded", FIRST, **issue(isKnown=False, severity="error")),
                        event("testEnded", FIRST))
        self.assertEqual(found.issues, {FIRST: ["KeysTests/NearestTests.swift:9: text"] * 2})
        self.assertIn(FIRST, found.seconds)

    def test_known_issues_and_warnings_fail_no_test(self):
        found = results(test(FIRST), event("issueRecorded", FIRST, **issue(isKnown=True)),
                        event("issueRecorded", FIRST, **issue(severity="warning")))
        self.assertEqual(found.issues, {})

    def test_an_issue_of_a_suite_is_the_suites(self):
        suite = "KeysTests.NearestTests"
        found = results(test(suite, "suite"), event("issueRecorded", suite, **issue()))
        self.assertEqual(list(found.issues), [suite])

    def test_a_skipped_test_has_a_reason_and_no_duration(self):
        texts = [{"text": 'Test "title" skipped: "needs tmux"'}], [{"text": "Test limit() skipped."}]
        found = results(test(FIRST), test(SECOND), event("testSkipped", FIRST, messages=texts[0]),
                        event("testSkipped", SECOND, messages=texts[1]))
        self.assertEqual(found.skipped, {FIRST: "needs tmux", SECOND: "without a reason"})
        self.assertEqual(found.seconds, {})

    def test_a_test_that_did_not_end_is_unfinished(self):
        lines = [json.dumps(record) + "\n" for record in (
            test(FIRST), test(SECOND), event("testStarted", FIRST), event("testEnded", FIRST),
            event("testStarted", SECOND))]
        self.assertEqual(Results([*lines, '{"kind": "ev']).unfinished, [SECOND])


class NameTests(unittest.TestCase):
    def test_a_name_has_no_place(self):
        self.assertEqual(name_of(f"{SECOND}/NearestTests.swift:20:4"), SECOND)
        self.assertEqual(name_of("KeysTests.NearestTests"), "KeysTests.NearestTests")

    def test_a_filter_matches_only_its_test(self):
        self.assertRegex(identifier(SECOND), filter_for(SECOND))
        self.assertIsNone(re.search(filter_for(FIRST), identifier(SECOND)))
        self.assertIsNone(re.search(filter_for(FIRST), "Other" + identifier(FIRST)))
        self.assertIsNone(re.search(filter_for("KeysTests.Nearest"), identifier(FIRST)))


if __name__ == "__main__":
    unittest.main()
