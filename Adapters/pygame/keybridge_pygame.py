# SPDX-License-Identifier: Apache-2.0
"""Text and keys from Keybridge as the events of pygame.

    keyboard = Keyboard("game")
    while True:
        keyboard.pump()
        for event in pygame.event.get(): ...

Text arrives as TEXTINPUT, text that is being composed as TEXTEDITING, and all
other keys as KEYDOWN and KEYUP. Without the service pygame's own events arrive.
"""

from __future__ import annotations

import keybridge_client as kb
import pygame

KEYS = {"ENTER": "RETURN", "ESC": "ESCAPE", "LEFTCTRL": "LCTRL", "RIGHTCTRL": "RCTRL", "LEFTSHIFT": "LSHIFT", "RIGHTSHIFT": "RSHIFT",
        "LEFTALT": "LALT", "RIGHTALT": "RALT", "LEFTMETA": "LMETA", "RIGHTMETA": "RMETA", "KPENTER": "KP_ENTER", "KPPLUS": "KP_PLUS",
        "KPMINUS": "KP_MINUS", "SCROLLLOCK": "SCROLLOCK", "SYSRQ": "PRINT", "COMPOSE": "MENU"}
"""The keys that pygame names otherwise than the kernel, without K_ and KEY_."""

MODIFIERS = {"shift": pygame.KMOD_LSHIFT, "control": pygame.KMOD_LCTRL, "option": pygame.KMOD_LALT,
             "command": pygame.KMOD_LMETA, "capslock": pygame.KMOD_CAPS}


def key_of(key: kb.Key) -> int:
    """Return pygame's number of a key: its symbol on the layout, or its name."""
    if 0x20 < key.keysym_value < 0x7f or 0xa0 < key.keysym_value <= 0xff:
        return ord(chr(key.keysym_value).lower())
    name = key.key.replace("KEY_", "", 1)
    return getattr(pygame, "K_" + KEYS.get(name, name), pygame.K_UNKNOWN)


def event_of(key: kb.Key) -> pygame.event.Event:
    """Return the event for a key. A shortcut or a key outside of texts has its character as `unicode`."""
    mod = sum(MODIFIERS.get(name, 0) for name in key.modifiers)
    if key.phase in ("began", "repeated"):
        return pygame.event.Event(pygame.KEYDOWN, key=key_of(key), mod=mod, unicode=key.characters, scancode=0, window=None)
    return pygame.event.Event(pygame.KEYUP, key=key_of(key), mod=mod, unicode=key.characters, scancode=0, window=None)


class Events(kb.Toolkit):
    """Posts everything to the queue of pygame, in order."""

    def edit(self, before: int, after: int, text: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text, window=None))

    def preedit(self, marked: kb.Marked | None) -> None:
        text, caret = (marked.text, marked.caret or 0) if marked else ("", 0)
        pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=caret, length=0, window=None))

    def key(self, key: kb.Key) -> None:
        # Like SDL, pygame reports a held key again only if the program asked for it.
        if key.phase != "repeated" or pygame.key.get_repeat() != (0, 0):
            event = event_of(key)
            pygame.key.set_mods(event.mod)
            pygame.event.post(event)


class Line(kb.Toolkit):
    """A line of text with a selection, which a program draws. Its surroundings are known, so that words are corrected.

    `unhandled` gets the events of the keys that the line does not handle, such as ⇥ and ⏎; by default they are posted.
    """

    def __init__(self, text: str = "", maximum: int | None = None, accepts=lambda text: True, unhandled=pygame.event.post) -> None:
        self.text, self.anchor, self.head = text, len(text), len(text)
        self.maximum, self.accepts, self.unhandled = maximum, accepts, unhandled

    def surroundings(self) -> kb.Surroundings:
        return kb.Surroundings(self.text, self.anchor, self.head)

    def edit(self, before: int, after: int, text: str) -> None:
        begin, end = sorted((self.anchor, self.head))
        begin, end = max(0, begin - before), end + after
        if self.maximum is not None:
            text = text[:max(0, self.maximum - len(self.text) + end - begin)]
        changed = self.text[:begin] + text + self.text[end:]
        if self.accepts(changed):
            self.text, self.anchor, self.head = changed, begin + len(text), begin + len(text)

    def key(self, key: kb.Key) -> None:
        event = event_of(key)
        if not self.handle(event):
            self.unhandled(event)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of pygame; return whether it was for the line."""
        if event.type == pygame.TEXTINPUT:
            self.edit(0, 0, event.text)
            return True
        if event.type != pygame.KEYDOWN:
            return False
        has_selection = self.anchor != self.head
        if event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            is_back = event.key == pygame.K_BACKSPACE
            self.edit(is_back and not has_selection, not is_back and not has_selection, "")
            return True
        if event.key == pygame.K_a and event.mod & pygame.KMOD_CTRL:
            self.anchor, self.head = 0, len(self.text)
            return True
        places = {pygame.K_LEFT: self.head - 1, pygame.K_RIGHT: self.head + 1, pygame.K_HOME: 0, pygame.K_END: len(self.text)}
        if event.key not in places:
            return False
        self.head = min(max(0, places[event.key]), len(self.text))
        if not event.mod & pygame.KMOD_SHIFT:
            self.anchor = self.head
        return True


class Keyboard(kb.LoopClient):
    """The connection of a window. `pump` is called once per frame, before `pygame.event.get`."""

    def __init__(self, name: str, path: str = kb.SOCKET, **options) -> None:
        self.noticed = options.pop("on_notification", None)
        super().__init__(name, path, on_notification=self.notice, **options)
        # Without a text the keyboard stays with the window, with keys only. A text that was secure stays secret,
        # so that secrets have a field of their own.
        self.window = self.external("window", Events(), is_editable=False)
        self.secret = self.external("secret", Events(), traits={"isSecureTextEntry": True})
        self.focus(self.window)

    def text(self, is_on: bool, is_secret: bool = False, **traits) -> None:
        """Begin or end text as events: TEXTINPUT and TEXTEDITING."""
        field = self.secret if is_on and is_secret else self.window
        self.window.end_composition()
        self.window.change(properties={"isEditable": is_on and not is_secret})
        if traits:
            field.change(traits=traits)
        self.focus(field)

    def notice(self, notification: kb.Notification) -> None:
        # The program reads a key from its queue, and may move the focus. The next message is for the field after that.
        if notification.method == "external.key" and notification.params["phase"] == "began" and self.has_text:
            self.hold()
        if self.noticed is not None:
            self.noticed(notification)

    @property
    def has_text(self) -> bool:
        return isinstance(self.focused, kb.ExternalField) and self.focused.is_editable

    def pump(self) -> None:
        """Handle messages. The events of the last frame count as handled."""
        self.release()
        self.poll()
