# SPDX-License-Identifier: Apache-2.0
"""Text and keys from Keybridge for the widgets of a Textual application.

    class Till(App):
        def on_mount(self) -> None:
            self.run_worker(Keyboard(self, "till").run())

Text and keys arrive in the queue of the application, in order, as if they were
typed at its terminal. Text that is being composed and candidates are shown at
the caret. Without the service the terminal's own keys arrive.
"""

from __future__ import annotations

import keybridge_client as kb
from rich.text import Text
from textual import events
from textual.app import App
from textual.keys import _character_to_key
from textual.widgets import Input, Static, TextArea

KEYS = {"ESC": "escape", "KPENTER": "enter"}
"""The names of keys that Textual names otherwise than the kernel, without KEY_."""

MODIFIERS = {"control": "ctrl", "option": "alt", "shift": "shift", "command": "super"}


def event_of(key: kb.Key) -> events.Key:
    """Return the event for a key: `ctrl+a`, `shift+left`, or a character outside of texts."""
    shortcut = [name for name in ("control", "option", "command") if name in key.modifiers]
    if len(key.characters) == 1 and key.characters.isprintable():
        name, held = _character_to_key(key.characters), shortcut
    else:
        name = key.key.replace("KEY_", "", 1)
        name, held = KEYS.get(name, name.lower()), key.modifiers
    words = [MODIFIERS[name] for name in held if name in MODIFIERS]
    return events.Key("+".join([*sorted(words), name]), None if shortcut or not key.characters.isprintable() else key.characters or None)


class Composition(Static):
    """Text that is being composed, and candidates, over the caret of a widget."""

    DEFAULT_CSS = """
    Composition { overlay: screen; position: absolute; width: auto; height: auto; background: $panel; color: $foreground; }
    """


class Part(kb.Toolkit):
    """The widgets of an application: those with a text and without, or those with a secret."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.edit, self.key = keyboard.edit, keyboard.key

    def surroundings(self) -> kb.Surroundings | None:
        is_active = self.keyboard.field is not None and self.keyboard.field.toolkit is self
        return self.keyboard.surroundings() if is_active else None

    def preedit(self, marked: kb.Marked | None) -> None:
        self.keyboard.draw()


class Keyboard:
    """The connection of an application, for the widget that has the focus."""

    def __init__(self, app: App, name: str, path: str = kb.SOCKET, **options) -> None:
        self.app, self.widget, self.field = app, None, None
        self.client = kb.LoopClient(name, path, on_notification=lambda notification: self.draw(), **options)
        # Between two texts the keyboard stays with the application, with keys only. A text that was secure stays secret,
        # so that secrets have a field of their own.
        self.window = self.client.external("window", Part(self), is_editable=False)
        self.secret = self.client.external("secret", Part(self), traits={"isSecureTextEntry": True})
        self.shown: Composition | None = None

    async def run(self) -> None:
        """Serve the application, as one of its workers, until it ends."""
        timer = self.app.set_interval(0.05, self.follow_focus)
        self.follow_focus()
        try:
            await self.client.run()
        finally:
            timer.stop()
            self.client.close()

    def follow_focus(self) -> None:
        """Describe the widget that has the focus to the service. Composed text stays in the last one."""
        if not self.app.screen_stack:
            return      # the application ends
        widget = self.app.focused
        is_editable, is_multiline, keyboard_type = False, False, "default"
        if isinstance(widget, Input):
            is_editable, keyboard_type = not widget.disabled, "default" if widget.type == "text" else "numbersAndPunctuation"
        elif isinstance(widget, TextArea):
            is_editable, is_multiline = not widget.read_only, True
        field = self.secret if isinstance(widget, Input) and widget.password else self.window
        if widget is not self.widget and self.field is not None:
            self.field.end_composition()
        self.widget, self.field = widget, field
        properties, traits = {"isEditable": is_editable, "isMultiline": is_multiline}, {"keyboardType": keyboard_type}
        if field.create["properties"] != properties:
            field.change(properties=properties)
        if (field.create.get("traits") or {}).get("keyboardType", "default") != keyboard_type:
            field.change(traits=traits)
        if field is not self.client.focused:
            self.client.focus(field)
        # A report during a key would say that the key was handled, and later keys would go to this widget.
        if not self.client.is_held:
            field.changed()

    # The toolkit

    def surroundings(self) -> kb.Surroundings | None:
        widget = self.widget
        if isinstance(widget, Input):
            return kb.Surroundings(widget.value, *widget.selection)
        if isinstance(widget, TextArea):
            first, ends = self.lines(widget)
            last = max(row for row, _ in widget.selection)
            return kb.Surroundings("\n".join(widget.document[row] for row in range(first, last + 1)), *ends)
        return None

    @staticmethod
    def lines(widget: TextArea) -> tuple[int, list[int]]:
        """Return the first line of the selection, and the ends of the selection from its start."""
        first = min(row for row, _ in widget.selection)
        return first, [sum(len(widget.document[line]) + 1 for line in range(first, row)) + column for row, column in widget.selection]

    def edit(self, before: int, after: int, text: str) -> None:
        widget = self.widget
        if isinstance(widget, Input):
            begin, end = sorted(widget.selection)
            widget.replace(text, begin - before, end + after)
        elif isinstance(widget, TextArea) and not widget.read_only:
            first, ends = self.lines(widget)
            content = self.surroundings().text
            places = [content[:place].split("\n") for place in (min(ends) - before, max(ends) + after)]
            start, end = [(first + len(rows) - 1, len(rows[-1])) for rows in places]
            widget.replace(text, start, end, maintain_selection_offset=False)
        else:
            for character in text:
                self.app.call_later(self.press, events.Key(_character_to_key(character), character))

    def key(self, key: kb.Key) -> None:
        if key.phase in ("began", "repeated"):
            # A key is handled by several queues. The next message is for the widget after that.
            self.client.hold()
            self.app.call_later(self.press, event_of(key))

    async def press(self, event: events.Key) -> None:
        """Pass a key to the application, unless it has closed its screens."""
        nodes = []
        try:
            if self.app.screen_stack:
                await self.app.on_event(event)
                nodes = [*(self.app.focused or self.app.screen).ancestors_with_self]
        finally:
            self.climb(nodes)

    def climb(self, nodes: list) -> None:
        """Wait for the queues that the last key passes, from the widget to the application."""
        if nodes and nodes[0].call_later(self.climb, nodes[1:]):
            return
        self.follow_focus()
        self.client.release()

    def draw(self) -> None:
        """Show composed text and candidates, or none."""
        marked, listed = self.field and self.field.marked, self.client.candidates
        text = Text(marked.text if marked else "", style="underline")
        if listed:
            row = "  ".join(f"{number} {item['text']}" for number, item in enumerate(listed["items"], 1))
            text = Text("\n").join([text, Text(row)]) if marked else Text(row)
        if not text or not self.app.screen_stack:
            if self.shown is not None:
                self.shown.remove()
            self.shown = None
            return
        if self.shown is None:
            self.shown = Composition()
            self.app.screen.mount(self.shown)
        self.shown.styles.offset = self.app.cursor_position
        self.shown.update(text)
