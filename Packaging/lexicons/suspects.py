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
SUSPECT = {"swap": 175, "double": 150, "single": 150, "accent": 100, "vowel": 225, "letter": 200, "other": 300}
DOUBTFUL = {"swap": 100, "double": 100, "single": 100, "accent": 60, "vowel": 150, "letter": 130, "other": 200}
# More kinds of changes in English: a last letter that is double or should be, the two first letters in the wrong order, a
# missing letter before the last one, and a letter at another place.
ENGLISH = {**SUSPECT, "last double": 200, "last single": 200, "first swap": 400, "before last": 225, "moved": 300}
# The same for short English words, by their number of letters: they resemble many others, and abbreviations and names.
SHORT = {
    3: {"swap": 380},
    4: {"swap": 250, "double": 350, "single": 200, "last double": 250, "last single": 200, "first swap": 400, "letter": 350, "before last": 350},
}
MOVED_LENGTH = 7
# In other languages many words differ by one letter from a far more frequent one: the Finnish "kassa" from "kanssa", the
# French "pleut" from "peut".
OTHER_LANGUAGES = {"swap": 250, "double": 320, "single": 320, "vowel": 320, "letter": 320}
# The same for their short words, such as the German "ncoh" and the French "sius".
OTHER_SHORT = {4: {"swap": 440}}
# By how many centibels a word must be more frequent than the same word without its accents, wherever they are, in languages
# whose writers often leave them out. The forms of verbs make the difference: the Polish "zycie" is no word, the Portuguese
# "inicio" is one. Below these leads, dictionaries accept more than a few of a hundred forms without accents.
UNACCENTED = {"es": 100, "fr": 150, "it": 140, "nl": 80, "pl": 130, "pt": 140}
UNACCENTED_LENGTH = 3
# By how much a word must be more frequent than a rare one that a dictionary of the language does not have, for these kinds of
# changes; and the frequency from which the list is believed all the same, in centibels.
DENIED = 150
DENIED_KINDS = {"swap", "first swap", "double", "last double", "single", "last single", "letter", "before last", "vowel"}
DENIED_LENGTH = 4
RAREST_BELIEVED = 660
# Letters that have a key of their own, so that they are not left out: the Spanish "ano" is no mistake for "año".
OWN_KEYS = {"es": "ñ"}
# An umlaut as it is written without its key.
DIGRAPHS = {"de": (("ae", "ä"), ("oe", "ö"), ("ue", "ü"))}
DIGRAPH_LEAD = 150


def _suspicious(language, length):
    """By how much a word must be more frequent, for each kind of change that makes suspects of a length in a language."""
    if language != "en":
        return OTHER_LANGUAGES if length >= MINIMUM_LENGTH else OTHER_SHORT.get(length, {})
    return SHORT.get(length, ENGLISH) if length > min(SHORT) - 1 else {}


def find(words, trusted=lambda word: False, language="en", has_dictionary=False):
    """Returns the suspects of `words`, and the doubtful words, each with the word that it is a mistake for.

    `words` maps folded words to centibels. With a dictionary, words that are not trusted are those that it does not have.
    """
    least = min(DOUBTFUL.values())
    rarest = max(words.values(), default=0)
    originals = {}
    shortest = min(SHORT) if language == "en" else MINIMUM_LENGTH
    for word, level in words.items():
        if level <= rarest - least and len(word) >= shortest - 1:
            for form in _forms(word, language):
                originals.setdefault(form, []).append(word)
    suspects, doubtful = {}, {}
    for word, level in words.items():
        suspicious = _suspicious(language, len(word))
        is_denied = has_dictionary and level > RAREST_BELIEVED and len(word) >= DENIED_LENGTH
        if not (suspicious or is_denied) or "’" in word or trusted(word):
            continue
        best = 0
        for form in _forms(word, language):
            for original in originals.get(form, ()):
                lead = level - words[original]
                if lead < least or lead <= best:
                    continue
                kind = change(word, original)
                needed = suspicious.get(kind, lead + 1)
                # A letter too many, or another consonant, is rather a name.
                if is_denied and kind in DENIED_KINDS and trusted(original) and (
                        len(word) <= len(original) or kind.endswith("double")):
                    needed = min(needed, DENIED)
                if kind and lead >= needed:
                    best = lead
                    suspects[word] = original
                elif len(word) >= MINIMUM_LENGTH and lead >= DOUBTFUL.get(kind, lead + 1):
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


def _forms(word, language):
    """The word, and the word without one of its letters after the first; in English also keys of words with other orders."""
    forms = {word, *(word[:index] + word[index + 1 :] for index in range(1, len(word)))}
    if language == "en":
        # With a mark that is in no word.
        forms.add("+" + "".join(sorted(word[:2])) + word[2:])
        if len(word) >= MOVED_LENGTH:
            forms.add("=" + "".join(sorted(word)))
    return forms


def change(word, original):
    """The kind of the one change that makes `word` from `original`; None if there are more, or if it may be an ending."""
    if "’" in original:
        return None
    start = 0
    while start < min(len(word), len(original)) and word[start] == original[start]:
        start += 1
    left, right = word[start:], original[start:]
    if start == 0:
        return "first swap" if len(left) > 2 and left[:2] == right[1::-1] and left[2:] == right[2:] else None
    if len(left) == len(right):
        if left[1:] == right[1:]:
            if base(left[0]) == base(right[0]):
                return "accent" if _lacks_accent(left, right) else None
            if len(left) < 3:
                return None
            return "vowel" if left[0] in VOWELS and right[0] in VOWELS else "other"
        if left[:2] == right[1::-1] and left[2:] == right[2:]:
            return "swap"
        return "moved" if len(word) >= MOVED_LENGTH and _is_moved(left, right) else None
    longer, shorter = (left, right) if len(left) > len(right) else (right, left)
    if longer[1:] != shorter:
        return None
    if longer[0] == word[start - 1]:
        kind = "double" if longer is left else "single"
        return kind if shorter else "last " + kind
    if len(shorter) >= 2:
        return "letter"
    # A letter too many before the last one is rather an ending of another language.
    return "before last" if shorter and longer is right else None


def _is_moved(word, original):
    """Whether a letter of one text is two or three letters before or after its place in the other one."""
    end = len(word)
    while end and word[end - 1] == original[end - 1]:
        end -= 1
    word, original = word[:end], original[:end]
    return 2 < end < 5 and (word[1:] + word[:1] == original or word[-1:] + word[:-1] == original)


def _lacks_accent(word, original):
    """Whether an accent was left out, and not in an ending: the French "livre", "livré" and "livrés" are all words."""
    return word[0] == base(original[0]) and len(word) > 2


def base(letter):
    """A letter without its accents."""
    return unicodedata.normalize("NFD", letter)[0]
