// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Mirrors

/// The keys in the input from a terminal.
@Suite struct TerminalKeyTests {
  typealias Held = TerminalKey.Held

  private static func reader(_ form: TerminalKey.Form = TerminalKey.Form()) -> TerminalReader {
    var reader = TerminalReader()
    reader.readsKeys = true
    reader.form = form
    return reader
  }

  private static func code(_ code: UInt16, _ held: Held = []) -> TerminalKey {
    TerminalKey(.code(KeyCode(code)), held)
  }

  private static func text(_ text: String) -> TerminalKey {
    TerminalKey(.character(text.unicodeScalars.first ?? " "), text: text)
  }

  private static func chord(_ character: Unicode.Scalar, _ held: Held) -> TerminalKey {
    TerminalKey(.character(character), held)
  }

  /// Reads a text whole and in two pieces, cut at each byte, and expects the same keys.
  private func expect(
    _ bytes: String, _ keys: [TerminalKey], _ form: TerminalKey.Form = TerminalKey.Form(),
    cuts: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let input = Array(bytes.utf8)
    for cut in cuts ? Array(0..<input.count) : [0] {
      var reader = Self.reader(form)
      let found = reader.read(input[..<cut]) + reader.read(input[cut...]) + reader.end()
      #expect(
        found == keys.map { .key($0) }, "cut at \(cut): \(bytes.debugDescription)",
        sourceLocation: sourceLocation)
      #expect(!reader.mayBeWhole, sourceLocation: sourceLocation)
    }
  }

  @Test("text is a key for each character, whatever its number of bytes")
  func texts() {
    expect("aA ~", ["a", "A", " ", "~"].map(Self.text))
    expect("é€😀", ["é", "€", "😀"].map(Self.text))
    expect("e\u{301}", [Self.text("e"), Self.text("\u{301}")])
  }

  @Test("bytes that are no UTF-8, and control characters beyond ASCII, are no keys")
  func invalid() {
    var reader = Self.reader()
    let bytes: [UInt8] = [
      0xff, 0xc3, 0x61, 0x80, 0xe2, 0x82, 0x62, 0xed, 0xa0, 0x80, 0xc0, 0x80, 0xc2, 0x9b, 0x63,
    ]
    #expect(reader.read(bytes) == ["a", "b", "c"].map { .key(Self.text($0)) })
  }

  @Test("control characters are Return, Tab, Escape, Backspace, or ⌃ with a character")
  func controls() {
    expect("\r\t\u{7f}", [Self.code(28), Self.code(15), Self.code(14)])
    expect("\u{1b}", [Self.code(1)])
    for value in 1...26 as ClosedRange<UInt8> where value != 9 && value != 13 {
      let letter = Unicode.Scalar(value + 0x60)
      expect(String(Unicode.Scalar(value)), [Self.chord(letter, .control)])
    }
    let rows: [(UInt8, Unicode.Scalar)] = [
      (0, " "), (0x1c, "\\"), (0x1d, "]"), (0x1e, "^"), (0x1f, "_"),
    ]
    for (byte, character) in rows {
      expect(String(Unicode.Scalar(byte)), [Self.chord(character, .control)])
    }
    var form = TerminalKey.Form()
    form.erasesWithControlH = true
    expect("\u{8}\u{7f}", [Self.code(14), Self.code(14, .control)], form)
  }

  @Test("ESC before a key is ⌥, if both arrive soon after each other")
  func option() {
    expect("\u{1b}a\u{1b}A", [Self.chord("a", .alt), Self.chord("A", .alt)])
    expect("\u{1b}é", [Self.chord("é", .alt)])
    expect("\u{1b}\r", [Self.code(28, .alt)])
    expect("\u{1b}\u{7f}", [Self.code(14, .alt)])
    expect("\u{1b}\u{1}", [Self.chord("a", [.alt, .control])])
    expect("\u{1b}[", [Self.chord("[", .alt)])
    expect("\u{1b}O", [Self.chord("O", .alt)])
    expect("\u{1b}]", [Self.chord("]", .alt)])
    expect("\u{1b}Oz", [Self.chord("O", .alt), Self.text("z")])
    expect("\u{1b}\u{1b}[Z", [Self.code(15, [.alt, .shift])], cuts: false)
    expect("\u{1b}\u{1b}[A", [Self.code(103, .alt)], cuts: false)
    expect("\u{1b}\u{1b}", [Self.code(1, .alt)], cuts: false)
    expect("\u{1b}\u{1b}x", [Self.code(1), Self.chord("x", .alt)])
    expect("\u{1b}\u{1b}\u{1b}", [Self.code(1), Self.code(1, .alt)], cuts: false)
  }

  @Test("Escape that repeats is Escape each time, and not ⌥")
  func repeatedEscape() {
    var reader = Self.reader()
    var found: [TerminalEvent] = []
    for _ in 0..<4 { found += reader.read([0x1b]) }
    found += reader.end()
    #expect(found == Array(repeating: .key(.escape), count: 4))
  }

  @Test("cursor and function keys of xterm, with all modifiers")
  func functions() {
    let letters: [(Character, UInt16)] = [
      ("A", 103), ("B", 108), ("C", 106), ("D", 105), ("E", 76), ("F", 107), ("H", 102), ("P", 59),
      ("Q", 60), ("R", 61), ("S", 62),
    ]
    for (letter, code) in letters {
      expect("\u{1b}[\(letter)\u{1b}O\(letter)", [Self.code(code), Self.code(code)])
      for parameter in 2...16 {
        let held = Held(rawValue: parameter - 1)
        expect("\u{1b}[1;\(parameter)\(letter)", [Self.code(code, held)])
      }
    }
    let tildes: [(Int, UInt16)] = [
      (1, 102), (2, 110), (3, 111), (4, 107), (5, 104), (6, 109), (7, 102), (8, 107), (11, 59),
      (15, 63), (17, 64), (21, 68), (23, 87), (24, 88), (25, 183), (34, 190),
    ]
    for (number, code) in tildes {
      expect("\u{1b}[\(number)~\u{1b}[\(number);5~", [Self.code(code), Self.code(code, .control)])
    }
    expect("\u{1b}[Z", [Self.code(15, .shift)])
    expect("\u{1b}OM\u{1b}OI", [Self.code(96), Self.code(15)])
    expect("\u{1b}Op", [TerminalKey(.code(KeyCode(82)), text: "0")])
    expect("\u{1b}Oy", [TerminalKey(.code(KeyCode(73)), text: "9")])
    expect("\u{1b}Ok", [TerminalKey(.code(KeyCode(78)), text: "+")])
  }

  @Test("the function keys of the Linux console, and the modifiers of rxvt")
  func otherTerminals() {
    for (letter, code) in zip("ABCDE", UInt16(59)...63) {
      expect("\u{1b}[[\(letter)", [Self.code(code)])
    }
    expect("\u{1b}[a\u{1b}Oa", [Self.code(103, .shift), Self.code(103, .control)])
    expect("\u{1b}[d\u{1b}Od", [Self.code(105, .shift), Self.code(105, .control)])
    expect("\u{1b}[3$\u{1b}[3^", [Self.code(111, .shift), Self.code(111, .control)])
    expect("\u{1b}[3@", [Self.code(111, [.shift, .control])])
  }

  @Test("both forms of modifyOtherKeys")
  func otherKeys() {
    expect("\u{1b}[27;5;13~", [Self.code(28, .control)])
    expect("\u{1b}[13;5u", [Self.code(28, .control)])
    expect("\u{1b}[27;6;65~", [Self.chord("A", [.control, .shift])])
    expect("\u{1b}[27;5;39~", [Self.chord("'", .control)])
    expect("\u{1b}[65;2u", [TerminalKey(.character("A"), .shift, text: "A")])
    expect("\u{1b}[27;2;32~", [TerminalKey(.character(" "), .shift, text: " ")])
    expect("\u{1b}[27;5;27~", [Self.code(1, .control)])
    expect("\u{1b}[27;3;127~", [Self.code(14, .alt)])
  }

  @Test("keys of the kitty keyboard protocol: presses, repeats and releases with text and base")
  func kitty() {
    var form = TerminalKey.Form()
    form.reportsReleases = true
    func key(
      _ character: Unicode.Scalar, _ held: Held, _ phase: TerminalKey.Phase, _ text: String = "",
      _ base: Unicode.Scalar? = nil
    ) -> TerminalKey {
      TerminalKey(.character(character), held, phase: phase, text: text, base: base)
    }
    expect("\u{1b}[97;;97u", [key("a", [], .press, "a")], form)
    expect("\u{1b}[97;1:2;97u", [key("a", [], .repeat, "a")], form)
    expect("\u{1b}[97;1:3u", [key("a", [], .release)], form)
    expect("\u{1b}[97:65;2;65u", [key("a", .shift, .press, "A")], form)
    expect("\u{1b}[99;9u", [key("c", .command, .press)], form)
    expect("\u{1b}[1089::99;5u", [key("с", .control, .press, "", "c")], form)
    expect("\u{1b}[97:65;2u", [key("a", .shift, .press, "A")], form)
    expect("\u{1b}[97;129;97u", [key("a", [], .press, "a")], form)
    expect("\u{1b}[0;;233:8364u", [TerminalKey(.text, phase: .press, text: "é€")], form)
    expect(
      "\u{1b}[57441;2u\u{1b}[57441;1:3u",
      [
        TerminalKey(.code(.leftShift), .shift, phase: .press),
        TerminalKey(.code(.leftShift), phase: .release),
      ], form)
    expect("\u{1b}[57453u", [TerminalKey(.thirdLevel, phase: .press)], form)
    expect("\u{1b}[1;1:3A", [TerminalKey(.code(KeyCode(103)), phase: .release)], form)
    expect("\u{1b}[3;5:2~", [TerminalKey(.code(KeyCode(111)), .control, phase: .repeat)], form)
    expect(
      "\u{1b}[57404;129;53u", [TerminalKey(.code(KeyCode(76)), phase: .press, text: "5")], form)
    expect("\u{1b}[57417u", [TerminalKey(.code(KeyCode(75)), phase: .press)], form)
    expect(
      "\u{1b}[13u\u{1b}[9;2u",
      [
        TerminalKey(.code(.enter), phase: .press), TerminalKey(.code(.tab), .shift, phase: .press),
      ], form)
  }

  @Test("without reported releases every key is a tap")
  func taps() {
    expect("\u{1b}[97u\u{1b}[97;1:2u", [Self.text("a"), Self.text("a")])
  }

  @Test("a key without text types none once the terminal has reported a text")
  func deadKeys() {
    var form = TerminalKey.Form()
    form.reportsReleases = true
    expect(
      "\u{1b}[97;;97u\u{1b}[180u\u{1b}[101;;233u",
      [
        TerminalKey(.character("a"), phase: .press, text: "a"),
        TerminalKey(.character("´"), phase: .press),
        TerminalKey(.character("e"), phase: .press, text: "é"),
      ], form)
  }

  @Test("reports, pastes and unknown sequences are no keys, and what follows them is")
  func others() {
    let input =
      "\u{1b}[?31u\u{1b}[?62;22c\u{1b}[I\u{1b}[200~x\u{1b}[201~\u{1b}[<0;1;1M\u{1b}[>1;2c"
      + "\u{1b}[99z\u{1b}[?2026;2$y\u{1b}[1;2;3;4R\u{1b}[57500u\u{1b}[0u\u{1b}[1114112u.\u{1b}[O"
    var reader = Self.reader()
    #expect(
      reader.read(input.utf8) == [
        .keyboard(flags: 31), .attributes, .focus(true), .paste("x"),
        .key(TerminalKey(.code(KeyCode(61)), .shift, phase: .press)), .key(Self.text(".")),
        .focus(false),
      ])
  }

  @Test("a colour is reported while one is expected, and ⌥] is a key otherwise")
  func colors() {
    var reader = Self.reader()
    #expect(reader.read("\u{1b}]1".utf8) == [.key(Self.chord("]", .alt)), .key(Self.text("1"))])
    reader.expectsColors = true
    #expect(
      reader.read("\u{1b}]11;rgb:1/2/3\u{1b}\\a".utf8)
        == [.color(.background, .rgb(17, 34, 51)), .key(Self.text("a"))])
    #expect(reader.read("\u{1b}]".utf8) == [] && reader.mayBeWhole)
    #expect(reader.end() == [.key(Self.chord("]", .alt))])
  }

  @Test("the longest parameters are those of a text, and longer ones are no key")
  func long() {
    var reader = Self.reader()
    let text = String(repeating: "97:", count: 400)
    #expect(reader.read("\u{1b}[0;;\(text)97ua".utf8) == [.key(Self.text("a"))])
    #expect(
      reader.read("\u{1b}[0;;97:97u".utf8) == [.key(TerminalKey(.text, text: "aa"))])
  }
}
