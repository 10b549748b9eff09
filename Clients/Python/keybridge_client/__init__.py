# SPDX-License-Identifier: Apache-2.0
"""Text fields, key commands and typed text through Keybridge.

`Client` blocks while it waits, `AsyncClient` is for asyncio, and `LoopClient`
for programs with a loop of their own, such as games. The first two have a
method for every method of the protocol, with `_` for the dot:
`container_create`. Types of members and results are in
`keybridge_client.types`.
"""

from .aio import AsyncClient
from .client import Client
from .deliveries import Receiver, receiver
from .field import (ExternalField, Field, Key, Marked, Segment, Surroundings,
                    Toolkit)
from .loop import LoopClient
from .texts import Texts
from .wire import (SOCKET, ConnectionLost, Invocation, KeybridgeError,
                   Notification, Question, ServiceError, splice)

__all__ = [
    "SOCKET", "AsyncClient", "Client", "ConnectionLost", "ExternalField", "Field",
    "Invocation", "Key", "KeybridgeError", "LoopClient", "Marked", "Notification",
    "Question", "Receiver", "Segment", "ServiceError", "Surroundings", "Texts",
    "Toolkit", "receiver", "splice",
]
