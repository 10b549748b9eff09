# SPDX-License-Identifier: Apache-2.0
"""Compares counts with costs.toml, which limits the instructions of each operation and the size of the program, and gives the
reasons."""
import tomllib

TOLERANCE, REMARKABLE = 0.02, 0.05
# The entry that is not in instructions, but in bytes.
SIZE = "program size"


def read(text):
    """The machine of the figures, the last figure of each entry, and the mistakes in the file."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, {}, [str(error)]
    machine, figures, mistakes = content.pop("machine", None), {}, []
    if not isinstance(machine, str):
        mistakes.append("no machine")
    for name, reasons in content.items():
        if not isinstance(reasons, dict) or not reasons:
            mistakes.append(f"{name}: no figure")
            continue
        for figure, reason in reasons.items():
            if not figure.isdecimal() or int(figure) == 0:
                mistakes.append(f"{name}: {figure} is not a number of {unit(name)}")
            elif not isinstance(reason, str) or len(reason.split()) < 3:
                mistakes.append(f"{name}: {figure} has no reason")
        if len(set(map(str, reasons.values()))) < len(reasons):
            mistakes.append(f"{name}: two figures have the same reason")
        last = list(reasons)[-1]
        figures[name] = int(last) if last.isdecimal() else 0
    return machine, figures, mistakes


def unit(name):
    """The unit of an entry's figures."""
    return "bytes" if name == SIZE else "instructions"


def compare(costs, figures):
    """The errors, and remarks about figures that can be lowered."""
    errors = [f"{name}: counted, and not in costs.toml" for name in costs if name not in figures]
    errors += [f"{name}: in costs.toml, and not counted" for name in figures if name not in costs]
    remarks = []
    for name in costs.keys() & figures.keys():
        cost, figure = costs[name], figures[name]
        text = f"{name}: {cost:,} {unit(name)}, {cost / figure - 1:+.1%} of the {figure:,} in costs.toml"
        if cost > figure * (1 + TOLERANCE):
            errors.append(f"{text}; at most {TOLERANCE:.0%} more are allowed" + (
                "; unless Benchmarks/bare.c has changed, another compiler or library is installed here"
                if name.endswith(": C loop") else ""))
        elif cost < figure * (1 - REMARKABLE):
            remarks.append(f"{text}; lower the figure")
    return sorted(errors), sorted(remarks)


def budget(value, limit, unit="", least=None):
    """A budget and whether it is met, as the tables show it; an empty text without a budget.

    `limit` is the most that the value may be, and `least` the least."""
    if least is not None:
        return f"≥ {least} {unit}".rstrip() + f", {'met' if value >= least else 'not met'}"
    if limit is None:
        return ""
    text = f"≤ {limit} {unit}".rstrip() if limit else "0"
    return f"{text}, {'met' if value <= limit else 'not met'}"
