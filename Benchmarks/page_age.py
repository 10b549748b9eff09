#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if Documentation/Performance.md was measured too many commits ago.

Only commits that change the program or the measurements count: text and tests do not make a figure old.

    page_age.py [FOLDER]     FOLDER is the project, by default this one
"""
import pathlib
import re
import sys

import page

MOST = 50
# The figures depend on these files.
MEASURED = ("Sources", "Engines", "Benchmarks", "Packaging/lexicons", "Package.swift", "Makefile")


def check(root):
    """A message, or None if the page is recent, and whether the message is an error."""
    found = re.search(r"commit `([0-9a-f]{12,40})`", (root / page.PAGE).read_text())
    if not found:
        return f"{page.PAGE} names no commit; run make bench and commit the page", True
    if not page.is_clone(root):
        return f"the age of {page.PAGE} cannot be checked: this is not a git clone", False
    commit = found[1]
    if page.git(root, "rev-parse", "--verify", "HEAD") is None:
        return "git does not work here; run git status to see why", True
    if page.git(root, "cat-file", "-e", f"{commit}^{{commit}}") is None:
        is_shallow = page.git(root, "rev-parse", "--is-shallow-repository") == "true"
        hint = ("this clone is shallow; run git fetch --unshallow" if is_shallow else
                "fetch the branch that has it, or, if it was rebased, run make bench and commit the page")
        return f"{page.PAGE} was measured at {commit}, which is not in this clone; {hint}", True
    age = int(page.git(root, "rev-list", "--count", f"{commit}..HEAD", "--", *MEASURED))
    if age > MOST:
        return (f"{page.PAGE} was measured {age} changes of the program ago, and {MOST} are allowed; "
                "run make bench and commit the page", True)
    return None, False


def main(root=page.ROOT):
    text, is_error = check(pathlib.Path(root))
    if text:
        print(f"page_age: {text}", file=sys.stderr if is_error else sys.stdout)
    return 1 if is_error else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
