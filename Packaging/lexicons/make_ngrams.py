#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes ngrams.LANGUAGE files: English from the language model of pocketsphinx, others from text packages of Debian.

    make_ngrams.py fetch DOWNLOADS FOLDER       downloads pocketsphinx into DOWNLOADS with pip unless it is there, checks its
                                                hash, and unpacks the model into FOLDER
    make_ngrams.py model FOLDER OUTPUT          prunes the model to the words of OUTPUT/lexicon.en
    make_ngrams.py packages FOLDER LANGUAGE…    downloads the text packages of the languages with apt-get, and unpacks them
    make_ngrams.py texts FOLDER LISTS OUTPUT LANGUAGE…  trains on the texts of FOLDER, with the words of
                                                OUTPUT/lexicon.LANGUAGE, and the list of English words of LISTS
    make_ngrams.py text FILE OUTPUT LANGUAGE    writes the n-grams of a text file: one or two words, the word after them,
                                                and the logarithm of its probability in each line; <s> is the start of
                                                a sentence, and * the factor for all other words
"""

import gc
import pathlib
import sys
import zipfile

import adaptation
import download
import lexicon_file
import ngram_file
import ngrams
import text_model
import texts
import trie_model
import word_list

VERSION = "5.1.1"
WHEEL = f"pocketsphinx-{VERSION}-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.manylinux_2_28_x86_64.whl"
SHA256 = "bb8fd0fc7fb08dd8f85da21f5121f34ebf4186a5bee91ce85e2d358e69a448bf"
# The model is the same in the wheels for all machines, so that this one serves all.
PLATFORM = ["--platform", "manylinux2014_x86_64", "--python-version", "3.11", "--implementation", "cp"]
SOURCE = f"pocketsphinx {VERSION}"
MODEL = "en-us.lm.bin"
LANGUAGE = "en"
# The frequency byte of the rarest words that are kept: once in a million words.
RAREST = 96
# The limit for the other languages, whose texts are a thousandth of what the English model was made from.
TEXT_BYTES = 1_500_000
# The words with ß, which are stored with ss too.
ESZETT_BYTES = 75_000


def fetch(downloads, folder):
    """Downloads the wheel into `downloads` unless it is there, and unpacks the model into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel = download.wheel(downloads, f"pocketsphinx=={VERSION}", WHEEL, SHA256, *PLATFORM)
    with zipfile.ZipFile(wheel) as archive:
        (folder / MODEL).write_bytes(archive.read(f"pocketsphinx/model/en-us/{MODEL}"))


def pruned(folder, output):
    """The n-grams of the model with the words of the English lexicon."""
    words, _ = lexicon_file.decode((output / f"lexicon.{LANGUAGE}").read_bytes())
    model = adaptation.Adapted(
        trie_model.Model((folder / MODEL).read_bytes()), lambda word: _logarithm(words.get(word.replace("'", "’"))))
    return ngrams.prune(model, lambda word: words.get(word, 0) >= RAREST)


def _logarithm(byte):
    """The logarithm of a frequency from its byte; None for None."""
    return None if byte is None else byte / 32 - 9


def trained(folder, lists, output, language):
    """The n-grams of the text packages with the words of the lexicon of a language."""
    words, _ = lexicon_file.decode((output / f"lexicon.{language}").read_bytes())
    # English sentences are left out; the list says enough about them, and is read much faster than the lexicon is built.
    english = {
        lexicon_file.fold(word, LANGUAGE): lexicon_file.frequency_byte(centibels)
        for word, centibels in word_list.of_language(lists, LANGUAGE).items()}
    model = text_model.Model(texts.sentences(folder, texts.sources(language)), words, language, english)
    if not model.pair_count:
        raise SystemExit(f"{folder}: there are no texts of {language}; remove the files fetched-texts-{language} and make them again")
    tables = ngrams.prune(model, words.__contains__, TEXT_BYTES - (ESZETT_BYTES if model.eszett else 0))
    return text_model.with_eszett(tables, model.eszett)


def read_text(path):
    """The n-grams of a text file."""
    tables = {}, {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        *words, last = line.split() or [""]
        try:
            logarithm = float(last)
            *context, word = [ngram_file.START if word == ngrams.SENTENCE else word for word in words]
            table = tables[len(context) - 1]
        except (ValueError, IndexError):
            raise SystemExit(f"{path}:{number}: expected two or three words and a logarithm") from None
        entry = table.setdefault(tuple(context) if len(context) > 1 else context[0], [0.0, {}])
        if word == "*":
            entry[0] = logarithm
        else:
            entry[1][word] = logarithm
    return tables


def save(output, language, tables, source):
    """Writes the n-grams of a language into the folder `output`."""
    data = ngram_file.encode(*tables, language, source)
    if len(data) > ngrams.MAXIMUM_BYTES:
        raise SystemExit(f"the n-grams take {len(data):,} bytes, more than {ngrams.MAXIMUM_BYTES:,}")
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"ngrams.{language}"
    lexicon_file.write(path, data)
    pairs, triples = (sum(len(following) for _, following in table.values()) for table in tables)
    print(f"{path}: {pairs:,} pairs, {triples:,} triples, {len(data) / 1e6:.1f} MB")


def main(arguments):
    # There are millions of objects and no cycles.
    gc.disable()
    if arguments[:1] == ["fetch"] and len(arguments) == 3:
        fetch(*map(pathlib.Path, arguments[1:]))
    elif arguments[:1] == ["model"] and len(arguments) == 3:
        folder, output = map(pathlib.Path, arguments[1:])
        save(output, LANGUAGE, pruned(folder, output), SOURCE)
    elif arguments[:1] == ["packages"] and len(arguments) > 2:
        names = {name: None for language in arguments[2:] for name, _ in texts.sources(language)}
        for name, version in texts.fetch(pathlib.Path(arguments[1]), list(names)).items():
            print(f"{name} {version}")
    elif arguments[:1] == ["texts"] and len(arguments) > 4:
        folder, lists, output = map(pathlib.Path, arguments[1:4])
        for language in arguments[4:]:
            save(output, language, trained(folder, lists, output, language), texts.description(language))
    elif arguments[:1] == ["text"] and len(arguments) == 4:
        path, output = map(pathlib.Path, arguments[1:3])
        save(output, arguments[3], read_text(path), path.name)
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
