# SPDX-License-Identifier: Apache-2.0
"""Files of characters with their strokes: the code point, then the strokes, in each line.

    4E00 110,540 250,530 890,500
    4E8C 230,300 770,280;110,800 890,790

Points are integers in a box of 1000 by 1000, from its upper left corner. Strokes are divided by `;`.
"""


def write(path, characters):
    """Writes (character, strokes) pairs; a stroke is a list of (x, y)."""
    with open(path, "w", encoding="ascii") as file:
        for character, strokes in characters:
            text = ";".join(" ".join(f"{round(x)},{round(y)}" for x, y in stroke) for stroke in strokes)
            file.write(f"{ord(character):04X} {text}\n")


def read(path):
    """Returns a list of (character, strokes) pairs."""
    found = []
    with open(path, encoding="ascii") as file:
        for line in file:
            code, _, text = line.rstrip("\n").partition(" ")
            strokes = [[tuple(map(int, point.split(","))) for point in stroke.split(" ")] for stroke in text.split(";")]
            found.append((chr(int(code, 16)), strokes))
    return found
