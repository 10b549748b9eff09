# SPDX-License-Identifier: Apache-2.0
"""Drives Examples/LVGL with the library of PyPI's pydevices-lvgl, on a display in memory, with a fake service and with the real one.

LVGL is the folder of that package; without it, the tests are skipped. KEYBRIDGE is the program. Where lvgl.h is found, the file
is also compiled with it."""

import ctypes
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Client"), str(HERE.parents[1] / "Client" / "C")]

import practice                                               # noqa: E402
from fake_service import BUILT, LIBRARY, PROJECT, SNAPSHOT, FEATURES, Service      # noqa: E402

SOURCE = PROJECT / "Examples" / "LVGL" / "keybridge_lvgl.c"
FOLDER = os.environ.get("LVGL", "")
HEADERS = os.environ.get("LVGL_HEADERS", "/usr/include/lvgl")
LEFT, DELETE, TAB, ESCAPE, ENTER = 0xFF51, 0xFFFF, 0xFF09, 0xFF1B, 0xFF0D


class Source(unittest.TestCase):
    def test_it_has_at_most_four_hundred_lines(self):
        self.assertLessEqual(len(SOURCE.read_text().splitlines()), 400)

    def test_it_compiles_with_the_headers_of_lvgl(self):
        if not os.path.exists(f"{HEADERS}/lvgl.h"):
            self.skipTest("lvgl.h is not installed")
        subprocess.run(["gcc", "-std=c11", "-D_GNU_SOURCE", "-DLV_CONF_SKIP", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", f"-I{LIBRARY}",
                        f"-I{HEADERS}", str(SOURCE)], check=True)


@unittest.skipUnless(FOLDER, "pydevices-lvgl is not installed")
class Display(unittest.TestCase):
    """A test with LVGL's library and a display in memory, which are created once."""

    @classmethod
    def setUpClass(cls):
        if not hasattr(Display, "own"):
            Display.load()

    @classmethod
    def load(cls):
        # The functions of the library are visible to the code that is tested.
        sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
        sys.path.insert(0, FOLDER)
        import lvgl
        constants = {"GESTURES": 6, "LV_EVENT_DELETE": lvgl.EVENT.DELETE, "LV_EVENT_CANCEL": lvgl.EVENT.CANCEL, "LV_EVENT_READY": lvgl.EVENT.READY,
                     "LV_INDEV_MODE_EVENT": lvgl.INDEV_MODE.EVENT}
        library = pathlib.Path(BUILT.name) / "lvgl.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-g", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", f"-I{LIBRARY}",
                        f'-DKEYBRIDGE_LVGL_DECLARATIONS="{HERE / "declarations.h"}"',
                        *[f"-D{name}={value}" for name, value in constants.items()], "-o", str(library), str(SOURCE),
                        *map(str, sorted(LIBRARY.glob("*.c"))), "-ljansson"], check=True)
        lvgl.init()
        cls.constants = constants
        cls.core = ctypes.CDLL(lvgl.__file__, mode=ctypes.RTLD_GLOBAL)
        cls.own = ctypes.CDLL(str(library))
        cls.call("lv_tick_set_cb", cls.clock())
        display = cls.call("lv_display_create", 320, 240)
        cls.buffer = ctypes.create_string_buffer(320 * 240 * 4)
        cls.call("lv_display_set_buffers", display, ctypes.addressof(cls.buffer), None, len(cls.buffer), 0)
        cls.flush = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
            lambda shown, area, pixels: cls.call("lv_display_flush_ready", shown))
        cls.call("lv_display_set_flush_cb", display, cls.flush)

    @classmethod
    def clock(cls):
        cls.tick = ctypes.CFUNCTYPE(ctypes.c_uint32)(lambda: int(time.monotonic() * 1000) & 0xFFFFFFFF)
        return cls.tick

    @classmethod
    def call(cls, name, *arguments, result=ctypes.c_void_p):
        function = getattr(cls.core, name)
        function.restype = result
        return function(*[ctypes.c_void_p(argument) if isinstance(argument, int) and argument > 0x7FFFFFFF else argument
                          for argument in arguments])

    def setUp(self):
        self.group = self.call("lv_group_create")
        self.areas = []

    def show(self, path, *areas):
        """Creates text areas, each with its options, and the keyboard."""
        screen = self.call("lv_screen_active")
        for options in areas or ({},):
            area = self.call("lv_button_create" if options.get("button") else "lv_textarea_create", screen)
            for name, value in options.items():
                if name != "button":
                    self.call(f"lv_textarea_set_{name}", area, value)
            self.call("lv_group_add_obj", self.group, area)
            self.areas.append(area)
            self.addCleanup(self.delete, area)
        self.own.keybridge_lvgl_create.restype = ctypes.c_void_p
        self.assertTrue(self.own.keybridge_lvgl_create(ctypes.c_void_p(self.group), path.encode()))
        self.addCleanup(self.own.keybridge_lvgl_delete)

    def delete(self, area):
        if area in self.areas:
            self.areas.remove(area)
            self.call("lv_obj_delete", area)

    def run_timers(self, count=6):
        for _ in range(count):
            self.call("lv_timer_handler", result=ctypes.c_uint32)
            time.sleep(0.011)

    def text(self, area=0):
        return self.call("lv_textarea_get_text", self.areas[area], result=ctypes.c_char_p).decode()

    def caret(self, area=0):
        return self.call("lv_textarea_get_cursor_pos", self.areas[area], result=ctypes.c_uint32)


class Widgets(Display):
    def setUp(self):
        super().setUp()
        self.service = Service()
        self.addCleanup(self.service.close)
        self.numbers = {}

    def begin(self, *areas):
        """Creates text areas, each with its options, and connects."""
        self.show(self.service.path, *areas)
        self.run_timers()
        self.greet()

    def greet(self):
        self.service.accept()
        hello = self.exchange(1)[0]
        self.assertEqual(hello["params"]["offsets"], "scalars")
        self.service.respond(hello, {"features": FEATURES, "resumed": False, "token": "t", "snapshot": SNAPSHOT})
        messages = self.exchange(2)
        wanted = [message["params"]["container"] for message in messages if message["method"] == "focus.request"][-1]
        self.service.notify("focus.didBegin", container=wanted)
        return messages

    def exchange(self, least=0):
        """Lets LVGL run, and returns the messages of the program. Requests succeed."""
        messages, end = [], time.monotonic() + 30
        self.run_timers()
        while True:
            new = self.service.lines()
            for message in new:
                if message.get("method") != "hello":
                    self.service.respond(message, {"outcome": "granted"})
            messages += new
            if not new and (len(messages) >= least or time.monotonic() > end):
                return messages
            self.run_timers()

    def send(self, method, name="area 1", **params):
        self.numbers[name] = self.numbers.get(name, 0) + 1
        self.service.notify(f"external.{method}", container=name, number=self.numbers[name], **params)

    def edit(self, text, before=0, after=0, name="area 1", **members):
        self.send("edit", name, text=text, before=before, after=after, **members)

    def key(self, symbol, name="area 1", modifiers=(), characters="", phases=("began", "ended")):
        for phase in phases:
            self.send("key", name, phase=phase, code=symbol & 0xFFF, key="KEY", keysym="x", keysymValue=symbol, modifiers=list(modifiers),
                      characters=characters, device="d", time=1)

    def reports(self, messages):
        return [message["params"] for message in messages if message["method"] == "surroundings.set"]

    def test_texts_and_keys_arrive_in_order(self):
        self.begin()
        self.edit("Grüße😀")
        self.key(LEFT)
        self.edit("é")
        self.key(DELETE)
        messages = self.exchange()
        self.assertEqual((self.text(), self.caret()), ("Grüßeé", 6))
        self.assertEqual({key: self.reports(messages)[-1][key] for key in ("text", "anchor", "head", "seen")},
                         {"text": "Grüßeé", "anchor": 6, "head": 6, "seen": 6})

    def test_replacements_count_code_points_and_delete_the_selection(self):
        self.begin()
        self.edit("teh😀x")
        self.exchange()
        self.call("lv_textarea_set_cursor_pos", self.areas[0], 3)
        revision = sum(report["cause"] == "other" for report in self.reports(self.exchange(1))) + 1
        self.edit("the ", before=3, after=1, revision=revision, plain=" ")
        self.exchange()
        self.assertEqual((self.text(), self.caret()), ("the x", 4))

    def test_control_keys_are_not_inserted(self):
        self.begin()
        self.edit("a")
        for symbol in (ESCAPE, ENTER):
            self.key(symbol, characters="\x1b")
        self.key(ord("b"), characters="b")
        self.key(0xE9, characters="é")
        self.exchange()
        self.assertEqual(self.text().rstrip("\n"), "a")

    def test_tab_moves_the_focus_and_texts_go_to_their_own_field(self):
        self.begin({}, {"one_line": True})
        self.edit("a")
        self.key(TAB)
        self.edit("late")
        messages = self.exchange(3)
        self.assertEqual((self.text(0), self.text(1)), ("alate", ""))
        self.assertEqual([message["params"]["container"] for message in messages if message["method"] == "focus.request"], ["area 2"])
        self.edit("b", name="area 2")
        self.exchange()
        self.assertEqual(self.text(1), "b")
        self.key(TAB, name="area 2", modifiers=["shift"])
        self.assertIn("area 1", [message["params"]["container"] for message in self.exchange(1) if message["method"] == "focus.request"])

    def test_the_focus_is_requested_before_the_key_that_moves_it_is_reported(self):
        self.begin({}, {})
        self.key(TAB, phases=("began",))
        messages = self.exchange(2)
        names = [(message["method"], message["params"]["container"]) for message in messages]
        self.assertLess(names.index(("focus.request", "area 2")), names.index(("surroundings.set", "area 1")))

    def test_a_key_may_delete_its_text_area(self):
        self.begin({"one_line": True})
        area = self.areas.pop()
        deletes = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda event: self.call("lv_obj_delete", area))
        self.call("lv_obj_add_event_cb", area, deletes, self.constants["LV_EVENT_READY"], None)
        self.key(ENTER)
        self.assertIn("container.remove", [message["method"] for message in self.exchange(1)])

    def test_a_button_takes_keys_only(self):
        self.begin({"button": True})
        self.key(ENTER, name="keys")
        self.key(ord("x"), name="keys", characters="x")
        self.exchange()

    def test_traits_follow_from_the_text_area(self):
        self.begin({"password_mode": True, "one_line": True}, {"accepted_chars": b"0123456789"})
        self.key(TAB)
        messages = self.exchange(2)
        created = {message["params"]["container"]: message["params"] for message in messages if message["method"] == "container.create"}
        self.assertEqual(created["area 2"]["traits"]["keyboardType"], "numberPad")
        self.assertEqual(created["area 2"]["properties"], {"isMultiline": True})
        self.edit("12a3", name="area 2")
        reports = self.reports(self.exchange(1))
        self.assertEqual(self.text(1), "123")
        self.assertEqual(reports[-1]["cause"], "other")

    def test_a_password_is_not_reported(self):
        self.begin({"password_mode": True})
        self.edit("secret")
        self.assertNotIn("text", self.reports(self.exchange(1))[-1])
        self.assertEqual(self.text(), "secret")

    def test_text_that_the_program_changes_is_reported(self):
        self.begin()
        self.send("preedit", text="´", segments=[], caret=None, composition=1, fallback="´")
        self.exchange()
        self.assertEqual(self.text(), "")
        self.call("lv_textarea_set_text", self.areas[0], b"new")
        messages = self.exchange(2)
        self.assertIn("composition.end", [message["method"] for message in messages])
        self.assertEqual(self.reports(messages)[-1]["cause"], "other")

    def test_a_deleted_text_area_loses_its_field(self):
        self.begin({}, {})
        self.delete(self.areas[0])
        self.edit("late")
        self.assertIn("container.remove", [message["method"] for message in self.exchange(1)])
        self.assertEqual(self.text(0), "")

    def test_a_lost_connection_inserts_the_fallback_and_another_one_begins(self):
        self.begin()
        self.send("preedit", text="きょう", segments=[], caret=None, composition=1, fallback="きょう")
        self.exchange()
        self.service.drop()
        self.run_timers()
        self.assertEqual(self.text(), "きょう")
        self.run_timers(30)
        self.numbers.clear()
        self.greet()
        self.edit("!")
        self.exchange()
        self.assertEqual(self.text(), "きょう!")

    def test_candidates_are_shown_at_the_caret(self):
        self.begin()
        self.service.notify("candidates.didChange", list={"first": 0, "highlighted": 0, "isExpanded": False, "items": [{"text": "e"}],
                                                          "kind": "accents", "page": 0, "pages": 1})
        self.run_timers()
        top = self.call("lv_layer_top")
        count = self.call("lv_obj_get_child_count", top, result=ctypes.c_uint32)
        self.assertEqual(count, 1)
        label = self.call("lv_obj_get_child", top, 0)
        self.assertEqual(self.call("lv_label_get_text", label, result=ctypes.c_char_p), b"> 1 e")
        self.service.notify("candidates.didChange", list=None)
        self.run_timers()
        self.assertEqual(self.call("lv_obj_get_child_count", top, result=ctypes.c_uint32), 0)


class Typing(Display):
    """Types on a simulated keyboard, through the real service."""

    def setUp(self):
        super().setUp()
        self.service = practice.Service(self)

    def until(self, values):
        """Lets LVGL run until the text areas have these texts."""
        end = time.monotonic() + 60
        while (found := [self.text(number) for number in range(len(self.areas))]) != values and time.monotonic() < end:
            self.run_timers(1)
        self.assertEqual(found, values)

    def test_dead_keys_composed_text_and_deletions_reach_text_areas(self):
        self.service.start("q", "leftbrace", "e", "b", "backspace", "left", "c", settings="assistance: off\nlayout: fr\n")
        self.show(self.service.socket, {})
        self.until(["acê"])

    def test_the_example_without_the_adapter_is_typed_into(self):
        library = pathlib.Path(BUILT.name) / "area.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", f"-I{LIBRARY}",
                        f'-DKEYBRIDGE_LVGL_DECLARATIONS="{HERE / "declarations.h"}"', *[f"-D{name}={value}" for name, value in self.constants.items()],
                        "-o", str(library), str(PROJECT / "Examples" / "Toolkits" / "lvgl_area.c"), *map(str, sorted(LIBRARY.glob("*.c"))),
                        "-ljansson"], check=True)
        self.service.start("leftbrace", "e", "b", "left", "c", "backspace", "right", "d", settings="assistance: off\nlayout: fr\n")
        # The text area exists until the program ends, as its page says.
        self.areas = [self.call("lv_textarea_create", self.call("lv_screen_active"))]
        ctypes.CDLL(str(library)).type_into(ctypes.c_void_p(self.areas[0]), self.service.socket.encode())
        self.until(["êbd"])

    def test_a_japanese_word_is_composed(self):
        self.service.start("k", "y", "o", "u", "enter", settings="assistance: off\nmodes: [ja+romaji]\n")
        self.show(self.service.socket, {})
        self.until(["きょう"])

    def test_text_that_is_typed_directly_after_tab_goes_to_the_next_text_area(self):
        self.service.start("--gap", "1", *["a", "tab", "b", "tab"] * 50, settings="assistance: off\nlayout: us\n")
        self.show(self.service.socket, {}, {})
        self.until(["a" * 50, "b" * 50])

    def test_text_that_is_typed_directly_after_a_button_is_not_lost(self):
        self.service.start("--gap", "1", "a", "tab", "tab", "b", settings="assistance: off\nlayout: us\n")
        self.show(self.service.socket, {}, {"button": True})
        end = time.monotonic() + 60
        while self.text() != "ab" and time.monotonic() < end:
            self.run_timers(1)
        self.assertEqual(self.text(), "ab")


if __name__ == "__main__":
    unittest.main()
