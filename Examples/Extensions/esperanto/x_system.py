#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Esperanto's x-system: an x after c, g, h, j, s or u puts the accent on the letter.

A second x takes it back, so that `cxx` types cx. The extension keeps nothing between keys: each key comes with the
text before the caret.
"""

import json
import sys

ACCENTS = dict(zip("cghjsuCGHJSU", "ĉĝĥĵŝŭĈĜĤĴŜŬ"))
LETTERS = {accented: letter for letter, accented in ACCENTS.items()}

# Other modifiers than these make commands, and not text.
OF_TEXT = {"shift", "capslock"}


def edits(key):
    """Returns the edits of a key; None if the key types its own text."""
    document = key["document"]
    if key["text"] not in ("x", "X") or set(key["modifiers"]) - OF_TEXT or document["selected"] or document["marked"]:
        return None
    letter = (document["before"] or "")[-1:]
    if letter in ACCENTS:
        return [{"deleteBackward": 1}, {"insert": ACCENTS[letter]}]
    if letter in LETTERS:
        return [{"deleteBackward": 1}, {"insert": LETTERS[letter] + key["text"]}]
    return None


def result(method, params):
    """Returns the result of a request; None for a request that is not known."""
    if method == "hello":
        return {"protocol": 1, "name": "x-system", "version": "1.0.0"}
    if method == "key":
        found = edits(params)
        return {"taken": True, "edits": found} if found else {"taken": False}
    return None


for line in sys.stdin.buffer:
    request = json.loads(line)
    if "id" not in request:
        continue  # a notification
    response = {"id": request["id"], "result": result(request["method"], request["params"])}
    if response["result"] is None:
        response = {"id": request["id"], "error": {"code": "unknown-method", "message": request["method"]}}
    print(json.dumps(response), flush=True)
