#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the language engines next to the libraries alone, in the same run.

    bench_engines.py FOLDER

FOLDER has the programs of `Engines`, and those of this folder that call the libraries directly. The sentences are in
*.tsv: a reading as it is typed, a tab and the text. follow-*.tsv has contexts and what may follow them.
"""

import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "LanguageEngines"))
import bare_mozc  # noqa: E402
import engine_process  # noqa: E402


def rows(name):
    """The rows of a file, as lists of columns."""
    lines = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]


def share(part, whole):
    """A share as text."""
    return f"{part} of {whole} ({100 * part / whole:.0f} %)"


def spread(seconds):
    """Mean and 99th percentile as text, in milliseconds."""
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"mean {1000 * statistics.mean(seconds):.2f} ms, p99 {1000 * late:.2f} ms"


def alone(program, readings):
    """The first candidates of a library alone, and the times of the conversions in seconds."""
    output = subprocess.run(
        [program], input="".join(f"{reading}\n" for reading in readings), capture_output=True,
        text=True, check=True, env={"HOME": "/nonexistent"}).stdout.splitlines()
    columns = [line.split("\t") for line in output]
    return [column[0] for column in columns], [int(column[1]) / 1e6 for column in columns]


def first_text(segments):
    """The text that commits a conversion: the first candidate of each segment."""
    return "".join(segment["candidates"][0]["text"] for segment in segments)


def convert_all(engine, readings):
    """The first candidates of an engine, and the times of the requests in seconds."""
    texts, times = [], []
    for reading in readings:
        start = time.perf_counter()
        segments = engine.segments(reading, count=50)
        times.append(time.perf_counter() - start)
        texts.append(first_text(segments))
    return texts, times


def letter_times(engine, readings):
    """The times of the requests while the readings are typed, with one for each letter."""
    times = []
    for reading in readings:
        for end in range(1, len(reading) + 1):
            start = time.perf_counter()
            engine.segments(reading[:end], count=50)
            times.append(time.perf_counter() - start)
    return times


def follow_all(engine, contexts):
    """How often a suggestion among the first five is expected, and the times in seconds."""
    right, times = 0, []
    for context, expected in contexts:
        start = time.perf_counter()
        found = engine.following(context, 5)
        times.append(time.perf_counter() - start)
        right += bool(set(found) & set(expected.split()))
    return right, times


def start_time(name, language):
    """The time from the start of an engine until its dictionaries are loaded."""
    start = time.perf_counter()
    with engine_process.EngineProcess(name, language):
        return time.perf_counter() - start


def measure(name, language, sentences, follow=None, library=None, letters=True):
    """Prints the measurements of an engine in a language."""
    is_missing = name == "mozc" and not engine_process.MOZC_SERVER.exists()
    if is_missing or not engine_process.program(name).exists():
        print(f"{name}, {language}: not built or not installed")
        return
    data = rows(sentences)
    readings = [row[0] for row in data]
    print(f"{name}, {language}, {len(data)} sentences")
    print(f"  start until loaded       {1000 * start_time(name, language):.0f} ms")
    with engine_process.EngineProcess(name, language) as engine:
        texts, times = convert_all(engine, readings)
        right = sum(text == row[1] for text, row in zip(texts, data))
        print(f"  first candidate right    {share(right, len(data))}")
        if library:
            bare, bare_times = library(readings)
            bare_right = sum(text == row[1] for text, row in zip(bare, data))
            print(f"  library alone            {share(bare_right, len(data))}")
            ratio = statistics.mean(times) / statistics.mean(bare_times)
            print(f"  a sentence               {spread(times)}; library alone {spread(bare_times)}; ratio {ratio:.2f}")
        else:
            print(f"  a sentence               {spread(times)}")
        if letters:
            print(f"  each letter of sentences {spread(letter_times(engine, readings))}")
        if follow:
            contexts = rows(follow)
            right, times = follow_all(engine, contexts)
            print(f"  suggestions among five   {share(right, len(contexts))}; {spread(times)}")
        processes = [None] + engine_process.children(engine.process.pid)
        resident, private = map(sum, zip(*(engine.memory(process) for process in processes)))
        print(f"  memory                   {resident / 1024:.1f} MB resident, {private / 1024:.1f} MB private")


def main():
    programs = pathlib.Path(sys.argv[1])
    engine_process.PROGRAMS = programs
    bare = programs / "bare_libime"
    libime = (lambda readings: alone(bare, readings)) if bare.exists() else None
    measure("libime", "zh-Hans", "zh-Hans", "follow-zh", libime)
    measure("libime", "zh-Hant", "zh-Hant")
    measure("googlepinyin", "zh-Hans", "zh-Hans", "follow-zh")
    # The engine shows the conversions of mozc as they are, and a reading is converted as a whole.
    mozc = (lambda readings: bare_mozc.convert_all(readings, **engine_process.NOT_ROOT))
    measure("mozc", "ja", "ja", "follow-ja", mozc, letters=False)


if __name__ == "__main__":
    main()
