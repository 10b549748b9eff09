# SPDX-License-Identifier: Apache-2.0
"""Fields: copies of containers, from which drawing code reads values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Union

from .wire import ConnectionLost, splice

Send = Callable[..., None]
"""Sends a request without a response: `send(method, **params)`."""

LIMIT = 4000
"""The largest size of the text of `surroundings.set`, in bytes of UTF-8."""

MOST_DOWN = 256
"""How many keys can be down; a press beyond that is ignored."""


@dataclass(frozen=True)
class Segment:
    """A part of marked text; `style` is `raw`, `converted` or `focused`."""

    length: int
    style: str


@dataclass(frozen=True)
class Marked:
    """Text that is being composed, to be shown at `place` of a text.

    It is not a part of the text. `caret` is an offset in it; None if no caret
    is shown. `fallback` is inserted if the program ends the composition.
    """

    text: str
    segments: tuple[Segment, ...] = ()
    caret: Union[int, None] = None
    fallback: str = ""
    composition: int = 0
    place: int = 0


@dataclass(frozen=True)
class Surroundings:
    """The text of a field without marked text, and its selection.

    `head` is the end that moves, and the caret if `anchor` is equal.
    """

    text: str
    anchor: int
    head: int


@dataclass(frozen=True)
class Key:
    """A key that types no text.

    `phase` is `began`, `repeated`, `ended` or `cancelled`. `code` is the
    number of the key in the kernel and `key` its name, `keysym` and
    `keysym_value` are the symbol on the layout. `characters` is for shortcuts
    only, and never inserted as text while the field is editable.
    """

    phase: str
    code: int
    key: str
    keysym: str = ""
    keysym_value: int = 0
    modifiers: tuple[str, ...] = ()
    characters: str = ""
    device: str = ""
    time: int = 0


class Toolkit:
    """The functions of a toolkit that an `ExternalField` calls; override them.

    Offsets and lengths count the characters of `str`.
    """

    def edit(self, before: int, after: int, text: str) -> None:
        """Delete the selection, then so many characters before and after the
        caret, and insert a text. The toolkit may cut the text, or refuse."""
        raise NotImplementedError

    def preedit(self, marked: Union[Marked, None]) -> None:
        """Show text that is being composed at the caret, or none."""

    def key(self, key: Key) -> None:
        """Handle a key, such as ⌫, ⏎, an arrow or a shortcut."""

    def surroundings(self) -> Union[Surroundings, None]:
        """Return the text and the selection; None if they are not known."""
        return None


class Field:
    """A copy of a container whose text the service owns.

    `text`, `anchor`, `head` and `marked` are the present state, in characters
    of `str`. A client passes its notifications to `follow`.
    """

    def __init__(self, container: str, **create: Any) -> None:
        self.container = container
        # The members of container.create.
        self.create = create
        self.text = ""
        self.anchor: int | None = None
        self.head: int | None = None
        self.marked: Marked | None = None
        # The continuation that is shown dimmed after the caret.
        self.inline: str | None = None
        # Number to pass as ifRevision of an edit.
        self.revision = 0
        self.has_focus = False
        # A part of CandidateList, while this field has the focus.
        self.candidates: dict[str, Any] | None = None
        self._send: Send | None = None
        # Whether the container had been created, so that its text is known.
        self._was_created = False
        # Whether notifications refer to the text of this copy.
        self._is_loaded = False

    @property
    def is_secure(self) -> bool:
        """Whether the field is for a secret."""
        return bool((self.create.get("traits") or {}).get("isSecureTextEntry"))

    @property
    def shown(self) -> tuple[str, Union[int, None]]:
        """The text to draw, with marked text, and the caret in it."""
        marked = self.marked
        if marked is None:
            head = self.head
            return self.text, None if head is None else min(head, len(self.text))
        text = self.text[:marked.place] + marked.text + self.text[marked.place:]
        caret = None if marked.caret is None else marked.place + marked.caret
        return text, caret

    def members(self) -> dict[str, Any]:
        """The members of container.create, with the text after a restart."""
        params = {"container": self.container, **self.create}
        if self._was_created:
            params["text"] = "" if self.is_secure else self.text
        return params

    def connected(self, send: Send, container: dict[str, Any] | None) -> None:
        """Begin after `hello`; `container` is the one of its snapshot."""
        self._send = send
        self._is_loaded = False
        self.marked = self.candidates = self.inline = None
        if container is not None:
            self.load(container)

    def disconnected(self) -> None:
        """End what the service can no longer end."""
        self._send = None
        self._is_loaded = self.has_focus = False
        self.candidates = self.inline = None
        if self.marked is not None:
            # The service commits text that is being composed.
            place = self.marked.place
            self.text = self.text[:place] + self.marked.text + self.text[place:]
            self.marked = None
        end = len(self.text)
        self.anchor = end if self.anchor is None else min(self.anchor, end)
        self.head = end if self.head is None else min(self.head, end)

    def load(self, container: dict[str, Any]) -> None:
        """Copy the result of container.get, or a part of a snapshot."""
        if not isinstance(container, dict):
            raise invalid("container")
        text = _text(container, "text")
        span = _range(container, "marked", optional=True)
        self._was_created = self._is_loaded = True
        self.text, self.marked = text, None
        self.revision = _count(container, "revision", 0)
        if span is not None:
            begin, end = index_of(text, span[0]), index_of(text, span[1])
            self.text = text[:begin] + text[end:]
            self.marked = Marked(text[begin:end], place=begin)
        self._select(container, text)

    def follow(self, method: str, params: dict[str, Any]) -> bool:
        """Apply a notification of this container; return whether the field
        changed."""
        if method in ("focus.didBegin", "focus.didEnd"):
            self.has_focus = method == "focus.didBegin"
            self.candidates = None
            return True
        if not self._is_loaded:
            return False  # the result of container.get will have it
        if method == "text.didChange":
            return self._change(params)
        if method == "selection.didChange":
            self._select(params, self.shown[0])
        elif method == "marked.didChange":
            self._mark(params)
        elif method == "inline.didChange":
            self.inline = _text(params, "text", None)
        else:
            return False
        return True

    def settle(self) -> None:
        """Report what has to be reported after a batch of notifications."""

    def _change(self, params: dict[str, Any]) -> bool:
        revision = _count(params, "revision", 0)
        if revision and revision <= self.revision:
            return False  # a snapshot had it already
        span = _range(params, "range")
        assert span is not None
        string = _text(params, "string")
        place = self.marked.place if self.marked is not None else 0
        before = len(self.text)
        self.text = splice(self.text, list(span), string)
        if self.marked is not None and index_of(self.text, span[0]) <= place:
            place = max(0, place + len(self.text) - before)
            self.marked = replace(self.marked, place=min(place, len(self.text)))
        self.revision = revision or self.revision
        return True

    def _mark(self, params: dict[str, Any]) -> None:
        span = _range(params, "range", optional=True)
        if span is None:
            self.marked = None
            return
        string = _text(params, "string")
        place = index_of(self.text, span[0])
        caret = None if self.head is None else self.head - place
        if caret is None or not 0 <= caret <= len(string):
            caret = len(string)
        segments = _segments(params, string, utf16=True)
        self.marked = Marked(string, segments, caret, string, 0, place)

    def _select(self, params: dict[str, Any], text: str) -> None:
        """Place the selection; its offsets include marked text."""
        ends: list[int | None] = []
        for name in ("anchor", "head"):
            offset = params.get(name)
            if offset is not None and not _is_count(offset):
                raise invalid(name)
            ends.append(None if offset is None else index_of(text, offset))
        self.anchor, self.head = ends
        if self.marked is None or self.head is None:
            return
        length = len(self.marked.text)
        caret = self.head - self.marked.place
        if 0 <= caret <= length:
            self.marked = replace(self.marked, caret=caret)


class ExternalField(Field):
    """A copy of a container whose text a toolkit owns.

    It calls the toolkit for each message of the service, in order, and reports
    what the toolkit holds. Changes that the toolkit or the program makes are
    found by comparing; `changed` reports them without waiting for `poll`.
    """

    def __init__(self, container: str, toolkit: Toolkit, *,
                 is_editable: bool = True, is_multiline: bool = False,
                 label: str | None = None,
                 traits: dict[str, Any] | None = None) -> None:
        properties = {"isEditable": is_editable, "isMultiline": is_multiline}
        create: dict[str, Any] = {"kind": "external", "properties": properties}
        if label is not None:
            create["label"] = label
        if traits:
            create["traits"] = traits
        super().__init__(container, **create)
        self.toolkit = toolkit
        # Whether the container is or was secure, which it stays as long as it
        # exists.
        self._is_secret = self.is_secure
        # Whether the container is not created yet, so that messages with its
        # name are for another one.
        self.awaits_creation = False
        self._down: dict[tuple[str, int], Key] = {}
        self._known: Surroundings | None = None
        self._begin()

    def _begin(self) -> None:
        # The numbers of a connection: of the last message that was handled, of
        # reports with the cause `other`, and of the last composition that ended.
        self._seen = self._revision = self._ended = 0
        self._owes_report = False
        # Whether the text changed by something else than an edit of the
        # service, or the toolkit did not do what an edit says.
        self._has_changed = False

    @property
    def is_multiline(self) -> bool:
        """Whether text may contain line ends."""
        return bool(self.create["properties"]["isMultiline"])

    @property
    def is_editable(self) -> bool:
        """Whether printable keys are text."""
        return bool(self.create["properties"]["isEditable"])

    def members(self) -> dict[str, Any]:
        """The members of container.create."""
        return {"container": self.container, **self.create}

    def change(self, **members: Any) -> None:
        """Change `traits` or `properties`, now and after a restart."""
        for name, value in members.items():
            if name not in ("traits", "properties"):
                raise TypeError(f"{name} cannot be changed")
            self.create[name] = {**(self.create.get(name) or {}), **value}
        if self.is_secure:
            self.end_composition(insert=False)
            self._is_secret = True
        if self._send is not None:
            self._send("container.set", container=self.container, **members)

    # The connection

    def created(self, result: Any) -> None:
        """Handle messages from now on, after the response to
        container.create."""
        self.awaits_creation = False

    def connected(self, send: Send, container: dict[str, Any] | None) -> None:
        """Report the surroundings after `hello`.

        Text that was typed while the program was away may have come before.
        """
        self._send = send
        self._is_secret = self.is_secure or container is not None and self._is_secret
        self._read()
        if self._known is not None:
            self._has_changed = True
        # Keys do not wait for a text that has never been reported.
        self._owes_report = True

    def disconnected(self) -> None:
        """Insert the fallback, and cancel the keys that are down."""
        self._send = None
        self.has_focus = self.awaits_creation = False
        self.candidates = None
        self._give_up(insert=True)
        keys = list(self._down.values())
        self._down.clear()
        for key in keys:
            self.toolkit.key(replace(key, phase="cancelled"))
        self._read()
        self._begin()

    # Messages

    def follow(self, method: str, params: dict[str, Any]) -> bool:
        """Handle a message; return whether it was for this field."""
        if self.awaits_creation and method.startswith("external."):
            return False
        if method == "external.edit":
            self._take_number(params)
            self._edit(params)
        elif method == "external.preedit":
            self._take_number(params)
            self._preedit(params)
        elif method == "external.key":
            self._take_number(params)
            self._key(params)
        elif method in ("focus.didBegin", "focus.didEnd"):
            self.has_focus = method == "focus.didBegin"
            self.candidates = None
            if not self.has_focus:
                self._leave()
        else:
            return False
        return True

    def settle(self) -> None:
        """Report the surroundings if something has changed or was handled."""
        if self._send is None:
            return
        self._notice()
        if not (self._owes_report or self._has_changed):
            return
        cause = "other" if self._has_changed else "edit"
        params: dict[str, Any] = {"container": self.container,
                                  "seen": self._seen, "cause": cause}
        known = None if self._is_secret else self._known
        window = None if known is None else window_of(known)
        if window is not None:
            params.update(text=window.text, anchor=window.anchor,
                          head=window.head)
        self._revision += self._has_changed
        self._owes_report = self._has_changed = False
        self._send("surroundings.set", **params)

    def changed(self) -> None:
        """Report a change of the toolkit's text or selection."""
        self.settle()

    def end_composition(self, insert: bool = True) -> None:
        """End composing, before the caret is moved or the text replaced.

        With `insert` the fallback is inserted at the caret.
        """
        marked = self.marked
        if marked is None:
            return
        self._notice()
        if self.marked is not None:
            self._end(insert)
        self.settle()

    def leave(self) -> None:
        """Insert the fallback, because the program moves the focus."""
        self.end_composition()

    def _take_number(self, params: dict[str, Any]) -> None:
        number = _count(params, "number")
        if number != self._seen + 1:
            raise ConnectionLost(f"the service sent number {number} to "
                                 f"{self.container!r} after {self._seen}")
        self._parse(params)
        self._notice()
        self._seen = number
        self._owes_report = True

    def _parse(self, params: dict[str, Any]) -> None:
        """Raise ConnectionLost if a message is not valid."""
        for name in ("before", "after", "revision", "composition", "code",
                     "keysymValue", "time", "caret"):
            if params.get(name) is not None:
                _count(params, name)
        for name in ("text", "plain", "fallback", "phase", "key", "keysym",
                     "characters", "device"):
            if params.get(name) is not None:
                _text(params, name)
        modifiers = params.get("modifiers", [])
        if not isinstance(modifiers, list):
            raise invalid("modifiers")
        inner = params.get("preedit")
        if inner is not None:
            if not isinstance(inner, dict):
                raise invalid("preedit")
            self._parse(inner)
        _segments(params, _text(params, "text", "") or "", utf16=False)

    def _edit(self, params: dict[str, Any]) -> None:
        revision, composition = params.get("revision"), params.get("composition")
        is_stale = (composition is not None and composition <= self._ended
                    or revision is not None
                    and (revision != self._revision or self._has_changed))
        before, after = params.get("before") or 0, params.get("after") or 0
        text = params.get("text") or ""
        if is_stale:
            before, after, text = 0, 0, params.get("plain") or ""
        if composition is not None:
            self._ended = max(self._ended, composition)
        self._show(None)
        self._apply(before, after, self._clean(text))
        inner = params.get("preedit")
        if inner is not None:
            self._preedit(inner)

    def _preedit(self, params: dict[str, Any]) -> None:
        composition = params.get("composition") or 0
        text = self._clean(params.get("text") or "")
        if not text:
            self._show(None)
            return
        if composition <= self._ended or self._is_secret:
            return
        known = self._known
        if self.marked is None and known is not None \
                and known.anchor != known.head:
            self._apply(0, 0, "", removes_selection=True)
        caret = params.get("caret")
        self._show(Marked(
            text, _segments(params, text, utf16=False),
            None if caret is None else min(caret, len(text)),
            self._clean(params.get("fallback") or ""), composition,
            self._known.head if self._known is not None else 0))

    def _key(self, params: dict[str, Any]) -> None:
        key = Key(params.get("phase") or "", params.get("code") or 0,
                  params.get("key") or "", params.get("keysym") or "",
                  params.get("keysymValue") or 0,
                  tuple(map(str, params.get("modifiers") or ())),
                  params.get("characters") or "", params.get("device") or "",
                  params.get("time") or 0)
        # Each press has one end; a service that lies sends no end twice.
        place = (key.device, key.code)
        if (key.phase == "began") == (place in self._down):
            return
        if key.phase == "began":
            if len(self._down) >= MOST_DOWN:
                return
            self._down[place] = key
        elif key.phase in ("ended", "cancelled"):
            del self._down[place]
        elif key.phase != "repeated":
            return
        self.toolkit.key(key)
        self._notice()

    def _leave(self) -> None:
        """The focus has ended; the service knows that it has."""
        if self.marked is not None:
            self._notice()
            self._give_up(insert=True)
            self._has_changed = True

    # The toolkit

    def _apply(self, before: int, after: int, text: str,
               removes_selection: bool = False) -> None:
        if not (before or after or text or removes_selection):
            return
        known, wanted = self._known, None
        if known is not None:
            begin, end = sorted((known.anchor, known.head))
            before = min(before, begin)
            after = min(after, len(known.text) - end)
            caret = begin - before + len(text)
            wanted = Surroundings(known.text[:begin - before] + text
                                  + known.text[end + after:], caret, caret)
        self.toolkit.edit(before, after, text)
        self._read()
        self._has_changed |= self._known != wanted

    def _show(self, marked: Marked | None) -> None:
        if marked != self.marked:
            self.marked = marked
            self.toolkit.preedit(marked)

    def _end(self, insert: bool) -> None:
        """End the composition, and notify the service."""
        marked = self.marked
        assert marked is not None
        self._give_up(insert)
        self._has_changed = True
        if self._send is not None:
            outcome = "inserted" if insert else "dropped"
            self._send("composition.end", container=self.container,
                       composition=marked.composition, outcome=outcome,
                       seen=self._seen)

    def _give_up(self, insert: bool) -> None:
        marked = self.marked
        if marked is None:
            return
        self._ended = max(self._ended, marked.composition)
        self._show(None)
        if insert and marked.fallback:
            self.toolkit.edit(0, 0, marked.fallback)
        self._read()

    def _read(self) -> None:
        """Copy the state of the toolkit."""
        self._known = found = self.toolkit.surroundings()
        if found is not None:
            self.text, self.anchor, self.head = found.text, found.anchor, found.head

    def _notice(self) -> None:
        """Find a change that the toolkit or the program made."""
        known = self._known
        self._read()
        found = self._known
        if found == known:
            return
        self._has_changed = True
        if self.marked is not None:
            # Composed text does not belong to a text that was replaced.
            self._end(insert=known is not None and found is not None
                      and known.text == found.text)

    def _clean(self, text: str) -> str:
        """Remove characters that the contract forbids."""
        if text.isprintable():
            return text
        text = text.encode("utf-8", "replace").decode("utf-8")
        allowed = "\n" if self.is_multiline else ""
        return "".join(character for character in text
                       if not (character < " " or "\x7f" <= character <= "\x9f")
                       or character in allowed)


def index_of(text: str, offset: int) -> int:
    """The index of an offset in UTF-16 code units, at most the length."""
    if text.isascii():
        return min(offset, len(text))
    units = 0
    for index, character in enumerate(text):
        if units >= offset:
            return index
        units += 2 if character > "\uffff" else 1
    return len(text)


def window_of(surroundings: Surroundings, limit: int = LIMIT
              ) -> Surroundings | None:
    """The part around the selection that fits into a report; None if the
    selection does not."""
    text = surroundings.text.encode("utf-8", "replace").decode("utf-8")
    begin, end = sorted((surroundings.anchor, surroundings.head))
    if not 0 <= begin <= end <= len(text):
        raise ValueError(f"the selection {begin} to {end} is not in a text of "
                         f"{len(text)} characters")
    # No character has more than four bytes, so that not all is encoded.
    low, high = max(0, begin - limit), min(len(text), end + limit)
    room = limit - len(text[begin:end].encode())
    if room < 0:
        return None
    before = [len(character.encode()) for character in text[low:begin]]
    after = [len(character.encode()) for character in text[end:high]]
    # The text after the selection gets what the text before it leaves.
    for_before = min(sum(before), max(math.ceil(room / 2), room - sum(after)))
    used, first = 0, begin
    for size in reversed(before):
        if used + size > for_before:
            break
        used, first = used + size, first - 1
    last = end
    for size in after:
        if used + size > room:
            break
        used, last = used + size, last + 1
    return Surroundings(text[first:last], surroundings.anchor - first,
                        surroundings.head - first)


def invalid(name: str) -> ConnectionLost:
    """The error for a message of the service with an invalid member."""
    return ConnectionLost(f"the service sent an invalid {name}")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _count(params: dict[str, Any], name: str, default: int | None = None) -> int:
    value = params.get(name, default)
    if not _is_count(value):
        raise invalid(name)
    return int(value)


def _text(params: dict[str, Any], name: str, *default: Any) -> Any:
    value = params.get(name)
    if value is None and default:
        return default[0]
    if not isinstance(value, str):
        raise invalid(name)
    return value


def _range(params: dict[str, Any], name: str, optional: bool = False
           ) -> tuple[int, int] | None:
    value = params.get(name)
    if value is None and optional:
        return None
    if (not isinstance(value, list) or len(value) != 2
            or not all(map(_is_count, value)) or value[0] > value[1]):
        raise invalid(name)
    return value[0], value[1]


def _segments(params: dict[str, Any], text: str, utf16: bool
              ) -> tuple[Segment, ...]:
    """The segments of marked text; one if they do not cover it."""
    whole = (Segment(len(text), "raw"),) if text else ()
    value = params.get("segments")
    if value is None:
        return whole
    if not isinstance(value, list):
        raise invalid("segments")
    found, place, offset = [], 0, 0
    for item in value:
        if not isinstance(item, dict) or not isinstance(item.get("style"), str):
            raise invalid("segments")
        offset += _count(item, "length")
        end = index_of(text, offset) if utf16 else offset
        found.append(Segment(end - place, item["style"]))
        place = end
    return tuple(found) if place == len(text) else whole
