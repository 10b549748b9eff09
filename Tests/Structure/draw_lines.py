#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws random lines of the sources, to test whether Architecture.md and Files.md say in which file a line belongs.

    draw_lines.py SEED [COUNT]              prints lines without their places
    draw_lines.py SEED [COUNT] --places     prints them with their places

A reader of the two pages alone names the module and file of each line, and then looks.
"""

import argparse
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Shorter lines, such as `return nil`, occur everywhere.
SHORTEST = 40


def lines(sources):
    """Every line with enough content, and its place."""
    for path in sorted(sources.rglob("*.swift")):
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            text = line.strip()
            if len(text) >= SHORTEST and not text.startswith(("//", "import ", "public import", "package import", "\"")):
                yield path.relative_to(sources), number, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=10)
    parser.add_argument("--places", action="store_true", help="say where the lines are")
    options = parser.parse_args()
    found = list(lines(ROOT / "Sources"))
    for index, (path, number, text) in enumerate(random.Random(options.seed).sample(found, options.count), start=1):
        print(f"{index:2}  {text}")
        if options.places:
            print(f"      {path}:{number}")


if __name__ == "__main__":
    main()
