# SPDX-License-Identifier: Apache-2.0
"""Tests the schema of manifests with those of the examples, and with the mistakes that the Swift tests have."""

import ast
import json
import re
import unittest

import jsonschema
import yaml

from host import PROJECT

SCHEMA = json.loads((PROJECT / "Documentation/extension.schema.json").read_text())
SWIFT = (PROJECT / "Tests/EnginesTests/Extensions/ExtensionManifestTests.swift").read_text(encoding="utf-8")
READER = (PROJECT / "Sources/Engines/Extensions/ExtensionManifest.swift").read_text(encoding="utf-8")

# The messages of mistakes that no schema describes.
BEYOND = {"title occurs twice", "another mode has this id"}

TEXT = r'"(?:[^"\\]|\\.)*"'


def text(literal):
    """The value of a string of Swift in double quotes."""
    return ast.literal_eval(literal)


def whole():
    """The good manifest of the Swift tests."""
    block = re.search(r'static let whole = """\n(.*?)\n *"""', SWIFT, re.S)[1]
    return re.sub(r"(?m)^    ", "", block)


def mistakes():
    """The bad manifests of the Swift tests, with a part of the message of each."""
    arguments = re.search(r"arguments: \[\n(.*?)\n    \]\)", SWIFT, re.S)[1]
    for change, message in re.findall(rf'\(\s*((?:whole|{TEXT})(?:\s*\+ {TEXT}|\.replacing\({TEXT}, with: {TEXT}\))*),\s*({TEXT})\s*\)', arguments):
        made = whole() if change.startswith("whole") else text(change)
        for added, old, new in re.findall(rf'\+ ({TEXT})|\.replacing\(({TEXT}), with: ({TEXT})\)', change):
            made = made + text(added) if added else made.replace(text(old), text(new))
        yield made, text(message)


def is_good(manifest):
    """Whether a manifest follows the schema."""
    try:
        value = yaml.safe_load(manifest)
    except yaml.YAMLError:
        return False
    return jsonschema.Draft202012Validator(SCHEMA).is_valid(value)


class Manifests(unittest.TestCase):
    def test_the_schema_is_valid_and_has_the_keys_of_the_reader(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        for name, found in [("keys", SCHEMA), ("modeKeys", SCHEMA["$defs"]["mode"])]:
            listed = re.search(rf"static let {name} = \[(.*?)\]", READER, re.S)[1]
            self.assertEqual(re.findall(r'"([\w-]+)"', listed), list(found["properties"]))
        grants = re.search(r"enum ExtensionGrant.*?\n\}", READER, re.S)[0]
        self.assertEqual([raw or name for name, raw in re.findall(r'case (\w+)(?: = "([\w-]+)")?', grants)],
                         SCHEMA["properties"]["requests"]["anyOf"][0]["enum"])

    def test_each_example_is_good(self):
        found = sorted(PROJECT.glob("Examples/Extensions/*/extension.yaml"))
        self.assertGreaterEqual(len(found), 3)
        for path in found:
            self.assertTrue(is_good(path.read_text(encoding="utf-8")), path)
            self.assertRegex(path.parent.name, r"^[a-z0-9-]{1,64}$")

    def test_a_manifest_of_the_swift_tests_is_bad_if_it_is_a_mistake_there(self):
        self.assertTrue(is_good(whole()))
        found = list(mistakes())
        self.assertEqual(len(found), len(re.findall(r"e\.yaml:\d|not valid YAML", SWIFT.split("func mistakes")[0])))
        for manifest, message in found:
            with self.subTest(message):
                self.assertNotEqual(manifest, whole())
                is_beyond = any(part in message for part in BEYOND)
                self.assertEqual(is_good(manifest), is_beyond)

    def test_other_mistakes_and_other_good_manifests(self):
        def changed(old, new):
            manifest = whole().replace(old, new)
            self.assertNotEqual(manifest, whole())
            return manifest
        for old, new in [("1.0.0", "1"), ("1.0.0", "1.5"), ("[python3, x_system.py]", "bin/x"), ("python3", "a..b/c..d"),
                         ("[network, shared-storage]", "pasteboard"), ("[network, shared-storage]", "[]"),
                         ("language: eo", "language: zh-Hant-TW"), ("language: eo", "language: x-mine"),
                         ("Esperanto x-system", "ویرایش\u200cگر"), (", layout: us", "")]:
            self.assertTrue(is_good(changed(old, new)), new)
        for old, new in [("python3", ".."), ("python3", "../x"), ("[python3, x_system.py]", "/bin/sh"), ("id: x", "id: x.y"),
                         ("id: x", f"id: {'x' * 65}"), ("language: eo", "language: e"), ("true", "1"), ("[network", "[~"),
                         ("Esperanto x-system", '"a\\u200bb"'), ("modes:", "modes: []\nother:")]:
            self.assertFalse(is_good(changed(old, new)), new)


if __name__ == "__main__":
    unittest.main()
