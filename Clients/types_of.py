# SPDX-License-Identifier: Apache-2.0
"""Types of a programming language, generated from JSON Schema."""

import json

import schema


class Types:
    """Collects the types of a document; a language class formats them.

    A language has `literal`, `array`, `mapping`, `union`, `plain` and `record`.
    """

    def __init__(self, document, language):
        self.document, self.language = document, language
        self.records = {}
        for name, value in document["components"]["schemas"].items():
            self.declare(name, value)

    def declare(self, name, value):
        """Declare a type under a name."""
        if self.is_record(value):
            self.record(name, value)
        else:
            self.records[name] = self.language.alias(name, self.type(value, name), value)

    def is_record(self, value):
        return value.get("type") == "object" and "properties" in value

    def record(self, name, value):
        self.records[name] = None  # keeps its place before the types inside it
        needed = set(value.get("required", []))
        members = [(member, self.type(inner, name + capital(member)), member in needed,
                    schema.resolved(self.document, inner).get("description", ""))
                   for member, inner in value["properties"].items()]
        self.records[name] = self.language.record(name, members, value.get("description", ""))

    def type(self, value, name):
        """The type of a schema; `name` is the name for a record without one."""
        if "$ref" in value:
            steps = value["$ref"].split("/")
            if len(steps) == 4:
                return self.language.reference(steps[3])
            return self.type(schema.at(self.document, value["$ref"]), steps[3] + capital(steps[-1]))
        if "enum" in value:
            return self.language.union([self.language.literal(item) for item in value["enum"]])
        for word in ("anyOf", "oneOf"):
            if word in value:
                return self.language.union([self.type(item, name) for item in value[word]])
        kinds = value.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if not kinds:
            return self.language.plain("any")
        return self.language.union([self.single(kind, value, name) for kind in kinds])

    def single(self, kind, value, name):
        if kind == "array":
            return self.language.array(self.type(value.get("items", {}), name + "Item"))
        if kind != "object":
            return self.language.plain(kind)
        if "properties" in value:
            if name not in self.records:
                self.record(name, value)
            return self.language.reference(name)
        extra = value.get("additionalProperties", {})
        return self.language.mapping(self.type(extra, name) if isinstance(extra, dict) and extra
                                     else self.language.plain("any"))


def capital(word):
    """The name of a member as a part of a type's name."""
    return "".join(part[:1].upper() + part[1:] for part in word.replace("-", ".").split("."))


def unique(items):
    """The items in order, without duplicates."""
    return list(dict.fromkeys(items))


class Python:
    """Types of Python: TypedDict and Literal."""

    PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool",
             "null": "None", "any": "Any"}

    def plain(self, kind):
        return self.PLAIN[kind]

    def literal(self, value):
        written = json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
        return f"Literal[{written}]"

    def reference(self, name):
        return name

    def array(self, item):
        return f"list[{item}]"

    def mapping(self, item):
        return f"dict[str, {item}]"

    def union(self, items):
        items = unique(items)
        words = [item[8:-1] for item in items if item.startswith("Literal[")]
        rest = [item for item in items if not item.startswith("Literal[")]
        all_items = ([f"Literal[{', '.join(words)}]"] if words else []) + rest
        return all_items[0] if len(all_items) == 1 else f"Union[{', '.join(all_items)}]"

    def alias(self, name, written, value):
        return f"{name} = {quoted(written)}\n" + docstring(value.get("description", ""))

    def record(self, name, members, description):
        if all(member.isidentifier() for member, *_ in members):
            lines = [f"class {name}(TypedDict):"]
            lines += [f"    {line}" for line in docstring(description).splitlines()]
            for member, written, is_needed, _ in members:
                written = written if is_needed else f"NotRequired[{written}]"
                lines.append(f"    {member}: {written}")
            if not members and not description:
                lines.append("    pass")
            return "\n".join(lines) + "\n"
        lines = [f'{name} = TypedDict("{name}", {{']
        for member, written, is_needed, _ in members:
            written = written if is_needed else f"NotRequired[{written}]"
            lines.append(f"    {json.dumps(member)}: {json.dumps(written)},")
        return "\n".join(lines + ["})"]) + "\n" + docstring(description)


def quoted(written):
    """An alias that Python can evaluate before the types in it are defined."""
    return json.dumps(written, ensure_ascii=False) if written[:1].isupper() and "[" not in written \
        and written != "Any" else written


def docstring(text):
    return f'"""{text}"""\n' if text else ""


class TypeScript:
    """Types of TypeScript: interfaces and unions."""

    PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
             "null": "null", "any": "unknown"}

    def plain(self, kind):
        return self.PLAIN[kind]

    def literal(self, value):
        return json.dumps(value, ensure_ascii=False)

    def reference(self, name):
        return name

    def array(self, item):
        return f"Array<{item}>"

    def mapping(self, item):
        return f"Record<string, {item}>"

    def union(self, items):
        return " | ".join(unique(items))

    def alias(self, name, written, value):
        return comment(value.get("description", "")) + f"export type {name} = {written};\n"

    def record(self, name, members, description):
        lines = [comment(description) + f"export interface {name} {{"]
        for member, written, is_needed, text in members:
            key = member if member.isidentifier() else json.dumps(member)
            lines.append(comment(text, "  ") + f"  {key}{'' if is_needed else '?'}: {written};")
        return "\n".join(lines + ["}"]) + "\n"


def comment(text, indentation=""):
    return f"{indentation}/** {text} */\n" if text else ""
