# SPDX-License-Identifier: Apache-2.0
"""The protocol without input and output: builds and parses lines."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Union

SOCKET = "/run/keybridge/keybridge.sock"
"""The path at which the service listens for programs."""

RETRY = 0.1
"""How many seconds pass between two attempts to connect."""

NOT_CONNECTED = "there is no connection; connect() makes a new one"
"""The reason of a request after the end of the connection."""


class KeybridgeError(Exception):
    """An error between a program and the service."""


class ConnectionLost(KeybridgeError):
    """The client could not connect, was refused, or the connection has ended.

    `reason` is set if the service refused the program. After `notPermitted`
    another attempt does not help; after `tooManyConnections` it may.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason


def may_start(error: OSError) -> bool:
    """Whether a failed connection means that the service is not running."""
    return isinstance(error, (FileNotFoundError, ConnectionRefusedError))


def cannot_connect(path: str, error: OSError) -> ConnectionLost:
    """Return the error for a failed connection."""
    hint = ""
    if isinstance(error, PermissionError):
        hint = ("; the user must be in the group of the socket: "
                "usermod -aG keybridge USER, then log in again")
    return ConnectionLost(f"{path}: {error.strerror or error}{hint}")


class ServiceError(KeybridgeError):
    """The service refused a request.

    `name` never changes and is for programs; `place` is a JSON pointer into
    the request. `revision` and `range` are set if an edit was refused because
    of them.
    """

    def __init__(self, method: str, error: dict[str, Any]) -> None:
        data = error.get("data", {})
        self.method = method
        self.code: int = error["code"]
        self.name: str = data.get("name", "")
        self.message: str = error["message"]
        self.place: str | None = data.get("place")
        self.revision: int | None = data.get("revision")
        self.range: list[int] | None = data.get("range")
        where = f" at {self.place}" if self.place else ""
        super().__init__(f"{method}: {self.message}{where}")


@dataclass(frozen=True)
class Notification:
    """Something that has happened."""

    method: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Invocation(Notification):
    """`command.invoke`: a command with `holdsKeys` has run.

    Keys wait until the program has called `done`, at most 300 ms.
    """

    id: str = ""


@dataclass(frozen=True)
class Question:
    """A request to the program.

    The response is true, false, or `{"replace": text}`.
    """

    id: str
    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Response:
    """The response to a request; `error` is None if the request succeeded."""

    id: int | None
    result: Any = None
    error: dict[str, Any] | None = None


Message = Union[Notification, Question, Response]


class Wire:
    """Builds the lines of requests and parses the lines of the service."""

    def __init__(self) -> None:
        self._last_id = 0
        self._token: str | None = None

    def request(self, method: str, params: dict[str, Any]) -> tuple[int, bytes]:
        """Return the id and the line of a request.

        A `hello` with `resume` has the token of the last response by default.
        """
        if method == "hello" and params.get("resume") and self._token:
            params = {"token": self._token, **params}
        self._last_id += 1
        line = _line(id=self._last_id, method=method, params=params)
        return self._last_id, line

    def notification(self, method: str, params: dict[str, Any]) -> bytes:
        """Return the line of a request that has no response."""
        return _line(method=method, params=params)

    def respond(self, question: Question | Invocation, result: Any) -> bytes:
        """Return the line of a response to a request to the program."""
        return _line(id=question.id, result=result)

    def completed(self, method: str, result: Any) -> Any:
        """Record a result that later requests need, and return it."""
        if method == "hello":
            self._token = result.get("token", self._token)
        return result

    def read(self, line: bytes) -> Message:
        """Parse a line; raise ConnectionLost if the service refuses the
        client."""
        try:
            message = json.loads(line)
        except ValueError as error:
            raise ConnectionLost(f"the service sent no JSON: {error}") from None
        method, params = message.get("method"), message.get("params") or {}
        if method is None:
            return Response(message.get("id"), message.get("result"),
                          message.get("error"))
        if method == "command.invoke":
            return Invocation(method, params, message["id"])
        if "id" in message:
            return Question(message["id"], method, params)
        if method == "refused":
            reason = params["reason"]
            raise ConnectionLost(f"the service refused: {reason}", reason)
        return Notification(method, params)


def without_none(params: dict[str, Any]) -> dict[str, Any]:
    """Leave out members without a value, which means the same as null."""
    return {name: value for name, value in params.items() if value is not None}


def splice(text: str, span: list[int], string: str) -> str:
    """Replace a range that counts UTF-16 code units, as all ranges do."""
    units = text.encode("utf-16-le", "surrogatepass")
    head, tail = units[:2 * span[0]], units[2 * span[1]:]
    new = string.encode("utf-16-le", "surrogatepass")
    return (head + new + tail).decode("utf-16-le", "surrogatepass")


def _line(**members: Any) -> bytes:
    return (json.dumps({"jsonrpc": "2.0", **members}) + "\n").encode()
