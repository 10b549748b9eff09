# SPDX-License-Identifier: Apache-2.0
"""Reads the word lists of wordfreq, a gzip file with a MessagePack array in it.

The first item is a header. The list after it with number i holds the words with the frequency 10^(-i/100).
"""

import collections
import gzip
import unicodedata

# A letter that fewer words contain is not part of the language.
RARE_LETTER = 20
SCRIPTS = {"ru": "CYRILLIC", "uk": "CYRILLIC"}
APOSTROPHES = "'’"


def read(path, language):
    """Returns the words of a list that are in the script of the language, with their frequencies in centibels."""
    with gzip.open(path) as file:
        lists = unpack(file.read())
    if lists[0].get("format") != "cB":
        raise ValueError(f"{path}: unknown format {lists[0]}")
    words = {}
    for centibels, level in enumerate(lists[1:]):
        for word in level:
            words.setdefault(unicodedata.normalize("NFC", word), centibels)
    return usable(words, language)


def usable(words, language):
    """Returns the words without those with digits, symbols, letters of other scripts, or letters that are rare."""
    script = SCRIPTS.get(language, "LATIN")
    count = collections.Counter(letter for word in words for letter in set(word))
    allowed = {
        letter for letter, number in count.items()
        if letter in APOSTROPHES or number >= RARE_LETTER and unicodedata.name(letter, "").startswith(script + " ")
        and letter.isalpha()}
    return {
        word: level for word, level in words.items()
        if allowed.issuperset(word) and any(letter.isalpha() for letter in word)}


def unpack(data):
    """Decodes the types of MessagePack that the lists use: small numbers, texts, arrays and maps."""
    position = 0

    def take(size):
        nonlocal position
        part = data[position : position + size]
        if len(part) != size:
            raise ValueError("the list is cut off")
        position += size
        return part

    def number(size):
        return int.from_bytes(take(size), "big")

    def text(size):
        return take(size).decode()

    def items(count):
        return [item() for _ in range(count)]

    def item():
        kind = number(1)
        if kind < 0x80:
            return kind
        if kind < 0x90:
            return dict(items(2) for _ in range(kind & 0x0F))
        if kind < 0xA0:
            return items(kind & 0x0F)
        if kind < 0xC0:
            return text(kind & 0x1F)
        if 0xD9 <= kind <= 0xDB:
            return text(number(1 << (kind - 0xD9)))
        if kind in (0xDC, 0xDD):
            return items(number(2 << (kind - 0xDC)))
        if 0xCC <= kind <= 0xCE:
            return number(1 << (kind - 0xCC))
        raise ValueError(f"unknown type {kind:#x} in the list")

    return item()
