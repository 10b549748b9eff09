# SPDX-License-Identifier: Apache-2.0
"""Attacks the socket of programs and measures how much an honest program and its user are delayed."""
import os
import select
import time

from answers import Times
from desk import Desk, Lost, Script, Typing
from client import program                               # noqa: E402  (answers has made it known)

KEYS = 500
# In milliseconds: by how much attackers may delay 99 of 100 keys on their way to an honest program.
BUDGET = 5
ATTACKS = [("lines that cost much", "costly"), ("lines that are wrong", "wrong"),
           ("300 connections that never say hello", "mute")]


def keys(desk, typing):
    """Types some keys and returns their times from the keyboard to the honest program."""
    times = Times()
    given, taken = desk.typist.stdin.fileno(), typing.honest.process.stdout.fileno()
    for number in range(KEYS):
        letter = b"abcdefghij"[number % 10:number % 10 + 1]
        begin = time.monotonic()
        os.write(given, letter)
        if not select.select([taken], [], [], 5)[0] or (came := os.read(taken, 100)) != letter:
            raise Lost("a key has not arrived" if not came else f"typed {letter}, arrived {came}")
        times.add(time.monotonic() - begin)
        time.sleep(0.005)
    return times


def late(times):
    """The 99th percentile, in milliseconds."""
    return sorted(times.all)[len(times.all) * 99 // 100]


def measure(keybridge, folder, row):
    for what, kind in ATTACKS:
        desk = Desk(keybridge, folder)
        typing = Typing(desk, 1)
        alone = keys(desk, typing)
        attack = Script("attack.py", kind, desk.programs)
        attacked = keys(desk, typing)
        # A program that connects during the attack is served, too.
        begin = time.monotonic()
        program(desk.programs, "newcomer").close()
        newcomer = (time.monotonic() - begin) * 1000
        done = int(attack.end()[-1])
        typing.honest.kill()
        desk.end()
        row(what, f"{done:,} in all", f"99 % of keys {late(attacked):.1f} ms, without attackers {late(alone):.1f} ms; "
            f"a newcomer is served in {newcomer:.0f} ms")
        if late(attacked) > late(alone) + BUDGET:
            raise Lost(f"{what}: 99 % of keys within {late(attacked):.1f} ms, without attackers {late(alone):.1f} ms")
