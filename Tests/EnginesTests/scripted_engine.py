#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An engine for tests: it answers with capitals, and has the fault that its first argument names.

Usage: scripted_engine.py FAULT [FILE]; FILE gets an x for each start, and a c for each request that is cancelled.
"""

import json
import os
import random
import sys
import time

fault = sys.argv[1] if len(sys.argv) > 1 else ""


def note(event):
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a", encoding="ascii") as events:
            events.write(event)


note("x")
converted = 0
held = None


def send(line):
    sys.stdout.buffer.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
    sys.stdout.buffer.flush()


def lie(request):
    """Answers with one of many faults, mostly with a candidate that shows the letters that it replaces."""
    reading = request["params"].get("reading", "")
    length = random.randint(1, max(1, len(reading)))
    candidates = [{"text": f"<{reading[:length]}>", "length": length}]
    good = {"id": request["id"], "result": {"segments": [{"reading": reading, "candidates": candidates}]}}
    kind = random.randint(0, 24)
    if request["method"] != "convert":
        good["result"] = {"candidates": [{"text": "!"}, {"text": "\u0007"}, {"text": ""}, {}]}
    elif kind == 0:
        good["result"]["segments"][0]["reading"] = reading + "x"
    elif kind == 1:
        candidates.insert(0, {"text": "lie", "length": len(reading) + 5})
    elif kind == 2:
        candidates.insert(0, {"text": "lie", "length": random.choice([0, -1, "1", None])})
    elif kind == 3:
        candidates.insert(0, {"text": random.choice(["", "\u001b[2J", 7]), "length": 1})
    elif kind == 4:
        good["result"] = random.choice([None, [], {}, {"segments": {}}, {"segments": []}])
    if kind == 5:
        time.sleep(0.01)
    if kind == 6:
        line = json.dumps(good).encode()
        send(line[:9])
        time.sleep(0.002)
        send(line[9:] + b"\n")
    elif kind == 7 and random.randint(0, 5) == 0:
        send(good)
        send(good)
    elif kind == 8 and random.randint(0, 5) == 0:
        send(random.choice([b"\xff\n", b"{}\n", b"[1]\n", b'{"id":999999}\n', b'{"id":1.5}\n']))
    elif kind == 9 and random.randint(0, 5) == 0:
        os._exit(1)
    else:
        send(good)


def flood(line):
    while True:
        send(line * 4096)


def answer(request):
    parameters = request.get("params", {})
    if request["method"] == "convert":
        reading = parameters["reading"]
        result = {"segments": [{"reading": reading, "candidates": [
            {"text": reading.upper(), "length": len(reading), "annotation": parameters["before"]},
            {"text": "half", "length": max(1, len(reading) // 2)}]}]}
    elif request["method"] == "recognise":
        result = {"candidates": [{"text": character, "score": 1000 - place} for place, character in enumerate(
            [str(len(parameters["strokes"]) % 10), "長", parameters["before"][-1:] or "?"])]}
    elif request["method"] == "predict":
        result = {"candidates": [{"text": parameters["reading"]}]}
    else:
        text = parameters.get("text", "")
        result = {"candidates": [{"text": text[::-1] if fault == "upside down" else text + "!"}]}
    return {"id": request["id"], "result": result}


if fault == "closes at once":
    sys.exit(0)
if fault == "talks unasked":
    send({"id": 77, "result": {}})
if fault == "never stops writing":
    while True:
        send(b"x" * 65536)
if fault == "does not read":
    time.sleep(60)

for line in sys.stdin.buffer:
    request = json.loads(line)
    method = request["method"]
    if method == "hello":
        if fault == "is silent at hello":
            continue
        version = 2 if fault == "has another version" else request["params"]["protocol"]
        result = {"protocol": version, "version": "1.5"}
        if fault == "has another name":
            result["name"] = "x" * 100
        elif fault == "has fewer verbs":
            result.update(name="scripted", verbs=["follow", "predict", "sing", 7])
        elif fault == "has verbs that are no list":
            result["verbs"] = "convert"
        send({"id": request["id"], "result": result})
        continue
    if method == "prepare":
        if fault == "does not load":
            continue
        if fault == "cannot load":
            send({"id": request["id"], "error": {"message": "no data"}})
            continue
        send({"id": request["id"], "result": {}})
        if fault == "floods with answers":
            flood(b'{"id":1,"result":{}}\n')
        if fault == "floods with empty lines":
            flood(b"\n")
        if fault == "floods with later answers":
            flood(b'{"id":99,"result":{"candidates":[]}}\n')
        continue
    if method == "cancel":
        note("c")
        continue
    if method == "follow" and fault == "is silent about what follows":
        continue
    converted += 1
    if fault == "lies":
        lie(request)
        continue
    if fault == "is silent":
        continue
    if fault == "sends half a line":
        send(json.dumps(answer(request)).encode()[:20])
    elif fault == "sends invalid UTF-8":
        send(b'{"id":%d,"result":{"segments":"\xff\xfe"}}\n' % request["id"])
    elif fault == "sends no JSON":
        send(b"segmentation fault (core dumped)\n")
    elif fault == "sends a list":
        send([answer(request)])
    elif fault == "sends other members":
        send({"id": request["id"], "result": {"segments": [{"reading": 7}]}})
    elif fault == "reports an error":
        send({"id": request["id"], "error": {"message": "no dictionary"}})
    elif fault == "sends an endless line":
        while True:
            send(b"y" * 65536)
    elif fault == "ends at a request":
        os._exit(3)
    elif fault == "ends at the third request" and converted == 3:
        os._exit(3)
    elif fault in ("answers twice", "is slow and answers twice"):
        time.sleep(0.1 if fault.startswith("is slow") else 0)
        send(answer(request))
        send(answer(request))
    elif fault == "answers out of order":
        if held is None:
            held = request
        else:
            send(answer(request))
            send(answer(held))
            held = None
    else:
        if fault == "is slow":
            time.sleep(0.1)
        send(answer(request))

if fault == "hangs at exit":
    time.sleep(60)
