#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that misbehave at the service's sockets, until their standard input ends.

    abuse.py KIND COUNT SOCKET [OBSERVERS' SOCKET]

Prints `ready` once it is at it, and at the end what it did: `done NUMBER`."""
import json
import os
import select
import socket
import sys

from client import Client, program

def flood_of(*requests):
    """Lines of many requests, for a program that has a container `a`."""
    return b"".join(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"
        for method, params in requests) * 20


# These change nothing that keys depend on.
QUESTIONS = [("container.get", {"container": "a"}), ("snapshot", {}), ("nonsense", {}), ("hello", {"name": "again"}),
             ("commands.active", {})]
FLOOD = flood_of(*QUESTIONS, ("text.set", {"container": "a", "string": "x" * 50}),
                 ("focus.request", {"container": "a"}), ("focus.release", {}))


# In the line of every key that changes text, and nowhere else.
MARK = b'"origin":"user"'
HELLO = b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"holder"}}\n'


def is_over(seconds=0):
    """Whether whoever started this wants it to end."""
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
    """Requests without end; whoever does not read is not read any more before long."""
    clients = flooders(path, count)
    # Each goes on in the middle of the line where it was stopped.
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
    """A line that has no end."""
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
    """Connects and goes, again and again, a part of them in the middle of a line."""
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
    """Programs that come, ask for everything to be kept for as long as may be, and go."""
    ready()
    for number in range(count):
        client = program(path, f"heir {number}", grace=600, keep=86400)
        client.ask("command.register", command="c", chord="f9", title="C")
        client.close()
    is_over(None)
    return count


def hold(path, count):
    """As many connections as it gets; the number is of those that are refused."""
    clients = []
    refused = 0
    for _ in range(count):
        one = socket.socket(socket.AF_UNIX)
        one.setblocking(False)
        try:
            one.connect(path)
            clients.append(one)
            one.send(HELLO)
        except OSError:  # the backlog is full, or the service has refused it already
            pass
    for one in clients:
        one.settimeout(10)
        refused += b"tooManyConnections" in one.recv(1 << 16)
    ready()
    is_over(None)
    return refused


def crowd(path, count, observers):
    """Programs with a field each, and observers, that read everything."""
    clients = [program(path, f"one of many {number}") for number in range(count)]
    for client in clients:
        client.ask("container.create", container="a")
    listeners = [Client(observers) for _ in range(count * 5 // 2)]
    for listener in listeners:
        # From this line on it is told everything.
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
                # How many changes of text each should have been told of.
                wanted = int(sys.stdin.buffer.read() or 0)
                poll.unregister(0)
                continue
            block = by_number[number].socket.recv(1 << 18)
            if not block:
                poll.unregister(number)
            elif number in heard:
                # The mark is short, but a block may end in its middle.
                client = by_number[number]
                text = client.rest + block
                heard[number] += text.count(MARK)
                client.rest = text[1 - len(MARK):]
    print(*sorted(set(heard.values())))
    return len(heard)


def silent(path, count, observers):
    """Programs and observers that never read."""
    kept = [program(path, f"silent {number}") for number in range(count)]
    kept += [Client(observers) for _ in range(count)]
    ready()
    is_over(None)
    return len(kept)


def asked(path, count):
    """A program that is asked before every change, and never answers; it floods meanwhile."""
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
