# SPDX-License-Identifier: Apache-2.0
"""A program whose toolkit owns the text. It prints the text, what is composed, and keys, until ⎋ is released."""

import json
import math
import select
import sys

import keybridge_client as kb


class Text(kb.Toolkit):
    """A text of at most 12 characters."""

    def __init__(self):
        self.text, self.anchor, self.head = "", 0, 0
        self.is_running = True

    def surroundings(self):
        return kb.Surroundings(self.text, self.anchor, self.head)

    def edit(self, before, after, text):
        begin, end = sorted((self.anchor, self.head))
        begin, end = begin - before, end + after
        text = text[:max(0, 12 - len(self.text) + end - begin)]
        self.text = self.text[:begin] + text + self.text[end:]
        self.anchor = self.head = begin + len(text)
        self.say("text", self.text)

    def preedit(self, marked):
        self.say("marked", marked and marked.text)

    def key(self, key):
        self.say(key.phase, key.key)
        if key.phase != "ended":
            if key.key == "KEY_BACKSPACE":
                self.edit(self.anchor == self.head and self.head > 0, 0, "")
            elif key.key == "KEY_LEFT":
                self.anchor = self.head = max(0, self.head - 1)
        elif key.key == "KEY_ESC":
            self.is_running = False

    @staticmethod
    def say(*words):
        print(json.dumps(words, ensure_ascii=False, separators=(",", ":")), flush=True)


def main():
    text = Text()
    client = kb.LoopClient("till", sys.argv[1], on_state=lambda state, reason: state == "lost" and "No such" in reason or text.say(state), grace=30)
    client.on_error = lambda error: text.say("error", str(error))
    traits = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {"autocapitalizationType": "none"}
    client.focus(client.external("name", text, traits=traits))
    while text.is_running:
        pause = client.pause
        select.select([client.fileno()], [], [], None if pause in (None, math.inf) else pause)
        client.poll()
    client.close()


if __name__ == "__main__":
    main()
