# SPDX-License-Identifier: Apache-2.0
"""A set of texts and slips that corrections are never tuned with: its figures say how much those of the tuning set promise.

The folder `third` has sentences, one in each line. A mistake in them is followed by what is meant in braces:
`We aer{are} late`.
"""

import pathlib
import re

import slips

MISTAKES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Assistance/Words/Data/mistakes.txt"
FOLDER = pathlib.Path(__file__).resolve().parent / "third"
SEED = 7919
WORD = re.compile(r"([^\W\d_]+(?:['’-][^\W\d_]+)*)(?:\{([^}]*)\})?|([.!?:;…])|(\S)")
# A run with one of these is no prose, and no word in it is asked for.
CODE = re.compile(r"\S*(?:[@/_\\#=()]|\w\.\w|\d)\S*")


def questions(line):
    """The words of a line, each with the word before it in the sentence, and what is meant; None for a correct one."""
    previous = ""
    for part in line.split():
        if CODE.fullmatch(part) or part.startswith("-"):
            previous = ""
            continue
        for word, meant, end, _ in WORD.findall(part):
            if end:
                previous = ""
            elif word:
                yield word, previous, meant or None
                previous = word


def listed(language):
    """The mistakes of a language that the program has in a list of its own."""
    section = MISTAKES.read_text(encoding="utf-8").split(f"\n[{language}]\n", 1)[-1].split("\n[", 1)[0]
    return {word for line in section.splitlines() for word in line.partition(":")[2].split()}


def lines(language):
    """The sentences of a language; none if it has no file."""
    path = FOLDER / f"{language}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def pairs(words, language, count, known):
    """Slips with a seed of their own, without those of the tuning set and without words of the list."""
    made = slips.slips(words, language, 4 * count, SEED)
    tuned = {typed for typed, _ in slips.slips(words, language, 4 * count)}
    return [(typed, word) for typed, word in made if typed not in known and typed not in tuned][:count]


def measure(ask, language, fold):
    """Counts the corrections in the sentences, and lists those that are wrong or missing.

    `ask` answers pairs of a word and the word before it with corrections.
    """
    asked = [question for line in lines(language) for question in questions(line)]
    answers = ask([(word, previous) for word, previous, _ in asked])
    result = {"words": 0, "changed": [], "mistakes": 0, "listed": 0, "right": 0, "wrong": [], "left": []}
    own = listed(language)
    for (word, _, meant), answer in zip(asked, answers):
        if meant is None or meant == word:
            result["words"] += 1
            if answer:
                result["changed"].append((word, answer))
            continue
        result["mistakes"] += 1
        result["listed"] += word.lower() in own
        if not answer:
            result["left"].append((word, meant))
        elif fold(answer) == fold(meant):
            result["right"] += 1
        else:
            result["wrong"].append((word, answer))
    return result
