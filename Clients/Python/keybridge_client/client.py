# SPDX-License-Identifier: Apache-2.0
"""A blocking client, for programs with one thread and one loop."""

from __future__ import annotations

import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

from .methods import Methods
from .wire import (NOT_CONNECTED, RETRY, SOCKET, ConnectionLost, Invocation,
                   Notification, Question, Response, ServiceError, Wire,
                   cannot_connect, may_start)

OnQuestion = Callable[[Question], Any]


class Client(Methods):
    """A connection to the service.

    Notifications that arrive before the response to a request are kept in
    order for `next_notification` and for iteration. When the client reads a
    request to the program, it calls `on_question` and sends the result as the
    response. That function must not wait for the service, but may call `send`.
    If it raises an exception, the call that was reading raises it, and the
    service uses the default answer.

        with Client() as client:
            client.hello(name="till")
            client.container_create(container="customer")
            client.focus_request(container="customer")
            for notification in client:
                print(notification)
    """

    def __init__(self, path: str = SOCKET,
                 on_question: OnQuestion = lambda question: True,
                 timeout: float | None = None,
                 wait: float = 0.0) -> None:
        self.path = path
        self.on_question = on_question
        # The number of seconds that `connect` waits for a service that is not
        # running yet; `math.inf` for no limit.
        self.wait = wait
        # The number of seconds to wait for a response; None for no limit.
        self.timeout = timeout
        self._wire = Wire()
        self._socket: socket.socket | None = None
        # Whether nothing has connected yet, so that the first request does.
        self._is_new = True
        self._bytes = b""
        self._notifications: deque[Notification] = deque()
        # The commands that keys wait for.
        self._held: set[str] = set()

    # Coming and going

    def connect(self) -> None:
        """Connect, or reconnect; unread lines are dropped.

        `with` calls it, and so does the first request of a client that never
        was connected. A lost connection is never replaced without this call.
        """
        self._disconnect()
        self._bytes = b""
        self._notifications.clear()
        self._held.clear()
        end = time.monotonic() + self.wait
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(self.path)
            except OSError as error:
                connection.close()
                if not may_start(error) or time.monotonic() >= end:
                    raise cannot_connect(self.path, error) from error
            else:
                self._socket = connection
                self._is_new = False
                return
            time.sleep(min(RETRY, max(0.0, end - time.monotonic())))

    def close(self) -> None:
        """Close the connection; the state is kept for `keep` seconds."""
        self._is_new = False
        self._disconnect()

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Client:
        if self._socket is None:
            self.connect()
        return self

    def __exit__(self, kind: type[BaseException] | None,
                 error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    # Asking

    def request(self, method: str, /, **params: Any) -> Any:
        """Send a request and return its result; may raise ServiceError."""
        number, line = self._wire.request(method, params)
        self._write(line)
        deadline = self._deadline(self.timeout)
        while True:
            if not self._is_readable(deadline):
                raise ConnectionLost(f"{method}: no response in time")
            response = self._read()
            if response is None or response.id not in (number, None):
                continue
            if response.error is not None:
                raise ServiceError(method, response.error)
            return self._wire.completed(method, response.result)

    def send(self, method: str, /, **params: Any) -> None:
        """Send a request without a response, also in `on_question`."""
        self._write(self._wire.notification(method, params))

    # Notifications

    def next_notification(
            self, timeout: float | None = None) -> Notification | None:
        """Return the next notification; None if none arrives in time."""
        deadline = self._deadline(timeout)
        while not self._notifications:
            if not self._is_readable(deadline):
                return None
            self._read()
        return self._notifications.popleft()

    def __iter__(self) -> Iterator[Notification]:
        while True:
            notification = self.next_notification()
            if notification is not None:
                yield notification
                self.done(notification)

    def done(self, notification: Notification) -> None:
        """Release the keys that wait for a command with `holdsKeys`.

        Iteration calls it when the program asks for the next notification.
        For other notifications it does nothing.
        """
        if isinstance(notification, Invocation) and notification.id in self._held:
            self._held.discard(notification.id)
            self._write(self._wire.respond(notification, True))

    # Lines

    def _deadline(self, seconds: float | None) -> float | None:
        return None if seconds is None else time.monotonic() + seconds

    def _is_readable(self, deadline: float | None) -> bool:
        if deadline is None or b"\n" in self._bytes:
            return True
        left = max(0.0, deadline - time.monotonic())
        return bool(select.select([self._connected()], [], [], left)[0])

    def _connected(self) -> socket.socket:
        if self._socket is None and self._is_new:
            self.connect()
        if self._socket is None:
            raise ConnectionLost(NOT_CONNECTED)
        return self._socket

    def _write(self, line: bytes) -> None:
        try:
            self._connected().sendall(line)
        except OSError as error:
            raise ConnectionLost(f"writing: {error}") from error

    def _read(self) -> Response | None:
        """Process one line; return it if it is a response."""
        while b"\n" not in self._bytes:
            try:
                piece = self._connected().recv(65536)
            except OSError as error:
                raise ConnectionLost(f"reading: {error}") from error
            if not piece:
                raise ConnectionLost("the service closed the connection")
            self._bytes += piece
        line, _, self._bytes = self._bytes.partition(b"\n")
        message = self._wire.read(line)
        if isinstance(message, Response):
            return message
        if isinstance(message, Question):
            self._write(self._wire.respond(message, self.on_question(message)))
        else:
            if isinstance(message, Invocation):
                self._held.add(message.id)
            self._notifications.append(message)
        return None
