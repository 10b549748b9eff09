#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the documentation from real runs in a terminal:  make_pictures.py PROGRAM

Each picture is an SVG of the screen that the program leaves in a pseudo-terminal: `make pictures`.
"""

import fcntl
import html
import itertools
import os
import pathlib
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

import pyte

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PRACTICE = ROOT / "Examples" / "Practice"
PYTHON = sys.executable
COLUMNS, ROWS = 64, 14

# The keys typed at the kiosk on a German layout; after them Command is held until the program ends.
KIOSK = ["shift+j", "semicolon", "r", "g", "tab", "text:joerg", "altgr+q", "text:example.org", "tab", "text:12",
         "leftmeta:60000"]
LAST = "Start Over"     # The panel of commands appears last.

LIMIT = 20              # seconds for a run, which takes about four
CELL_WIDTH, LINE_HEIGHT, SIZE, MARGIN = 9.0, 20.0, 15, 14
PAPER, INK = "#16181d", "#d7dae0"
COLOURS = {"default": INK, "black": "#16181d", "red": "#e06c75", "green": "#98c379", "brown": "#d19a66",
           "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d7dae0"}


def run_in_terminal(command, folder, companion):
    """Runs a program in a terminal, a companion next to it once the socket exists, and returns the screen."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    program = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment)
    os.close(slave)
    other, until = None, time.monotonic() + LIMIT
    try:
        while time.monotonic() < until:
            if select.select([master], [], [], 0.3)[0]:
                stream.feed(os.read(master, 65536))
            elif any(LAST in line for line in screen.display):
                return screen     # and no more output arrived for a while
            if other is None and (pathlib.Path(folder) / "kiosk.sock").exists():
                other = subprocess.Popen(companion, cwd=folder, stdout=subprocess.DEVNULL)
    finally:
        for child in (other, program):
            if child:
                child.terminate()
                child.wait()
        os.close(master)
    sys.exit("make_pictures.py: the screen never showed '" + LAST + "'; it showed\n" + "\n".join(screen.display))


def kiosk(program):
    """The screen of the example kiosk, with the keys that are shown while Command is held."""
    with tempfile.TemporaryDirectory() as folder:
        capture = pathlib.Path(folder, "typed.evemu")
        capture.write_text(subprocess.run([PYTHON, PRACTICE / "write-capture.py", *KIOSK], check=True,
                                          capture_output=True, text=True).stdout)
        return run_in_terminal(
            [PYTHON, PRACTICE / "practice-keyboard.py", capture, "--", program, "run", "--layout", "de",
             "--config", "/dev/null", "--socket", "kiosk.sock", "--mirror", "terminal"],
            folder, [PYTHON, ROOT / "Examples" / "Kiosk" / "kiosk.py", "kiosk.sock"])


def colours(cell):
    ink, paper = COLOURS.get(cell.fg, INK), COLOURS.get(cell.bg, PAPER) if cell.bg != "default" else PAPER
    return (paper, ink) if cell.reverse else (ink, paper)


def has_one_width(sign):
    """Whether a usual terminal font has a sign, with the width of its letters."""
    return sign.isascii() or "\u2500" <= sign <= "\u257f"


def runs(row):
    """Pieces of a row with one style: column, text, cell. A sign from another font is a separate piece, so that it
    stays in its cell."""
    begin = 0
    for column in range(1, COLUMNS + 1):
        first = row[begin]
        if column < COLUMNS:
            cell = row[column]
            fits = has_one_width(cell.data) and has_one_width(row[column - 1].data)
            if fits and cell._replace(data="") == first._replace(data=""):
                continue
        yield begin, "".join(row[place].data for place in range(begin, column)), first
        begin = column


def svg(screen, description):
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, ROWS * LINE_HEIGHT + 2 * MARGIN
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
             f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">',
             f"<title>{html.escape(description)}</title>",
             f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>']
    for number in range(ROWS):
        row, top = screen.buffer[number], MARGIN + number * LINE_HEIGHT
        papers = itertools.groupby(range(COLUMNS), key=lambda column: colours(row[column])[1])
        for paper, columns in papers:
            columns = list(columns)
            if paper != PAPER:
                lines.append(f'<rect x="{MARGIN + columns[0] * CELL_WIDTH:g}" y="{top:g}" fill="{paper}" '
                             f'width="{len(columns) * CELL_WIDTH:g}" height="{LINE_HEIGHT:g}"/>')
        for column, text, cell in runs(row):
            ink, _ = colours(cell)
            left, room = MARGIN + column * CELL_WIDTH, len(text) * CELL_WIDTH
            if text.strip():
                weight = ' font-weight="bold"' if cell.bold else ""
                lines.append(f'<text x="{left:g}" y="{top + LINE_HEIGHT * 0.75:g}" textLength="{room:g}" '
                             f'fill="{ink}"{weight} xml:space="preserve">{html.escape(text)}</text>')
    return "\n".join(lines) + "\n</svg>\n"


def pictures(program):
    """Every picture of the documentation, by the name of its file."""
    return {"kiosk.svg": svg(kiosk(program), "A form with four fields, and the keys that work in it while Command is held")}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, picture in pictures(pathlib.Path(sys.argv[1]).resolve()).items():
        (HERE / name).write_text(picture)


if __name__ == "__main__":
    main()
