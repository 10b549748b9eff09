# SPDX-License-Identifier: Apache-2.0
"""Compiles the programs of the page of the client for C, and the example, against the installed library, and runs them."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from fake_service import PROJECT, SNAPSHOT, Service                    # noqa: E402

PAGE = (PROJECT / "Documentation" / "ClientC.md").read_text(encoding="utf-8")
FOLDER = tempfile.TemporaryDirectory()


def blocks(language):
    """The blocks of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@functools.cache
def environment():
    """Installs the library in a folder; returns the environment in which compilers and programs find it."""
    root = pathlib.Path(FOLDER.name) / "root"
    subprocess.run(["make", "--no-print-directory", "install-client-c", f"DESTDIR={root}", "PREFIX=/usr"], check=True, cwd=PROJECT,
                   stdout=subprocess.DEVNULL)
    file = next(root.rglob("keybridge-client.pc"))
    # As if the folder were the root of the system.
    file.write_text(file.read_text().replace("=/usr", f"={root}/usr"))
    libraries = str(file.parent.parent)
    return {**os.environ, "PKG_CONFIG_PATH": str(file.parent), "LIBRARY_PATH": libraries, "LD_LIBRARY_PATH": libraries,
            "GOCACHE": f"{FOLDER.name}/go", "GO111MODULE": "off", "HOME": os.environ.get("HOME", FOLDER.name)}


def run(*command, **options):
    done = subprocess.run(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout}")
    return done.stdout


def flags(*packages):
    return run("pkg-config", "--cflags", "--libs", *packages).split()


class Page(unittest.TestCase):
    def write(self, name, text):
        path = pathlib.Path(FOLDER.name) / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_the_programs_in_c_compile(self):
        *programs, sdl = blocks("c")
        self.assertEqual(len(programs), 3)
        for number, text in enumerate(programs):
            source = self.write(f"page{number}.c", text)
            run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-c", source, "-o", source.with_suffix(".o"), *flags("keybridge-client"))
        run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", self.write("sdl.c", sdl), PROJECT / "Adapters/SDL/keybridge_sdl.c",
            f"-I{PROJECT / 'Adapters/SDL'}", "-D_GNU_SOURCE", "-o", f"{FOLDER.name}/sdl", *flags("keybridge-client", "sdl2"))

    def test_the_wrapper_in_cpp_runs(self):
        for standard in ("c++17", "c++20"):
            source = self.write("page.cpp", "#include <cstdio>\n" + blocks("cpp")[0])
            run("g++", f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o", f"{FOLDER.name}/cpp",
                *flags("keybridge-client"))
            run(f"{FOLDER.name}/cpp")

    def test_the_wrapper_in_rust_runs(self):
        compiler = "/usr/bin/rustc"
        if not os.path.exists(compiler):
            self.skipTest("rustc is not installed")
        source = self.write("page.rs", blocks("rust")[0])
        run(compiler, "-L", environment()["LIBRARY_PATH"], "-o", f"{FOLDER.name}/rust", source)
        self.assertRegex(run(f"{FOLDER.name}/rust"), r"^descriptor \d+, more false")

    def test_the_wrapper_in_go_runs(self):
        if not shutil.which("go"):
            self.skipTest("go is not installed")
        source = self.write("page.go", blocks("go")[0])
        self.assertRegex(run("go", "run", source), r"^descriptor \d+ more false")

    def test_the_static_library_links(self):
        folder = environment()["LIBRARY_PATH"]
        run("gcc", "-std=c11", PROJECT / "Examples/C/name.c", *flags("keybridge-client")[:1], f"{folder}/libkeybridge-client.a", "-ljansson",
            "-o", f"{FOLDER.name}/static")
        self.assertNotIn("libkeybridge", run("ldd", f"{FOLDER.name}/static"))

    def test_the_example_draws_its_field_and_ends_with_return(self):
        source = PROJECT / "Examples/C/name.c"
        self.assertLessEqual(len(source.read_text().splitlines()), 80)
        self.assertIn(f"a whole program of {len(source.read_text().splitlines())} lines", PAGE)
        run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", source, "-o", f"{FOLDER.name}/name", *flags("keybridge-client"))
        service = Service()
        self.addCleanup(service.close)
        program = subprocess.Popen([f"{FOLDER.name}/name", service.path], env=environment(), stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        service.accept()
        self.assertIn(b'"hello"', service.connection.recv(65536))
        service.send(id=1, result={"token": "t", "resumed": False, "snapshot": SNAPSHOT, "features": {}})
        service.notify("text.didChange", container="name", origin="user", range=[0, 0], string="Zoë", revision=1)
        service.notify("field.didEndOnExit", container="name")
        output, _ = program.communicate(timeout=60)
        self.assertIn("Hello, Zoë!", output)
        self.assertEqual(program.returncode, 0)


if __name__ == "__main__":
    unittest.main()
