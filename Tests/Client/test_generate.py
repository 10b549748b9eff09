# SPDX-License-Identifier: Apache-2.0
"""Tests that code generated from the schema accepts the lines of the protocol's page."""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import fastjsonschema

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Clients"))

import c_types                                                # noqa: E402
import generate                                               # noqa: E402
import schema                                                 # noqa: E402

DOCUMENT = schema.load(generate.DOCUMENT)


def page_lines():
    """The notifications and server requests on the protocol's page."""
    text = (PROJECT / "Documentation" / "Protocol.md").read_text(encoding="utf-8")
    session = [line[2:] for line in text.splitlines() if line.startswith("← ")]
    lines = [line for line in text.splitlines() + session if line.startswith("{")]
    return [json.loads(line) for line in lines
            if "…" not in line and '"method"' in line and '"id":1' not in line]


def write_variants(folder, right, wrong, ending):
    """Write a correct program and one for each mistake; return the names, the correct one's first."""
    texts = [right]
    for old, new in wrong:
        assert old in right, old
        texts.append(right.replace(old, new, 1))
    names = [f"program{number}{ending}" for number in range(len(texts))]
    generate.write(folder, dict(zip(names, texts)))
    return names


class SchemaTests(unittest.TestCase):
    def test_all_references_are_resolved_except_those_of_a_recursive_schema(self):
        plain = json.dumps(schema.dereferenced(DOCUMENT))
        self.assertEqual(set(re.findall(r'"\$ref": "([^"]*)"', plain)),
                         {"#/components/schemas/MenuItem", "#/components/schemas/MenuList"})

    def test_generated_python_validators_accept_the_lines_of_the_page(self):
        # fastjsonschema generates the Python source of a function and runs it.
        validate = fastjsonschema.compile(schema.bundle(DOCUMENT))
        lines = page_lines()
        self.assertGreater(len(lines), 15)
        for line in lines:
            validate(line)
        changed = next(line for line in lines if line["method"] == "text.didChange")
        for name, value in [("range", [0]), ("string", 7), ("container", None)]:
            wrong = {**changed, "params": {**changed["params"], name: value}}
            with self.assertRaises(fastjsonschema.JsonSchemaException):
                validate(wrong)

    def test_every_notification_and_request_to_the_program_is_in_the_bundle(self):
        definitions = schema.bundle(DOCUMENT)["definitions"]
        for list_name in ("x-notifications", "x-questions"):
            for method in DOCUMENT[list_name]:
                self.assertIn(method["name"], definitions)


class SwiftTests(unittest.TestCase):
    def test_the_names_of_the_service_are_those_of_the_document(self):
        self.assertEqual(generate.outdated(generate.SOURCES, generate.swift_files(DOCUMENT)), [])

    def test_a_case_joins_the_parts_of_a_name(self):
        self.assertEqual([generate.case_of(name) for name in ["scan", "text.didChange", "a.b.c"]],
                         ["scan", "textDidChange", "aBC"])

    def test_a_changed_document_gives_other_files(self):
        changed = copy.deepcopy(DOCUMENT)
        changed["components"]["schemas"]["FactName"]["enum"].append("lamp.didLight")
        changed["components"]["schemas"]["QuestionName"]["enum"].remove("command.invoke")
        changed["components"]["errors"]["stale"]["code"] = -1
        files = generate.swift_files(changed)
        self.assertEqual(generate.outdated(generate.SOURCES, files), list(files))
        self.assertIn('    case .lampDidLight: "lamp.didLight"\n', files["Mirrors/Wire/Names/EventName.swift"])


class CTests(unittest.TestCase):
    def test_the_files_of_the_library_are_those_of_the_document(self):
        self.assertEqual(generate.outdated(generate.C_LIBRARY, generate.c_files(DOCUMENT)), [])

    def test_a_name_of_the_protocol_becomes_a_name_of_c(self):
        names = ["text.didChange", "URL", "isSecureTextEntry", "endEditing", "inline", "focus.shouldBegin"]
        self.assertEqual([c_types.snake(name) for name in names],
                         ["text_did_change", "url", "is_secure_text_entry", "end_editing", "inline_", "focus_should_begin"])

    def test_a_changed_document_gives_other_files(self):
        changed = copy.deepcopy(DOCUMENT)
        changed["components"]["schemas"]["CandidateList"]["properties"]["lamp"] = {"type": ["integer", "null"]}
        files = generate.c_files(changed)
        self.assertEqual(generate.outdated(generate.C_LIBRARY, files), list(files))
        self.assertIn("  const int64_t *lamp;\n", files[c_types.HEADER])

    def test_the_client_itself_sends_and_handles_its_session_and_the_fields_of_toolkits(self):
        for name in ["hello", "external.edit", "surroundings.set", "composition.end", "resync"]:
            self.assertTrue(c_types.OWN.match(name))
        self.assertFalse(c_types.OWN.match("text.set"))


class PythonTests(unittest.TestCase):
    def test_the_modules_of_the_client_are_those_of_the_document(self):
        self.assertEqual(generate.outdated(generate.PACKAGE, generate.python_modules(DOCUMENT)), [])

    def test_types_pass_a_strict_check_and_detect_errors(self):
        right = (
            "from keybridge_client import AsyncClient, Client\n"
            "def run(client: Client) -> str:\n"
            "    client.container_create(container='a', kind='textField',\n"
            "                            traits={'keyboardType': 'numberPad'},\n"
            "                            properties={'pattern': '[0-9]*'})\n"
            "    if client.focus_request(container='a')['outcome'] == 'granted':\n"
            "        return client.container_get(container='a')['text']\n"
            "    return client.hello(name='a')['features']['scans']['support']\n"
            "async def later(client: AsyncClient) -> int:\n"
            "    return (await client.text_set(container='a', text='b'))['revision']\n")
        wrong = [("'textField'", "'field'"), ("'numberPad'", "'numbers'"), ("['text']", "['txt']"),
                 ("text='b'", "text=7"), ("'granted'", "'given'"), ("container='a', kind", "kind")]
        with tempfile.TemporaryDirectory() as folder:
            names = write_variants(folder, right, wrong, ".py")
            done = subprocess.run(
                ["mypy", "--strict", "--no-error-summary", "--cache-dir", f"{folder}/cache", *names],
                cwd=folder, capture_output=True, text=True, check=False,
                env={"MYPYPATH": str(PROJECT / "Clients" / "Python"), "PATH": "/usr/bin:/bin"})
            at_fault = {line.split(":")[0] for line in done.stdout.splitlines() if ": error:" in line}
        self.assertEqual(at_fault, set(names[1:]), done.stdout + done.stderr)

    def test_the_examples_of_the_readme_fit_the_types(self):
        text = (PROJECT / "Clients" / "Python" / "README.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", text, flags=re.S)
        self.assertEqual(len(examples), 5)
        names = [f"example{number}.py" for number in range(len(examples))]
        with tempfile.TemporaryDirectory() as folder:
            generate.write(folder, dict(zip(names, examples)))
            result = subprocess.run(
                ["mypy", "--strict", "--no-error-summary", "--cache-dir", f"{folder}/cache", *names], cwd=folder,
                env=os.environ | {"MYPYPATH": str(PROJECT / "Clients" / "Python")}, capture_output=True, text=True,
                check=False)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)


class NodeTests(unittest.TestCase):
    def test_the_types_of_the_package_are_those_of_the_document(self):
        self.assertEqual(generate.outdated(generate.NODE, generate.node_files(DOCUMENT)), [])

    def test_types_of_the_package_pass_a_strict_check_and_detect_errors(self):
        text = (PROJECT / "Documentation" / "ClientNode.md").read_text(encoding="utf-8")
        examples = re.findall(r"```(?:js|ts)\n(.*?)```", text, flags=re.S)
        self.assertEqual(len(examples), 3)
        right = (
            "import { Client, Toolkit, receive } from 'keybridge-client';\n"
            "const toolkit: Toolkit = { edit(before, after, text) {} };\n"
            "export async function run(client: Client): Promise<string> {\n"
            "  client.on('text.didChange', params => { const revision: number = params.revision ?? 0; });\n"
            "  client.on('lost', error => { const reason: string | undefined = error.reason; });\n"
            "  await client.hello({ name: 'till' });\n"
            "  await client.request('ping');\n"
            "  await receive('stock', item => { const text: string | undefined = item.text; }, { onLost: error => { const reason: string | undefined = error.reason; } });\n"
            "  client.external('b', toolkit, { traits: { keyboardType: 'numberPad' } });\n"
            "  return (await client.request('container.get', { container: 'a' })).text;\n"
            "}\n")
        wrong = [("'numberPad'", "'numbers'"), (".text;", ".txt;"), ("'text.didChange'", "'text'"), ("'ping'", "'pong'"),
                 ("edit(before", "edits(before"), ("{ name: 'till' }", "{}"), ("{ container: 'a' }", "{}"), ("reason: string |", "reason: number |"), ("item.text", "item.txt")]
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder, "node_modules")
            modules.mkdir()
            os.symlink(PROJECT / "Clients" / "Node", modules / "keybridge-client")
            names = write_variants(folder, right, wrong, ".mts")
            shown = [f"example{number}.mts" for number in range(len(examples))]
            generate.write(folder, dict(zip(shown, (example + "export {};\n" for example in examples))))
            generate.write(folder, {"node.d.ts": "declare const console: { log(...values: unknown[]): void };\n"
                                    "declare module 'node:fs/promises' { function appendFile(path: string, text: string): Promise<void>; }\n"})
            done = subprocess.run(["tsc", "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022", "--module", "nodenext",
                                   "--moduleResolution", "nodenext", "node.d.ts", *names, *shown], cwd=folder, capture_output=True, text=True, check=False)
            at_fault = {line.split("(")[0] for line in done.stdout.splitlines() if "error TS" in line}
        self.assertEqual(at_fault, set(names[1:]), done.stdout + done.stderr)


class TypeScriptTests(unittest.TestCase):
    def test_types_compile_in_strict_mode_and_detect_errors(self):
        right = (
            "import { Notifications, Questions, Requests } from './keybridge';\n"
            "declare function request<M extends keyof Requests>(\n"
            "  method: M, params: Requests[M]['params']): Requests[M]['result'];\n"
            "declare function on<N extends keyof Notifications>(\n"
            "  name: N, body: (params: Notifications[N]) => void): void;\n"
            "request('container.create', { container: 'a', traits: { keyboardType: 'numberPad' } });\n"
            "const text: string = request('container.get', { container: 'a' }).text;\n"
            "on('text.didChange', params => { const revision: number = params.revision ?? 0; });\n"
            "const question: Questions['text.shouldChange'] =\n"
            "  { container: text, range: [0, 1], revision: 1, string: '' };\n")
        wrong = [("'numberPad'", "'numbers'"), (".text;", ".txt;"), ("'text.didChange'", "'text'"),
                 ("range: [0, 1]", "range: '0,1'"), ("{ container: 'a' }", "{}")]
        with tempfile.TemporaryDirectory() as folder:
            generate.write(folder, {"keybridge.d.ts": generate.typescript(DOCUMENT)})
            names = write_variants(folder, right, wrong, ".ts")
            # In an empty folder tsc finds no other files.
            done = subprocess.run(["tsc", "--strict", "--noEmit", "--lib", "es2020", *names], cwd=folder,
                                  capture_output=True, text=True, check=False)
            at_fault = {line.split("(")[0] for line in done.stdout.splitlines() if "error TS" in line}
        self.assertEqual(at_fault, set(names[1:]), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
