# SPDX-License-Identifier: Apache-2.0
"""The data of handwriting that `make handwriting` has made: its characters, and the goals of the recognition."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Engines" / "handwriting" / "data"))
import characters  # noqa: E402
import stroke_file  # noqa: E402

ENGINES = pathlib.Path(os.environ.get("ENGINES", PROJECT / ".build" / "engines"))
DATA = pathlib.Path(os.environ.get("HANDWRITING", PROJECT / ".build" / "handwriting"))
STROKES = pathlib.Path(os.environ.get("STROKES", PROJECT / ".build" / "handwriting-strokes"))
ENGINE, SAMPLES = ENGINES / "keybridge-engine-handwriting", ENGINES / "handwriting-samples"

# The smallest percentages: the part of the measurement, the condition, among how many candidates, and the goal.
GOALS = [
    *(("ja", condition, "ten", goal) for condition, goal in (("clean", 98), ("noisy", 94), ("swapped", 94), ("joined", 92))),
    *(("ja", condition, "first", goal) for condition, goal in (("clean", 88), ("noisy", 80), ("swapped", 80), ("joined", 75))),
    *((f"{mode}, {source}", "noisy", "ten", 95)
      for mode in ("zh-Hans", "zh-Hant") for source in ("KanjiVG", "the others, LXGW WenKai")),
    *((part, condition, among, goal) for condition in ("clean", "noisy") for part, among, goal in (
        ("kana", "three", 95), ("plain: letters and digits, ja", "first", 92), ("plain: letters and digits, zh-Hans", "first", 92))),
]
# Milliseconds and KiB.
LIMITS = {"median": 5, "p99": 15, "start": 100, "mapped": 24 * 1024, "private": 4 * 1024}
PACKAGE_LIMIT = 12_000_000


class Data(unittest.TestCase):
    def test_every_file_is_named_in_the_licences_and_together_they_are_small(self):
        files = sorted(DATA.glob("*.data"))
        self.assertEqual([path.stem for path in files], ["arphic", "characters", "dejavu", "few-strokes", "hershey", "kanjivg", "projection"])
        copyright_text = (DATA / "copyright").read_text()
        for path in files:
            self.assertIn(path.name, copyright_text)
        self.assertLess(sum(path.stat().st_size for path in files), PACKAGE_LIMIT)
        self.assertTrue((DATA / "ARPHICPL.TXT").read_text().startswith("ARPHIC PUBLIC LICENSE"))

    def test_a_mode_has_strokes_for_its_characters(self):
        known = {character for path in STROKES.glob("*.strokes") for character, _ in stroke_file.read(path)}
        self.assertLessEqual(set(characters.encoded("gb2312", range(0xB0, 0xF8))), known)
        frequent = set(characters.encoded("big5", range(0xA4, 0xC7)))
        self.assertGreater(len(frequent & known), 5390)
        # A mark is drawn in its wide form only.
        self.assertLessEqual(set(characters.KANA + "ー、。！？" + characters.ASCII) - set("!?"), known)

    def test_the_same_sources_give_the_same_data(self):
        with tempfile.TemporaryDirectory() as folder:
            program = PROJECT / "Engines" / "handwriting" / "data" / "make_handwriting.py"
            subprocess.run(["/usr/bin/python3", "-B", program, "data", STROKES, SAMPLES, folder], check=True, stdout=subprocess.DEVNULL)
            for path in DATA.glob("*.data"):
                self.assertEqual(path.read_bytes(), (pathlib.Path(folder) / path.name).read_bytes(), path.name)


class Goals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.figures = {}
        bench = PROJECT / "Benchmarks" / "language" / "bench_handwriting.py"
        with tempfile.TemporaryDirectory() as folder:
            result = pathlib.Path(folder) / "figures.json"
            for part in ("ja", "zh", "kana", "plain", "time"):
                subprocess.run(
                    ["/usr/bin/python3", "-B", bench, ENGINE, SAMPLES, DATA, STROKES, "--every", "4", "--only", part, "--json", result],
                    check=True, stdout=subprocess.DEVNULL)
                cls.figures |= json.loads(result.read_text())

    def test_the_strokes_of_another_source_are_recognised(self):
        for part, condition, among, goal in GOALS:
            with self.subTest(part=part, condition=condition, among=among):
                self.assertGreaterEqual(self.figures[part][condition][among], goal)

    def test_place_and_shape_of_the_paper_do_not_matter(self):
        figures = self.figures["ja"]
        for condition in ("small in a corner", "on a pad 2:1"):
            self.assertGreater(figures[condition]["ten"], figures["noisy"]["ten"] - 1)

    def test_time_and_memory_are_within_their_budget(self):
        for name, limit in LIMITS.items():
            with self.subTest(name):
                self.assertLessEqual(self.figures["time"][name], limit)


if __name__ == "__main__":
    unittest.main()
