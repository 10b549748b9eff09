# SPDX-License-Identifier: Apache-2.0
"""Reads the language models of pocketsphinx: n-grams of three words in a packed trie.

    magic, u8 order, u32 number of n-grams of each length, u32 kind of quantization
    tables: 65,536 f32 each: probabilities and back-off weights of pairs, probabilities of triples
    words: f32 probability, f32 back-off weight, u32 first pair, for each word and one more
    pairs, then triples: packed bits: word, back-off weight (pairs), probability, first triple (pairs)
    u32 length of the words, then the words, each with a zero

The trie is backwards: below a word are the words before it. Weights are logarithms to the base 1.0001.
"""

import array
import itertools
import math
import struct
import sys

MAGIC = b"Trie Language Model"
TABLE = 1 << 16
LOGARITHM = math.log10(1.0001)


class Model:
    """The words of a model, and its n-grams as they are iterated over; all weights are logarithms to the base 10."""

    def __init__(self, data):
        if data[: len(MAGIC)] != MAGIC or data[len(MAGIC)] != 3:
            raise ValueError("not a model of three words")
        position = len(MAGIC) + 1
        words, self.pair_count, triples = struct.unpack_from("<3I", data, position)
        position += 12 + 4
        tables = _numbers("f", data, position, 3 * TABLE)
        self._tables = [tables[at : at + TABLE] for at in range(0, 3 * TABLE, TABLE)]
        position += 4 * 3 * TABLE
        self._heads = list(struct.iter_unpack("<ffI", data[position : position + 12 * (words + 1)]))
        position += 12 * (words + 1)

        self._word_bits = words.bit_length()
        next_bits = triples.bit_length()
        self._pair_bits = self._word_bits + 32 + next_bits
        self._pairs = _Bits(data, position, self.pair_count + 1, self._pair_bits)
        position += self._pairs.length
        self._triple_bits = self._word_bits + 16
        self._triples = _Bits(data, position, triples + 1, self._triple_bits)
        position += self._triples.length
        text = data[position + 4 :][: struct.unpack_from("<I", data, position)[0]]
        self.words = text.rstrip(b"\0").decode().split("\0")
        if len(self.words) != words:
            raise ValueError(f"the model has {len(self.words)} words; its header says {words}")

    def single(self, word):
        """The probability of a word, and its back-off weight."""
        probability, weight, _ = self._heads[word]
        return probability * LOGARITHM, weight * LOGARITHM

    def pairs(self):
        """Each pair: number, word before, word, probability, back-off weight."""
        probabilities, weights = ([number * LOGARITHM for number in table] for table in self._tables[:2])
        word_bits, mask = self._word_bits, (1 << self._word_bits) - 1
        starts = [head[2] for head in self._heads]
        index = starts[0]
        pairs = self._pairs.values(index, starts[len(self.words)])
        for word in range(len(self.words)):
            for bits in itertools.islice(pairs, max(0, starts[word + 1] - starts[word])):
                rest = bits >> word_bits
                yield index, bits & mask, word, probabilities[rest >> 16 & 0xFFFF], weights[rest & 0xFFFF]
                index += 1

    def triples(self):
        """Each triple: number of the pair of its last two words, word before them, probability."""
        probabilities = [number * LOGARITHM for number in self._tables[2]]
        word_bits, mask = self._word_bits, (1 << self._word_bits) - 1
        ends = (bits >> word_bits + 32 for bits in self._pairs.values(0, self.pair_count + 1))
        end = next(ends)
        triples = self._triples.values(end, self._triples.count)
        for pair in range(self.pair_count):
            start, end = end, next(ends)
            for bits in itertools.islice(triples, max(0, end - start)):
                yield pair, bits & mask, probabilities[bits >> word_bits & 0xFFFF]


class _Bits:
    """An array of numbers of the same number of bits, without space between them."""

    def __init__(self, data, start, count, bits):
        self.length = (count * bits + 7) // 8 + 8
        self._data = data[start : start + self.length]
        if len(self._data) != self.length:
            raise ValueError("the model is cut off")
        self.count = count
        self._bits = bits

    def values(self, start, end):
        """The numbers with the indexes from `start` to `end`, exclusive."""
        bits, data, mask = self._bits, self._data, (1 << self._bits) - 1
        # Eight numbers begin and end at bytes.
        for group in range(start // 8, (end + 7) // 8):
            value = int.from_bytes(data[group * bits : (group + 1) * bits], "little")
            for index in range(group * 8, min(end, group * 8 + 8)):
                if index >= start:
                    yield value & mask
                value >>= bits


def _numbers(kind, data, start, count):
    numbers = array.array(kind)
    numbers.frombytes(data[start : start + count * numbers.itemsize])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
