#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the service on the socket of programs until the standard input ends.

    attack.py KIND SOCKET

Prints `ready` when the attack has begun, and at the end `done NUMBER`, the number of lines or connections. It runs at
the lowest priority, so that the work of the service is measured and not the processor time of the attackers."""
import json
import os
import random
import select
import socket
import sys

from abuse import HELLO, is_over, ready
from client import program

CLIENTS = 20


def line(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"


def raw(text):
    return text.encode() + b"\n"


# Lines that take the service as long as a line of about a megabyte can.
COSTLY = [
    line("subscribe", events=["hud.*"] * 100_000),
    line("subscribe", events=["no such event"] * 50_000),
    line("container.create", **{f"member {number}": number for number in range(50_000)}),
    line("container.create", **{"x" * 900_000: 1}),
    line("x" * 900_000),
    line("text.set", container="x" * 900_000, string=""),
    line("text.set", container="a", string="e\u0301" * 200_000),
    line("text.set", container="a", string="\n" * 400_000),
    line("snapshot"),
    raw('{"jsonrpc":"2.0","id":1,"method":"snapshot","params":' + "[" * 400_000),
    raw('{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"' + "\\u0041" * 150_000 + '"}}'),
]

# Lines with small errors, sent many times.
WRONG = [
    line("selection.set", container="a", anchor=9, head=-4),
    raw('{"jsonrpc":"2.0","id":1,"method":"selection.set","params":{"container":"a","anchor":9223372036854775808}}'),
    line("text.replace", container="a", range=[4, 2], string="x"),
    line("text.replace", container="a", range=[1, 2], string="x"),
    line("hello", name="honest", resume=True, token="0" * 32),
    line("hello", name="honest"),
    line("fill.offer", values={"one-time-code": "000000"}),
    line("focus.request", container="field"),
    line("command.register", command="steal", chord="cmd+a", priority=True, title="Steal"),
    raw('{"jsonrpc":"2.0","id":'), raw("[]"), raw("\0" * 100), raw("\xff\xfe"),
]

# Texts whose characters are found in many steps: no boundary may cost more than the text that it divides.
CLUSTERS = ["\u202e", "\u0301", "\U0001F469\u200d", "\U0001F1E9", "\u263a\ufe0f", "\r\n", "a\u05d0", "\u1100\u1161", "word "]
CLUSTER_UNITS = 50_000


def cluster_lines(choice):
    """Lines that look for characters and words in a long text, mostly at its end."""
    unit = choice.choice(CLUSTERS)
    text = unit * (CLUSTER_UNITS // (len(unit.encode("utf-16-le")) // 2))
    end = len(text.encode("utf-16-le")) // 2
    return [
        line("text.set", container="a", text=text), line("selection.set", container="a", anchor=end - 2),
        line("selection.set", container="a", anchor=end // 2, head=end - 2),
        line("text.replace", container="a", range=[end - 2, end - 2], text="x"),
        line("text.replace", container="a", range=[1, end], text=""),
        line("text.words", container="a"), line("text.words", container="a", range=[end - 100, end]),
        line("container.get", container="a"),
    ]


def lines(path, kinds):
    """Sends lines without end and reads the answers; a client that is disconnected connects again."""
    choice = random.Random(1)
    clients, rest, sent = {}, {}, 0

    def connect():
        try:
            client = program(path, f"attacker {choice.random()}")
            client.ask("container.create", container="a", kind="textView", text="a\U0001F600b")
        except OSError:
            return
        client.socket.setblocking(False)
        clients[client.socket] = client
        rest[client.socket] = b""

    for _ in range(CLIENTS):
        connect()
    ready()
    while not is_over():
        if len(clients) < CLIENTS:
            connect()
        readable, writable, _ = select.select(list(clients), list(clients), [], 0.05)
        for one in readable:
            try:
                if one.recv(1 << 18):
                    continue
            except OSError:
                pass
            clients.pop(one).close()
            rest.pop(one)
        for one in writable:
            if one not in clients:
                continue
            if not rest[one]:
                rest[one] = kinds(choice)
                sent += 1
            try:
                rest[one] = rest[one][one.send(rest[one]):]
            except OSError:
                clients.pop(one).close()
                rest.pop(one)
    return sent


def storm(path):
    """Connects and disconnects at once, some after a `hello`, some in the middle of a line."""
    choice, made, held = random.Random(1), 0, []
    ready()
    while not is_over():
        for _ in range(50):
            one = socket.socket(socket.AF_UNIX)
            one.setblocking(False)
            try:
                one.connect(path)
                one.send(choice.choice([HELLO, HELLO[:20], b"", b"\n"]) or b" ")
                made += 1
            except OSError:
                pass
            held.append(one)
        for one in held:
            one.close()
        held.clear()
    return made


def mute(path):
    """Keeps 300 connections that never send `hello`; replaces each one that is closed."""
    held, made = [], 0
    begun = False
    while not is_over(0.01):
        alive = []
        for one in held:
            try:
                if one.recv(1 << 16):
                    alive.append(one)
                    continue
            except BlockingIOError:
                alive.append(one)
                continue
            except OSError:
                pass
            one.close()
        held = alive
        while len(held) < 300:
            one = socket.socket(socket.AF_UNIX)
            one.setblocking(False)
            try:
                one.connect(path)
            except OSError:
                one.close()
                break
            held.append(one)
            made += 1
        if not begun:
            ready()
            begun = True
    return made


def main(kind, path):
    os.nice(19)
    clusters = [one for seed in range(40) for one in cluster_lines(random.Random(seed))]
    kinds = {
        "costly": lambda: lines(path, lambda choice: choice.choice(COSTLY)),
        "wrong": lambda: lines(path, lambda choice: choice.choice(WRONG)),
        "clusters": lambda: lines(path, lambda choice: choice.choice(clusters)),
        "storm": lambda: storm(path), "mute": lambda: mute(path),
    }
    print("done", kinds[kind](), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
