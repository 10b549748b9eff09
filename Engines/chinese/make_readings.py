#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the readings of Chinese characters with tones, from Unihan and a list of Taiwan's readings.

Usage: make_readings.py READINGS.txt.bz2 VARIANTS.txt.bz2 TAIWAN.txt > han-readings.txt

A line has a character, a tab, its readings such as "hang2 xing2", and, if it has traditional forms,
a tab and these forms. Lines are sorted by code point. Neutral tones are 5, and ü is v.
"""

import bz2
import re
import sys
import unicodedata

TONES = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"}
# kHanyuPinyin has many readings of old texts, so it counts for characters without other readings.
FIELDS = ("kMandarin", "kHanyuPinlu", "kXHC1983", "kTGHZ2013")
OLD_FIELD = "kHanyuPinyin"


def numbered(syllable):
    """Returns a syllable with its tone as a digit; None if it is no syllable of pinyin."""
    tone = "5"
    letters = ""
    for character in unicodedata.normalize("NFD", syllable):
        if character in TONES:
            tone = TONES[character]
        elif character == "\u0308":
            letters = letters[:-1] + "v"
        elif "a" <= character <= "z":
            letters += character
        else:
            return None
    return letters + tone if re.search("[aeiouv]", letters) else None


def readings(field, value):
    """Returns the readings of a field of Unihan."""
    if field in ("kXHC1983", "kTGHZ2013", "kHanyuPinyin"):
        value = re.sub(r"\S*:", "", value).replace(",", " ")
    elif field == "kHanyuPinlu":
        value = re.sub(r"\(\d+\)", "", value)
    return [found for found in map(numbered, value.split()) if found]


def fields(path, names):
    """Yields the character, the field and the value of the lines of a file of Unihan."""
    with bz2.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            parts = line.rstrip("\n").split("\t")
            if len(parts) == 3 and parts[1] in names:
                yield chr(int(parts[0][2:], 16)), parts[1], parts[2]


def is_usual(form):
    """Returns whether a character is one of the 5,401 usual ones in Taiwan: level 1 of Big5."""
    try:
        return form.encode("big5") < b"\xc6\xa1"
    except UnicodeEncodeError:
        return False


def make(readings_path, variants_path, taiwan_path):
    """Returns the lines of the table."""
    known, old, forms = {}, {}, {}
    for character, field, value in fields(readings_path, FIELDS + (OLD_FIELD,)):
        table = old if field == OLD_FIELD else known
        table.setdefault(character, []).extend(readings(field, value))
    with open(taiwan_path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            for character in words[0] if words else "":
                known.setdefault(character, []).extend(words[1:])
    for character, _, value in fields(variants_path, ("kTraditionalVariant",)):
        found = [chr(int(code[2:], 16)) for code in value.split()]
        # A character that is its own traditional form is often a rare one.
        forms[character] = "".join(
            form for form in found if is_usual(form) or len(found) == 1)
    lines = []
    for character in sorted(set(known) | set(old)):
        found = dict.fromkeys(known.get(character) or old.get(character, []))
        if found:
            form = forms.get(character, "")
            lines.append(f"{character}\t{' '.join(found)}" + (f"\t{form}" if form else ""))
    return lines


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join(make(*sys.argv[1:])))
