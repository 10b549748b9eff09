# SPDX-License-Identifier: Apache-2.0
"""A client for programs that have a loop of their own."""

from __future__ import annotations

import asyncio
import errno
import logging
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, cast

from .field import ExternalField, Field, Toolkit, invalid
from .types import DeliveryItemParams
from .wire import (SOCKET, ConnectionLost, Invocation, Notification, Question,
                   Response, ServiceError, Wire, cannot_connect)

OnNotification = Callable[[Notification], Any]
OnQuestion = Callable[[Question], Any]
OnResult = Callable[[Any], Any]
OnState = Callable[[str, str], Any]
OnItem = Callable[[DeliveryItemParams], Any]

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""The seconds between attempts to connect, which double from one to the other."""

RESPONSE_TIME = 5.0
"""How many seconds the service has to respond to `hello`."""

MOST_READ, MOST_TIME = 1 << 17, 0.0005
"""How many bytes one `poll` reads at most, and after how many seconds it
handles no further line."""

LONGEST_LINE = 1 << 24
"""The size of a line that is too long, such as a snapshot."""

MOST_UNSENT = 1 << 20
"""How many unsent bytes end the connection: the service does not read."""

PIECE = 5000
"""The characters of a text that fit into a line, however they are escaped."""

log = logging.getLogger("keybridge_client")


class LoopClient:
    """A connection that never blocks, with its fields.

    Call `poll` once per frame, or whenever `fileno()` is readable and after
    `pause` seconds. It connects, reads, calls the toolkits of the fields, and
    reports. If the connection is lost, it connects again, resumes or creates
    its fields again, and requests the focus for the field that had it.

        client = LoopClient("till")
        customer = client.field("customer", label="Customer")
        client.focus(customer)
        while True:
            client.poll()
            draw(customer.shown, customer.candidates)

    `on_state` is called with `connected`, `resumed`, `restored` (the fields
    were created again) and `lost`, and a text for people. `on_notification` is
    called with each notification, also with those that a field has applied.
    """

    def __init__(self, name: str, path: str = SOCKET, *,
                 on_notification: OnNotification | None = None,
                 on_question: OnQuestion = lambda question: True,
                 on_state: OnState | None = None,
                 on_error: Callable[[ServiceError], Any] | None = None,
                 **hello: Any) -> None:
        self.name, self.path, self.hello = name, path, hello
        self.on_notification, self.on_question = on_notification, on_question
        self.on_state, self.on_error = on_state, on_error
        self.fields: dict[str, Field] = {}
        # Whether `hello` was answered, and whether this program has the
        # keyboard. Without, the toolkit's own keyboard is in use.
        self.is_connected = self.is_active = False
        self.capabilities: dict[str, Any] = {}
        # The panel of commands and the menu, as in hud.shown and menu.shown.
        self.panel: dict[str, Any] | None = None
        self.menu: dict[str, Any] | None = None
        # The reason why there is no connection; None while there is one.
        self.lost: ConnectionLost | None = None
        self._epoll = select.epoll()
        self._wire = Wire()
        self._socket: socket.socket | None = None
        self._unread, self._unsent = bytearray(), bytearray()
        # Lines that are not handled yet; nothing is read before they are.
        self._lines: deque[bytes] = deque()
        self._ended: ConnectionLost | None = None
        self._results: dict[int, tuple[str, OnResult | None]] = {}
        self._pause, self._next_attempt = FIRST_PAUSE, 0.0
        self._response_limit = 0.0
        self._focused: Field | None = None
        self._was_connected = self._is_polling = self._is_closed = False
        self._is_held = False
        self._on_item: OnItem | None = None

    def __enter__(self) -> LoopClient:
        return self

    def __exit__(self, kind: type[BaseException] | None,
                 error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # Fields

    def field(self, container: str, **create: Any) -> Field:
        """Create a text of the service; the members are those of
        container.create."""
        return self._add(Field(container, **create))

    def external(self, container: str, toolkit: Toolkit,
                 **options: Any) -> ExternalField:
        """Create a field whose text the toolkit owns."""
        field = ExternalField(container, toolkit, **options)
        self._add(field)
        return field

    def _add(self, field: Field) -> Field:
        if self.fields.setdefault(field.container, field) is not field:
            raise ValueError(f"there is a field {field.container!r} already")
        if self.is_connected:
            self._create(field, None)
            field.settle()
        return field

    def remove(self, field: Field) -> None:
        """Remove a field. Text that is being composed in it is inserted."""
        if self.fields.get(field.container) is not field:
            return
        del self.fields[field.container]
        if self._focused is field:
            self._focused = None
        if self.is_connected:
            self.send("container.remove", container=field.container)
            field.disconnected()

    def focus(self, field: Field | None) -> None:
        """Request the keyboard for a field; with None, release it.

        A window that stays active keeps the keyboard with a field that is not
        editable, so that no other process receives keys.
        """
        last, self._focused = self._focused, field
        if last is not None and last is not field \
                and isinstance(last, ExternalField):
            last.leave()
        if not self.is_connected:
            return
        if field is not None:
            self.send("focus.request", container=field.container)
        elif last is not None:
            self.send("focus.release")

    @property
    def focused(self) -> Field | None:
        """The field for which the program has requested the keyboard."""
        return self._focused

    @property
    def candidates(self) -> dict[str, Any] | None:
        """The candidates to draw at the caret of the field with the focus."""
        for field in self.fields.values():
            if field.candidates is not None:
                return field.candidates
        return None

    def choose(self, number: int) -> None:
        """Choose a candidate of the page that is shown, 1 to 9."""
        self.send("candidates.choose", number=number)

    def deliver(self, handler: OnItem) -> OnItem:
        """Call a function with each code and command that must arrive; a
        decorator.

        An item is acknowledged after the function returns. If it raises, the
        connection ends, and the item comes again after the next one begins."""
        self._on_item = handler
        if self.is_connected:
            self.send("delivery.receive")
        return handler

    # Requests

    def send(self, method: str, /, **params: Any) -> None:
        """Send a request; an error in its response goes to `on_error`."""
        self.request(method, None, **params)

    def request(self, method: str, on_result: OnResult | None, /,
                **params: Any) -> None:
        """Send a request and call a function with its result.

        Without a connection the request is dropped, and the function not
        called."""
        if self._socket is None:
            return
        number, line = self._wire.request(method, params)
        self._results[number] = method, on_result
        self._unsent += line
        if not self._is_polling:
            # Makes fileno() readable, so that the next poll writes.
            self._watch(is_due=True)

    # The loop

    def fileno(self) -> int:
        """A descriptor that is readable when `poll` should be called; it stays
        the same when the connection changes."""
        return self._epoll.fileno()

    @property
    def pause(self) -> float | None:
        """After how many seconds `poll` should be called, even if `fileno()`
        is not readable; None for no limit."""
        if self._is_closed:
            return None
        if self._is_held:
            return None
        if self._lines or self._ended is not None:
            return 0.0
        if self.is_connected:
            return None
        end = self._next_attempt if self._socket is None else self._response_limit
        return max(0.0, end - time.monotonic())

    def poll(self) -> None:
        """Do what can be done without waiting.

        An exception of a callback is raised; the message counts as handled,
        and the next call continues after it."""
        if self._is_polling or self._is_closed:
            return
        self._is_polling = True
        try:
            if self._socket is None:
                self._connect()
            if self._socket is not None:
                if not (self._lines or self._is_held or self._ended is not None):
                    self._read()
                self._handle_lines()
                self._settle()
                self._write()
        except ConnectionLost as error:
            self._lose(error)
        finally:
            self._is_polling = False

    def hold(self) -> None:
        """Handle no further message until `release`, because the toolkit
        handles the present one later. Nothing is reported in the meantime."""
        self._is_held = True
        self._watch()

    def release(self) -> None:
        """Go on after `hold`; the next `poll` reports and handles messages."""
        if self._is_held:
            self._is_held = False
            self._watch(is_due=True)

    @property
    def is_held(self) -> bool:
        """Whether the toolkit has not handled a message yet, so that a field
        must report nothing: `hold` was called, and `release` was not."""
        return self._is_held

    def _watch(self, is_due: bool = False) -> None:
        """Choose the events for which `fileno()` is readable."""
        if self._socket is None:
            return
        events = 0 if self._is_held else select.EPOLLIN
        if is_due or self._unsent:
            events |= select.EPOLLOUT
        self._epoll.modify(self._socket, events)

    async def run(self) -> None:
        """Call `poll` in an asyncio loop until `close`; for a task."""
        loop, is_due = asyncio.get_running_loop(), asyncio.Event()
        descriptor = self.fileno()
        loop.add_reader(descriptor, is_due.set)
        try:
            while not self._is_closed:
                is_due.clear()
                self.poll()
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(is_due.wait(), self.pause)
        finally:
            loop.remove_reader(descriptor)

    def close(self) -> None:
        """Close the connection, after the requests that the socket takes."""
        if self._is_closed:
            return
        if self.is_connected:
            for field in self.fields.values():
                field.settle()
            with suppress(ConnectionLost):
                self._write()
        self._is_closed = True
        try:
            self._lose(ConnectionLost("the connection was closed"))
        finally:
            self._epoll.close()

    # The connection

    def _connect(self) -> None:
        now = time.monotonic()
        if now < self._next_attempt:
            return
        connection = socket.socket(socket.AF_UNIX,
                                   socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            connection.connect(self.path)
        except OSError as error:
            connection.close()
            raise cannot_connect(self.path, error) from error
        self._socket = connection
        self._epoll.register(connection, select.EPOLLIN)
        self._response_limit = now + RESPONSE_TIME
        self._greet(offsets="scalars")

    def _greet(self, **offsets: str) -> None:
        number, line = self._wire.request("hello", {
            "name": self.name, "resume": True, **self.hello, **offsets})
        self._results[number] = "hello", self._begin
        self._unsent += line

    def _begin(self, hello: dict[str, Any]) -> None:
        """Create or resume the fields after the response to `hello`."""
        if not isinstance(hello, dict):
            raise invalid("response to hello")
        self._wire.completed("hello", hello)
        self.capabilities = hello
        resumed = hello.get("resumed") is True
        snapshot = hello.get("snapshot") or {}
        found = {}
        if resumed:
            if not isinstance(snapshot, dict):
                raise invalid("snapshot")
            found = _containers(snapshot)
        self.is_connected, self.lost = True, None
        self._pause = FIRST_PAUSE
        for field in list(self.fields.values()):
            self._create(field, found.get(field.container))
            field.settle()
        if self._focused is not None:
            self.send("focus.request", container=self._focused.container)
        if self._on_item is not None:
            self.send("delivery.receive")
        state = ("resumed" if resumed else
                 "restored" if self._was_connected else "connected")
        self._was_connected = True
        if self.on_state is not None:
            self.on_state(state, "")

    def _create(self, field: Field, container: dict[str, Any] | None) -> None:
        if container is not None:
            field.connected(self.send, container)
            if isinstance(field, ExternalField):
                members = {name: field.create[name]
                           for name in ("traits", "properties")
                           if name in field.create}
                self.send("container.set", container=field.container, **members)
            return
        if isinstance(field, ExternalField) and not self._has_external:
            log.warning("this service is too old for the field %r, whose text "
                        "the toolkit owns", field.container)
            return
        members = field.members()
        text = members.get("text") or ""
        if len(text) > PIECE:
            members["text"] = text[:PIECE]
        if isinstance(field, ExternalField):
            # Messages for an earlier field of this name may still arrive.
            field.awaits_creation = True
            self.request("container.create", field.created, **members)
        else:
            self.send("container.create", **members)
        for start in range(PIECE, len(text), PIECE):
            place = len(text[:start].encode("utf-16-le", "surrogatepass")) // 2
            self.send("text.replace", container=field.container,
                      range=[place, place], text=text[start:start + PIECE])
        field.connected(self.send, None)
        if not isinstance(field, ExternalField):
            self.request("container.get", field.load, container=field.container)

    @property
    def _has_external(self) -> bool:
        features = self.capabilities.get("features")
        return isinstance(features, dict) and "externalFields" in features

    def _lose(self, error: ConnectionLost) -> None:
        was_connected, was_lost = self.is_connected, self.lost is not None
        if self._socket is not None:
            self._epoll.unregister(self._socket)
            self._socket.close()
            self._socket = None
        self.is_connected = self.is_active = self._is_held = False
        self.panel = self.menu = None
        self.lost = error
        self._unread.clear()
        self._unsent.clear()
        self._lines.clear()
        self._results.clear()
        self._next_attempt = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if error.reason == "notPermitted":
            self._pause = LONGEST_PAUSE
        self._ended = None
        failures = []
        for field in list(self.fields.values()) if was_connected else ():
            try:
                field.disconnected()
            except Exception as failure:
                failures.append(failure)
        if failures:
            raise failures[0]
        if self.on_state is not None and not was_lost and not self._is_closed:
            self.on_state("lost", str(error))

    # Lines

    def _read(self) -> None:
        assert self._socket is not None
        if not self.is_connected and time.monotonic() > self._response_limit:
            raise ConnectionLost("hello: no response in time")
        left = MOST_READ
        while left > 0 and self._ended is None:
            try:
                piece = self._socket.recv(min(left, 65536))
            except BlockingIOError:
                break
            except OSError as error:
                self._ended = ConnectionLost(f"reading: {error}")
                break
            if not piece:
                self._ended = ConnectionLost("the service closed the connection")
            left -= len(piece)
            self._unread += piece
        if b"\n" in self._unread:
            *lines, rest = self._unread.split(b"\n")
            self._lines.extend(map(bytes, lines))
            self._unread = rest
        if len(self._unread) > LONGEST_LINE:
            self._ended = ConnectionLost(
                "the service sent a line that is too long")

    def _handle_lines(self) -> None:
        end = time.monotonic() + MOST_TIME
        while self._lines and not self._is_held:
            self._handle(self._lines.popleft())
            if time.monotonic() > end:
                break
        # The lines before the end count: they may say why it ended.
        if self._ended is not None and not self._lines and not self._is_held:
            raise self._ended

    def _handle(self, line: bytes) -> None:
        try:
            message = self._wire.read(line)
        except (AttributeError, KeyError, TypeError, RecursionError):
            raise ConnectionLost("the service sent a line that is no message "
                                 "of JSON-RPC") from None
        if isinstance(message, Response):
            self._respond(message)
            return
        if not isinstance(message.params, dict) \
                or not isinstance(message.method, str):
            raise ConnectionLost("the service sent a message with invalid params")
        if isinstance(message, Question):
            self._unsent += self._wire.respond(message, self.on_question(message))
            return
        try:
            self._follow(message)
            if self.on_notification is not None:
                self.on_notification(message)
        finally:
            if isinstance(message, Invocation):
                self._unsent += self._wire.respond(message, True)

    def _respond(self, response: Response) -> None:
        if not isinstance(response.id, int):
            return
        method, on_result = self._results.pop(response.id, ("", None))
        if response.error is None:
            if on_result is not None:
                on_result(response.result)
            return
        try:
            error = ServiceError(method, response.error)
        except (AttributeError, KeyError, TypeError):
            raise invalid("error") from None
        if method == "hello":
            if error.place != "/params/offsets":
                raise ConnectionLost(str(error))
            self._greet()
        elif self.on_error is not None:
            self.on_error(error)
        else:
            log.warning("%s", error)

    def _follow(self, message: Notification) -> None:
        method, params = message.method, message.params
        if method == "resync":
            found = _containers(params)
            for field in self.fields.values():
                container = found.get(field.container)
                if container is not None and not isinstance(field, ExternalField):
                    field.load(container)
        elif method == "program.didBecomeActive":
            self.is_active = params.get("isActive") is True
        elif method == "candidates.didChange":
            listed = params.get("list")
            if listed is not None and not isinstance(listed, dict):
                raise invalid("list")
            for field in self.fields.values():
                field.candidates = listed if field.has_focus else None
        elif method in ("hud.shown", "hud.hidden"):
            self.panel = params if method == "hud.shown" else None
        elif method in ("menu.shown", "menu.hidden"):
            self.menu = params if method == "menu.shown" else None
        elif method == "delivery.item":
            self._deliver(params)
        else:
            name = params.get("container")
            found_field = self.fields.get(name) if isinstance(name, str) else None
            if found_field is not None:
                found_field.follow(method, params)

    def _deliver(self, params: dict[str, Any]) -> None:
        number = params.get("number")
        if not isinstance(number, int):
            raise invalid("number")
        if self._on_item is None:
            return
        try:
            self._on_item(cast(DeliveryItemParams, params))
        except Exception as error:
            self._lose(ConnectionLost(f"item {number} was not handled: {error!r}"))
            raise
        self.send("delivery.ack", through=number)

    def _settle(self) -> None:
        if self.is_connected and not self._is_held:
            for field in list(self.fields.values()):
                field.settle()

    def _write(self) -> None:
        while self._unsent and self._socket is not None:
            try:
                count = self._socket.send(self._unsent)
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno in (errno.EPIPE, errno.ECONNRESET):
                    break  # reading says why
                raise ConnectionLost(f"writing: {error}") from error
            del self._unsent[:count]
        if len(self._unsent) > MOST_UNSENT:
            raise ConnectionLost("the service does not read")
        self._watch()


def _containers(snapshot: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The containers of a snapshot by their names."""
    containers = snapshot.get("containers")
    if not isinstance(containers, list):
        raise invalid("snapshot")
    found = {}
    for container in containers:
        if not isinstance(container, dict) \
                or not isinstance(container.get("container"), str):
            raise invalid("snapshot")
        found[container["container"]] = container
    return found
