# SPDX-License-Identifier: Apache-2.0
"""The record that every test has passed at a commit, which `make release` reads.

Only a whole run can write the record: `make test` or `make test-long` with CI set, so that nothing is skipped, without variables
that select tests, in a clone whose files are those of a commit at the beginning and at the end. A run that could write it deletes
the record of an earlier run first, so a red run leaves none."""

import datetime
import json
import os
import pathlib
import re
import subprocess

import place

FILE = pathlib.Path(".build/tests-passed.json")
# The variables of the Makefile that select tests, also from the environment.
SELECTING = ("KEYBRIDGE_TEST_TARGETS", "KEYS", "ONLY", "OPTIONS", "PARTS", "SCENARIOS", "TARGETS", "TESTS", "TEXTS")


def git(project, *words):
    """Returns the output of a git command; None if it fails."""
    done = subprocess.run(["git", "-C", project, *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def commit(project=place.PROJECT):
    """Returns the commit whose files the project has, without any other; None if there is none."""
    if git(project, "status", "--porcelain", "--untracked-files=normal") != "":
        return None
    return git(project, "rev-parse", "--verify", "HEAD")


def obstacle(chosen, variables, environment=None):
    """Returns why a run says nothing about a release, as a clause; None if it does.

    `chosen` are the steps that were selected by name, and `variables` those that the command line gives to make."""
    environment = os.environ if environment is None else environment
    if chosen:
        return "only some steps ran"
    if not environment.get("CI"):
        return "CI is not set, so steps may have been skipped"
    # The variables of make's own command line follow its options.
    given = {*re.findall(r"(?:^| )(\w+):{0,3}=", environment.get("MAKEFLAGS", "")),
             *(word.partition("=")[0] for word in variables if not word.startswith("THOROUGHNESS="))}
    selecting = sorted((given - {"CI"}) | {name for name in SELECTING if environment.get(name)})
    if selecting:
        return f"{', '.join(selecting)} is set" if len(selecting) == 1 else f"{', '.join(selecting)} are set"
    return None


def begin(project=place.PROJECT):
    """Deletes the record of an earlier run. Returns the commit that this run may record; None if files were changed."""
    (project / FILE).unlink(missing_ok=True)
    return commit(project)


def end(began, thoroughness, passed, project=place.PROJECT):
    """Writes the record of a green run that began at a commit. Returns why there is none, as a clause; None if there is one."""
    if began is None:
        return "files were changed, and not committed, when the run began"
    if commit(project) != began:
        return "files were changed during the run"
    text = json.dumps({"commit": began, "thoroughness": thoroughness, "passed": passed,
                       "ended": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")})
    new = project / f"{FILE}.new"
    new.parent.mkdir(parents=True, exist_ok=True)
    new.write_text(text + "\n")
    new.rename(project / FILE)
    return None


def read(project=place.PROJECT):
    """Returns the record; None if there is none, or if it is damaged."""
    try:
        record = json.loads((project / FILE).read_text())
        return record if {"commit", "thoroughness"} <= record.keys() else None
    except (OSError, ValueError, AttributeError):
        return None
