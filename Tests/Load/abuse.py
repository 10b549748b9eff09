#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clients that misbehave on the service's sockets until the standard input ends.

    abuse.py KIND COUNT SOCKET [OBSERVERS' SOCKET]

Prints `ready` when the clients are running, and at the end `done NUMBER`, the number of operations."""
import json
import os
import select
import socket
import sys

from client import Client, program

def flood_of(*requests):
    """The lines of many requests of a program that has a container `a`."""
    return b"".join(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"
        for method, params in requests) * 20


# Requests that do not affect what keys type.
QUESTIONS = [("container.get", {"container": "a"}), ("snapshot", {}), ("nonsense", {}), ("hello", {"name": "again"}),
             ("commands.active", {})]
FLOOD = flood_of(*QUESTIONS, ("text.set", {"container": "a", "string": "x" * 50}),
                 ("focus.request", {"container": "a"}), ("focus.release", {}))


# A text in the notification of every key that changes text, and in no other line.
MARK = b'"origin":"user"'
HELLO = b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"holder"}}\n'


def is_over(seconds=0):
    """Whether the standard input has ended."""
    ready, _, _ = select.select([0], [], [], seconds)
    return bool(ready) and not os.read(0, 1)


def ready():
    print("ready", flush=True)


def flooders(path, count):
    clients = []
    for number in range(count):
        client = program(path, f"flood {number}")
        client.ask("container.create", container="a")
        client.socket.setblocking(False)
        clients.append(client)
    return clients


def flood(reads, path, count):
    """Sends requests without end, and does not read the responses. The service soon stops reading from such a
    client."""
    clients = flooders(path, count)
    # The unsent rest of each client's line.
    rest = {client.socket: b"" for client in clients}
    ready()
    sent = 0
    while not is_over():
        can_read, can_write, _ = select.select(rest if reads else [], rest, [], 0.05)
        for one in can_read:
            one.recv(1 << 18)
        for one in can_write:
            rest[one] = rest[one] or FLOOD
            number = one.send(rest[one])
            rest[one] = rest[one][number:]
            sent += number
    return sent // (len(FLOOD) // FLOOD.count(b"\n"))


def half(path, count):
    """Sends a line without an end."""
    clients = [Client(path) for _ in range(count)]
    ready()
    sent = 0
    for client in clients:
        client.socket.setblocking(False)
        client.socket.send(b'{"jsonrpc":"2.0","method":"')
    while not is_over():
        _, can_write, _ = select.select([], [client.socket for client in clients], [], 0.05)
        for one in can_write:
            sent += one.send(b"x" * 65536)
    return sent


def storm(path, count):
    """Connects and disconnects again and again, sometimes in the middle of a line."""
    ready()
    done = 0
    while done < count and not is_over():
        one = socket.socket(socket.AF_UNIX)
        one.connect(path)
        one.send((b"", b'{"jsonrpc"', FLOOD[:200])[done % 3])
        one.close()
        done += 1
    is_over(None)
    return done


def heirs(path, count):
    """Connects programs that request the longest times for keeping their state, and disconnects them."""
    ready()
    for number in range(count):
        client = program(path, f"heir {number}", grace=600, keep=86400)
        client.ask("command.register", command="c", chord="f9", title="C")
        client.close()
    is_over(None)
    return count


def hold(path, count):
    """Opens as many connections as possible; returns the number of refused connections."""
    clients = []
    refused = 0
    for _ in range(count):
        one = socket.socket(socket.AF_UNIX)
        one.setblocking(False)
        try:
            one.connect(path)
            clients.append(one)
            one.send(HELLO)
        except OSError:  # the backlog is full, or the service has already refused the connection
            pass
    for one in clients:
        one.settimeout(10)
        refused += b"tooManyConnections" in one.recv(1 << 16)
    ready()
    is_over(None)
    return refused


def crowd(path, count, observers):
    """Connects programs with a field each, and observers; all of them read everything."""
    clients = [program(path, f"one of many {number}") for number in range(count)]
    for client in clients:
        client.ask("container.create", container="a")
    listeners = [Client(observers) for _ in range(count * 5 // 2)]
    for listener in listeners:
        # After its first line the observer receives all notifications.
        next(listener.lines())
    for client in clients + listeners:
        client.socket.setblocking(False)
    by_number = {client.socket.fileno(): client for client in clients + listeners}
    poll = select.epoll()
    for number in by_number:
        poll.register(number, select.EPOLLIN)
    poll.register(0, select.EPOLLIN)
    heard = {listener.socket.fileno(): 0 for listener in listeners}
    ready()
    wanted = None
    while wanted is None or min(heard.values()) < wanted:
        events = poll.poll(10 if wanted else None)
        if not events:
            break
        for number, _ in events:
            if number == 0:
                # The number of text changes that each observer must receive.
                wanted = int(sys.stdin.buffer.read() or 0)
                poll.unregister(0)
                continue
            block = by_number[number].socket.recv(1 << 18)
            if not block:
                poll.unregister(number)
            elif number in heard:
                # A block may end in the middle of the mark.
                client = by_number[number]
                text = client.rest + block
                heard[number] += text.count(MARK)
                client.rest = text[1 - len(MARK):]
    print(*sorted(set(heard.values())))
    return len(heard)


def silent(path, count, observers):
    """Connects programs and observers that never read."""
    kept = [program(path, f"silent {number}") for number in range(count)]
    kept += [Client(observers) for _ in range(count)]
    ready()
    is_over(None)
    return len(kept)


def asked(path, count):
    """Connects a program that declares `text.shouldChange` and never answers; with a count it also floods."""
    client = program(path, "asked")
    client.ask("container.create", container="a", questions={"text.shouldChange": True})
    client.ask("focus.request", container="a")
    ready()
    for line in client.lines():
        if b'"text.shouldChange"' in line:
            print("asked", flush=True)
            break
    if count:
        client.socket.setblocking(False)
        while not is_over():
            select.select([], [client.socket], [], 0.05)
            try:
                client.socket.send(flood_of(*QUESTIONS))
            except BlockingIOError:
                pass
    is_over(None)
    return count


def main(kind, count, *paths):
    kinds = {"flood": lambda path, count: flood(True, path, count),
             "deaf": lambda path, count: flood(False, path, count),
             "half": half, "storm": storm, "heirs": heirs, "hold": hold, "crowd": lambda *a: crowd(a[0], a[-1], a[1]),
             "silent": lambda *a: silent(a[0], a[-1], a[1]), "asked": asked}
    print("done", kinds[kind](*paths, int(count)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
