#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures corrections and predictions in each language, next to hunspell and aspell in the same run.

    bench_language.py --tool PROGRAM --lexicons FOLDER --lists FOLDER [--typos FILE] [--page FILE] [LANGUAGE…]

PROGRAM is the target LanguageBench, which asks the module of the service. FILE of --typos has a misspelling and its
correction in each line, separated by a tab; without it English misspellings are not measured. --page writes the page
Documentation/Languages.md.
"""

import argparse
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

import everyday
import page
import slips
import third_set

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Packaging" / "lexicons"))
import word_list  # noqa: E402

# The dictionary of Debian's hunspell packages for each language; none is packaged for Finnish.
DICTIONARIES = {
    "da": "da_DK", "de": "de_DE", "en": "en_US", "es": "es_ES", "fr": "fr_FR", "it": "it_IT", "nb": "nb_NO",
    "nl": "nl_NL", "pl": "pl_PL", "pt": "pt_PT", "ru": "ru_RU", "sv": "sv_SE", "tr": "tr_TR", "uk": "uk_UA",
}
SLIPS = 3000
# hunspell takes up to 150 ms for each word.
COMPARED_SLIPS = 100
WORD = everyday.WORD


class Tool:
    """The vocabulary of a language."""

    def __init__(self, program, lexicons, language):
        self.command = [program, str(lexicons), language, *slips.KEYBOARDS[language]]

    def ask(self, questions):
        """The answers to questions, each a list, and the time of each in milliseconds."""
        lines = "".join("\t".join(question) + "\n" for question in questions)
        output = subprocess.run(self.command, input=lines, capture_output=True, text=True, check=True).stdout
        rows = [line.split("\t") for line in output.splitlines()]
        if len(rows) != len(questions):
            raise SystemExit(f"{self.command}: {len(rows)} answers to {len(questions)} questions")
        return [row[1:] for row in rows], [int(row[0]) / 1e6 for row in rows]


def suggestions(command, words):
    """The suggestions of a program that speaks ispell's protocol; None for a word that it accepts."""
    output = subprocess.run(
        command, input="".join(f"^{word}\n" for word in words), capture_output=True, text=True, check=True).stdout
    answers = []
    for line in output.splitlines()[1:]:
        if line.startswith("&"):
            answers.append(line.split(": ", 1)[1].split(", "))
        elif line.startswith("#"):
            answers.append([])
        elif line.startswith(("*", "+", "-")):
            answers.append(None)
    return answers


def share(part, whole):
    return 100 * part / whole if whole else 0.0


def hits(answers, meant):
    """The share of words that are first, and among the first three, in per cent."""
    first = three = 0
    for answer, word in zip(answers, meant):
        found = [fold(guess) for guess in answer or []][:3]
        first += found[:1] == [fold(word)]
        three += fold(word) in found
    return share(first, len(meant)), share(three, len(meant))


def fold(word):
    return word.replace("'", "’").casefold()


def applied(tool, pairs):
    """The share of mistakes that are corrected rightly, and of the corrections that are right."""
    answers, _ = tool.ask([["correction", typed, ""] for typed, _ in pairs])
    made = right = 0
    for answer, (_, word) in zip(answers, pairs):
        if answer and answer[0]:
            made += 1
            right += fold(answer[0]) == fold(word)
    return share(made, len(pairs)), share(right, made)


def listed(tool, pairs):
    """The share of frequent mistakes that are corrected, and those that are not, with what is made of them."""
    answers, _ = tool.ask([["correction", typed, ""] for typed, _ in pairs])
    left = [
        (typed, answer[0] if answer else "") for answer, (typed, word) in zip(answers, pairs)
        if not answer or fold(answer[0]) != fold(word)]
    return share(len(pairs) - len(left), len(pairs)), left


def changed_and_marked(tool, sentences):
    """The share of correct words that are changed, and of those that are marked, and examples."""
    questions = []
    for sentence in sentences:
        previous = ""
        for word in WORD.findall(sentence):
            questions.append((word, previous))
            previous = word
    changes, _ = tool.ask([["correction", word, previous] for word, previous in questions])
    known, _ = tool.ask([["contains", word] for word, _ in questions])
    changed = [(word, change[0]) for (word, _), change in zip(questions, changes) if change and change[0]]
    marked = [word for (word, _), answer in zip(questions, known) if answer == ["0"]]
    return share(len(changed), len(questions)), share(len(marked), len(questions)), changed, marked


def key_times(tool, sentences, mistakes=()):
    """The times of the offers after each letter of the sentences, in milliseconds.

    With pairs of mistakes and words, each twentieth word is a mistake.
    """
    chance = random.Random(1)
    questions = []
    count = 0
    for sentence in sentences:
        previous = []
        for word in WORD.findall(sentence):
            count += 1
            typed = chance.choice(mistakes)[0] if mistakes and count % 20 == 0 else word
            questions += [["key", typed[:length], *previous[-2:]] for length in range(1, len(typed) + 1)]
            previous.append(word)
    return tool.ask(questions)[1]


def mistake_times(tool, mistakes):
    """The times of the offers after each letter of misspelled words, in milliseconds."""
    return tool.ask([["key", typed[:length], ""] for typed, _ in mistakes for length in range(1, len(typed) + 1)])[1]


def opening(tool):
    """The median time of opening the files of a language in milliseconds, and the private memory in MB."""
    answers, times = tool.ask([["open"] for _ in range(11)])
    return statistics.median(times), statistics.median(int(answer[0]) for answer in answers) / 1e6


def saved(tool, sentences):
    """The share of keystrokes that three predictions save, if a person takes each one as soon as it is right."""
    questions, places = [], []
    total = 0
    for sentence in sentences:
        # A hyphen ends a word, after which the next one is predicted.
        words = [part for word in WORD.findall(sentence) for part in word.split("-") if part]
        total += sum(len(word) + 1 for word in words)
        for index, word in enumerate(words):
            previous = words[max(0, index - 2) : index]
            for length in range(len(word)):
                questions.append(["completions", word[:length], *previous])
                places.append((sentence, index, word, length))
    answers, _ = tool.ask(questions)
    keys = 0
    done = set()
    for (sentence, index, word, length), answer in zip(places, answers):
        if (sentence, index) in done:
            continue
        if fold(word) in map(fold, answer):
            # The prediction is chosen with one key, which types the space, too.
            keys += length + 1
            done.add((sentence, index))
        elif length == len(word) - 1:
            keys += len(word) + 1
    return share(total - keys, total)


# In per cent; LanguageBench answers with the probability, the service shows a continuation from this one on.
LEAST_CERTAINTY = 70


def continued(tool, sentences):
    """The share of words after which a continuation is shown, and of these the share that is right at once."""
    questions, places = [], []
    count = 0
    for sentence in sentences:
        words = [part for word in WORD.findall(sentence) for part in word.split("-") if part]
        for index, word in enumerate(words):
            count += 1
            previous = words[max(0, index - 2) : index]
            for length in range(3, len(word)):
                questions.append(["inline", word[:length], *previous])
                places.append((count, word, length))
    shown = {}
    for (place, word, length), (found, certainty) in zip(places, tool.ask(questions)[0]):
        if int(certainty) >= LEAST_CERTAINTY and len(found) >= length + 2:
            shown.setdefault(place, fold(found) == fold(word))
    return share(len(shown), count), share(sum(shown.values()), len(shown))


def saved_alone(options, language, sentences):
    """The share of keystrokes that predictions save without n-grams."""
    with tempfile.TemporaryDirectory() as folder:
        name = f"lexicon.{language}"
        pathlib.Path(folder, name).symlink_to((options.lexicons / name).resolve())
        return saved(Tool(options.tool, folder, language), sentences)


def measure(language, options):
    """The figures of a language."""
    tool = Tool(options.tool, options.lexicons, language)
    words = word_list.of_language(options.lists, language)
    frequencies = {word: 10 ** (-level / 100) for word, level in words.items() if "'" not in word}
    everyday_words = {word: frequency for word, frequency in frequencies.items() if frequency > 10**-5.5}
    candidates = slips.slips(everyday_words, language, 4 * SLIPS)
    pairs = [(typed, word) for typed, word in candidates if typed not in frequencies][:SLIPS]
    typed, meant = zip(*pairs)
    sentences = everyday.sentences(language)
    names = everyday.names(language)

    row = {"language": language, "lexicon": options.lexicons / f"lexicon.{language}", "words": len(words)}
    answers, row["search"] = tool.ask([["guesses", word, ""] for word in typed])
    row["slips"] = hits(answers, meant)
    row["applied"] = applied(tool, pairs)
    row["changed"], row["marked"], row["changes"], row["marks"] = changed_and_marked(tool, sentences)
    row["alarms"] = everyday.alarms(tool, language)
    # At the start of a sentence, and within one.
    asked = [(name, previous) for previous in ("", "the") for name in names]
    changes, _ = tool.ask([["correction", name, previous] for name, previous in asked])
    row["named"] = [(name, change[0]) for (name, _), change in zip(asked, changes) if change and change[0]]
    row["names"] = share(len(row["named"]), len(asked)) if names else None
    mistakes = HERE / "mistakes" / f"{language}.txt"
    row["listed"], row["left"] = None, []
    if mistakes.exists():
        row["listed"], row["left"] = listed(
            tool, [line.split(" ", 1) for line in mistakes.read_text(encoding="utf-8").splitlines()])
    row["saved"] = saved(tool, sentences)
    row["continued"] = continued(tool, sentences)
    third = third_set.pairs(everyday_words, language, SLIPS, frequencies)
    row["third slips"] = hits(tool.ask([["guesses", word, ""] for word, _ in third])[0], [word for _, word in third])
    row["third applied"] = applied(tool, third)
    row["third"] = None
    lines = third_set.lines(language)
    if lines:
        row["third"] = third_set.measure(
            lambda asked: [answer[0] if answer else "" for answer in tool.ask(
                [["correction", word, previous] for word, previous in asked])[0]], language, fold)
        row["third continued"] = continued(tool, [line for line in lines if "{" not in line])
    row["alone"] = saved_alone(options, language, sentences)
    row["times"] = key_times(tool, sentences)
    dictionary = DICTIONARIES.get(language)
    row["hunspell"] = None
    if dictionary and shutil.which("hunspell") and pathlib.Path(f"/usr/share/hunspell/{dictionary}.dic").exists():
        command = ["hunspell", "-a", "-i", "utf-8", "-d", dictionary]
        row["hunspell"] = hits(suggestions(command, typed[:COMPARED_SLIPS]), meant[:COMPARED_SLIPS])
    return row


def misspellings(options):
    """The figures for English misspellings: our own, and those of aspell and hunspell."""
    pairs = [
        tuple(line.split("\t")[:2]) for line in options.typos.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")]
    typed, meant = zip(*pairs)
    tool = Tool(options.tool, options.lexicons, "en")
    answers, times = tool.ask([["guesses", word, ""] for word in typed])
    sentences = (HERE / "sentences" / "en.txt").read_text(encoding="utf-8").splitlines()
    costs = {
        "correct English text": key_times(tool, sentences),
        "text in which one word of twenty is misspelled": key_times(tool, sentences, pairs),
        "misspelled words alone": mistake_times(tool, pairs)}
    rows = {"count": len(pairs), "costs": costs, "opening": opening(tool), "own": hits(answers, meant), "applied": applied(tool, pairs), "times": times}
    for text, keys in costs.items():
        print(f"en  offer after a key of {text}: %.3f ms, p95 %.3f ms" % mean_and_p95(keys))
    print("en  opening the files: %.3f ms, %.2f MB private" % rows["opening"])
    chance = random.Random(1)
    compared = chance.sample(pairs, min(len(pairs), 500))
    typed, meant = zip(*compared)
    for name, command in {
        "aspell": ["aspell", "-a", "--lang=en_US", "--encoding=utf-8"],
        "hunspell": ["hunspell", "-a", "-i", "utf-8", "-d", "en_US"],
    }.items():
        if shutil.which(name):
            rows[name] = hits(suggestions(command, typed), meant)
    return rows


def mean_and_p95(times):
    return statistics.mean(times), sorted(times)[len(times) * 95 // 100]


def report(row):
    """One line of figures, and the words behind those that should be zero."""
    times = sorted(row["times"])
    hunspell = "%5.1f %5.1f" % row["hunspell"] if row["hunspell"] else "    –     –"
    print(
        f"{row['language']}  slips %5.1f %5.1f  hunspell {hunspell}  corrected %5.1f right %5.1f  "
        f"everyday changed {row['changed']:.2f} marked {row['marked']:.2f}  sentences changed {len(row['alarms'])}  "
        f"names {'–' if row['names'] is None else '%.1f' % row['names']}  "
        f"frequent mistakes {'–' if row['listed'] is None else '%.1f' % row['listed']}  "
        f"third set: slips %.1f %.1f  corrected %.1f right %.1f  continued %.1f right %.1f  "
        f"saved {row['saved']:.1f} (single words {row['alone']:.1f})  "
        f"key {statistics.mean(times):.3f} ms, p95 {times[len(times) * 95 // 100]:.3f}"
        % (*row["slips"], *row["applied"], *row["third slips"], *row["third applied"], *row["continued"]))
    if row["third"]:
        third = row["third"]
        print(
            f"    third set: {len(third['changed'])} of {third['words']} correct words changed; of {third['mistakes']} "
            f"mistakes {third['right']} corrected rightly and {len(third['wrong'])} wrongly; continued %.1f, right %.1f"
            % row["third continued"])
    for kind in ("changes", "marks", "alarms", "named", "left"):
        if row[kind]:
            print(f"    {kind}: {row[kind][:8]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--lexicons", type=pathlib.Path, required=True)
    parser.add_argument("--lists", type=pathlib.Path, required=True)
    parser.add_argument("--typos", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("languages", nargs="*")
    options = parser.parse_args()
    typos = misspellings(options) if options.typos else None
    if typos:
        print(f"en  misspellings ({typos['count']}): " + ", ".join(
            "%s %.1f %.1f" % (name, *typos[name]) for name in ("own", "aspell", "hunspell", "applied") if name in typos))
    rows = []
    for language in options.languages or sorted(slips.KEYBOARDS):
        rows.append(measure(language, options))
        report(rows[-1])
    if options.page:
        options.page.write_text(page.page(rows, typos), encoding="utf-8")


if __name__ == "__main__":
    main()
