# SPDX-License-Identifier: Apache-2.0
"""The other side of an input extension: a document, and the lines of Documentation/Extensions.md.

The extension runs without a sandbox. Each of its lines must follow Documentation/extensions-openrpc.json.
"""

import json
import os
import pathlib
import select
import subprocess
import tempfile
import time
import uuid

import jsonschema
import regex
import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[2]
OPENRPC = json.loads(PROJECT.joinpath("Documentation/extensions-openrpc.json").read_text())
RESOLVER = jsonschema.RefResolver.from_schema(OPENRPC)

LINE_LIMIT = 1 << 16
# The limits of texts, in UTF-16 code units.
CONTEXT_LIMIT, INSERT_LIMIT = 1024, 4096

# The time limit of a response, in seconds. A machine that runs other tests must not fail this one.
PATIENCE = 60

# The names of the keys that are no text, for `characters`.
INPUTS = {"BackSpace": "inputDelete", "Up": "inputUpArrow", "Down": "inputDownArrow", "Left": "inputLeftArrow",
          "Right": "inputRightArrow", "Escape": "inputEscape", "Return": "\r", "Tab": "\t"}

SWITCHES = ("autocorrectionType", "inlinePredictionType", "mathExpressionCompletionType", "smartDashesType",
            "smartInsertDeleteType", "smartQuotesType", "spellCheckingType")
FLAGS = ("enablesReturnKeyAutomatically", "isSecureTextEntry", "mapsPhonePadLetters", "restrictToKeyboardType",
         "supportsAdaptiveImageGlyph", "translucent")
# Every trait with its default.
TRAITS = dict.fromkeys(SWITCHES, "default") | dict.fromkeys(FLAGS, False) | {
    "allowedWritingToolsResultOptions": 0, "autocapitalizationType": "sentences", "conversationContext": None,
    "keyboardAppearance": "default", "keyboardType": "default", "passwordRules": None, "returnKeyType": "default",
    "textContentType": None, "writingToolsBehavior": "default",
}

# The names of keys that have no text, or another one.
NAMES = {" ": "space", "\n": "Return", "\t": "Tab", ":": "colon", ".": "period", ",": "comma", "-": "minus"}


class Fault(Exception):
    """A line or an answer that Keybridge would refuse."""


class Ended(Fault):
    """The extension has closed its output."""


def schema(name):
    """A schema of the document, by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def method(kind, name):
    """A method of the document; None if it does not exist. `kind` is methods, x-questions or x-notifications."""
    return next((method for method in OPENRPC[kind] if method["name"] == name), None)


def parameters(method):
    """The schema of the parameters of a method."""
    return {
        "type": "object",
        "required": [param["name"] for param in method["params"] if param.get("required")],
        "properties": {param["name"]: param["schema"] for param in method["params"]},
        "additionalProperties": False,
    }


def check(value, schema):
    """Raises a fault unless a value follows a schema."""
    error = jsonschema.exceptions.best_match(jsonschema.Draft7Validator(schema, resolver=RESOLVER).iter_errors(value))
    if error:
        place = "/".join(map(str, error.absolute_path))
        message = error.message if len(error.message) < 300 else f"…{error.message[-100:]}"
        raise Fault(f"/{place}: {message}")


def characters(text):
    """The characters of a text, each of which may have several code points."""
    return regex.findall(r"\X", text)


def units(text):
    """The length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Document:
    """A text with a selection or marked text. Places count code points."""

    def __init__(self, text="", *, mode="x", language="en", traits=None, identifier=None):
        self.text, self.start, self.end = text, len(text), len(text)
        self.marked = False                                  # whether the range from start to end is marked
        self.mode, self.language = mode, language
        self.traits = TRAITS | (traits or {})
        self.identifier = identifier or str(uuid.uuid4())
        self.generation = 0

    def proxy(self):
        """The part that an extension sees."""
        before = cut(reversed(characters(self.text[self.text.rfind("\n", 0, self.start) + 1:self.start])))
        line_end = self.text.find("\n", self.end)
        after = cut(characters(self.text[self.end:line_end if line_end >= 0 else len(self.text)]))
        middle = self.text[self.start:self.end]
        return {
            "identifier": self.identifier, "generation": self.generation, "before": "".join(reversed(before)) or None,
            "after": "".join(after) or None,
            "selected": "".join(cut(characters(middle))) or None if not self.marked else None,
            "marked": middle or None if self.marked else None,
            "traits": self.traits, "mode": self.mode, "language": self.language, "hasText": bool(self.text),
            "needsInputModeSwitchKey": False,
        }

    def replace(self, start, end, text):
        self.text = self.text[:start] + text + self.text[end:]
        self.start = self.end = start + len(text)
        self.marked = False

    def insert(self, text):
        """Replaces the marked text, or else the selection, as typing does."""
        self.replace(self.start, self.end, text)

    def unmark(self):
        """Keeps the marked text as it is shown."""
        self.start, self.marked = self.end, False

    def shown(self):
        """The text, with the marked text in brackets, or else the caret as |."""
        middle = self.text[self.start:self.end]
        middle = f"[{middle}]" if self.marked else "|" + middle
        return self.text[:self.start] + middle + self.text[self.end:]

    def apply(self, edits):
        """Performs edits together; raises a fault and changes nothing if one of them must be refused."""
        check(edits, schema("Edits"))
        proxy = self.proxy()
        copy = Document(self.text)
        copy.start, copy.end, copy.marked = self.start, self.end, self.marked
        first = self.start - len(proxy["before"] or "")
        last = len(self.text) - self.end - len(proxy["after"] or "")
        new = 0
        for edit in edits:
            new += copy.perform(edit, first, last)
        if new > INSERT_LIMIT:
            raise Fault(f"more than {INSERT_LIMIT} units of new text")
        self.text, self.start, self.end, self.marked = copy.text, copy.start, copy.end, copy.marked

    def perform(self, edit, first, last):
        """Performs an edit between the place `first` and `last` places from the end; returns the length of new text."""
        name, value = next(iter(edit.items()))
        new = ""
        if name == "insert":
            new = plain(value)
            self.insert(new)
        elif name == "deleteBackward":
            count = value
            if self.start < self.end:
                self.replace(self.start, self.end, "")
                count -= 1
            before = characters(self.text[first:self.start])
            if count > len(before):
                raise Fault("more is deleted than the proxy has")
            self.replace(self.start - len("".join(before[len(before) - count:])), self.start, "")
        elif name == "mark":
            new = plain(value["text"])
            start, end = value.get("selected", [0, 0])
            if not start <= end <= units(new):
                raise Fault("the selection is not in the marked text")
            start = self.start
            self.replace(self.start, self.end, new)
            self.start, self.marked = start, bool(new)
        else:
            self.unmark()
        if name == "adjust":
            before = characters(self.text[first:self.start])
            after = characters(self.text[self.start:len(self.text) - last])
            moved = "".join(before[max(0, len(before) + value):] if value < 0 else after[:value])
            self.start = self.end = self.start + (len(moved) if value > 0 else -len(moved))
        return units(new)


def plain(text):
    """The text; raises a fault if it has control characters."""
    if regex.search(r"[\p{Cc}--\t\n]", text, regex.V1):
        raise Fault("control characters are inserted")
    return text


def cut(found):
    """As many whole characters as an extension sees on one side."""
    kept, length = [], 0
    for character in found:
        length += units(character)
        if length > CONTEXT_LIMIT:
            break
        kept.append(character)
    return kept


class Host:
    """An extension that runs in its folder, and the document that has focus."""

    def __init__(self, folder, document=None, *, storage=None, lexicon=(), grants=(), greets=True):
        folder = pathlib.Path(folder).resolve()
        self.name = folder.name
        self.manifest = yaml.safe_load(folder.joinpath("extension.yaml").read_text(encoding="utf-8"))
        program, *arguments = self.manifest["program"]
        self.temporary = tempfile.TemporaryDirectory()
        self.storage = str(storage or self.temporary.name)
        self.errors = tempfile.TemporaryFile()
        mode = self.manifest["modes"][0]
        self.document = document or Document(mode=mode["id"], language=mode["language"])
        self.candidates = None
        self.lexicon, self.grants = list(lexicon), list(grants)
        self.responses = []                                  # the responses to the extension's requests, as method and line
        self.number = 0
        self.incoming = b""
        path = folder / program
        self.process = subprocess.Popen(
            [str(path if path.exists() else pathlib.Path("/usr/bin") / program), *arguments], cwd=folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
            env={"HOME": self.storage, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"})
        os.set_blocking(self.process.stdin.fileno(), False)
        if greets:
            self.hello()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        """Closes the input of the extension, and waits for its end; returns its exit status and its standard error."""
        if self.process.stdin.closed:
            return self.process.returncode, ""
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.errors.seek(0)
        errors = self.errors.read().decode(errors="replace")
        self.errors.close()
        self.temporary.cleanup()
        return self.process.returncode, errors

    # Lines

    def send(self, line):
        """Writes a line; reads meanwhile, because the extension may write before it reads."""
        rest = memoryview(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        while rest:
            readable, writable, _ = select.select([self.process.stdout], [self.process.stdin], [], PATIENCE)
            if not readable and not writable:
                raise Fault(f"nothing was read within {PATIENCE} s")
            if readable:
                self.read()
            if writable:
                try:
                    rest = rest[os.write(self.process.stdin.fileno(), rest):]
                except BlockingIOError:
                    pass
                except BrokenPipeError as error:
                    raise Ended("the extension has closed its input") from error

    def read(self):
        """Reads what the extension has written."""
        data = os.read(self.process.stdout.fileno(), LINE_LIMIT)
        if not data:
            raise Ended("the extension has closed its output")
        self.incoming += data

    def receive(self, seconds=PATIENCE):
        """The next line of the extension."""
        end = time.monotonic() + seconds
        while b"\n" not in self.incoming:
            if len(self.incoming) > LINE_LIMIT:
                raise Fault(f"a line has more than {LINE_LIMIT} bytes")
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"no line within {seconds} s")
            self.read()
        line, self.incoming = self.incoming.split(b"\n", 1)
        if len(line) >= LINE_LIMIT:
            raise Fault(f"a line has more than {LINE_LIMIT} bytes")
        try:
            return json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise Fault(f"the line is not JSON in UTF-8: {error}") from error

    def ask(self, name, /, seconds=PATIENCE, **params):
        """Sends a request, serves what the extension requests meanwhile, and returns the result."""
        check(params, parameters(method("x-questions", name)))
        self.number += 1
        self.send({"id": self.number, "method": name, "params": params})
        while True:
            line = self.receive(seconds)
            if isinstance(line, dict) and "method" in line:
                if name == "hello":
                    raise Fault(f"{line['method']} precedes the response to hello")
                self.serve(line)
                continue
            check(line, schema("Response"))
            if line["id"] != self.number:
                raise Fault(f"a response has the id {line['id']}; expected {self.number}")
            if "error" in line:
                raise Fault(f"{name}: {line['error']['code']}")
            check(line["result"], method("x-questions", name)["result"]["schema"])
            return line["result"]

    def notify(self, name, /, **params):
        check(params, parameters(method("x-notifications", name)))
        self.send({"method": name, "params": params})

    # Requests to the extension

    def access(self):
        wanted = self.manifest.get("requests", [])
        return {"hasFullAccess": bool(wanted) and set(wanted) <= set(self.grants), "grants": self.grants}

    def hello(self):
        result = self.ask("hello", protocol=1, name=self.name, storage=self.storage,
                          sharedStorage=self.storage, **self.access())
        self.notify("document.didChange", document=self.document.proxy())
        return result

    def key(self, text="", name=None, *, modifiers=(), is_repeat=False, seconds=PATIENCE):
        """Presses a key, and performs the answer or what Keybridge does with the key; returns whether it was taken."""
        name = name or NAMES.get(text, text)
        is_composing = self.document.marked or self.candidates
        # Return, Tab and the keys that move are no business of an extension that composes nothing.
        if is_composing or text >= " " or name == "BackSpace":
            answer = self.ask("key", seconds=seconds, text=text, characters=INPUTS.get(name, text.lower()), name=name,
                              modifiers=list(modifiers), isRepeat=is_repeat, document=self.document.proxy())
            self.perform(answer)
            if answer["taken"] or not answer.get("edits") and "candidates" not in answer and self.choose(text, name):
                return True
        self.document.generation += 1
        self.candidates = None
        self.handle(text, name)
        return False

    def perform(self, answer):
        """Performs the edits of an answer, and shows or closes the list of candidates, if the answer says so."""
        found = answer.get("candidates")
        if found and found.get("highlighted") is not None and found["highlighted"] >= len(found["items"]):
            raise Fault("the highlighted candidate does not exist")
        self.document.apply(answer.get("edits", []))
        if "candidates" in answer:
            self.candidates = found

    def choose(self, text, name):
        """Moves in the list of candidates, or chooses one; returns whether the key does this."""
        if not self.candidates:
            return False
        count, highlighted = len(self.candidates["items"]), self.candidates.get("highlighted")
        size = self.candidates.get("pageSize", 9)
        if name in ("Down", "Up"):
            step = 1 if name == "Down" else -1
            self.candidates["highlighted"] = (0 if highlighted is None else highlighted + step) % count
        elif name == "Escape":
            self.candidates = None
        elif name == "Return" and highlighted is not None:
            self.chosen(highlighted)
        elif text in "123456789" and text:
            index = (highlighted or 0) // size * size + int(text) - 1
            if int(text) > size or index >= count:
                return False
            self.chosen(index)
        else:
            return False
        return True

    def chosen(self, index):
        self.perform(self.ask("candidate.chosen", index=index, text=self.candidates["items"][index]["text"],
                              document=self.document.proxy()))

    def handle(self, text, name):
        """Does what Keybridge does with a key that is not taken, as far as the tests need it."""
        document = self.document
        if name == "BackSpace" and document.marked:
            kept = characters(document.text[document.start:document.end])[:-1]
            document.perform({"mark": {"text": "".join(kept)}}, 0, 0)
            return
        if document.marked:
            document.unmark()
        if name == "BackSpace":
            if document.start == document.end:
                document.start -= len((characters(document.text[:document.start]) or [""])[-1])
            document.replace(document.start, document.end, "")
        elif name == "Return":
            document.insert("\n")
        elif name in ("Left", "Right"):
            place = document.start - 1 if name == "Left" else document.end + 1
            document.start = document.end = min(max(0, place), len(document.text))
        elif text:
            document.insert(text)

    def type(self, text):
        """Presses the keys of a text; returns the text of the document."""
        for letter in text:
            modifiers = ["shift"] if letter.isupper() else []
            if letter == "\b":
                self.key("", "BackSpace")
            else:
                self.key("\n" if letter == "\n" else letter, modifiers=modifiers)
        return self.document.text

    def finish(self, reason="focus"):
        """Ends the composition: marked text is committed as it is shown."""
        self.document.unmark()
        self.candidates = None
        self.notify("finish", reason=reason, document=self.document.proxy())

    def focus(self, document):
        """Moves the focus to another document."""
        self.finish()
        self.document = document
        self.notify("document.didChange", document=document.proxy())

    def change(self, text):
        """Replaces the whole text, as a program may."""
        self.notify("text.willChange", document=self.document.proxy())
        self.document.generation += 1
        self.document.replace(0, len(self.document.text), text)
        self.notify("text.didChange", document=self.document.proxy())
        self.notify("selection.didChange", document=self.document.proxy())

    # Requests of the extension

    def serve(self, line):
        """Answers a request of the extension; ignores a notification."""
        check(line, schema("Request"))
        if "id" not in line:
            return
        found = method("methods", line["method"])
        if found is None:
            return self.respond(line, error="unknown-method")
        try:
            check(line["params"], parameters(found))
            result, error = self.result(line["method"], line["params"])
        except Fault:
            result, error = None, "invalid"
        if error is None:
            check(result, found["result"]["schema"])
        return self.respond(line, result, error)

    def respond(self, line, result=None, error=None):
        response = {"id": line["id"]} | ({"error": {"code": error, "message": error}} if error else {"result": result})
        self.responses.append((line["method"], response))
        self.send(response)

    def result(self, name, params):
        """The result of a request, and its error."""
        if name == "edit":
            if (params["identifier"], params["generation"]) != (self.document.identifier, self.document.generation):
                return None, "stale"
            self.perform(params)
            return {"document": self.document.proxy()}, None
        if name == "access.get":
            return self.access(), None
        if name == "lexicon.get":
            if not self.manifest.get("lexicon"):
                return None, "refused"
            return {"entries": [{"userInput": typed, "documentText": text} for typed, text in self.lexicon]}, None
        if name.startswith("pasteboard."):
            return None, "refused"
        if name == "language.set":
            self.document.language = params["language"]
        if name in ("contacts.get", "location.get", "microphone.open"):
            return None, "unsupported"
        return {}, None
