# SPDX-License-Identifier: Apache-2.0
"""Derives regular English words that a list is too short for, such as "circumventions" and "uninitialised".

A word is derived only from evidence in the list: verbs, and the nouns and adjectives of verbs, from two of their forms,
plurals from nouns with an ending of nouns, verbs with a prefix from one form with it and two without it, British spellings
from American ones and the reverse. Nothing is derived from a word that may be a mistake.
"""

import re

# The least frequency of a word that others are derived from, in centibels, and that of one that gets a prefix.
RAREST, RAREST_WITH_PREFIX = 800, 680
# That of a form of a verb which gives nouns and adjectives.
RAREST_VERB = 740
VOWELS = "aeiou"
NOUN = re.compile(r"[a-z]{3,}(?:er|or|ist|ion|ment|ness|ism|ity|ance|ence)")
ADJECTIVE = re.compile(r"[a-z]{3,}(?:ous|al|ive|able|ible|ated|less|ful|ic|ant|ent)")
SPELLING = re.compile(r"([a-z]{4,})(i[sz])(e|ed|es|er|ers|ing|ation|ations|able)")
AGENT = re.compile(r"([a-z]{3,}[ac]t)ion")
ACTION = re.compile(r"([a-z]{4,}at)ion")
PREFIX = re.compile(r"(un|re|de|dis|pre|mis|over|out|sub|inter|non|post|multi)([a-z]{4,})")


def derive(levels, doubtful):
    """The words that follow from a list, which maps words to centibels; `doubtful` ones give none."""
    usable = {
        word for word, level in levels.items()
        if level <= RAREST and len(word) > 3 and word.isascii() and word.isalpha() and word not in doubtful}
    derived = set()
    for word in usable:
        derived.update(forms(word, usable))
        if levels[word] <= RAREST_WITH_PREFIX and word.endswith(("ed", "able")) and not word.startswith("un"):
            derived.add("un" + word)
        if levels[word] <= RAREST_VERB:
            derived.update(agents(word, usable))
        derived.update(prefixed(word, usable))
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
    action = ACTION.fullmatch(word)
    if action:
        yield from (action.group(1) + ending for ending in ("e", "es", "ed", "ing"))
    agent = AGENT.fullmatch(word)
    if agent and not usable.isdisjoint((agent.group(1), agent.group(1) + "e", agent.group(1) + "ed")):
        yield agent.group(1) + "or"
    for stem in stems(word):
        if {stem + "ing", stem + "ed"} & usable:
            yield from (plural(word), stem + "ing", stem + "ed")


def agents(word, usable):
    """The noun of the person or thing that does what a verb says, and the adjective for what it can be done to."""
    for stem in stems(word):
        if {stem + "ing", stem + "ed"} <= usable:
            yield from (stem + "er", stem + "able")


def prefixed(word, usable):
    """The other forms of a verb with a prefix, if the verb without it has them, too."""
    match = PREFIX.fullmatch(word)
    if not match:
        return
    prefix, base = match.groups()
    for ending in ("ed", "ing", "es", "s"):
        stem = base.removesuffix(ending)
        if stem != base and {stem + "ed", stem + "ing"} <= usable:
            forms = {stem + "ed", stem + "ing", stem + "e", stem, stem + "s", stem + "es", stem + "er"}
            yield from (prefix + form for form in forms if form in usable)


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
