# SPDX-License-Identifier: Apache-2.0
"""Japanese with mozc_server."""

import os
import signal
import tempfile
import unittest

from engine_process import MOZC_SERVER, NOT_ROOT, EngineProcess, children, program, state, wait_until
from test_chinese import sentences


def server(engine):
    """The process of the server of an engine; None if there is none."""
    found = children(engine.process.pid)
    return found[0] if found else None


def send_signal(process, number):
    """Sends a signal, and waits until the process has stopped or ended."""
    os.kill(process, number)
    wait_until(lambda: state(process) in ("T", "Z", None), f"the effect of the signal {number}")


@unittest.skipUnless(program("mozc").exists() and MOZC_SERVER.exists(), "mozc-server is not installed")
class Mozc(unittest.TestCase):
    """Segments, candidates, suggestions, and the life of the server."""

    @classmethod
    def setUpClass(cls):
        cls.engine = EngineProcess("mozc", "ja")

    @classmethod
    def tearDownClass(cls):
        cls.engine.close()

    def parts(self, reading, **parameters):
        return [(segment["reading"], segment["candidates"][0]["text"])
                for segment in self.engine.segments(reading, **parameters)]

    def test_a_reading_has_segments_with_candidates(self):
        self.assertEqual(self.parts("きょうはいいてんきですね"),
                         [("きょうは", "今日は"), ("いいてんきですね", "いい天気ですね")])
        self.assertEqual(self.engine.texts("とうきょう")[0], "東京")
        for candidate in self.engine.segments("とうきょう")[0]["candidates"]:
            self.assertEqual(candidate["length"], 5)

    def test_boundaries_shrink_and_grow_segments(self):
        for boundaries in [2], [3], [5], [3, 1], [3, 1, 2, 3], [12], [1, 1, 1]:
            parts = self.parts("きょうはいいてんきですね", boundaries=boundaries)
            self.assertEqual([len(reading) for reading, _ in parts][:len(boundaries)], boundaries)
            self.assertEqual("".join(reading for reading, _ in parts), "きょうはいいてんきですね")
        self.assertEqual(self.parts("きょうはいいてんきですね", boundaries=[3, 1])[0], ("きょう", "今日"))

    def test_candidates_have_notes(self):
        notes = {item["text"]: item.get("annotation")
                 for item in self.engine.segments("とうきょう", count=50)[0]["candidates"]}
        self.assertIn("カタカナ", notes["トウキョウ"])

    def test_words_that_begin_with_a_reading(self):
        result = self.engine.result("predict", reading="きょう", count=10)
        self.assertIn("京都", [item["text"] for item in result["candidates"]])

    def test_suggestions_follow_a_text(self):
        for text, word in [("東京", "駅"), ("昨日東京", "駅"), ("ありがとう", "ございます"), ("お疲れ", "様"), ("今日", "は")]:
            self.assertIn(word, self.engine.following(text, 5), text)
        for suggestion in self.engine.following("電話", 50):
            self.assertNotIn(suggestion, "☎📞📱。、!?")

    def test_a_reading_beyond_the_limit_keeps_its_rest(self):
        segments = self.engine.segments("きょうはいいてんきですね" * 30)
        self.assertEqual(sum(len(segment["reading"]) for segment in segments), 360)
        self.assertEqual(segments[-1]["candidates"], [])

    def test_nothing_is_learned(self):
        first = self.engine.texts("こうか")
        for _ in range(20):
            self.engine.segments("こうか", boundaries=[3])
            self.engine.following("硬貨")
        self.assertEqual(self.engine.texts("こうか"), first)

    def test_a_server_that_ends_is_started_again(self):
        with EngineProcess("mozc", "ja") as engine:
            self.assertEqual(engine.texts("とうきょう")[0], "東京")
            first = server(engine)
            send_signal(first, signal.SIGKILL)
            texts = engine.texts("とうきょう")
            self.assertEqual(texts[0], "東京")
            self.assertNotEqual(server(engine), first)

    def test_a_server_that_hangs_is_replaced(self):
        with EngineProcess("mozc", "ja") as engine:
            stopped = server(engine)
            send_signal(stopped, signal.SIGSTOP)
            self.assertEqual(engine.texts("とうきょう")[0], "東京")
            self.assertNotEqual(server(engine), stopped)

    def test_the_server_and_its_folder_end_with_the_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            environment = {"PATH": "/usr/bin:/bin", "TMPDIR": folder}
            engine = EngineProcess("mozc", "ja", env=environment)
            process = server(engine)
            self.assertEqual(len(os.listdir(folder)), 1)
            self.assertEqual(engine.close(), 0)
            self.assertEqual(os.listdir(folder), [])
            self.assertIsNone(state(process))

            engine = EngineProcess("mozc", "ja", env=environment)
            process = server(engine)
            engine.process.kill()
            engine.close()
            wait_until(lambda: state(process) in ("Z", None), "the end of the server, whose adapter has ended")

    @unittest.skipUnless(NOT_ROOT, "only root can be refused")
    def test_root_is_refused(self):
        with EngineProcess("mozc", None, user=0, group=0) as engine:
            engine.ask("hello", protocol=1, language="ja")
            self.assertIn("root", engine.ask("prepare")["error"]["message"])
            self.assertIn("root", engine.ask("convert", reading="きょう")["error"]["message"])

    def test_everyday_sentences(self):
        rows = sentences("ja")
        right = sum(
            "".join(text for _, text in self.parts(reading)) == expected for reading, expected in rows)
        self.assertGreaterEqual(right, 75)


if __name__ == "__main__":
    unittest.main()
