#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs programs that answer requests of the service after a delay.

    answering.py slow SOCKET MILLISECONDS         has the keyboard, and answers yes to each change
    answering.py upper SOCKET MILLISECONDS        inserts each letter in upper case with `text.replace`, and answers no
    answering.py next SOCKET MILLISECONDS         moves from field a to field b before its answer to Return
    answering.py clearing SOCKET MILLISECONDS COUNT
                                                  COUNT connections without the keyboard, each of which clears its own
                                                  field again and again

Prints `ready`, and at the end of its standard input `done` with the texts of its fields as JSON."""
import heapq
import json
import os
import select
import sys
import time

from client import program


class Answering:
    """A connection that answers requests; `act` may send requests of its own before the answer."""

    def __init__(self, client, act):
        self.client, self.act = client, act
        client.socket.setblocking(False)

    def read(self):
        """The messages that have arrived."""
        try:
            block = self.client.socket.recv(1 << 16)
        except BlockingIOError:
            return []
        if not block:
            raise OSError("the service has closed the connection")
        *lines, self.client.rest = (self.client.rest + block).split(b"\n")
        return [json.loads(line) for line in lines]

    def answer(self, message):
        result = self.act(self.client, message["method"], message["params"])
        line = {"jsonrpc": "2.0", "id": message["id"], "result": result}
        self.client.socket.sendall(json.dumps(line).encode() + b"\n")


def focused(path, name, fields, questions):
    client = program(path, name)
    for field in fields:
        client.ask("container.create", container=field, questions=questions)
    client.ask("focus.request", container=fields[0])
    client.ask("subscribe", events=[])
    return client


def yes(client, method, params):
    return True


def upper(client, method, params):
    if params["string"].islower():
        client.send("text.replace", container=params["container"], range=params["range"],
                    string=params["string"].upper())
        return False
    return True


def next_field(client, method, params):
    if params["container"] == "a":
        client.send("focus.request", container="b")
    return False


def clear_again(client, method, params):
    return False


def run(answering, delay, is_clearing):
    """Answers each request after the delay, until the standard input ends."""
    by_number = {one.client.socket.fileno(): one for one in answering}
    poll = select.epoll()
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    poll.register(0, select.EPOLLIN)
    due = []
    if is_clearing:
        for one in answering:
            one.client.send("text.clear", container="a")
    count = 0
    while True:
        now = time.monotonic()
        while due and due[0][0] <= now:
            _, _, one, message = heapq.heappop(due)
            one.answer(message)
        wait = max(0, due[0][0] - now) if due else 1
        for number, _ in poll.poll(wait):
            if number == 0:
                if not os.read(0, 1):
                    return
                continue
            one = by_number[number]
            for message in one.read():
                if "method" in message and "id" in message:
                    count += 1
                    heapq.heappush(due, (time.monotonic() + delay, count, one, message))
                elif is_clearing and "method" not in message:
                    one.client.send("text.clear", container="a")


def main(kind, path, milliseconds, count="1"):
    is_clearing = kind == "clearing"
    fields = ["a", "b"] if kind == "next" else ["a"]
    act, question = {
        "slow": (yes, "text.shouldChange"), "upper": (upper, "text.shouldChange"),
        "next": (next_field, "field.shouldReturn"), "clearing": (clear_again, "field.shouldClear"),
    }[kind]
    clients = []
    for number in range(int(count)):
        if is_clearing:
            client = program(path, f"{kind} {number}")
            client.ask("container.create", container="a", questions={question: False})
            client.ask("text.set", container="a", string="full")
            client.ask("subscribe", events=[])
        else:
            client = focused(path, kind, fields, {question: False})
        clients.append(client)
    print("ready", flush=True)
    run([Answering(client, act) for client in clients], int(milliseconds) / 1000, is_clearing)
    texts = {}
    for client in clients[:1]:
        client.socket.setblocking(True)
        for field in fields:
            texts[field] = client.ask("container.get", container=field)["text"]
    print("done", json.dumps(texts, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except OSError:
        # The service has ended.
        sys.exit(1)
