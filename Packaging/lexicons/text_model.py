# SPDX-License-Identifier: Apache-2.0
"""Estimates a language model of three words from sentences, for a language whose frequencies are known already.

The texts treat few subjects, so that most of what they say about frequencies is wrong for everyday text. Those of the
lexicon are better. Each count is therefore scaled by how much more frequent the word is in the lexicon than in the texts:
the marginal adaptation of Kneser, Peters and Klakow (1997). The counts then say which words attract each other. Each of them
loses a part (absolute discounting), and the parts that the counts of a context lose are spread over the shorter context:

    P(w | context) = ((count - DISCOUNT) * scale(w) + rest * P(w | shorter context)) / sum

A context that the texts seldom have says little, so that the rest also has a constant part. The shortest context is the
lexicon. The probabilities of all words of the lexicon after a context therefore add up to 1.

The constants were chosen with German and Italian quotations that the model had not seen.
"""

import collections
import math

import lexicon_file

START, END = "<s>", "</s>"
# The part of a count that a pair or triple loses.
DISCOUNT = 0.75
# The constant part of the weight of the shorter context, in counts.
PAIR_PRIOR, TRIPLE_PRIOR = 20.0, 8.0
# The scale of a word is at most this, and at least one divided by it.
SCALE = 1000.0
# The words between two starts of sentences in everyday text.
SENTENCE_LENGTH = 8


class Model:
    """A model with the interface of `trie_model.Model`; all weights are logarithms to the base 10."""

    def __init__(self, sentences, frequencies, language, other=None):
        """Counts the words of `sentences` that are in `frequencies`: folded word -> frequency byte.

        `other` has the frequencies of the language that the texts may contain instead: English.
        """
        total = sum(map(_probability, frequencies.values()))
        self._lexicon = {word: _probability(byte) / total for word, byte in frequencies.items()}
        # Words with ß whose form in the lexicon has ss.
        self.eszett = {}
        singles, pairs, triples = self._count(sentences, frequencies, language, other)
        self.words = [START, END, *sorted(word for word in singles if word != START)]
        numbers = {word: number for number, word in enumerate(self.words)}
        scales = self._scales(singles)

        single = {number: self._lexicon.get(word, 0.0) for word, number in numbers.items()}
        likely, weights = _estimate(
            [((numbers[before],), numbers[word], count) for (before, word), count in sorted(pairs.items())],
            [scales.get(word, 1.0) for word in self.words], PAIR_PRIOR, lambda context, word: single[word])
        self._pairs = [(left, right) for (left,), right in likely]
        self._likely = likely
        places = {pair: index for index, pair in enumerate(self._pairs)}
        likely_triples, pair_weights = _estimate(
            [((numbers[first], numbers[before]), numbers[word], count)
             for (first, before, word), count in sorted(triples.items())],
            [scales.get(word, 1.0) for word in self.words], TRIPLE_PRIOR,
            lambda context, word: likely[(context[1],), word])
        self._pair_weights = [math.log10(pair_weights.get(pair, 1.0)) for pair in self._pairs]
        self._triples = [
            (places[context[1], word], context[0], math.log10(probability))
            for (context, word), probability in likely_triples.items()]
        self._weights = [math.log10(weights.get((number,), 1.0)) for number in range(len(self.words))]
        self.pair_count = len(self._pairs)

    def single(self, number):
        """The probability of a word, and its back-off weight."""
        word = self.words[number]
        probability = 1 / SENTENCE_LENGTH if word == END else self._lexicon.get(word, 1e-9)
        return math.log10(probability), self._weights[number]

    def pairs(self):
        """Each pair: number, word before, word, probability, back-off weight."""
        for index, (left, right) in enumerate(self._pairs):
            yield index, left, right, math.log10(self._likely[(left,), right]), self._pair_weights[index]

    def triples(self):
        """Each triple: number of the pair of its last two words, word before them, probability."""
        return iter(self._triples)

    def _count(self, sentences, frequencies, language, other):
        singles, pairs, triples = collections.Counter(), collections.Counter(), collections.Counter()
        for sentence in sentences:
            folded = [word and self._form(lexicon_file.fold(word, language), frequencies, language) for word in sentence]
            if other and not is_native(folded, frequencies, other):
                continue
            first, before = None, START
            for word in folded:
                if word not in frequencies:
                    first = before = None
                    continue
                singles[word] += 1
                if before is not None:
                    pairs[before, word] += 1
                    if first is not None:
                        triples[first, before, word] += 1
                first, before = before, word
        return singles, pairs, triples

    def _form(self, word, frequencies, language):
        """The form of a folded word in the lexicon, which may have ss for the German ß."""
        if language == "de" and "ß" in word and word not in frequencies:
            form = word.replace("ß", "ss")
            if form in frequencies:
                self.eszett[form] = word
                return form
        return word

    def _scales(self, singles):
        total = sum(singles.values())
        return {
            word: min(SCALE, max(1 / SCALE, self._lexicon[word] / (count / total)))
            for word, count in singles.items()}


def is_native(words, frequencies, other):
    """Whether a sentence looks more like the language itself than like the other one, by its frequencies."""
    return sum(frequencies.get(word, 0) - other.get(word, 0) for word in words if word) >= 0


def _estimate(counts, scales, prior, shorter):
    """The probability of each (context, word), and the weight of the shorter context for each context."""
    sums, rests = collections.Counter(), collections.Counter()
    for context, word, count in counts:
        sums[context] += (count - DISCOUNT) * scales[word]
        rests[context] += DISCOUNT
    likely = {}
    weights = {}
    for context, rest in rests.items():
        rests[context] = rest + prior
        weights[context] = rests[context] / (sums[context] + rests[context])
    for context, word, count in counts:
        lower = shorter(context, word)
        likely[context, word] = (
            ((count - DISCOUNT) * scales[word] + rests[context] * lower) / (sums[context] + rests[context]))
    return likely, weights


def _probability(byte):
    return 10 ** (byte / 32 - 9)


def with_eszett(tables, eszett):
    """The pairs and triples, and also with ß for ss: a lexicon that was combined with a dictionary has these words."""

    def forms(word):
        return (word, eszett[word]) if word in eszett else (word,)

    def following(entry):
        weight, words = entry
        return weight, {form: probability for word, probability in words.items() for form in forms(word)}

    pairs, triples = tables
    return (
        {form: following(entry) for context, entry in pairs.items() for form in forms(context)},
        {(first, last): following(entry)
         for context, entry in triples.items() for first in forms(context[0]) for last in forms(context[1])})
