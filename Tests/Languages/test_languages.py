# SPDX-License-Identifier: Apache-2.0
"""Types everyday sentences in every language that has words, with the assistance and the usual settings.

LANGUAGE_BENCH is the program LanguageBench, and KEYBRIDGE_LEXICONS the folder of the words: `make test-languages`.
"""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks" / "language"), str(ROOT / "Packaging" / "lexicons")]
sys.dont_write_bytecode = True

import bench_language  # noqa: E402
import everyday  # noqa: E402
import slips  # noqa: E402


class Languages(unittest.TestCase):
    def test_no_everyday_sentence_changes_while_it_is_typed(self):
        for lexicon in sorted(slips.KEYBOARDS):
            tool = bench_language.Tool(os.environ["LANGUAGE_BENCH"], os.environ["KEYBRIDGE_LEXICONS"], lexicon)
            for line, typed in everyday.alarms(tool, lexicon):
                with self.subTest(language=lexicon, line=line):
                    self.assertEqual(typed, line + " ")

    def test_a_mistake_in_each_language_is_corrected(self):
        """Otherwise no sentence would change, because no words were found."""
        mistakes = {
            "ar": ("المدرسسة", "المدرسة"), "bg": ("благодяря", "благодаря"), "ca": ("perqué", "perquè"), "cs": ("protozze", "protože"),
            "el": ("ευχαριστω", "ευχαριστώ"), "he": ("אנחחנו", "אנחנו"), "hu": ("köszönnöm", "köszönöm"),
            "ro": ("pentrru", "pentru"), "sk": ("pretožže", "pretože"), "sl": ("zelloo", "zelo")}
        for lexicon, (mistake, word) in mistakes.items():
            tool = bench_language.Tool(os.environ["LANGUAGE_BENCH"], os.environ["KEYBRIDGE_LEXICONS"], lexicon)
            answers, _ = tool.ask([["guesses", mistake, ""]])
            with self.subTest(lexicon):
                self.assertIn(word, answers[0])


if __name__ == "__main__":
    unittest.main()
