# SPDX-License-Identifier: Apache-2.0
"""Writes the page Documentation/Handwriting.md from the figures of a measurement."""

import pathlib

from page import table

LICENCES = {
    "arphic": ("AR PL UKai", "Arphic Public License"), "projection": ("AR PL UKai", "Arphic Public License"),
    "kanjivg": ("KanjiVG", "CC-BY-SA 3.0"), "hershey": ("Hershey fonts", "their own: any purpose, with an acknowledgement"),
    "dejavu": ("DejaVu Sans", "Bitstream Vera"),
    "few-strokes": ("Kiloji; Motoya L Cedar and L Maruberi; Hershey fonts; DejaVu Sans", "BSD, three clauses; Apache 2.0; as above"),
    "characters": ("wordfreq 3.1.1", "CC-BY-SA 4.0"),
}
MODES = {"ja": "Japanese", "zh-Hans": "simplified Chinese", "zh-Hant": "traditional Chinese"}
# The parts of the measurement with their goals: (condition, among how many) -> percent.
PARTS = {
    "ja": ("Japanese, KanjiVG", {
        ("clean", "ten"): 98, ("noisy", "ten"): 94, ("swapped", "ten"): 94, ("joined", "ten"): 92,
        ("clean", "first"): 88, ("noisy", "first"): 80, ("swapped", "first"): 80, ("joined", "first"): 75}),
    "ja, Zinnia has a vote": ("the same, Zinnia has a vote", {}),
    "zinnia alone, ja": ("the same, Zinnia alone", {}),
    "zh-Hans, KanjiVG": ("simplified, KanjiVG", {("noisy", "ten"): 95}),
    "zh-Hans, the others, LXGW WenKai": ("simplified, LXGW WenKai", {("noisy", "ten"): 95}),
    "zh-Hant, KanjiVG": ("traditional, KanjiVG", {("noisy", "ten"): 95}),
    "zh-Hant, the others, LXGW WenKai": ("traditional, LXGW WenKai", {("noisy", "ten"): 95}),
    "kana": ("kana, small and voiced", {("clean", "three"): 95, ("noisy", "three"): 95}),
    "plain: letters and digits, ja": ("letters and digits, in Japanese", {("clean", "first"): 92, ("noisy", "first"): 92}),
    "plain: letters and digits, zh-Hans": ("letters and digits, in Chinese", {("clean", "first"): 92, ("noisy", "first"): 92}),
}
TIMES = {"time": "the matcher alone", "time, Zinnia has a vote": "Zinnia has a vote"}


def page(figures, data, modes):
    """The text of the page; `modes` are the characters of each mode with their levels."""
    text = (pathlib.Path(__file__).parent / "Handwriting.md.in").read_text(encoding="utf-8")
    parts = {"@CHARACTERS@": characters_table(modes), "@FILES@": files(data), "@QUALITY@": quality(figures),
             "@ERRORS@": errors(figures), "@TIME@": times(figures)}
    for name, part in parts.items():
        text = text.replace(name, part)
    return text


def characters_table(modes):
    def is_han(character):
        return 0x3400 <= ord(character) <= 0x9FFF or ord(character) >= 0x20000

    lines = []
    for mode, (levels, _) in modes.items():
        han = sum(map(is_han, levels))
        kana = sum(0x3041 <= ord(character) <= 0x30FA for character in levels)
        plain = sum(character.isascii() and character.isalnum() for character in levels)
        lines.append([f"`{mode}`: {MODES[mode]}", f"{han:,}", str(kana or "–"), str(plain), str(len(levels) - han - kana - plain)])
    return table(["script", "Chinese characters", "kana", "letters and digits", "marks"], ["---", "--:", "--:", "--:", "--:"],
                 sorted(lines))


def files(data):
    paths = sorted(data.glob("*.data"))
    lines = [[f"`{path.name}`", *LICENCES[path.stem], f"{path.stat().st_size / 1e6:.2f} MB"] for path in paths]
    lines.append(["all", "", "", f"{sum(path.stat().st_size for path in paths) / 1e6:.2f} MB"])
    return table(["file", "source", "licence", "size"], ["---", "---", "---", "--:"], lines)


def quality(figures):
    lines = []
    for part, (name, goals) in PARTS.items():
        for condition, figure in figures.get(part, {}).items():
            cells = []
            for among in ("first", "form", "three", "ten"):
                goal = goals.get((condition, among))
                cells.append(f"{figure[among]:.1f}" + (f" (goal {goal})" if goal else ""))
            lines.append([name, condition, f"{figure['characters']:,}", *cells])
    return table(["strokes", "drawn", "characters", "first", "first, or the same form", "among three", "among ten"],
                 ["---", "---", *(5 * ["--:"])], lines)


def errors(figures):
    lines = []
    for part, (name, _) in PARTS.items():
        for condition, figure in figures.get(part, {}).items():
            if condition in ("clean", "noisy", "joined", "last stroke missing"):
                missed = figure["missed"]
                lines.append([name, condition, *(f"{missed[kind]:.1f}" for kind in ("look-alikes", "another form", "distorted"))])
    return table(["strokes", "drawn", "look-alikes", "another form", "distorted"], ["---", "---", "--:", "--:", "--:"], lines)


def times(figures):
    lines = []
    for part, name in TIMES.items():
        if part in figures:
            figure = figures[part]
            lines.append([name, f"{figure['median']:.1f} ms", f"{figure['p99']:.1f} ms", f"{figure['start']:.0f} ms",
                          f"{figure['mapped'] / 1024:.1f} MiB", f"{figure['private'] / 1024:.1f} MiB"])
    lines.append(["goal, the matcher alone", "5 ms", "15 ms", "100 ms", "24 MiB", "4 MiB"])
    return table(["", "recognition, median", "99 of 100 within", "start to the first answer", "mapped memory", "private memory"],
                 ["---", "--:", "--:", "--:", "--:", "--:"], lines)
