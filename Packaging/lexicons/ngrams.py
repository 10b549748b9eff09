# SPDX-License-Identifier: Apache-2.0
"""Prunes a language model to the n-grams that predict most, for a file of a limited size.

An n-gram is worth the likelihood that the model would lose without it: how often it occurs, times how much likelier its last
word is than after the shorter context (A. Stolcke, Entropy-based Pruning of Backoff Language Models, 1998).
"""

import array
import math

import ngram_file

MAXIMUM_BYTES = 6_000_000
# The size that the padding and the texts of the words take at most.
RESERVED_BYTES = 800_000
SENTENCE, END = "<s>", "</s>"
# A context of two words takes 9 bytes besides its triples. Some five of them share it.
TRIPLE_BYTES, PAIR_BYTES = 5, 3


def prune(model, usable, maximum=MAXIMUM_BYTES):
    """The pairs and triples of a model, for `ngram_file.encode`.

    `usable` decides about a folded word whether it is kept.
    """
    words = [_folded(word, usable) for word in model.words]
    singles = [model.single(number) for number in range(len(words))]
    start, end = model.words.index(SENTENCE), model.words.index(END)
    singles[start] = (singles[end][0], singles[start][1])

    # Parallel arrays, because there are millions of pairs.
    count = model.pair_count
    before, word = array.array("I", bytes(4 * count)), array.array("I", bytes(4 * count))
    likely, weights, worth = (array.array("f", bytes(4 * count)) for _ in range(3))
    for index, left, right, probability, weight in model.pairs():
        before[index], word[index] = left, right
        likely[index], weights[index] = probability, weight
        if words[left] is not None and words[right]:
            often = 10 ** (singles[left][0] + probability)
            worth[index] = often * (probability - singles[left][1] - singles[right][0]) / PAIR_BYTES
    places = {before[index] << 32 | word[index]: index for index in range(count) if worth[index] > 0}
    triples = []
    for pair, first, probability in model.triples():
        left = places.get(first << 32 | before[pair])
        if left is None or not words[word[pair]]:
            continue
        often = 10 ** (singles[first][0] + likely[left] + probability)
        gain = often * (probability - weights[left] - likely[pair]) / TRIPLE_BYTES
        if gain > 0:
            triples.append((gain, left, pair, probability))

    least = _threshold(worth, triples, maximum - RESERVED_BYTES)
    kept_pairs, kept_triples = {}, {}
    for index in range(count):
        if worth[index] > least:
            kept_pairs.setdefault(words[before[index]], []).append((words[word[index]], likely[index], singles[word[index]][0]))
    for gain, left, pair, probability in triples:
        if gain > least and worth[left] > least:
            context = words[before[left]], words[word[left]]
            kept_triples.setdefault(context, []).append((words[word[pair]], probability, likely[pair]))
    return tuple(
        {context: _following(entries) for context, entries in kept.items()} for kept in (kept_pairs, kept_triples))


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
