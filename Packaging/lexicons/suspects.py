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
# By how many centibels a word must be more frequent than the same word without its accents, wherever they are, in languages
# whose writers often leave them out. The forms of verbs make the difference: the Polish "zycie" is no word, the Portuguese
# "inicio" is one. Below these leads, dictionaries accept more than a few of a hundred forms without accents.
UNACCENTED = {"es": 100, "fr": 150, "it": 140, "nl": 80, "pl": 130, "pt": 140}
UNACCENTED_LENGTH = 3
# Letters that have a key of their own, so that they are not left out: the Spanish "ano" is no mistake for "año".
OWN_KEYS = {"es": "ñ"}
# An umlaut as it is written without its key.
DIGRAPHS = {"de": (("ae", "ä"), ("oe", "ö"), ("ue", "ü"))}
DIGRAPH_LEAD = 150


def _suspicious(language):
    """By how much a word must be more frequent, for each kind of change that makes suspects in a language."""
    return SUSPECT if language == "en" else OTHER_LANGUAGES


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
    for word, original in [*_unaccented(words, language), *_digraphs(words, language)]:
        if not trusted(word):
            suspects[word] = original
    return suspects, {word: original for word, original in doubtful.items() if word not in suspects}


def _unaccented(words, language):
    """The words that are another one without some of its accents, each with the most frequent one."""
    least = UNACCENTED.get(language)
    if not least:
        return
    kept = OWN_KEYS.get(language, "")
    accented = {}
    for word, level in sorted(words.items(), key=lambda pair: pair[1]):
        plain = "".join(letter if letter in kept else base(letter) for letter in word)
        if plain != word:
            accented.setdefault(plain, []).append(word)
    for word, level in words.items():
        if len(word) < UNACCENTED_LENGTH or "’" in word:
            continue
        plain = "".join(letter if letter in kept else base(letter) for letter in word)
        for original in accented.get(plain, ()):
            if level - words[original] < least:
                break
            if all(letter == other or letter == base(other) for letter, other in zip(word, original)):
                yield word, original
                break


def _digraphs(words, language):
    """The words with two letters for an umlaut, each with the word that has the umlaut."""
    for typed, meant in DIGRAPHS.get(language, ()):
        for word, level in words.items():
            original = word.replace(typed, meant)
            if original != word and original in words and level - words[original] >= DIGRAPH_LEAD:
                yield word, original


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
