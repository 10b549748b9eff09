#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes lexicon.LANGUAGE files from the word lists of wordfreq.

    make_lexicon.py fetch DOWNLOADS FOLDER         downloads wordfreq into DOWNLOADS with pip unless it is there, checks its
                                                   hash, and unpacks the lists into FOLDER
    make_lexicon.py lists FOLDER OUTPUT LANGUAGE…  writes a lexicon for each language
    make_lexicon.py words FILE OUTPUT LANGUAGE     writes a lexicon of a text file: a word and its Zipf frequency a line
"""

import pathlib
import sys
import zipfile

import capitals
import derivation
import download
import lexicon_file
import suspects
import word_list

VERSION = "3.1.1"
WHEEL = f"wordfreq-{VERSION}-py3-none-any.whl"
SHA256 = "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473"
SOURCE = f"wordfreq {VERSION}"
# More words would only add rare forms and mistakes: the word after these occurs once in forty million words.
MAXIMUM_WORDS = 400_000

# The frequency of a derived word: less than that of every word of a list.
DERIVED_FREQUENCY = 12


def fetch(downloads, folder):
    """Downloads the wheel into `downloads` unless it is there, and unpacks the word lists into `folder`."""
    wheel = download.wheel(downloads, f"wordfreq=={VERSION}", WHEEL, SHA256)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith(".msgpack.gz"):
                (folder / pathlib.PurePath(name).name).write_bytes(archive.read(name))


def entries_of_list(folder, language):
    """The entries of the longest list of a language: folded word -> (frequency byte, flags, spelling)."""
    return entries(word_list.of_language(folder, language), language)


def entries(words, language):
    """The entries for words with their frequencies in centibels; of words that fold equally the most frequent."""
    usual = {lexicon_file.fold(word, language): word for word in capitals.words(language)}
    spellings = {}
    for word, centibels in sorted(words.items(), key=lambda pair: pair[1])[:MAXIMUM_WORDS]:
        folded = lexicon_file.fold(word, language)
        spellings.setdefault(folded, (centibels, usual.get(folded, word.replace("'", "’"))))
    mistakes, doubtful = suspects.find({word: centibels for word, (centibels, _) in spellings.items()}, language=language)
    flags = dict.fromkeys(mistakes, lexicon_file.SUSPECT) | dict.fromkeys(doubtful, lexicon_file.DOUBTFUL)
    found = {
        word: (lexicon_file.frequency_byte(centibels), flags.get(word, 0), spelling)
        for word, (centibels, spelling) in spellings.items()}
    if language == "en":
        levels = {word: centibels for word, (centibels, _) in spellings.items()}
        for word in derivation.derive(levels, flags.keys()):
            found[word] = (DERIVED_FREQUENCY, 0, word)
    return found


def read_words(path):
    """The words of a text file: a word, white space, and its Zipf frequency in each line."""
    words = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        parts = line.split()
        if not parts or line.startswith("#"):
            continue
        try:
            word, zipf = parts
            words[word] = round(100 * (9 - float(zipf)))
        except ValueError:
            raise SystemExit(f"{path}:{number}: expected a word and its Zipf frequency") from None
    return words


def save(output, language, contents, source):
    """Writes the lexicon of a language into the folder `output`."""
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"lexicon.{language}"
    lexicon_file.write(path, lexicon_file.encode(contents, language, source))
    print(f"{path}: {len(contents):,} words, {path.stat().st_size / 1e6:.1f} MB")


def main(arguments):
    if arguments[:1] == ["fetch"] and len(arguments) == 3:
        fetch(*map(pathlib.Path, arguments[1:]))
    elif arguments[:1] == ["lists"] and len(arguments) > 3:
        folder, output = map(pathlib.Path, arguments[1:3])
        for language in arguments[3:]:
            save(output, language, entries_of_list(folder, language), SOURCE)
    elif arguments[:1] == ["words"] and len(arguments) == 4:
        path, output = map(pathlib.Path, arguments[1:3])
        save(output, arguments[3], entries(read_words(path), arguments[3]), path.name)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
