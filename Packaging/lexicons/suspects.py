# SPDX-License-Identifier: Apache-2.0
"""Finds the words of a list that are probably mistakes for a much more frequent word.

Lists of words from the web contain frequent mistakes. A word is a suspect if one small change makes it a word that is so
much more frequent that the mistake explains it.
"""

import unicodedata

MINIMUM_LENGTH = 5
VOWELS = set("aeiouyаеиоуыэюяєіï")
# By how many centibels the other word must be more frequent, for each kind of change: for a suspect, and for a word that
# is only less likely to be meant.
SUSPECT = {"swap": 175, "double": 150, "accent": 100, "vowel": 225, "letter": 200, "other": 300}
DOUBTFUL = {"swap": 100, "double": 100, "accent": 60, "vowel": 150, "letter": 130, "other": 200}
# In other languages many words differ by one letter from a far more frequent one: the Finnish "kassa" from "kanssa", the
# French "pleut" from "peut".
OTHER_LANGUAGES = {"swap": 250, "double": 320, "vowel": 320, "letter": 320}
# The languages whose keyboards have no key for most accented letters, so that accents are often left out.
WITHOUT_ACCENT_KEYS = {"es", "fr", "it", "pl", "pt"}
LEFT_OUT_ACCENT = 180


def _suspicious(language):
    """By how much a word must be more frequent, for each kind of change that makes suspects in a language."""
    if language == "en":
        return SUSPECT
    return OTHER_LANGUAGES | ({"accent": LEFT_OUT_ACCENT} if language in WITHOUT_ACCENT_KEYS else {})


def find(words, trusted=lambda word: False, language="en"):
    """Returns the suspects of `words`, and the doubtful words, each with the word that it is a mistake for.

    `words` maps folded words to centibels.
    """
    suspicious = _suspicious(language)
    least = min(DOUBTFUL.values())
    rarest = max(words.values(), default=0)
    originals = {}
    for word, level in words.items():
        if level <= rarest - least and len(word) >= MINIMUM_LENGTH - 1:
            for form in _forms(word):
                originals.setdefault(form, []).append(word)
    suspects, doubtful = {}, {}
    for word, level in words.items():
        if len(word) < MINIMUM_LENGTH or "’" in word or trusted(word):
            continue
        best = 0
        for form in _forms(word):
            for original in originals.get(form, ()):
                lead = level - words[original]
                if lead < least or lead <= best:
                    continue
                kind = change(word, original)
                if kind and lead >= DOUBTFUL[kind]:
                    if lead >= suspicious.get(kind, lead + 1):
                        best = lead
                        suspects[word] = original
                    else:
                        doubtful.setdefault(word, original)
    return suspects, {word: original for word, original in doubtful.items() if word not in suspects}


def _forms(word):
    """The word, and the word without one of its letters after the first."""
    return {word, *(word[:index] + word[index + 1 :] for index in range(1, len(word)))}


def change(word, original):
    """The kind of the one change that makes `word` from `original`; None if there are more, or if it may be an ending."""
    if "’" in original:
        return None
    start = 0
    while start < min(len(word), len(original)) and word[start] == original[start]:
        start += 1
    left, right = word[start:], original[start:]
    if start == 0:
        return None
    if len(left) == len(right):
        if left[1:] == right[1:]:
            if base(left[0]) == base(right[0]):
                return "accent" if _lacks_accent(left, right) else None
            if len(left) < 3:
                return None
            return "vowel" if left[0] in VOWELS and right[0] in VOWELS else "other"
        if left[:2] == right[1::-1] and left[2:] == right[2:]:
            return "swap"
        return None
    longer, shorter, kind = (left, right, "letter") if len(left) > len(right) else (right, left, "letter")
    if longer[1:] != shorter:
        return None
    if start and longer[0] == word[start - 1]:
        return "double" if len(shorter) > 0 else None
    return kind if len(shorter) >= 2 else None


def _lacks_accent(word, original):
    """Whether an accent was left out, and not in an ending: the French "livre", "livré" and "livrés" are all words."""
    return word[0] == base(original[0]) and len(word) > 2


def base(letter):
    """A letter without its accents."""
    return unicodedata.normalize("NFD", letter)[0]
