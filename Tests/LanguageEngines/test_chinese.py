# SPDX-License-Identifier: Apache-2.0
"""Pinyin and Zhuyin with libime, and pinyin with libgooglepinyin."""

import pathlib
import unittest

from engine_process import EngineProcess, program

BENCHMARKS = pathlib.Path(__file__).resolve().parents[2] / "Benchmarks" / "engines"


def sentences(name):
    """The readings and texts of a file."""
    lines = (BENCHMARKS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines]


@unittest.skipUnless(program("libime").exists(), "libime is not installed")
class Pinyin(unittest.TestCase):
    """Simplified characters."""

    @classmethod
    def setUpClass(cls):
        cls.engine = EngineProcess("libime", "zh-Hans")

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_words_sentences_and_incomplete_syllables(self):
        for reading, text in [
            ("nihao", "你好"), ("zhong", "中"), ("zhongguoren", "中国人"), ("xi'an", "西安"),
            ("women'mingtian'jian", "我们明天见"), ("nver", "女儿"), ("lvse", "绿色"),
            ("nihaom", "你好吗"), ("zhhrmghg", "中华人民共和国"), ("tade", "他的"),
        ]:
            self.assertIn(text, self.engine.texts(reading)[:3], reading)

    def test_a_reading_that_is_divided_in_two_ways_has_both(self):
        texts = self.engine.texts("xian")
        self.assertEqual(texts[0], "先")
        self.assertIn("西安", texts)

    def test_a_candidate_for_the_first_syllable_leaves_the_rest(self):
        candidates = {
            item["text"]: item["length"] for item in self.engine.segments("nihao")[0]["candidates"]}
        self.assertEqual(candidates["你好"], 5)
        self.assertEqual(candidates["你"], 2)

    def test_similar_sounds_are_equal_only_if_requested(self):
        self.assertNotIn("至今", self.engine.texts("zijin", count=50))
        self.assertIn("至今", self.engine.texts("zijin", count=50, fuzzy=["z-zh"]))
        self.assertNotIn("至今", self.engine.texts("zijin", count=50))
        self.assertIn("error", self.engine.ask("convert", reading="zijin", fuzzy=["z-q"]))
        with EngineProcess("libime", "zh-Hans", "--fuzzy", "z-zh,in-ing") as fuzzy:
            self.assertIn("至今", fuzzy.texts("zijin", count=50))
            self.assertNotIn("至今", fuzzy.texts("zijin", count=50, fuzzy=[]))

    def test_the_text_before_the_caret_decides_between_words(self):
        self.assertEqual(self.engine.texts("yuan")[0], "元")
        self.assertEqual(self.engine.texts("yuan", before="我们学校很")[0], "远")

    def test_a_long_reading_is_cut_at_a_syllable(self):
        letters = "womenmingtianzaoshang" * 8
        first = self.engine.segments(letters)[0]["candidates"][0]
        self.assertGreater(first["length"], 90)
        ends = {0}
        for _ in range(8):
            for syllable in "wo", "men", "ming", "tian", "zao", "shang":
                ends.add(max(ends) + len(syllable))
        self.assertIn(first["length"], ends)

    def test_phrases_and_words_follow(self):
        self.assertIn("国", self.engine.following("中", 5))
        self.assertIn("人", self.engine.following("我是中国", 5))
        self.assertIn("大学", self.engine.following("东京", 5))
        self.assertEqual(self.engine.following("你好。"), [])
        with_duplicates = self.engine.following("中国", 50)
        self.assertEqual(len(with_duplicates), len(set(with_duplicates)))

    def test_everyday_sentences(self):
        rows = sentences("zh-Hans")
        right = sum(self.engine.texts(reading, count=1) == [text] for reading, text in rows)
        self.assertGreaterEqual(right, 85)


@unittest.skipUnless(program("libime").exists(), "libime is not installed")
class Zhuyin(unittest.TestCase):
    """Traditional characters."""

    @classmethod
    def setUpClass(cls):
        cls.engine = EngineProcess("libime", "zh-Hant")

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_tones_decide(self):
        for reading, text in [
            ("ㄧㄝˋㄕˋ", "夜市"), ("ㄇㄞˇ", "買"), ("ㄇㄞˋ", "賣"), ("ㄊㄤˉ", "湯"), ("ㄊㄤˊㄍㄨㄛˇ", "糖果"),
            ("ㄍㄢˉ", "乾"), ("ㄍㄢˋ", "幹"), ("ㄊㄡˊㄈㄚˇ", "頭髮"), ("ㄈㄚˉㄒㄧㄢˋ", "發現"),
            ("ㄏㄡˋㄊㄧㄢˉ", "後天"), ("ㄏㄨㄤˊㄏㄡˋ", "皇后"), ("ㄒㄧㄥˉㄑㄧˊ", "星期"),
            ("ㄌㄜˋㄙㄜˋ", "垃圾"), ("ㄧˉㄈㄨˊㄏㄞˊㄇㄟˊㄍㄢˉ", "衣服還沒乾"), ("ㄋㄩˇㄦˊ", "女兒"),
            ("ㄌㄩˋㄙㄜˋ", "綠色"), ("ㄎㄨㄞˋㄌㄜˋ", "快樂"), ("ㄧㄣˉㄩㄝˋ", "音樂"), ("ㄇㄚˉㄇㄚ˙", "媽媽"),
            ("ㄓˉㄉㄠˋ", "知道"), ("ㄦˋ", "二"), ("ㄓㄨㄥˉㄨㄣˊ", "中文"), ("ㄒㄩㄝˊㄒㄧㄠˋ", "學校"),
        ]:
            self.assertEqual(self.engine.texts(reading)[0], text, reading)

    def test_syllables_that_are_not_complete_have_candidates(self):
        self.assertEqual(self.engine.texts("ㄋㄧˇㄏㄠ")[0], "你好")
        self.assertIn("你好", self.engine.texts("ㄋㄧˇㄏ"))
        self.assertIn("不", self.engine.texts("ㄅ"))
        self.assertIn("中", self.engine.texts("ㄓ"))

    def test_lengths_are_numbers_of_symbols(self):
        found = {
            item["text"]: item["length"]
            for item in self.engine.segments("ㄋㄧˇㄏㄠˇㄇㄚ˙")[0]["candidates"]}
        self.assertEqual((found["你好嗎"], found["你好"], found["你"]), (9, 6, 3))

    def test_all_traditional_forms_of_a_character_are_candidates(self):
        for reading, texts in [
            ("ㄏㄡˋ", "後后"), ("ㄌㄧˇ", "裡里"), ("ㄇㄧㄢˋ", "面麵"), ("ㄍㄢˉ", "乾干"), ("ㄈㄨˋ", "復複"),
            ("ㄓˉ", "隻之"), ("ㄊㄞˊ", "台臺"), ("ㄋㄧˇ", "你妳"), ("ㄊㄚˉ", "他她它牠"),
        ]:
            found = self.engine.texts(reading, count=60)
            for text in texts:
                self.assertIn(text, found, reading)

    def test_pinyin_has_traditional_characters_too(self):
        self.assertEqual(self.engine.texts("tianqihenhao")[0], "天氣很好")
        self.assertEqual(self.engine.texts("taibei")[:2], ["台北", "臺北"])

    def test_words_of_taiwan_are_as_frequent_as_their_counterparts_elsewhere(self):
        for reading, text in [
            ("yingmu", "螢幕"), ("huashu", "滑鼠"), ("xunxi", "訊息"), ("dangan", "檔案"), ("jianxun", "簡訊"), ("chengshi", "城市"),
        ]:
            self.assertEqual(self.engine.texts(reading)[0], text, reading)
        # A frequent word that sounds alike stays first.
        self.assertEqual(self.engine.texts("zhegechengshihenda")[0], "這個城市很大")

    def test_suggestions_are_traditional(self):
        self.assertIn("國", self.engine.following("中", 5))
        self.assertIn("髮", self.engine.following("頭", 5))
        self.assertIn("大學", self.engine.following("東京", 8))

    def test_everyday_sentences_with_tones(self):
        rows = sentences("zh-Hant")
        right = sum(self.engine.texts(reading, count=1) == [text] for reading, text in rows)
        self.assertGreaterEqual(right, 85)


@unittest.skipUnless(program("libime").exists(), "libime is not installed")
class Loading(unittest.TestCase):
    """Requests before the dictionaries are loaded."""

    def test_libgooglepinyin_answers_until_libime_is_loaded(self):
        with EngineProcess("libime", None) as engine:
            engine.result("hello", protocol=1, language="zh-Hans")
            prepare = engine.request("prepare")
            convert = engine.request("convert", reading="nihao")
            answers = {answer["id"]: answer for answer in (engine.receive(), engine.receive())}
            self.assertEqual(answers[prepare], {"id": prepare, "result": {}})
            self.assertIn("result", answers[convert])
            segments = answers[convert]["result"]["segments"]
            self.assertEqual(segments[0]["candidates"][0]["text"], "你好")

    def test_a_second_prepare_is_answered(self):
        with EngineProcess("libime", "zh-Hans") as engine:
            self.assertEqual(engine.result("prepare"), {})

    def test_arguments_that_are_not_known_are_refused(self):
        engine = EngineProcess("libime", None, "--learn")
        self.assertEqual(engine.close(), 2)


@unittest.skipUnless(program("googlepinyin").exists(), "libgooglepinyin is not installed")
class GooglePinyin(unittest.TestCase):
    """The small engine."""

    @classmethod
    def setUpClass(cls):
        cls.engine = EngineProcess("googlepinyin", "zh-Hans")

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def test_words_and_what_follows(self):
        self.assertEqual(self.engine.texts("nihao")[0], "你好")
        self.assertEqual(self.engine.texts("xi'an")[0], "西安")
        self.assertIn("国", self.engine.following("中", 5))

    def test_a_sentence_beyond_the_limit_of_the_library_is_converted_in_parts(self):
        letters = "womenmingtianzaoshang" * 5
        first = self.engine.segments(letters)[0]["candidates"][0]
        self.assertEqual((first["length"], len(first["text"])), (len(letters), 30))
        self.assertTrue(first["text"].startswith("我们明天早上"))

    def test_other_candidates_of_a_long_sentence_are_for_its_start(self):
        letters = "womenmingtianzaoshang" * 5
        self.assertIn({"text": "我们", "length": 5}, self.engine.segments(letters)[0]["candidates"])


if __name__ == "__main__":
    unittest.main()
