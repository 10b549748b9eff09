# SPDX-License-Identifier: Apache-2.0
"""Reads the word lists of wordfreq, a gzip file with a MessagePack array in it.

The first item is a header. The list after it with number i holds the words with the frequency 10^(-i/100).
"""

import collections
import gzip
import unicodedata

import serbian

# A letter that fewer words contain is not part of the language.
RARE_LETTER = 20
APOSTROPHES = "'’"
# The characters that join or divide the letters of Persian words and of the scripts of India without a space.
JOINERS = "\u200c\u200d"
# The lists of the languages that share one: wordfreq writes Bosnian, Croatian and Serbian in Latin letters.
LISTS = {"sr": "sh"}


def of_language(folder, language):
    """Returns the words of the longest list of a language in `folder`, with their frequencies in centibels."""
    name = LISTS.get(language, language)
    paths = [folder / f"{size}_{name}.msgpack.gz" for size in ("large", "small")]
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        raise SystemExit(f"{folder}: there is no word list for {language}")
    words = read(path)
    if language == "sr":
        return serbian.cyrillic(words)
    return with_final_sigma(words) if language == "el" else words


def with_final_sigma(words):
    """The words of a Greek list with the sigma that ends a word: wordfreq folds it like the other one."""
    return {word[:-1] + "ς" if len(word) > 1 and word.endswith("σ") else word: level for word, level in words.items()}


def read(path):
    """Returns the words of a list that are in the script of its language, with their frequencies in centibels."""
    with gzip.open(path) as file:
        lists = unpack(file.read())
    if lists[0].get("format") != "cB":
        raise ValueError(f"{path}: unknown format {lists[0]}")
    words = {}
    for centibels, level in enumerate(lists[1:]):
        for word in level:
            words.setdefault(unicodedata.normalize("NFC", word), centibels)
    return usable(words)


def usable(words):
    """Returns the words without those with digits, symbols, letters of other scripts, or letters that are rare.

    The script of the language is the one that most letters of the words are of. In some scripts vowels are marks.
    """
    count = collections.Counter(letter for word in words for letter in set(word))
    scripts = collections.Counter()
    for letter, number in count.items():
        if _is_letter(letter):
            scripts[_script(letter)] += number
    script = max(scripts, key=scripts.get, default="")
    allowed = {
        letter for letter, number in count.items()
        if letter in APOSTROPHES or number >= RARE_LETTER and (
            letter in JOINERS or _is_letter(letter) and _script(letter) == script)}
    return {
        word: level for word, level in words.items()
        if allowed.issuperset(word) and any(letter.isalpha() for letter in word)}


def _is_letter(character):
    """Whether a character is a letter, or a mark on one."""
    return unicodedata.category(character)[0] in "LM"


def _script(letter):
    """The first word of the name of a letter, which is its script."""
    return unicodedata.name(letter, "").partition(" ")[0]


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
