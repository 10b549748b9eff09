# SPDX-License-Identifier: Apache-2.0
"""A client for asyncio."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Union

from .methods import AsyncMethods
from .wire import (NOT_CONNECTED, RETRY, SOCKET, ConnectionLost, Invocation,
                   Notification, Question, Response, ServiceError, Wire,
                   cannot_connect, may_start)

OnQuestion = Callable[[Question], Union[Any, Awaitable[Any]]]


class AsyncClient(AsyncMethods):
    """A connection to the service, which a separate task reads.

    Several tasks may send requests. `on_question` is called for each request
    to the program and may be a coroutine; the service waits 300 ms for the
    response. If it raises an exception, `next_notification` raises it, and the
    service uses the default answer.

        async with AsyncClient() as client:
            await client.hello(name="till")
            async for notification in client:
                print(notification)
    """

    def __init__(self, path: str = SOCKET,
                 on_question: OnQuestion = lambda question: True,
                 wait: float = 0.0) -> None:
        self.path = path
        self.on_question = on_question
        # The number of seconds that `connect` waits for a service that is not
        # running yet; `math.inf` for no limit.
        self.wait = wait
        self._wire = Wire()
        self._writer: asyncio.StreamWriter | None = None
        self._reader_task: asyncio.Task[None] | None = None
        self._responses: dict[int, asyncio.Future[Any]] = {}
        self._questions: set[asyncio.Task[None]] = set()
        self._notifications: asyncio.Queue[Notification | Exception | None] = (
            asyncio.Queue())
        # The commands that keys wait for.
        self._held: set[str] = set()
        self._lost: ConnectionLost | None = None
        # Whether nothing has connected yet, so that the first request does.
        self._is_new = True
        self._connecting: asyncio.Task[None] | None = None

    # Coming and going

    async def connect(self) -> None:
        """Connect, or reconnect; unread lines are dropped.

        `async with` calls it, and so does the first request of a client that
        never was connected. A lost connection is never replaced without this
        call.
        """
        self._disconnect()
        end = time.monotonic() + self.wait
        while self._writer is None:
            try:
                # A snapshot is one line, however long.
                reader, self._writer = await asyncio.open_unix_connection(
                    self.path, limit=1 << 26)
            except OSError as error:
                if not may_start(error) or time.monotonic() >= end:
                    raise cannot_connect(self.path, error) from error
                left = max(0.0, end - time.monotonic())
                await asyncio.sleep(min(RETRY, left))
        self._notifications = asyncio.Queue()
        self._held.clear()
        self._lost = None
        self._is_new = False
        self._reader_task = asyncio.create_task(self._read(reader))

    async def close(self) -> None:
        """Close the connection; the state is kept for `keep` seconds."""
        self._is_new = False
        self._disconnect()

    def _disconnect(self) -> None:
        if self._reader_task is not None:
            self._reader_task.cancel()
            self._reader_task = None
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._lose(ConnectionLost("the connection was closed"))

    async def _connect_once(self) -> None:
        """Connect if nothing has yet; several tasks share one attempt."""
        if not self._is_new:
            return
        if self._connecting is None or self._connecting.done():
            self._connecting = asyncio.ensure_future(self.connect())
        await asyncio.shield(self._connecting)

    async def __aenter__(self) -> AsyncClient:
        if self._writer is None:
            await self.connect()
        return self

    async def __aexit__(self, kind: type[BaseException] | None,
                        error: BaseException | None,
                        trace: TracebackType | None) -> None:
        await self.close()

    # Asking

    async def request(self, method: str, /, **params: Any) -> Any:
        """Send a request and return its result; may raise ServiceError."""
        await self._connect_once()
        number, line = self._wire.request(method, params)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._responses[number] = future
        try:
            await self._write(line)
            response = await future
        finally:
            self._responses.pop(number, None)
        if response.error is not None:
            raise ServiceError(method, response.error)
        return self._wire.completed(method, response.result)

    async def send(self, method: str, /, **params: Any) -> None:
        """Send a request that has no response."""
        await self._connect_once()
        await self._write(self._wire.notification(method, params))

    # Notifications

    async def next_notification(self) -> Notification:
        """Return the next notification; raise ConnectionLost at the end.

        For a time limit use `asyncio.wait_for`, which loses no notification.
        """
        await self._connect_once()
        notification = await self._notifications.get()
        if isinstance(notification, Exception):
            raise notification
        if notification is None:
            self._notifications.put_nowait(None)
            raise self._lost or ConnectionLost(NOT_CONNECTED)
        return notification

    async def __aiter__(self) -> AsyncIterator[Notification]:
        while True:
            notification = await self.next_notification()
            yield notification
            await self.done(notification)

    async def done(self, notification: Notification) -> None:
        """Release the keys that wait for a command with `holdsKeys`.

        Iteration calls it when the program asks for the next notification.
        For other notifications it does nothing.
        """
        if isinstance(notification, Invocation) and notification.id in self._held:
            self._held.discard(notification.id)
            await self._write(self._wire.respond(notification, True))

    # Lines

    async def _write(self, line: bytes) -> None:
        if self._writer is None or self._lost is not None:
            raise self._lost or ConnectionLost(NOT_CONNECTED)
        try:
            self._writer.write(line)
            await self._writer.drain()
        except OSError as error:
            raise ConnectionLost(f"writing: {error}") from error

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._take(line)
            self._lose(ConnectionLost("the service closed the connection"))
        except ConnectionLost as error:
            self._lose(error)
        except (OSError, ValueError) as error:
            self._lose(ConnectionLost(f"reading: {error}"))

    def _take(self, line: bytes) -> None:
        message = self._wire.read(line)
        if isinstance(message, Invocation):
            self._held.add(message.id)
        if isinstance(message, Notification):
            self._notifications.put_nowait(message)
        elif isinstance(message, Question):
            task = asyncio.create_task(self._respond(message))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)
        else:
            self._complete(message)

    def _complete(self, response: Response) -> None:
        future = self._responses.get(response.id) if response.id is not None else None
        if future is not None and not future.done():
            future.set_result(response)

    async def _respond(self, question: Question) -> None:
        try:
            result = self.on_question(question)
            if inspect.isawaitable(result):
                result = await result
        except Exception as error:
            self._notifications.put_nowait(error)
            return
        with suppress(ConnectionLost):
            await self._write(self._wire.respond(question, result))

    def _lose(self, error: ConnectionLost) -> None:
        if self._lost is not None:
            return
        self._lost = error
        self._notifications.put_nowait(None)
        for future in self._responses.values():
            if not future.done():
                future.set_exception(error)
