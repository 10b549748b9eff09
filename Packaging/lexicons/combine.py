#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Combines lexicons with the hunspell dictionaries of this machine, which know capitals and which words are right.

    combine.py FOLDER OUTPUT       writes OUTPUT/lexicon.LANGUAGE for each lexicon of FOLDER that has a dictionary

A file of OUTPUT that is newer than its lexicon and dictionaries stays as it is. A lexicon in OUTPUT without a dictionary,
or without a lexicon in FOLDER, is removed. The result stays on this machine,
because dictionaries have licences of their own.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import capitals
import lexicon_file
import suspects

DICTIONARIES = {
    "ar": ["ar"], "bg": ["bg_BG"], "ca": ["ca_ES", "ca"], "cs": ["cs_CZ"], "da": ["da_DK"], "de": ["de_DE", "de_AT", "de_CH"],
    "el": ["el_GR"], "en": ["en_US", "en_GB"], "es": ["es_ES"], "fr": ["fr_FR", "fr", "fr-toutesvariantes"], "he": ["he_IL"],
    "hi": ["hi_IN"], "hu": ["hu_HU"], "id": ["id_ID"], "it": ["it_IT"], "nb": ["nb_NO"], "nl": ["nl_NL", "nl"],
    "pl": ["pl_PL"], "pt": ["pt_PT", "pt_BR"], "ro": ["ro_RO"], "ru": ["ru_RU"], "sh": ["hr_HR", "bs_BA", "sr_Latn_RS"],
    "sk": ["sk_SK"], "sl": ["sl_SI"], "sr": ["sr_RS", "sr"], "sv": ["sv_SE"], "tr": ["tr_TR"], "uk": ["uk_UA"],
}
FOLDERS = [pathlib.Path("/usr/share/hunspell"), pathlib.Path("/usr/share/myspell/dicts")]
# The frequency of a word that only a dictionary has: less than that of every word of a list.
STEM_FREQUENCY = 12
ABBREVIATION = 5
SHORT_NAME = 2


def installed(language, folders=None):
    """The dictionaries of a language on this machine, as paths without an ending."""
    return [
        folder / name for name in DICTIONARIES.get(language, ()) for folder in folders or FOLDERS
        if (folder / f"{name}.dic").exists() and (folder / f"{name}.aff").exists()]


def accepted(words, dictionaries):
    """Those of `words` that hunspell accepts with all of the dictionaries together."""
    names = ",".join(map(str, dictionaries))
    result = subprocess.run(
        ["hunspell", "-i", "utf-8", "-d", names, "-G"], input="".join(word.replace("’", "'") + "\n" for word in words),
        capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    return {word.replace("'", "’") for word in result.stdout.splitlines()}


def spellings(folded):
    """The spellings to ask a dictionary for, the likeliest first."""
    yield folded
    yield folded[:1].upper() + folded[1:]
    if len(folded) <= ABBREVIATION:
        yield folded.upper()
    if "’" in folded:
        before, after = folded.split("’", 1)
        yield f"{before}’{after[:1].upper()}{after[1:]}"


def with_eszett(folded):
    """The German spellings with ß that a list has with ss."""
    for place in re.finditer("ss", folded):
        yield folded[: place.start()] + "ß" + folded[place.end() :]


def stems(dictionary):
    """The words of a dictionary itself, without those that its rules derive."""
    affixes = (dictionary.parent / f"{dictionary.name}.aff").read_bytes()
    encoding = re.search(rb"^SET\s+(\S+)", affixes, re.M)
    name = encoding.group(1).decode() if encoding else "latin-1"
    text = (dictionary.parent / f"{dictionary.name}.dic").read_text(encoding=name, errors="ignore")
    for line in text.splitlines()[1:]:
        yield re.split(r"[/\s]", line, maxsplit=1)[0]


def combine(words, language, dictionaries):
    """The entries for `words`, which maps folded words to frequency bytes, and for the words of the dictionaries."""
    asked = {form for word in words for form in spellings(word)}
    if language == "de":
        asked |= {form for word in words for other in with_eszett(word) for form in spellings(other)}
    known = accepted(sorted(asked), dictionaries)
    usual = {lexicon_file.fold(word, language): word for word in capitals.words(language)}
    entries = {}
    for word, frequency in words.items():
        forms = [word]
        if language == "de" and not known.intersection(spellings(word)):
            forms = [*with_eszett(word), word]
        for form in forms:
            spelling = next((spelling for spelling in spellings(form) if spelling in known), None)
            if spelling:
                break
        else:
            entries.setdefault(word, (frequency, 0, word))
            continue
        # Where a list has small letters, a dictionary has "BTW" and the town of Ur.
        if spelling.isupper() or len(spelling) <= SHORT_NAME:
            spelling = usual.get(form, form)
        old = entries.get(form, (0,))[0]
        entries[form] = (max(frequency, old), lexicon_file.CONFIRMED, spelling)

    letters = {letter for word in entries for letter in word}
    for dictionary in dictionaries:
        for stem in stems(dictionary):
            stem = stem.replace("'", "’")
            folded = lexicon_file.fold(stem, language)
            if folded and letters.issuperset(folded) and folded not in entries:
                entries[folded] = (STEM_FREQUENCY, lexicon_file.CONFIRMED, stem)

    levels = {word: round(100 * (9 - frequency / 32)) for word, (frequency, _, _) in entries.items()}
    mistakes, doubtful = suspects.find(
        levels, lambda word: entries[word][1] == lexicon_file.CONFIRMED, language, has_dictionary=True)
    for found, flag in ((mistakes, lexicon_file.SUSPECT), (doubtful, lexicon_file.DOUBTFUL)):
        for word in found:
            frequency, _, spelling = entries[word]
            entries[word] = (frequency, flag, spelling)
    return entries


def is_current(combined, source, inputs):
    """Whether `combined` was made from these inputs, and none of them was installed since."""
    try:
        time = combined.stat().st_mtime
        return lexicon_file.decode(combined.read_bytes())[1] == source and all(
            file.stat().st_ctime < time for file in inputs)
    except (OSError, ValueError):
        return False


def update(folder, output, folders=None):
    """Combines each lexicon of `folder` whose dictionaries are installed, and returns the names of the files in `output`."""
    names = set()
    for path in sorted(folder.glob("lexicon.*")):
        language = path.name.partition(".")[2]
        dictionaries = installed(language, folders) if shutil.which("hunspell") else []
        if not dictionaries:
            continue
        names.add(path.name)
        words, source = lexicon_file.decode(path.read_bytes())
        used = ", ".join(["hunspell", *(dictionary.name for dictionary in dictionaries)])
        source = f"{source} + {used}"[:63]
        files = [dictionary.with_name(dictionary.name + end) for dictionary in dictionaries for end in (".dic", ".aff")]
        if is_current(output / path.name, source, [path, *files]):
            continue
        entries = combine(words, language, dictionaries)
        output.mkdir(parents=True, exist_ok=True)
        lexicon_file.write(output / path.name, lexicon_file.encode(entries, language, source))
        print(f"{output / path.name}: {len(entries):,} words, with {used}")
    for path in output.glob("lexicon.*"):
        if path.name not in names:
            path.unlink()
    return names


def main(arguments):
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    update(*map(pathlib.Path, arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
