#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A form in Textual, of widgets that do not know Keybridge.

    PYTHONPATH=Clients/Python Adapters/textual/example.py [SOCKET]
"""

import sys

import keybridge_client as kb
from keybridge_textual import Keyboard
from textual.app import App, ComposeResult
from textual.widgets import Button, Input, TextArea


class Form(App):
    BINDINGS = [("escape", "quit", "Quit"), ("ctrl+t", "clear", "Clear")]

    def __init__(self, path: str = kb.SOCKET) -> None:
        super().__init__()
        self.path = path

    def compose(self) -> ComposeResult:
        yield Input(placeholder="Name", max_length=20, id="name")
        yield Input(placeholder="PIN", password=True, restrict="[0-9]*", id="pin")
        yield TextArea(id="notes", tab_behavior="focus")
        yield Button("Save", id="save")

    def on_mount(self) -> None:
        self.keyboard = Keyboard(self, "form", self.path)
        self.run_worker(self.keyboard.run())

    def action_clear(self) -> None:
        self.query_one("#name", Input).value = ""


if __name__ == "__main__":
    Form(*sys.argv[1:]).run()
