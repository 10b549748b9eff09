# SPDX-License-Identifier: Apache-2.0
"""Lines that every language engine must survive, and the answers that it must give."""

import json
import unittest
from random import Random

from engine_process import LINE_LIMIT, MOZC_SERVER, PATIENCE, EngineProcess, program

# Each engine with a language, a reading, and a text that something can follow.
ENGINES = {
    "libime": ("zh-Hans", "nihao", "中国"),
    "googlepinyin": ("zh-Hans", "nihao", "中国"),
    "mozc": ("ja", "きょうはいいてんき", "東京"),
}


def built():
    """The engines that are built; at least one must be."""
    found = [
        name for name in ENGINES
        if program(name).exists() and (name != "mozc" or MOZC_SERVER.exists())]
    assert found, "no engine is built; run make engines"
    return found


class EveryEngine(unittest.TestCase):
    """Runs each test with each engine."""

    def each(self):
        for name in built():
            language, reading, text = ENGINES[name]
            with self.subTest(name), EngineProcess(name, language) as engine:
                yield engine, reading, text

    def assert_answers(self, engine, reading):
        """The engine still converts."""
        self.assertTrue(engine.texts(reading))

    def test_hello_names_the_protocol_the_version_and_the_verbs(self):
        for engine, _, _ in self.each():
            self.assertEqual(engine.hello["protocol"], 1)
            self.assertRegex(engine.hello["version"], r"^\d+\.\d+")
            self.assertIn("convert", engine.hello["verbs"])
            self.assertIn("follow", engine.hello["verbs"])

    def test_hello_of_another_protocol_or_language_is_an_error(self):
        for name in built():
            with self.subTest(name), EngineProcess(name, None) as engine:
                self.assertIn("error", engine.ask("hello", protocol=2, language=ENGINES[name][0]))
                self.assertIn("error", engine.ask("hello", protocol=1, language="tlh"))
                self.assertIn("error", engine.ask("convert", reading=ENGINES[name][1]))
                language = ENGINES[name][0]
                engine.result("hello", protocol=1, language=language)
                self.assert_answers(engine, ENGINES[name][1])

    def test_segments_are_the_whole_reading_and_lengths_are_within_it(self):
        for engine, reading, _ in self.each():
            segments = engine.segments(reading)
            self.assertEqual("".join(segment["reading"] for segment in segments), reading)
            for segment in segments:
                self.assertTrue(segment["candidates"])
                for candidate in segment["candidates"]:
                    self.assertTrue(candidate["text"])
                    self.assertIn(candidate["length"], range(1, len(segment["reading"]) + 1))

    def test_count_limits_candidates_and_suggestions(self):
        for engine, reading, text in self.each():
            for count in 1, 3:
                segments = engine.segments(reading, count=count)
                self.assertLessEqual(len(segments[0]["candidates"]), count)
                self.assertLessEqual(len(engine.following(text, count)), count)
            self.assertTrue(engine.segments(reading, count=-5)[0]["candidates"])
            self.assertTrue(engine.segments(reading, count=10**12)[0]["candidates"])

    def test_boundaries_divide_the_reading(self):
        for engine, reading, _ in self.each():
            segments = engine.segments(reading, boundaries=[2])
            self.assertEqual(segments[0]["reading"], reading[:2])
            self.assertEqual("".join(segment["reading"] for segment in segments), reading)
            segments = engine.segments(reading, boundaries=[2, len(reading) - 2])
            self.assertEqual([segment["reading"] for segment in segments],
                             [reading[:2], reading[2:]])

    def test_boundaries_outside_the_reading_are_errors(self):
        for engine, reading, _ in self.each():
            for boundaries in [[0], [-1], [len(reading) + 1], [2, len(reading)], [2**62],
                               ["2"], [1.5], [None], 2, "2", {"2": 2}]:
                answer = engine.ask("convert", reading=reading, boundaries=boundaries)
                self.assertIn("error", answer, boundaries)
            self.assert_answers(engine, reading)

    def test_a_line_that_is_no_request_is_an_error_and_ends_nothing(self):
        lines = [b"", b"{", b"[]", b"7", b"null", b'"convert"', b'{"id":1}', b'{"method":"convert"}',
                 b'{"id":"x","method":"convert"}', b'{"id":1.5,"method":"convert","params":{}}',
                 b'{"id":1,"method":7}', b'{"id":1,"method":"convert","params":{"reading":"\xff\xfe"}}',
                 b'{"id":1,"method":"convert","params":{"reading":"\xed\xa0\x80"}}', b"\x00", b"\xff" * 100,
                 b'{"id":1,"id":2,"method":"convert"}', b"[" * 100_000, b'{"a":' * 5000,
                 b'{"id":1,"method":"convert","params":{"reading":"a\\u0000b"}}', b'{"id":1e999}', b'9' * 100]
        for engine, reading, _ in self.each():
            for line in lines:
                engine.send(line + b"\n")
                self.assertIn("error", engine.receive(), line[:60])
            self.assert_answers(engine, reading)

    def test_parameters_of_other_types_are_errors_or_ignored(self):
        for engine, reading, _ in self.each():
            for parameters in [{}, {"reading": 7}, {"reading": ""}, {"reading": None}, {"reading": []}]:
                self.assertIn("error", engine.ask("convert", **parameters), parameters)
            for parameters in [{}, {"text": 7}, {"text": None}]:
                self.assertIn("error", engine.ask("follow", **parameters), parameters)
            for parameters in [{"before": 7}, {"count": "9"}, {"count": None}, {"boundaries": None},
                               {"unknown": True}]:
                engine.result("convert", reading=reading, **parameters)

    def test_an_unknown_method_is_an_error(self):
        for engine, reading, _ in self.each():
            for method in "learn", "", "Convert", "convert ", "x" * 10_000:
                self.assertIn("error", engine.ask(method))
            self.assert_answers(engine, reading)

    def test_a_line_without_an_end_is_dropped_when_the_input_ends(self):
        for name in built():
            with self.subTest(name):
                engine = EngineProcess(name, ENGINES[name][0])
                engine.send(b'{"id":9,"method":"conv')
                engine.process.stdin.close()
                self.assertIsNone(engine.receive())
                self.assertEqual(engine.close(), 0)

    def test_a_line_that_never_ends_is_skipped_and_needs_no_memory(self):
        for engine, reading, _ in self.each():
            before = engine.memory()[1]
            for _ in range(64):
                engine.send(b"x" * (1 << 20))
            engine.send(b"\n")
            self.assertIn("error", engine.receive())
            self.assertLess(engine.memory()[1] - before, 8192)
            self.assert_answers(engine, reading)

    def test_lines_in_pieces_and_many_lines_at_once_are_answered_in_order(self):
        for engine, reading, _ in self.each():
            line = json.dumps({"id": 1, "method": "convert", "params": {"reading": reading}})
            for byte in line.encode() + b"\n":
                engine.send(bytes([byte]))
            self.assertEqual(engine.receive()["id"], 1)
            lines = [line.replace('"id": 1', f'"id": {number}') for number in range(2, 202)]
            engine.send("\n".join(lines).encode() + b"\n")
            self.assertEqual([engine.receive()["id"] for _ in lines], list(range(2, 202)))

    def test_a_cancelled_request_that_waits_is_answered_with_an_error(self):
        for engine, reading, _ in self.each():
            def line(number):
                return {"id": number, "method": "convert", "params": {"reading": reading}}
            cancel = {"method": "cancel", "params": {"id": 2}}
            lines = [line(1), line(2), line(3), cancel, {"method": "cancel"},
                     {"method": "cancel", "params": {"id": 99}}, line(4)]
            engine.send(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            answers = [engine.receive() for _ in range(4)]
            self.assertEqual(sorted(answer["id"] for answer in answers), [1, 2, 3, 4])
            # On a busy machine the engine may have no time for another one.
            cancelled = [answer["id"] for answer in answers
                         if answer.get("error", {}).get("message") == "the request was cancelled"]
            self.assertEqual(cancelled, [2])

    def test_a_reading_of_50_000_letters_is_converted_in_part(self):
        for engine, reading, _ in self.each():
            for long in [reading * (50_000 // len(reading)), reading[0] * 50_000]:
                segments = engine.segments(long)
                self.assertEqual("".join(segment["reading"] for segment in segments), long)
                for candidate in segments[0]["candidates"]:
                    self.assertLessEqual(candidate["length"], len(long))
            self.assert_answers(engine, reading)

    def test_an_answer_longer_than_a_line_may_be_is_an_error_of_its_request(self):
        for engine, reading, _ in self.each():
            # The answer repeats the reading, and has more around it.
            size = LINE_LIMIT - 100 - len(json.dumps({"id": 99, "method": "convert", "params": {"reading": ""}}))
            longest = reading[0] * (size // len(reading[0].encode()))
            self.assertEqual(engine.ask("convert", reading=longest)["error"]["message"], "the answer is too long")
            self.assert_answers(engine, reading)

    def test_a_request_as_long_as_a_line_is_read_and_a_longer_one_is_skipped(self):
        for engine, reading, _ in self.each():
            for length in LINE_LIMIT, LINE_LIMIT + 1:
                line = json.dumps({"id": 7, "method": "x"}).encode()
                engine.send(line + b" " * (length - len(line)) + b"\n")
                self.assertEqual(engine.receive()["id"], 7 if length == LINE_LIMIT else None)
            self.assert_answers(engine, reading)

    def test_readings_of_any_characters_are_answered(self):
        readings = ["'", "''''", "NIHAO", "123", " ", "你好", "ni hao", "é", "a\u0301", "😀", "\u202e",
                    "nihao你", "ㄋ", "ˇ", "ˇˇㄋㄋ", "ㄅㄩ", "\ufeff", "あ", "v", "vvv", "iii", "uuu", "'ni'hao'"]
        for engine, reading, _ in self.each():
            for odd in readings:
                segments = engine.segments(odd)
                self.assertEqual("".join(segment["reading"] for segment in segments), odd)
                for candidate in segments[0]["candidates"]:
                    self.assertIn(candidate["length"], range(1, len(odd) + 1), odd)
            self.assert_answers(engine, reading)

    def test_incomplete_syllables_of_any_number_are_survived(self):
        random = Random(7)
        readings = [letters * 60 for letters in ("z", "zh", "c", "s", "n", "a", "v", "zzzzzhzzhzzhzzzh", "z'")]
        for _ in range(300):
            letters = random.choice(["zcsh", "bpmfdtnlgkhjqxzcsryw", "aeiouv", "ang'", "abcdefghijklmnopqrstuvwxyz"])
            readings.append("".join(random.choices(letters, k=random.randint(1, 80))))
        for engine, reading, _ in self.each():
            for odd in readings:
                segments = engine.segments(odd)
                self.assertEqual("".join(segment["reading"] for segment in segments), odd)
            self.assert_answers(engine, reading)

    def test_answers_do_not_depend_on_earlier_requests(self):
        for engine, reading, text in self.each():
            first = engine.segments(reading), engine.following(text)
            for other in [reading * 3, reading[:1], reading[::-1], reading + reading[:2]]:
                engine.segments(other, before=text)
                engine.following(text + text)
            self.assertEqual((engine.segments(reading), engine.following(text)), first)

    def test_nothing_follows_a_text_of_another_script(self):
        for engine, _, _ in self.each():
            for text in "", "hello", "123 ", "😀", "\u0301":
                self.assertEqual(engine.following(text), [])

    def test_an_engine_ends_with_its_connection(self):
        for name in built():
            with self.subTest(name):
                self.assertEqual(EngineProcess(name, ENGINES[name][0]).close(), 0)

    def test_a_reader_that_has_gone_ends_the_engine(self):
        for name in built():
            with self.subTest(name):
                engine = EngineProcess(name, ENGINES[name][0])
                engine.process.stdout.close()
                engine.request("convert", reading=ENGINES[name][1])
                self.assertEqual(engine.process.wait(PATIENCE), 1)
                engine.close()


if __name__ == "__main__":
    unittest.main()
