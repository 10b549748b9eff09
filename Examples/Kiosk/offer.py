#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Offers a one-time code to a field that expects one:  offer.py CODE [SOCKET]

First it asks the person for consent, in a field with a pattern. This is an example of the client for
asyncio: the program gives up after 30 seconds, even if the service does not respond."""

import asyncio
import pathlib
import sys

# If the client is not installed, the one in this repository is used.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Clients" / "Python"))

from keybridge_client import SOCKET, AsyncClient, KeybridgeError    # noqa: E402


async def consent(client):
    """Ask for y or n, and return whether it was y."""
    await client.container_create(
        container="answer", label="Pass the code on? y or n",
        properties={"pattern": "[yn]", "maximumLength": 1})
    await client.focus_request(container="answer")
    async for notification in client:
        if notification.method == "text.didChange":
            return notification.params["string"] == "y"
        if notification.method == "text.wasRefused":
            print("y or n", flush=True)


async def offer(code, path):
    async with AsyncClient(path) as client:
        await client.hello(name="messages", events=["text.*"])
        if not await asyncio.wait_for(consent(client), 30):
            return "not offered"
        await client.container_remove(container="answer")
        await client.fill_offer(values={"one-time-code": code}, seconds=60)
        return "offered"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    path = sys.argv[2] if len(sys.argv) > 2 else SOCKET
    try:
        print(asyncio.run(offer(sys.argv[1], path)))
    except (KeybridgeError, asyncio.TimeoutError) as error:
        sys.exit(f"offer.py: {error or 'no answer'}")


if __name__ == "__main__":
    main()
