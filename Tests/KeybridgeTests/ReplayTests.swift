// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestPrograms
import TestSupport
import Testing

/// Replays with the real binary.
@Suite struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// "Grüße @é yz" on a German keyboard: Shift, two German letters, AltGr, a dead key.
  private static let german: Typing = {
    var typing = Typing()
    typing.type("g", holding: Typing.shift)
    typing.type("r[-e ")
    typing.type("q", holding: Typing.altGr)
    typing.type("=e zy")
    return typing
  }()

  @Test("the same typing gives the same text in every format, from a file and from standard input")
  func formats() throws {
    for format in Typing.Format.allCases {
      let bytes = Self.german.bytes(format)
      let path = try folder.write(bytes, to: "capture")
      for arguments in [[path], ["-"]] {
        let child = try Child.run(
          [Program.path, "replay", "--layout", "de", "--mirror", "text"] + arguments,
          input: bytes, environment: Program.environment)
        #expect(child.document == "Grüße @é yz", "\(format) \(arguments)")
        #expect(child.status == 0 && child.errors == "", "\(format) \(arguments)")
      }
    }
  }

  @Test(
    "the default mirror prints the document as text, with a final newline unless --exact is given"
  )
  func document() throws {
    var typing = Typing("one\ntwo")
    typing.stroke(14)
    let bytes = typing.bytes(.evemu)
    let child = try Program.run("replay", "-", input: bytes)
    #expect(child.output == "One\nTw\n" && child.status == 0)
    #expect(try Program.run("replay", "-", "--exact", input: bytes).output == "One\nTw")
    let line = Typing("line\n").bytes(.evemu)
    #expect(try Program.run("replay", "-", input: line).output == "Line\n")
    var nothing = Typing()
    nothing.stroke(14)
    #expect(try Program.run("replay", "-", input: nothing.bytes(.evemu)).output == "")
  }

  @Test("a capture without keys, such as a touchpad's, is reported")
  func noKeys() throws {
    let lines = ["0001 0145 1", "0003 0000 120", "0000 0000 0", "0001 0145 0", "0000 0000 0"]
    let text = Typing.evemuHead + lines.map { "E: 1.000000 \($0)\n" }.joined()
    let child = try Program.run("replay", "-", input: Array(text.utf8))
    #expect(child.output == "" && child.status == 0)
    #expect(
      child.userErrors == [
        "keybridge: the capture has no key events (Test Keyboard)",
        "keybridge:   'keybridge record' records the key events of a keyboard",
      ])
  }

  @Test("a capture that was cut off at the end of a line is replayed, and its end is reported")
  func cutOff() throws {
    let lines = ["0001 001e 1", "0000 0000 0", "0001 0030 1"]
    let text = Typing.evemuHead + lines.map { "E: 1.000000 \($0)\n" }.joined()
    let child = try Program.run("replay", "-", input: Array(text.utf8))
    #expect(child.output == "Ab\n" && child.status == 0)
    #expect(
      child.userErrors == [
        "keybridge: the capture ends inside a report, while KEY_A, KEY_B are down (Test Keyboard)",
        "keybridge:   the recording was stopped, or cut off, at this point",
      ])
  }

  @Test(
    "layouts are named as in xkbcli",
    arguments: [
      ([], "Zy;"), (["--layout", "de"], "Yzö"),
      (["--layout", "de", "--variant", "qwerty"], "Zyö"),
      (["--layout", "us", "--variant", "dvorak"], ";fs"), (["--layout", "ru"], "Янж"),
      (["--layout", "us", "--options", "ctrl:swapcaps"], "Zy;"), (["--model", "pc104"], "Zy;"),
      (["--layout", "de,us", "--variant", "neo,"], "Ükd"),
      (["--rules", "evdev", "--layout", "us"], "Zy;"),
    ])
  func names(_ options: [String], _ text: String) throws {
    let path = try folder.write(Typing("zy;").bytes(.evtest), to: "capture")
    let child = try Child.run(
      [Program.path, "replay", path] + options, environment: Program.environment)
    #expect(child.document == text, "\(child.errors)")
  }

  @Test("--options accepts several options; Caps Lock composes with compose:caps")
  func options() throws {
    var typing = Typing()
    typing.stroke(Typing.capsLock)
    typing.type("oc")
    let child = try Program.run(
      "replay", "-", "--options", "compose:caps,grp:alt_shift_toggle", input: typing.bytes(.raw24))
    #expect(child.document == "©" && child.errors == "")
  }

  @Test("--symbols uses the user's own layout")
  func symbols() throws {
    mkdir(folder.path + "/symbols", 0o755)
    let text = #"default xkb_symbols "a" { include "us" key <AD01> { [ Greek_omega ] }; };"#
    _ = try folder.write((text + "\n").utf8, to: "symbols/mine")
    let input = Typing("q").bytes(.evemu)
    let child = try Program.run(
      "replay", "-", "--symbols", folder.path, "--layout", "mine", input: input)
    // Shift with this key is still Q, so ω has no capital on this layout (AST-6).
    #expect(child.document == "ω", "\(child.errors)")
    let names = try Program.run("layouts", "--symbols", folder.path, "--format", "names")
    #expect(names.lines.contains("mine"))
  }

  // MARK: Mirrors

  @Test("--mirror json and keystrokes print valid JSON with the documented members")
  func jsonLines() throws {
    let input = Self.german.bytes(.libinput)
    let check = """
      import json, sys
      for line in sys.stdin:
          fact = json.loads(line)
          print(fact.get("event", "keystroke"), sorted(fact), fact.get("text", ""), sep="|")
      """
    let json = try Program.run("replay", "-", "-lde", "-mjson", input: input)
    let updates = try Child.run(["python3", "-c", check], input: json.output).lines
    #expect(updates.count == json.lines.count && json.errors == "")
    let events = Set(updates.compactMap { $0.split(separator: "|").first.map(String.init) })
    #expect(
      events.isSuperset(of: [
        "text.didChange", "selection.didChange", "marked.didChange", "device.connected",
      ]), "\(events)")
    let keystrokes = try Program.run("replay", "-", "-lde", "-mkeystrokes", input: input)
    let strokes = try Child.run(["python3", "-c", check], input: keystrokes.output).lines
    let keys = "['device', 'key', 'keysym', 'modifiers', 'repeat', 'text', 'time']"
    #expect(strokes.allSatisfy { $0.hasPrefix("keystroke|\(keys)|") })
    let typed = strokes.map { $0.split(separator: "|", omittingEmptySubsequences: false)[2] }
    #expect(typed.joined() == "Grüße @é yz")
  }

  @Test("KEY-1 a keystroke's line has the documented key, keysym, modifiers and text")
  func keystroke() throws {
    var typing = Typing()
    typing.type("a", holding: Typing.shift)
    let child = try Program.run(
      "replay", "-", "--mirror", "keystrokes", input: typing.bytes(.evemu))
    #expect(
      child.lines.last == #"{"device":"Test Keyboard","key":"KEY_A","keysym":"A","#
        + #""modifiers":["shift"],"repeat":false,"text":"A","time":1040014}"#)
    #expect(child.lines.count == 2)
  }

  @Test(
    "each frame of a live stream is printed before the next one is sent",
    arguments: [Typing.Format.raw24, .raw16])
  func live(_ format: Typing.Format) throws {
    let typing = Typing("keybridge")
    let child = try Program.start(["replay", "-", "--mirror", "keystrokes"])
    let bytes = typing.bytes(format)
    let size = bytes.count / typing.events.count
    var expected = Array("keybridge")[...]
    for (index, event) in typing.events.enumerated() where event.type == 0 {
      try child.write(bytes[(index - 1) * size..<(index + 1) * size])
      // The format of a raw stream is known from its second event.
      guard typing.events[index - 1].value == 1, let letter = expected.popFirst() else { continue }
      let line = try child.line()
      #expect(line.contains(#""text":"\#(letter)""#), "\(line)")
    }
    child.closeInput()
    #expect(try child.end() == 0)
    #expect(child.errors == "")
  }

  @Test("each line of a live evemu stream is printed before the next one is sent")
  func liveText() throws {
    let child = try Program.start(["replay", "-", "--mirror", "keystrokes"])
    try child.write(Typing.evemuHead.utf8)
    for (number, letter) in ["k", "e", "y"].enumerated() {
      let all = String(decoding: Typing("key").bytes(.evemu), as: UTF8.self)
        .dropFirst(Typing.evemuHead.count).split(separator: "\n")
      for line in all[number * 4..<number * 4 + 4] { try child.write((line + "\n").utf8) }
      #expect(try child.line().contains(#""text":"\#(letter)""#))
    }
    child.closeInput()
    #expect(try child.end() == 0)
  }

  @Test("a stream ends silently if its reader closes the pipe")
  func readerGoes() throws {
    let child = try Program.start(["replay", "-", "--mirror", "keystrokes"])
    let bytes = Typing("ab").bytes(.raw24)
    try child.write(bytes.prefix(96))
    _ = try child.line()
    child.closeOutput()
    try child.write(bytes.dropFirst(96))
    child.closeInput()
    #expect(try child.end() == 0)
    #expect(child.errors == "")
  }

  @Test("--realtime takes as long as the typing did, with the same result")
  func realtime() throws {
    let typing = Typing("paced")
    let child = try Program.start(["replay", "-", "--realtime", "--mirror", "keystrokes"])
    try child.write(typing.bytes(.evemu))
    child.closeInput()
    // One line is available and later ones are not; without waiting all of them would be.
    let first = try child.line()
    let count = child.output.split(separator: "\n").count
    #expect(first.contains(#""text":"p""#) && count < 5)
    #expect(try child.end() == 0)
    let quick = try Program.run(
      "replay", "-", "--mirror", "keystrokes", input: typing.bytes(.evemu))
    #expect(child.output == quick.output)
  }

  @Test("a replay reports that letters are hidden and how to record again, only if they are")
  func hidden() throws {
    let text = String(decoding: Typing("aaa").bytes(.evemu), as: UTF8.self)
    let marked = text.replacing("N: Test", with: "# Letters hidden: x\nN: Test")
    let child = try Program.run("replay", "-", input: Array(marked.utf8))
    #expect(child.document == "Aaa" && child.status == 0)
    #expect(
      child.userErrors == [
        "keybridge: the capture hides which letters were typed on Test Keyboard: each letter is KEY_A",
        "keybridge:   record again with --show-keycodes",
      ])
    #expect(try Program.run("replay", "-", input: Array(text.utf8)).errors == "")
  }
}
