# SPDX-License-Identifier: Apache-2.0
"""Writes the file `lexicon.LANGUAGE`. All numbers are little-endian; each section starts at a multiple of 8.

    0    magic: 89 6c 65 78 69 63 6f 6e
    8    u32 version
    12   u32 Adler-32 of the bytes from 16 to the end of the alphabet
    16   u32 length of the file
    20   u32 Adler-32 of all bytes after the alphabet
    24   u32 number of words
    28   u32 number of edges
    32   u32 index of the first edge of the root
    36   u32 number of letters of the alphabet
    40   u32 number of spellings
    44   u32 zero
    48   16 bytes: the language, padded with zeros
    64   64 bytes: where the words come from, padded with zeros
    128  alphabet: u32 code points in ascending order; an edge's label is an index into them
         edges: u64 each: label 8 bits, last edge of the node 1, a word ends 1, first edge of the next node 26 (lower than
           the node's own; 0 for none), number of words through the edge 28. Words are numbered in the order of the walk.
         frequencies: a byte for each word: 32 * log10(frequency) + 288; 0 if only a dictionary has the word
         maxima: a byte for each 16 frequencies, then one for each 16 of these, until at most 16 are left
         forms: 4 bits for each word, the lower ones first; see the constants below
         spellings: u32 word and u32 bits of its capital letters, in the order of words
"""

import array
import os
import struct
import sys
import unicodedata
import zlib

import automaton

MAGIC = b"\x89lexicon"
VERSION = 1
HEADER = 128
BLOCK = 16
MAXIMUM_LETTERS = 250
MAXIMUM_LENGTH = 40
LOWER, CAPITALIZED, UPPER, SPELLED = 0, 1, 2, 3
CONFIRMED, DOUBTFUL, SUSPECT = 4, 8, 12


def frequency_byte(centibels):
    """The byte for a frequency of 10^(-centibels/100)."""
    return max(1, min(255, round(32 * (9 - centibels / 100))))


def fold(word, language):
    """The form of a word that the automaton stores."""
    if language == "tr":
        word = word.replace("I", "ı").replace("İ", "i")
    return unicodedata.normalize("NFC", word.lower().replace("'", "’"))


def capitals(word, folded):
    """The form of a word and the bits of its capitals, compared with its folded form."""
    if word == folded or len(word) != len(folded):
        return LOWER, 0
    bits = sum(1 << index for index, (own, low) in enumerate(zip(word, folded)) if own != low)
    if bits == 1:
        return CAPITALIZED, 0
    if bits == sum(1 << index for index, letter in enumerate(folded) if letter.isalpha()):
        return UPPER, 0
    return (SPELLED, bits) if bits < 1 << 32 else (LOWER, 0)


def encode(entries, language, source):
    """Returns the file for `entries`: folded word -> (frequency byte, flags, usual spelling)."""
    letters = sorted({letter for word in entries for letter in word})
    if len(letters) > MAXIMUM_LETTERS:
        raise ValueError(f"{len(letters)} different letters; at most {MAXIMUM_LETTERS} are possible")
    labels = {letter: index for index, letter in enumerate(letters)}
    coded = sorted((bytes(map(labels.__getitem__, word)), word) for word in entries if 0 < len(word) <= MAXIMUM_LENGTH)

    built = automaton.Automaton()
    frequencies, forms, spellings = bytearray(), bytearray(), array.array("I")
    for number, (code, word) in enumerate(coded):
        built.add(code)
        frequency, flags, spelling = entries[word]
        form, bits = capitals(spelling, word)
        if form == SPELLED:
            spellings.extend((number, bits))
        frequencies.append(frequency)
        forms.append(form | flags)
    root = built.finish()
    if sys.byteorder == "big":
        built.edges.byteswap()
        spellings.byteswap()

    maxima = []
    level = bytes(frequencies)
    while len(level) > BLOCK:
        level = bytes(max(level[at : at + BLOCK]) for at in range(0, len(level), BLOCK))
        maxima.append(level)
    alphabet = _padded(struct.pack(f"<{len(letters)}I", *map(ord, letters)))
    body = b"".join(
        map(_padded, (built.edges.tobytes(), frequencies, *maxima, _packed(forms), spellings.tobytes())))
    length = HEADER + len(alphabet) + len(body)
    checked = struct.pack(
        "<8I16s64s", length, zlib.adler32(body), len(coded), len(built.edges), root, len(letters), len(spellings) // 2,
        0, language.encode(), source.encode()) + alphabet
    return MAGIC + struct.pack("<II", VERSION, zlib.adler32(checked)) + checked + body


def decode(data):
    """The words of a file with their frequency bytes, in order, and where they come from."""
    if data[: len(MAGIC)] != MAGIC or struct.unpack_from("<I", data, 8)[0] != VERSION:
        raise ValueError("not a lexicon of this version")
    _, length, check, count, edge_count, root, letter_count = struct.unpack_from("<7I", data, 12)
    start = HEADER + (4 * letter_count + 7) // 8 * 8
    if length != len(data) or check != zlib.adler32(data[start:]):
        raise ValueError("the lexicon is damaged")
    source = data[64:128].rstrip(b"\0").decode()
    letters = [chr(code) for code in struct.unpack_from(f"<{letter_count}I", data, HEADER)]
    edges = struct.unpack_from(f"<{edge_count}Q", data, start)
    frequencies = data[start + 8 * edge_count :][:count]
    words = {}
    stack = [(root, "")] if root else []
    while stack:
        index, start = stack.pop()
        edge = edges[index]
        word = start + letters[edge & 0xFF]
        # The other edges of the node come after all words below this one.
        if not edge & automaton.LAST:
            stack.append((index + 1, start))
        if edge & automaton.FINAL:
            words[word] = frequencies[len(words)]
        target = edge >> automaton.TARGET_SHIFT & (1 << automaton.TARGET_BITS) - 1
        if target:
            stack.append((target, word))
    return words, source


def write(path, data):
    """Replaces a file in one step, so that a program that has the old file open keeps it."""
    temporary = f"{path}.new"
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


def _packed(forms):
    """Two forms in each byte."""
    forms = forms + bytes(len(forms) % 2)
    return bytes(low | high << 4 for low, high in zip(forms[::2], forms[1::2]))


def _padded(data):
    return bytes(data) + bytes(-len(data) % 8)
