# SPDX-License-Identifier: Apache-2.0
"""Attacks the socket of programs, and the service from a language engine, and measures how much an honest program and its
user are delayed."""
import os
import pathlib
import select
import subprocess
import time

from answers import Times
from desk import Desk, Lost, Script, Typing
from client import program                               # noqa: E402  (answers has made it known)

KEYS = 500
# In milliseconds: by how much attackers may delay 99 of 100 keys on their way to an honest program.
BUDGET = 5
ATTACKS = [("lines that cost much", "costly"), ("lines that are wrong", "wrong"),
           ("characters and words of long texts", "clusters"), ("connects and disconnects", "storm"),
           ("300 connections that never say hello", "mute")]
# The output of a language engine, which it writes without end before or after its first answers.
FLOODS = [("an engine that writes answers to nothing", b'{"id":1,"result":{}}\n', "after"),
          ("an engine that writes empty lines", b"\n", "after"),
          ("an engine that writes a line without end", b"x", "after"),
          ("an engine that writes before its first answer", b'{"id":7,"result":{"candidates":[]}}\n', "before")]
ENGINE = """import json, os, sys, time
block = %r * 65536
def flood():
    time.sleep(1)
    while True:
        sys.stdout.buffer.write(block)
if %r == "before":
    flood()
for line in sys.stdin:
    request = json.loads(line)
    result = {"protocol": 1} if request["method"] == "hello" else {}
    print(json.dumps({"id": request["id"], "result": result}), flush=True)
    if request["method"] == "prepare":
        flood()
"""


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


def compare(desk, what, attack, row):
    """Types without and with an attack: a function that begins it, and returns one that ends it with a remark."""
    typing = Typing(desk, 1)
    alone = keys(desk, typing)
    end = attack()
    attacked = keys(desk, typing)
    # A program that connects during the attack is served, too.
    begin = time.monotonic()
    program(desk.programs, "newcomer").close()
    newcomer = (time.monotonic() - begin) * 1000
    done = end()
    typing.honest.kill()
    desk.end()
    row(what, done, f"99 % of keys {late(attacked):.1f} ms, without attackers {late(alone):.1f} ms; "
        f"a newcomer is served in {newcomer:.0f} ms")
    if late(attacked) > late(alone) + BUDGET:
        raise Lost(f"{what}: 99 % of keys within {late(attacked):.1f} ms, without attackers {late(alone):.1f} ms")


def sockets(keybridge, folder, row):
    for what, kind in ATTACKS:
        desk = Desk(keybridge, folder)

        def attack(kind=kind, desk=desk):
            script = Script("attack.py", kind, desk.programs)
            return lambda: f"{int(script.end()[-1]):,} in all"
        compare(desk, what, attack, row)


def engines(keybridge, folder, row):
    """The engine's mode is chosen for a moment, so that the engine runs while another mode is used."""
    manifests = pathlib.Path(folder).resolve() / "hostile-engines"
    manifests.mkdir(exist_ok=True)
    for what, block, when in FLOODS:
        script = manifests / "flood.py"
        script.write_text(ENGINE % (block, when))
        (manifests / "flood.yaml").write_text(
            "name: flood\nmethods: [pinyin]\nlanguages: [zh-Hans]\nverbs: [convert]\n"
            f'program: [/usr/bin/python3, -I, -S, "{script}"]\n')
        desk = Desk(keybridge, folder, modes="en-US, zh-Hans+pinyin", variables={"KEYBRIDGE_ENGINES": str(manifests)})

        def choose(mode, desk=desk):
            subprocess.run([keybridge, "mode", mode, "--control", desk.control], check=True, stdout=subprocess.DEVNULL)

        def attack(desk=desk, choose=choose):
            choose("zh-Hans+pinyin")
            choose("en-US")

            def end():
                listed = subprocess.run([keybridge, "engines", "--control", desk.control], check=True, text=True,
                                        stdout=subprocess.PIPE).stdout
                if "response that no request" not in listed and "a line" not in listed:
                    raise Lost(f"{what}: the engine was not ended: {listed}")
                return "ended at its first line"
            return end
        compare(desk, what, attack, row)


def measure(keybridge, folder, row):
    sockets(keybridge, folder, row)
    engines(keybridge, folder, row)
