# SPDX-License-Identifier: Apache-2.0
"""Slips of the fingers: what happens to words on a keyboard, with the same result for the same seed."""

import random
import unicodedata

# The letters of each row of the usual layout of a language; a space is a key without one.
KEYBOARDS = {
    "ar": ["ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤر ىةوزظ"],
    "bg": [" уеишщксдзц", "ьяаожгтнвмч", "юйъэфхпрлб"],
    "ca": ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
    "cs": ["qwertzuiopú", "asdfghjklů", "yxcvbnm"],
    "da": ["qwertyuiopå", "asdfghjklæø", "zxcvbnm"],
    "de": ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"],
    "el": [" ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"],
    "en": ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    "es": ["qwertyuiop", "asdfghjklñ", "zxcvbnm"],
    "fa": ["ضصثقفغعهخحجچ", "شسیبلاتنمکگ", "ظطزرذدپو"],
    "fi": ["qwertyuiopå", "asdfghjklöä", "zxcvbnm"],
    "fr": ["azertyuiop", "qsdfghjklm", "wxcvbn"],
    "he": ["  קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"],
    "hi": ["\u094c\u0948\u093e\u0940\u0942बहगदजड", "\u094b\u0947\u094d\u093f\u0941परकतचट", " \u0902मनवलस  य"],
    "hu": ["qwertzuiopőú", "asdfghjkléáű", "yxcvbnm"],
    "id": ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    "it": ["qwertyuiopè", "asdfghjklòà", "zxcvbnm"],
    "nb": ["qwertyuiopå", "asdfghjkløæ", "zxcvbnm"],
    "nl": ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    "pl": ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    "pt": ["qwertyuiop", "asdfghjklç", "zxcvbnm"],
    "ro": ["qwertyuiopăî", "asdfghjklșț", "zxcvbnm"],
    "ru": ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
    "sh": ["qwertzuiopšđ", "asdfghjklčć", "yxcvbnm"],
    "sk": ["qwertzuiopúä", "asdfghjklôň", "yxcvbnm"],
    "sl": ["qwertzuiopšđ", "asdfghjklčć", "yxcvbnm"],
    "sr": ["љњертзуиопшђ", "асдфгхјклчћ", "ѕџцвбнм"],
    "sv": ["qwertyuiopå", "asdfghjklöä", "zxcvbnm"],
    "tr": ["qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç"],
    "uk": ["йцукенгшщзхї", "фівапролджє", "ячсмитьбю"],
}
KINDS = ["neighbor", "missing", "extra", "double", "swap"]
WEIGHTS = [35, 25, 15, 5, 20]
OFFSETS = [0, 0.25, 0.75]


def neighbors(rows):
    """For each letter the letters of the keys around it."""
    keys = [
        (letter, x + OFFSETS[y], y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "]
    return {
        letter: sorted(other for other, u, v in keys if other != letter and abs(v - y) <= 1 and abs(u - x) <= 1)
        for letter, x, y in keys}


def slip(word, around, chance):
    """A word with one slip in it, or one that kept its accents out; None if nothing changed."""
    accented = [index for index, letter in enumerate(word) if letter not in around and base(letter) in around]
    if accented and chance.random() < 0.3:
        index = chance.choice(accented)
        return word[:index] + base(word[index]) + word[index + 1 :]
    kind = chance.choices(KINDS, WEIGHTS)[0]
    index = chance.randrange(len(word))
    letter = word[index]
    near = around.get(base(letter) if letter not in around else letter)
    if kind == "swap":
        index = chance.randrange(len(word) - 1)
        result = word[:index] + word[index + 1] + word[index] + word[index + 2 :]
    elif kind == "missing":
        result = word[:index] + word[index + 1 :]
    elif kind == "double":
        result = word[: index + 1] + letter + word[index + 1 :]
    elif near is None:
        return None
    elif kind == "neighbor":
        result = word[:index] + chance.choice(near) + word[index + 1 :]
    else:
        result = word[: index + 1] + chance.choice(near) + word[index + 1 :]
    return result if result != word else None


def slips(words, language, count, seed=1):
    """Pairs of a slip and its word; `words` maps words to frequencies, by which words are drawn."""
    chance = random.Random(f"{seed} {language}")
    around = neighbors(KEYBOARDS[language])
    letters = {letter for row in KEYBOARDS[language] for letter in row if letter != " "}
    usable = [
        word for word in words
        if len(word) >= 4 and all(letter in letters or base(letter) in letters for letter in word)]
    weights = [words[word] for word in usable]
    pairs = []
    seen = set()
    while len(pairs) < count:
        for word in chance.choices(usable, weights, k=count):
            result = slip(word, around, chance)
            # A slip that is another word cannot be noticed.
            if result and result not in words and result not in seen and len(pairs) < count:
                seen.add(result)
                pairs.append((result, word))
    return pairs


def base(letter):
    """A letter without its accents."""
    return unicodedata.normalize("NFD", letter)[0]
