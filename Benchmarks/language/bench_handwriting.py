#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the handwriting engine with strokes of a source that its templates do not come from, next to Zinnia.

    bench_handwriting.py ENGINE SAMPLES DATA STROKES [--seed N] [--every N] [--only NAME] [--misses] [--json FILE] [--page FILE]

ENGINE is keybridge-engine-handwriting, SAMPLES handwriting-samples, DATA the folder with the engine's data, and STROKES the
folder that `make handwriting` keeps the strokes of the sources in. `--every 5` takes every fifth character, `--only` the parts
whose name contains NAME, and `--misses` lists the characters that were not first, with the first three instead of them.
`--page` writes Documentation/Handwriting.md.
"""

import argparse
import ctypes
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Engines" / "handwriting" / "data"))
import characters  # noqa: E402
import handwriting_page  # noqa: E402
import make_handwriting  # noqa: E402
import skeletons  # noqa: E402
import stroke_file  # noqa: E402

# The seed of the development is 1; this one is for the figures.
SEED = 2_000
COUNT = 10
# How often each kana, letter and digit is drawn: they are so few that one mistake would count for percents.
FEW_COPIES = 5
# (noise, joined, swapped, cut) of handwriting-samples.
CONDITIONS = {
    "clean": ("0", "0", "0", "0"),
    "noisy": ("1", "0", "0", "0"),
    "swapped": ("1", "0", "=1", "0"),
    "joined": ("1", "=1", "0", "0"),
    "joined twice": ("1", "=2", "0", "0"),
    "last stroke missing": ("1", "0", "0", "1"),
    "small in a corner": ("1", "0", "0", "0"),
    "on a pad 2:1": ("1", "0", "0", "0"),
}
# A font like handwriting, of another foundry, for the characters that KanjiVG does not have.
OTHER_FONT = "/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Light.ttf"
MODELS = pathlib.Path("/usr/share/tegaki/models/zinnia")
NO_MODELS = pathlib.Path("/nonexistent")
# Characters with the same lines, which only the size, the place or the text around them tells apart.
SAME_FORMS = """ぁあ ぃい ぅう ぇえ ぉお っつ ゃや ゅゆ ょよ ゎわ ゕか ゖけ ァア ィイ ゥウ ェエ工 ォオ才 ッツ ャヤ ュユ ョヨ ヮワ ヵカ力 ヶケ
    へヘ べベ ぺペ りリ ロ口囗 ニ二 ハ八 ト卜 タ夕 ノ丿/ ー一- 0Oo lI|丨 Cc Kk Pp Ss Uu Vv Ww Xx Zz""".split()
FORM_OF = {character: form[0] for form in SAME_FORMS for character in form}


class Engine:
    """The engine as a process."""

    def __init__(self, program, data, language, models=NO_MODELS):
        self.start = time.monotonic()
        self.process = subprocess.Popen([program, data, models], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask("hello", protocol=1, language=language)
        self.ask("prepare")

    def ask(self, method, **parameters):
        line = json.dumps({"id": 1, "method": method, "params": parameters}).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "result" not in answer:
            raise SystemExit(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def recognise(self, strokes, aspect):
        found = self.ask("recognise", strokes=strokes, aspect=aspect, count=COUNT)
        return [candidate["text"] for candidate in found["candidates"]]

    def memory(self):
        """The mapped and the private memory that the process uses, in KiB."""
        mapped = private = 0
        for line in pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name == "Rss":
                mapped = int(rest.split()[0])
            elif name == "Private_Dirty":
                private = int(rest.split()[0])
        return mapped, private

    def processor_time(self):
        """The milliseconds for which the process has run, which other work on the machine does not change."""
        # The clock of a process, as clock_getcpuclockid(3) returns it.
        return 1000 * time.clock_gettime(~self.process.pid << 3 | 2)

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class Zinnia:
    """Zinnia with a model of tegaki."""

    def __init__(self, model):
        self.library = ctypes.CDLL("libzinnia.so.0")
        for name in ("zinnia_recognizer_new", "zinnia_character_new", "zinnia_recognizer_classify"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.zinnia_result_value.restype = ctypes.c_char_p
        self.library.zinnia_result_size.restype = ctypes.c_size_t
        self.recognizer = ctypes.c_void_p(self.library.zinnia_recognizer_new())
        if not self.library.zinnia_recognizer_open(self.recognizer, str(model).encode()):
            raise SystemExit(f"{model}: the model cannot be opened")

    def recognise(self, strokes, _=1.0):
        character = ctypes.c_void_p(self.library.zinnia_character_new())
        self.library.zinnia_character_set_width(character, ctypes.c_size_t(1000))
        self.library.zinnia_character_set_height(character, ctypes.c_size_t(1000))
        for number, stroke in enumerate(strokes):
            for x, y in stroke:
                self.library.zinnia_character_add(character, ctypes.c_size_t(number), x, y)
        result = ctypes.c_void_p(self.library.zinnia_recognizer_classify(self.recognizer, character, ctypes.c_size_t(COUNT)))
        found = []
        if result:
            for i in range(self.library.zinnia_result_size(result)):
                found.append(self.library.zinnia_result_value(result, ctypes.c_size_t(i)).decode())
            self.library.zinnia_result_destroy(result)
        self.library.zinnia_character_destroy(character)
        return found


def on_paper(strokes, condition=""):
    """The strokes with each point on the paper, as a device would report them, and the aspect of the paper."""
    aspect = 1.0
    if condition == "small in a corner":
        strokes = [[(740 + x / 4, 10 + y / 4) for x, y in stroke] for stroke in strokes]
    elif condition == "on a pad 2:1":
        strokes = [[(250 + x / 2, y) for x, y in stroke] for stroke in strokes]
        aspect = 2.0
    return [[[min(1000, max(0, round(x))), min(1000, max(0, round(y)))] for x, y in stroke] for stroke in strokes], aspect


class Bench:
    """Draws characters, and counts how many are found."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.work)
        self.figures = {}

    def engine(self, sources, language, models=NO_MODELS):
        """The engine with the templates of some sources only."""
        return Engine(self.options.engine, self.data(*sources), language, models)

    def drawn(self, pairs, condition, copies=1):
        """The characters, drawn under a condition, each several times with other mistakes."""
        path = self.folder / "drawn.strokes"
        stroke_file.write(path, pairs)
        text = subprocess.run(
            [self.options.samples, str(path), str(self.options.seed), *CONDITIONS[condition], str(copies), "ink"],
            stdout=subprocess.PIPE, check=True, text=True).stdout
        result = self.folder / "result.strokes"
        result.write_text(text)
        return stroke_file.read(result)

    def data(self, *sources):
        """A folder with the templates of some sources only."""
        folder = self.folder / "-".join(sources)
        folder.mkdir(exist_ok=True)
        # The net is trained from fonts only, so that no stroke of the measurement is known to it.
        for name in ("projection", "characters", "few-strokes", *sources):
            link = folder / f"{name}.data"
            if not link.exists():
                link.symlink_to(self.options.data / f"{name}.data")
        return folder

    def run(self, name, recognise, pairs, conditions, copies=1):
        """Measures the share of characters that are first, and among ten."""
        clean_ranks = {}
        for condition in conditions:
            ranks = []
            for character, strokes in self.drawn(pairs, condition, copies):
                found = recognise(*on_paper(strokes, condition))
                ranks.append((character, found.index(character) if character in found else COUNT, found[:3]))
            if condition == "clean":
                clean_ranks = {character: rank for character, rank, _ in ranks}
            share = {limit: 100 * sum(rank < limit for _, rank, _ in ranks) / len(ranks) for limit in (1, 3, 10)}
            same = 100 * sum(FORM_OF.get(character, character) in (FORM_OF.get(text, text) for text in found[:1])
                             for character, _, found in ranks) / len(ranks)
            missed = [entry for entry in ranks if entry[1]]
            classes = {
                # The font and the hand write another form: not found without a mistake either.
                "another form": sum(clean_ranks.get(character, 0) >= COUNT for character, _, _ in missed),
                "look-alikes": sum(0 < rank < 3 and clean_ranks.get(character, 0) < COUNT for character, rank, _ in missed),
            }
            classes["distorted"] = len(missed) - sum(classes.values())
            self.figures.setdefault(name, {})[condition] = {
                "characters": len(ranks), "first": round(share[1], 1), "three": round(share[3], 1), "ten": round(share[10], 1),
                "form": round(same, 1),
                "missed": {kind: round(100 * count / len(ranks), 1) for kind, count in classes.items()}}
            print(f"{name:34} {condition:20} {len(ranks):5}  {share[1]:5.1f} ({same:5.1f}) {share[3]:5.1f} {share[10]:5.1f}  " +
                  ", ".join(f"{kind} {100 * count / len(ranks):.1f}" for kind, count in classes.items()), flush=True)
            if self.options.misses:
                print("   ", " ".join(f"{character}→{''.join(found)}" for character, _, found in missed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("samples", type=pathlib.Path)
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("strokes", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    for name in ("engine", "samples", "data", "strokes"):
        setattr(options, name, getattr(options, name).resolve())
    with tempfile.TemporaryDirectory() as work:
        options.work = work
        bench = Bench(options)
        measure(bench, options)
    if options.page:
        _, modes = make_handwriting.known_strokes(options.strokes)
        options.page.write_text(handwriting_page.page(bench.figures, options.data, modes), encoding="utf-8")
    if options.json:
        options.json.write_text(json.dumps(bench.figures, ensure_ascii=False, indent=1) + "\n")


def measure(bench, options):
    kanjivg = stroke_file.read(options.strokes / "kanjivg.strokes")
    covered = {character for character, _ in stroke_file.read(options.strokes / "arphic.strokes")}
    han = [pair for pair in kanjivg if characters.is_han(pair[0]) and pair[0] in covered][::options.every]
    kana = [pair for pair in kanjivg if pair[0] in characters.KANA and pair[0] in covered]
    plain = [pair for pair in kanjivg if pair[0].isascii() and pair[0].isalnum()]
    main_conditions = ("clean", "noisy", "swapped", "joined", "joined twice", "last stroke missing", "small in a corner", "on a pad 2:1")

    def wants(name):
        return not options.only or options.only in name

    if wants("ja"):
        engine = bench.engine(["arphic"], "ja")
        bench.run("ja", engine.recognise, han, main_conditions)
        engine.close()
    for mode in ("zh-Hans", "zh-Hant"):
        members = set(characters.encoded("gb2312", range(0xB0, 0xF8)) if mode == "zh-Hans" else
                      characters.encoded("big5", range(0xA4, 0xC7)))
        if wants(mode):
            engine = bench.engine(["arphic"], mode)
            bench.run(f"{mode}, KanjiVG", engine.recognise, [pair for pair in han if pair[0] in members], ("clean", "noisy", "joined"))
            rest = sorted(members - {character for character, _ in kanjivg})[::options.every]
            drawn = list(skeletons.read(OTHER_FONT, rest))
            bench.run(f"{mode}, the others, LXGW WenKai", engine.recognise, drawn, ("clean", "noisy", "joined"))
            engine.close()
    if wants("kana"):
        engine = bench.engine(["arphic"], "ja")
        bench.run("kana", engine.recognise, kana, ("clean", "noisy", "joined"), FEW_COPIES)
        engine.close()
    if wants("plain"):
        for mode in ("ja", "zh-Hans"):
            engine = bench.engine(["arphic", "hershey", "dejavu"], mode)
            bench.run(f"plain: letters and digits, {mode}", engine.recognise, plain, ("clean", "noisy"), FEW_COPIES)
            engine.close()
    if wants("zinnia") and MODELS.exists():
        zinnia = Zinnia(MODELS / "handwriting-ja.model")
        bench.run("zinnia alone, ja", zinnia.recognise, han[::4], main_conditions[:6])
    if wants("vote") and MODELS.exists():
        engine = bench.engine(["arphic"], "ja", MODELS)
        bench.run("ja, Zinnia has a vote", engine.recognise, han[::4], main_conditions[:6])
        engine.close()
    if wants("time"):
        measure_time(bench, options, han, "time", NO_MODELS)
        if MODELS.exists():
            measure_time(bench, options, han, "time, Zinnia has a vote", MODELS)


def measure_time(bench, options, pairs, name, models):
    """The processor time of a recognition, the time of the start, and the memory, with all data."""
    drawn = [on_paper(strokes) for _, strokes in bench.drawn(pairs[:: max(1, len(pairs) // 2000)], "noisy")]
    starts = []
    for _ in range(11):
        engine = Engine(options.engine, options.data, "ja", models)
        engine.recognise(*drawn[0])
        starts.append(1000 * (time.monotonic() - engine.start))
        engine.close()
    engine = Engine(options.engine, options.data, "ja", models)
    times = []
    engine.recognise(*drawn[0])
    for strokes in drawn:
        start = engine.processor_time()
        engine.recognise(*strokes)
        times.append(engine.processor_time() - start)
    mapped, private = engine.memory()
    engine.close()
    times.sort()
    bench.figures[name] = {
        "median": round(statistics.median(times), 2), "p99": round(times[len(times) * 99 // 100], 2),
        "start": round(statistics.median(starts), 1), "mapped": mapped, "private": private}
    print(f"{name}: recognition {statistics.median(times):.2f} ms, p99 {times[len(times) * 99 // 100]:.2f} ms; "
          f"start to the first answer {statistics.median(starts):.1f} ms; memory {mapped} KiB, private {private} KiB")


if __name__ == "__main__":
    main()
