#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Types millions of keys through the real program, reloads settings during typing, and runs programs that misbehave
while an honest program is typed to. Prints the tests and their results; exits with 1 if anything was lost.

    soak.py KEYBRIDGE FOLDER [KEYS [PART…]]     FOLDER has typist and pipe_keyboard.so; ten million keys by default
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import answers
import hostile as attacks
import page
from desk import Desk, Lost, Script, Typing

KEYBRIDGE, FOLDER = sys.argv[1:3]
KEYS = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000_000
SEED = 20

rows = []


def row(*cells):
    print(f"  {cells[0]:<40} {cells[1]:<24} {cells[2]}", flush=True)
    rows.append(cells)


def settle(desk, descriptors):
    """Waits until the descriptors of all clients are closed; a timer for their stored state may remain."""
    for _ in range(2000):
        if desk.descriptors() <= descriptors + 1:
            return
        time.sleep(0.005)
    raise Lost(f"{desk.descriptors() - descriptors} descriptors are still open")


def keystrokes():
    """Compares the memory after a twentieth of the keys with the memory at the end."""
    desk = Desk(KEYBRIDGE, FOLDER)
    typing = Typing(desk, SEED)
    while typing.typed < KEYS // 20:
        typing.type(60_000)
    begin, processor, keys = desk.memory(), desk.ticks(), typing.typed
    highest = begin
    while typing.typed < KEYS:
        typing.type(60_000)
        highest = max(highest, desk.memory())
    cost = (desk.ticks() - processor) / (typing.typed - keys)
    end = desk.memory()
    typing.honest.kill()
    desk.end()
    if end > begin + 512:
        raise Lost(f"memory grew from {begin} to {end} kB")
    row("keys typed without a pause", f"{typing.typed:,}",
        f"private memory {begin} kB after {keys:,}, {end} kB at the end, {highest} kB at most; {cost * 1e6:.1f} µs a key")


def reloads(count=1000):
    desk = Desk(KEYBRIDGE, FOLDER)
    typing = Typing(desk, SEED + 1)
    choice = random.Random(SEED + 1)
    typing.type(600)
    begin, descriptors = desk.memory(), desk.descriptors()
    texts = ["modes: [en-US, sv-SE]\n", "devices:\n- match: name=Bench*\n  layout: us\n", "layuot: wrong\n",
             "hold-for-accents: false\n",
             "commands:\n- command: hello\n  chord: f9\n  title: Hello\n"]
    for number in range(count):
        pathlib.Path(desk.settings).write_text("assistance: off\n" + texts[number % len(texts)])
        text_ahead = choice.randrange(1, 4)
        typing.type(60 * text_ahead, during=lambda: os.kill(desk.pid, signal.SIGHUP))
    end = desk.memory()
    settle(desk, descriptors)
    typing.honest.kill()
    desk.end()
    row("settings read again under typing", f"{count:,}",
        f"{typing.typed:,} keys meanwhile; private memory {begin} kB before, {end} kB after")


ABUSES = [
    ("requests without end, answers read", "flood", 100, False, 10), ("requests without end, nothing read", "deaf", 100, False, 10),
    ("a line without end", "half", 100, False, 10), ("connects and disconnects", "storm", 10_000, False, 10),
    ("disconnects, with state to keep", "heirs", 300, False, 10), ("never reads", "silent", 100, True, 10),
    ("200 programs and 500 observers", "crowd", 200, True, 3),
]


def abuses():
    for what, kind, count, needs_observers, rounds in ABUSES:
        desk = Desk(KEYBRIDGE, FOLDER)
        typing = Typing(desk, SEED + 2)
        typing.type(600)
        descriptors, did = desk.descriptors(), 0
        for _ in range(rounds):
            script = Script("abuse.py", kind, count, desk.programs, *([desk.observers] if needs_observers else []))
            # Types line by line and waits for each, so that the other programs are served meanwhile.
            for _ in range(100):
                typing.type(60)
            did += int(script.end()[-1])
            settle(desk, descriptors)
            typing.type(60)
        typing.honest.kill()
        desk.end()
        row(f"{what}, {count} at once" if kind not in ("storm", "heirs", "crowd") else what, f"{rounds} times, {did:,} in all",
            f"{typing.typed:,} keys meanwhile")


def killed(count=200):
    """Kills a program while it owes an answer; the next program gets the keyboard and every following key."""
    desk = Desk(KEYBRIDGE, FOLDER)
    given = desk.typist.stdin.fileno()
    typed = 0
    for number in range(count):
        asked = Script("abuse.py", "asked", 0, desk.programs)
        os.write(given, b"x")
        asked.wait_for(b"asked")
        asked.kill()
        os.set_blocking(given, True)
        typing = Typing(desk, SEED + 3 + number)
        typing.type(60)
        typed += typing.typed
        typing.honest.kill()
        os.set_blocking(given, True)
    settle(desk, 20)
    desk.end()
    row("killed while it owes an answer", f"{count}", f"{typed:,} keys afterwards")


def exhausted(count=20):
    desk = Desk(KEYBRIDGE, FOLDER, prefix=("prlimit", "--nofile=160"))
    typing = Typing(desk, SEED + 4)
    typing.type(600)
    descriptors, refused = desk.descriptors(), 0
    for _ in range(count):
        holder = Script("abuse.py", "hold", 400, desk.programs)
        processor = desk.ticks()
        time.sleep(0.2)
        if desk.ticks() > processor + 0.05:
            raise Lost("the service is busy although it refuses clients")
        typing.type(600)
        refused += int(holder.end()[-1])
        settle(desk, descriptors)
    typing.honest.kill()
    desk.end()
    row("as many clients as descriptors", f"{count} times, {refused:,} refused", f"{typing.typed:,} keys meanwhile")


def full_disk(count=200):
    desk = Desk(KEYBRIDGE, FOLDER, prefix=("prlimit", "--fsize=1"))
    pathlib.Path(desk.settings).write_text("modes: [en-US, sv-SE]\nassistance: off\n")
    os.kill(desk.pid, signal.SIGHUP)
    typing = Typing(desk, SEED + 5)
    for number in range(count):
        subprocess.run([KEYBRIDGE, "mode", ("en-US", "next")[number % 2], "--control", desk.control], check=True,
                       stdout=subprocess.DEVNULL)
        typing.type(60)
    typing.honest.kill()
    errors = desk.end()
    row("changes to store on a full disk", f"{count}", f"{typing.typed:,} keys meanwhile; {len(errors.splitlines())} lines of warnings")


def owed():
    """Tests programs that owe an answer."""
    answers.measure(KEYBRIDGE, FOLDER, row)


def hostile():
    """Tests attackers at the socket of programs."""
    attacks.measure(KEYBRIDGE, FOLDER, row)


def main():
    print(f"{page.where()}, load {os.getloadavg()[0]:.1f}")
    parts = {part.__name__: part for part in (owed, hostile, abuses, killed, exhausted, full_disk, reloads, keystrokes)}
    status = 0
    for name in sys.argv[4:] or parts:
        try:
            parts[name]()
        except Lost as loss:
            print(f"  {name}: LOST: {loss}", flush=True)
            status = 1
    print("nothing was lost" if not status else "something was lost")
    return status


if __name__ == "__main__":
    sys.exit(main())
