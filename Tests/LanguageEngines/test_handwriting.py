# SPDX-License-Identifier: Apache-2.0
"""The handwriting engine with data of a few characters, which the test draws."""

import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from engine_process import PROGRAMS, EngineProcess

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Engines" / "handwriting" / "data"))

import numpy  # noqa: E402

import data_file  # noqa: E402
import make_handwriting  # noqa: E402
import stroke_file  # noqa: E402


def arc(left, top, right, bottom, start, end):
    """A part of an ellipse, in degrees from the right, clockwise."""
    return [(round((left + right) / 2 + (right - left) / 2 * math.cos(math.radians(angle))),
             round((top + bottom) / 2 + (bottom - top) / 2 * math.sin(math.radians(angle))))
            for angle in range(start, end + 1, 10)]


def smaller(strokes):
    """Strokes at the lower left, as a small kana is written."""
    return [[(200 + x // 2, 450 + y // 2) for x, y in stroke] for stroke in strokes]


TSU = [arc(100, 300, 850, 800, 200, 420)]
BOX = [[(200, 250), (200, 800)], [(200, 250), (800, 250), (800, 800)], [(200, 800), (800, 800)]]
STROKES = {
    "一": [[(100, 500), (900, 500)]],
    "二": [[(200, 300), (800, 300)], [(100, 800), (900, 800)]],
    "三": [[(200, 200), (800, 200)], [(250, 500), (750, 500)], [(100, 800), (900, 800)]],
    "十": [[(100, 450), (900, 450)], [(500, 100), (500, 900)]],
    "口": BOX,
    "ロ": BOX,
    "日": [[(300, 150), (300, 850)], [(300, 150), (700, 150), (700, 850)], [(300, 500), (700, 500)], [(300, 850), (700, 850)]],
    "曰": [[(200, 250), (200, 750)], [(200, 250), (800, 250), (800, 750)], [(200, 500), (800, 500)], [(200, 750), (800, 750)]],
    "人": [[(500, 100), (450, 400), (100, 900)], [(480, 350), (600, 600), (900, 900)]],
    "つ": TSU,
    "っ": smaller(TSU),
    "0": [arc(300, 142, 700, 850, -90, 270)],
    "o": [arc(320, 450, 680, 850, -90, 270)],
    "1": [[(500, 142), (500, 850)]],
    "。": [arc(110, 660, 320, 870, -90, 270)],
}
# The models of tegaki for Zinnia, which votes where it is installed, and a folder without them.
MODELS, NO_MODELS = pathlib.Path("/usr/share/tegaki/models/zinnia"), pathlib.Path("/nonexistent")
LEVELS = {"曰": 600, "日": 200, "口": 300, "ロ": 300}
RARE_IN_CHINESE = "つっロ"


def make_data(folder):
    """Writes the data of the characters above."""
    path = folder / "drawn.strokes"
    stroke_file.write(path, STROKES.items())
    means, _ = make_handwriting.means_of(PROGRAMS / "handwriting-samples", path)
    mean = means.mean(0)
    # So few characters differ in few directions; the other values are 0.
    _, _, directions = numpy.linalg.svd(means - mean, full_matrices=False)
    projection = numpy.zeros((make_handwriting.FEATURES, make_handwriting.VALUES))
    projection[:, :len(directions)] = directions.T
    vectors = (means - mean) @ projection
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    data_file.write_projection(folder / "projection.data", "test", mean, projection)
    data_file.write_templates(folder / "kanjivg.data", "test", list(STROKES), make_handwriting.places_of(list(STROKES.items())), vectors)
    japanese = {character: LEVELS.get(character, 300) for character in STROKES}
    chinese = {character: level for character, level in japanese.items() if character not in RARE_IN_CHINESE}
    data_file.write_characters(folder / "characters.data", "test", {
        "ja": (japanese, {("子", "曰"): 255}), "zh-Hans": (chinese, {}), "zh-Hant": (chinese, {})})
    write_net(folder, {"0": 0, "つ": 0})


def write_net(folder, biases):
    """Writes a net that looks at nothing: each of its characters is as likely as its bias says."""
    units, count = 8, len(biases)
    zeros = (numpy.zeros((make_handwriting.DETAILS, units)), numpy.zeros(units), numpy.zeros((units, count)))
    data_file.write_network(folder / "few-strokes.data", "test", sorted(biases), (*zeros, numpy.array([biases[c] for c in sorted(biases)])))


def changed(path, offset, value):
    """Replaces bytes of a file behind its head, and corrects its checksum."""
    data = bytearray(path.read_bytes())
    data[offset:offset + len(value)] = value
    data[24:28] = struct.pack("<I", zlib.crc32(data[64:]))
    path.write_bytes(data)


class WithData(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.work.cleanup)
        cls.data = pathlib.Path(cls.work.name) / "data"
        cls.data.mkdir()
        make_data(cls.data)

    def copied(self):
        """A copy of the data, which a test may damage."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.work.name))
        for path in self.data.glob("*.data"):
            (folder / path.name).write_bytes(path.read_bytes())
        return folder


class Recognition(WithData):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.engine = EngineProcess("handwriting", "ja", cls.data, NO_MODELS)
        cls.addClassCleanup(cls.engine.close)

    def found(self, strokes, **parameters):
        result = self.engine.result("recognise", strokes=[[list(point) for point in stroke] for stroke in strokes], **parameters)
        return [candidate["text"] for candidate in result["candidates"]]

    def scores(self, strokes, **parameters):
        result = self.engine.result("recognise", strokes=[[list(point) for point in stroke] for stroke in strokes], **parameters)
        return {candidate["text"]: candidate["score"] for candidate in result["candidates"]}

    def test_hello_names_the_verb(self):
        self.assertEqual(self.engine.hello["verbs"], ["recognise"])
        self.assertEqual(self.engine.hello["name"], "handwriting")

    def test_each_character_is_found_also_with_noise(self):
        drawn = subprocess.run(
            [PROGRAMS / "handwriting-samples", self.data / "drawn.strokes", "3", "0.7", "0", "0", "0", "3", "ink"],
            stdout=subprocess.PIPE, check=True, text=True).stdout
        path = self.data / "noisy.strokes"
        path.write_text(drawn)
        for character, strokes in [*STROKES.items(), *stroke_file.read(path)]:
            strokes = [[(min(1000, max(0, x)), min(1000, max(0, y))) for x, y in stroke] for stroke in strokes]
            self.assertIn(character, self.found(strokes)[:3])

    def test_scores_fall_and_are_at_most_1000(self):
        result = self.engine.result("recognise", strokes=[[[100, 500], [900, 500]]], count=9)["candidates"]
        scores = [candidate["score"] for candidate in result]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len(scores), 9)
        self.assertTrue(all(0 <= score <= 1000 for score in scores))

    def test_a_usual_score_stays_below_the_limit(self):
        scores = self.scores(STROKES["つ"])
        self.assertLess(scores["つ"], 950)

    def test_order_direction_and_number_of_strokes_do_not_matter(self):
        cross = STROKES["十"]
        for strokes in (cross, cross[::-1], [stroke[::-1] for stroke in cross]):
            self.assertEqual(self.found(strokes)[0], "十")
        # The box in one stroke, and in four.
        self.assertEqual(set(self.found([[(200, 250), (800, 250), (800, 800), (200, 800), (200, 250)]])[:2]), set("口ロ"))
        corners = [(200, 250), (800, 250), (800, 800), (200, 800), (200, 250)]
        self.assertEqual(set(self.found([list(pair) for pair in zip(corners, corners[1:])])[:2]), set("口ロ"))

    def test_place_and_size_do_not_matter_to_chinese_characters(self):
        small = [[(700 + x // 5, 700 + y // 5) for x, y in stroke] for stroke in STROKES["三"]]
        self.assertEqual(self.found(small)[0], "三")

    def test_the_aspect_is_that_of_the_paper(self):
        narrow = [[(500 + (x - 500) // 4, y) for x, y in stroke] for stroke in STROKES["口"]]
        wide = [[(200 + (x - 500) * 4 // 10 + 300, y) for x, y in stroke] for stroke in STROKES["口"]]
        as_written = self.scores(STROKES["口"])
        self.assertEqual(self.scores(wide, aspect=2.5), as_written)
        self.assertNotEqual(self.scores(wide, aspect=1), as_written)
        self.assertNotEqual(self.scores(narrow, aspect=1), as_written)

    def test_size_and_place_tell_kana_and_letters_apart(self):
        for character in "つっ0o。":
            self.assertEqual(self.found(STROKES[character])[0], character)

    def test_the_text_before_ranks_what_looks_alike(self):
        alone, after = (self.scores(STROKES["口"], before=before) for before in ("大", "カ"))
        self.assertAlmostEqual(after["ロ"], alone["ロ"] + 50, delta=1)
        self.assertEqual(after["口"], alone["口"])
        alone, after = (self.scores(STROKES["日"], before=before) for before in ("", "学子"))
        # The gain is 0.06 of 1.2.
        self.assertAlmostEqual(after["曰"], alone["曰"] + 50, delta=1)
        self.assertEqual(after["日"], alone["日"])

    def test_the_net_orders_its_characters_among_each_other_only(self):
        folder = self.copied()
        write_net(folder, {"口": 0, "ロ": 40, "っ": -40})
        strokes = [[list(point) for point in stroke] for stroke in STROKES["口"]]
        with EngineProcess("handwriting", "ja", folder, NO_MODELS) as engine:
            with_net = engine.result("recognise", strokes=strokes, count=99)["candidates"]
        before = self.engine.result("recognise", strokes=strokes, count=99)["candidates"]
        self.assertEqual([candidate["score"] for candidate in with_net], [candidate["score"] for candidate in before])
        self.assertEqual([candidate["text"] for candidate in with_net[:2]], ["ロ", "口"])
        others = [[candidate["text"] for candidate in found if candidate["text"] not in "口ロっ"] for found in (with_net, before)]
        self.assertEqual(*others)

    def test_without_the_net_the_templates_decide(self):
        folder = self.copied()
        (folder / "few-strokes.data").unlink()
        strokes = [[list(point) for point in stroke] for stroke in STROKES["日"]]
        with EngineProcess("handwriting", "ja", folder, NO_MODELS) as engine:
            self.assertEqual(engine.result("recognise", strokes=strokes)["candidates"],
                             self.engine.result("recognise", strokes=strokes)["candidates"])

    def test_a_script_has_its_own_characters(self):
        self.assertNotIn("っ", self.found(STROKES["っ"], script="zh-Hans", count=100))
        self.assertIn("っ", self.found(STROKES["っ"], script="ja-JP", count=100))

    def test_count_limits_the_candidates(self):
        self.assertEqual(len(self.found(STROKES["口"], count=2)), 2)
        self.assertEqual(len(self.found(STROKES["口"], count=-5)), 1)
        self.assertEqual(len(self.found(STROKES["口"], count=10**12)), len(STROKES))

    def test_dots_and_points_that_repeat_are_ink(self):
        self.assertTrue(self.found([[(500, 500)]]))
        self.assertTrue(self.found([[(0, 0)] * 500, [(1000, 1000)]]))
        self.assertTrue(self.found([[(500, 500)]] * 64))

    def test_many_points_are_bounded(self):
        line = [[100 + i // 25, 500] for i in range(20_000)]
        self.assertEqual(self.found([line])[0], "一")
        self.assertTrue(self.found([[(x, y) for x in range(0, 1000, 3)] for y in range(0, 64)]))

    def test_input_that_is_no_ink_is_an_error_with_its_place(self):
        line = [[0, 0], [9, 9]]
        cases = [
            ({}, "strokes must be a list of 1 to 64 strokes"),
            ({"strokes": []}, "1 to 64"), ({"strokes": 7}, "1 to 64"), ({"strokes": [line] * 65}, "1 to 64"),
            ({"strokes": [line, []]}, "stroke 2 must be a list of points, at least one"),
            ({"strokes": [line, {}]}, "stroke 2"), ({"strokes": [None]}, "stroke 1"),
            ({"strokes": [[[0]]]}, "stroke 1: a point must be [x, y], numbers from 0 to 1000"),
            ({"strokes": [[[0, 0, 5]]]}, "[x, y]"), ({"strokes": [[["0", 0]]]}, "[x, y]"), ({"strokes": [[[0, None]]]}, "[x, y]"),
            ({"strokes": [[7, 7]]}, "[x, y]"), ({"strokes": [line, [[-1, 0]]]}, "stroke 2: a point"),
            ({"strokes": [[[0, 1000.5]]]}, "from 0 to 1000"), ({"strokes": [[[0, 2**62]]]}, "from 0 to 1000"),
            ({"strokes": [[[1e300, 0]]]}, "from 0 to 1000"),
            *(({"strokes": [line], "aspect": aspect}, "aspect must be a number from 0.1 to 10")
              for aspect in (0, -1, 0.05, 11, "1", None, [], 1e300)),
            ({"strokes": [line], "script": "tlh"}, "the script must be zh-Hans, zh-Hant or ja"),
        ]
        for parameters, message in cases:
            with self.subTest(str(parameters)[:80]):
                answer = self.engine.ask("recognise", **parameters)
                self.assertIn(message, answer["error"]["message"])
        for number in (b"NaN", b"Infinity", b"1e999"):
            self.engine.send(b'{"id":1,"method":"recognise","params":{"strokes":[[[0,' + number + b']]]}}\n')
            self.assertIn("error", self.engine.receive())
        self.assertEqual(self.found(STROKES["十"])[0], "十")

    def test_parameters_of_other_types_are_ignored(self):
        for parameters in ({"before": 7}, {"count": "9"}, {"script": None}, {"unknown": True}):
            self.assertEqual(self.found(STROKES["十"], **parameters)[0], "十")

    def test_other_verbs_are_errors(self):
        self.assertIn("does not convert", self.engine.ask("convert", reading="ni")["error"]["message"])
        self.assertIn("error", self.engine.ask("follow", text="中"))

    def test_zinnia_votes_where_it_is_installed(self):
        self.assertTrue((MODELS / "handwriting-ja.model").exists(), "install tegaki-zinnia-japanese")
        # Both look alike, so the vote is asked for.
        strokes = [[list(point) for point in stroke] for stroke in STROKES["日"]]
        with EngineProcess("handwriting", "ja", self.data, MODELS) as engine:
            found = engine.result("recognise", strokes=strokes)["candidates"]
        alone = self.scores(STROKES["日"])
        # The first vote counts 0.08 of 1.2, the tenth a tenth of that.
        gain = max(candidate["score"] - alone[candidate["text"]] for candidate in found)
        self.assertTrue(40 <= gain <= 68, gain)
        with EngineProcess("handwriting", "zh-Hant", self.data, MODELS) as engine:
            self.assertTrue(engine.result("recognise", strokes=strokes)["candidates"], "without a model of the mode")

    def test_random_ink_always_has_an_answer(self):
        self.walk(self.engine)

    def test_random_ink_always_has_an_answer_with_zinnia(self):
        with EngineProcess("handwriting", "ja", self.data, MODELS) as engine:
            self.walk(engine)

    def walk(self, engine):
        chance = random.Random(5)
        for _ in range(300):
            strokes = [[(chance.randrange(1001), chance.randrange(1001)) for _ in range(chance.choice((1, 2, 3, 40)))]
                       for _ in range(chance.choice((1, 2, 8, 64)))]
            result = engine.result("recognise", strokes=[[list(point) for point in stroke] for stroke in strokes],
                                   aspect=chance.choice((0.1, 0.5, 1, 10)), before=chance.choice(("", "日", "ア")))
            self.assertTrue(result["candidates"])


class Data(WithData):
    def fault(self, folder):
        """The message with which `prepare` fails."""
        with EngineProcess("handwriting", None, folder, NO_MODELS) as engine:
            engine.result("hello", protocol=1, language="ja")
            return engine.ask("prepare")["error"]["message"]

    def test_a_language_without_a_mode_is_an_error(self):
        with EngineProcess("handwriting", None, self.data, NO_MODELS) as engine:
            for language in ("tlh", "", "zhx", "jap"):
                self.assertIn("error", engine.ask("hello", protocol=1, language=language), language)
            engine.result("hello", protocol=1, language="zh-TW")
            engine.result("prepare")

    def test_data_that_is_missing_is_named(self):
        for name in ("projection", "characters"):
            folder = self.copied()
            (folder / f"{name}.data").unlink()
            self.assertRegex(self.fault(folder), f"/{name}.data: No such file or directory; install keybridge-handwriting again$")
        folder = self.copied()
        (folder / "kanjivg.data").unlink()
        self.assertIn("there are no templates", self.fault(folder))
        self.assertIn("No such file", self.fault("/nonexistent"))

    def test_data_that_is_damaged_is_named_with_the_reason(self):
        for name in ("projection", "characters", "kanjivg", "few-strokes"):
            whole = (self.data / f"{name}.data").read_bytes()
            other = "characters" if name == "projection" else "projection"
            flipped = bytearray(whole)
            flipped[len(whole) // 2] ^= 1
            for contents, reason in [
                    (b"", "cut off"), (whole[:63], "cut off"), (whole[:-1], "cut off"), (whole[:64], "cut off"), (whole + b"x", "cut off"),
                    (b"x" + whole[1:], "no data of handwriting"), (whole[:8] + b"\2" + whole[9:], "another version"),
                    ((self.data / f"{other}.data").read_bytes(), "another kind"), (bytes(flipped), "damaged")]:
                folder = self.copied()
                (folder / f"{name}.data").write_bytes(contents)
                self.assertRegex(self.fault(folder), f"/{name}.data: .*{reason}; install keybridge-handwriting again$")

    def test_the_lists_of_a_file_never_reach_beyond_it(self):
        chance = random.Random(9)
        line = [[[100, 500], [900, 500]], [[500, 100], [500, 900]]]
        for i in range(120):
            folder = self.copied()
            path = folder / chance.choice(("projection.data", "characters.data", "kanjivg.data", "few-strokes.data"))
            # In the header, these are the numbers that follow the checksum.
            start = chance.choice((28, 32, 36, 80, 84, chance.randrange(64, 1200)))
            changed(path, start, struct.pack("<I", chance.choice((0, 1, 2**31, 2**32 - 1, chance.randrange(2**32), 143, 511))))
            with self.subTest(i), EngineProcess("handwriting", None, folder, NO_MODELS) as engine:
                engine.result("hello", protocol=1, language="ja")
                engine.ask("prepare")
                answer = engine.ask("recognise", strokes=line)
                self.assertTrue("error" in answer or answer["result"]["candidates"] is not None)


if __name__ == "__main__":
    unittest.main()
