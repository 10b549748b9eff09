# SPDX-License-Identifier: Apache-2.0
"""Creates settings with ten commands, and settings with ten thousand that include these ten. Creates captures
that press the keys of the ten, type text, and press unhandled keys, so that both settings have the same work.
"""
import itertools
import json
import random
import struct

# The keys of the captures, by the kernel's codes; the German layout decides what they type.
CTRL, SHIFT, ALT, META = 29, 42, 56, 125
BACKSPACE, TAB, Q, U, LEFTBRACE, ENTER, J, K, X, C, SPACE = 14, 15, 16, 22, 26, 28, 36, 37, 45, 46, 57
F1, F5, F9, LEFT, RIGHT, DOWN, VOLUMEUP = 59, 63, 67, 105, 106, 108, 115
LETTERS = [*range(16, 26), *range(30, 39), *range(44, 51)]

# Each of the ten: its entry in the settings, and the presses that run it. They cover all ways to find a
# command. One of them is a plain letter with priority, so that every typed letter has to be looked up.
TEN = [
    ("chord: cmd+j", [(META, J)]),
    ("chord: ctrl+opt+u, when: { context: '*' }", [(CTRL, ALT, U)]),
    ("chord: shift+cmd+j, when: { focus: text, device: all }", [(META, SHIFT, J)]),
    ("chord: cmd+k cmd+c", [(META, K), (META, C)]),
    ("chord: cmd+k cmd+x f5", [(META, K), (META, X), (F5,)]),
    ("chord: f9", [(F9,)]),
    ("chord: volumeup, global: true", [(VOLUMEUP,)]),
    ("chord: cmd+down, priority: true", [(META, DOWN)]),
    ("chord: 'cmd+['", [(META, LEFTBRACE)]),                 # ü replaces it: the layout has [ with AltGr
    ("chord: q, when: { focus: other }, priority: true", [(Q,)]),   # in a text it is typed
]
NOBODYS = [(F1,), (META, ALT, F1), (META, CTRL, Q)]
EDITS = [(BACKSPACE,), (LEFT,), (RIGHT,), (SHIFT, LEFT), (ALT, RIGHT), (ENTER,), (TAB,)]

MODIFIERS = ["+".join(held) for count in range(5)
             for held in itertools.combinations(("ctrl", "opt", "shift", "cmd"), count)]
CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789,.-#äöüß"
NAMED = [*(f"f{number}" for number in range(1, 25)), "esc", "tab", "enter", "backspace", "delete", "insert",
         "home", "end", "pageup", "pagedown", "up", "down", "left", "right", "print", "pause", "menu", "help",
         "volumedown", "volumeup", "mute", "playpause", "nextsong", "previoussong", "mail", "calc"]
# The chords that the captures press; they must have the same effect with both settings.
TAKEN = {"cmd+j", "ctrl+opt+u", "shift+cmd+j", "cmd+k", "f9", "volumeup", "cmd+down", "cmd+[", "cmd+ü", "q",
         "f1", "opt+cmd+f1", "ctrl+cmd+q"}
PREFIXES = ["cmd+k", *(f"ctrl+opt+cmd+{letter}" for letter in "abcdefghij")]


def others():
    """Generates entries: chords of every kind with every kind of condition, then sequences."""
    chance = random.Random(1)

    def entry(chord):
        conditions = ["", "", "", "when: { focus: text-field }", "when: { focus: [text-view, other] }",
                      "when: { context: 'chat*' }", "when: { device: 'name=*Scanner*' }"]
        words = [f"chord: '{chord}'", chance.choice(conditions)]
        # Keys that type or edit without modifiers are left to the text.
        if "+" in chord and not chord.startswith("shift+"):
            words.append(chance.choice(["", "", "priority: true", "global: true"])
                         if "focus" not in words[1] else chance.choice(["", "priority: true"]))
        return ", ".join(filter(None, words))

    chords = [f"{held}+{key}" if held else key for held in MODIFIERS for key in (*CHARACTERS, *NAMED)
              # Editing keys keep their bindings, but they are looked up too.
              if key not in ("left", "right", "backspace", "enter", "tab") or "ctrl" in held]
    chords.remove("ctrl+f2")  # reserved for menus; the program warns about commands that use it
    singles = [chord for chord in chords if chord not in TAKEN and chord not in PREFIXES]
    for chord in chance.sample(singles, len(singles)):
        yield entry(chord)
    followers = [chord for chord in chords if chord not in ("cmd+c", "cmd+x")]
    for prefix, chord in itertools.product(PREFIXES, chance.sample(followers, len(followers))):
        yield entry(f"{prefix} {chord}")


def settings(count):
    """The settings file with the given number of commands: the ten, evenly distributed among others."""
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
    """The bytes of a raw capture of about the given number of presses. Half of them type; the others run the
    ten commands, edit, or are unhandled."""
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


# The ten commands without the one that never runs.
RUNNING = {f"pressed-{number}" for number in range(len(TEN) - 1)}


def ran(facts):
    """The commands that ran, from lines of the JSON mirror."""
    return {fact["id"] for fact in map(json.loads, facts.splitlines()) if fact["event"] == "command.invoked"}
