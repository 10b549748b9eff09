#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types into an Input of Textual with the client for Python. Text that is being composed is shown in the border.

    PYTHONPATH=Clients/Python Examples/Toolkits/textual_input.py [SOCKET]
"""

import sys

import keybridge_client as kb
from textual import events
from textual.app import App
from textual.widgets import Input

KEYS = {"ESC": "escape"}
MODIFIERS = {"control": "ctrl", "option": "alt", "shift": "shift"}


class Line(kb.Toolkit):
    def __init__(self, app):
        self.app, self.widget = app, app.query_one(Input)

    def surroundings(self):
        return kb.Surroundings(self.widget.value, *self.widget.selection)

    def edit(self, before, after, text):
        begin, end = sorted(self.widget.selection)
        self.widget.replace(text, begin - before, end + after)

    def preedit(self, marked):
        self.widget.border_title = marked.text if marked else ""

    def key(self, key):
        if key.phase in ("began", "repeated"):
            self.app.client.hold()
            self.app.call_later(self.press, key)

    async def press(self, key):
        name = key.key[4:].lower() if not key.modifiers or len(key.characters) != 1 else key.characters
        held = sorted(MODIFIERS[name] for name in key.modifiers if name in MODIFIERS)
        await self.app.on_event(events.Key("+".join([*held, KEYS.get(key.key[4:], name)]), None))
        self.widget.call_later(self.app.client.release)


class Form(App):
    BINDINGS = [("escape", "quit", "Quit")]

    def compose(self):
        yield Input()

    def on_mount(self):
        self.client = kb.LoopClient("textual", *sys.argv[1:2])
        self.client.focus(self.client.external("line", Line(self)))
        self.run_worker(self.client.run())


if __name__ == "__main__":
    Form().run()
