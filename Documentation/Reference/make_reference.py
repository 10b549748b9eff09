#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference pages of this folder from the program's own lists:

The program lists layouts, layout options and models; a running one lists modes and traits at its sockets. The values of
a trait come from Documentation/openrpc.json, which the tests compare with the program. Run by `make reference`.
"""

import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LIMIT = 20      # the seconds that a program may take to start and respond


def code(text):
    return f"`{text}`"


def escaped(text):
    """Text with Markdown's special characters escaped."""
    return re.sub(r"([\\`*_\[\]<>|~#])", r"\\\1", text)


def table(heads, rows):
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *rows]) + "\n"


def listed(program, *options):
    done = subprocess.run([program, "layouts", *options, "--format", "json"], check=True, capture_output=True)
    return json.loads(done.stdout)


def layouts(program, version):
    """Each layout with its variants below it."""
    entries = listed(program)
    variants = {}
    for entry in entries:
        if entry["kind"] == "variant":
            variants.setdefault(entry["layout"], []).append(entry)
    rows = []
    for entry in sorted((entry for entry in entries if entry["kind"] == "layout"), key=lambda entry: entry["name"]):
        rows.append([code(entry["name"]), "", escaped(entry["description"])])
        rows += [[code(entry["name"]), code(variant["name"]), escaped(variant["description"])]
                 for variant in sorted(variants.get(entry["name"], []), key=lambda variant: variant["name"])]
    return f"""# Layouts and variants

This page is a reference of the layouts for `--layout` and `layout:`, with their variants for `--variant` and `variant:`, as
`keybridge layouts` lists them. They are those of xkb-data {version}; your machine may have others, and a folder of your own symbol files
adds more ([`symbols`](../Configuration.md)). `keybridge layouts WORD…` searches, and `keybridge layouts show LAYOUT` draws one.

{table(["layout", "variant", "description"], rows)}"""


def options(program, version):
    """Options by the part of the keyboard that they affect, and models."""
    groups = {}
    for entry in listed(program, "--xkb-options"):
        groups.setdefault(entry["name"].partition(":")[0], []).append(entry)
    parts = "\n".join(
        f"## {code(group)}\n\n" + table(["option", "effect"], [[code(entry["name"]), escaped(entry["description"])]
                                                             for entry in entries])
        for group, entries in sorted(groups.items()))
    models = [[code(entry["name"]), escaped(entry["description"])] for entry in listed(program, "--models")]
    return f"""# Layout options and models

This page is a reference of the options for `--options` and `options:`, and of the keyboard models for `--model` and `model:`, as
`keybridge layouts --xkb-options` and `keybridge layouts --models` list them. They are those of xkb-data {version}. Several options are a
list: `options: [compose:caps, grp:alt_shift_toggle]`.

{parts}
## Models

{table(["model", "keyboard"], models)}"""


def modes(asked):
    rows = [[code(mode["mode"]), escaped(mode["name"]), "yes" if mode in asked["modes"] else ""]
            for mode in asked["modes"] + asked["others"]]
    return f"""# Input modes

This page is a reference of the input modes for [`modes`](../Configuration.md) and `keybridge mode`, as `mode.list` at the
[control socket](../Protocol.md#control) lists them. A mode is a language with its input method. It decides labels and
the help that a language brings, and the layout, unless the keyboard's own layout types the language's letters. A service without
the setting `modes` starts with those that have *yes* in the last column.

{table(["mode", "name", "at the start"], rows)}"""


def values(schema, schemas):
    """The values of a trait: words, a switch, a text or a number."""
    if "$ref" in schema:
        return values(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    if "anyOf" in schema:
        return ", ".join(values(part, schemas) for part in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(code(word) for word in schema["enum"])
    words = {"boolean": "`true`, `false`", "string": "a text", "null": "null"}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return ", ".join(words.get(kind, f"{schema.get('minimum', '')} to {schema.get('maximum', '')}") for kind in kinds)


def traits(asked, defaults):
    document = json.loads((HERE.parent / "openrpc.json").read_text())
    schemas = document["components"]["schemas"]
    rows = [[code(name), values(schemas["Traits"]["properties"][name], schemas), code(json.dumps(default).strip('"')),
             "yes" if asked[name]["support"] == "supported" else "no: " + asked[name]["reason"]]
            for name, default in sorted(defaults.items())]
    return f"""# Traits

This page is a reference of the traits that `container.create`, `container.set` and `form.create` take
([the protocol](../Protocol.md)), as `capabilities` and `traits.didChange` list them. A trait describes a field. A trait without an
effect in this version is accepted and kept, because it describes the field all the same.

{table(["trait", "values", "default", "effect"], rows)}"""


class Service:
    """A running program without keyboards, and its two sockets."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen(
            [program, "run", "--config", "/dev/null", "--device", "name=none", "--mirror", "none",
             "--socket", self.folder / "programs", "--control", self.folder / "control"],
            stderr=subprocess.DEVNULL, env={"HOME": folder, "LC_ALL": "C"})

    def ask(self, name, *requests):
        """Sends requests and returns the last one's result, and the notifications by their methods."""
        until = time.monotonic() + LIMIT
        with socket.socket(socket.AF_UNIX) as connection:
            while connection.connect_ex(str(self.folder / name)):
                if time.monotonic() > until:
                    raise SystemExit("make_reference.py: the program does not respond")
                time.sleep(0.05)
            connection.settimeout(LIMIT)
            for number, (method, params) in enumerate(requests, 1):
                line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
                connection.sendall(line.encode() + b"\n")
            told = {}
            for line in connection.makefile():
                message = json.loads(line)
                if "error" in message:
                    raise SystemExit(f"make_reference.py: {message['error']['message']}")
                if message.get("id") == len(requests):
                    return message["result"], told
                if "method" in message:
                    told[message["method"]] = message["params"]
        raise SystemExit("make_reference.py: the program closed the connection")

    def close(self):
        self.process.terminate()
        self.process.wait()


def xkb_version():
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", "xkb-data"], capture_output=True, text=True)
    return done.stdout.partition("-")[0] or "unknown"


def pages(program):
    """Every page by the name of its file."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(program, folder)
        try:
            hello = ("hello", {"name": "reference"})
            known_modes, _ = service.ask("control", ("mode.list", {}))
            known, _ = service.ask("programs", hello, ("capabilities", {}))
            _, told = service.ask("programs", hello, ("container.create", {"container": "field"}),
                                  ("focus.request", {"container": "field"}))
        finally:
            service.close()
    version = xkb_version()
    return {"Layouts.md": layouts(program, version), "LayoutOptions.md": options(program, version),
            "Modes.md": modes(known_modes), "Traits.md": traits(known["traits"], told["traits.didChange"]["traits"])}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, page in pages(pathlib.Path(sys.argv[1]).resolve()).items():
        (HERE / name).write_text(page)


if __name__ == "__main__":
    main()
