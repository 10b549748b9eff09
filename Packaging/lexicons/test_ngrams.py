# SPDX-License-Identifier: Apache-2.0
"""Tests the builder of n-grams and the derivation of words. The Swift tests read the files that it writes."""

import array
import math
import pathlib
import struct
import tempfile
import unittest

import derivation
import make_ngrams
import ngram_file
import ngrams
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
        pairs, triples = self.prune(ngrams.RESERVED_BYTES + 3)
        self.assertEqual({context: set(words) for context, (_, words) in pairs.items()}, {"": {"don’t"}})
        self.assertEqual(triples, {})

    def test_a_word_is_offered_among_three(self):
        words = ["aa", "ab", "ac", "ad", "b"]
        self.assertEqual([count for _, count in ngrams._offers(words, None, str)], [0, 0, 0, 2, 0 + 1])


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
