# SPDX-License-Identifier: Apache-2.0
"""Tests the builder of n-grams and the derivation of words. The Swift tests read the files that it writes."""

import array
import math
import pathlib
import struct
import tempfile
import unittest

import adaptation
import derivation
import make_ngrams
import ngram_file
import ngrams
import text_model
import texts
import trie_model


def packed(numbers, bits):
    """Numbers of the same number of bits without space between them, and the bytes that the format adds."""
    total = sum(number << index * bits for index, number in enumerate(numbers))
    return total.to_bytes((len(numbers) * bits + 7) // 8 + 8, "little")


def model(words, singles, pairs, triples):
    """A model: {word: (probability, weight)}, {(before, word): (probability, weight)}, {(a, b, c): probability}."""
    numbers = {word: number for number, word in enumerate(words)}
    tables = [[], [], []]

    def code(table, value):
        if value not in tables[table]:
            tables[table].append(value)
        return tables[table].index(value)

    pair_order = sorted(pairs, key=lambda pair: (numbers[pair[1]], numbers[pair[0]]))
    places = {pair: place for place, pair in enumerate(pair_order)}
    triple_order = sorted(triples, key=lambda triple: (places[triple[1:]], numbers[triple[0]]))
    word_bits, next_bits = len(words).bit_length(), len(triples).bit_length()
    pair_codes, triple_codes = [], []
    for before, word in pair_order:
        probability, weight = pairs[before, word]
        first = sum(1 for triple in triple_order if places[triple[1:]] < places[before, word])
        pair_codes.append(
            numbers[before] | code(1, weight) << word_bits | code(0, probability) << word_bits + 16
            | first << word_bits + 32)
    pair_codes.append(len(triples) << word_bits + 32)
    for triple in triple_order:
        triple_codes.append(numbers[triple[0]] | code(2, triples[triple]) << word_bits)
    heads = b""
    for word in [*words, None]:
        first = len(pairs) if word is None else sum(1 for pair in pairs if numbers[pair[1]] < numbers[word])
        probability, weight = singles.get(word, (0, 0))
        heads += struct.pack("<ffI", probability / trie_model.LOGARITHM, weight / trie_model.LOGARITHM, first)
    data = trie_model.MAGIC + struct.pack("<B4I", 3, len(words), len(pairs), len(triples), 1)
    for table in tables:
        values = [value / trie_model.LOGARITHM for value in table]
        data += array.array("f", values + [0.0] * (trie_model.TABLE - len(values))).tobytes()
    data += heads + packed(pair_codes, word_bits + 32 + next_bits) + packed(triple_codes + [0], word_bits + 16)
    text = b"".join(word.encode() + b"\0" for word in words)
    return data + struct.pack("<I", len(text)) + text


WORDS = ["</s>", "<s>", "don't", "go", "home", "the"]
SINGLES = {
    "</s>": (-1.0, 0), "<s>": (-99.0, -0.5), "don't": (-2.0, -0.3), "go": (-1.5, -0.25), "home": (-3.0, 0), "the": (-1.2, 0)}
PAIRS = {("<s>", "don't"): (-0.5, -0.25), ("don't", "go"): (-0.25, 0.0), ("go", "home"): (-0.75, 0.0), ("go", "the"): (-1.5, 0.0)}
TRIPLES = {("don't", "go", "home"): -0.25}


class TrieModelTests(unittest.TestCase):
    def test_a_model_gives_its_words_pairs_and_triples(self):
        read = trie_model.Model(model(WORDS, SINGLES, PAIRS, TRIPLES))
        self.assertEqual(read.words, WORDS)
        self.assertAlmostEqual(read.single(2)[0], -2.0, places=4)
        self.assertAlmostEqual(read.single(2)[1], -0.3, places=4)
        pairs = {(WORDS[before], WORDS[word]): (probability, weight) for _, before, word, probability, weight in read.pairs()}
        self.assertEqual(pairs.keys(), PAIRS.keys())
        for pair, values in pairs.items():
            for value, expected in zip(values, PAIRS[pair]):
                self.assertAlmostEqual(value, expected, places=4)
        numbers = {index: (WORDS[before], WORDS[word]) for index, before, word, _, _ in read.pairs()}
        (pair, first, probability), = read.triples()
        self.assertEqual((WORDS[first], *numbers[pair]), ("don't", "go", "home"))
        self.assertAlmostEqual(probability, -0.25, places=4)

    def test_another_file_and_one_that_is_cut_off_are_rejected(self):
        data = model(WORDS, SINGLES, PAIRS, TRIPLES)
        for wrong in (b"", b"Trie Language Model\x02" + data[20:], data[:-40]):
            with self.assertRaises((ValueError, struct.error)):
                trie_model.Model(wrong)


class PruneTests(unittest.TestCase):
    def prune(self, maximum=10**7, usable=lambda word: True):
        return ngrams.prune(trie_model.Model(model(WORDS, SINGLES, PAIRS, TRIPLES)), usable, maximum)

    def test_useful_ngrams_are_kept_with_typographic_apostrophes(self):
        pairs, triples = self.prune()
        self.assertEqual({context: set(words) for context, (_, words) in pairs.items()}, {
            "": {"don’t"}, "don’t": {"go"}, "go": {"home"}})
        self.assertEqual({context: set(words) for context, (_, words) in triples.items()}, {("don’t", "go"): {"home"}})
        self.assertAlmostEqual(triples["don’t", "go"][1]["home"], -0.25, places=4)

    def test_the_weight_spreads_the_rest_over_other_words(self):
        weight, words = self.prune()[0]["go"]
        self.assertAlmostEqual(weight, math.log10((1 - 10**-0.75) / (1 - 10**-3)), places=3)
        self.assertEqual(len(words), 1)

    def test_words_that_are_not_usable_are_left_out(self):
        pairs, triples = self.prune(usable=lambda word: word != "don’t")
        self.assertEqual(set(pairs), {"go"})
        self.assertEqual(triples, {})

    def test_a_smaller_file_keeps_the_ngrams_that_are_worth_most(self):
        pairs, triples = self.prune(ngrams.OVERHEAD_BYTES + 40)
        self.assertEqual({context: set(words) for context, (_, words) in pairs.items()}, {"": {"don’t"}})
        self.assertEqual(triples, {})

    def test_a_word_is_offered_among_three(self):
        words = ["aa", "ab", "ac", "ad", "b"]
        ranking = ngrams._Ranking([(number, word, -number) for number, word in enumerate(words)])
        self.assertEqual(list(ranking.keys.values()), [0, 0, 0, 2, 1])

    def test_words_compete_with_those_of_the_shorter_context(self):
        alone = ngrams._Ranking([(number, word, -number) for number, word in enumerate(["aa", "ab", "ac", "ad"])])
        self.assertEqual(ngrams._Ranking([(3, "ad", -0.5)], alone, weight=0.0).keys, {3: 0})
        self.assertEqual(ngrams._Ranking([(3, "ad", -2.5)], alone, weight=0.0).keys, {3: 2})
        self.assertEqual(ngrams._Ranking([(3, "ad", -2.5)], alone, weight=-1.0).keys, {3: 0})


class AdaptationTests(unittest.TestCase):
    def adapted(self, frequencies):
        read = trie_model.Model(model(WORDS, SINGLES, PAIRS, TRIPLES))
        return read, adaptation.Adapted(read, frequencies.get)

    def test_a_model_with_the_frequencies_of_the_lexicon_stays_as_it_is(self):
        read, adapted = self.adapted({})
        for (_, _, _, before, _), (_, _, _, after, _) in zip(read.pairs(), adapted.pairs()):
            # The probabilities of the example do not add up to 1, so that only their relation is compared.
            self.assertLess(abs(before - after), 0.8)
        self.assertEqual([adapted.single(number)[0] for number in range(6)], [read.single(number)[0] for number in range(6)])

    def test_a_word_that_is_more_frequent_in_the_lexicon_becomes_likelier_after_each_context(self):
        read, adapted = self.adapted({"home": -2.0, "the": -1.2})
        self.assertEqual(adapted.single(WORDS.index("home"))[0], -2.0)
        likely = {(before, word): probability for _, before, word, probability, _ in adapted.pairs()}
        plain = {(before, word): probability for _, before, word, probability, _ in read.pairs()}
        go, home, the = map(WORDS.index, ("go", "home", "the"))
        self.assertAlmostEqual(
            (likely[go, home] - likely[go, the]) - (plain[go, home] - plain[go, the]), adaptation.ADAPTATION * 1.0,
            places=2)

    def test_probabilities_after_a_word_add_up_to_one(self):
        _, adapted = self.adapted({"home": -2.0, "go": -1.0})
        likely = {}
        for _, before, word, probability, _ in adapted.pairs():
            likely.setdefault(before, {})[word] = probability
        # The example's words; each weight times the adapted probabilities of single words.
        scales = adapted._scales
        every = sum(10 ** (SINGLES[word][0] + scale) for word, scale in zip(WORDS, scales))
        for before, following in likely.items():
            total = sum(10**probability for probability in following.values())
            rest = sum(
                10 ** (SINGLES[word][0] + scales[number]) / every
                for number, word in enumerate(WORDS) if number not in following)
            self.assertAlmostEqual(total + 10 ** adapted.single(before)[1] * rest, 1.0, places=4)


SENTENCES = [
    ["Ich", "gehe", "nach", "Hause"], ["Ich", "gehe", "jetzt"], ["Wir", "gehen", "nach", "Xyzzy", "Hause"],
    ["Ich", "gehe", None, "nach", "Hause"]]
FREQUENCIES = {"ich": 224, "gehe": 160, "gehen": 170, "nach": 200, "hause": 150, "jetzt": 190, "wir": 210, "grosse": 150}


class TextModelTests(unittest.TestCase):
    def model(self, sentences=None, frequencies=None, other=None):
        return text_model.Model(sentences or SENTENCES, frequencies or FREQUENCIES, "de", other)

    def pairs(self, trained):
        return {
            (trained.words[before], trained.words[word]): (probability, weight)
            for _, before, word, probability, weight in trained.pairs()}

    def test_pairs_begin_with_the_start_of_a_sentence_and_end_at_unknown_words(self):
        self.assertEqual(set(self.pairs(self.model())), {
            ("<s>", "ich"), ("ich", "gehe"), ("gehe", "nach"), ("nach", "hause"), ("gehe", "jetzt"), ("<s>", "wir"),
            ("wir", "gehen"), ("gehen", "nach")})

    def test_triples_do_not_cross_what_is_no_word(self):
        trained = self.model()
        pairs = list(trained.pairs())
        found = {
            (trained.words[first], trained.words[pairs[pair][1]], trained.words[pairs[pair][2]])
            for pair, first, _ in trained.triples()}
        self.assertEqual(found, {
            ("<s>", "ich", "gehe"), ("ich", "gehe", "nach"), ("gehe", "nach", "hause"), ("ich", "gehe", "jetzt"),
            ("<s>", "wir", "gehen"), ("wir", "gehen", "nach")})

    def test_words_that_the_lexicon_does_not_have_are_left_out(self):
        self.assertNotIn("xyzzy", self.model().words)

    def test_probabilities_after_each_word_add_up_to_one(self):
        trained = self.model()
        lexicon = trained._lexicon
        self.assertAlmostEqual(sum(lexicon.values()), 1.0)
        contexts = {}
        for (before, word), (probability, _) in self.pairs(trained).items():
            contexts.setdefault(before, {})[word] = 10**probability
        for before, following in contexts.items():
            weight = 10 ** trained.single(trained.words.index(before))[1]
            rest = sum(probability for word, probability in lexicon.items() if word not in following)
            self.assertAlmostEqual(sum(following.values()) + weight * rest, 1.0)

    def test_probabilities_after_two_words_add_up_to_one(self):
        trained = self.model()
        pairs = list(trained.pairs())
        lexicon = trained._lexicon
        contexts = {}
        for pair, first, probability in trained.triples():
            contexts.setdefault((first, pairs[pair][1]), {})[pairs[pair][2]] = 10**probability
        for (first, second), following in contexts.items():
            weight = next(10**entry[4] for entry in pairs if entry[1:3] == (first, second))
            shorter = {entry[2]: 10 ** entry[3] for entry in pairs if entry[1] == second}
            shorter_weight = 10 ** trained.single(second)[1]
            rest = 0.0
            for word, alone in lexicon.items():
                number = trained.words.index(word) if word in trained.words else None
                if number not in following:
                    rest += shorter.get(number, shorter_weight * alone)
            self.assertAlmostEqual(sum(following.values()) + weight * rest, 1.0)

    def test_a_count_loses_the_discount(self):
        # With the frequencies of the text itself all scales are 1, and without priors the formula is the plain one.
        probabilities, weights = text_model._estimate(
            [((0,), 1, 3), ((0,), 2, 1)], [1.0, 1.0, 1.0], 0.0, lambda context, word: 0.1)
        self.assertAlmostEqual(weights[0,], 2 * text_model.DISCOUNT / 4)
        self.assertAlmostEqual(probabilities[(0,), 1], (3 - text_model.DISCOUNT + 2 * text_model.DISCOUNT * 0.1) / 4)

    def test_a_word_that_is_frequent_only_in_the_texts_becomes_unlikely(self):
        frequencies = {"die": 240, "datei": 120, "zeit": 190}
        sentences = [["die", "Datei"]] * 9 + [["die", "Zeit"]] * 3
        pairs = self.pairs(self.model(sentences, frequencies))
        self.assertGreater(pairs["die", "zeit"][0], pairs["die", "datei"][0])

    def test_sentences_of_another_language_are_left_out(self):
        english = {"go": 220, "home": 200, "now": 210}
        trained = self.model([*SENTENCES, ["now", "go", "home"]], {**FREQUENCIES, "go": 100, "home": 100, "now": 100}, english)
        self.assertNotIn("home", trained.words)

    def test_eszett_is_read_as_ss_and_stored_as_both(self):
        trained = self.model([["Ich", "gehe", "große"], ["große", "gehen"]])
        self.assertEqual(trained.eszett, {"grosse": "große"})
        tables = text_model.with_eszett(
            ({"gehe": (-1, {"grosse": -2}), "grosse": (0, {"gehe": -1})}, {("gehe", "grosse"): (0, {"gehe": -1})}),
            trained.eszett)
        self.assertEqual(tables, (
            {"gehe": (-1, {"grosse": -2, "große": -2}), "grosse": (0, {"gehe": -1}), "große": (0, {"gehe": -1})},
            {("gehe", "grosse"): (0, {"gehe": -1}), ("gehe", "große"): (0, {"gehe": -1})}))
        self.assertTrue(ngram_file.encode(*tables, "de", "test"))

    def test_the_same_sentences_give_the_same_bytes_in_any_order(self):
        def file(sentences, frequencies):
            tables = ngrams.prune(self.model(sentences, frequencies), lambda word: True, 5000)
            return ngram_file.encode(*tables, "de", "test")

        first = file(SENTENCES, FREQUENCIES)
        self.assertEqual(first, file(SENTENCES[::-1], dict(reversed(FREQUENCIES.items()))))
        self.assertLessEqual(len(first), 5000)

    def test_pruning_keeps_to_the_size(self):
        words = [f"w{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(400)]
        frequencies = {word: 200 - number // 4 for number, word in enumerate(words)}
        sentences = [[words[number], words[number * 7 % 400], words[number * 11 % 400]] for number in range(400)]
        trained = self.model(sentences, frequencies)
        for maximum in (4000, 8000):
            data = ngram_file.encode(*ngrams.prune(trained, lambda word: True, maximum), "de", "test")
            self.assertLessEqual(len(data), maximum)
            self.assertGreater(len(data), maximum * 0.6)


class TextsTests(unittest.TestCase):
    def test_a_page_of_html_gives_its_paragraphs_without_code_and_menus(self):
        self.assertEqual(texts.html_paragraphs(
            "<head><title>T</title></head><body><header><p>Menu</p></header><p>Wählen Sie <b>Datei</b> aus.<p>Ein"
            " <code>ls</code> mehr<br>Zeile</p><script>x</script><div class='literal'>code <p>y</p></div><p>Ende"),
            ["Wählen Sie Datei aus.", "Ein | mehr", "Zeile", "Ende"])

    def test_a_page_of_gnome_gives_its_paragraphs_without_credits(self):
        self.assertEqual(texts.page_paragraphs(
            b'<page xmlns="http://projectmallard.org/1.0/"><info><desc>Kurz.</desc></info><p>Ein <gui>Fenster</gui> mit'
            b" <file>x</file> hier.</p><!-- no --></page>"), ["Ein Fenster mit | hier."])
        self.assertEqual(texts.page_paragraphs(b"<page><p>damaged"), [])

    def test_quotations_are_split_and_lose_their_authors(self):
        self.assertEqual(texts.fortune_paragraphs(
            "Wer zuletzt lacht,\nlacht am besten.\n\t\t-- Sprichwort\n%\nNoch eins\n%\n".encode()),
            ["Wer zuletzt lacht, lacht am besten.", "Noch eins"])
        self.assertEqual(texts.fortune_paragraphs("é".encode("latin-1")), ["é"])
        self.assertEqual(texts.fortune_paragraphs(b"\0\1binary"), [])

    def test_a_paragraph_becomes_sentences(self):
        self.assertEqual(list(texts.split("L'été est là. Version 3.5 kommt, sagt er! Ja.")), [
            ["L’été", "est", "là"], ["Version", None, "kommt", "sagt", "er"]])

    def test_sentences_are_read_once_from_the_files_of_a_language(self):
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder, "fortunes-de", "usr/share/games/fortunes/de")
            place.mkdir(parents=True)
            (place / "a").write_text("Eins zwei.\n%\nDrei vier.\n")
            (place / "b").write_text("Eins zwei.\n")
            (place / "b.dat").write_text("Fünf sechs.")
            found = texts.sentences(pathlib.Path(folder), [("fortunes-de", "usr/share/games/fortunes/de")])
            self.assertEqual(list(found), [["Eins", "zwei"], ["Drei", "vier"]])

    def test_every_language_with_words_has_texts(self):
        for language in "da de es fi fr it nb nl pl pt ru sv tr uk".split():
            self.assertTrue(texts.sources(language))
            self.assertLessEqual(len(texts.description(language)), 63)


class FileTests(unittest.TestCase):
    def test_weights(self):
        for logarithm, byte in ((0, 255), (-1, 223), (-7.96, 0), (-99, 0), (0.5, 255)):
            self.assertEqual(ngram_file.weight_byte(logarithm), byte)

    def test_too_many_words_are_an_error(self):
        with self.assertRaises(ValueError):
            ngram_file.encode({"a": (0, dict.fromkeys(map(str, range(70_000)), -1))}, {}, "en", "test")

    def test_triples_need_their_pair(self):
        with self.assertRaises(KeyError):
            ngram_file.encode({}, {("a", "b"): (0, {"c": -1})}, "en", "test")

    def test_a_line_that_has_no_logarithm_is_reported_with_its_number(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "lines")
            for line in ("a b c", "a", "", "a b c d -1"):
                path.write_text(f"a b -1\n{line}\n")
                with self.assertRaisesRegex(SystemExit, "lines:2: expected two or three words"):
                    make_ngrams.read_text(path)


class DerivationTests(unittest.TestCase):
    LEVELS = {
        "circumvention": 600, "optimize": 500, "optimized": 500, "optimizer": 550, "surprise": 450, "surprised": 450,
        "debug": 500, "debugging": 500, "opinionated": 600, "deconstruct": 600, "deconstruction": 600, "cat": 400,
        "box": 400, "boxed": 500, "cached": 500, "teh": 500, "comittment": 600, "historic": 500, "history": 450}

    def test_words_follow_from_evidence(self):
        found = derivation.derive(self.LEVELS, {"comittment"})
        for word in (
                "circumventions", "optimise", "optimised", "optimiser", "optimizing", "optimizers", "debugs", "debugged",
                "opinionatedly", "deconstructor", "deconstructors", "unoptimized", "uncached", "historically"):
            self.assertIn(word, found)

    def test_nothing_follows_without_evidence_or_from_mistakes(self):
        found = derivation.derive(self.LEVELS, {"comittment"})
        for word in ("surprize", "comittments", "tehs", "historied", "debuged", "debugable", "optimizeing", *self.LEVELS):
            self.assertNotIn(word, found)

    def test_agents_actions_and_prefixes_follow_from_two_forms(self):
        levels = {
            "preview": 500, "previewed": 500, "previewing": 500, "duplication": 500, "assigned": 500, "assigning": 500,
            "assign": 450, "unassigned": 600, "walked": 500}
        found = derivation.derive(levels, set())
        for word in (
                "previewer", "previewers", "previewable", "duplicate", "duplicating", "unassign", "unassigning"):
            self.assertIn(word, found)
        for word in ("walker", "walkable", "unassigner", "unpreview", "reassign"):
            self.assertNotIn(word, found)

    def test_plurals_and_adverbs(self):
        self.assertEqual([derivation.plural(word) for word in ("box", "city", "day", "church", "actor")],
                         ["boxes", "cities", "days", "churches", "actors"])
        self.assertEqual([derivation.adverb(word) for word in ("able", "basic", "final")],
                         ["ably", "basically", "finally"])


if __name__ == "__main__":
    unittest.main()
