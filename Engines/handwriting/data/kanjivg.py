# SPDX-License-Identifier: Apache-2.0
"""Reads the strokes of KanjiVG from its wheel: an SVG for each character, a path for each stroke."""

import re
import zipfile

SIDE = 109
SCALE = 1000 / SIDE
# Points on each Bézier curve.
STEPS = 8
NAME = re.compile(r"kanji/([0-9a-f]{5})\.svg")
PATH = re.compile(r'<path [^>]*\bd="([^"]*)"')
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def points_of(path):
    """The points of an SVG path, which has moves, lines and cubic curves only."""
    tokens = TOKEN.findall(path)
    points = []
    x = y = control_x = control_y = 0.0
    command = ""
    i = 0

    def take(count):
        nonlocal i
        values = [float(token) for token in tokens[i:i + count]]
        i += count
        return values

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        left, top = (x, y) if command.islower() else (0.0, 0.0)
        kind = command.lower()
        if kind in "ml":
            dx, dy = take(2)
            x, y = control_x, control_y = left + dx, top + dy
            points.append((x, y))
            command = {"m": "l", "M": "L"}.get(command, command)
        elif kind in "hv":
            value, = take(1)
            x, y = control_x, control_y = (left + value, y) if kind == "h" else (x, top + value)
            points.append((x, y))
        elif kind in "cs":
            if kind == "c":
                x1, y1, x2, y2, dx, dy = take(6)
                x1, y1 = left + x1, top + y1
            else:
                x1, y1 = 2 * x - control_x, 2 * y - control_y
                x2, y2, dx, dy = take(4)
            control_x, control_y, end_x, end_y = left + x2, top + y2, left + dx, top + dy
            for step in range(1, STEPS + 1):
                t = step / STEPS
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
                points.append((a * x + b * x1 + c * control_x + d * end_x, a * y + b * y1 + c * control_y + d * end_y))
            x, y = end_x, end_y
        elif kind == "z":
            points.append(points[0])
        else:
            raise ValueError(f"unknown command {command} in the path {path[:60]}")
    return points


def read(wheel):
    """Yields (character, strokes) for each character of the wheel, in the order of their numbers."""
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            found = NAME.fullmatch(name)
            if not found:
                continue
            paths = PATH.findall(archive.read(name).decode())
            strokes = [[(x * SCALE, y * SCALE) for x, y in points_of(path)] for path in paths]
            if strokes:
                yield chr(int(found[1], 16)), strokes
