# SPDX-License-Identifier: Apache-2.0
"""Engines of IBus without a desktop, through the extension `ibus`."""

import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(PROJECT / "Tests/Extensions"))

from host import PATIENCE, Document, Host                    # noqa: E402

FOLDER = PROJECT / "Extensions/ibus"
MODES = FOLDER / "keybridge-ibus-modes"


class IBus(Host):
    """The extension, in a mode that it is ready for."""

    def __init__(self, mode, text="", **traits):
        super().__init__(FOLDER, Document(text, mode=mode, traits=traits), grants=["private-bus"])

    def close(self):
        result = super().close()
        end = time.monotonic() + PATIENCE
        while (others := self.others()) and time.monotonic() < end:
            time.sleep(0.05)
        assert not others, f"{others} are left"
        return result

    def others(self):
        """The names of the processes of the extension, by their numbers."""
        found = {}
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environment, state = path.joinpath("environ").read_bytes(), path.joinpath("stat").read_text()
            except OSError:
                continue
            if f"HOME={self.storage}\0".encode() in environment and state.rsplit(")", 1)[1].split()[0] != "Z":
                found[int(path.name)] = state.split("(")[1].split(")")[0]
        return found

    def engine(self):
        """The number of the process of the engine."""
        return next(number for number, name in self.others().items() if name.startswith("ibus-engine"))

    def wait_until_ready(self):
        """Types until the engine takes a key, and then removes what was typed."""
        end = time.monotonic() + PATIENCE
        while not self.key("a"):
            assert time.monotonic() < end, "the engine does not start"
        self.finish("mode")
        self.settle()
        self.change("")
        return self

    def settle(self, seconds=0.2):
        """Serves requests until there are none for a while."""
        try:
            while True:
                self.serve(self.receive(seconds))
        except TimeoutError:
            pass

    def keys(self, text):
        """Types a text; returns the document with marked text in brackets, or else the caret."""
        self.type(text)
        self.settle()
        return self.document.shown()


class EngineTests(unittest.TestCase):
    """Each engine, as its users type."""

    def typed(self, mode, text):
        with IBus(mode) as ibus:
            return ibus.wait_until_ready().keys(text)

    def test_libpinyin_converts_pinyin(self):
        with IBus("libpinyin") as ibus:
            self.assertEqual(ibus.wait_until_ready().keys("nihao"), "[你好]")
            self.assertEqual(ibus.candidates["items"][0]["text"], "你好")
            self.assertTrue(ibus.key(" "))
            self.assertEqual((ibus.document.shown(), ibus.candidates), ("你好|", None))

    def test_libbopomofo_converts_bopomofo(self):
        # ㄋㄧˇ ㄏㄠˇ on the standard keyboard.
        self.assertEqual(self.typed("libbopomofo", "su3cl3\n"), "你好|")

    def test_anthy_converts_romaji(self):
        with IBus("anthy") as ibus:
            ibus.wait_until_ready()
            for keys, shown in (("n", "[n]"), ("i", "[に]"), ("hon", "[にほn]"), (" ", "[日本]"), ("\n", "日本|")):
                self.assertEqual(ibus.keys(keys), shown)

    def test_hangul_composes_syllables(self):
        with IBus("hangul") as ibus:
            self.assertEqual(ibus.wait_until_ready().keys("gksrmf"), "한[글]")
            self.assertEqual(ibus.keys(" "), "한글 |")

    def test_m17n_types_vietnamese_hindi_and_thai(self):
        self.assertEqual(self.typed("m17n-vi-telex", "tieengs vieetj "), "tiếng việt |")
        self.assertEqual(self.typed("m17n-hi-itrans", "namaste "), "नमस्ते |")
        self.assertEqual(self.typed("m17n-th-kesmanee", "l;ylfu"), "สวัสดี|")


class ProtocolTests(unittest.TestCase):
    """The lines of the extension."""

    def test_a_candidate_of_any_page_is_chosen(self):
        with IBus("libpinyin") as ibus:
            ibus.wait_until_ready()
            for index in (0, 3, 12):
                ibus.keys("shi")
                text = ibus.candidates["items"][index]["text"]
                ibus.chosen(index)
                ibus.settle()
                self.assertEqual(ibus.document.shown(), f"{text}|")
                ibus.change("")

    def test_the_end_of_a_composition_keeps_the_marked_text_and_forgets_it(self):
        for mode, keys, marked in (("hangul", "gk", "하"), ("anthy", "ni", "に"), ("m17n-vi-telex", "iee", "iê")):
            for reason in ("focus", "mode"):
                with self.subTest(mode=mode, reason=reason), IBus(mode) as ibus:
                    self.assertEqual(ibus.wait_until_ready().keys(keys), f"[{marked}]")
                    ibus.finish(reason)
                    ibus.notify("document.didChange", document=ibus.document.proxy())
                    ibus.settle()
                    self.assertEqual(ibus.document.shown(), f"{marked}|")
                    self.assertEqual(ibus.keys(keys), f"{marked}[{marked}]")

    def test_modes_follow_each_other_in_one_process(self):
        with IBus("libpinyin") as ibus:
            self.assertEqual(ibus.wait_until_ready().keys("nihao "), "你好|")
            ibus.finish("mode")
            ibus.document.mode = "m17n-hi-itrans"
            ibus.notify("document.didChange", document=ibus.document.proxy())
            self.assertEqual(ibus.wait_until_ready().keys("namaste "), "नमस्ते |")

    def test_the_engine_of_the_last_mode_is_ready_for_the_first_key(self):
        with IBus("libpinyin") as ibus:
            ibus.wait_until_ready()
            again = Host(FOLDER, Document(mode="libpinyin"), storage=ibus.storage, greets=False)
            ibus.process.stdin.close()
            ibus.process.wait()
            again.ask("hello", protocol=1, name="ibus", storage=again.storage, sharedStorage=again.storage, **again.access())
            time.sleep(5)
            again.notify("document.didChange", document=again.document.proxy())
            again.type("nihao")
            self.assertEqual(again.document.shown(), "[你好]")
            again.close()

    def test_the_composition_of_a_cancelled_key_is_dropped(self):
        with IBus("anthy") as ibus:
            ibus.wait_until_ready()
            ibus.number += 1
            key = {"text": "n", "characters": "n", "name": "n", "modifiers": [], "isRepeat": False,
                   "document": ibus.document.proxy()}
            ibus.send({"id": ibus.number, "method": "key", "params": key})
            ibus.notify("cancel", id=ibus.number)
            # Texts that follow an answer may come before the end of the composition.
            while "method" in (line := ibus.receive()):
                ibus.serve(line)
            self.assertEqual(line["id"], ibus.number)
            ibus.settle()
            ibus.document.unmark()
            ibus.change("")
            self.assertEqual(ibus.keys("ni"), "[に]")

    def test_a_key_that_the_engine_does_not_answer_in_time_is_typed_without_it(self):
        with IBus("libpinyin") as ibus:
            ibus.wait_until_ready()
            engine = ibus.engine()
            for keys, marked in (("", ""), ("ni", "你")):
                with self.subTest(keys=keys):
                    ibus.keys(keys)
                    os.kill(engine, signal.SIGSTOP)
                    try:
                        self.assertFalse(ibus.key("h"))
                    finally:
                        os.kill(engine, signal.SIGCONT)
                    self.assertEqual(ibus.keys("nihao"), f"{marked}h[你好]")
                    ibus.finish("mode")
                    ibus.settle()
                    ibus.change("")

    def test_an_edit_that_is_refused_ends_the_composition(self):
        with IBus("anthy") as ibus:
            ibus.wait_until_ready()
            # Texts come with the response to a key or, as an edit, just after it.
            errors = []
            for _ in range(50):
                ibus.key("k")
                ibus.document.generation += 1
                ibus.settle()
                errors = [line["error"]["code"] for _, line in ibus.responses if "error" in line]
                if errors:
                    break
                ibus.document.unmark()
                ibus.change("")
            self.assertEqual(errors, ["stale"])
            ibus.document.unmark()
            ibus.change("")
            self.assertEqual(ibus.keys("a"), "[あ]")

    def test_a_missing_engine_is_named_once_with_its_package(self):
        with IBus("chewing") as ibus:
            ibus.settle(3)
            self.assertEqual(ibus.keys("ab"), "ab|")
            self.assertEqual([name for name, _ in ibus.responses], ["notice"])

    def test_an_unknown_request_is_refused(self):
        with IBus("anthy") as ibus:
            ibus.send({"method": "dance", "params": {}})
            ibus.send({"id": 77, "method": "dance", "params": {}})
            self.assertEqual(ibus.receive()["error"]["code"], "unknown-method")


class ModesTests(unittest.TestCase):
    """The program that writes manifests."""

    def run_modes(self, *arguments):
        return subprocess.run([MODES, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})

    def test_a_manifest_has_the_engines_in_their_order(self):
        done = self.run_modes("m17n:te:itrans", "hangul", "m17n:te:itrans")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[3:], [
            "modes:", '  - {"id": "m17n-te-itrans", "language": "te", "title": "te-itrans (m17n)"}',
            '  - {"id": "hangul", "language": "ko", "title": "Hangul", "layout": "us"}', "requests: [private-bus]"])

    def test_the_list_names_dozens_of_languages(self):
        lines = self.run_modes("--list").stdout.splitlines()
        self.assertTrue(any(line.split()[:3] == ["libpinyin", "libpinyin", "zh-CN"] for line in lines))
        self.assertGreater(len({line.split()[2] for line in lines}), 36)

    def test_a_missing_engine_is_refused_with_its_package(self):
        done = self.run_modes("chewing")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the engine chewing is not installed; install the package ibus-chewing", done.stderr)
