# SPDX-License-Identifier: Apache-2.0
"""Finds the words of a list that are probably mistakes for a much more frequent word.

Lists of words from the web contain frequent mistakes. A word is a suspect if one small change makes it a word that is so
much more frequent that the mistake explains it.
"""

import unicodedata

MINIMUM_LENGTH = 5
VOWELS = set("aeiouyаеиоуыэюяєіï")
# By how many centibels the other word must be more frequent, for each kind of change.
THRESHOLDS = {"swap": 200, "double": 175, "accent": 100, "vowel": 250, "letter": 225, "other": 300}


def find(words, trusted=lambda word: False, thresholds=THRESHOLDS):
    """Returns the suspects of `words`, which maps folded words to centibels, with the words they are mistakes for."""
    least = min(thresholds.values())
    rarest = max(words.values(), default=0)
    originals = {}
    for word, level in words.items():
        if level <= rarest - least and len(word) >= MINIMUM_LENGTH - 1:
            for index in range(1, len(word)):
                originals.setdefault(word[:index] + word[index + 1 :], []).append(word)
            originals.setdefault(word, []).append(word)
    suspects = {}
    for word, level in words.items():
        if len(word) < MINIMUM_LENGTH or trusted(word) or "’" in word:
            continue
        forms = {word, *(word[:index] + word[index + 1 :] for index in range(1, len(word)))}
        best = None
        for form in forms:
            for original in originals.get(form, ()):
                lead = level - words[original]
                if lead < least or original == word:
                    continue
                kind = change(word, original)
                if kind and lead >= thresholds[kind] and (best is None or lead > best[0]):
                    best = lead, original, kind
        if best:
            suspects[word] = best
    return suspects


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
                return "accent"
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


def base(letter):
    """A letter without its accents."""
    return unicodedata.normalize("NFD", letter)[0]
