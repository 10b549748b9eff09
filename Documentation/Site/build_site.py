#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation of the library's modules as one static site, using only the toolchain.

Fails if a reference has no target, or if a public symbol has no documentation comment.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The modules in order; each may refer to those before it.
MODULES = ["Keys", "Layouts", "KeyCommands", "TextInput", "Forms", "AutoFill", "InputMethods", "Assistance"]
# The modules whose symbols a module re-exports.
SHOWN = {"TextInput": ["Text", "TextLayout", "InputTraits", "Responders", "Updates", "Editing", "Typing", "Composing", "KeyboardViews"]}


class Failure(Exception):
    pass


def run(*command):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True)
    if done.returncode:
        raise Failure((done.stdout + done.stderr).strip())
    return done.stdout


def extract_symbols(module, search_paths, folder):
    """Writes the public interface of a built module, comments included, as symbol graphs."""
    folder.mkdir(parents=True)
    target = json.loads(run("swift", "-print-target-info"))["target"]["unversionedTriple"]
    run("swift", "symbolgraph-extract", "-module-name", module, "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder,
        *([f"-experimental-allowed-reexported-modules={','.join(SHOWN[module])}"] if module in SHOWN else []),
        *(f"-I{path}" for path in search_paths))


def undocumented(folder):
    """Public symbols without a comment of their own or of the requirement that they implement."""
    for path in sorted(folder.glob("*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            if not symbol.get("docComment", {}).get("lines"):
                place = symbol.get("location", {})
                file = place.get("uri", path.name).removeprefix(f"file://{ROOT}/")
                line = place.get("position", {}).get("line", -1) + 1
                yield f"{file}:{line}: {'.'.join(symbol['pathComponents'])} has no documentation"


def convert(module, symbols, catalogue, dependencies, archive):
    """Creates an archive of one module; its links may refer to the archives that it depends on."""
    run("docc", "convert", *([catalogue] if catalogue.is_dir() else []),
        "--additional-symbol-graph-dir", symbols, "--output-path", archive,
        "--fallback-display-name", module, "--fallback-bundle-identifier", module,
        "--enable-experimental-external-link-support", "--warnings-as-errors", "--hosting-base-path", "library",
        *(word for dependency in dependencies for word in ("--dependency", dependency)))


def build(modules, search_paths, catalogues, output):
    """Builds the site of some modules; `catalogues` is the folder in which each catalogue is searched."""
    with tempfile.TemporaryDirectory() as folder:
        folder, complaints, archives = pathlib.Path(folder), [], []
        for module in modules:
            symbols, archive = folder / module, folder / f"{module}.doccarchive"
            extract_symbols(module, search_paths, symbols)
            complaints += undocumented(symbols)
            if len(archives) < modules.index(module):
                continue  # Links into a module that failed would all be reported as wrong.
            try:
                convert(module, symbols, catalogues(module), archives, archive)
                archives.append(archive)
            except Failure as failure:
                complaints.append(str(failure))
        if complaints:
            raise Failure("\n".join(complaints))
        shutil.rmtree(output, ignore_errors=True)
        output.parent.mkdir(parents=True, exist_ok=True)
        run("docc", "merge", *archives, "--output-path", output,
            "--synthesized-landing-page-name", "Keybridge",
            "--synthesized-landing-page-kind", "Library")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("products", type=pathlib.Path, help="where swift build put the modules")
    parser.add_argument("output", type=pathlib.Path, help="the folder to make")
    options = parser.parse_args()
    # The modules of C libraries, which the compiled modules import.
    maps = [path.parent for path in sorted((ROOT / "Sources").glob("C*/**/module.modulemap"))]
    try:
        build(MODULES, [options.products / "Modules", *maps],
              lambda module: ROOT / "Sources" / module / f"{module}.docc", options.output)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{options.output}: to read, python3 -m http.server --directory {options.output.parent}"
          f" and http://localhost:8000/{options.output.name}/documentation")
    return 0


if __name__ == "__main__":
    sys.exit(main())
