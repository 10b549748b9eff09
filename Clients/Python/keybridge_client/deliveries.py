# SPDX-License-Identifier: Apache-2.0
"""Codes and commands that must arrive."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast

from .client import Client
from .types import DeliveryItemParams
from .wire import SOCKET, ConnectionLost

Handler = Callable[[DeliveryItemParams], Any]

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""The seconds between attempts to connect, which double from one to the other."""

MOST_REMEMBERED = 256
"""How many identities of items are remembered, more than are on their way."""


class Receiver:
    """A program that receives what is owed to it, one item after the other.

        @receiver("stock")
        def store(item):
            database.insert(item["id"], item["text"])

        store.run()

    An item is acknowledged after the function returns. If it raises, `run`
    raises it, and the item comes again when the program runs again. If the
    connection is lost, `run` connects again. An item that comes again because
    its acknowledgement was lost is not passed to the function twice by one
    process; after a restart it is, with the same `id`.
    """

    def __init__(self, name: str, handler: Handler, path: str = SOCKET,
                 on_dropped: Callable[[dict[str, Any]], Any] | None = None,
                 on_lost: Callable[[ConnectionLost], Any] | None = None) -> None:
        self.name, self.handler, self.path = name, handler, path
        # Called with the members of `delivery.dropped`, and with the reason
        # why there is no connection.
        self.on_dropped, self.on_lost = on_dropped, on_lost
        self._handled: deque[str] = deque(maxlen=MOST_REMEMBERED)

    def __call__(self, item: DeliveryItemParams) -> Any:
        """Call the function itself."""
        return self.handler(item)

    def run(self) -> None:
        """Receive for ever; raises ServiceError if the service refuses."""
        pause, was_lost = FIRST_PAUSE, False
        while True:
            try:
                with Client(self.path) as client:
                    client.hello(name=self.name, events=[])
                    client.delivery_receive()
                    pause, was_lost = FIRST_PAUSE, False
                    self._receive(client)
            except ConnectionLost as error:
                if error.reason is not None:
                    raise
                if self.on_lost is not None and not was_lost:
                    self.on_lost(error)
                was_lost = True
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _receive(self, client: Client) -> None:
        for notification in client:
            if notification.method == "delivery.dropped":
                if self.on_dropped is not None:
                    self.on_dropped(notification.params)
            elif notification.method == "delivery.item":
                item = cast(DeliveryItemParams, notification.params)
                if item["id"] not in self._handled:
                    self.handler(item)
                    self._handled.append(item["id"])
                client.send("delivery.ack", through=item["number"])


def receiver(name: str, path: str = SOCKET,
             **options: Any) -> Callable[[Handler], Receiver]:
    """Make a function a `Receiver` with the name that the settings have."""
    return lambda handler: Receiver(name, handler, path, **options)
