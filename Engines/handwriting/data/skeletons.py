# SPDX-License-Identifier: Apache-2.0
"""Strokes of a font: each glyph is drawn, thinned to lines of one pixel, and divided into strokes.

Where lines cross, a stroke continues with the line that bends least. The strokes of a font have no order of writing, so
they are sorted from the upper left to the lower right.
"""

import math

import numpy
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

SIDE = 128
MARGIN = 8
# Around the box of a glyph, whose parts may leave it.
SIZE = SIDE + 2 * MARGIN
BATCH = 64
NEIGHBOURS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
# The length along which the direction of a line is measured, and the bend within which it is the same stroke.
REACH = 9
BEND = math.radians(55)


def bitmap(font, character):
    """A glyph as an array of Booleans in the font's own box; None if the font does not have it."""
    image = PIL.Image.new("L", (SIZE, SIZE))
    PIL.ImageDraw.Draw(image).text((MARGIN, MARGIN + SIDE * 0.88), character, fill=255, font=font, anchor="ls")
    pixels = numpy.asarray(image) > 127
    return pixels if pixels.any() else None


def thin(images):
    """Thins an array of images (Zhang and Suen 1984)."""
    images = images.copy()
    while True:
        changed = False
        for step in (0, 1):
            padded = numpy.pad(images, ((0, 0), (1, 1), (1, 1)))
            around = [padded[:, 1 + dy:1 + dy + SIZE, 1 + dx:1 + dx + SIZE] for dy, dx in NEIGHBOURS]
            count = sum(part.view(numpy.int8) for part in around)
            turns = sum((~around[i] & around[(i + 1) % 8]).view(numpy.int8) for i in range(8))
            north, east, south, west = around[0], around[2], around[4], around[6]
            if step == 0:
                keeps = (north & east & south) | (east & south & west)
            else:
                keeps = (north & east & west) | (north & south & west)
            removed = images & (count >= 2) & (count <= 6) & (turns == 1) & ~keeps
            if removed.any():
                images &= ~removed
                changed = True
        if not changed:
            return images


def lines_of(pixels):
    """Divides the pixels of a skeleton into lines between ends and crossings.

    Returns (nodes, lines): the place of each crossing, and (start, end, points) of each line, where start and end are
    numbers of crossings or None for a free end.
    """
    places = set(zip(*(axis.tolist() for axis in numpy.nonzero(pixels))))
    around = {}
    for y, x in places:
        direct = [(y + dy, x + dx) for dy, dx in NEIGHBOURS[::2] if (y + dy, x + dx) in places]
        near = set(direct)
        # A diagonal step counts only where there are not two straight steps instead.
        for dy, dx in NEIGHBOURS[1::2]:
            if (y + dy, x + dx) in places and (y + dy, x) not in near and (y, x + dx) not in near:
                direct.append((y + dy, x + dx))
        around[y, x] = direct
    crossings = {place for place, near in around.items() if len(near) > 2}
    node_of, nodes = {}, []
    for place in sorted(crossings):
        if place in node_of:
            continue
        group, waiting = [], [place]
        node_of[place] = len(nodes)
        while waiting:
            current = waiting.pop()
            group.append(current)
            for near in around[current]:
                if near in crossings and near not in node_of:
                    node_of[near] = len(nodes)
                    waiting.append(near)
        nodes.append((sum(y for y, _ in group) / len(group), sum(x for _, x in group) / len(group)))
    lines, seen = [], set()

    def follow(place, before, start):
        points = [place]
        seen.add(place)
        while True:
            following = [near for near in around[place] if near != before and (near not in seen or near in crossings)]
            ends = [near for near in following if near in crossings and not (len(points) == 1 and node_of[near] == start and before is not None)]
            if ends:
                return points, node_of[ends[0]]
            following = [near for near in following if near not in crossings]
            if not following:
                return points, None
            before, place = place, following[0]
            seen.add(place)
            points.append(place)

    for place in sorted(crossings):
        for near in around[place]:
            if near in crossings or near in seen:
                continue
            points, end = follow(near, place, node_of[place])
            lines.append((node_of[place], end, points))
    for place in sorted(places):
        if place not in seen and place not in crossings and len(around[place]) <= 1:
            points, end = follow(place, None, None)
            lines.append((None, end, points))
    for place in sorted(places):
        if place not in seen and place not in crossings:
            points, end = follow(place, None, None)
            # The lines that are left are rings.
            lines.append((None, end, points + points[:1]))
    return nodes, lines


def merged(nodes, lines, width):
    """Removes spurs that are shorter than a stroke is wide, and joins crossings that are as near to each other."""
    parent = list(range(len(nodes)))

    def root(node):
        while node is not None and parent[node] != node:
            node = parent[node]
        return node

    kept = []
    for start, end, points in lines:
        is_short = len(points) < width
        if is_short and start is not None and end is not None:
            if root(start) != root(end):
                parent[root(end)] = root(start)
        elif not (len(points) < 0.75 * width and (start is None) != (end is None)):
            kept.append((start, end, points))
    groups = {}
    for node in range(len(nodes)):
        groups.setdefault(root(node), []).append(nodes[node])
    places = {node: tuple(sum(values) / len(group) for values in zip(*group)) for node, group in groups.items()}
    return places, [(root(start), root(end), points) for start, end, points in kept]


def strokes_of(pixels, width):
    """Divides a skeleton into strokes: lists of (x, y) in pixels."""
    places, lines = merged(*lines_of(pixels), width)
    ends = {}
    paths = []
    for start, end, points in lines:
        path = [(x, y) for y, x in points]
        for node, is_start in ((start, True), (end, False)):
            if node is None:
                continue
            y, x = places[node]
            path = [(x, y)] + path if is_start else path + [(x, y)]
            ends.setdefault(node, []).append((len(paths), is_start))
        paths.append(path)

    def direction(number, is_start):
        path = paths[number] if is_start else paths[number][::-1]
        (x0, y0), (x1, y1) = path[0], path[min(REACH, len(path) - 1)]
        return math.atan2(y1 - y0, x1 - x0)

    partner = {}
    for found in ends.values():
        pairs = []
        for i, one in enumerate(found):
            for other in found[i + 1:]:
                if one[0] == other[0]:
                    continue
                bend = abs(math.remainder(direction(*one) - direction(*other) - math.pi, 2 * math.pi))
                if bend < BEND:
                    pairs.append((bend, one, other))
        for _, one, other in sorted(pairs):
            if one not in partner and other not in partner:
                partner[one], partner[other] = other, one
    strokes, used = [], set()

    def chain(number, is_start):
        stroke = []
        while number not in used:
            used.add(number)
            path = paths[number] if is_start else paths[number][::-1]
            stroke += path if not stroke else path[1:]
            following = partner.get((number, not is_start))
            if following is None:
                break
            number, is_start = following
        return stroke

    for number in range(len(paths)):
        for is_start in (True, False):
            if number not in used and (number, is_start) not in partner:
                strokes.append(chain(number, is_start))
    for number in range(len(paths)):
        if number not in used:
            strokes.append(chain(number, True))
    return [stroke for stroke in strokes if stroke]


def smooth(stroke):
    """Removes the steps of pixels: each point becomes the mean of its neighbours, and two of three points are dropped."""
    if len(stroke) < 5:
        return [stroke[0], stroke[-1]]
    points = numpy.array(stroke, dtype=float)
    padded = numpy.concatenate([points[:1], points[:1], points, points[-1:], points[-1:]])
    mean = sum(padded[i:i + len(points)] for i in range(5)) / 5
    mean[0], mean[-1] = points[0], points[-1]
    kept = [*range(0, len(mean) - 2, 3), len(mean) - 1]
    return [tuple(point) for point in mean[kept].tolist()]


def directed(stroke):
    """Lets a stroke begin where a hand would: a flat one at the left, another one at the top."""
    (x0, y0), (x1, y1) = stroke[0], stroke[-1]
    is_flat = abs(y1 - y0) < 0.5 * abs(x1 - x0)
    return stroke[::-1] if (x1 < x0 if is_flat else y1 < y0) else stroke


def read(path, characters, index=0):
    """Yields (character, strokes) for the characters that a font has, in a box of 1000 by 1000."""
    font = PIL.ImageFont.truetype(str(path), SIDE, index=index)
    missing = bitmap(font, "\uFFFE")
    waiting = []

    def finish():
        thinned = thin(numpy.stack([pixels for _, pixels in waiting]))
        for (character, pixels), skeleton in zip(waiting, thinned):
            width = max(3.0, pixels.sum() / max(1, skeleton.sum()))
            strokes = [directed(smooth(stroke)) for stroke in strokes_of(skeleton, width)]
            strokes.sort(key=lambda stroke: stroke[0][1] + 0.5 * stroke[0][0])
            if not strokes:
                # A dot leaves no line.
                y, x = (float(axis.mean()) for axis in numpy.nonzero(pixels))
                strokes = [[(x, y)]]
            box = [[((x - MARGIN) * 1000 / SIDE, (y - MARGIN) * 1000 / SIDE) for x, y in stroke] for stroke in strokes]
            yield character, box
        waiting.clear()

    for character in characters:
        pixels = bitmap(font, character)
        if pixels is None or (missing is not None and (pixels == missing).all()):
            continue
        waiting.append((character, pixels))
        if len(waiting) == BATCH:
            yield from finish()
    if waiting:
        yield from finish()
