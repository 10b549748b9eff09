# SPDX-License-Identifier: Apache-2.0
"""Reads the strokes of the Hershey fonts, whose characters are lines: a record for each character of ASCII in a file `.jhf`."""

import pathlib

FOLDER = pathlib.Path("/usr/share/hershey-fonts")
# The fonts of one line, from the plainest to a running hand.
FONTS = ("futural", "scripts", "cursive")
# The top of the capitals and the line on which letters stand, in the units of the fonts and in the box of KanjiVG.
CAPITALS, LINE = -12, 9
BOX_CAPITALS, BOX_LINE = 142, 850


def strokes_of(record):
    """The strokes of a record: pairs of letters are coordinates, and ` R` lifts the pen."""
    pairs = record[10:]
    scale = (BOX_LINE - BOX_CAPITALS) / (LINE - CAPITALS)
    strokes = [[]]
    for i in range(0, len(pairs) - 1, 2):
        if pairs[i:i + 2] == " R":
            strokes.append([])
            continue
        x, y = (ord(letter) - ord("R") for letter in pairs[i:i + 2])
        strokes[-1].append((500 + x * scale, BOX_CAPITALS + (y - CAPITALS) * scale))
    return [stroke for stroke in strokes if stroke]


def records(path):
    """The records of a file. A record that continues in the next line has more points than its line holds."""
    text = path.read_text(encoding="ascii").splitlines()
    record = ""
    for line in text:
        record += line
        if len(record) >= 8 and len(record) >= 8 + 2 * int(record[5:8]):
            yield record
            record = ""


def read():
    """Yields (character, strokes) for the characters of ASCII in each font."""
    for font in FONTS:
        for number, record in enumerate(records(FOLDER / f"{font}.jhf"), start=32):
            strokes = strokes_of(record) if number < 127 else []
            if strokes:
                yield chr(number), strokes
