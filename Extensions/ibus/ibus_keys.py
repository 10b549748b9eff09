# SPDX-License-Identifier: Apache-2.0
"""The numbers of keys and modifiers for IBus."""

from gi.repository import IBus

# Engines of Korean read the place of a key, as the kernel numbers it, on a keyboard of the United States.
ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'`", 43: "\\zxcvbnm,./"}
CODES = {character: first + place for first, row in ROWS.items() for place, character in enumerate(row)}
NAMES = {"Escape": 1, "BackSpace": 14, "Tab": 15, "Return": 28, "space": 57, "F9": 67, "KP_Enter": 96, "Home": 102, "Up": 103,
         "Page_Up": 104, "Prior": 104, "Left": 105, "Right": 106, "End": 107, "Down": 108, "Page_Down": 109, "Next": 109,
         "Delete": 111}

MASKS = {"shift": IBus.ModifierType.SHIFT_MASK, "control": IBus.ModifierType.CONTROL_MASK,
         "option": IBus.ModifierType.MOD1_MASK, "command": IBus.ModifierType.SUPER_MASK,
         "capslock": IBus.ModifierType.LOCK_MASK}

# Does nothing in any engine; its answer comes after the effects of what was sent before.
VOID = (0xFFFFFF, 0, IBus.ModifierType.RELEASE_MASK)


def event(key):
    """The keysym, the code and the modifiers of a key of the protocol."""
    text, name = key.get("text", ""), key.get("name", "")
    # The name is that of the key without Shift, the text that with it.
    keysym = IBus.unicode_to_keyval(text) if len(text) == 1 and text.isprintable() else IBus.keyval_from_name(name)
    code = NAMES.get(name) or CODES.get(key.get("characters", "").lower(), 0)
    state = 0
    for modifier in key.get("modifiers", []):
        state |= int(MASKS.get(modifier, 0))
    return keysym, code, state


PURPOSES = {"emailAddress": IBus.InputPurpose.EMAIL, "URL": IBus.InputPurpose.URL, "phonePad": IBus.InputPurpose.PHONE,
            "numberPad": IBus.InputPurpose.DIGITS, "asciiCapableNumberPad": IBus.InputPurpose.DIGITS,
            "decimalPad": IBus.InputPurpose.NUMBER, "namePhonePad": IBus.InputPurpose.NAME}
CAPITALS = {"words": IBus.InputHints.UPPERCASE_WORDS, "sentences": IBus.InputHints.UPPERCASE_SENTENCES,
            "allCharacters": IBus.InputHints.UPPERCASE_CHARS}


def content_type(traits):
    """The purpose and the hints of a field with traits."""
    purpose = PURPOSES.get(traits.get("keyboardType"), IBus.InputPurpose.FREE_FORM)
    if traits.get("textContentType") in ("name", "givenName", "familyName"):
        purpose = IBus.InputPurpose.NAME
    hints = int(CAPITALS.get(traits.get("autocapitalizationType"), 0))
    spelling = {"no": IBus.InputHints.NO_SPELLCHECK, "yes": IBus.InputHints.SPELLCHECK}
    return int(purpose), hints | int(spelling.get(traits.get("spellCheckingType"), 0))
