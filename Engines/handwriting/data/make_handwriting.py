#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the data of the handwriting engine.

    make_handwriting.py fetch FOLDER             downloads KanjiVG and wordfreq with pip, and checks their hashes
    make_handwriting.py strokes FOLDER           writes the strokes of each source as FOLDER/SOURCE.strokes
    make_handwriting.py data FOLDER SAMPLES OUT  writes the data files into OUT; SAMPLES is the program handwriting-samples

Only templates of one source are in a file, because each has a licence of its own (Documentation/Decisions/0044).
"""

import os
import pathlib
import subprocess
import sys
import zipfile

# The number of processors changes the order of sums, and so the last digits.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy  # noqa: E402

import characters  # noqa: E402
import data_file  # noqa: E402
import hershey  # noqa: E402
import kanjivg  # noqa: E402
import network  # noqa: E402
import skeletons  # noqa: E402
import stroke_file  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Packaging" / "lexicons"))
import download  # noqa: E402
import make_lexicon  # noqa: E402

KANJIVG_VERSION = "20260714"
KANJIVG = f"kanjivg-{KANJIVG_VERSION}-py3-none-any.whl"
KANJIVG_SHA256 = "5190e7ec4eb513dbe6865b2ed52c58287fc10ea514b9409e4cf66ce7db41644d"
ARPHIC = "/usr/share/fonts/truetype/arphic/ukai.ttc"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# The fonts like handwriting from which the net for characters of few strokes is trained, with the sources of ASCII.
FREE_FONTS = {"kiloji": "/usr/share/fonts/truetype/kiloji/kiloji.ttf",
              "cedar": "/usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf",
              "maruberi": "/usr/share/fonts/truetype/motoya-l-maruberi/MTLmr3m.ttf"}
FREE_SOURCES = ("hershey", "dejavu", *FREE_FONTS)
SOURCES = {"arphic": "AR PL UKai", "kanjivg": f"KanjiVG {KANJIVG_VERSION}", "hershey": "Hershey fonts", "dejavu": "DejaVu Sans"}

FEATURES = 512
DETAILS = 644
# The values of a template. With its character, its place and its factor it has 156 bytes.
VALUES = 144
# Drawings of each character, with full and with little noise: the seed, the noise, the most joined strokes, the share without
# the last stroke, and their number.
DRAWINGS = ((1, 1.0, 2, 0.02, 15), (7, 0.4, 1, 0.0, 3))
# Drawings of simple characters, for two more templates: few lines differ much if they are drawn exactly.
SIMPLE_DRAWINGS = ((11, 0.3, 0, 0.0, 6), (13, 0.0, 0, 0.0, 1))
SIMPLE_STROKES = 8
# Drawings of each character of few strokes for the net: exactly one stroke is joined in some.
FEW_DRAWINGS = ((1, 1.0, "=0", 0.0, 24), (21, 1.0, "=1", 0.0, 8), (11, 0.4, "=0", 0.0, 6), (13, 0.0, "=0", 0.0, 1))
# The most lines of the skeleton of a Chinese character of few strokes.
FEW_STROKES = 6
# The share of the mean variance that is added to each feature's, so that no feature counts without limit.
RIDGE = 0.3
BATCH = 2000


def fetch(folder):
    """Downloads the wheels unless they are there."""
    download.wheel(folder, f"kanjivg=={KANJIVG_VERSION}", KANJIVG, KANJIVG_SHA256)
    wheel = download.wheel(folder, f"wordfreq=={make_lexicon.VERSION}", make_lexicon.WHEEL, make_lexicon.SHA256)
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(("large_zh.msgpack.gz", "large_ja.msgpack.gz")):
                (folder / pathlib.PurePath(name).name).write_bytes(archive.read(name))


def known_strokes(folder):
    """Characters with strokes, and the modes."""
    drawn = list(kanjivg.read(folder / KANJIVG))
    return drawn, characters.sets(folder, [character for character, _ in drawn])


def on_lines(pairs):
    """Moves the characters of ASCII of a font to the lines on which those of KanjiVG stand."""
    pairs = list(pairs)
    heights = [y for stroke in dict(pairs)["H"] for _, y in stroke]
    scale = (hershey.BOX_LINE - hershey.BOX_CAPITALS) / (max(heights) - min(heights))
    for character, strokes in pairs:
        if character.isascii():
            strokes = [[(x * scale, hershey.BOX_CAPITALS + (y - min(heights)) * scale) for x, y in stroke] for stroke in strokes]
        yield character, strokes


def write_strokes(folder):
    """Writes the strokes of the sources, for the characters of the modes only."""
    drawn, modes = known_strokes(folder)
    wanted = sorted({character for levels, _ in modes.values() for character in levels})
    kept = set(wanted)
    stroke_file.write(folder / "kanjivg.strokes", [pair for pair in drawn if pair[0] in kept])
    stroke_file.write(folder / "hershey.strokes", [pair for pair in hershey.read() if pair[0] in kept])
    plain = [character for character in wanted if character.isascii()]
    stroke_file.write(folder / "dejavu.strokes", on_lines(skeletons.read(DEJAVU, plain)))
    arphic = list(on_lines(skeletons.read(ARPHIC, wanted)))
    stroke_file.write(folder / "arphic.strokes", arphic)
    few = [character for character, strokes in arphic if not characters.is_han(character) or len(strokes) <= FEW_STROKES]
    for name, path in FREE_FONTS.items():
        # These fonts have ¥ at the place of the backslash.
        stroke_file.write(folder / f"{name}.strokes", [pair for pair in on_lines(skeletons.read(path, few)) if pair[0] != "\\"])


def samples_of(samples, path, parameters, *form):
    """Draws each character of a file with mistakes; returns what the program writes about the drawings."""
    seed, noise, joined, cut, copies = parameters
    found = subprocess.run([samples, str(path), str(seed), str(noise), str(joined), "0", str(cut), str(copies), *form],
                           stdout=subprocess.PIPE, check=True)
    return found.stdout


def drawings(samples, path, parameters):
    """Returns the features of drawings as bytes: characters × drawings × features."""
    return numpy.frombuffer(samples_of(samples, path, parameters), numpy.uint8).reshape(-1, parameters[-1], FEATURES)


def means_of(samples, path):
    """Returns the mean features of each character of a file, and the scatter of the drawings around them."""
    parts = [drawings(samples, path, parameters) for parameters in DRAWINGS]
    means, scatter, count = [], numpy.zeros((FEATURES, FEATURES)), 0
    for start in range(0, len(parts[0]), BATCH):
        drawn = numpy.concatenate([part[start:start + BATCH] for part in parts], axis=1).astype(numpy.float32) / 510
        mean = drawn.mean(1)
        means.append(mean)
        around = (drawn - mean[:, None]).reshape(-1, FEATURES)
        scatter += around.T @ around
        count += len(around)
    return numpy.concatenate(means), scatter / count


def projection_of(means, scatter):
    """Returns the mean, and the projection in which characters differ most compared with their drawings (Fisher's)."""
    mean = means.mean(0)
    around = (means - mean).astype(float)
    between = around.T @ around / len(means)
    within = scatter + RIDGE * numpy.eye(FEATURES) * numpy.trace(scatter) / FEATURES
    inverse = numpy.linalg.inv(numpy.linalg.cholesky(within))
    _, vectors = numpy.linalg.eigh(inverse @ between @ inverse.T)
    chosen = vectors[:, ::-1][:, :VALUES]
    # The sign of such a vector is arbitrary.
    chosen = chosen * numpy.sign(chosen[numpy.abs(chosen).argmax(0), numpy.arange(VALUES)])
    return mean, inverse.T @ chosen


def places_of(strokes):
    """The place of each character in its box, as bytes: top, bottom, larger side, and the number of strokes."""
    rows = []
    for _, lines in strokes:
        xs = [x for line in lines for x, _ in line]
        ys = [y for line in lines for _, y in line]
        side = max(max(xs) - min(xs), max(ys) - min(ys))
        rows.append([*(int(min(255, max(0, value / 4))) for value in (min(ys), max(ys), side)), min(255, len(lines))])
    return rows


def write_network(folder, samples, output):
    """Trains and writes the net for characters of few strokes."""
    inputs, drawn = [], []
    for name in FREE_SOURCES:
        path = folder / f"{name}.strokes"
        known = [character for character, _ in stroke_file.read(path)]
        for parameters in FEW_DRAWINGS:
            inputs.append(numpy.frombuffer(samples_of(samples, path, parameters, "details"), numpy.float32).reshape(-1, DETAILS))
            drawn += [character for character in known for _ in range(parameters[-1])]
    known = sorted(set(drawn))
    numbers = {character: number for number, character in enumerate(known)}
    labels = numpy.array([numbers[character] for character in drawn])
    net = network.trained(numpy.concatenate(inputs), labels, len(known))
    data_file.write_network(output / "few-strokes.data", "free fonts", known, net)


def write_data(folder, samples, output):
    """Writes the projection, the templates of each source, and the characters."""
    output.mkdir(parents=True, exist_ok=True)
    mean = projection = None
    # The font has the characters of all modes, so the projection is made from it.
    for name, source in SOURCES.items():
        path = folder / f"{name}.strokes"
        means, scatter = means_of(samples, path)
        if projection is None:
            mean, projection = projection_of(means, scatter)
            data_file.write_projection(output / "projection.data", source, mean, projection)
        strokes = stroke_file.read(path)
        simple = [number for number, (character, lines) in enumerate(strokes)
                  if not characters.is_han(character) or len(lines) <= SIMPLE_STROKES]
        for parameters in SIMPLE_DRAWINGS:
            drawn = drawings(samples, path, parameters)[simple].mean(1, dtype=numpy.float32) / 510
            means = numpy.concatenate([means, drawn])
            strokes += [strokes[number] for number in simple]
        vectors = (means - mean) @ projection
        vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
        data_file.write_templates(output / f"{name}.data", source, [character for character, _ in strokes],
                                  places_of(strokes), vectors)
    write_network(folder, samples, output)
    _, modes = known_strokes(folder)
    data_file.write_characters(output / "characters.data", "wordfreq " + make_lexicon.VERSION, modes)


def main(arguments):
    paths = [pathlib.Path(argument).resolve() for argument in arguments[1:]]
    if arguments[:1] == ["fetch"] and len(paths) == 1:
        fetch(*paths)
    elif arguments[:1] == ["strokes"] and len(paths) == 1:
        write_strokes(*paths)
    elif arguments[:1] == ["data"] and len(paths) == 3:
        write_data(*paths)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
