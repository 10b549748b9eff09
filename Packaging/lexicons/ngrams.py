# SPDX-License-Identifier: Apache-2.0
"""Prunes a language model to the n-grams that predict most, for a file of limited size.

An n-gram is worth the keystrokes that it saves someone who is offered three words, plus the likelihood that the model would
lose without it, which a correction needs: both times how often it occurs, and divided by the bytes that it takes.
"""

import array
import collections
import math
import operator

import ngram_file

MAXIMUM_BYTES = 6_000_000
# The words with their starts and weights, and the padding.
RESERVED_BYTES = 420_000
SENTENCE, END = "<s>", "</s>"
# A context of two words takes 9 bytes besides its triples. Some five of them share it.
PAIR_BYTES, TRIPLE_BYTES = 3, 5
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
    keys = _keys(words, [number for number in order if words[number]])

    pairs = _Pairs(model, words)
    worth = pairs.worth(words, singles, keys)
    places = {pairs.before[index] << 32 | pairs.word[index]: index for index in range(pairs.count) if worth[index] > 0}
    triples = _triples(model, words, singles, pairs, places)
    least = _threshold(worth, triples, maximum - RESERVED_BYTES)

    kept_pairs, kept_triples = {}, {}
    for index in range(pairs.count):
        if worth[index] > least:
            right = pairs.word[index]
            kept_pairs.setdefault(words[pairs.before[index]], []).append(
                (words[right], pairs.likely[index], singles[right][0]))
    for gain, left, pair, probability in triples:
        if gain > least and worth[left] > least:
            context = words[pairs.before[left]], words[pairs.word[left]]
            kept_triples.setdefault(context, []).append((words[pairs.word[pair]], probability, pairs.likely[pair]))
    return tuple(
        {context: _following(entries) for context, entries in kept.items()} for kept in (kept_pairs, kept_triples))


class _Pairs:
    """The pairs of a model, in parallel arrays, because there are millions of them."""

    def __init__(self, model, words):
        self.count = model.pair_count
        self.before, self.word = (array.array("I", bytes(4 * self.count)) for _ in range(2))
        self.likely, self.weights = (array.array("f", bytes(4 * self.count)) for _ in range(2))
        self.keys = bytearray(self.count)
        self.following = [[] for _ in words]
        for index, left, right, probability, weight in model.pairs():
            self.before[index], self.word[index] = left, right
            self.likely[index], self.weights[index] = probability, weight
            if words[left] is not None and words[right]:
                self.following[left].append(index)

    def worth(self, words, singles, keys):
        """The worth of each pair for each byte; 0 if it is not usable."""
        worth = array.array("f", bytes(4 * self.count))
        for left, indexes in enumerate(self.following):
            often = singles[left][0]
            for index, count in _offers(
                    indexes, self.likely.__getitem__, lambda index: words[self.word[index]]):
                self.keys[index] = count
                right, likely = self.word[index], self.likely[index]
                lead = likely - singles[left][1] - singles[right][0]
                worth[index] = _worth(often + likely, keys[right] - count, lead) / PAIR_BYTES
        return worth


def _triples(model, words, singles, pairs, places):
    """The triples: what each is worth for a byte, the pair it begins with, the pair it ends with, and its probability."""
    contexts = collections.defaultdict(list)
    for pair, first, probability in model.triples():
        left = places.get(first << 32 | pairs.before[pair])
        if left is not None and words[pairs.word[pair]]:
            contexts[left].append((pair, probability))
    triples = []
    for left, entries in contexts.items():
        often = singles[pairs.before[left]][0] + pairs.likely[left]
        for (pair, probability), count in _offers(
                entries, operator.itemgetter(1), lambda entry: words[pairs.word[entry[0]]]):
            lead = probability - pairs.weights[left] - pairs.likely[pair]
            gain = _worth(often + probability, pairs.keys[pair] - count, lead) / TRIPLE_BYTES
            if gain > 0:
                triples.append((gain, left, pair, probability))
    return triples


def _worth(often, saved, lead):
    return 10**often * (max(saved, 0) + LIKELIHOOD * max(lead, 0))


def _keys(words, numbers):
    """The letters that are typed before each word is offered without a context."""
    keys = [0] * len(words)
    for number, count in _offers(numbers, None, lambda number: words[number]):
        keys[number] = count
    return keys


def _offers(entries, likelihood, word):
    """Each entry with the number of letters of its word that are typed before the word is offered."""
    shown = collections.Counter()
    if likelihood:
        entries = sorted(entries, key=likelihood, reverse=True)
    for entry in entries:
        text = word(entry)
        count = len(text)
        for length in range(len(text)):
            start = text[:length]
            if shown[start] < OFFERED:
                count = min(count, length)
                shown[start] += 1
        yield entry, count


def _folded(word, usable):
    """The form of a word that files have; None if it is not kept."""
    if word == SENTENCE:
        return ngram_file.START
    folded = word.replace("'", "’")
    return folded if usable(folded) else None


def _threshold(worth, triples, maximum):
    """The worth per byte that an n-gram must exceed so that the kept ones fit into `maximum` bytes."""
    sizes = [(gain, PAIR_BYTES) for gain in worth if gain > 0] + [(triple[0], TRIPLE_BYTES) for triple in triples]
    sizes.sort(reverse=True)
    total = 0
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
