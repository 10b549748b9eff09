# SPDX-License-Identifier: Apache-2.0
"""Writes Documentation/Performance.md from a template and the measurements."""
import datetime
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = pathlib.Path("Documentation/Performance.md")
TEMPLATE = pathlib.Path("Benchmarks/Performance.md.in")


def machine():
    """The processor's name and the number of processors."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"^model name\s*: (.*)", file.read(), re.MULTILINE)
    name = model[1].strip() if model else os.uname().machine
    return f"{name}, {os.cpu_count()} processors"


def where():
    """The date and the machine."""
    return f"{datetime.date.today()}, {machine()}"


def table(header, rows):
    """The lines of a Markdown table, aligned for reading as plain text; numbers are right-aligned."""
    rows = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(3, *map(len, column)) for column in zip(*rows)]
    is_number = [all(re.match(r"\d|$", row[place]) for row in rows[1:]) for place in range(len(widths))]

    def line(cells):
        return "| " + " | ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right
                                 in zip(cells, widths, is_number)) + " |"

    rule = "| " + " | ".join("-" * (width - right) + ":" * right
                             for width, right in zip(widths, is_number)) + " |"
    return [line(rows[0]), rule] + [line(row) for row in rows[1:]]


def git(root, *words):
    """The output of a git command, or None if it fails."""
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def is_clone(root):
    """Whether the folder is a git clone, and not an unpacked release."""
    return (root / ".git").exists()


def obstacle(root=ROOT):
    """The reason why the page cannot name a commit; None if it can."""
    if not is_clone(root):
        return "this is not a git clone"
    changes = git(root, "status", "--porcelain", "--", ".", f":!{PAGE}")
    if changes is None:
        return "git does not work here"
    if changes:
        return f"there are uncommitted changes, for example {changes.splitlines()[0].split()[-1]}"
    return None


def fill(template, values):
    """Replaces each @NAME@ in the template by its value; fails if the names in the template and the values differ."""
    names = set(re.findall(r"@([A-Z]+)@", template))
    if names != values.keys():
        raise ValueError(f"the template and the values differ in {', '.join(sorted(names ^ values.keys()))}")
    return re.sub(r"@([A-Z]+)@", lambda match: values[match[1]], template)


def circumstances(root=ROOT):
    """The date, machine, load and commit for the template; to be called before the first measurement."""
    return {"COMMIT": git(root, "rev-parse", "--short=12", "HEAD"), "DATE": str(datetime.date.today()),
            "MACHINE": machine(), "LOAD": f"{os.getloadavg()[0]:.1f}"}


def write(values, root=ROOT):
    """Writes the whole page."""
    (root / PAGE).write_text(fill((root / TEMPLATE).read_text(), values))
