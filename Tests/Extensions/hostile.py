#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Input extensions with faults, for tests.

    hostile.py MODE [ARGUMENT]… [--after N] [--marks] [--record]
    hostile.py --make FOLDER NAME MODE [ARGUMENT]… [OPTION]… [--manifest JSON]

The second form makes an extension in FOLDER/NAME with a copy of this program, and prints its path; JSON has keys of
its manifest, such as {"requests":["network"]}. Each mode types the text of a key, unless its fault prevents it.

--after N     the fault begins after N keys of the process
--marks       until then the text of keys is marked, instead of inserted
--record      each line that the extension receives is added to the file `lines` in its storage

Results of attempts are added to the file `notes` in its storage, a line each.
"""

import argparse
import errno
import json
import os
import pathlib
import random
import shutil
import socket
import sys
import time

MEBIBYTE = 1 << 20

# The modes, and their arguments.
MODES = {
    "echo": "inserts the text of each key itself",
    "silent": "answers no key",
    "slow": "MILLISECONDS: answers each key later",
    "closes": "closes its output in the middle of an answer, and goes on",
    "dies": "ends in the middle of an answer",
    "floods": "[short|long|endless|edits|answers|notices]: writes 64 MiB of lines, instead of an answer",
    "forks": "starts processes that hold its descriptors and outlive it, and answers",
    "wrong-id": "[next|text|missing|old|twice]: answers with another id",
    "deletes": "deletes more text than there is",
    "garbage": "answers with a line that is not JSON",
    "deep": "answers with deeply nested lists",
    "list": "answers with a list",
    "members": "answers with members that are not known",
    "invalid-utf8": "inserts bytes that are not UTF-8",
    "surrogate": "inserts half of a surrogate pair",
    "control": "inserts a control character",
    "huge": "inserts 5000 UTF-16 code units",
    "many": "answers with 1000 edits",
    "long-list": "shows 1000 candidates",
    "rewrites": "changes its own program while it runs, and answers",
    "liar": "[SEED [RATE]]: answers truly and falsely at random; a fault that ends the process, or makes an answer late, "
            "comes once in RATE keys (1000)",
    "stale": "edits with a generation that has passed, and answers",
    "clings": "marks each text again after it was committed",
    "no-hello": "does not answer hello",
    "slow-hello": "MILLISECONDS: answers hello later",
    "early": "writes before it answers hello",
    "wrong-protocol": "answers hello with another protocol",
    "unread": "does not read after hello",
    "asks": "sends 10,000 requests at a key without reading, and answers",
    "pasteboard": "asks for copied text, sets it, and answers",
    "network": "opens sockets, in a process of its own too, and answers",
    "opens": "PATH…: reads and writes files, and answers",
    "advances": "asks for the next mode at each key, and answers",
    "unknown": "sends requests and notifications that do not exist, and answers",
    "hangs": "does not end with its input",
}


def make_extension(folder, name, mode, *arguments, **manifest):
    """Makes an extension with a fault; returns its path. A key of the manifest is written with `_` for `-`."""
    if mode not in MODES:
        raise ValueError(f"unknown mode {mode!r}; expected {', '.join(MODES)}")
    path = pathlib.Path(folder, name)
    path.mkdir(parents=True)
    shutil.copyfile(__file__, path / "hostile.py")
    keys = {
        "title": f"Hostile: {mode}",
        "version": "1.0.0",
        "program": ["python3", "hostile.py", mode, *map(str, arguments)],
        "modes": [{"id": "x", "language": "en", "title": f"Hostile {mode}"}],
    } | {key.replace("_", "-"): value for key, value in manifest.items()}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in keys.items()]
    (path / "extension.yaml").write_text("".join(lines), encoding="utf-8")
    return path


class Hostile:
    """An extension whose fault is a mode."""

    def __init__(self, mode, arguments, after, marks, records):
        self.mode, self.arguments, self.after, self.marks, self.records = mode, arguments, after, marks, records
        self.storage = os.environ.get("HOME")
        self.keys = 0
        self.asked = 0
        self.sent = {}
        self.previous = None
        if mode == "liar":
            self.random = random.Random(int(arguments[0]) if arguments else 0)
            self.rate = int(arguments[1]) if len(arguments) > 1 else 1000

    # Lines

    def write(self, data):
        """Writes bytes; ends the process if Keybridge has closed the other end."""
        try:
            while data:
                data = data[os.write(1, data):]
        except OSError:
            os._exit(1)

    def send(self, value):
        self.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")

    def ask(self, method, **parameters):
        """Sends a request; its result is noted when it comes."""
        self.asked += 1
        self.sent[self.asked] = method
        self.send({"id": self.asked, "method": method, "params": parameters})

    def answer(self, request, edits, **result):
        self.send({"id": request["id"], "result": {"taken": True, "edits": edits} | result})

    def note(self, text):
        self.keep("notes", f"{text}\n".encode())

    def keep(self, name, data):
        if self.storage:
            with open(os.path.join(self.storage, name), "ab") as file:
                file.write(data)

    # Requests

    def run(self):
        for line in sys.stdin.buffer:
            if self.records:
                self.keep("lines", line)
            message = json.loads(line)
            if "method" not in message:
                self.receive(message)
            elif message["method"] == "hello":
                self.hello(message)
            elif message["method"] == "key":
                self.key(message)
            elif message["method"] == "candidate.chosen":
                edits = [{"insert": message["params"]["text"]}]
                self.send({"id": message["id"], "result": {"edits": edits, "candidates": None}})
            elif "id" in message:
                self.send({"id": message["id"], "error": {"code": "unknown-method", "message": "no such method"}})
            elif message["method"] == "finish" and self.mode == "clings":
                document = message["params"]["document"]
                self.ask("edit", identifier=document["identifier"], generation=document["generation"],
                         edits=[{"mark": {"text": "clings"}}])
        if self.mode == "hangs":
            time.sleep(3600)

    def hello(self, request):
        self.storage = request["params"].get("storage") or self.storage
        self.note(f"started {os.getpid()}")
        if self.mode == "no-hello":
            return
        if self.mode == "slow-hello":
            time.sleep(int(self.arguments[0]) / 1000)
        if self.mode == "early":
            self.ask("access.get")
        protocol = 2 if self.mode == "wrong-protocol" else 1
        self.send({"id": request["id"], "result": {"protocol": protocol, "name": "hostile", "version": "1.0"}})
        if self.mode == "unread":
            time.sleep(3600)

    def receive(self, response):
        """Notes the result of a request."""
        method = self.sent.pop(response["id"], "nothing")
        if method not in ("liar", "asked"):
            self.note(f"{method} {response['error']['code'] if 'error' in response else 'granted'}")

    def key(self, request):
        self.keys += 1
        document = request["params"]["document"]
        is_due = self.keys > self.after
        generation, self.previous = self.previous, document["generation"]
        if is_due and self.has_fault(request, document, generation):
            return
        text = request["params"]["text"]
        if not text:
            self.send({"id": request["id"], "result": {"taken": False}})
        elif self.marks and not is_due:
            self.answer(request, [{"mark": {"text": (document["marked"] or "") + text}}])
        elif document["marked"]:
            self.answer(request, [{"unmark": True}, {"insert": text}])
        else:
            self.answer(request, [{"insert": text}])

    # Faults

    def has_fault(self, request, document, generation):
        """Performs the fault of the mode at a key; returns whether it takes the place of the answer."""
        act = getattr(self, "at_key_" + self.mode.replace("-", "_"), None)
        if act is None:
            return False
        return bool(act(request, document, generation))

    def at_key_silent(self, *_):
        return True

    def at_key_slow(self, *_):
        time.sleep(int(self.arguments[0]) / 1000)

    def half(self, request):
        line = json.dumps({"id": request["id"], "result": {"taken": True, "edits": [{"insert": "half"}]}}).encode()
        self.write(line[:len(line) // 2])

    def at_key_closes(self, request, *_):
        self.half(request)
        os.close(1)
        # Later answers go nowhere, and the process goes on.
        os.open("/dev/null", os.O_WRONLY)
        return True

    def at_key_dies(self, request, *_):
        self.half(request)
        os._exit(3)

    def at_key_floods(self, request, document, *_):
        kind = self.arguments[0] if self.arguments else "short"
        edit = {"identifier": document["identifier"], "generation": document["generation"], "edits": [{"insert": "!"}]}
        line = {
            "short": b"{}\n",
            "long": b'{"method":"' + b"x" * MEBIBYTE + b'"}\n',
            "endless": b"x" * MEBIBYTE,
            "edits": json.dumps({"id": 1, "method": "edit", "params": edit}).encode() + b"\n",
            "answers": b'{"id":%d,"result":{"taken":false}}\n' % request["id"],
            "notices": b'{"id":1,"method":"notice","params":{"text":"flood"}}\n',
        }[kind]
        lines = line * max(1, 65536 // len(line))
        written = 0
        while written < 64 * MEBIBYTE:
            self.write(lines)
            written += len(lines)
        return True

    def at_key_forks(self, *_):
        for _ in range(20):
            try:
                process = os.fork()
            except OSError as error:
                self.note(f"fork {errno.errorcode[error.errno]}")
                return
            if process == 0:
                try:
                    os.setsid()
                except OSError:
                    pass
                for _ in range(60):
                    time.sleep(1)
                os._exit(0)
        self.note("fork done")

    def at_key_wrong_id(self, request, document, *_):
        kind = self.arguments[0] if self.arguments else "next"
        line = {"id": request["id"], "result": {"taken": True, "edits": [{"insert": "wrong"}]}}
        if kind == "twice":
            keep = [{"unmark": True}] if document["marked"] else []
            self.answer(request, keep + [{"insert": request["params"]["text"]}] if request["params"]["text"] else [])
        elif kind == "missing":
            del line["id"]
        else:
            line["id"] = {"next": request["id"] + 1, "text": str(request["id"]), "old": request["id"] - 1}[kind]
        self.send(line)
        return True

    def at_key_deletes(self, request, *_):
        self.answer(request, [{"deleteBackward": 1_000_000}])
        return True

    def at_key_garbage(self, *_):
        self.write(b"segmentation fault (core dumped)\n")
        return True

    def at_key_deep(self, *_):
        self.write(b"[" * 30000 + b"]" * 30000 + b"\n")
        return True

    def at_key_list(self, *_):
        self.send([1, 2])
        return True

    def at_key_members(self, request, *_):
        self.answer(request, [{"insert": "x", "replace": "y"}], more=True)
        return True

    def at_key_invalid_utf8(self, request, *_):
        self.write(b'{"id":%d,"result":{"taken":true,"edits":[{"insert":"\xff\xfe"}]}}\n' % request["id"])
        return True

    def at_key_surrogate(self, request, *_):
        self.write(b'{"id":%d,"result":{"taken":true,"edits":[{"insert":"\\ud83d"}]}}\n' % request["id"])
        return True

    def at_key_control(self, request, *_):
        self.answer(request, [{"insert": "\u001b[2J"}])
        return True

    def at_key_huge(self, request, *_):
        self.answer(request, [{"insert": "x" * 5000}])
        return True

    def at_key_many(self, request, *_):
        self.answer(request, [{"insert": "x"}] * 1000)
        return True

    def at_key_long_list(self, request, *_):
        self.answer(request, [], candidates={"items": [{"text": "x"}] * 1000, "highlighted": 0})
        return True

    def at_key_rewrites(self, *_):
        self.attempt(f"write {os.path.basename(__file__)}", lambda: open(__file__, "ab").write(b"# changed\n"))

    def at_key_stale(self, request, document, generation):
        self.ask("edit", identifier=document["identifier"],
                 generation=(generation if generation is not None else document["generation"]) - 1,
                 edits=[{"insert": "stale"}])

    def at_key_asks(self, *_):
        for _ in range(10_000):
            self.asked += 1
            self.sent[self.asked] = "asked"
            self.send({"id": self.asked, "method": "access.get", "params": {}})

    def at_key_pasteboard(self, *_):
        self.ask("pasteboard.get")
        self.ask("pasteboard.set", text="taken by an extension")

    def at_key_advances(self, *_):
        self.ask("mode.advance")

    def at_key_unknown(self, *_):
        self.ask("documents.list")
        self.send({"method": "text.didChange", "params": {}})
        self.send({"method": "sing", "params": {"loud": True}})

    def at_key_opens(self, *_):
        for path in self.arguments:
            self.attempt(f"read {path}", lambda: open(path, "rb").read(1))
            self.attempt(f"write {path}", lambda: open(path, "ab").close())

    def at_key_network(self, *_):
        self.try_sockets("")
        try:
            process = os.fork()
        except OSError as error:
            self.note(f"fork {errno.errorcode[error.errno]}")
            return
        if process == 0:
            self.try_sockets("child ")
            os._exit(0)
        os.waitpid(process, 0)

    def try_sockets(self, prefix):
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
            kind = socket.SOCK_RAW if family == socket.AF_NETLINK else socket.SOCK_STREAM
            self.attempt(f"{prefix}{family.name}", lambda: socket.socket(family, kind).close())
        self.attempt(f"{prefix}socketpair", lambda: [end.close() for end in socket.socketpair()])

    def attempt(self, name, act):
        """Notes whether an action is allowed."""
        try:
            act()
            self.note(f"{name}: allowed")
        except OSError as error:
            self.note(f"{name}: {errno.errorcode.get(error.errno, error.errno)}")

    # Lies

    def at_key_liar(self, request, document, generation):
        """Gives one of many answers, each of which types the text of the key, or must be refused."""
        pick, text = self.random.randrange, request["params"]["text"]
        if pick(self.rate) == 0:
            return self.fail(request, document, generation)
        if pick(50) == 0:
            self.asked += 1
            self.sent[self.asked] = "liar"
            past = document["generation"] - 1 - pick(3)
            self.send({"id": self.asked, "method": "edit", "params": {
                "identifier": document["identifier"], "generation": past, "edits": [{"insert": "stale"}]}})
        if not text:
            return False
        # The marked text is kept in each true answer.
        keep = [{"unmark": True}] if document["marked"] else []
        self.answer(request, self.random.choice([
            keep + [{"insert": text}],
            keep + [{"insert": "lie"}, {"deleteBackward": 3}, {"insert": text}],
            keep + [{"mark": {"text": text}}],
            keep + [{"mark": {"text": text}}, {"unmark": True}],
            [{"mark": {"text": (document["marked"] or "") + text}}],
        ]), **self.random.choice([{}, {}, {"candidates": None}]))
        return True

    def fail(self, request, document, generation):
        faults = ["silent", "dies", "garbage", "wrong_id", "deletes", "invalid_utf8", "control", "huge", "members", "list"]
        fault = self.random.choice(faults + ["slow"])
        if fault == "slow":
            time.sleep(self.random.choice([0.25, 0.31, 0.4]))
            return False
        arguments, self.arguments = self.arguments, []
        getattr(self, "at_key_" + fault)(request, document, generation)
        self.arguments = arguments
        return True


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="modes:\n" + "".join(f"  {mode:16}{meaning}\n" for mode, meaning in MODES.items()))
    parser.add_argument("--make", nargs=2, metavar=("FOLDER", "NAME"))
    parser.add_argument("--manifest", type=json.loads, default={})
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("mode", choices=MODES, metavar="MODE")
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT")
    options = parser.parse_intermixed_args()
    if options.make:
        extra = ["--after", options.after] if options.after else []
        extra += ["--marks"] * options.marks + ["--record"] * options.record
        print(make_extension(*options.make, options.mode, *options.arguments, *extra, **options.manifest))
        return
    Hostile(options.mode, options.arguments, options.after, options.marks, options.record).run()


if __name__ == "__main__":
    main()
