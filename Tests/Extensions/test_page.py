# SPDX-License-Identifier: Apache-2.0
"""Tests that Documentation/Extensions.md and the schema of the lines agree with each other, and that its program runs."""

import json
import pathlib
import re
import tempfile
import unittest

import jsonschema

import host
from host import Fault, Host, OPENRPC, PROJECT, check, method, parameters, schema

PAGE = (PROJECT / "Documentation/Extensions.md").read_text(encoding="utf-8")


def fence(kind):
    """The contents of the page's blocks of a kind."""
    return [text for language, text in re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", PAGE) if language == kind]


def section(title):
    """The text between a heading and the next one."""
    return re.search(rf"(?ms)^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", PAGE)[1]


def rows(title):
    """The first and the second cells of the tables of a section, without their heads."""
    lines = [line.split("|") for line in section(title).splitlines() if line.startswith("|")]
    return [(cells[1].strip(), cells[2].strip()) for cells in lines if "---" not in cells[1]]


def names(text):
    """The names in code in a text."""
    return re.findall(r"`([\w.-]+)`", text)


class Page(unittest.TestCase):
    def test_the_page_has_every_method_and_no_other(self):
        for title, kind in [("Requests to the extension", "x-questions"), ("Notifications to the extension", "x-notifications"),
                            ("Requests of the extension", "methods")]:
            written = {name: params for cell, params in rows(title) for name in names(cell)}
            known = {method["name"] for method in OPENRPC[kind]}
            self.assertEqual(known - written.keys(), set())
            others = written.keys() - known
            # The second table of the section has the members of key.
            self.assertEqual(others, set(parameters(method("x-questions", "key"))["properties"]) if kind == "x-questions" else set())
            for name in known:
                for param in method(kind, name)["params"] if name != "key" else []:
                    self.assertIn(param["name"], names(written[name]), name)

    def test_the_page_has_every_member_of_a_document_and_every_code_of_an_error(self):
        self.assertEqual({name for cell, _ in rows("The document") for name in names(cell)},
                         set(OPENRPC["components"]["schemas"]["Document"]["properties"]))
        for code in OPENRPC["components"]["errors"]:
            self.assertIn(f"`{code}`", PAGE)

    def test_each_example_in_the_text_follows_its_schema(self):
        examples = [json.loads(text) for text in re.findall(r"`(\{\".*?\})`", PAGE)]
        self.assertEqual(len(examples), 7)
        for example in examples:
            name = "Answer" if "taken" in example else "Candidates" if "items" in example else "Edit"
            check(example, schema(name))

    def test_each_kind_of_edit_is_an_example(self):
        kinds = {next(iter(edit["properties"])) for edit in OPENRPC["components"]["schemas"]["Edit"]["oneOf"]}
        self.assertEqual(kinds, {name for cell, _ in rows("The answer") for name in re.findall(r'^`\{"(\w+)', cell)})

    def test_the_limits_of_the_page_are_those_of_the_schema(self):
        schemas = OPENRPC["components"]["schemas"]
        self.assertIn(f"at most {schemas['Edits']['maxItems']} edits", PAGE)
        self.assertIn(f"at most {schemas['Candidates']['properties']['items']['maxItems']} `items`", PAGE)
        self.assertIn(f"at most {host.CONTEXT_LIMIT} UTF-16 code units on each side", PAGE)
        self.assertIn(f"more than {host.INSERT_LIMIT} UTF-16 code units", PAGE)

    def test_the_session_is_what_the_program_of_the_page_answers(self):
        program, session = fence("python")[0], fence("")[-1]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "x_system.py").write_text(program, encoding="utf-8")
            pathlib.Path(folder, "extension.yaml").write_text(fence("yaml")[0], encoding="utf-8")
            running = Host(folder, greets=False)
            self.addCleanup(running.close)
            for line in session.splitlines():
                sign, value = line[0], json.loads(line[2:])
                if sign == "<":
                    self.assertEqual(running.receive(), value)
                    check(value, schema("Response"))
                    continue
                kind = "x-questions" if "id" in value else "x-notifications"
                value["params"].get("document", {"traits": {}})["traits"] |= host.TRAITS
                check(value["params"], parameters(method(kind, value["method"])))
                running.send(value)
            self.assertEqual(running.close(), (0, ""))

    def test_the_program_of_the_page_types_as_the_example_does(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "x_system.py").write_text(fence("python")[0], encoding="utf-8")
            pathlib.Path(folder, "extension.yaml").write_text(fence("yaml")[0], encoding="utf-8")
            with Host(folder) as running:
                self.assertEqual(running.type("Ehxosxangxo cxxiujxauxde"), "Eĥoŝanĝo cxiuĵaŭde")


class Schema(unittest.TestCase):
    def test_every_schema_is_valid_and_used(self):
        used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(OPENRPC)))
        for name, value in OPENRPC["components"]["schemas"].items():
            jsonschema.Draft7Validator.check_schema(value)
            self.assertTrue(name in used or name in ("Request", "Response"), name)

    def test_parts_of_the_sockets_are_the_same_there(self):
        other = json.loads((PROJECT / "Documentation/openrpc.json").read_text())["components"]["schemas"]
        shared = set(OPENRPC["components"]["schemas"]) & set(other)
        for name in sorted(shared - {"Done"}):
            self.assertEqual(OPENRPC["components"]["schemas"][name], other[name])
        self.assertLessEqual({"Traits", "KeyboardType", "Modifier"}, shared)

    def test_a_mistake_is_found(self):
        for name, value in [
            ("Answer", {}), ("Answer", {"taken": 1}), ("Answer", {"taken": True, "edits": None}),
            ("Answer", {"taken": True, "candidates": []}), ("Candidates", {"items": [{"text": ""}]}),
            ("Candidates", {"items": [{"text": "a\n"}]}), ("Candidates", {"items": [{"text": "a" * 257}]}),
            ("Candidates", {"items": [], "pageSize": 10}), ("Candidates", {"items": [], "highlighted": -1}),
            ("Edit", {"insert": "a", "unmark": True}), ("Greeting", {"protocol": 2}), ("Response", {"id": 1}),
            ("Response", {"id": 1, "result": {}, "error": {"code": "stale"}}), ("Request", {"id": "1", "method": "edit", "params": {}}),
        ]:
            with self.assertRaises(Fault, msg=f"{name} {value}"):
                check(value, schema(name))
        for text in ["", "a\u0007", "x" * 201]:
            with self.assertRaises(Fault):
                check({"text": text}, parameters(method("methods", "notice")))


if __name__ == "__main__":
    unittest.main()
