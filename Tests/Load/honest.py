#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A well-behaved program: it requests the keyboard and prints the text that is typed into its field.

    honest.py SOCKET [QUESTION]

Prints `ready` when it has the keyboard, and then each typed text when it receives the notification. For Return it
prints a line end and empties the field. With a QUESTION, such as "text.shouldChange", it declares this request and
answers yes, which is also its default answer."""
import json
import sys

from client import program


def has_keyboard(fact):
    return fact.get("method") == "program.didBecomeActive" and fact["params"]["isActive"]


def main(path, *questions):
    client = program(path, "honest")
    client.ask("container.create", container="field", questions={name: True for name in questions})
    client.ask("subscribe", events=["text.didChange", "field.didEndOnExit"])
    outcome = client.ask("focus.request", container="field")["outcome"]
    # A program that is queued may get the focus before the answer arrives.
    if outcome != "granted" and not any(has_keyboard(fact) for fact in client.facts):
        next(line for line in client.lines() if has_keyboard(json.loads(line)))
    write = sys.stdout.write
    write("ready\n")
    sys.stdout.flush()
    clearing = None
    for line in client.lines():
        message = json.loads(line)
        method, params = message.get("method"), message.get("params", {})
        if method == "text.didChange" and params["origin"] == "user":
            write(params["string"] or "<deleted>")
        elif method == "field.didEndOnExit":
            # One request at a time: the service stops reading from a client that does not read the answers.
            if clearing is None:
                clearing = client.send("text.set", container="field", string="")
            write("\n")
        elif method is None and message["id"] == clearing:
            clearing = None
        elif "id" in message and method in questions:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": True}
            client.socket.sendall(json.dumps(answer).encode() + b"\n")
        elif method == "resync":
            write(f"<{method}>")
        # Flushes only after the last complete line.
        if b"\n" not in client.rest:
            sys.stdout.flush()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (BrokenPipeError, ConnectionResetError):
        pass
