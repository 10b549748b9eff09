# SPDX-License-Identifier: Apache-2.0
"""Checks whether conversations at the sockets follow an OpenRPC document.

It reads commands, and prints a line of JSON for each:

    document PATH   a list of the mistakes in a document, which is used from here on
    SOCKET COUNT    a conversation in as many lines, `>` before what a client sent and `<` before what it was sent:
                    {"faults": [...], "reported": [...], "answered": [...]}

Requests are held to the schema where they were accepted, and where they were refused as `invalidParameter` must break
it, unless the mistake is one that no schema can say. Lines of the server may have no members but those
of the document, though clients pass over others: so nothing is sent that is not written down."""

import collections
import copy
import json
import math
import re
import sys

import jsonschema

import openrpc_document

# Mistakes that a schema cannot express: chords, the length of the text itself, rules within a text, members that
# exclude each other, numbers beyond 64 bits.
BEYOND = re.compile(
    r"names no key| is no key|^unknown (key|modifier) |the text has \d+ UTF-16| cannot be read|^invalid \S+ after |^either \w+ or \w+, not both|^the range \[|is not a range of it"
    r"|must be between two code points of text, |^(anchor|head) needs text$|^text needs (anchor|head)$|the number of the last message, not"
    r"|as minimumRows says|an inline menu needs none\)|unless the item is a command\)|startOf and endOf may name the place$"
    r"|(whole|a word, a) number(, true or false| or \w+)?, not a number$")
# A schema counts characters.
BYTES = re.compile(r"(has|have) (from 1 to|at most) \d+ bytes")
# The errors of lines that could not be read or were not requests.
OF_NO_REQUEST = {"notJSON", "notARequest", "tooLong"}


class Schema:
    """The parsed document. With `reported`, schemas of the server's lines allow no members that are not listed."""

    def __init__(self, document, reported):
        self.document = closed(copy.deepcopy(document)) if reported else document
        self.resolver = jsonschema.RefResolver.from_schema(self.document)
        self.validators = {}
        self.good = set()

    def faults(self, key, schema, value):
        """The mistakes in a value; `key` names its schema in the cache."""
        known = (key, json.dumps(value, sort_keys=True))
        if known in self.good:
            return []
        if key not in self.validators:
            self.validators[key] = jsonschema.Draft7Validator(schema(), resolver=self.resolver)
        error = jsonschema.exceptions.best_match(self.validators[key].iter_errors(value))
        if error is None:
            self.good.add(known)
            return []
        place = "/".join(map(str, error.absolute_path))
        return [f"{key} /{place}: {error.message[:300]}"]

    def parameters(self, method):
        """The schema of a method's parameters."""
        return openrpc_document.parameters(self.document, method)


def closed(value):
    """Makes objects accept only the members that are listed."""
    if isinstance(value, list):
        return [closed(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {name: closed(item) for name, item in value.items()}
    if value.get("type") == "object" and "properties" in value:
        value.setdefault("additionalProperties", False)
    return value


class Oracle:
    def __init__(self, document):
        self.asked, self.reported = Schema(document, False), Schema(document, True)
        self.methods = self.by_socket("methods")
        self.notifications = self.by_socket("x-notifications")
        self.questions = self.by_socket("x-questions")
        self.codes = {error["data"]["name"]: error["code"]
                      for error in document["components"]["errors"].values()}
        self.any_line = self.error_names(document["x-errors"])

    def by_socket(self, list_name):
        return {(tag["$ref"].rsplit("/", 1)[1], method["name"]): method
                for method in self.reported.document[list_name] for tag in method["tags"]}

    @staticmethod
    def error_names(references):
        return {reference["$ref"].rsplit("/", 1)[1] for reference in references}

    def parameter_faults(self, socket, method, parameters, schema):
        return schema.faults(f"{socket} {method['name']} params",
                             lambda: schema.parameters(method), parameters)

    def result_faults(self, socket, method, result):
        schema = method.get("x-results", {}).get(socket)
        schema = schema or openrpc_document.resolved(self.reported.document, method["result"])["schema"]
        return self.reported.faults(f"{socket} {method['name']} result", lambda: schema, result)


class Unreadable:
    """A line that is not a message. Its error has the id that can be read in the line, or null."""

    def __init__(self, line):
        self.line = line.decode(errors="replace")

    def may_have(self, number):
        return number is None or "\\" in self.line or str(number) in self.line


class Conversation:
    """The lines between one client and the server."""

    def __init__(self, oracle, socket):
        self.oracle, self.socket = oracle, socket
        self.waiting = collections.deque()
        # Whether the next line is too long, so that it was answered before its end.
        self.is_cut = False
        self.faults, self.reported, self.answered = [], set(), set()

    def sent(self, line):
        message = read(line)
        if not line or is_silent(message):
            return
        if self.is_cut:
            self.is_cut = False
            return
        self.waiting.append(Unreadable(line) if message is None else message)

    def received(self, line):
        faults = self.faults_of(json.loads(line))
        self.faults += [f"{fault} in {line[:500].decode(errors='replace')}" for fault in faults]

    def faults_of(self, message):
        if message.get("jsonrpc") != "2.0":
            return ["no JSON-RPC 2.0"]
        if "method" not in message:
            return self.faults_of_answer(message)
        kinds = self.oracle.questions if "id" in message else self.oracle.notifications
        if set(message) - {"id"} != {"jsonrpc", "method", "params"}:
            return ["other members than a message has"]
        method = kinds.get((self.socket, message["method"]))
        if method is None:
            return [f"nothing like {message['method']} is said at the socket of {self.socket}"]
        self.reported.add(message["method"])
        return self.oracle.parameter_faults(
            self.socket, method, message["params"], self.oracle.reported)

    def faults_of_answer(self, message):
        if set(message) - {"id", "jsonrpc"} not in ({"result"}, {"error"}):
            return ["other members than an answer has"]
        if not self.waiting:
            self.is_cut = message.get("error", {}).get("data", {}).get("name") == "tooLong"
            return [] if self.is_cut else ["an answer to nothing"]
        request = self.waiting.popleft()
        if "error" in message:
            return self.faults_of_error(message, request)
        if isinstance(request, Unreadable) or request["id"] != message["id"]:
            return [f"no answer to {request}"]
        method = self.oracle.methods.get((self.socket, request["method"]))
        if method is None:
            return [f"{request['method']} is no method of the socket of {self.socket}"]
        self.answered.add(request["method"])
        return (self.oracle.parameter_faults(
                    self.socket, method, parameters_of(request), self.oracle.asked)
                + self.oracle.result_faults(self.socket, method, message["result"]))

    def faults_of_error(self, message, request):
        error = message["error"]
        faults = self.oracle.reported.faults(
            "error", lambda: {"$ref": "#/components/schemas/Error"}, error)
        if faults:
            return faults
        name = error["data"]["name"]
        if self.oracle.codes[name] != error["code"]:
            return [f"{name} has another code"]
        if name in OF_NO_REQUEST and isinstance(request, Unreadable):
            return [] if request.may_have(message["id"]) else ["an id of no request"]
        # A request may be well-formed, and still have more values than a line may have.
        if name == "tooLong" and not isinstance(request, Unreadable) and request["id"] == message["id"]:
            return []
        if isinstance(request, Unreadable) or name in OF_NO_REQUEST or request["id"] != message["id"]:
            return [f"no answer to {request}"]
        method = self.oracle.methods.get((self.socket, request["method"]))
        if method is None:
            return [] if name in ("unknownMethod", "notPermitted") else [f"{name} of no method"]
        if name not in self.oracle.error_names(method["errors"]) | self.oracle.any_line:
            return [f"{name} is no error of {request['method']}"]
        if name != "invalidParameter" or is_beyond(error["message"], request):
            return []
        if self.oracle.parameter_faults(
                self.socket, method, parameters_of(request), self.oracle.asked):
            return []
        return [f"the schema takes {json.dumps(request)[:500]}, refused"]


def is_beyond(message, request):
    """Whether a request has mistakes that a schema cannot express."""
    if BYTES.search(message):
        return not json.dumps(request, ensure_ascii=False).isascii()
    return BEYOND.search(message) is not None


def read(line):
    """A message that a client has sent; None for a line that is not a message."""
    try:
        message = json.loads(line, object_pairs_hook=named, parse_int=whole, parse_float=fraction,
                             parse_constant=fraction)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return None
    if isinstance(message.get("id"), (dict, list, bool, float)):
        return None
    if not isinstance(message.get("method", ""), str):
        return None
    return message if "method" in message or is_silent(message) else None


def named(members):
    """An object; the names of its members contain no NUL."""
    if any("\0" in name for name, _ in members):
        raise ValueError
    return dict(members)


def whole(digits):
    """A whole number that fits into 64 bits."""
    number = int(digits)
    if not -2**63 <= number < 2**63:
        raise ValueError
    return number


def fraction(digits):
    """A number that a double holds."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError
    return number


def is_silent(message):
    """Whether a message has no response: a response itself, or a notification."""
    if message is None:
        return False
    if "method" in message:
        return "id" not in message
    return "id" in message and ("result" in message or "error" in message)


def parameters_of(request):
    parameters = request.get("params")
    return {} if parameters is None else parameters


def load(path):
    """Returns the mistakes in a document, and an object that validates conversations with it if there are none."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    faults = openrpc_document.faults(document)
    return faults, None if faults else Oracle(document)


def judge(oracle, socket, lines):
    conversation = Conversation(oracle, socket)
    for line in lines:
        hear = conversation.sent if line[:1] == b">" else conversation.received
        try:
            hear(line[1:].rstrip(b"\n"))
        except (LookupError, TypeError, ValueError) as error:
            conversation.faults.append(f"{error!r} in {line[:500]!r}")
    return {"faults": conversation.faults[:20], "reported": sorted(conversation.reported),
            "answered": sorted(conversation.answered)}


def main():
    oracles = {}
    oracle = None
    while head := sys.stdin.buffer.readline():
        kind, argument = head.decode().rstrip("\n").split(" ", 1)
        if kind == "document":
            if argument not in oracles:
                oracles[argument] = load(argument)
            answer, oracle = oracles[argument]
        else:
            answer = judge(oracle, kind, [sys.stdin.buffer.readline() for _ in range(int(argument))])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
