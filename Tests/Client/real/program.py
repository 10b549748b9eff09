# SPDX-License-Identifier: Apache-2.0
"""A program with one field, which prints the field after each change until it contains the text "end"."""

import json
import math
import select
import sys

import keybridge_client as kb


def state(field):
    text, caret = field.shown
    items = field.candidates and [item["text"] for item in field.candidates["items"]]
    return json.dumps({"text": text, "caret": caret, "marked": field.marked and field.marked.text, "candidates": items}, ensure_ascii=False,
                      separators=(",", ":"))


def main():
    def say(*words):
        if words[0] != "lost" or "No such file" not in words[1]:
            print(words[0], flush=True)

    client = kb.LoopClient("till", sys.argv[1], on_state=say)
    field = client.field("customer", traits={"autocapitalizationType": "none"})
    last = None

    def changed(notification):
        nonlocal last
        if (line := state(field)) != last:
            print(line, flush=True)
        last = line

    client.on_notification = changed
    client.focus(field)
    while not (field.text.endswith("end") and field.shown[1] == len(field.text)):
        pause = client.pause
        select.select([client.fileno()], [], [], None if pause in (None, math.inf) else pause)
        client.poll()
    client.close()


if __name__ == "__main__":
    main()
