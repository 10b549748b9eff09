# SPDX-License-Identifier: Apache-2.0
"""Hiragana as a person types it in Latin letters."""

ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "x": "ぁぃぅぇぉ",
}
KEYS = {kana: letter + vowel for letter, row in ROWS.items() for kana, vowel in zip(row, "aiueo")}
KEYS |= {"や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "wo", "ん": "nn", "ー": "-"}
KEYS |= {"っ": "xtu", "ゃ": "xya", "ゅ": "xyu", "ょ": "xyo"}


def romaji(reading):
    """The keys that type a reading; None if it has other characters."""
    return "".join(map(KEYS.get, reading)) if all(kana in KEYS for kana in reading) else None
