# SPDX-License-Identifier: Apache-2.0
"""Text fields, key commands and typed text through Keybridge.

`Client` blocks while it waits, `AsyncClient` is for asyncio. Both have a
method for every method of the protocol, with `_` for the dot:
`container_create`. Types of members and results are in
`keybridge_client.types`.
"""

from .aio import AsyncClient
from .client import Client
from .texts import Texts
from .wire import (SOCKET, ConnectionLost, Invocation, KeybridgeError,
                   Notification, Question, ServiceError, splice)

__all__ = [
    "SOCKET", "AsyncClient", "Client", "ConnectionLost", "Invocation",
    "KeybridgeError", "Notification", "Question", "ServiceError", "Texts", "splice",
]
