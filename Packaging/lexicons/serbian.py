# SPDX-License-Identifier: Apache-2.0
"""Writes Serbian words in Cyrillic letters, each of which is one or two Latin letters."""

DIGRAPHS = {"lj": "љ", "nj": "њ", "dž": "џ"}
LETTERS = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш"))
# Where a prefix ends between two letters, they are two sounds: "nadživeti", "injekcija", "konjugacija".
DIVIDED = ("nadživ", "nadžnj", "odživ", "odžal", "podžup", "injek", "konjug", "konjunk", "tanjug", "vanjez", "panjelin")


def cyrillic(words):
    """The words of a Latin list that have Serbian letters only, in Cyrillic letters; of equal ones the most frequent."""
    found = {}
    for word, level in words.items():
        written = spelled(word)
        if written:
            found[written] = min(level, found.get(written, level))
    return found


def spelled(word):
    """A Latin word in small Cyrillic letters; None if it has letters that are not Serbian."""
    divided = next((word.index(start) + start.index(pair) for start in DIVIDED for pair in DIGRAPHS
                    if start in word and pair in start), -1)
    letters = []
    index = 0
    while index < len(word):
        pair = word[index : index + 2]
        if pair in DIGRAPHS and index != divided:
            letters.append(DIGRAPHS[pair])
            index += 2
        elif word[index] in LETTERS:
            letters.append(LETTERS[word[index]])
            index += 1
        else:
            return None
    return "".join(letters)
