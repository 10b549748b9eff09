# SPDX-License-Identifier: Apache-2.0
"""Types with the real words of English and French, as `make lexicons` writes them, in the real program.

KEYBRIDGE is the program and KEYBRIDGE_LEXICONS the folder of the words: `make test-words`.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ["KEYBRIDGE"]).resolve()
WRITE_CAPTURE = ROOT / "Examples" / "Practice" / "write-capture.py"


def type_text(text, settings):
    """Returns the document after a text was typed on a keyboard with the US layout."""
    capture = subprocess.run([sys.executable, WRITE_CAPTURE, f"text:{text}"], capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "settings.yaml"
        path.write_text(settings)
        done = subprocess.run([PROGRAM, "replay", "-", "--config", path, "--layout", "us", "--exact"],
                              input=capture.stdout, capture_output=True, text=True, timeout=300)
    return done.stdout, done.stderr


class Words(unittest.TestCase):
    def test_frequent_mistakes_are_corrected(self):
        for typed, text in [("teh ", "The "), ("dont ", "Don’t "), ("i dont know ", "I don’t know "), ("recieve ", "Receive "),
                            ("the definately ", "The definitely ")]:
            with self.subTest(typed):
                self.assertEqual(type_text(typed, "modes: [en-US]\n"), (text, ""))

    def test_correct_words_stay(self):
        for typed in ["The party will be fun. ", "Vivian will bring cake to the party. "]:
            with self.subTest(typed):
                self.assertEqual(type_text(typed, "modes: [en-US]\n"), (typed, ""))

    def test_f019_a_french_mistake_is_corrected_in_a_french_mode_only(self):
        self.assertEqual(type_text("le francais ", "modes: [fr-FR]\n"), ("Le français ", ""))
        self.assertEqual(type_text("voila ", "modes: [fr-FR]\n"), ("Voilà ", ""))

    def test_without_assistance_the_keys_are_typed(self):
        self.assertEqual(type_text("teh dont ", "assistance: off\n"), ("teh dont ", ""))


if __name__ == "__main__":
    unittest.main()
