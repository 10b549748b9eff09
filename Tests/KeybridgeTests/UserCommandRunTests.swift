// SPDX-License-Identifier: Apache-2.0
import CTestbed
import Glibc
import TestPrograms
import TestSupport
import Testing
import TestTraits

/// Commands of the settings file on a testbed: their processes, and reloads.
@Suite(.onTestbed, .notInFastRuns) struct UserCommandRunTests {
  private let machine = Machine()
  private let folder: TemporaryFolder
  private static let (f8, f9, f10): (UInt16, UInt16, UInt16) = (66, 67, 68)
  private static let (meta, down): (UInt16, UInt16) = (125, 108)

  init() throws {
    folder = try TemporaryFolder()
    try #require(testbed_active())
  }

  /// Starts the program like a service, without a terminal, on one keyboard.
  private func start(
    _ settings: String, mirror: String = "json", environment: String = "LANG=C",
    through launcher: [String] = []
  ) throws -> LiveChild {
    machine.plug(1, "Board")
    try write(settings)
    let child = try machine.start(
      ["run", "--mirror", mirror, "--config", folder.path + "/till.yaml"],
      prefix: ["setsid", "env", environment] + launcher)
    try eventually("the grab") { machine.isGrabbed(1) }
    return child
  }

  private func write(_ settings: String) throws {
    _ = try folder.write(settings.utf8, to: "till.yaml")
  }

  private func tap(_ code: UInt16, holding modifier: UInt16? = nil) {
    if let modifier { machine.key(1, modifier, 1) }
    machine.key(1, code, 1)
    machine.key(1, code, 0)
    if let modifier { machine.key(1, modifier, 0) }
  }

  // MARK: Processes

  @Test("A command's process has no shell, input, terminal, blocked signals or inherited files")
  func process() throws {
    let out = folder.path + "/out"
    let script = """
      import os
      with open("/proc/self/status") as status:
          lines = [line.strip() for line in status if line.startswith("SigBlk")]
      # Python itself ignores SIGPIPE and SIGXFSZ, so its parent, this process before, is not asked.
      lines.append(os.readlink("/proc/self/fd/0"))
      # The testbed has sockets of its own in every program.
      links = [os.readlink("/proc/self/fd/" + name) for name in os.listdir("/proc/self/fd")
          if int(name) > 2 and os.path.exists("/proc/self/fd/" + name)]
      lines.append(" ".join(link for link in links if not link.startswith("socket:")))
      lines.append(str(os.getsid(0) == os.getpid()))
      try:
          os.open("/dev/tty", os.O_RDWR)
          lines.append("a terminal")
      except OSError:
          lines.append("no terminal")
      lines.append(os.environ["KEYBRIDGE_COMMAND"] + "/" + os.environ["KEYBRIDGE_ARGUMENT"])
      with open("\(out).new", "w") as file:
          file.write("\\n".join(lines) + "\\n")
      os.rename("\(out).new", "\(out)")
      """
    _ = try folder.write(script.utf8, to: "script")
    _ = try folder.write(
      "grep -E 'SigIgn' /proc/self/status > \(folder.path)/ignored".utf8, to: "sh")
    let child = try start(
      """
      allow-processes: true
      commands:
        - command: lights
          chord: f9
          argument: on
          run: [python3, -I, \(folder.path)/script]
        - {command: ignored, chord: f8, run: [sh, \(folder.path)/sh]}
      """)
    tap(Self.f9)
    tap(Self.f8)
    try child.expectOutput(
      #"{"argument":"on","event":"command.invoked","id":"lights","target":"user","title":"lights"}"#
    )
    try eventually("the process") { access(out, F_OK) == 0 }
    let ignored = folder.path + "/ignored"
    try eventually("the other") { contents(of: ignored).hasSuffix("\n") }
    // The C library reserves signals 32 and 33, and ignores them in processes that it starts.
    let mask = contents(of: ignored).split(whereSeparator: \.isWhitespace).last.flatMap {
      UInt64($0, radix: 16)
    }
    #expect(mask.map { $0 & ~0x1_8000_0000 } == 0, "\(contents(of: ignored))")
    let lines = contents(of: out).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "SigBlk:\t0000000000000000", "/dev/null", "True", "no terminal", "lights/on",
      ])
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(child.errors == "")
  }

  @Test(
    "A process that fails, does not exist or takes too long is reported with its place, and ended"
  )
  func troubles() throws {
    let mark = "keybridge-test-\(getpid())"
    let child = try start(
      """
      allow-processes: true
      commands:
        - {command: fails, chord: f8, run: [sh, -c, "exit 3"]}
        - {command: slow, chord: f9, time-limit: 1, run: [sh, -c, "sleep 600 & sleep 600; \(mark)"]}
      """)
    tap(Self.f8)
    try child.expectError("command 'fails' (\(folder.path)/till.yaml:3:29): ended with status 3\n")
    tap(Self.f9)
    tap(Self.f9)
    try child.expectError(
      "command 'slow' (\(folder.path)/till.yaml:4:28): the previous process still runs")
    #expect(try Child.run(["pgrep", "-f", mark]).status == 0)
    try child.expectError("stopped after the time limit of 1 s")
    try eventually("its end") { try Child.run(["pgrep", "-f", mark]).status != 0 }
    // A process that still runs when the program ends is ended too.
    tap(Self.f9)
    try eventually("the process") { try Child.run(["pgrep", "-f", mark]).status == 0 }
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    try eventually("its end") { try Child.run(["pgrep", "-f", mark]).status != 0 }
  }

  @Test("A live run continues while its messages are not read")
  func unreadMessages() throws {
    let messages = folder.path + "/messages"
    #expect(mkfifo(messages, 0o600) == 0)
    let reader = open(messages, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let block = [UInt8](repeating: 0x2e, count: 4096)
    while Glibc.write(reader, block, block.count) > 0 {}
    let child = try start(
      """
      allow-processes: true
      commands:
        - {command: slow, chord: f8, run: [sleep, "600"]}
        - {command: go, chord: f9}
      """, through: ["sh", "-c", "exec \"$@\" 2>\(messages)", "sh"])
    // The second start is refused with a message.
    for key in [Self.f8, Self.f8, Self.f9] { tap(key) }
    try child.expectOutput(#""id":"go""#)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test(
    "Commands with one name start their own processes; one with two keys runs once at a time"
  )
  func sameName() throws {
    let (one, two) = (folder.path + "/one", folder.path + "/two")
    let child = try start(
      """
      allow-processes: true
      commands:
        - {command: light, chord: f8, run: [touch, \(one)]}
        - {command: light, chord: f9, run: [touch, \(two)]}
        - {command: light, chord: f10}
        - {command: slow, chord: [f6, f7], run: [sleep, "600"]}
        - {command: slow, chord: f5, argument: other, run: [sleep, "600"]}
      """)
    tap(Self.f10)
    try child.expectOutput(#""id":"light""#)
    tap(Self.f9)
    try eventually("the second") { access(two, F_OK) == 0 }
    #expect(access(one, F_OK) != 0)
    tap(Self.f8)
    try eventually("the first") { access(one, F_OK) == 0 }
    tap(64)
    tap(63)
    tap(65)
    try child.expectError(
      "command 'slow' (\(folder.path)/till.yaml:6:33): the previous process still runs")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(child.errors.split(separator: "\n").count == 1, "\(child.errors)")
  }

  @Test(
    "A program that cannot be started is reported with its place, and typing continues",
    arguments: [("folder", EACCES), ("plain", EACCES), ("unmarked", ENOEXEC), ("none", ENOENT)])
  func unstartable(_ name: String, _ reason: Int32) throws {
    try folder.makeFolder("folder")
    _ = try folder.write("true\n".utf8, to: "plain")
    // No shell interprets a file without an interpreter line.
    chmod(try folder.write("true\n".utf8, to: "unmarked"), 0o755)
    let path = folder.path + "/" + name
    let child = try start(
      "allow-processes: true\ncommands:\n  - {command: run, chord: f8, run: [\(path)]}\n")
    tap(Self.f8)
    try child.expectError(
      "command 'run' (\(folder.path)/till.yaml:3:27): cannot start \(path): "
        + String(cString: strerror(reason)))
    machine.type(1, "z")
    try child.expectOutput(#""string":"Z""#)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test("Repeated reloads while a sequence, the panel or the menu is open do not disturb typing")
  func storm() throws {
    let settings =
      "commands:\n  - {command: two, chord: cmd+k cmd+c}\n  - {command: up, chord: f8}\n"
    let child = try start(settings)
    machine.key(1, Self.meta, 1)
    tap(37)
    try child.expectOutput(#""event":"hud.shown""#)
    for _ in 0..<50 { child.signal(SIGHUP) }
    try child.expectOutput(#""event":"hud.hidden""#)
    machine.key(1, Self.meta, 0)
    machine.key(1, 29, 1)
    tap(60)
    machine.key(1, 29, 0)
    try child.expectOutput(#""event":"menu.shown""#)
    try write(settings + "  - {command: undo, chord: f7}\n")
    for _ in 0..<50 { child.signal(SIGHUP) }
    tap(1)
    try child.expectOutput(#""event":"menu.hidden""#)
    tap(Self.f8)
    try child.expectOutput(#""id":"up""#)
    machine.type(1, "z")
    try child.expectOutput(#""string":"Z""#)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
    #expect(
      child.errors.split(separator: "\n").allSatisfy { $0.hasSuffix("settings were reloaded") },
      "\(child.errors)")
  }

  @Test("A replay reports the command and starts no process")
  func replay() throws {
    try write(
      """
      allow-processes: true
      commands:
        - {command: lights, chord: f9, run: [touch, \(folder.path)/made]}
      """)
    var typing = Typing()
    typing.stroke(Self.f9)
    let capture = try folder.write(typing.bytes(.evemu), to: "capture")
    let child = try Program.run(
      "replay", capture, "--mirror", "json", "--config", folder.path + "/till.yaml")
    #expect(child.output.contains(#""id":"lights""#))
    #expect(access(folder.path + "/made", F_OK) != 0)
  }

  // MARK: Reload

  @Test("SIGHUP applies new commands, keys and layout at once; invalid settings change nothing")
  func reload() throws {
    let child = try start("commands:\n  - {command: old, chord: f8}")
    tap(Self.f8)
    try child.expectOutput(#""id":"old""#)
    try write(
      """
      layout: de
      commands:
        - {command: new, chord: f9}
        - {command: move-left, chord: f8}
      """)
    child.signal(SIGHUP)
    try child.expectError("keybridge: the settings were reloaded\n")
    tap(Self.f9)
    try child.expectOutput(#""id":"new""#)
    machine.type(1, "z")
    try child.expectOutput(#""string":"Y""#)
    tap(Self.f8)
    try child.expectOutput(#"{"anchor":0,"container":0,"event":"selection.didChange","head":0}"#)
    try write("commands:\n  - {command: newer, chord: f99}")
    child.signal(SIGHUP)
    try child.expectError("till.yaml:2:29: unknown key 'f99' in 'f99'")
    try child.expectError("keybridge: the previous settings stay in effect\n")
    try write("layout: nowhere")
    child.signal(SIGHUP)
    try child.expectError("till.yaml:1:9: unknown layout 'nowhere'")
    tap(Self.f9)
    machine.type(1, "y")
    try child.expectOutput(#""range":[0,0],"string":"Z""#)
    #expect(child.output.split(separator: "\n").filter { $0.contains(#""id":"new""#) }.count == 2)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test(
    "SIGHUP refuses settings that are now a pipe or a device at once, and typing continues",
    arguments: [true, false])
  func reloadSpecialFile(isPipe: Bool) throws {
    let child = try start("layout: de")
    let settings = folder.path + "/till.yaml"
    unlink(settings)
    #expect((isPipe ? mkfifo(settings, 0o600) : symlink("/dev/zero", settings)) == 0)
    child.signal(SIGHUP)
    try child.expectError("not a regular file")
    try child.expectError("the previous settings stay in effect")
    machine.type(1, "z")
    try child.expectOutput("\"string\":\"Y\"")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test("A reload while a key is down releases it, and may change which devices are grabbed")
  func reloadWhileHeld() throws {
    let child = try start("layout: us", mirror: "keystrokes")
    machine.plug(2, "Other")
    try eventually("the grab") { machine.isGrabbed(2) }
    machine.key(1, Typing.shift, 1)
    machine.key(1, 30, 1)
    try child.expectOutput(#""text":"A""#)
    try write("layout: de\nkeyboards: [\"name=Board\"]")
    child.signal(SIGHUP)
    try child.expectError("were reloaded")
    try eventually("the end of the grab") { !machine.isGrabbed(2) }
    machine.key(1, 30, 0)
    machine.type(1, "z")
    try child.expectOutput(#""text":"y""#)
    machine.key(1, Typing.shift, 0)
    machine.type(1, "z", holding: Typing.shift)
    try child.expectOutput(#""text":"Y""#)
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  @Test("Settings that need a restart are reported on reload")
  func later() throws {
    let child = try start("modes: [en-US]")
    try write("modes: [sv-SE]\nrepeat: {delay: 400}")
    child.signal(SIGHUP)
    try child.expectError("changes to modes, repeat take effect after a restart\n")
    child.signal(SIGTERM)
    #expect(try child.end() == 0)
  }

  // MARK: Mistakes

  @Test(
    "common YAML mistakes have a hint of our own",
    arguments: [
      ("devices:\n  - match: *Barcode*\n", "2:", "put it in quotes: \"*Barcode*\""),
      ("devices:\n  - match: *Barcode\n", "2:12", "needs quotes: \"*Barcode\""),
      ("layout: de\nrepeat:\n\tdelay: 300\n", "3:1", "indent with spaces"),
      ("layout: \"de\nmodel: pc105\n", "1:9", "close it"),
    ])
  func yaml(_ text: String, _ place: String, _ hint: String) throws {
    let child = try Program.run("check", "-", input: Array(text.utf8))
    #expect(child.status == 1)
    #expect(
      child.userErrors.first?.hasPrefix("keybridge: standard input:\(place)") == true,
      "\(child.errors)")
    #expect(child.errors.contains(hint), "\(child.errors)")
  }

  @Test("check reads several files and standard input, and can print findings for programs")
  func several() throws {
    let good = try folder.write("layout: de\n".utf8, to: "good.yaml")
    let bad = try folder.write("layuot: de\n".utf8, to: "bad.yaml")
    let both = try Program.run("check", good, bad)
    #expect(both.status == 1 && both.output == "\(good): no errors\n")
    #expect(
      both.userErrors == [
        "keybridge: \(bad):1:1: unknown setting 'layuot'; did you mean 'layout'?"
      ])
    let json = try Program.run(
      "check", "--format", "json", good, "-", input: Array("grab: x\n".utf8))
    #expect(json.status == 1 && json.errors == "")
    let read = try Child.run(
      ["python3", "-c", "import json,sys; print(sorted(json.load(sys.stdin)[0].items()))"],
      input: json.output)
    #expect(
      read.output
        == "[('column', 7), ('file', 'standard input'), ('hint', 'expected focus, always or never'), "
        + "('line', 1), ('message', \"invalid value 'x' for grab\"), ('severity', 'error')]\n")
    #expect(
      try Program.run("check", good, "--format", "json").output.filter { !$0.isWhitespace } == "[]")
  }

  @Test(
    "check returns 0 and a summary, or 1 and all mistakes; run reports commands that never run"
  )
  func check() throws {
    let sound = "commands:\n  - {command: a, chord: f8}\n  - {command: undo, chord: f9}\n"
    try write(sound)
    let path = folder.path + "/till.yaml"
    var child = try Program.run("check", path)
    #expect(child.status == 0)
    #expect(
      child.output == "\(path): no errors; 1 command, other keys for 1 built-in command\n")
    try write(
      sound + "  - {command: b, chord: f8}\n  - {command: c, chord: cmd+down}\nlayout: nowhere\n")
    child = try Program.run("check", path)
    #expect(child.status == 1 && child.output == "")
    #expect(
      child.userErrors.map { $0.replacing("keybridge: \(path):", with: "") } == [
        "6:9: unknown layout 'nowhere'; 'keybridge layouts' lists the layouts",
        "4:25: f8 never runs 'b': it runs 'a' of line 2; use other keys, or a 'when:' that separates them",
        "5:25: note: while text has the focus, cmd+down runs 'move-document-end', not 'c';"
          + " 'priority: true' gives the command precedence",
      ])
    // A wrong model or option has its place, and no mistake hides the following ones.
    try write(
      "symbols: [/none]\nmodel: pc150\noptions: [compose:ralt, grp:none]\nlayout: nowhere\n"
        + sound + "  - {command: move-word-lft, chord: f7}\n")
    child = try Program.run("check", path)
    #expect(child.status == 1)
    #expect(
      child.userErrors.map { $0.replacing("keybridge: \(path):", with: "") } == [
        "1:11: cannot read the symbols folder /none: No such file or directory; the folder "
          + "needs symbols/NAME for each layout, like /usr/share/X11/xkb",
        "4:9: unknown layout 'nowhere'; 'keybridge layouts' lists the layouts",
        "2:8: xkb does not list the model 'pc150', which probably has no effect; did you mean 'pc105'?",
        "3:10: xkb does not list the option 'grp:none', which probably has no effect; "
          + "'keybridge layouts --xkb-options' lists them",
        "8:15: note: 'move-word-lft' is not a built-in command; did you mean 'move-word-left'?",
      ])
    try write(
      sound + "  - {command: b, chord: f8}\n  - {command: c, chord: cmd+down}\nlayout: nowhere\n")
    child = try Program.run("check", path, "--layout", "de")
    #expect(child.status == 1)
    child = try Program.run("check", environment: ["XDG_CONFIG_HOME": "/nonexistent"])
    #expect(child.status == 1 && child.userErrors[0] == "keybridge: no settings file exists")
    #expect(try Program.run("check", "/nonexistent").status == 1)
    let running = try start(sound + "  - {command: b, chord: f8}\n")
    try running.expectError("till.yaml:4:25: f8 never runs 'b'")
    running.signal(SIGTERM)
    #expect(try running.end() == 0)
  }
}
