# SPDX-License-Identifier: Apache-2.0
"""Tests that the lists of languages agree, and that each language has sentences."""

import pathlib
import re
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# Last, because this folder has modules of the same names.
sys.path += [str(HERE / "language"), str(HERE.parent / "Packaging" / "lexicons")]
sys.dont_write_bytecode = True

import everyday  # noqa: E402
import slips  # noqa: E402

ROOT = HERE.parent


class LanguageTests(unittest.TestCase):
    def test_every_list_has_the_same_languages(self):
        packages = {
            line.split(" ", 1)[0]
            for line in (ROOT / "Packaging/debian/lexicons/languages").read_text(encoding="utf-8").splitlines()}
        source = (ROOT / "Sources/Assistance/Vocabulary/InstalledVocabularies.swift").read_text(encoding="utf-8")
        installed = set(re.findall('"([a-z]+)"', source.partition("languages: Set<String> = [")[2].partition("]")[0]))
        self.assertEqual(installed, packages)
        self.assertEqual(set(slips.KEYBOARDS), packages)
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        self.assertEqual(set(re.search("^LEXICON_LANGUAGES = (.*)$", makefile, re.M)[1].split()), packages)
        page = (HERE / "language" / "page.py").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall('"([a-z]{2})": "', page.partition("NAMES = {")[2].partition("}")[0])), packages)

    def test_each_language_has_forty_different_sentences(self):
        tags = {tag for lexicon in slips.KEYBOARDS for tag in everyday.tags(lexicon)} | everyday.METHODS
        files = {path.stem for path in (HERE / "language" / "sentences").iterdir()}
        self.assertEqual(files, tags)
        for tag in tags:
            with self.subTest(tag):
                lines = everyday.lines(tag)
                self.assertEqual(len(lines), 40)
                self.assertEqual(len(set(lines)), 40)
                self.assertTrue(all(line.strip() == line and line for line in lines))

    def test_each_language_of_a_mode_has_words_or_a_method(self):
        modes = (ROOT / "Sources/Composing/Modes/TextInputMode+Builtin.swift").read_text(encoding="utf-8")
        languages = set(re.findall(r'mode\("([a-z]+)"', modes)) | {"zh"}
        wordless = {"th"}
        with_words = {tag.partition("-")[0] for lexicon in slips.KEYBOARDS for tag in everyday.tags(lexicon)}
        methods = {"ja", "ko", "zh", *everyday.METHODS}
        self.assertEqual(languages, with_words | methods | wordless)
        self.assertGreaterEqual(len(with_words | methods), 35)

    def test_words_have_the_marks_and_joiners_of_their_scripts(self):
        self.assertEqual(everyday.WORD.findall("मुझे चाबी; می‌توانی can't"), ["मुझे", "चाबी", "می‌توانی", "can't"])


if __name__ == "__main__":
    unittest.main()
