# SPDX-License-Identifier: Apache-2.0
"""Settings with ten commands, or with ten thousand that include these ten. The captures press the ten, type text, and
press unbound keys, so both settings have the same work to do.
"""
import itertools
import json
import random
import struct

# The keys of the captures, as kernel key codes; the layout is German.
CTRL, SHIFT, ALT, META = 29, 42, 56, 125
BACKSPACE, TAB, Q, U, LEFTBRACE, ENTER, J, K, X, C, SPACE = 14, 15, 16, 22, 26, 28, 36, 37, 45, 46, 57
F1, F5, F9, LEFT, RIGHT, DOWN, VOLUMEUP = 59, 63, 67, 105, 106, 108, 115
LETTERS = [*range(16, 26), *range(30, 39), *range(44, 51)]

# The ten commands: their settings, and the presses that run each. All ways of finding a command occur. One command on a
# plain letter has priority, so every typed letter must be looked up.
TEN = [
    ("chord: cmd+j", [(META, J)]),
    ("chord: ctrl+opt+u, when: { context: '*' }", [(CTRL, ALT, U)]),
    ("chord: shift+cmd+j, when: { focus: text, device: all }", [(META, SHIFT, J)]),
    ("chord: cmd+k cmd+c", [(META, K), (META, C)]),
    ("chord: cmd+k cmd+x f5", [(META, K), (META, X), (F5,)]),
    ("chord: f9", [(F9,)]),
    ("chord: volumeup, global: true", [(VOLUMEUP,)]),
    ("chord: cmd+down, priority: true", [(META, DOWN)]),
    ("chord: 'cmd+['", [(META, LEFTBRACE)]),                 # ü substitutes: the layout has [ with AltGr
    ("chord: q, when: { focus: other }, priority: true", [(Q,)]),   # typed if a text has the focus
]
NOBODYS = [(F1,), (META, ALT, F1), (META, CTRL, Q)]
EDITS = [(BACKSPACE,), (LEFT,), (RIGHT,), (SHIFT, LEFT), (ALT, RIGHT), (ENTER,), (TAB,)]

MODIFIERS = ["+".join(held) for count in range(5)
             for held in itertools.combinations(("ctrl", "opt", "shift", "cmd"), count)]
CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789,.-#äöüß"
NAMED = [*(f"f{number}" for number in range(1, 25)), "esc", "tab", "enter", "backspace", "delete", "insert",
         "home", "end", "pageup", "pagedown", "up", "down", "left", "right", "print", "pause", "menu", "help",
         "volumedown", "volumeup", "mute", "playpause", "nextsong", "previoussong", "mail", "calc"]
# The chords whose meaning must be the same with both settings.
TAKEN = {"cmd+j", "ctrl+opt+u", "shift+cmd+j", "cmd+k", "f9", "volumeup", "cmd+down", "cmd+[", "cmd+ü", "q",
         "f1", "opt+cmd+f1", "ctrl+cmd+q"}
PREFIXES = ["cmd+k", *(f"ctrl+opt+cmd+{letter}" for letter in "abcdefghij")]


def others():
    """An endless sequence of entries: all kinds of chords with all kinds of conditions, followed by sequences."""
    chance = random.Random(1)

    def entry(chord):
        conditions = ["", "", "", "when: { focus: text-field }", "when: { focus: [text-view, other] }",
                      "when: { context: 'chat*' }", "when: { device: 'name=*Scanner*' }"]
        words = [f"chord: '{chord}'", chance.choice(conditions)]
        # Chords that type or edit without modifiers are left to the text.
        if "+" in chord and not chord.startswith("shift+"):
            words.append(chance.choice(["", "", "priority: true", "global: true"])
                         if "focus" not in words[1] else chance.choice(["", "priority: true"]))
        return ", ".join(filter(None, words))

    chords = [f"{held}+{key}" if held else key for held in MODIFIERS for key in (*CHARACTERS, *NAMED)
              # Bound editing keys are left to the text, and are looked up in any case.
              if key not in ("left", "right", "backspace", "enter", "tab") or "ctrl" in held]
    chords.remove("ctrl+f2")  # the program reserves it for menus, and warns about commands that use it
    singles = [chord for chord in chords if chord not in TAKEN and chord not in PREFIXES]
    for chord in chance.sample(singles, len(singles)):
        yield entry(chord)
    followers = [chord for chord in chords if chord not in ("cmd+c", "cmd+x")]
    for prefix, chord in itertools.product(PREFIXES, chance.sample(followers, len(followers))):
        yield entry(f"{prefix} {chord}")


def settings(count):
    """The settings file with this many commands; the ten are distributed evenly among the others."""
    rest = others()
    lines = ["commands:"]
    for place in range(count):
        step = count // len(TEN)
        is_ours = place % step == step // 2
        words = TEN[place // step][0] if is_ours else next(rest)
        lines.append(f"  - {{ command: {'pressed' if is_ours else 'other'}-{place // step if is_ours else place}, "
                     f"{words} }}")
    return "\n".join(lines) + "\n"


def capture(presses):
    """A raw capture of about this many presses: half of them type, the others are the ten, edits, and unbound keys."""
    chance = random.Random(2)
    events, clock, count = bytearray(), 1_000_000, 0

    def change(code, value):
        nonlocal clock
        clock += 5000
        for event in ((1, code, value), (0, 0, 0)):
            events.extend(struct.pack("<qqHHi", clock // 1_000_000, clock % 1_000_000, *event))

    while count < presses:
        dice = chance.randrange(10)
        if dice < 5:
            chords = [(chance.choice((SHIFT, 0)), chance.choice(LETTERS))] if dice == 0 else \
                     [(chance.choice((*LETTERS, SPACE)),)]
        elif dice < 8:
            chords = chance.choice(TEN)[1]
        else:
            chords = [chance.choice(NOBODYS if dice == 8 else EDITS)]
        for chord in chords:
            keys = [key for key in chord if key]
            for key in keys:
                change(key, 1)
            for key in reversed(keys):
                change(key, 0)
            count += 1
    return bytes(events)


# The ten without the one that never runs.
RUNNING = {f"pressed-{number}" for number in range(len(TEN) - 1)}


def ran(facts):
    """The commands that ran, according to lines of the JSON mirror."""
    return {fact["id"] for fact in map(json.loads, facts.splitlines()) if fact["event"] == "command.invoked"}
