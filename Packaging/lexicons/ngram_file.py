# SPDX-License-Identifier: Apache-2.0
"""Writes the file `ngrams.LANGUAGE`: which words follow a word or two words, and how likely.

All numbers are little-endian; each section starts at a multiple of 8. A probability or weight is a byte: 32 * log10(value),
from 255 for 1 down to 0 for 10^-8. Words are numbered in the order of their UTF-8 bytes, so that words with the same
beginning have consecutive numbers. Word 0 is empty, and stands for the start of a sentence.

    0    magic: 89 6e 67 72 61 6d 73 0a
    8    u32 version
    12   u32 Adler-32 of the bytes from 16 to 127
    16   u32 length of the file
    20   u32 Adler-32 of all bytes after the header
    24   u32 number of words, at most 65,536
    28   u32 number of pairs
    32   u32 number of contexts of two words
    36   u32 number of triples
    40   u32 length of all words in bytes
    44   u32 zero
    48   16 bytes: the language, padded with zeros
    64   64 bytes: where the n-grams come from, padded with zeros
    128  starts of words: u32 for each word and one more: the place of the word in the texts
         texts: the folded words without separators
         starts of pairs: u32 for each word and one more: the first pair whose first word it is
         weights: a byte for each word, the factor for words that no pair has after it
         second words of the pairs: u16 each, ascending for the same first word
         probabilities of the pairs: a byte each
         contexts: u32 each, the number of a pair, ascending
         starts of triples: u32 for each context and one more: the first triple of the context
         weights: a byte for each context, the factor for words that no triple has after it
         third words of the triples: u16 each, ascending for the same context
         probabilities of the triples: a byte each
"""

import array
import struct
import sys
import zlib

MAGIC = b"\x89ngrams\n"
VERSION = 1
HEADER = 128
MAXIMUM_WORDS = 1 << 16
START = ""


def weight_byte(logarithm):
    """The byte for the logarithm of a probability or weight to the base 10."""
    return max(0, min(255, round(255 + 32 * logarithm)))


def encode(pairs, triples, language, source):
    """Returns the file.

    `pairs` maps words to their weight and the following words: word -> (weight, {word: probability}). `triples` maps pairs
    of words in the same way, and may only have pairs of `pairs`. Weights and probabilities are logarithms to the base 10;
    words are folded, and `START` is the start of a sentence.
    """
    words = {START, *pairs}
    for table in pairs, triples:
        for _, following in table.values():
            words.update(following)
    words = sorted(words, key=str.encode)
    if len(words) > MAXIMUM_WORDS:
        raise ValueError(f"{len(words)} words; at most {MAXIMUM_WORDS} are possible")
    numbers = {word: number for number, word in enumerate(words)}

    first = _Table()
    places = {}
    for word in words:
        weight, following = pairs.get(word, (0, {}))
        for other in first.add(weight, following, numbers):
            places[word, other] = len(places)
    second = _Table()
    contexts = sorted(triples, key=places.__getitem__)
    for context in contexts:
        second.add(*triples[context], numbers)
    texts = [word.encode() for word in words]
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text))
    body = b"".join(map(_padded, (
        _bytes("I", ends), b"".join(texts), *first.sections(), _bytes("I", map(places.__getitem__, contexts)),
        *second.sections())))
    header = struct.pack(
        "<8I16s64s", HEADER + len(body), zlib.adler32(body), len(words), len(places), len(contexts), len(second.words),
        ends[-1], 0, language.encode(), source.encode())
    return MAGIC + struct.pack("<II", VERSION, zlib.adler32(header)) + header + body


class _Table:
    """The words that follow each context."""

    def __init__(self):
        self.starts, self.weights, self.words, self.probabilities = [0], bytearray(), [], bytearray()

    def add(self, weight, following, numbers):
        """Adds the next context, and returns the words after it in their order."""
        order = sorted(following, key=numbers.__getitem__)
        self.weights.append(weight_byte(weight))
        self.words += map(numbers.__getitem__, order)
        self.probabilities += bytes(weight_byte(following[word]) for word in order)
        self.starts.append(len(self.words))
        return order

    def sections(self):
        return _bytes("I", self.starts), self.weights, _bytes("H", self.words), self.probabilities


def _bytes(kind, numbers):
    packed = array.array(kind, numbers)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def _padded(data):
    return bytes(data) + bytes(-len(data) % 8)
