# SPDX-License-Identifier: Apache-2.0
"""Checks whether a document is an OpenRPC document (https://spec.open-rpc.org, 1.2.6), as far as the project's document
uses that format."""

import jsonschema

# The members that an object of each kind must have, and those that it may have. Members that begin with x- are always
# allowed.
KINDS = {
    "document": ("openrpc info methods", "servers components externalDocs"),
    "info": ("title version", "description termsOfService contact license"),
    "server": ("url", "name summary description variables"),
    "method": ("name params result",
               "tags summary description externalDocs deprecated servers errors links"
               " paramStructure examples"),
    "notification": ("name tags summary params", "description paramStructure"),
    "descriptor": ("name schema", "summary description required deprecated"),
    "error": ("code message", "data"),
    "tag": ("name", "summary description externalDocs"),
    "example": ("name params result", "summary description"),
    "value": ("name value", "summary description"),
    "components": ("", "contentDescriptors schemas examples links errors examplePairings tags"),
}


def resolved(document, value):
    """The value that a reference refers to, or the value itself."""
    while isinstance(value, dict) and set(value) == {"$ref"}:
        path = value["$ref"]
        if not path.startswith("#/"):
            raise LookupError(path)
        value = document
        for step in path[2:].split("/"):
            if step not in value:
                raise LookupError(path)
            value = value[step]
    return value


def parameters(document, method):
    """The schema of a method's parameters: an object that has them by name, and no other members."""
    descriptors = [resolved(document, item) for item in method["params"]]
    schema = {"type": "object", "additionalProperties": False,
              "properties": {item["name"]: item["schema"] for item in descriptors},
              "required": [item["name"] for item in descriptors if item.get("required")]}
    if "x-one-of" in method:
        schema["oneOf"] = [{"required": [name], "properties": {name: {"not": {"type": "null"}}}}
                           for name in method["x-one-of"]]
    return schema


def faults(document):
    """The mistakes in a document, one sentence each."""
    found = unresolved(document, document)
    return found or Checker(document).run()


def unresolved(document, value):
    found = []
    if isinstance(value, dict):
        if "$ref" in value:
            try:
                resolved(document, {"$ref": value["$ref"]})
            except LookupError as error:
                found.append(f"{error} leads nowhere")
            if len(value) > 1:
                found.append(f"beside {value['$ref']} nothing counts")
        value = value.values()
    elif not isinstance(value, list):
        return found
    for item in value:
        found += unresolved(document, item)
    return found


class Checker:
    def __init__(self, document):
        self.document = document
        self.found = []

    def run(self):
        document = self.document
        self.has("document", document)
        if self.found:
            return self.found
        self.has("info", document["info"])
        components = document.get("components", {})
        self.has("components", components)
        for server in document.get("servers", []):
            self.has("server", server)
        for tag in components["tags"].values():
            self.has("tag", tag)
        for name, error in components["errors"].items():
            self.has("error", error)
            if error["data"] != {"name": name}:
                self.found.append(f"the error {name} has another name")
        for name, schema in components["schemas"].items():
            self.schema(name, schema)
        for descriptor in components["contentDescriptors"].values():
            self.descriptor(descriptor)
        for method in document["methods"]:
            self.method("method", method)
        self.unique("methods", [method["name"] for method in document["methods"]])
        for notification in document["x-notifications"]:
            self.method("notification", notification)
        for question in document["x-questions"]:
            self.method("method", question)
        if self.found:
            return self.found
        for method in document["methods"]:
            for example in method.get("examples", []):
                self.example(method, example)
        return self.found

    def has(self, kind, value):
        required, optional = (names.split() for names in KINDS[kind])
        for name in set(required) - set(value):
            self.found.append(f"{kind} {value.get('name', '')}: {name} is missing")
        for name in set(value) - set(required) - set(optional):
            if not name.startswith("x-"):
                self.found.append(f"{kind} {value.get('name', '')}: there is no {name}")

    def unique(self, what, names):
        if len(set(names)) < len(names):
            self.found.append(f"{what} has a name twice")

    def schema(self, name, schema):
        try:
            jsonschema.Draft7Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            self.found.append(f"the schema {name}: {error.message}")

    def descriptor(self, descriptor):
        descriptor = resolved(self.document, descriptor)
        self.has("descriptor", descriptor)
        self.schema(descriptor["name"], descriptor["schema"])
        return descriptor

    def method(self, kind, method):
        self.has(kind, method)
        if method.get("paramStructure") != "by-name":
            self.found.append(f"{method['name']} goes by place")
        for reference in method["tags"] + method.get("errors", []):
            resolved(self.document, reference)
        descriptors = [self.descriptor(item) for item in method["params"]]
        self.unique(method["name"], [item["name"] for item in descriptors])
        needs = [bool(item.get("required")) for item in descriptors]
        if needs != sorted(needs, reverse=True):
            self.found.append(f"{method['name']}: what is required stands before what is not")
        if "result" in method:
            self.descriptor(method["result"])
        for schema in method.get("x-results", {}).values():
            self.schema(method["name"], schema)

    def example(self, method, example):
        self.has("example", example)
        for value in [*example["params"], example["result"]]:
            self.has("value", value)
        said = {value["name"]: value["value"] for value in example["params"]}
        result = resolved(self.document, method["result"])["schema"]
        for schema, value in [(parameters(self.document, method), said),
                              (result, example["result"]["value"])]:
            resolver = jsonschema.RefResolver.from_schema(self.document)
            for error in jsonschema.Draft7Validator(schema, resolver=resolver).iter_errors(value):
                self.found.append(f"an example of {method['name']}: {error.message}")
