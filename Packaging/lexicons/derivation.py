# SPDX-License-Identifier: Apache-2.0
"""Derives regular English words that a list is too short for, such as "circumventions" and "uninitialised".

A word is derived only from evidence in the list: verbs from two of their forms, plurals from nouns with an ending of nouns,
British spellings from American ones and the reverse. Nothing is derived from a word that may be a mistake.
"""

import re

# The least frequency of a word that others are derived from, in centibels, and that of one that gets a prefix.
RAREST, RAREST_WITH_PREFIX = 780, 600
VOWELS = "aeiou"
NOUN = re.compile(r"[a-z]{3,}(?:er|or|ist|ion|ment|ness|ism|ity|ance|ence)")
ADJECTIVE = re.compile(r"[a-z]{3,}(?:ous|al|ive|able|ible|ated|less|ful|ic|ant|ent)")
SPELLING = re.compile(r"([a-z]{4,})(i[sz])(e|ed|es|er|ers|ing|ation|ations|able)")
AGENT = re.compile(r"([a-z]{3,}[ac]t)ion")


def derive(levels, doubtful):
    """The words that follow from a list, which maps words to centibels; `doubtful` ones give none."""
    usable = {
        word for word, level in levels.items()
        if level <= RAREST and len(word) > 3 and word.isascii() and word.isalpha() and word not in doubtful}
    derived = set()
    for word in usable:
        derived.update(forms(word, usable))
        if levels[word] <= RAREST_WITH_PREFIX and word.endswith("ed") and not word.startswith("un"):
            derived.add("un" + word)
    # Once more for the plurals of new words.
    derived.update(plural(word) for word in tuple(derived) if NOUN.fullmatch(word))
    return derived - levels.keys()


def forms(word, usable):
    """The words that follow from one word, because `usable` has it and, for verbs, another of its forms."""
    if NOUN.fullmatch(word):
        yield plural(word)
    if ADJECTIVE.fullmatch(word):
        yield adverb(word)
    spelling = SPELLING.fullmatch(word)
    if spelling:
        start, sound, end = spelling.groups()
        # Not "exercise" or "surprise": verbs in -ize have a form with z.
        if sound == "iz" or not usable.isdisjoint(start + form for form in ("ize", "izing", "ized", "ization")):
            yield f"{start}i{'s' if sound == 'iz' else 'z'}{end}"
    agent = AGENT.fullmatch(word)
    if agent and not usable.isdisjoint((agent.group(1), agent.group(1) + "e", agent.group(1) + "ed")):
        yield agent.group(1) + "or"
    for stem in stems(word):
        if {stem + "ing", stem + "ed"} & usable:
            yield from (plural(word), stem + "ing", stem + "ed")


def stems(word):
    """The stems that endings with a vowel may follow, if the word is a verb."""
    if word.endswith("e"):
        yield word[:-1]
    elif word.endswith("y") and word[-2] not in VOWELS:
        return
    elif re.fullmatch(r".*[^aeiou][aeiou][bdglmnprt]", word):
        yield word + word[-1]
        yield word
    else:
        yield word


def plural(word):
    """The plural of a noun, which is also the third person of a verb."""
    if re.search(r"(?:s|x|z|ch|sh)$", word):
        return word + "es"
    if word.endswith("y") and word[-2] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def adverb(word):
    """The adverb of an adjective."""
    if word.endswith("ic"):
        return word + "ally"
    return word[:-1] + "y" if word.endswith("le") else word + "ly"
