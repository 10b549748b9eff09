# SPDX-License-Identifier: Apache-2.0
"""Compares the cost of a key with 200 programs and 500 observers connected to its cost with one program."""
import time

from desk import Desk, Script, Typing

PROGRAMS, OBSERVERS = 200, 500
KEYS = 6000


def cost(keybridge, folder, with_crowd, rounds=3):
    """The processor time of the service per key, and the keys per second until the honest program has received
    the last one; the best of some rounds."""
    desk = Desk(keybridge, folder)
    typing = Typing(desk, 1)
    crowd = Script("abuse.py", "crowd", PROGRAMS, desk.programs, desk.observers) if with_crowd else None
    typing.type(KEYS // 10)
    best, rate = float("inf"), 0
    for _ in range(rounds):
        before, begin, keys = desk.ticks(), time.monotonic(), typing.typed
        typing.type(KEYS if with_crowd else 20 * KEYS)
        keys = typing.typed - keys
        best = min(best, (desk.ticks() - before) / keys)
        rate = max(rate, keys / (time.monotonic() - begin))
    if crowd:
        crowd.end()
    typing.honest.kill()
    desk.end()
    return best, rate


def measure(keybridge, folder, row):
    alone, alone_rate = cost(keybridge, folder, False)
    many, rate = cost(keybridge, folder, True)
    row(f"{PROGRAMS} programs, {OBSERVERS} observers : one program", many / alone,
        note=f"{many * 1e6:.0f} µs against {alone * 1e6:.1f} µs of the service a key", digits=1)
    # Each observer receives lines for the text, the selection and the editing of every key.
    share = (many - alone) / OBSERVERS
    row("of it for each observer : one program", share / alone, note=f"{share * 1e6:.2f} µs, a send for a key", digits=3)
    row("lines a second to all observers", rate * OBSERVERS * 3, "", note=f"{rate:,.0f} keys a second", digits=0)
