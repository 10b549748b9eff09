# SPDX-License-Identifier: Apache-2.0
"""The characters of each mode, how frequent they are, and which ones follow each other."""

import bz2
import collections
import gzip
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Packaging" / "lexicons"))
import word_list  # noqa: E402

MODES = ("zh-Hans", "zh-Hant", "ja")
VARIANTS = pathlib.Path("/usr/share/unicode/Unihan_Variants.txt.bz2")
ASCII = "".join(map(chr, range(0x21, 0x7F)))
# Of characters with one shape the wide ones belong to Chinese, so that a mode has one of each.
CHINESE_PUNCTUATION = "、。，？！：；（）「」『』《》〈〉【】—…·"
NARROW = ",?!:;()"
KANA = "".join(map(chr, [*range(0x3041, 0x3097), *range(0x30A1, 0x30FB)]))
JAPANESE_MARKS = "、。・ー々〆ヽヾゝゞ「」『』！？"
# The levels of a character that no word has, and of those that words do not tell about: letters and digits, and marks.
RARE, PLAIN, MARK = 850, 300, 450
# The pairs of characters that are kept.
PAIRS = 60_000


def is_han(character):
    """Whether a character is a Chinese one."""
    return 0x3400 <= ord(character) <= 0x9FFF or 0x20000 <= ord(character) <= 0x2FFFF


def encoded(encoding, rows):
    """The Chinese characters in some rows of a character set of two bytes."""
    found = []
    for row in rows:
        for cell in range(0x40, 0xFF):
            try:
                character = bytes([row, cell]).decode(encoding)
            except UnicodeDecodeError:
                continue
            if len(character) == 1 and is_han(character):
                found.append(character)
    return found


def read_words(path):
    """Yields (word, share of all words) from a list of wordfreq."""
    with gzip.open(path) as file:
        lists = word_list.unpack(file.read())
    for centibels, words in enumerate(lists[1:]):
        for word in words:
            yield word, 10 ** (-centibels / 100)


def traditional_forms():
    """The traditional forms of each simplified character, from Unihan."""
    forms = collections.defaultdict(list)
    with bz2.open(VARIANTS, "rt", encoding="utf-8") as file:
        for line in file:
            code, _, rest = line.partition("\t")
            if rest.startswith("kTraditionalVariant\t"):
                forms[chr(int(code[2:], 16))] = [chr(int(part[2:], 16)) for part in rest.split()[1:]]
    return forms


def statistics(words):
    """Returns how frequent each character and each pair of characters is."""
    single, pair = collections.Counter(), collections.Counter()
    for word, share in words:
        for character in word:
            single[character] += share
        for one, other in zip(word, word[1:]):
            pair[one, other] += share
    return single, pair


def traditional(single, pair):
    """The same for traditional characters: each one counts as its simplified form."""
    forms = traditional_forms()

    def spread(character):
        return forms.get(character) or [character]

    single_forms, pair_forms = collections.Counter(), collections.Counter()
    for character, share in single.items():
        for form in spread(character):
            single_forms[form] += share / len(spread(character))
    for (one, other), share in pair.items():
        if is_han(one) and is_han(other):
            for first in spread(one):
                for second in spread(other):
                    pair_forms[first, second] += share / len(spread(one)) / len(spread(other))
    return single_forms, pair_forms


def level(share):
    """The level of a frequency in centibels below 1: 0 is most frequent."""
    return min(RARE, round(-100 * math.log10(share))) if share > 0 else RARE


def sets(folder, kanjivg):
    """Returns for each mode ({character: level}, {(before, character): gain in centibels}).

    - folder: where the lists of wordfreq are.
    - kanjivg: the characters of KanjiVG.
    """
    chinese = statistics(read_words(folder / "large_zh.msgpack.gz"))
    japanese = statistics(read_words(folder / "large_ja.msgpack.gz"))
    wide = [*ASCII]
    for mark in NARROW:
        wide.remove(mark)
    members = {
        "zh-Hans": [*encoded("gb2312", range(0xB0, 0xF8)), *(c for c in chinese[0] if is_han(c)), *wide, *CHINESE_PUNCTUATION],
        "zh-Hant": [*encoded("big5", range(0xA4, 0xC7)), *wide, *CHINESE_PUNCTUATION],
        "ja": [*(c for c in kanjivg if is_han(c)), *KANA, *JAPANESE_MARKS, *ASCII.replace("!", "").replace("?", "")],
    }
    traditional_statistics = traditional(*chinese)
    usual = encoded("gb2312", range(0xB0, 0xD8))
    forms = traditional_forms()
    members["zh-Hant"] += [form for character in usual for form in forms.get(character, [])]
    known = {"zh-Hans": chinese, "zh-Hant": traditional_statistics, "ja": japanese}
    found = {}
    for mode in MODES:
        single, pair = known[mode]
        whole = sum(single.values())
        characters = {}
        for character in members[mode]:
            if is_han(character) or character in KANA:
                characters[character] = level(single[character] / whole)
            else:
                characters[character] = PLAIN if character.isalnum() else MARK
        gains = {}
        before = collections.Counter()
        for (one, _), share in pair.items():
            before[one] += share
        for (one, other), share in pair.most_common(4 * PAIRS):
            if one in characters and other in characters and is_han(other):
                gain = level(single[other] / whole) - level(share / before[one])
                if gain > 0:
                    gains[one, other] = min(255, gain)
            if len(gains) == PAIRS:
                break
        found[mode] = characters, gains
    return found
