# SPDX-License-Identifier: Apache-2.0
"""Writes the page Documentation/Languages.md from the figures of a measurement."""

import operator
import pathlib
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Packaging" / "lexicons"))
import texts  # noqa: E402

NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "fa": "Persian", "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi",
    "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "nb": "Norwegian Bokmål", "nl": "Dutch", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sh": "Bosnian, Croatian and Serbian (Latin)", "sk": "Slovak",
    "sl": "Slovenian", "sr": "Serbian (Cyrillic)", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
}


def page(rows, typos):
    """The text of the page."""
    text = (pathlib.Path(__file__).parent / "Languages.md.in").read_text(encoding="utf-8")
    return text.replace("@DATA@", data(rows)).replace("@QUALITY@", quality(rows)).replace(
        "@ENGLISH@", english(typos)).replace("@TIMES@", times(typos)).replace("@GOALS@", goals(rows, typos)).replace(
        "@THIRD@", third(rows))


def table(head, align, lines):
    return "\n".join([f"| {' | '.join(head)} |", f"| {' | '.join(align)} |"] + [
        f"| {' | '.join(line)} |" for line in lines])


def data(rows):
    lines = []
    total = 0
    for row in rows:
        files = [(row["lexicon"], "wordfreq 3.1.1", "CC-BY-SA 4.0", f"{row['words']:,}")]
        ngrams = row["lexicon"].with_name(f"ngrams.{row['language']}")
        if ngrams.exists():
            files.append((ngrams, *(
                ("pocketsphinx 5.1.1", "BSD, two clauses") if row["language"] == "en"
                else (texts.description(row["language"]), "GPL, version 3")), "–"))
        for path, source, licence, words in files:
            size = path.stat().st_size
            total += size
            lines.append([NAMES[row["language"]], f"`{path.name}`", source, licence, words, f"{size / 1e6:.1f} MB"])
    lines.append(["all", "", "", "", "", f"{total / 1e6:.1f} MB"])
    return table(
        ["language", "file", "source", "licence", "words of the list", "size"],
        ["---", "---", "---", "---", "--:", "--:"], lines)


def quality(rows):
    return table(
        ["language", "slips: first / among three", "hunspell", "corrected / right", "everyday words changed / marked",
         "names changed", "frequent mistakes corrected", "keystrokes saved / with single words"],
        ["---"] + ["--:"] * 7,
        [[NAMES[row["language"]], pair(row["slips"]), pair(row["hunspell"]), pair(row["applied"]),
          f"{row['changed']:.1f} / {row['marked']:.1f}", "–" if row["names"] is None else f"{row['names']:.1f}",
          "–" if row["listed"] is None else f"{row['listed']:.0f}", pair((row["saved"], row["alone"]))]
         for row in rows])


def third(rows):
    """The figures of the third set next to those of the tuning set."""
    lines = [
        [NAMES[row["language"]], pair(row["slips"]), pair(row["third slips"]), pair(row["applied"]), pair(row["third applied"]),
         *(distance(row["third " + key][index] - row[key][index]) for key, index in (("slips", 0), ("applied", 1)))]
        for row in rows]
    text = table(
        ["language", "slips: first / among three", "third set", "corrected / right", "third set",
         "distance: first", "distance: right"], ["---"] + ["--:"] * 6, lines)
    for row in rows:
        found = row["third"]
        if found:
            text += "\n\n" + textwrap.fill(
                f"In {NAMES[row['language']]} the third set also has texts. Of {found['words']:,} correct words "
                f"{len(found['changed'])} are changed. Of {found['mistakes']} mistakes, of which {found['listed']} are also in the program's own "
                f"list, {found['right']} are corrected rightly, {len(found['wrong'])} wrongly, and {len(found['left'])} stay. A continuation is shown after "
                "%.1f %% of the words, and %.1f %% of them are right." % row["third continued"], 130)
    return text


def distance(points):
    """A number of points with its sign."""
    return f"{round(points, 1) + 0.0:+.1f}"


# The languages whose lists of words are small.
SMALL = {"bg", "da", "el", "fa", "hi", "hu", "id", "ro", "sh", "sk", "sl", "sr", "tr"}


def goals(rows, typos):
    """The goals of a measurement of all languages, each with the worst figure."""
    lines = []

    def goal(text, figure, worst, is_met):
        lines.append([text, figure, worst, "met" if is_met else "not met"])

    def each(text, figure, rows, value, is_met, worst):
        name = NAMES[(row := worst(rows, key=value))["language"]]
        goal(text, figure, f"{value(row):.1f} ({name})", is_met(value(row)))

    if typos:
        for text, values, least in (
                ("English misspellings: first / among three", typos["own"], (92, 96)),
                ("English misspellings: corrected / of these right", typos["applied"], (85, 97))):
            goal(text, f"≥ {least[0]} / {least[1]}", pair(values), all(map(operator.ge, values, least)))
    large = [row for row in rows if row["language"] not in SMALL]
    each("slips, languages with a large list: first", "≥ 88", large, lambda row: row["slips"][0], lambda x: x >= 88, min)
    each("slips, each language: right corrections", "≥ 97", rows, lambda row: row["applied"][1], lambda x: x >= 97, min)
    named = [row for row in rows if row["names"] is not None]
    each("names changed, each language with a list of names", "≤ 1", named, lambda row: row["names"], lambda x: x <= 1, max)
    each("everyday words changed, each language", "≤ 0.1", rows, lambda row: row["changed"], lambda x: x <= 0.1, max)
    each("everyday words marked, each language", "≤ 0.5", rows, lambda row: row["marked"], lambda x: x <= 0.5, max)
    for row in rows:
        if row["language"] == "en":
            goal("keystrokes saved in English", "≥ 55", f"{row['saved']:.1f}", round(row["saved"], 1) >= 55)
    each("keystrokes saved, beyond single words", "≥ 0", rows, lambda row: row["saved"] - row["alone"],
         lambda x: x >= 0, min)
    for row in rows:
        if row["language"] == "en":
            goal("continuations in English: shown after / right", "≥ 20 / 70", pair(row["continued"]),
                 row["continued"][0] >= 20 and row["continued"][1] >= 70)
    return table(["goal", "in %", "measured; of several languages the worst", ""], ["---", "---", "---", "---"], lines)


def english(typos):
    if not typos:
        return "English misspellings were not measured."
    lines = [[name, pair(typos[key])] for name, key in (
        ("Keybridge", "own"), ("aspell", "aspell"), ("hunspell", "hunspell")) if key in typos]
    made, right = typos["applied"]
    return (
        table([f"of {typos['count']:,} English misspellings, in %", "first / among three"], ["---", "--:"], lines)
        + f"\n\nKeybridge corrects {made:.1f} % of them without a question, and {right:.1f} % of these corrections"
        " are right.")


def times(typos):
    """The costs of an offer after a key, and of opening the files, next to their budgets."""
    if not typos:
        return "Times were not measured."
    lines = []
    for text, found in typos["costs"].items():
        mean, slow = sum(found) / len(found), sorted(found)[len(found) * 95 // 100]
        lines.append([f"offer after a key, {text}: mean / 95 % of the keys", f"{mean:.3f} / {slow:.3f} ms", "≤ 0.5 / 3 ms"])
    time, memory = typos["opening"]
    lines.append(["opening the English files", f"{time:.3f} ms", "≤ 1 ms"])
    lines.append(["private memory after that and a search", f"{memory:.2f} MB", "≤ 1 MB"])
    return table(["cost", "measured", "budget"], ["---", "--:", "---"], lines)


def pair(values):
    return "–" if values is None else "%.1f / %.1f" % values
