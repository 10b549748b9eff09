# SPDX-License-Identifier: Apache-2.0
"""The protocol's schema in the forms that generators accept."""

import copy
import json


def load(path):
    """Read an OpenRPC document."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def at(document, pointer):
    """The value that a reference within the document refers to."""
    value = document
    for step in pointer[2:].split("/"):
        value = value[step]
    return value


def resolved(document, value):
    """A value, or the value that it refers to."""
    while isinstance(value, dict) and "$ref" in value:
        value = at(document, value["$ref"])
    return value


def dereferenced(document):
    """The document without references, except in schemas that contain themselves."""

    def visit(value, within):
        if isinstance(value, list):
            return [visit(item, within) for item in value]
        if not isinstance(value, dict):
            return value
        pointer = value.get("$ref")
        if pointer is None:
            return {name: visit(item, within) for name, item in value.items()}
        if pointer in within:
            return {"$ref": pointer}
        return visit(at(document, pointer), within | {pointer})

    return {name: visit(value, frozenset()) for name, value in document.items()}


def parameters(document, method):
    """The schema of the parameters of a method, a request to a program or a notification."""
    items = [resolved(document, item) for item in method["params"]]
    schema = {"type": "object", "properties": {item["name"]: described(item) for item in items}}
    required = [item["name"] for item in items if item.get("required")]
    return {**schema, "required": required} if required else schema


def described(item):
    """The schema of a parameter, with the parameter's own description."""
    schema = copy.deepcopy(item["schema"])
    if "description" in item and "$ref" not in schema:
        schema.setdefault("description", item["description"])
    return schema


def sockets(method):
    """The sockets that have a method."""
    return [tag["$ref"].rsplit("/", 1)[1] for tag in method["tags"]]


def message(document, method, is_question):
    """The schema of the line of a notification, or of a request to a program."""
    properties = {"jsonrpc": {"const": "2.0"}, "method": {"const": method["name"]},
                  "params": parameters(document, method)}
    if is_question:
        properties["id"] = {"type": "string"}
    return {"title": method["name"], "description": method["summary"], "type": "object",
            "required": sorted(properties), "properties": properties}


def bundle(document):
    """A JSON Schema (draft 7) of all lines that the service sends on its own: notifications and
    requests to programs.

    `definitions` has each by its name, and the schemas that they share."""

    def moved(value):
        if isinstance(value, list):
            return [moved(item) for item in value]
        if isinstance(value, dict):
            return {name: item.replace("#/components/schemas/", "#/definitions/")
                    if name == "$ref" else moved(item) for name, item in value.items()}
        return value

    definitions = dict(document["components"]["schemas"])
    lines = []
    for list_name in ("x-notifications", "x-questions"):
        for method in document[list_name]:
            name = method["name"]
            # Two sockets have a line with the same name but different members.
            if name in definitions:
                name = f"{name}.{sockets(method)[0]}"
            definitions[name] = message(document, method, list_name == "x-questions")
            lines.append(name)
    return moved({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "urn:keybridge:messages",
        "title": "Lines that the service of Keybridge sends on its own",
        "anyOf": [{"$ref": f"#/definitions/{name}"} for name in lines],
        "definitions": definitions,
    })
