#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""An input extension of Keybridge that offers the engines of IBus as modes.

It starts a daemon of IBus of its own. Keys go to an engine of IBus, whose texts become edits of the document.
"""

import collections
import json
import os
import pathlib
import signal
import sys

VERSION = "1.0.0"


def send(**members):
    """Sends a line to Keybridge."""
    line = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    while line:
        line = line[os.write(1, line):]


def greet():
    """Answers `hello`, the first line. Returns what was read after it; None if there was no line."""
    read = b""
    while b"\n" not in read:
        block = os.read(0, 1 << 16)
        if not block:
            return None
        read += block
    line, rest = read.split(b"\n", 1)
    send(id=json.loads(line)["id"], result={"protocol": 1, "name": "ibus", "version": VERSION})
    return rest


# Keybridge waits three seconds. A slow machine needs longer to load the bindings of IBus.
REST = greet() if __name__ == "__main__" else b""

import gi                                                    # noqa: E402

gi.require_version("IBus", "1.0")
from gi.repository import GLib, IBus                         # noqa: E402

import ibus_daemon                                           # noqa: E402
import ibus_keys                                             # noqa: E402

# A key has 300 ms; then Keybridge types it, and this answer would be late.
KEY_LIMIT = 250
# Milliseconds for an engine to start. A key waits for a part of it, and is then not taken.
START_LIMIT, PATIENCE, STEP = 15_000, 200, 10
CANDIDATES = 200
# Seconds for the engines to end. Keybridge kills all processes after two.
END_LIMIT = 1.5


class Texts:
    """The effects of an engine on a document, as edits of the protocol."""

    def __init__(self):
        self.edits, self.marked, self.table, self.shown = [], "", None, False
        self.is_table_new = False

    def commit(self, text):
        if text:
            self.edits.append({"insert": text})
            self.marked = ""

    def mark(self, text, place):
        if text == "" == self.marked:
            return
        units = len(text[:place].encode("utf-16-le")) // 2
        if self.edits and "mark" in self.edits[-1]:
            self.edits.pop()
        self.edits.append({"mark": {"text": text, "selected": [units, units]}})
        self.marked = text

    def delete(self, offset, count, before):
        """Deletes text around the caret, whose beginning is at an offset in characters."""
        end = offset + count
        count = min(count, len(before) + min(end, 0))
        if count <= 0 or offset > 0:
            return
        # Marked text would count as the first character.
        marked = self.marked
        self.mark("", 0)
        self.edits += [{"adjust": end}] if end else []
        self.edits.append({"deleteBackward": count})
        self.edits += [{"adjust": -end}] if end < 0 else []
        self.mark(marked, len(marked))

    def show(self, table):
        self.table, self.is_table_new = table, True

    def take(self):
        """The members of an answer with everything since the last one."""
        taken = {"edits": self.edits} if self.edits else {}
        if self.is_table_new and (self.table is not None or self.shown):
            taken["candidates"] = self.table and self.candidates()
            self.shown = self.table is not None
        self.edits, self.is_table_new = [], False
        return taken

    def first(self):
        """The place of the first candidate that is shown, at the beginning of a page."""
        size = max(1, self.table.get_page_size())
        part = max(1, CANDIDATES // size) * size
        return self.table.get_cursor_pos() // part * part

    def candidates(self):
        first, count = self.first(), self.table.get_number_of_candidates()
        items = [{"text": self.table.get_candidate(place).get_text()} for place in range(first, min(count, first + CANDIDATES))]
        size = max(1, min(9, self.table.get_page_size()))
        return {"items": items, "highlighted": self.table.get_cursor_pos() - first, "pageSize": size}

    def forget(self):
        """Drops everything, because the document keeps the marked text as it is."""
        self.edits, self.marked, self.table, self.shown, self.is_table_new = [], "", None, False, False


class Extension:
    """The extension between Keybridge and a context of IBus."""

    def __init__(self):
        self.loop = GLib.MainLoop()
        self.home = os.environ["HOME"]
        self.texts = Texts()
        self.document, self.mode = None, None
        # The requests that wait for a key before them, for the engine or for a reset.
        self.queue = collections.deque()
        self.is_busy, self.is_key, self.is_resetting, self.is_ready = False, False, False, False
        self.cancelled, self.key_id, self.answered, self.forwarded = set(), None, None, False
        self.bus, self.context, self.engines, self.number = None, None, {}, 0
        self.awaited, self.missing, self.starts = set(), set(), 0
        self.daemon, self.socket, self.panel = None, None, None
        self.rest = b""

    # Lines

    def ask(self, method, **params):
        self.number += 1
        send(id=self.number, method=method, params=params)
        return self.number

    def read(self, descriptor, _):
        block = os.read(descriptor, 1 << 16)
        if not block:
            self.loop.quit()
            return False
        self.feed(block)
        return True

    def feed(self, block):
        *lines, self.rest = (self.rest + block).split(b"\n")
        for line in lines:
            self.take(json.loads(line))

    def take(self, line):
        method, params = line.get("method"), line.get("params", {})
        if method is None:
            self.did_edit(line)
        elif method in ("key", "candidate.chosen", "finish", "document.didChange", "text.didChange", "selection.didChange"):
            self.queue.append((line.get("id"), method, params))
            self.work()
        elif method == "cancel":
            self.cancel(params.get("id"))
        elif "id" in line:
            send(id=line["id"], error={"code": "unknown-method", "message": f"unknown method {method}"})

    def did_edit(self, line):
        """Takes the response to an edit; a refused one ends the composition, because the document has none of it."""
        if line.get("id") not in self.awaited:
            return
        self.awaited.discard(line["id"])
        if "error" in line:
            self.queue.append((None, "finish", {}))
            self.work()
        else:
            self.document = line["result"]["document"]

    # The daemon

    def begin(self):
        self.daemon, self.socket = ibus_daemon.start(self.home)
        GLib.child_watch_add(GLib.PRIORITY_DEFAULT, self.daemon.pid, lambda *_: self.loop.quit())
        GLib.timeout_add(20, self.connect)

    def connect(self):
        """Connects once the daemon listens."""
        if not self.socket.exists():
            return True
        IBus.init()
        self.bus = IBus.Bus.new()
        if not self.bus.is_connected():
            return True
        self.engines = {}
        for engine in self.bus.list_engines():
            self.engines.setdefault(ibus_daemon.mode(engine.get_name()), engine.get_name())
        # Only a panel of a desktop may choose a candidate.
        self.panel = IBus.PanelService.new(self.bus.get_connection())
        self.bus.request_name(IBus.SERVICE_PANEL, 0)
        self.bus.create_input_context_async("keybridge", -1, None, self.did_create)
        return False

    def did_create(self, bus, result):
        self.context = bus.create_input_context_async_finish(result)
        features = IBus.Capabilite
        self.context.set_capabilities(features.PREEDIT_TEXT | features.FOCUS | features.LOOKUP_TABLE
                                      | features.SURROUNDING_TEXT)
        for name, handler in {
                "commit-text": self.did_commit, "update-preedit-text": self.did_mark,
                "hide-preedit-text": lambda *_: self.effect(lambda: self.texts.mark("", 0)),
                "update-lookup-table": self.did_list,
                "hide-lookup-table": lambda *_: self.effect(lambda: self.texts.show(None)),
                "delete-surrounding-text": self.did_delete, "forward-key-event": self.did_forward}.items():
            self.context.connect(name, handler)
        if self.document is None:
            # A context without the focus gets no engine.
            self.context.focus_in()
            self.use(self.last_mode())
        else:
            self.follow()
        self.work()

    # Effects of the engine

    def effect(self, change):
        """Performs a change, unless it is of a composition that has ended."""
        if self.is_resetting or self.document is None:
            return
        change()
        if not self.is_key:
            GLib.idle_add(self.edit)

    def did_commit(self, _, text):
        self.effect(lambda: self.texts.commit(text.get_text()))

    def did_mark(self, _, text, place, is_visible):
        self.effect(lambda: self.texts.mark(text.get_text() if is_visible else "", place))

    def did_list(self, _, table, is_visible):
        self.effect(lambda: self.texts.show(table if is_visible and table.get_number_of_candidates() else None))

    def did_delete(self, _, offset, count):
        self.effect(lambda: self.texts.delete(offset, count, self.document.get("before") or ""))

    def did_forward(self, _, keysym, code, state):
        """The engine passes a key on: the one that it was given, or another one."""
        if state & IBus.ModifierType.RELEASE_MASK:
            return
        if self.is_key:
            self.forwarded = True
        else:
            self.effect(lambda: self.texts.commit(IBus.keyval_to_unicode(keysym)))

    def edit(self):
        """Sends what has changed without a key."""
        taken = {} if self.is_key or self.document is None else self.texts.take()
        if taken:
            taken.setdefault("edits", [])
            self.awaited.add(self.ask("edit", identifier=self.document["identifier"],
                                      generation=self.document["generation"], **taken))
        return False

    # Requests

    def work(self):
        """Answers requests, one after the other."""
        while self.queue and not self.is_busy:
            number, method, params = self.queue.popleft()
            if "document" in params:
                self.document = params["document"]
            if number is not None and number in self.cancelled:
                # Keybridge has gone on without it while it waited.
                self.cancelled.discard(number)
                send(id=number, result={"taken": False} if method == "key" else {})
            elif method == "key":
                self.key(number, params)
            elif method == "candidate.chosen":
                self.choose(number, params)
            elif method == "finish":
                self.reset()
                if params.get("reason") == "focus" and self.context:
                    self.context.focus_out()
            elif method == "document.didChange":
                self.follow()

    def follow(self):
        """Sets the engine of the document's mode."""
        if self.context is None:
            return
        if self.document is None:
            self.context.focus_out()
            return
        self.context.focus_in()
        self.context.set_content_type(*ibus_keys.content_type(self.document.get("traits", {})))
        self.use(self.document.get("mode"))

    def last_mode(self):
        """The mode that was used last, whose engine is started before the first key; None for none."""
        path = pathlib.Path(self.home, "mode")
        return path.read_text(encoding="utf-8") if path.exists() else None

    def use(self, mode):
        """Sets the engine of a mode, which takes a moment."""
        if mode is None or mode == self.mode:
            return
        self.mode, self.is_ready = mode, False
        engine = self.engines.get(mode)
        if engine is None:
            self.report(mode)
            return
        self.starts += 1
        self.context.set_engine(engine)
        self.wait_for(engine, self.starts, GLib.get_monotonic_time() + START_LIMIT * 1000)

    def wait_for(self, engine, start, limit):
        """Waits until the engine is the one of the context."""
        def got(context, result):
            try:
                current = context.get_engine_async_finish(result).get_name()
            except (AttributeError, GLib.Error):
                current = None
            if start != self.starts:
                return
            if current == engine:
                self.is_ready = True
                pathlib.Path(self.home, "mode").write_text(self.mode, encoding="utf-8")
                self.work()
            elif GLib.get_monotonic_time() < limit:
                GLib.timeout_add(20, lambda: self.wait_for(engine, start, limit))
        self.context.get_engine_async(-1, None, got)
        return False

    def report(self, mode):
        if mode not in self.missing:
            self.missing.add(mode)
            package = ibus_daemon.package(mode)
            hint = f"; install the package {package}" if package else ""
            self.ask("notice", text=f"the IBus engine of the mode {mode} is not installed{hint}")

    def surround(self):
        before, selected, after = (self.document.get(name) or "" for name in ("before", "selected", "after"))
        self.context.set_surrounding_text(IBus.Text.new_from_string(before + selected + after), len(before + selected),
                                          len(before))

    def key(self, number, params, patience=PATIENCE):
        if self.context is not None and self.document is not None and self.document.get("mode") != self.mode:
            self.follow()
        if not self.is_ready and self.mode not in self.missing and patience > 0:
            self.is_busy = True
            GLib.timeout_add(STEP, self.try_again, number, params, patience - STEP)
            return
        if not self.is_ready or self.document is None:
            self.cancelled.discard(number)
            send(id=number, result={"taken": False})
            return
        self.surround()
        keysym, code, state = ibus_keys.event(params)
        self.forwarded = False
        self.perform(number, lambda done: self.context.process_key_event_async(keysym, code, state, KEY_LIMIT, None, done),
                     release=(keysym, code, state))

    def try_again(self, number, params, patience):
        """Gives the engine some more time to start."""
        self.is_busy = False
        self.key(number, params, patience)
        self.work()
        return False

    def perform(self, number, request, release=None):
        """Makes a request of the engine, and answers with its effects."""
        self.is_busy, self.is_key, self.key_id = True, True, number

        def done(context, result):
            try:
                is_taken = context.process_key_event_async_finish(result)
            except GLib.Error:
                # Keybridge types the key, and the engine must not have it when it goes on.
                is_taken = False
                self.cancelled.add(number)
            # After the signals that came before the answer.
            GLib.idle_add(finish, is_taken)

        def finish(is_taken):
            answer = self.texts.take()
            if release:
                answer["taken"] = bool(is_taken) and not self.forwarded
            send(id=number, result=answer)
            self.is_busy, self.is_key, self.key_id, self.answered = False, False, None, number
            if number in self.cancelled:
                self.cancelled.discard(number)
                self.reset()
            elif release:
                keysym, code, state = release
                self.context.process_key_event_async(keysym, code, state | IBus.ModifierType.RELEASE_MASK, KEY_LIMIT, None, None)
            self.work()
            return False

        request(done)

    def choose(self, number, params):
        table = self.texts.table
        if table is None or not self.is_ready:
            send(id=number, result={})
            return
        place = self.texts.first() + params["index"]
        size = max(1, table.get_page_size())
        pages = place // size - table.get_cursor_pos() // size

        def request(done):
            for _ in range(abs(pages)):
                (self.panel.page_down if pages > 0 else self.panel.page_up)()
            self.panel.candidate_clicked(place % size, 1, 0)
            # Its answer comes after the effects of the choice.
            self.context.process_key_event_async(*ibus_keys.VOID, KEY_LIMIT, None, done)

        self.perform(number, request)

    def cancel(self, number):
        if number == self.key_id or any(number == queued for queued, *_ in self.queue):
            self.cancelled.add(number)
        elif number == self.answered:
            # The answer was under way, and is dropped as well.
            self.queue.append((None, "finish", {}))
            self.work()

    def reset(self):
        """Ends the composition in the engine; the document has committed it."""
        self.texts.forget()
        if self.context is None or not self.is_ready:
            return
        self.is_busy, self.is_resetting = True, True
        self.context.reset()

        def wait(then):
            # Without a limit of its own: what the engine still shows before its answer is of the old composition.
            self.context.process_key_event_async(*ibus_keys.VOID, -1, None, lambda *_: GLib.timeout_add(5, then))

        def again():
            # Some engines show their text after they have answered.
            wait(finish)
            return False

        def finish():
            self.is_busy, self.is_resetting = False, False
            self.texts.forget()
            self.work()
            return False

        wait(again)

    def fail(self, *error):
        """Ends the program after an exception in a callback, which the loop would ignore."""
        sys.__excepthook__(*error)
        if self.daemon is not None:
            self.daemon.terminate()
        os._exit(1)

    def run(self, rest):
        """Serves Keybridge, of which some bytes were read already."""
        sys.excepthook = self.fail
        self.begin()
        self.feed(rest)
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.read)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, self.loop.quit)
        self.loop.run()
        if self.bus is not None and self.bus.is_connected():
            # The engines end with it, and store what they have learned.
            self.bus.exit(False)
            ibus_daemon.wait_for_all(END_LIMIT)
        elif self.daemon is not None and self.daemon.poll() is None:
            self.daemon.terminate()


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    if REST is not None:
        Extension().run(REST)
