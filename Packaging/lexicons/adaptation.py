# SPDX-License-Identifier: Apache-2.0
"""Adapts a language model to the frequencies of a lexicon.

A model that was made from texts of one kind prefers the words of that kind. Each probability is scaled by how much more
frequent the word is in the lexicon than in the model, to the power `ADAPTATION`, and the sum after each context becomes 1
again: the marginal adaptation of Kneser, Peters and Klakow (1997).
"""

import array
import math

ADAPTATION = 0.5
# The bounds of the logarithm of a scale.
LIMIT = 1.5


class Adapted:
    """A model with the interface of `trie_model.Model`."""

    def __init__(self, model, frequency):
        """`frequency` gives the logarithm of the frequency of a word in the lexicon, or None."""
        self._model = model
        self.words = model.words
        self.pair_count = model.pair_count
        singles = [model.single(number) for number in range(len(self.words))]
        self._singles, scales = [], []
        for word, (probability, _) in zip(self.words, singles):
            own = frequency(word)
            lead = 0.0 if own is None else ADAPTATION * (own - probability)
            scales.append(max(-LIMIT, min(LIMIT, lead)))
            self._singles.append(probability if own is None else own)
        self._scales = scales
        every = sum(10 ** (probability + scale) for (probability, _), scale in zip(singles, scales))
        self._sums, self._weights = self._pair_sums(singles, every)
        self._triple_sums, self._pair_weights = self._sums_of_triples()

    def single(self, number):
        """The probability of a word, and its back-off weight."""
        return self._singles[number], self._weights[number]

    def pairs(self):
        """Each pair: number, word before, word, probability, back-off weight."""
        scales, sums = self._scales, self._sums
        for index, (before, word, probability, weight) in enumerate(
                zip(self._before, self._word, self._likely, self._pair_weights)):
            yield index, before, word, probability + scales[word] - sums[before], weight

    def triples(self):
        """Each triple: number of the pair of its last two words, word before them, probability."""
        scales, sums, words = self._scales, self._triple_sums, self._word
        for pair, first, context, probability in zip(*self._read_triples):
            yield pair, first, probability + scales[words[pair]] - sums[context]

    def _pair_sums(self, singles, every):
        """The logarithm of the sum after each word, and its new weight."""
        count = len(self.words)
        after, shorter = [0.0] * count, [0.0] * count
        self._before, self._word = (array.array("I", bytes(4 * self.pair_count)) for _ in range(2))
        self._likely, self._old_weights = (array.array("f", bytes(4 * self.pair_count)) for _ in range(2))
        for index, before, word, probability, weight in self._model.pairs():
            self._before[index], self._word[index] = before, word
            self._likely[index], self._old_weights[index] = probability, weight
            after[before] += 10 ** (probability + self._scales[word])
            shorter[before] += 10 ** (singles[word][0] + self._scales[word])
        sums, weights = [], []
        for number, (_, weight) in enumerate(singles):
            total = after[number] + 10**weight * max(every - shorter[number], 1e-6)
            sums.append(math.log10(total))
            weights.append(weight + math.log10(every) - sums[-1])
        return sums, weights

    def _sums_of_triples(self):
        """The logarithm of the sum after each pair, and its new weight."""
        self._places = {
            before << 32 | word: index for index, (before, word) in enumerate(zip(self._before, self._word))}
        after, shorter = (array.array("d", bytes(8 * self.pair_count)) for _ in range(2))
        # The triples are read once, because reading them takes longer than what is done with them.
        pairs, firsts, contexts, probabilities = self._read_triples = tuple(map(array.array, "IIIf"))
        for pair, first, probability in self._model.triples():
            context = self._places[first << 32 | self._before[pair]]
            pairs.append(pair)
            firsts.append(first)
            contexts.append(context)
            probabilities.append(probability)
            scale = self._scales[self._word[pair]]
            after[context] += 10 ** (probability + scale)
            shorter[context] += 10 ** (self._likely[pair] + scale)
        sums, weights = array.array("f"), array.array("f")
        for index, word in enumerate(self._word):
            weight = self._old_weights[index]
            before = 10 ** self._sums[word]
            total = after[index] + 10**weight * max(before - shorter[index], 1e-6)
            sums.append(math.log10(total))
            weights.append(weight + self._sums[word] - sums[-1])
        return sums, weights
