# SPDX-License-Identifier: Apache-2.0
"""Tests the builder of lexicons. The Swift tests read the files that it writes."""

import contextlib
import gzip
import hashlib
import io
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile
import time
import unittest
import zipfile
from unittest import mock

import automaton
import combine
import lexicon_file
import make_lexicon
import serbian
import suspects
import texts
import word_list


def pack(value):
    """MessagePack of the types that the lists use."""
    if isinstance(value, dict):
        return bytes([0x80 | len(value)]) + b"".join(pack(part) for pair in value.items() for part in pair)
    if isinstance(value, list):
        head = bytes([0x90 | len(value)]) if len(value) < 16 else b"\xdc" + struct.pack(">H", len(value))
        return head + b"".join(map(pack, value))
    if isinstance(value, int):
        return bytes([value])
    data = value.encode()
    return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xda" + struct.pack(">H", len(data))) + data


def words_of(built, root):
    """All words below a node, in order."""
    found = []

    def walk(index, word):
        while index:
            edge = built.edges[index]
            target = edge >> automaton.TARGET_SHIFT & (1 << automaton.TARGET_BITS) - 1
            assert target < index
            longer = word + bytes([edge & 0xFF])
            before = len(found)
            if edge & automaton.FINAL:
                found.append(longer)
            walk(target, longer)
            assert len(found) - before == edge >> automaton.COUNT_SHIFT, longer
            if edge & automaton.LAST:
                return
            index += 1

    walk(root, b"")
    return found


class AutomatonTests(unittest.TestCase):
    def test_has_exactly_the_words_that_were_added(self):
        chance = random.Random(1)
        for count in (0, 1, 2, 50, 3000):
            words = sorted({bytes(chance.choices(b"abcd", k=chance.randint(1, 8))) for _ in range(count)})
            built = automaton.Automaton()
            for word in words:
                built.add(word)
            self.assertEqual(words_of(built, built.finish()), words)

    def test_shares_equal_endings(self):
        built = automaton.Automaton()
        for word in (b"bring", b"king", b"ring", b"sing"):
            built.add(word)
        built.finish()
        self.assertEqual(len(built.edges), 1 + 4 + 4)

    def test_rejects_words_out_of_order(self):
        built = automaton.Automaton()
        built.add(b"b")
        for word in (b"b", b"a"):
            with self.assertRaises(ValueError):
                built.add(word)


class WordListTests(unittest.TestCase):
    def read(self, lists, cut=0):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.gz")
            data = pack([{"format": "cB", "version": 1}] + lists)
            path.write_bytes(gzip.compress(data[: len(data) - cut]))
            return word_list.read(path)

    def test_the_number_of_a_list_is_the_frequency(self):
        letters = [["a" * 30 + chr(97 + letter) for letter in range(26)] for _ in range(20)]
        words = self.read([[], ["aa"], [], ["aaa", "aa"]] + letters)
        self.assertEqual((words["aa"], words["aaa"]), (1, 3))

    def test_words_of_other_scripts_and_with_digits_or_rare_letters_are_left_out(self):
        common = ["abs" * number for number in range(1, 30)]
        words = self.read([common + ["a1", "ą", "аб", "ab.ab", "'", "ab's", "💷", "12"]])
        self.assertEqual(set(words), {*common, "ab's"})

    def test_the_words_of_each_script_are_kept_with_the_marks_of_their_letters(self):
        latin = ["abs" * number for number in range(1, 30)]
        for letters in ("аб", "αβώς", "אבג", "عربي", "\u0915\u093f\u0924\u093e\u092c"):
            with self.subTest(letters):
                own = [letters * number for number in range(1, 60)]
                self.assertEqual(set(self.read([own + latin])), set(own))

    def test_a_greek_word_ends_in_a_final_sigma(self):
        self.assertEqual(
            word_list.with_final_sigma({"στισ": 1, "σ": 2, "σαν": 3}), {"στις": 1, "σ": 2, "σαν": 3})

    def test_a_persian_word_keeps_its_joiner(self):
        words = ["می\u200cخواهم" * number for number in range(1, 30)]
        self.assertEqual(set(self.read([words])), set(words))

    def test_the_longest_list_of_a_language_is_read(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for size, word in (("small", "a"), ("large", "b")):
                list_of = [word * number for number in range(1, 30)]
                (folder / f"{size}_xx.msgpack.gz").write_bytes(gzip.compress(pack([{"format": "cB", "version": 1}, list_of])))
            self.assertIn("bb", word_list.of_language(folder, "xx"))
            with self.assertRaisesRegex(SystemExit, "no word list for yy"):
                word_list.of_language(folder, "yy")

    def test_a_list_that_is_cut_off_or_of_another_format_is_rejected(self):
        with self.assertRaises(ValueError):
            self.read([["ab"]], cut=1)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.gz")
            path.write_bytes(gzip.compress(pack([{"format": "other"}])))
            with self.assertRaises(ValueError):
                word_list.read(path)


class SerbianTests(unittest.TestCase):
    def test_latin_words_are_spelled_in_cyrillic_letters(self):
        for latin, cyrillic in (
                ("ljubav", "љубав"), ("konj", "коњ"), ("džep", "џеп"), ("šećer", "шећер"), ("nadživeti", "надживети"),
                ("injekcija", "инјекција"), ("konjunktiv", "конјунктив"), ("đak", "ђак"), ("njegov", "његов")):
            self.assertEqual(serbian.spelled(latin), cyrillic)
        self.assertIsNone(serbian.spelled("why"))

    def test_of_words_with_one_spelling_the_most_frequent_counts(self):
        self.assertEqual(serbian.cyrillic({"dobar": 300, "new": 400}), {"добар": 300})


class SuspectTests(unittest.TestCase):
    WORDS = {
        "receive": 400, "recieve": 650, "hospital": 400, "hosptal": 640, "commit": 450, "comit": 660, "separate": 400,
        "seperate": 660, "café": 450, "quote": 400, "quotes": 700, "garçon": 500, "garcon": 620, "from": 300,
        "form": 380, "house": 300, "mouse": 700, "houses": 790, "hous": 790, "their": 300, "thier": 470,
    }

    def test_frequent_mistakes_are_suspects(self):
        found, doubtful = suspects.find(self.WORDS)
        self.assertEqual(
            found,
            {"recieve": "receive", "hosptal": "hospital", "comit": "commit", "seperate": "separate", "garcon": "garçon"})
        self.assertEqual(doubtful, {"thier": "their"})

    def test_short_english_words_are_suspects_if_another_word_is_much_more_frequent(self):
        words = {"know": 290, "konw": 755, "your": 247, "yuor": 734, "see": 290, "seee": 755, "fine": 377, "fien": 737,
                 "you": 202, "yuo": 600, "have": 230, "ahve": 680, "bird": 400, "brid": 640, "hello": 428, "helo": 648, "form": 380, "from": 300}
        expected = {"konw": "know", "yuor": "your", "seee": "see", "fien": "fine", "yuo": "you", "ahve": "have",
                    "helo": "hello"}
        self.assertEqual(suspects.find(words), (expected, {}))
        # Elsewhere only letters in the wrong order within a word, with a greater lead.
        self.assertEqual(suspects.find(words, language="nl"), ({"konw": "know", "yuor": "your"}, {}))

    def test_mistakes_near_the_end_and_letters_at_another_place_are_suspects_in_english(self):
        words = {"beautiful": 378, "beautifull": 678, "happened": 380, "happend": 621, "should": 301, "shoud": 687,
                 "restaurant": 432, "restaraunt": 755, "success": 400, "succes": 630, "shoulds": 700}
        expected = {"beautifull": "beautiful", "happend": "happened", "shoud": "should", "restaraunt": "restaurant",
                    "succes": "success"}
        self.assertEqual(suspects.find(words)[0], expected)
        self.assertEqual(suspects.find(words, language="fi")[0], {})

    def test_other_languages_have_pairs_of_similar_words(self):
        words = {"kanssa": 250, "kassa": 512, "peut": 281, "pleut": 522, "livre": 300, "livré": 482, "livrés": 522,
                 "problème": 330, "probleme": 518}
        self.assertEqual(suspects.find(words, language="fi")[0], {})
        self.assertEqual(suspects.find(words, language="fr")[0], {"probleme": "problème"})
        self.assertEqual(suspects.find({"siellä": 250, "sielä": 580}, language="fi")[0], {"sielä": "siellä"})

    def test_a_word_without_its_accents_is_a_suspect_from_a_lead_that_depends_on_the_language(self):
        words = {"dziękuję": 345, "dziekuje": 493, "dziekuję": 500}
        self.assertEqual(suspects.find(words, language="pl")[0], {"dziekuje": "dziękuję", "dziekuję": "dziękuję"})
        for language, lead, is_suspect in [("fr", 149, False), ("fr", 150, True), ("es", 100, True), ("sv", 300, False)]:
            found, _ = suspects.find({"présenté": 300, "presente": 300 + lead}, language=language)
            self.assertEqual(found, {"presente": "présenté"} if is_suspect else {}, (language, lead))
        # An accent that the other word does not have is none that was left out.
        self.assertEqual(suspects.find({"presente": 300, "présente": 600}, language="fr")[0], {})
        self.assertEqual(suspects.find({"où": 300, "ou": 600}, language="fr")[0], {})
        # The letter has a key.
        self.assertEqual(suspects.find({"año": 300, "ano": 500}, language="es")[0], {})

    def test_two_letters_for_an_umlaut_are_suspects_in_german(self):
        words = {"für": 212, "fuer": 457, "neue": 300, "steuer": 400}
        self.assertEqual(suspects.find(words, language="de")[0], {"fuer": "für"})
        self.assertEqual(suspects.find(words, language="nl")[0], {})

    def test_a_rare_word_that_a_dictionary_does_not_have_is_a_suspect_of_a_less_frequent_word(self):
        words = {"lantern": 520, "lantren": 690, "latern": 681, "lentern": 671, "lanterxn": 690, "lanxern": 690,
                 "lenturn": 655, "believed": 520, "beleved": 655, "beeleved": 661}
        known = {"lantern", "believed"}.__contains__
        found, _ = suspects.find(words, known, has_dictionary=True)
        # A letter too many or another consonant is none, nor a word from some frequency on.
        self.assertEqual(found, {"lantren": "lantern", "latern": "lantern", "lentern": "lantern"})
        self.assertEqual(suspects.find(words, known)[0], {})
        # Nor does the dictionary have the other word.
        self.assertEqual(suspects.find(words, "believed".__eq__, has_dictionary=True)[0], {})

    def test_a_short_word_of_other_languages(self):
        # A smaller lead, or the first two letters, may be a word: the Dutch "emer" and "meer".
        words = {"noch": 260, "ncoh": 707, "nohc": 650, "onch": 720}
        self.assertEqual(suspects.find(words, language="de")[0], {"ncoh": "noch"})

    def test_a_word_that_a_dictionary_has_is_none(self):
        self.assertNotIn("recieve", suspects.find(self.WORDS, trusted=lambda word: word == "recieve")[0])

    def test_the_kind_of_a_change(self):
        for word, original, kind in (
            ("recieve", "receive", "swap"), ("comit", "commit", "single"), ("commmit", "commit", "double"),
            ("seperate", "separate", "vowel"), ("hosptal", "hospital", "letter"), ("hosxpital", "hospital", "letter"),
            ("hoxpital", "hospital", "other"), ("garcon", "garçon", "accent"),
            ("beautifull", "beautiful", "last double"), ("succes", "success", "last single"),
            ("happend", "happened", "before last"), ("happenes", "happens", None), ("hte", "the", "first swap"),
            ("restaraunt", "restaurant", "moved"), ("togheter", "together", "moved"), ("wehat", "wheat", "swap"),
            ("wathe", "wheat", None), ("garçon", "garcon", None), ("livré", "livre", None), ("livres", "livrés", None), ("quotes", "quote", None),
            ("nospital", "hospital", None), ("hsopitla", "hospital", None), ("its", "it’s", None),
        ):
            self.assertEqual(suspects.change(word, original), kind, word)


class FileTests(unittest.TestCase):
    def test_frequencies(self):
        for centibels, byte in ((0, 255), (130, 246), (400, 160), (799, 32), (900, 1), (2000, 1)):
            self.assertEqual(lexicon_file.frequency_byte(centibels), byte)

    def test_capitals(self):
        for word, expected in (
            ("the", (lexicon_file.LOWER, 0)), ("Monday", (lexicon_file.CAPITALIZED, 0)), ("I", (lexicon_file.CAPITALIZED, 0)),
            ("USA", (lexicon_file.UPPER, 0)), ("iPhone", (lexicon_file.CAPITALIZED, 0)),
            ("McCoy", (lexicon_file.SPELLED, 0b101)),
        ):
            if word == "iPhone":
                expected = (lexicon_file.SPELLED, 0b10)
            self.assertEqual(lexicon_file.capitals(word, word.lower()), expected, word)

    def test_turkish_has_two_letters_i(self):
        self.assertEqual(lexicon_file.fold("İSTANBUL IŞIK", "tr"), "istanbul ışık")

    def test_too_many_letters_are_an_error(self):
        with self.assertRaises(ValueError):
            lexicon_file.encode({chr(0x4E00 + number): (1, 0, "") for number in range(300)}, "en", "test")

    def test_decoding_gives_the_words_and_their_frequencies(self):
        chance = random.Random(4)
        for count in (0, 1, 700):
            words = {"".join(chance.choices("abé’", k=chance.randint(1, 7))): chance.randint(1, 255) for _ in range(count)}
            entries = {word: (frequency, 0, word) for word, frequency in words.items()}
            decoded, source = lexicon_file.decode(lexicon_file.encode(entries, "en", "test"))
            self.assertEqual((decoded, source), (words, "test"))

    def test_a_damaged_file_is_not_decoded(self):
        data = bytearray(lexicon_file.encode({"ab": (9, 0, "ab")}, "en", "test"))
        data[-1] ^= 1
        for damaged in (data, b"", b"other" * 50):
            with self.assertRaises(ValueError):
                lexicon_file.decode(bytes(damaged))

    def test_a_file_is_replaced_in_one_step(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "lexicon.en")
            path.write_bytes(b"old")
            with path.open("rb") as old:
                lexicon_file.write(path, b"new")
                self.assertEqual(old.read(), b"old")
            self.assertEqual([file.name for file in pathlib.Path(folder).iterdir()], ["lexicon.en"])
            self.assertEqual(path.read_bytes(), b"new")


@unittest.skipUnless(shutil.which("hunspell"), "needs hunspell")
class CombineTests(unittest.TestCase):
    def combine(self, words, language, dictionary, affixes="SET UTF-8\nWORDCHARS '\n"):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "test.aff").write_text(affixes)
            pathlib.Path(folder, "test.dic").write_text(f"{len(dictionary)}\n" + "\n".join(dictionary) + "\n")
            return combine.combine(words, language, [pathlib.Path(folder, "test")])

    def test_a_dictionary_gives_capitals_and_confirms_words(self):
        entries = self.combine(
            {"monday": 150, "usa": 150, "the": 240, "recieve": 100, "i’m": 200}, "en",
            ["Monday", "USA", "the", "receive", "I'm", "xyloid"])
        self.assertEqual(entries["monday"], (150, lexicon_file.CONFIRMED, "Monday"))
        self.assertEqual(entries["usa"], (150, lexicon_file.CONFIRMED, "USA"))
        self.assertEqual(entries["the"], (240, lexicon_file.CONFIRMED, "the"))
        self.assertEqual(entries["i’m"], (200, lexicon_file.CONFIRMED, "I’m"))
        self.assertEqual(entries["recieve"][1], 0)
        self.assertEqual(entries["receive"], (combine.STEM_FREQUENCY, lexicon_file.CONFIRMED, "receive"))
        self.assertNotIn("xyloid", entries)

    def test_a_word_that_a_dictionary_has_is_no_suspect(self):
        words = {"commit": 160, "comit": 90}
        self.assertEqual(self.combine(words, "en", ["commit"])["comit"][1], lexicon_file.SUSPECT)
        self.assertEqual(self.combine(words, "en", ["commit", "comit"])["comit"][1], lexicon_file.CONFIRMED)

    def test_the_page_says_what_a_dictionary_does_not_prevent(self):
        page = (pathlib.Path(__file__).resolve().parents[2] / "Documentation/Languages.md").read_text()
        self.assertIn("a word that it has does not count as a frequent mistake of another word", page)
        # Tests/AssistanceTests types the word without its apostrophe.
        self.assertIn("`wont` becomes `won’t`", page)
        entries = self.combine({"wont": 90, "won’t": 200}, "en", ["wont", "won't"])
        self.assertEqual(entries["wont"], (90, lexicon_file.CONFIRMED, "wont"))

    def test_small_letters_of_a_list_stay_where_a_dictionary_has_abbreviations_and_short_names(self):
        entries = self.combine({"btw": 150, "ur": 150, "usa": 150, "bob": 140}, "en", ["BTW", "Ur", "USA", "Bob"])
        self.assertEqual([entries[word][2] for word in ("btw", "ur", "usa", "bob")], ["btw", "ur", "USA", "Bob"])
        self.assertTrue(all(entry[1] == lexicon_file.CONFIRMED for entry in entries.values()))

    def test_a_word_that_a_dictionary_rejects_is_a_suspect(self):
        words = {"stating": 140, "sttaing": 74}
        self.assertEqual(self.combine(words, "en", ["stating"])["sttaing"][1], lexicon_file.SUSPECT)
        self.assertEqual(self.combine(words, "en", ["stating", "sttaing"])["sttaing"][1], lexicon_file.CONFIRMED)

    def test_the_german_eszett_comes_back(self):
        entries = self.combine({"strasse": 150, "masse": 140, "gross": 130}, "de", ["Straße", "Masse", "groß"])
        self.assertEqual(entries["straße"], (150, lexicon_file.CONFIRMED, "Straße"))
        self.assertEqual(entries["masse"][2], "Masse")
        self.assertEqual(entries["groß"][2], "groß")
        self.assertNotIn("strasse", entries)

    def test_only_what_changed_is_combined_again(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "out").mkdir()
            (folder / "out" / "lexicon.xx").write_bytes(b"of a language that is gone")
            with contextlib.redirect_stdout(io.StringIO()):
                make_lexicon.save(folder, "en", {"monday": (150, 0, "monday")}, "test")

            def install(words):
                (folder / "en_US.aff").write_text("SET UTF-8\n")
                (folder / "en_US.dic").write_text("1\n" + words)

            def update():
                with contextlib.redirect_stdout(io.StringIO()) as said:
                    names = combine.update(folder, folder / "out", [folder])
                self.assertEqual({path.name for path in (folder / "out").iterdir()}, names)
                return names, said.getvalue().count("\n")

            self.assertEqual(update(), (set(), 0))
            install("Monday\n")
            self.assertEqual(update(), ({"lexicon.en"}, 1))
            time.sleep(0.02)
            self.assertEqual(update(), ({"lexicon.en"}, 0))
            time.sleep(0.02)
            install("Tuesday\n")
            self.assertEqual(update(), ({"lexicon.en"}, 1))
            (folder / "out" / "lexicon.en").write_bytes(b"damaged")
            self.assertEqual(update(), ({"lexicon.en"}, 1))
            (folder / "en_US.dic").unlink()
            self.assertEqual(update(), (set(), 0))

    def test_folders_without_dictionaries(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(combine.installed("en", [pathlib.Path(folder)]), [])


class CommandTests(unittest.TestCase):
    def test_a_line_that_is_not_a_word_and_a_number_is_reported_with_its_number(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "words")
            path.write_text("# comment\n\nthe 7.7\nof\n")
            with self.assertRaisesRegex(SystemExit, "words:4: expected a word"):
                make_lexicon.read_words(path)

    def test_a_wheel_with_another_hash_is_rejected(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, make_lexicon.WHEEL).write_bytes(b"other")
            with self.assertRaisesRegex(SystemExit, "SHA-256"):
                make_lexicon.fetch(pathlib.Path(folder), pathlib.Path(folder, "lists"))

    def test_without_a_connection_one_line_says_so(self):
        for errors, reason in (
                ("WARNING: Retrying: Failed to establish a new connection: [Errno -3]\nERROR: No matching distribution found\n",
                 "the package index cannot be reached"),
                ("/usr/bin/python3: No module named pip\n", "No module named pip"), ("", "pip wrote no file")):
            failed = subprocess.CompletedProcess([], 1, stderr=errors)
            with tempfile.TemporaryDirectory() as folder, mock.patch("subprocess.run", return_value=failed):
                with self.assertRaises(SystemExit) as raised:
                    make_lexicon.fetch(pathlib.Path(folder), pathlib.Path(folder, "lists"))
            text = str(raised.exception)
            self.assertNotIn("\n", text)
            self.assertIn(reason, text)
            self.assertIn(make_lexicon.WHEEL, text)

    def test_packages_that_cannot_be_downloaded_are_reported_in_one_line(self):
        failed = subprocess.CompletedProcess([], 100, stderr="W: old\nE: Unable to locate package fortunes-xx\n")
        with tempfile.TemporaryDirectory() as folder, mock.patch("subprocess.run", return_value=failed):
            with self.assertRaisesRegex(SystemExit, "^cannot download fortunes-xx with apt-get: Unable to locate.*copy the packages"):
                texts.fetch(pathlib.Path(folder), ["fortunes-xx"])

    def test_a_wheel_that_is_there_is_kept(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("wordfreq/data/large_xx.msgpack.gz", b"words")
        with tempfile.TemporaryDirectory() as name, mock.patch("subprocess.run", side_effect=AssertionError):
            folder = pathlib.Path(name)
            (folder / make_lexicon.WHEEL).write_bytes(data.getvalue())
            digest = hashlib.sha256(data.getvalue()).hexdigest()
            with mock.patch.object(make_lexicon, "SHA256", digest):
                make_lexicon.fetch(folder, folder / "lists")
            self.assertEqual((folder / "lists" / "large_xx.msgpack.gz").read_bytes(), b"words")


if __name__ == "__main__":
    unittest.main()
