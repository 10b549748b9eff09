#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures keybridge and, in the same run, a C loop that does only the essential work. Prints the ratios with their
budgets and writes Documentation/Performance.md. Times depend on the machine and its load; ratios hardly do.

    bench.py KEYBRIDGE FOLDER [methods | deliveries]

FOLDER has the programs bare, live, relay, straight, typist and uinput_live; captures are written there. With `methods` or
`deliveries` only these are measured, and the page is not written. The variable ENGINES is the folder of the language engines.
"""
import contextlib
import fcntl
import json
import os
import resource
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

import commands
import costs
import crowd
import delivery
import echo
import kernel_live
import limits
import methods
import page
import places
import prose
import screen
from desk import Desk, Script
from instructions import Failed

sys.path.insert(0, os.path.join(page.ROOT, "Tests/Load"))
from client import program  # noqa: E402

KEYBRIDGE, FOLDER, *PART = sys.argv[1:]
BARE, LIVE = os.path.join(FOLDER, "bare"), os.path.join(FOLDER, "live")
LAYOUT = "de"
ROUNDS = 5


def cpu(command, on_terminal=False):
    """User and system time of a command in seconds; its output is discarded, or goes to a terminal of 80 by 24."""
    output = subprocess.DEVNULL
    if on_terminal:
        terminal, output = os.openpty()
        fcntl.ioctl(output, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        threading.Thread(target=swallow, args=(terminal,)).start()
    process = subprocess.Popen(command, stdout=output)
    if on_terminal:
        os.close(output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        sys.exit(f"{command} failed: {status}")
    return usage.ru_utime + usage.ru_stime


def swallow(terminal):
    try:
        while os.read(terminal, 1 << 16):
            pass
    except OSError:  # no process has the terminal open any more
        os.close(terminal)


def best(command, on_terminal=False):
    """The minimum of several rounds: the cost of the command without disturbances."""
    return min(cpu(command, on_terminal) for _ in range(ROUNDS))


tables = []


def row(what, value, unit="×", budget=None, note="", digits=2, least=None):
    """Adds a row to the table of the last heading; compares the rounded value with its budget, or with the least that it
    should be."""
    value = round(value, digits)
    cells = what, f"{value:,.{digits}f} {unit}".rstrip(), limits.budget(value, budget, unit, least), note
    print("  {:<52} {:>12}   {:<18} {}".format(*cells).rstrip(), flush=True)
    tables[-1][1].append(cells)


def heading(text):
    print(f"\n{text}\n  {'':<52} {'measured':>12}   budget")
    tables.append((text, []))


def counts():
    """The lines of the page about instructions, which `make check-cost` compares with costs.toml."""
    print("\nInstructions in user space")
    try:
        counted = costs.Counter(KEYBRIDGE, FOLDER).costs()
    except Failed as failure:
        sys.exit(f"  does not work: {failure}")
    lines = page.table(costs.HEADER, costs.rows(counted))
    print("\n".join(lines))
    return lines


def exact_settings():
    """Writes settings with which the text is exactly what is pressed; a replay reads only a file that it is given."""
    path = os.path.join(FOLDER, "exact.yaml")
    with open(path, "w") as file:
        file.write("assistance: off\n")
    return path


def replay():
    heading("Replay, two million events, text mirror, CPU")
    for form, budget in ("evemu", 1.0), ("raw", 1.7):
        capture = os.path.join(FOLDER, f"two-million.{form}")
        with open(capture, "wb") as file:
            subprocess.run([BARE, "generate", form, "2000000"], stdout=file, check=True)
        # The C loop types exactly what is pressed.
        settings = exact_settings()
        mine = [KEYBRIDGE, "replay", capture, "--layout", LAYOUT, "--config", settings, "--mirror", "text", "--exact"]
        base = [BARE, "replay", form, capture, LAYOUT]
        texts = [subprocess.run(c, stdout=subprocess.PIPE, check=True).stdout for c in (mine, base)]
        if texts[0] != texts[1]:
            sys.exit(f"{form}: the two do not type the same text")
        mine_time, base_time = best(mine), best(base)
        row(form, mine_time / base_time, budget=budget,
            note=f"{mine_time * 1000:.0f} ms against {base_time * 1000:.0f} ms")
        os.remove(capture)


def compare_presses(programs, budget=1.3):
    """Adds rows for the times from a press to the answers of two programs, Keybridge and the base. A program is the
    mark in its answer, its socket, and its command; it has a terminal of its own."""
    results = {place: ([], []) for place in places.PLACES}
    for _ in range(10):  # in turn, so that all run under the same conditions
        for place, (measurer, measured) in places.PLACES.items():
            for times, (mark, path, command) in zip(results[place], programs):
                if os.path.exists(path):
                    os.remove(path)
                run = screen.Terminal(24, 80).start(
                    [*measurer, LIVE, "150", "the quick", "the quick", mark, path,
                     os.path.join(FOLDER, "pipe_keyboard.so"), *measured, *command],
                    stdout=subprocess.PIPE)
                times += [int(line) for line in run.communicate()[0].split() if line.isdigit()]
                if run.returncode:
                    sys.exit(f"{command} failed: {run.returncode}")
    for place, times in results.items():
        mine, base = map(sorted, times)
        for what, part in (("median", 0.5), ("p99", 0.99)):
            a, b = (times[int(len(times) * part)] for times in (mine, base))
            row(f"{what}, {place}", a / b, budget=budget, note=f"{a / 1000:.0f} µs against {b / 1000:.0f} µs")


def live():
    heading("Live: event on the node to line on a socket, wall time")
    with tempfile.TemporaryDirectory() as folder:
        mine, base = (os.path.join(folder, name) for name in ("mine", "base"))
        compare_presses([
            ("text.didChange", mine, [KEYBRIDGE, "run", "--no-grab", "--layout", LAYOUT, "--observe", mine]),
            ("time", base, [BARE, "live", "/dev/input/event1", base, LAYOUT])])


def hosted():
    heading("Event on the node to a program behind the engine, wall time")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        relay = [BARE, "relay", path]
        compare_presses([
            ("read", path, [KEYBRIDGE, "exec", "--layout", LAYOUT, "--status", "none", "--", *relay]),
            ("read", path, [BARE, "host", "/dev/input/event1", LAYOUT, *relay])])


@contextlib.contextmanager
def with_and_without_assistance():
    """Gives the paths of settings that differ only in typing assistance, by `on` and `off`; has the lexicons meanwhile."""
    folder = os.path.join(page.ROOT, ".build/lexicons")
    if not os.path.exists(os.path.join(folder, "lexicon.en")):
        sys.exit("there are no lexicons; run make lexicons")
    settings = {name: os.path.join(FOLDER, f"assistance-{name}.yaml") for name in ("on", "off")}
    for name, path in settings.items():
        with open(path, "w") as file:
            file.write(f"modes: [en-US]\nassistance: {name}\n")
    os.environ["KEYBRIDGE_LEXICONS"] = folder
    try:
        yield settings
    finally:
        del os.environ["KEYBRIDGE_LEXICONS"]
        for path in settings.values():
            os.remove(path)


def assistance():
    """Compares keys with and without typing assistance."""
    with with_and_without_assistance() as settings:
        assisted_live(settings)
        assisted_prose(settings)


def assisted_live(settings):
    heading("Live, with typing assistance against without, wall time")
    with tempfile.TemporaryDirectory() as folder:
        observe = {name: os.path.join(folder, name) for name in settings}
        compare_presses([
            ("text.didChange", observe[name], [
                KEYBRIDGE, "run", "--no-grab", "--layout", "us", "--config", path, "--observe", observe[name]])
            for name, path in settings.items()], budget=1.1)


def assisted_prose(settings):
    heading("Replay of prose, with typing assistance against without, CPU")
    sentences = (page.ROOT / "Benchmarks/language/sentences/en.txt").read_text(encoding="utf-8")
    times, repeats = {}, (1, 6)
    keys = prose.KeyWriter.count(sentences) * (repeats[1] - repeats[0])
    for count in repeats:
        capture = os.path.join(FOLDER, "prose.evemu")
        with open(capture, "w") as file:
            prose.KeyWriter(file).write(sentences * count)
        for name, path in settings.items():
            times[name, count] = best(
                [KEYBRIDGE, "replay", capture, "--layout", "us", "--config", path, "--mirror", "text"])
        os.remove(capture)
    on, off = ((times[name, repeats[1]] - times[name, repeats[0]]) / keys * 1e6 for name in settings)
    row("extra cost of a key", on - off, "µs", 20, note=f"{on:.1f} µs against {off:.1f} µs a key", digits=1)


def documents():
    """Compares typing in a document of 10 MB with typing in an empty one, using captures that differ only in that;
    measures a paste of 1 MB with its undo."""
    heading("Keystroke in a document of 10 MB against an empty one, CPU")
    meta, c, v, a, z, up, down = 125, 46, 47, 30, 44, 103, 108
    # The last paste of the doubling leaves the caret in the middle.
    start, middle, end = [(up, meta)], [], [(down, meta)]
    exact = exact_settings()
    scrolled = start + [(108,)] * 30

    def capture(name, doublings, place, letters=0, pastes=0, paragraphs=True):
        path = os.path.join(FOLDER, name)
        clock = 1_000_000
        with open(path, "w") as file:
            file.write("# EVEMU 1.2\nN: Benchmark Keyboard\nI: 0003 1209 0001 0110\n")

            def change(code, value):
                nonlocal clock
                clock += 5000
                stamp = f"{clock // 1_000_000}.{clock % 1_000_000:06d}"
                file.write(f"E: {stamp} 0001 {code:04x} {value}\nE: {stamp} 0000 0000 0\n")

            def tap(code, *held):
                for key in held:
                    change(key, 1)
                change(code, 1), change(code, 0)
                for key in held:
                    change(key, 0)

            if doublings:
                for number in range(1250):
                    tap(28 if paragraphs and number % 60 == 59 else 16 + number % 9)
                for _ in range(doublings):
                    tap(a, meta), tap(c, meta), tap(up, meta), tap(v, meta)
                for keys in place:
                    tap(*keys)
            for number in range(letters):
                tap(16 + number % 9)
            for _ in range(pastes):
                tap(v, meta), tap(z, meta)
        return path

    def difference(few, many, count, mirror, settings):
        times = [best([KEYBRIDGE, "replay", "--config", settings, "--mirror", mirror, path],
                      on_terminal=mirror == "terminal") for path in (few, many)]
        os.remove(few), os.remove(many)
        return (times[1] - times[0]) / count

    def cost(doublings, place, paragraphs=True, mirror="text", letters=200_000, settings=exact):
        captures = [capture(name, doublings, place, count, paragraphs=paragraphs)
                    for name, count in (("few.evemu", 1000), ("many.evemu", 1000 + letters))]
        return difference(*captures, letters, mirror, settings)

    def compare(what, empty, large):
        row(what, large / empty, budget=1.2,
            note=f"{large * 1e9:.0f} ns against {empty * 1e9:.0f} ns a keystroke")

    empty = cost(0, [])
    for name, place in ("start", start), ("middle", middle), ("end", end):
        compare(f"typing at its {name}", empty, cost(13, place))
    with with_and_without_assistance() as settings:
        compare("typing at its start, with typing assistance",
                *(cost(doublings, start, letters=20_000, settings=settings["on"]) for doublings in (0, 13)))
    # On a terminal the view has a size, so it also wraps its text, scrolls to the caret and draws.
    empty = cost(0, [], mirror="terminal", letters=3000)
    for name, place in ("at its end", end), ("scrolled to line 30", scrolled):
        compare(f"drawn, one paragraph of 160 kB, {name}", empty,
                cost(7, place, paragraphs=False, mirror="terminal", letters=3000))
    # The last of eleven doublings has copied 1250 × 2^10 letters.
    paste = difference(
        capture("few.evemu", 11, end, pastes=1), capture("many.evemu", 11, end, pastes=51), 50, "text", exact)
    row("paste of 1.3 MB and its undo", paste * 1e3, "ms", digits=1)
    os.remove(exact)


def lookup():
    """Compares finding a command among ten thousand and among ten, using settings that differ only in that."""
    heading("An event with 10 000 commands against 10, CPU")
    counts, presses = (10, 10_000), 150_000
    paths = {name: os.path.join(FOLDER, name) for name in ("few.raw", "many.raw", "10.yaml", "10000.yaml")}
    for count in counts:
        with open(paths[f"{count}.yaml"], "w") as file:
            file.write(commands.settings(count))
    for name, count in ("few.raw", 1000), ("many.raw", 1000 + presses):
        with open(paths[name], "wb") as file:
            file.write(commands.capture(count))

    def command(count, capture, mirror):
        return [KEYBRIDGE, "replay", paths[capture], "--layout", LAYOUT, "--mirror", mirror,
                "--config", paths[f"{count}.yaml"]]

    facts = [subprocess.run(command(count, "few.raw", "json"), stdout=subprocess.PIPE, check=True).stdout
             for count in counts]
    if facts[0] != facts[1] or commands.ran(facts[0]) != commands.RUNNING:
        sys.exit("the two do not run the same commands")
    times = {(count, capture): [] for count in counts for capture in ("few.raw", "many.raw")}
    for _ in range(4 * ROUNDS):  # many short runs in turn, so that both run under the same conditions
        for (count, capture), rounds in times.items():
            rounds.append(cpu(command(count, capture, "text")))
    few, many = ((min(times[count, "many.raw"]) - min(times[count, "few.raw"])) / presses for count in counts)
    row("commands, typing and unhandled keys", many / few, budget=1.2,
        note=f"{many * 1e9:.0f} ns against {few * 1e9:.0f} ns a press and its release")
    start = min(times[10_000, "few.raw"]) - min(times[10, "few.raw"])
    row("10 000 commands at the start", start * 1e3, "ms", note="to read, check and index them", digits=0)
    for path in paths.values():
        os.remove(path)


def keyboards():
    heading("A key on one of 64 keyboards against the only keyboard, instructions")
    counter, (few, many) = costs.Counter(KEYBRIDGE, FOLDER), costs.PRESSES
    try:
        one, crowded = ((counter.keybridge_live(many, count) - counter.keybridge_live(few, count)) / (many - few)
                        for count in (1, 64))
    except Failed as failure:
        sys.exit(f"  does not work: {failure}")
    row("from the keyboard to a program's socket", crowded / one, budget=1.2,
        note=f"{crowded:,.0f} against {one:,.0f} a press and its release")


def many_clients():
    heading("A key with many clients against one, CPU of the service")
    crowd.measure(KEYBRIDGE, FOLDER, row)


def waiting_program():
    heading("Another client's request while a program owes an answer, wall time")
    desk, times = Desk(KEYBRIDGE, FOLDER), []
    other = program(desk.programs, "other")
    other.ask("container.create", container="field")
    for _ in range(10):
        silent = Script("abuse.py", "asked", 0, desk.programs)
        os.write(desk.typist.stdin.fileno(), b"x")
        silent.wait_for(b"asked")
        begin = time.monotonic()
        other.ask("container.get", container="field")
        times.append(time.monotonic() - begin)
        silent.kill()
    other.close()
    desk.end()
    row("slowest of 10", max(times) * 1000, "ms", 5, digits=1)


def output():
    heading("1,000,000 lines of a program behind the engine against tmux, CPU")
    for rows, columns, mine, base in screen.measure(KEYBRIDGE, FOLDER, 3):
        row(f"on a screen of {columns} by {rows}", mine / base, budget=1.3, note=f"{mine:.2f} s against {base:.2f} s")


def key_to_echo():
    heading("A key until its echo behind the engine against tmux, wall time")
    mine, base = echo.measure(KEYBRIDGE, FOLDER, 3)
    for name, own, other in zip(("median", "99th percentile"), mine, base):
        row(name, own / other, budget=1.0, note=f"{own:.2f} ms against {other:.2f} ms")


def start_and_idle():
    heading("The program alone")
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "socket")
        command = [KEYBRIDGE, "run", "--mirror", "text", "--observe", path]
        process = None
        for _ in range(20):
            if process:
                process.send_signal(signal.SIGTERM)
                process.wait()
            begin = time.monotonic()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while True:
                client = socket.socket(socket.AF_UNIX)
                try:
                    client.connect(path)
                    break
                except OSError:
                    time.sleep(0.0002)
                finally:
                    client.close()
            times.append(time.monotonic() - begin)
        row("start to ready, median", statistics.median(times) * 1000, "ms", 15, digits=1)
        time.sleep(0.5)
        before = status(process.pid)
        time.sleep(5)
        after = status(process.pid)
        row("resident memory, idle", after["VmRSS"] / 1024, "MB", 12, digits=1)
        row("of it private", after["RssAnon"] / 1024, "MB", 2, digits=1)
        wakes = after["voluntary_ctxt_switches"] - before["voluntary_ctxt_switches"]
        row("wake-ups in 5 s of idling", wakes, "", 0, digits=0)
        row("CPU in 5 s of idling", after["ticks"] - before["ticks"], "ticks", 0, digits=0)
        process.send_signal(signal.SIGTERM)
        process.wait()
    row("size of the program", os.path.getsize(KEYBRIDGE) / 1e6, "MB", 14.5, digits=1)


def status(pid):
    facts = {}
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            name, _, value = line.partition(":")
            if value.split() and value.split()[0].isdigit():
                facts[name] = int(value.split()[0])
    with open(f"/proc/{pid}/stat") as file:
        words = file.read().rpartition(")")[2].split()
        facts["ticks"] = int(words[11]) + int(words[12])
    return facts


def input_methods():
    if missing := methods.obstacle():
        print(f"\nInput methods: skipped: {missing}")
        return
    methods.measure(KEYBRIDGE, FOLDER, heading, row)


def deliveries():
    forward = os.path.join(page.ROOT, ".build/forward/keybridge-forward")
    if missing := delivery.obstacle(forward):
        print(f"\nDelivery: skipped: {missing}")
        return
    heading("Codes to a broker on loopback, wall time")
    # Debian's Python has the libraries of the loop in Python.
    with subprocess.Popen(["/usr/bin/python3", "-B", delivery.__file__, KEYBRIDGE, forward, FOLDER], stdout=subprocess.PIPE) as measured:
        for line in measured.stdout:
            figure = json.loads(line)
            row(figure.pop("what"), figure.pop("value"), figure.pop("unit", "×"), **figure)
    if measured.returncode:
        sys.exit("the delivery of codes cannot be measured")


def host():
    """The lines of the page about measurements without a guest."""
    for measure in (replay, live, hosted, assistance, documents, lookup, keyboards, many_clients, waiting_program,
                    output, key_to_echo, start_and_idle, deliveries, input_methods):
        measure()
    return "\n\n".join("\n".join(page.table((text, "measured", "budget", ""), rows)) for text, rows in tables)


def kernel():
    """The lines of the page about a real kernel; or None, and the reason why no kernel can be booted."""
    print("\nOn a real kernel: uinput write to answer, keybridge compared with other programs")
    reason = kernel_live.obstacle()
    if reason:
        return None, reason
    try:
        lines = kernel_live.report(*kernel_live.measure(KEYBRIDGE, FOLDER))
    except kernel_live.Unavailable as failure:
        return None, str(failure)
    except kernel_live.Failed as failure:
        sys.exit(f"  does not work: {failure}")
    print("\n".join(lines))
    return lines, None


def main():
    print(f"{page.where()}, load {os.getloadavg()[0]:.1f}; ratios are keybridge : C loop")
    if PART:
        {"methods": input_methods, "deliveries": deliveries}[PART[0]]()
        return 0
    obstacle, circumstances = page.obstacle() or methods.obstacle(), page.circumstances()
    if obstacle:
        print(f"{page.PAGE} will not be written: {obstacle}")
    counted, measured = counts(), host()
    lines, skipped = kernel()
    if skipped:
        print(f"  skipped: {skipped}")
    if obstacle or skipped:
        print(f"\n{page.PAGE} is left as it was: {obstacle or skipped}")
        return 1 if os.environ.get("CI") else 0
    page.write({**circumstances, "COUNTS": "\n".join(counted), "HOST": measured, "KERNEL": "\n".join(lines)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
