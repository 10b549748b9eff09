// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
import Scanners
import Testing

@Suite struct ScanAssemblerTests {
  private static let device = DeviceID(rawValue: 7)

  /// Types keys into an assembler, with a millisecond per press or release.
  private struct Typist {
    var assembler: ScanAssembler
    var now = Timestamp.zero
    var scans: [Scan] = []

    init(_ change: (inout ScannerSettings) -> Void = { _ in }) {
      var settings = ScannerSettings()
      change(&settings)
      assembler = ScanAssembler(device: ScanAssemblerTests.device, settings: settings)
    }

    mutating func key(
      _ code: KeyCode, _ phase: KeyEvent.Phase = .press, _ text: String = "",
      keysym: Keysym? = nil, modifiers: Modifiers = []
    ) {
      let keysym = keysym ?? Self.modifierKeysyms[code] ?? .none
      now = now.advanced(byMicroseconds: 1000)
      let event = KeyEvent(
        time: now, device: ScanAssemblerTests.device, code: code, phase: phase)
      let keystroke = Keystroke(
        event: event, keysym: keysym, text: phase == .release ? "" : text, modifiers: modifiers)
      assembler.handle(keystroke, into: &scans)
    }

    private static let modifierKeysyms: [KeyCode: Keysym] = [
      .leftAlt: Keysym(rawValue: 0xffe9), .rightAlt: Keysym(rawValue: 0xfe03),
      .leftShift: Keysym(rawValue: 0xffe1), .numLock: Keysym(rawValue: 0xff7f),
    ]

    mutating func tap(_ code: KeyCode, _ text: String = "") {
      key(code, .press, text)
      key(code, .release)
    }

    mutating func type(_ text: String, then end: KeyCode? = .enter) {
      for character in text { tap(.a, String(character)) }
      if let end { tap(end, "\r") }
    }

    mutating func altNumber(_ digits: String, numLock: Bool = false) {
      key(.leftAlt)
      if numLock { tap(.numLock) }
      for digit in digits {
        let keys: [Character: UInt16] = [
          "0": 82, "1": 79, "2": 80, "3": 81, "4": 75, "5": 76, "6": 77, "7": 71, "8": 72, "9": 73,
        ]
        // Without Num Lock the layout makes it an arrow.
        tap(KeyCode(keys[digit] ?? 0), "")
      }
      key(.leftAlt, .release)
    }

    mutating func end(_ end: LineEnd) {
      switch end {
      case .enter: tap(.enter, "\r")
      case .keypadEnter: tap(.keypadEnter, "\r")
      case .controlM: key(KeyCode(50), keysym: Keysym(rawValue: 0x6d), modifiers: .control)
      case .controlJ: key(KeyCode(36), keysym: Keysym(rawValue: 0x6a), modifiers: .control)
      case .altCR: altNumber("013")
      case .altLF: altNumber("010")
      }
    }

    mutating func wait(_ microseconds: Int64) {
      now = now.advanced(byMicroseconds: microseconds)
      assembler.advance(to: now, into: &scans)
    }

    var summary: [String] {
      scans.map { scan in
        "\(scan.text) \(scan.end)" + (scan.flaw.map { " (\($0.rawValue))" } ?? "")
      }
    }
  }

  @Test("a terminator ends a code and gives its time; the duration is counted from the first key")
  func terminator() {
    var typist = Typist()
    typist.type("400")
    typist.type("")
    typist.type("12", then: .keypadEnter)
    #expect(
      typist.scans == [
        Scan(
          device: Self.device, text: "400", time: Timestamp(microseconds: 7000),
          duration: .microseconds(6000),
          end: .key(.enter)),
        Scan(
          device: Self.device, text: "12", time: Timestamp(microseconds: 15_000),
          duration: .microseconds(4000),
          end: .key(.keypadEnter)),
      ])
    #expect(typist.assembler.nextDeadline == nil)
  }

  @Test("only the configured terminators end a code, and other keys type")
  func otherTerminators() {
    var typist = Typist {
      $0.terminators = [.tab]
      $0.controlTerminators = []
    }
    typist.type("a")
    typist.type("b", then: .tab)
    #expect(typist.summary == ["a\rb tab"])
  }

  @Test("repeats, releases and keys found down type nothing")
  func phases() {
    var typist = Typist()
    typist.key(.a, .press, "a")
    typist.key(.a, .repeat, "a")
    typist.key(.a, .found, "a")
    typist.key(.a, .release)
    typist.key(.enter, .repeat, "\r")
    typist.key(.enter, .press, "\r")
    typist.key(.enter, .repeat, "\r")
    #expect(typist.summary == ["a enter"])
  }

  @Test("Control with a key is an ASCII control character, so GS1 separators arrive")
  func control() {
    var typist = Typist()
    typist.key(KeyCode(27), keysym: Keysym(rawValue: 0x5d), modifiers: .control)
    typist.key(.a, keysym: Keysym(rawValue: 0x61), modifiers: .control)
    typist.key(KeyCode(7), keysym: Keysym(rawValue: 0x5e), modifiers: [.control, .shift])
    typist.type("x")
    typist.key(.a, keysym: Keysym(rawValue: 0x61), modifiers: [.control, .option])
    typist.type("x")
    #expect(typist.summary == ["\u{1d}\u{1}\u{1e}x enter", "x enter (unknownKey)"])
  }

  @Test("a code in which a key without a meaning was pressed is incomplete, up to its end")
  func unknownKeys() {
    var typist = Typist()
    typist.type("01", then: nil)
    typist.tap(KeyCode(66))
    typist.type("2")
    typist.key(.leftShift)
    typist.tap(.scrollLock)
    typist.type("3")
    typist.tap(.escape)
    typist.tap(.enter)
    typist.type("4")
    #expect(
      typist.summary == [
        "012 enter (unknownKey)", "3 enter", " enter (unknownKey)", "4 enter",
      ])
  }

  @Test("an unknown key makes a code incomplete that ends with a gap, in parts, or by unplugging")
  func unknownKeyAndOtherEnds() {
    var typist = Typist {
      $0.gap = 1000
      $0.maximumLength = 2
    }
    typist.tap(KeyCode(66))
    typist.type("123", then: nil)
    typist.wait(1000)
    typist.tap(KeyCode(66))
    typist.wait(1000)
    typist.type("4", then: nil)
    typist.tap(KeyCode(66))
    typist.assembler.interrupt(.disconnect, into: &typist.scans)
    #expect(
      typist.summary == [
        "12 limit (unknownKey)", "3 gap (unknownKey)", " gap (unknownKey)",
        "4 disconnect (unknownKey)",
      ])
  }

  @Test("keys type the control characters that the settings name, and ignored keys nothing")
  func keys() {
    var typist = Typist { $0.keys = [KeyCode(66): "\u{1d}", KeyCode(108): "", .a: "\u{2}"] }
    typist.tap(.a, "a")
    typist.tap(KeyCode(66))
    typist.type("x", then: nil)
    typist.tap(.enter)
    typist.tap(KeyCode(108))
    typist.tap(KeyCode(11), "0")
    typist.key(KeyCode(66), modifiers: .control)
    typist.tap(.enter)
    #expect(typist.summary == ["\u{2}\u{1d}\u{2} enter", "0 enter (unknownKey)"])
  }

  @Test("the tables of makers name keys and control characters that exist, each key once")
  func makers() {
    for maker in ScannerMaker.allCases {
      #expect(maker.keys.count == maker.table.count, "\(maker)")
      #expect(Set(maker.keys.values).count == maker.table.count, "\(maker)")
    }
    #expect(ScannerMaker.handHeldProducts.keys[KeyCode(108)] == "\u{1d}")
    #expect(ScannerMaker.zebra.keys[KeyCode(15)] == "\t")
    #expect(ControlCharacter.named("DEL") == "\u{7f}" && ControlCharacter.named("US") == "\u{1f}")
  }

  // MARK: CR and LF

  /// A line end as scanners type it: Enter, a letter with Control, or a number with Alt.
  private enum LineEnd: CaseIterable {
    case enter, keypadEnter, controlM, controlJ, altCR, altLF
  }

  @Test("CR, LF and CR LF end one code, however they are typed")
  func lineEnds() {
    for first in LineEnd.allCases {
      for second in LineEnd.allCases {
        var typist = Typist { $0.decodesAltNumpad = true }
        typist.type("123", then: nil)
        typist.end(first)
        typist.end(second)
        typist.type("456")
        #expect(
          typist.scans.map(\.text) == ["123", "456"] && typist.scans.allSatisfy(\.isComplete),
          "\(first), \(second)")
        #expect(typist.scans.first?.end == .key(first == .keypadEnter ? .keypadEnter : .enter))
      }
    }
  }

  @Test("KEY-12 a keypad with the digits of a telephone types codes that OK ends")
  func telephone() throws {
    let layouts = try KeyboardLayouts().makeLiteral()
    try layouts.connect(DeviceInfo(id: Self.device, name: "Keypad"))
    var assembler = ScanAssembler(device: Self.device, settings: ScannerSettings())
    var scans: [Scan] = []
    for code: UInt16 in [0x204, 0x202, 0x20b, 0x160] {
      let event = KeyEvent(
        time: .zero, device: Self.device, code: KeyCode(code), phase: .press)
      assembler.handle(layouts.keystroke(for: event), into: &scans)
    }
    #expect(scans.map(\.text) == ["42#"] && scans.allSatisfy(\.isComplete))
  }

  @Test("LF is part of a code if it ends none, except directly after a carriage return")
  func lineFeeds() {
    var typist = Typist { $0.controlTerminators = [] }
    typist.type("1", then: nil)
    typist.end(.controlJ)
    typist.type("2")
    typist.end(.controlJ)
    typist.type("3")
    typist.tap(.escape)
    typist.end(.controlJ)
    typist.type("4")
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.end(.controlJ)
    typist.type("5")
    #expect(
      typist.summary == [
        "1\n2 enter", "3 enter", "\n4 enter (unknownKey)", "\n5 enter (lost)",
      ])
  }

  // MARK: Prefixes, suffixes and gaps

  @Test("an existing prefix and suffix is removed once, the longest one that matches")
  func stripping() {
    var typist = Typist {
      $0.prefixes = ["B", "BB"]
      $0.suffixes = ["C", ""]
    }
    for code in ["B12C", "12", "BBB1", "C1CC", "BC"] { typist.type(code) }
    #expect(
      typist.summary == ["12 enter", "12 enter", "B1 enter", "C1C enter", " enter (short)"])
  }

  @Test("an AIM identifier at the start is the symbology, also if it is removed as a prefix")
  func symbology() {
    var typist = Typist { $0.prefixes = ["]C1", "]E"] }
    for code in ["]C10104", "]E0400", "]d2", "]C", "a]C1", "]1C400", "400"] { typist.type(code) }
    #expect(
      typist.scans.map { "\($0.text) \($0.symbology ?? "none")" } == [
        "0104 ]C1", "0400 ]E0", "]d2 ]d2", "]C none", "a]C1 none", "]1C400 none", "400 none",
      ])
  }

  @Test("the same code again is ignored for a time after its last occurrence")
  func repeats() {
    var typist = Typist { $0.ignoredRepeat = 3_000_000 }
    typist.type("400")
    for _ in 0..<5 {
      typist.wait(2_000_000)
      typist.type("400")
    }
    typist.type("500")
    typist.type("400")
    typist.wait(3_100_000)
    typist.type("400")
    #expect(typist.scans.map(\.text) == ["400", "500", "400", "400"])
  }

  @Test("an incomplete code is never ignored, and no code is without the setting")
  func noRepeats() {
    var typist = Typist {
      $0.ignoredRepeat = 3_000_000
      $0.minimumLength = 3
    }
    for _ in 0..<2 { typist.type("40") }
    var other = Typist()
    for _ in 0..<2 { other.type("400") }
    #expect(typist.scans.count == 2 && other.scans.count == 2)
  }

  @Test("a gap ends a code if the settings say so, counted from the last key")
  func gap() {
    var typist = Typist { $0.gap = 200_000 }
    #expect(typist.assembler.nextDeadline == nil)
    typist.type("12", then: nil)
    #expect(typist.assembler.nextDeadline == Timestamp(microseconds: 204_000))
    typist.wait(199_999)
    #expect(typist.scans.isEmpty)
    typist.type("3", then: nil)
    typist.wait(200_000)
    #expect(typist.assembler.nextDeadline == nil)
    typist.type("4")
    typist.wait(1_000_000)
    #expect(typist.summary == ["123 gap", "4 enter"])
    #expect(typist.scans.first?.duration == .microseconds(203_999))
  }

  @Test("a code below the minimum length is reported as short")
  func short() {
    var typist = Typist { $0.minimumLength = 3 }
    typist.type("12")
    typist.type("123")
    #expect(typist.summary == ["12 enter (short)", "123 enter"])
  }

  @Test("a code beyond the maximum length is reported in pieces, all of them incomplete")
  func limit() {
    var typist = Typist {
      $0.maximumLength = 3
      $0.prefixes = ["1"]
    }
    typist.type("1234567")
    typist.type("123")
    #expect(
      typist.summary == [
        "23 limit (limit)", "456 limit (limit)", "7 enter (limit)", "23 enter",
      ])
  }

  @Test("an incomplete code has no prefix and no suffix either, if it has its start or end")
  func incomplete() {
    var typist = Typist {
      $0.prefixes = ["B"]
      $0.suffixes = ["E"]
    }
    typist.type("B40E", then: nil)
    typist.assembler.interrupt(.disconnect, into: &typist.scans)
    typist.type("B4B", then: nil)
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.type("B0E")
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.type("B1E")
    typist.type("B2E")
    #expect(
      typist.summary == [
        // The suffix may be the beginning of something longer.
        "40E disconnect (disconnect)", "4B lost (lost)",
        // The start may be lost, so this is no prefix.
        "B0 enter (lost)", "B1 enter (lost)", "2 enter",
      ])
  }

  // MARK: Interruptions

  @Test("a partial code is reported as incomplete when its device is unplugged")
  func disconnect() {
    var typist = Typist()
    typist.assembler.interrupt(.disconnect, into: &typist.scans)
    #expect(typist.scans.isEmpty)
    typist.type("40", then: nil)
    typist.assembler.interrupt(.disconnect, into: &typist.scans)
    #expect(typist.summary == ["40 disconnect (disconnect)"])
  }

  @Test("after lost events codes are incomplete until the next end of a code")
  func lost() {
    var typist = Typist()
    typist.type("4", then: nil)
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.type("0")
    typist.type("7")
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.type("")
    typist.type("8")
    #expect(
      typist.summary == [
        "4 lost (lost)", "0 enter (lost)", "7 enter", " enter (lost)", "8 enter",
      ])
  }

  @Test("a loss that was already reported is not reported again by a terminator alone")
  func lostTail() {
    var typist = Typist()
    typist.type("4", then: nil)
    typist.assembler.interrupt(.lost, into: &typist.scans)
    typist.type("")
    typist.type("5")
    #expect(typist.summary == ["4 lost (lost)", "5 enter"])
  }

  // MARK: Character codes

  @Test("Alt with keypad digits is a character, with or without a Num Lock tap")
  func numpad() {
    var typist = Typist { $0.decodesAltNumpad = true }
    for (digits, numLock) in [
      ("65", true), ("0066", false), ("0128", true), ("128", false), ("8364", true),
      ("00008364", false), ("128512", true), ("029", false), ("55296", false),
      ("99999999999", true), ("255", false), ("0256", false), ("256", true),
    ] { typist.altNumber(digits, numLock: numLock) }
    typist.type("x")
    #expect(typist.summary == ["AB€Ç€€😀\u{1d}\u{fffd}\u{fffd}\u{a0}ĀĀx enter"])
  }

  @Test("Alt alone types nothing, and digits after it are those of the layout")
  func altAlone() {
    var typist = Typist { $0.decodesAltNumpad = true }
    typist.altNumber("")
    typist.tap(KeyCode(79), "1")
    typist.tap(.enter)
    #expect(typist.summary == ["1 enter"])
    var plain = Typist()
    plain.altNumber("65")
    plain.type("x")
    #expect(
      plain.summary == ["x enter (unknownKey)"],
      "Alt numbers are decoded only if the settings allow it")
  }

  @Test("a partial number is dropped when the device is unplugged")
  func halfNumber() {
    var typist = Typist {
      $0.decodesAltNumpad = true
      $0.gap = 1000
    }
    typist.key(.leftAlt)
    typist.tap(KeyCode(79))
    #expect(typist.assembler.nextDeadline == nil, "a gap does not cut a number")
    typist.assembler.interrupt(.stop, into: &typist.scans)
    typist.tap(KeyCode(79), "1")
    typist.tap(.enter)
    #expect(typist.summary == [" stop (stop)", "1 enter"])
  }

  @Test("a number whose Alt key is cancelled types nothing, as when its keyboard is unplugged")
  func cancelledNumber() {
    for alt in [KeyCode.leftAlt, .rightAlt] {
      var typist = Typist { $0.decodesAltNumpad = true }
      typist.type("4", then: nil)
      typist.key(alt)
      for _ in 0..<2 { typist.tap(KeyCode(77)) }
      typist.key(alt, .cancel)
      typist.tap(KeyCode(79), "1")
      typist.assembler.interrupt(.disconnect, into: &typist.scans)
      #expect(typist.summary == ["41 disconnect (disconnect)"], "\(alt)")
    }
  }
}
