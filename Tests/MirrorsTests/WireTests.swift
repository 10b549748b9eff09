// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

@Suite struct WireTests {
  static let updates: [Update] = {
    let panels = [nil, "cmd+k"].compactMap { try? commandPanel(following: $0) }
    let press = keystroke(text: "", modifiers: .control)
    var conversions = CandidateList(
      .inputMethod, items: [Candidate("今日"), Candidate("京")], highlighted: 0)
    conversions.reading = "きょう"
    var ink = Ink(aspect: 1.5)
    ink.add([Ink.Point(x: 100, y: 500), Ink.Point(x: 900, y: 480)])
    ink.add([Ink.Point(x: 500, y: 0)])
    return [
      .textDidChange(.main, range: TextRange(2, 2), text: "x", origin: .user),
      .selectionDidChange(.main, Selection(caret: 3)),
      .selectionDidEnd(.main),
      .markedDidChange(.main, range: TextRange(3, 4), segments: [MarkedSegment("´")]),
      .markedDidChange(.main, range: nil, segments: []),
      .markedDidChange(
        .main, range: TextRange(0, 3),
        segments: [MarkedSegment("東京", style: .focused), MarkedSegment("t")]),
      .correctionDidChange(
        .main, TextCorrection(TextRange(0, 3), typed: "teh", replacement: "the"), .offered),
      .spellingDidChange(.main, range: TextRange(0, 8), words: [TextRange(0, 3)]),
      .viewDidScroll(.main, topOffset: 120),
      .commandInvoked(
        id: "next-conversation", title: "Next Conversation", target: "conversations"),
      .commandInvoked(
        id: "open-door", title: "Open the East Door", target: "user", argument: "east"),
    ] + panels.map { .hudShown($0) } + [
      .hudHidden
    ] + [try? menuPanel()].compactMap { $0 }.map { .menuShown($0) } + [
      .menuHidden,
      .traitsDidChange(.main, TextInputTraits()),
      .modeDidChange(TextInputMode.builtin[10]), .modeExtensionBypassed(id: "esperanto.x"),
      .layoutDidChange(
        ActiveLayout(group: 1, layout: "de", variant: "nodeadkeys"), on: DeviceInfo.desk.id),
      .locksDidChange(.capsLock, in: nil),
      .candidatesDidChange(
        CandidateList(
          .accents, items: [Candidate("è"), Candidate("é")], highlighted: 1), in: nil),
      .candidatesDidChange(nil, in: nil),
      .candidatesDidChange(
        CandidateList(
          .predictions,
          items: [
            Candidate("teh", role: .literal), Candidate("the", role: .correction),
            Candidate("123456", annotation: "Mail", role: .filling),
          ], pageSize: 3), in: nil),
      .candidatesDidChange(conversions, in: nil),
      .inkDidChange(ink, in: nil), .inkDidChange(nil, in: nil),
      .inlineDidChange(.main, text: "lo"), .inlineDidChange(.main, text: nil),
      .keyboard(
        .willShow,
        KeyboardChange(
          from: CellRect(y: 24, width: 80, height: 0), to: CellRect(y: 23, width: 80, height: 1))),
      .pressBegan(press, in: nil), .pressEnded(press, in: nil), .pressCancelled(press, in: nil),
      .pressUnhandled(press, in: nil),
      .deviceAttached(.desk), .deviceConnected(.desk),
      .deviceDetached(.desk), .deviceDisconnected(.desk),
    ]
  }()

  static let scans = [
    Scan(
      device: DeviceInfo.desk.id, text: "4006381333931", time: Timestamp(microseconds: 1_123_000),
      duration: .microseconds(123_000), end: .key(.enter)),
    Scan(
      device: DeviceInfo.desk.id, text: "40063", time: Timestamp(microseconds: 2_040_000),
      duration: .microseconds(40_000), end: .disconnect, flaw: .disconnect),
  ]

  /// The page's example lines up to a heading, in order.
  private static func examples(from heading: String, to next: String) -> [String] {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = contents(of: "/" + folder + "/Documentation/WireFormat.md")
    return page.split(separator: "\n").map(String.init)
      .drop { !$0.hasPrefix(heading) }.prefix { !$0.hasPrefix(next) }
      .filter { $0.hasPrefix("{") }
  }

  @Test("the wire format's page shows exactly what the json mirror prints")
  func page() throws {
    let pipe = try PipeReader()
    let mirror = JSONMirror(
      output: ByteOutput(descriptor: pipe.writer),
      encoder: WireEncoder(keysymName: testKeysymName))
    mirror.receive(.deviceAttached(.desk))
    try mirror.frameEnded()
    _ = pipe.read()
    for update in Self.updates { mirror.receive(update) }
    mirror.receive(.deviceAttached(.desk))
    try mirror.frameEnded()
    var lines = pipe.read().split(separator: "\n").map(String.init).dropLast()
    for scan in Self.scans { mirror.receive(scan) }
    try mirror.frameEnded()
    lines += pipe.read().split(separator: "\n").map(String.init)
    #expect(Array(lines) == Self.examples(from: "## json", to: "## keystrokes"))
    #expect(lines.count == Self.updates.count + Self.scans.count)
  }

  @Test("the wire format's page shows exactly what the keystrokes mirror prints")
  func keystrokesPage() throws {
    let lines = try Self.keystrokeLines([
      keystroke(keysym: 0x41, text: "A", modifiers: .shift)
    ])
    #expect(lines == Self.examples(from: "## keystrokes", to: "## On the sockets"))
  }

  @Test("a keystroke is written when it is pressed or repeats, even of a modifier key")
  func phases() throws {
    let lines = try Self.keystrokeLines([
      keystroke(code: .leftShift, keysym: 0xffe1, text: ""), keystroke(.repeat, time: -5),
      keystroke(.release), keystroke(.found), keystroke(.cancel),
    ])
    #expect(
      lines == [
        #"{"device":"/dev/input/event3","key":"KEY_LEFTSHIFT","keysym":"Shift_L","modifiers":[],"#
          + #""repeat":false,"text":"","time":1000250}"#,
        #"{"device":"/dev/input/event3","key":"KEY_A","keysym":"a","modifiers":[],"#
          + #""repeat":true,"text":"a","time":-5}"#,
      ])
  }

  private static func keystrokeLines(_ keystrokes: [Keystroke]) throws -> [String] {
    let pipe = try PipeReader()
    let mirror = KeystrokesMirror(
      output: ByteOutput(descriptor: pipe.writer),
      encoder: WireEncoder(keysymName: testKeysymName))
    mirror.receive(.deviceAttached(.desk))
    for keystroke in keystrokes { mirror.receive(keystroke: keystroke) }
    #expect(pipe.read() == "", "nothing is written before the frame has ended")
    try mirror.frameEnded()
    return pipe.read().split(separator: "\n").map(String.init)
  }

  @Test(
    "NTF-2a, NTF-2b, NTF-2c, NTF-2d, NTF-2e an event has all five; NTF-13b observers cause none",
    arguments: KeyboardEvent.allCases, [KeyboardChange.Curve.easeInOut, .easeIn, .easeOut, .linear])
  func keyboard(_ event: KeyboardEvent, _ curve: KeyboardChange.Curve) {
    let change = KeyboardChange(
      from: CellRect(x: 10, y: 5, width: 40, height: 2),
      to: CellRect(x: 0, y: 24, width: 80, height: 0),
      duration: .milliseconds(250), curve: curve)
    let encoder = WireEncoder(keysymName: testKeysymName)
    #expect(!encoder.isLocal)
    for isLocal in [false, true] {
      var bytes: [UInt8] = []
      encoder.isLocal = isLocal
      encoder.append(.keyboard(event, change), to: &bytes)
      #expect(
        String(decoding: bytes, as: UTF8.self)
          == #"{"curve":"\#(curve.wireWord)","duration":0.25,"event":"\#(event.name)","#
          + #""frameBegin":[10,5,40,2],"frameEnd":[0,24,80,0],"isLocal":\#(isLocal)}"# + "\n")
    }
  }

  @Test("changes of several texts in turn have their own containers and origins")
  func textsInTurn() {
    let encoder = WireEncoder(keysymName: testKeysymName)
    let other = ContainerID(rawValue: 7)
    func line(_ container: ContainerID, _ origin: TextChangeOrigin) -> String {
      var bytes: [UInt8] = []
      encoder.append(
        .textDidChange(container, range: TextRange(1, 2), text: "a", origin: origin), to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    func expected(_ container: String, _ origin: String) -> String {
      #"{"container":\#(container),"event":"text.didChange","origin":"\#(origin)","#
        + #""range":[1,2],"string":"a"}"# + "\n"
    }
    let main = "\(ContainerID.main.rawValue)"
    #expect(line(.main, .user) == expected(main, "user"))
    #expect(line(other, .user) == expected("7", "user"))
    #expect(line(.main, .user) == expected(main, "user"))
    #expect(line(.main, .undo) == expected(main, "undo"))
    encoder.containerName = { _ in "name" }
    #expect(line(.main, .undo) == expected("\"name\"", "undo"))
  }

  @Test("a keyboard without a node is named by its name, and an unknown one by its number")
  func labels() {
    let encoder = WireEncoder(keysymName: testKeysymName)
    var bytes: [UInt8] = []
    encoder.append(keystroke(), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(##"{"device":"#3","##))
    bytes = []
    encoder.note(.deviceAttached(DeviceInfo(id: DeviceInfo.desk.id, name: "Scanner")))
    encoder.append(keystroke(), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(##"{"device":"Scanner","##))
    bytes = []
    encoder.note(.deviceDetached(DeviceInfo(id: DeviceInfo.desk.id, name: "Scanner")))
    encoder.append(keystroke(), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(##"{"device":"#3","##))
  }

  @Test("python reads every line back unchanged, for any typed text")
  func independentReader() throws {
    let texts = [
      "\"\\\u{0}\u{1b}\u{7f}\n\t", "é😀👩‍👩‍👧‍👦", "\u{2028}\u{202e}/</script>", "\u{fffd}\u{10ffff}",
    ]
    let encoder = WireEncoder(keysymName: testKeysymName)
    var bytes: [UInt8] = []
    for text in texts {
      encoder.append(
        .textDidChange(.main, range: TextRange(0, 0), text: text, origin: .program), to: &bytes)
    }
    let program = """
      import json, sys
      for line in sys.stdin.buffer.read().decode('utf-8').split('\\n')[:-1]:
          print(json.loads(line)['string'].encode('utf-8').hex())
      """
    let child = try Child.run(
      ["python3", "-c", program], input: String(decoding: bytes, as: UTF8.self))
    let expected = texts.map { text in
      text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(child.status == 0, "\(child.errors)")
    #expect(child.output.split(separator: "\n").map(String.init) == expected)
  }
}
