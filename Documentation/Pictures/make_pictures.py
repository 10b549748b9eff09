#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of the documentation from real runs in a terminal:  make_pictures.py PROGRAM

Each picture is an SVG of screens that the program leaves in a pseudo-terminal: `make pictures`. It needs the words of
English and the engine of Japanese, which the target makes first.
"""

import fcntl
import html
import itertools
import os
import pathlib
import pty
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import typing

import pyte

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PRACTICE = ROOT / "Examples" / "Practice"
ENGINES = pathlib.Path(os.environ.get("ENGINES", ROOT / ".build" / "engines"))
LEXICON = ROOT / ".build" / "lexicons" / "lexicon.en"
PYTHON = sys.executable

# The size of the kiosk's screen, and of each screen of the other picture.
KIOSK_SIZE, SMALL_SIZE = (64, 14), (40, 5)

# The keys typed at the kiosk on a German layout; after them Command is held until the program ends.
KIOSK = ["shift+j", "semicolon", "r", "g", "tab", "text:joerg", "altgr+q", "text:example.org", "tab", "text:12",
         "leftmeta:60000"]

HELD = "leftshift:60000"    # A key that changes nothing keeps the run from ending.


class Scene(typing.NamedTuple):
    """A screen of Keybridge's own document: what is typed, and what is seen then."""

    caption: str
    settings: str
    keys: list
    last: str                                                # the text that appears last


SCENES = [
    Scene("A dead key is shown until its letter comes", "layout: de\n", ["shift+r", "e", "n", "equal", HELD], "Ren´"),
    Scene("The space bar will correct the word", "assistance: on\n", ["text:we will recieve", HELD], "2 receive"),
    Scene("A held key offers its accents", "hold-for-accents: true\n", ["text:caf", "e:60000"], "2 é"),
    Scene("Kana, and the words that they can be", "modes: [ja-JP+romaji]\n", ["text:nihongo", "space", HELD], "1 日本語"),
]

LIMIT = 20              # seconds for a run, which takes about four
CELL_WIDTH, LINE_HEIGHT, SIZE, MARGIN = 9.0, 20.0, 15, 14
PAPER, INK, CAPTION = "#16181d", "#d7dae0", "#7d8590"
FONT = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace"'
COLOURS = {"default": INK, "black": "#16181d", "red": "#e06c75", "green": "#98c379", "brown": "#d19a66",
           "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d7dae0"}
# The sides of a cell to which the lines of a box go.
SIDES = {"─": "lr", "│": "tb", "┌": "rb", "┐": "lb", "└": "rt", "┘": "lt", "├": "tbr", "┤": "tbl", "┬": "lrb", "┴": "lrt",
         "┼": "lrtb"}


def run_in_terminal(command, folder, size, last, variables=None, companion=None):
    """Runs a program in a terminal, a companion next to it once the socket exists, and returns the screen once it
    shows a text and does not change any more."""
    columns, rows = size
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", rows, columns, 0, 0))
    environment = os.environ | {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "LANGUAGE": ""} | (variables or {})
    program = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment)
    os.close(slave)
    other, until = None, time.monotonic() + LIMIT
    try:
        while time.monotonic() < until:
            if select.select([master], [], [], 0.3)[0]:
                stream.feed(os.read(master, 65536))
            elif any(last in line for line in screen.display):
                return screen
            if companion and other is None and (pathlib.Path(folder) / "kiosk.sock").exists():
                other = subprocess.Popen(companion, cwd=folder, stdout=subprocess.DEVNULL)
    finally:
        for child in (other, program):
            if child:
                child.terminate()
                child.wait()
        os.close(master)
    sys.exit(f"make_pictures.py: the screen never showed '{last}'; it showed\n" + "\n".join(screen.display))


def typed(folder, keys):
    """A keyboard on which keys are typed, as the beginning of a command line."""
    capture = pathlib.Path(folder, "typed.evemu")
    capture.write_text(subprocess.run([PYTHON, PRACTICE / "write-capture.py", *keys], check=True, capture_output=True,
                                      text=True).stdout)
    return [PYTHON, PRACTICE / "practice-keyboard.py", capture, "--"]


def kiosk(program):
    """The screen of the example kiosk, with the keys that are shown while Command is held."""
    with tempfile.TemporaryDirectory() as folder:
        return run_in_terminal(
            typed(folder, KIOSK) + [program, "run", "--layout", "de", "--config", "/dev/null", "--socket", "kiosk.sock",
                                    "--mirror", "terminal"],
            folder, KIOSK_SIZE, "Start Over",
            companion=[PYTHON, ROOT / "Examples" / "Kiosk" / "kiosk.py", "kiosk.sock"])


class Japanese:
    """The engine of Japanese behind a socket, as its unit starts it."""

    MANIFEST = "name: mozc\nmethods: [romaji]\nlanguages: [ja]\nverbs: [convert, predict, follow]\nsocket: {}\n"

    def __init__(self, folder):
        path = folder / "mozc.sock"
        (folder / "mozc.yaml").write_text(self.MANIFEST.format(path))
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen()
        self.engines = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        # mozc refuses root.
        user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                self.engines.append(subprocess.Popen(
                    [ENGINES / "keybridge-engine-mozc"], stdin=connection, stdout=connection, cwd="/",
                    env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}, **user))

    def close(self):
        self.socket.close()
        for engine in self.engines:
            engine.terminate()
            engine.wait()


def scene(program, wanted):
    """The screen of a scene."""
    with tempfile.TemporaryDirectory() as folder:
        engines, words = pathlib.Path(folder, "engines"), pathlib.Path(folder, "words")
        engines.mkdir()
        words.mkdir()
        # Without other files that may be there: the order of words must be the same everywhere.
        shutil.copy(LEXICON, words)
        pathlib.Path(folder, "settings.yaml").write_text(wanted.settings)
        japanese = Japanese(engines)
        try:
            return run_in_terminal(
                typed(folder, wanted.keys) + [program, "run", "--config", "settings.yaml", "--mirror", "terminal"], folder,
                SMALL_SIZE, wanted.last,
                {"XDG_STATE_HOME": folder, "KEYBRIDGE_ENGINES": str(engines), "KEYBRIDGE_LEXICONS": str(words)})
        finally:
            japanese.close()


def colours(cell):
    ink, paper = COLOURS.get(cell.fg, INK), COLOURS.get(cell.bg, PAPER) if cell.bg != "default" else PAPER
    return (paper, ink) if cell.reverse else (ink, paper)


def runs(row, columns):
    """Pieces of a row with one style: column, text, number of cells, cell. A sign that is not ASCII may come from
    another font and is a separate piece, so that it stays in its cells."""
    begin = 0
    while begin < columns:
        first, end = row[begin], begin + 1
        if first.data.isascii():
            while end < columns and row[end].data.isascii() and row[end].data \
                    and row[end]._replace(data="") == first._replace(data=""):
                end += 1
        elif end < columns and row[end].data == "":          # the second cell of a wide character
            end += 1
        yield begin, "".join(row[place].data for place in range(begin, end)), end - begin, first
        begin = end


def line(sign, left, top, ink):
    """The lines of a box in a cell, from its middle to its edges, so that they join in every font."""
    x, y = left + CELL_WIDTH / 2, top + LINE_HEIGHT / 2
    ends = {"l": f"H{left:g}", "r": f"H{left + CELL_WIDTH:g}", "t": f"V{top:g}", "b": f"V{top + LINE_HEIGHT:g}"}
    return f'<path d="{"".join(f"M{x:g} {y:g}{ends[side]}" for side in SIDES[sign])}" stroke="{ink}"/>'


def drawn(screen, left, top):
    """The rows of a screen, at a place of a picture."""
    columns = screen.columns
    for number in range(screen.lines):
        row, y = screen.buffer[number], top + number * LINE_HEIGHT
        for paper, places in itertools.groupby(range(columns), key=lambda column: colours(row[column])[1]):
            places = list(places)
            if paper != PAPER:
                yield (f'<rect x="{left + places[0] * CELL_WIDTH:g}" y="{y:g}" fill="{paper}" '
                       f'width="{len(places) * CELL_WIDTH:g}" height="{LINE_HEIGHT:g}"/>')
        for column, text, cells, cell in runs(row, columns):
            ink, _ = colours(cell)
            x, width = left + column * CELL_WIDTH, cells * CELL_WIDTH
            if text in SIDES:
                yield line(text, x, y, ink)
            elif text.strip():
                style = ' font-weight="bold"' if cell.bold else ""
                style += ' text-decoration="underline"' if cell.underscore else ""
                yield (f'<text x="{x:g}" y="{y + LINE_HEIGHT * 0.75:g}" textLength="{width:g}" '
                       f'fill="{ink}"{style} xml:space="preserve">{html.escape(text)}</text>')


def room(size):
    """The size of a screen with its margins."""
    return size[0] * CELL_WIDTH + 2 * MARGIN, size[1] * LINE_HEIGHT + 2 * MARGIN


def svg(size, description, content):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]:g} {size[1]:g}" role="img" {FONT} '
        f'font-size="{SIZE}" stroke-width="1.2">', f"<title>{html.escape(description)}</title>", *content, "</svg>", ""])


def background(left, top, size):
    return f'<rect x="{left:g}" y="{top:g}" width="{size[0]:g}" height="{size[1]:g}" rx="8" fill="{PAPER}"/>'


def typing_help(program):
    """The scenes, two in a row, each below its caption."""
    size, gap, head = room(SMALL_SIZE), 16, 26
    content = []
    for number, wanted in enumerate(SCENES):
        left, top = number % 2 * (size[0] + gap), number // 2 * (size[1] + gap + head)
        content.append(f'<text x="{left + MARGIN:g}" y="{top + 17:g}" fill="{CAPTION}" stroke="none" '
                       f'font-family="sans-serif">{html.escape(wanted.caption)}</text>')
        content.append(background(left, top + head, size))
        content += drawn(scene(program, wanted), left + MARGIN, top + head + MARGIN)
    return svg((2 * size[0] + gap, 2 * (size[1] + head) + gap), "; ".join(wanted.caption for wanted in SCENES), content)


def pictures(program):
    """Every picture of the documentation, by the name of its file."""
    form = [background(0, 0, room(KIOSK_SIZE)), *drawn(kiosk(program), MARGIN, MARGIN)]
    return {"kiosk.svg": svg(room(KIOSK_SIZE), "A form with four fields, and the keys that work in it while Command is held",
                             form),
            "typing.svg": typing_help(program)}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, picture in pictures(pathlib.Path(sys.argv[1]).resolve()).items():
        (HERE / name).write_text(picture)


if __name__ == "__main__":
    main()
