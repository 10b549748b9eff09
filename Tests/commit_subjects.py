#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the messages of the commits since the last tag with the commit-msg hook.

Without a tag: since the commit that added this file.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
HOOK = HERE.parents[1] / ".githooks" / "commit-msg"


def git(*arguments, folder=HERE.parent):
    """The output of a git command, or None if it fails."""
    result = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else None


def start(folder, file):
    """The commit after which messages are checked; None if the history does not reach back to one."""
    tag = git("describe", "--tags", "--abbrev=0", folder=folder)
    return tag or git("log", "--diff-filter=A", "-1", "--format=%H", "--", file, folder=folder)


def refused(folder=HERE.parent, file=HERE):
    """The hook's complaint about each message that it refuses, the oldest commit first."""
    first = start(folder, file)
    if not first:
        return []
    complaints = []
    commits = git("rev-list", "--no-merges", "--reverse", f"{first}..HEAD", folder=folder) or ""
    with tempfile.TemporaryDirectory() as empty:
        message = pathlib.Path(empty, "message")
        for commit in commits.split():
            message.write_text(git("log", "-1", "--format=%B", commit, folder=folder) + "\n", encoding="utf-8")
            # Run outside of the repository, because a pending merge there would excuse any subject.
            result = subprocess.run([HOOK, message], cwd=empty, env=os.environ | {"GIT_EDITOR": ":"},
                                    capture_output=True, text=True, check=False)
            if result.returncode:
                complaints.append(f"{commit[:12]}: {result.stderr}")
    return complaints


if __name__ == "__main__":
    found = refused()
    sys.stderr.write("".join(found))
    sys.exit(1 if found else 0)
