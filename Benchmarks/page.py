# SPDX-License-Identifier: Apache-2.0
"""Documentation/Performance.md keeps the numbers of the last run between two lines that mark them."""
import datetime
import os
import pathlib
import re

PAGE = pathlib.Path(__file__).resolve().parent.parent / "Documentation/Performance.md"


def where():
    """Date and machine."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"^model name\s*: (.*)", file.read(), re.MULTILINE)
    name = model[1].strip() if model else os.uname().machine
    return f"{datetime.date.today()}, {name}, {os.cpu_count()} processors"


def table(header, rows):
    """Lines of a Markdown table that reads as plain text too; numbers stand to the right."""
    rows = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(3, *map(len, column)) for column in zip(*rows)]
    is_number = [all(re.match(r"[\d≤]|$", row[place]) for row in rows[1:]) for place in range(len(widths))]

    def line(cells):
        return "| " + " | ".join(cell.rjust(width) if right else cell.ljust(width) for cell, width, right
                                 in zip(cells, widths, is_number)) + " |"

    rule = "| " + " | ".join("-" * (width - right) + ":" * right
                             for width, right in zip(widths, is_number)) + " |"
    return [line(rows[0]), rule] + [line(row) for row in rows[1:]]


def keep(section, lines):
    """Puts lines in the place of those of the last run."""
    begin, end = f"<!-- {section}: written by make bench -->\n", f"<!-- end of {section} -->\n"
    before, found, rest = PAGE.read_text().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"{PAGE.name} has lost its place for {section}")
    PAGE.write_text(before + begin + "\n" + "\n".join(lines).strip() + "\n\n" + end + after)
