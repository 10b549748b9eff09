# SPDX-License-Identifier: Apache-2.0
"""Prunes a language model to the n-grams that predict most, for a file of limited size.

An n-gram is worth the keystrokes that it saves someone who is offered three words, plus the likelihood that the model would
lose without it, which a correction needs: both times how often it occurs, and divided by the bytes that it takes. The words
of n-grams compete with the most frequent words, which are offered without n-grams.
"""

import array
import collections
import math

import ngram_file

MAXIMUM_BYTES = 6_000_000
SENTENCE, END = "<s>", "</s>"
# A word takes bytes besides its text, and a context of two words besides its triples.
WORD_BYTES, PAIR_BYTES, TRIPLE_BYTES, CONTEXT_BYTES = 9, 3, 3, 9
# The header, and what the sections take besides.
OVERHEAD_BYTES = 320
# The words that are offered at a time.
OFFERED = 3
# The keystrokes that a factor of ten of likelihood is worth.
LIKELIHOOD = 0.5


def prune(model, usable, maximum=MAXIMUM_BYTES):
    """The pairs and triples of a model, for `ngram_file.encode`.

    `usable` decides about a folded word whether it is kept.
    """
    words = [_folded(word, usable) for word in model.words]
    singles = [model.single(number) for number in range(len(words))]
    start, end = model.words.index(SENTENCE), model.words.index(END)
    singles[start] = (singles[end][0], singles[start][1])
    order = sorted(range(len(words)), key=lambda number: -singles[number][0])
    alone = _Ranking([(number, words[number], singles[number][0]) for number in order if words[number]])

    pairs = _Pairs(model, words)
    triples = _Triples(model, words, pairs)
    for last, indexes in enumerate(pairs.following):
        ranking = pairs.weigh(last, indexes, words, singles, alone)
        for first in triples.contexts.pop(last, ()):
            triples.weigh(first, words, singles, pairs, ranking)
    least = _threshold(words, pairs, triples, maximum)

    kept_pairs, kept_triples = {}, {}
    for index in range(pairs.count):
        if pairs.worth[index] > least:
            right = pairs.word[index]
            kept_pairs.setdefault(words[pairs.before[index]], []).append(
                (words[right], pairs.likely[index], singles[right][0]))
    for gain, left, pair, probability in triples.found:
        if gain > least:
            context = words[pairs.before[left]], words[pairs.word[left]]
            kept_triples.setdefault(context, []).append((words[pairs.word[pair]], probability, pairs.likely[pair]))
    return tuple(
        {context: _following(entries) for context, entries in kept.items()} for kept in (kept_pairs, kept_triples))


class _Ranking:
    """The words that are offered after a context, for each start of a word.

    `keys` has the number of letters that are typed before each word is offered.
    """

    def __init__(self, entries, shorter=None, weight=0.0):
        """Ranks `entries`, each a number, a word and its probability, in descending order of these.

        They compete with the words of the ranking `shorter`, whose probabilities change by `weight`.
        """
        self._shorter, self._weight = shorter, weight
        self._best, self._merged = {}, {}
        self._own = {number for number, _, _ in entries}
        self.keys = {}
        for number, text, probability in entries:
            count = len(text)
            for length in range(len(text)):
                start = text[:length]
                shown = self._best.setdefault(start, [])
                if len(shown) == OFFERED:
                    continue
                if length < count and len(shown) + self._rivals(start, probability) < OFFERED:
                    count = length
                shown.append((probability, number))
            self.keys[number] = count

    def _rivals(self, start, probability):
        """The number of words of the shorter context that are likelier."""
        if self._shorter is None:
            return 0
        return sum(
            1 for lower, number in self._shorter.offered(start)
            if self._weight + lower > probability and number not in self._own)

    def offered(self, start):
        """The probabilities and numbers of the words that are offered after the letters `start`."""
        if self._shorter is None:
            return self._best.get(start, ())
        found = self._merged.get(start)
        if found is None:
            others = (
                (self._weight + lower, number) for lower, number in self._shorter.offered(start)
                if number not in self._own)
            found = self._merged[start] = sorted([*self._best.get(start, ()), *others], reverse=True)[:OFFERED]
        return found


class _Pairs:
    """The pairs of a model, in parallel arrays, because there are millions of them."""

    def __init__(self, model, words):
        self.count = model.pair_count
        self.before, self.word = (array.array("I", bytes(4 * self.count)) for _ in range(2))
        self.likely, self.weights = (array.array("f", bytes(4 * self.count)) for _ in range(2))
        # The worth of each pair for each byte; 0 if it is not usable.
        self.worth = array.array("d", bytes(8 * self.count))
        self.following = [[] for _ in words]
        for index, left, right, probability, weight in model.pairs():
            self.before[index], self.word[index] = left, right
            self.likely[index], self.weights[index] = probability, weight
            if words[left] is not None and words[right]:
                self.following[left].append(index)

    def weigh(self, left, indexes, words, singles, alone):
        """Sets the worth of the pairs of a word, and returns the ranking of the words after it."""
        often, weight = singles[left]
        indexes = sorted(indexes, key=self.likely.__getitem__, reverse=True)
        entries = [(self.word[index], words[self.word[index]], self.likely[index]) for index in indexes]
        ranking = _Ranking(entries, alone, weight)
        for index, (right, _, likely) in zip(indexes, entries):
            lead = likely - weight - singles[right][0]
            gain = _worth(often + likely, alone.keys[right] - ranking.keys[right], lead) / PAIR_BYTES
            # A triple may need the pair.
            self.worth[index] = max(self.worth[index], gain)
        return ranking


class _Triples:
    """The triples of a model that are worth something."""

    def __init__(self, model, words, pairs):
        places = {
            pairs.before[index] << 32 | pairs.word[index]: index
            for indexes in pairs.following for index in indexes}
        entries = collections.defaultdict(list)
        for pair, first, probability in model.triples():
            left = places.get(first << 32 | pairs.before[pair])
            if left is not None and words[pairs.word[pair]]:
                entries[left].append((pair, probability))
        # The contexts whose second word is a number: each the pair, and its triples.
        self.contexts = collections.defaultdict(list)
        for left, found in entries.items():
            self.contexts[pairs.word[left]].append((left, found))
        # The worth of each triple for a byte, the pair it begins with, the pair it ends with, and its probability.
        self.found = []
        # The worth for a byte of each context that is kept.
        self.kept = []

    def weigh(self, context, words, singles, pairs, ranking):
        """Adds the triples of a context that are worth something; `ranking` is that of its second word."""
        left, entries = context
        often = singles[pairs.before[left]][0] + pairs.likely[left]
        weight = pairs.weights[left]
        entries.sort(key=lambda entry: -entry[1])
        own = _Ranking(
            [(pairs.word[pair], words[pairs.word[pair]], probability) for pair, probability in entries], ranking, weight)
        found = []
        for pair, probability in entries:
            right = pairs.word[pair]
            lead = probability - weight - pairs.likely[pair]
            gain = _worth(often + probability, ranking.keys[right] - own.keys[right], lead)
            if gain > 0:
                found.append((gain, pair, probability))
        if not found:
            return
        # The first triples pay for the context: as many as make the worth of all their bytes greatest.
        found.sort(key=lambda entry: -entry[0])
        total = best = count = 0
        for number, (gain, _, _) in enumerate(found, start=1):
            total += gain
            if total / (CONTEXT_BYTES + number * TRIPLE_BYTES) > best:
                best, count = total / (CONTEXT_BYTES + number * TRIPLE_BYTES), number
        for number, (gain, pair, probability) in enumerate(found):
            self.found.append((best if number < count else gain / TRIPLE_BYTES, left, pair, probability))
        self.kept.append(best)
        pairs.worth[left] = max(pairs.worth[left], best)


def _worth(often, saved, lead):
    return 10**often * (max(saved, 0) + LIKELIHOOD * max(lead, 0))


def _folded(word, usable):
    """The form of a word that files have; None if it is not kept."""
    if word == SENTENCE:
        return ngram_file.START
    folded = word.replace("'", "’")
    return folded if usable(folded) else None


def _threshold(words, pairs, triples, maximum):
    """The worth per byte that an n-gram must exceed so that the kept ones fit into `maximum` bytes."""
    sizes = [(gain, PAIR_BYTES) for gain in pairs.worth if gain > 0]
    sizes += [(triple[0], TRIPLE_BYTES) for triple in triples.found]
    sizes += [(gain, CONTEXT_BYTES) for gain in triples.kept]
    # A word is needed for its most valuable n-gram.
    needed = array.array("d", bytes(8 * len(words)))
    for index, gain in enumerate(pairs.worth):
        for number in pairs.before[index], pairs.word[index]:
            needed[number] = max(needed[number], gain)
    for gain, _, pair, _ in triples.found:
        needed[pairs.word[pair]] = max(needed[pairs.word[pair]], gain)
    sizes += [(gain, WORD_BYTES + len(word.encode())) for gain, word in zip(needed, words) if gain > 0]
    sizes.sort(reverse=True)
    total = OVERHEAD_BYTES
    for gain, size in sizes:
        total += size
        if total > maximum:
            return gain
    return 0.0


def _following(entries):
    """The weight of a context, and its words with their probabilities.

    The weight spreads what the probabilities leave over the words that the shorter context has besides these.
    """
    left = 1 - sum(10**probability for _, probability, _ in entries)
    shorter = 1 - sum(10**lower for _, _, lower in entries)
    weight = math.log10(max(left, 1e-3) / max(shorter, 1e-3))
    return min(weight, 0.0), {word: probability for word, probability, _ in entries}
