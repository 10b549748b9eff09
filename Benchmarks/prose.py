# SPDX-License-Identifier: Apache-2.0
"""Writes a capture of English text that is typed on a keyboard with the US layout."""

ROWS = {16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
CODES = {letter: first + place for first, row in ROWS.items() for place, letter in enumerate(row)} | {
    " ": 57, ".": 52, ",": 51, "'": 40, "-": 12, "\n": 28}
SHIFT = 42


class KeyWriter:
    """Writes the presses and releases of keys as a file of evemu."""

    def __init__(self, file):
        self.file, self.clock = file, 1_000_000
        file.write("# EVEMU 1.2\nN: Benchmark Keyboard\nI: 0003 1209 0001 0110\n")

    @staticmethod
    def keys(text):
        """The characters of a text that are typed; others are left out."""
        return [letter for letter in text.replace("’", "'") if letter.lower() in CODES]

    @classmethod
    def count(cls, text):
        return len(cls.keys(text))

    def write(self, text):
        for letter in self.keys(text):
            code = CODES[letter.lower()]
            if letter.isupper():
                self.change(SHIFT, 1)
            self.change(code, 1)
            self.change(code, 0)
            if letter.isupper():
                self.change(SHIFT, 0)

    def change(self, code, value):
        self.clock += 50_000
        stamp = f"{self.clock // 1_000_000}.{self.clock % 1_000_000:06d}"
        self.file.write(f"E: {stamp} 0001 {code:04x} {value}\nE: {stamp} 0000 0000 0\n")
