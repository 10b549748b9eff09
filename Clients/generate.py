#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates files for clients, and names for the service, from Documentation/openrpc.json:

    generate.py schema FOLDER    openrpc.json without references, messages.schema.json (JSON Schema
                                 of all notifications and questions), keybridge.d.ts (TypeScript)
    generate.py python           the generated modules of keybridge_client, in their places
    generate.py node             the generated types of keybridge-client for Node.js, in their place
    generate.py swift            the generated files of Sources, in their places
    generate.py c                the generated files of the library for C, in their places
    generate.py python --check   fails where these are not those of the document; so do the others
"""

import json
import os
import sys

import c_types
import schema
import types_of

HERE = os.path.dirname(os.path.abspath(__file__))
DOCUMENT = os.path.join(HERE, "..", "Documentation", "openrpc.json")
PACKAGE = os.path.join(HERE, "Python", "keybridge_client")
C_LIBRARY = os.path.join(HERE, "C")
NODE = os.path.join(HERE, "Node", "lib")
SOURCES = os.path.join(HERE, "..", "Sources")
LICENSE = "SPDX-License-Identifier: Apache-2.0"
MADE = "Made by Clients/generate.py of Documentation/openrpc.json; do not edit."


def result_schema(document, method):
    """The schema of a method's result at the socket of programs."""
    own = method.get("x-results", {}).get("programs")
    return own or schema.resolved(document, method["result"])["schema"]


def methods_of_programs(document):
    return [method for method in document["methods"] if "programs" in schema.sockets(method)]


# Python

TYPES_HEAD = f"""# {LICENSE}
# {MADE}
\"\"\"Types of members, results and notifications.\"\"\"

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING or sys.version_info >= (3, 11):
    from typing import NotRequired
"""


def python_types(document):
    types = types_of.Types(document, types_of.Python())
    for method in methods_of_programs(document):
        result = result_schema(document, method)
        if types.is_record(result):
            types.record(types_of.capital(method["name"]) + "Result", result)
    for list_name in ("x-notifications", "x-questions"):
        for method in document[list_name]:
            if "programs" in schema.sockets(method):
                name = types_of.capital(method["name"]) + "Params"
                types.record(name, schema.parameters(document, method))
    return types


def python_modules(document):
    """The generated modules by their names."""
    types = python_types(document)
    aliases = [text for text in types.records.values() if not text.startswith("class ")
               and "TypedDict(" not in text]
    records = [text for text in types.records.values() if text not in aliases]
    return {"types.py": TYPES_HEAD + "\n" + "\n".join(aliases) + "\n\n" + "\n\n".join(records),
            "methods.py": python_methods(document, types)}


METHODS_HEAD = f"""# {LICENSE}
# {MADE}
\"\"\"The methods of the protocol as methods of the clients.\"\"\"

from __future__ import annotations

from typing import Any, Literal, Union, cast

from . import types as t
from .wire import without_none
"""


def python_methods(document, types):
    return "\n\n".join([METHODS_HEAD,
                        python_class(document, types, "Methods", "def", ""),
                        python_class(document, types, "AsyncMethods", "async def", "await ")])


def python_class(document, types, name, define, wait):
    lines = [f"class {name}:",
             f'    """The requests of programs; `request` sends one."""', "",
             f"    {define} request(self, method: str, /, **params: Any) -> Any:",
             '        """Make a request and return its result."""',
             "        raise NotImplementedError", ""]
    for method in methods_of_programs(document):
        lines += python_method(document, types, method, define, wait) + [""]
    return "\n".join(lines).rstrip() + "\n"


def python_method(document, types, method, define, wait):
    items = [schema.resolved(document, item) for item in method["params"]]
    items = [item for item in items if not item.get("deprecated")]
    name = method["name"].replace(".", "_")
    result = python_result(document, types, method)
    # The name of a method's parameter must not hide the types of the module.
    arguments = [python_argument(types, item) for item in items]
    head = [f"    {define} {name}("]
    head += ["        self,"] + (["        *,"] if items else [])
    head += [f"        {argument}," for argument in arguments] + [f"    ) -> {result}:"]
    call = f"{wait}self.request("
    members = [f"            {item['name']}={item['name']}," for item in items]
    body = [f'        """{method["summary"]}"""']
    if members:
        body += [f"        params = without_none(dict("] + members + ["        ))",
                 f'        answer = {call}"{method["name"]}", **params)']
    else:
        body += [f'        answer = {call}"{method["name"]}")']
    return head + body + [f'        return cast("{result}", answer)']


def python_argument(types, item):
    written = prefixed(types, types.type(item["schema"], types_of.capital(item["name"])))
    if item.get("required"):
        return f"{item['name']}: {written}"
    if not written.endswith("None]") and written != "None":
        written = f"Union[{written}, None]"
    return f"{item['name']}: {written} = None"


def python_result(document, types, method):
    result = result_schema(document, method)
    if types.is_record(result):
        return "t." + types_of.capital(method["name"]) + "Result"
    return prefixed(types, types.type(result, "Result"))


def prefixed(types, written):
    """The name of a type as seen from another module."""
    import re
    return re.sub(r'(?<!["\w])([A-Z]\w*)\b(?!["\w])',
                  lambda match: "t." + match[1] if match[1] in types.records else match[1], written)


# Swift

SWIFT_HEAD = f"// {LICENSE}\n// {MADE}\n"


def swift_files(document):
    """The generated files of Sources by their paths."""
    return {"Mirrors/Wire/Names/EventName.swift": swift_events(words_of(document, "FactName")),
            "Service/Protocol/ProgramRequestName.swift": swift_questions(words_of(document, "QuestionName")),
            "Service/Protocol/RequestError+Name.swift": swift_errors(document["components"]["errors"])}


def words_of(document, name):
    return document["components"]["schemas"][name]["enum"]


def case_of(name):
    """The case for a name: `textDidChange` for `text.didChange`."""
    first, *rest = name.split(".")
    return first + "".join(part[0].upper() + part[1:] for part in rest)


def swift_events(names):
    return f"""{SWIFT_HEAD}
/// The events of the reference's vocabulary (NTF-1).
///
/// Every key press causes several events, and most are tested against every client's filter. So an
/// event is a number that fits into a bit mask, and its text is created for lines only.
package enum EventName: UInt8, CaseIterable, Hashable, Sendable {{
{chr(10).join(f"  case {case_of(name)}" for name in names)}

  /// The name on the wire, such as `text.didChange`.
  package var text: String {{
    switch self {{
{chr(10).join(f'    case .{case_of(name)}: "{name}"' for name in names)}
    }}
  }}
}}
"""


def swift_questions(names):
    cases = "\n".join(f'  case {name.partition(".")[2]} = "{name}"' for name in names)
    return f"""{SWIFT_HEAD}
/// The requests that the service sends to programs, by their names in the protocol.
enum ProgramRequestName: String, CaseIterable {{
{cases}
}}
"""


def swift_errors(errors):
    cases = "\n".join(f"    /// {error['message']}\n    case {name}" for name, error in errors.items())
    codes = "\n".join(f"      case .{name}: {error['code']}" for name, error in errors.items())
    return f"""{SWIFT_HEAD}
/// The names of errors in responses.
extension RequestError {{
  /// The names.
  ///
  /// Each has one code, and neither ever changes.
  package enum Name: String, CaseIterable, Sendable {{
{cases}

    /// The JSON-RPC error code.
    package var code: Int {{
      switch self {{
{codes}
      }}
    }}
  }}
}}
"""


# C

def c_files(document):
    """The generated source file, and the header with its generated part."""
    with open(os.path.join(C_LIBRARY, c_types.HEADER), encoding="utf-8") as file:
        header = file.read()
    return {c_types.HEADER: c_types.with_part(header, c_types.header_part(document)),
            c_types.SOURCE: c_types.source(document, LICENSE, MADE)}


# TypeScript

def typescript(document):
    types = types_of.Types(document, types_of.TypeScript())
    parts = [f"// {LICENSE}\n// {MADE}\n"]
    requests, notifications, questions = [], [], []
    for method in methods_of_programs(document):
        name = types_of.capital(method["name"])
        types.record(name + "Params", schema.parameters(document, method))
        result = types.type(result_schema(document, method), name + "Result")
        requests.append(f'  "{method["name"]}": {{ params: {name}Params; result: {result} }};')
    for list_name, lines in (("x-notifications", notifications), ("x-questions", questions)):
        for method in document[list_name]:
            if "programs" not in schema.sockets(method):
                continue
            name = types_of.capital(method["name"]) + ("Notice" if lines is notifications else "Question")
            types.record(name, schema.parameters(document, method))
            lines.append(f'  "{method["name"]}": {name};')
    parts += types.records.values()
    parts.append("/** The requests of a program. */\nexport interface Requests {\n"
                 + "\n".join(requests) + "\n}\n")
    parts.append("/** The notifications for a program. */\nexport interface Notifications {\n"
                 + "\n".join(notifications) + "\n}\n")
    parts.append("/** The questions for a program. */\nexport interface Questions {\n"
                 + "\n".join(questions) + "\n}\n")
    return "\n".join(parts)


def node_files(document):
    """The generated files of the package for Node.js by their names."""
    return {"protocol.d.ts": typescript(document)}


# Files

def schema_files(document):
    def text(value):
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

    return {"openrpc.json": text(schema.dereferenced(document)),
            "messages.schema.json": text(schema.bundle(document)),
            "keybridge.d.ts": typescript(document)}


def write(folder, files):
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def outdated(folder, files):
    """The names of the files that are out of date."""
    def read(name):
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    return [name for name, text in files.items() if read(name) != text]


def main(arguments):
    document = schema.load(DOCUMENT)
    if arguments[:1] == ["schema"] and len(arguments) == 2:
        write(arguments[1], schema_files(document))
    elif arguments[:1] in (["python"], ["node"], ["swift"], ["c"]) and arguments[1:] in ([], ["--check"]):
        folder, make = {"python": (PACKAGE, python_modules), "node": (NODE, node_files), "swift": (SOURCES, swift_files),
                        "c": (C_LIBRARY, c_files)}[arguments[0]]
        files = make(document)
        if not arguments[1:]:
            write(folder, files)
        elif old := outdated(folder, files):
            sys.exit(f"{', '.join(old)}: not as Documentation/openrpc.json says; run 'make client'")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
