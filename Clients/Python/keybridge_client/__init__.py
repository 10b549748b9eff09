# SPDX-License-Identifier: Apache-2.0
"""Text fields, key commands and what is typed, through Keybridge.

`Client` waits, `AsyncClient` is for asyncio. Every method of the protocol is a
method of both, with `_` for the dot: `container_create`. Types of members and
results are in `keybridge_client.types`.
"""

from .aio import AsyncClient
from .client import Client
from .texts import Texts
from .wire import (SOCKET, ConnectionLost, KeybridgeError, Notification,
                   Question, ServiceError, splice)

__all__ = [
    "SOCKET", "AsyncClient", "Client", "ConnectionLost", "KeybridgeError",
    "Notification", "Question", "ServiceError", "Texts", "splice",
]
