# SPDX-License-Identifier: Apache-2.0
"""Structures of C, and the tables that convert them to and from JSON, generated from JSON Schema."""

import re

import schema

# The library sends these requests and handles these notifications itself: the session, and the stream of fields that a
# toolkit owns, whose numbers and compositions it counts.
OWN = re.compile(r"(hello|resync|refused|external\..*|surroundings\..*|composition\..*)$")

# Words of C and C++ that a member cannot have as its name.
RESERVED = {"default", "register", "long", "short", "int", "new", "delete", "class", "template", "operator", "this", "union",
            "struct", "enum", "switch", "case", "inline", "private", "public", "protected", "namespace", "typename", "explicit"}

KINDS = {"string": "STRING", "integer": "INTEGER", "number": "NUMBER", "boolean": "BOOLEAN"}
SCALARS = {"INTEGER": "int64_t ", "NUMBER": "double ", "BOOLEAN": "bool ", "RANGE": "struct kb_range ", "FRAME": "struct kb_frame "}


def snake(name):
    """A name of the protocol as a name of C: `container_create` for `container.create`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", re.sub(r"\W", "_", name))
    return words.lower() + ("_" if words.lower() in RESERVED else "")


class Member:
    """A member of a structure: its kind in the tables, and the structure or the words that it contains."""

    def __init__(self, name, kind, record=None, words=(), description="", is_required=False, may_be_null=False):
        self.name, self.kind, self.record, self.words = name, kind, record, words
        self.description, self.is_required, self.may_be_null = description, is_required, may_be_null

    @property
    def is_pointer(self):
        """Whether a scalar is a pointer, because it can be missing."""
        return self.kind in SCALARS and not (self.is_required and not self.may_be_null)

    def declarations(self):
        name = snake(self.name)
        if self.kind in SCALARS:
            return [f"const {SCALARS[self.kind]}*{name};" if self.is_pointer else f"{SCALARS[self.kind]}{name};"]
        if self.kind in ("STRING", "WORD"):
            return [f"const char *{name};"]
        if self.kind == "RECORD":
            return [f"const struct kb_{self.record} *{name};"]
        if self.kind == "JSON":
            return [f"struct json_t *{name};"]
        item = {"STRINGS": "const char *const *", "RANGES": "const struct kb_range *", "INTEGERS": "const int64_t *",
                "PAIRS": "const struct kb_pair *",
                "RECORDS": f"const struct kb_{self.record} *"}[self.kind]
        return [f"{item}{name};", f"size_t {name}_count;"]

    def comment(self):
        words = ", ".join(self.words)
        parts = [self.description, f"One of {words}." if self.words and len(words) < 400 else ""]
        return " ".join(part for part in parts if part)


class Structures:
    """The structures that the methods, notifications and requests of programs need, in an order that C accepts."""

    def __init__(self, document):
        self.document = document
        self.records = {}

    def record(self, name, value):
        """Declares a structure for an object's schema, and returns its name."""
        if name in self.records:
            return name
        self.records[name] = None
        needed = set(value.get("required", []))
        members = [self.member(name, member, inner, member in needed) for member, inner in value["properties"].items()]
        del self.records[name]  # the structures inside precede it
        self.records[name] = (members, value.get("description", ""))
        return name

    def member(self, owner, name, value, is_required):
        description = schema.resolved(self.document, value).get("description", "")
        kind, record, words, may_be_null = self.kind(value, f"{owner}_{snake(name)}")
        return Member(name, kind, record, words, description, is_required, may_be_null)

    def kind(self, value, name):
        """Returns the kind of a schema, its structure, its words, and whether it can be null."""
        if "$ref" in value:
            steps = value["$ref"].split("/")
            own = snake(steps[3]) if len(steps) == 4 else f"{snake(steps[3])}_{snake(steps[-1])}"
            if own in ("range", "frame", "told_frame"):
                return own.split("_")[-1].upper(), None, (), False
            return self.kind(schema.at(self.document, value["$ref"]), own)
        for word in ("anyOf", "oneOf"):
            if word in value:
                return self.union(value[word], name)
        if "enum" in value:
            return "STRING", None, tuple(str(word) for word in value["enum"] if word is not None), None in value["enum"]
        kinds = value.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        may_be_null, kinds = "null" in kinds, [kind for kind in kinds if kind != "null"]
        if len(kinds) != 1:
            return "JSON", None, (), may_be_null
        if kinds[0] == "array":
            return self.array(value.get("items", {}), name) + ((), may_be_null)
        if kinds[0] == "object":
            # A structure that contains itself has no size.
            if value.get("properties") and self.records.get(name, ()) is not None:
                return "RECORD", self.record(name, value), (), may_be_null
            # Texts by their names.
            extra = value.get("additionalProperties")
            is_map = isinstance(extra, dict) and extra and self.kind(extra, name)[0] == "STRING"
            return ("PAIRS" if is_map else "JSON"), None, (), may_be_null
        return KINDS[kinds[0]], None, (), may_be_null

    def union(self, items, name):
        found = [self.kind(item, name) for item in items if item.get("type") != "null"]
        may_be_null = len(found) < len(items) or any(item[3] for item in found)
        kinds = {item[0] for item in found}
        # A text that need not be one of the words, such as a colour in figures.
        is_free = any(item[0] == "STRING" and not item[2] for item in found)
        words = () if is_free else tuple(word for item in found for word in item[2])
        if len(found) == 1:
            return found[0][:3] + (may_be_null,)
        # Words may also be given by their numbers in UIKit, which programs in C do not need.
        if "STRING" in kinds and kinds <= {"STRING", "INTEGER"}:
            return "STRING", None, words, may_be_null
        if kinds == {"STRING", "BOOLEAN"}:
            return "WORD", None, ("true", "false") + words, may_be_null
        return "JSON", None, (), may_be_null

    def array(self, items, name):
        kind, record, _, may_be_null = self.kind(items, name[:-1] if name.endswith("s") else name + "_item")
        if may_be_null or kind not in ("STRING", "RANGE", "INTEGER", "RECORD"):
            return "JSON", None
        return kind + "S", record


HEADER = "keybridge-client.h"
SOURCE = "protocol.c"
BEGIN, END = "/* Begin of the generated part: made by Clients/generate.py of Documentation/openrpc.json. */", "/* End of the generated part. */"


def comment(text, indentation=""):
    """A comment of C, in lines of at most 120 columns."""
    text = text.replace("*/", "* /")
    if not text:
        return []
    lines, line = [], ""
    for word in text.split():
        if line and len(indentation) + 6 + len(line) + len(word) > 118:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    lines.append(line)
    if len(lines) == 1:
        return [f"{indentation}/* {lines[0]} */"]
    return [f"{indentation}/* {lines[0]}"] + [f"{indentation}   {line}" for line in lines[1:-1]] + [f"{indentation}   {lines[-1]} */"]


class Program:
    """The values that a program sends and receives, as the generated files need it."""

    def __init__(self, document):
        self.document = document
        self.structures = Structures(document)
        self.methods, self.notifications, self.questions = (
            [self.declared(method, suffix) for method in document[name]
             if "programs" in schema.sockets(method) and not OWN.match(method["name"])]
            for name, suffix in (("methods", ""), ("x-notifications", ""), ("x-questions", "")))
        self.results = [(method, self.structures.record(snake(method["name"]) + "_result", result))
                        for method, _, _ in self.methods if (result := self.result(method))]
        self.prune()

    def prune(self):
        """Removes structures that no member has, such as those of a choice between several."""
        found = [name for _, name, _ in self.methods + self.notifications + self.questions if name]
        found += [name for _, name in self.results]
        for name in found:
            members, _ = self.structures.records[name]
            found += [member.record for member in members if member.record and member.record not in found]
        self.structures.records = {name: value for name, value in self.structures.records.items() if name in found}

    def declared(self, method, suffix):
        """The method, the name of its structure, and the schema of its parameters."""
        items = [item for item in (schema.resolved(self.document, item) for item in method["params"])
                 if not item.get("deprecated")]
        parameters = schema.parameters(self.document, {**method, "params": items})
        name = snake(method["name"]) + suffix
        return method, self.structures.record(name, parameters) if items else None, parameters

    def result(self, method):
        own = method.get("x-results", {}).get("programs") or schema.resolved(self.document, method["result"])["schema"]
        value = schema.resolved(self.document, own)
        if value.get("type") == "array":
            return {"type": "object", "required": ["items"], "properties": {"items": value}}
        return value if value.get("properties") else None


def header_part(document):
    """The generated part of the header."""
    program = Program(document)
    lines = [BEGIN, ""]
    for name, (members, description) in program.structures.records.items():
        lines += comment(description) + [f"struct kb_{name} {{"]
        for member in members:
            needed = member.is_required and member.kind not in SCALARS and not member.may_be_null
            text = ("Required. " if needed else "") + member.comment()
            lines += comment(text.strip(), "  ") + [f"  {line}" for line in member.declarations()]
        lines += ["};", ""]
    lines += ["/* Requests. Each returns 0, or a negative errno: EINVAL for a missing or invalid member, ENOBUFS if too much is",
              "   unsent, ENOTCONN without a connection. `done` may be NULL; it is called once, never before the request returns. */"]
    for method, record, _ in program.methods:
        name = snake(method["name"])
        parameter = f"const struct kb_{record} *params, " if record else ""
        lines += comment(method["summary"])
        lines += [f"KB_API int kb_{name}(struct kb_client *client, {parameter}kb_done done, void *user);"]
    lines += ["", "/* The results of requests, for use in `done`. Each is NULL if the request failed; it is valid until `done` returns. */"]
    for method, record in program.results:
        lines.append(f"KB_API const struct kb_{record} *kb_get_{record}(const struct kb_response *response);")
    lines += ["", "/* Functions for notifications and for requests to the program. Each may be NULL. `params` are valid until the function",
              "   returns. */", "struct kb_handlers {"]
    for method, record, _ in program.notifications:
        parameter = f", const struct kb_{record} *params" if record else ""
        lines += comment(method["summary"], "  ")
        lines.append(f"  void (*{snake(method['name'])})(struct kb_client *client{parameter}, void *user);")
    for method, record, _ in program.questions:
        lines += comment(method["summary"], "  ")
        lines.append(f"  struct kb_answer (*{snake(method['name'])})(struct kb_client *client, "
                     f"const struct kb_{record} *params, void *user);")
    return "\n".join(lines + ["};", "", END]) + "\n"


def source(document, license_line, made):
    """The generated source file: the tables of members, and the requests."""
    program = Program(document)
    lines = [f"/* {license_line} */", f"/* {made} */", '#include "internal.h"', ""]
    for name, (members, _) in program.structures.records.items():
        structure = f"struct kb_{name}"
        lines.append(f"static const struct kb_member {name}_members[] = {{")
        for member in members:
            place = snake(member.name)
            flags = " | ".join(["KB_REQUIRED"] * member.is_required + ["KB_NULL"] * member.may_be_null) or "0"
            count = f"offsetof({structure}, {place}_count)" if member.kind.endswith("S") else "0"
            record = f"&kb_{member.record}_record" if member.record else "NULL"
            lines.append(f'  {{"{member.name}", KB_{member.kind}, {flags}, offsetof({structure}, {place}), {count}, {record}}},')
        lines += ["};", f"static const struct kb_record kb_{name}_record = "
                  f"{{{name}_members, {len(members)}, sizeof(struct kb_{name})}};", ""]
    for method, record, _ in program.methods:
        parameter, record_name, params = ((f"const struct kb_{record} *params, ", f"&kb_{record}_record", "params")
                                          if record else ("", "NULL", "NULL"))
        lines += [f"int kb_{snake(method['name'])}(struct kb_client *client, {parameter}kb_done done, void *user) {{",
                  f'  return kb_send_record(client, "{method["name"]}", {record_name}, {params}, done, user);', "}", ""]
    for method, record in program.results:
        lines += [f"const struct kb_{record} *kb_get_{record}(const struct kb_response *response) {{",
                  f"  return kb_read_result(response, &kb_{record}_record);", "}", ""]
    for kind, items in (("notification", program.notifications), ("question", program.questions)):
        for method, record, _ in items:
            name = snake(method["name"])
            place = f"client->handlers.{name}"
            parameter = f", const void *params" if record else ", const void *params"
            call = f"{place}(client{', params' if record else ''}, client->user)"
            if kind == "notification":
                lines += [f"static void call_{name}(struct kb_client *client{parameter}) {{",
                          *([] if record else ["  (void)params;"]), f"  if ({place}) {call};", "}", ""]
            else:
                lines += [f"static bool ask_{name}(struct kb_client *client{parameter}, struct kb_answer *answer) {{",
                          f"  if (!{place}) return false;", f"  *answer = {call};", "  return true;", "}", ""]
    lines += ["const struct kb_method kb_methods[] = {"]
    methods = [(method["name"], record, f"call_{snake(method['name'])}, NULL") for method, record, _ in program.notifications]
    methods += [(method["name"], record, f"NULL, ask_{snake(method['name'])}") for method, record, _ in program.questions]
    for name, record, calls in sorted(methods):
        lines.append(f'  {{"{name}", {f"&kb_{record}_record" if record else "NULL"}, {calls}}},')
    lines += ["};", f"const size_t kb_methods_count = {len(methods)};", ""]
    lines += ["/* The structures that the library itself converts. */"]
    for name in ("candidate_list", "hud_shown", "container", "container_create", "container_set"):
        lines.append(f"const struct kb_record *const kb_record_of_{name} = &kb_{name}_record;")
    return "\n".join(lines) + "\n"


def with_part(text, part):
    """The header with its generated part replaced."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + part.rstrip("\n") + after
