# SPDX-License-Identifier: Apache-2.0
"""Everyday sentences of each language, which must stay as they are while they are typed.

The folder `sentences` has a file for each language, with a sentence in each line. Its name is the tag of the language.
"""

import pathlib
import re
import unicodedata

FOLDER = pathlib.Path(__file__).resolve().parent
# The languages whose words are in one file.
LEXICONS = {"bs": "sh", "hr": "sh", "sr-Latn": "sh"}
# Languages with an input method and without words.
METHODS = {"vi"}


def _inside_words():
    """The characters that continue a word: letters, the marks of scripts that have vowel signs, and joiners."""
    marks = "".join(
        character for character in map(chr, range(0x0300, 0x0E80)) if unicodedata.category(character) in ("Mn", "Mc"))
    return f"[^\\W\\d_]|[{marks}\u200c\u200d]"


_LETTER = f"(?:{_inside_words()})"
WORD = re.compile(f"{_LETTER}+(?:['’\u05f4-]{_LETTER}+)*['’]?")


def tags(lexicon):
    """The tags of the languages whose words a lexicon has."""
    shared = [tag for tag, name in LEXICONS.items() if name == lexicon]
    return shared or [lexicon]


def sentences(lexicon):
    """The sentences of the languages whose words a lexicon has."""
    return [line for tag in tags(lexicon) for line in lines(tag)]


def lines(tag):
    """The sentences of a language."""
    return (FOLDER / "sentences" / f"{tag}.txt").read_text(encoding="utf-8").splitlines()


def names(lexicon):
    """Names, brands and colloquial words of a language; none if there is no list of them."""
    path = FOLDER / "names" / f"{lexicon}.txt"
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def alarms(tool, lexicon):
    """The sentences that change while they are typed, each with what became of it."""
    asked = [(tag, line) for tag in tags(lexicon) for line in lines(tag)]
    answers, _ = tool.ask([["typed", tag, line + " "] for tag, line in asked])
    return [(line, answer[0]) for (_, line), answer in zip(asked, answers) if plain(answer[0]) != plain(line + " ")]


def plain(text):
    """A text with straight apostrophes and quotation marks: that these become typographic is no alarm."""
    return re.sub("[“”„«»\u05f4]", '"', re.sub("[‘’‚‹›]", "'", text))
