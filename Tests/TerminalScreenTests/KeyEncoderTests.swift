// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TerminalScreen

/// Keys become the bytes of an xterm.
@Suite struct KeyEncoderTests {
  typealias Flags = KeyboardProtocol.Flags

  private func bytes(
    _ key: Keystroke, _ modes: ScreenModes = ScreenModes(), other: Int = 0, _ flags: Flags = []
  ) -> String {
    let encoder = KeyEncoder(modes: modes, modifyOtherKeys: other, flags: flags)
    return String(decoding: encoder.bytes(for: key), as: UTF8.self)
  }

  private func modes(_ change: (inout ScreenModes) -> Void) -> ScreenModes {
    var modes = ScreenModes()
    change(&modes)
    return modes
  }

  @Test("Text is sent as UTF-8, also from the third level and a compose sequence")
  func text() {
    #expect(bytes(.letter("a")) == "a")
    #expect(bytes(.letter("a", .shift)) == "A")
    #expect(bytes(.typed("é", KeyCode(18))) == "é")
    #expect(bytes(.typed("ab👩‍👧", KeyCode(18))) == "ab👩‍👧")
    #expect(bytes(.typed("@", KeyCode(16), .option, consumed: .option)) == "@")
  }

  @Test("Return, Tab, Escape and Backspace send their control characters")
  func controlKeys() {
    let rows: [(key: Keystroke, bytes: String)] = [
      (.named(.return, 28), "\r"), (.named(.return, 28, .shift), "\r"),
      (.named(.return, 28, .control), "\r"), (.named(.return, 96), "\r"),
      (.named(.tab, 15), "\t"), (.named(.tab, 15, .shift), "\u{1b}[Z"),
      (.named(.tab, 15, .control), "\t"), (.named(.escape, 1), "\u{1b}"),
      (.named(.delete, 14), "\u{7f}"), (.named(.delete, 14, .control), "\u{8}"),
      (.named(.return, 28, .option), "\u{1b}\r"), (.named(.delete, 14, .option), "\u{1b}\u{7f}"),
      (.named(.escape, 1, .option), "\u{1b}\u{1b}"),
    ]
    for row in rows { #expect(bytes(row.key) == row.bytes, "\(row.key)") }
    #expect(bytes(.named(.return, 28), modes { $0.hasNewLineMode = true }) == "\r\n")
    let swapped = modes { $0.backspaceSendsBackspace = true }
    #expect(bytes(.named(.delete, 14), swapped) == "\u{8}")
    #expect(bytes(.named(.delete, 14, .control), swapped) == "\u{7f}")
  }

  @Test("⌃ with each character sends its control character")
  func control() {
    for value in 0x40...0x5F as ClosedRange<UInt32> {
      let character = Unicode.Scalar(value).map(Character.init) ?? "@"
      #expect(
        bytes(.chord(character, .control)).unicodeScalars.map(\.value) == [value & 0x1F])
    }
    for value in 0x61...0x7A as ClosedRange<UInt32> {
      let character = Unicode.Scalar(value).map(Character.init) ?? "a"
      #expect(
        bytes(.chord(character, .control)).unicodeScalars.map(\.value) == [value & 0x1F])
    }
    let rows: [(character: Character, bytes: String)] = [
      (" ", "\0"), ("2", "\0"), ("3", "\u{1b}"), ("4", "\u{1c}"), ("5", "\u{1d}"),
      ("6", "\u{1e}"), ("7", "\u{1f}"), ("8", "\u{7f}"), ("?", "\u{7f}"), ("/", "\u{1f}"),
      ("1", "1"), ("9", "9"), ("0", "0"), (";", ";"),
    ]
    for row in rows { #expect(bytes(.chord(row.character, .control)) == row.bytes) }
    #expect(bytes(.chord("a", [.control, .option])) == "\u{1b}\u{1}")
  }

  @Test("Where the layout types no ASCII, ⌃ counts as with the key of a US keyboard")
  func controlElsewhere() {
    #expect(bytes(.chord("ф", .control, code: 30)) == "\u{1}")
    #expect(bytes(.chord("я", .control, code: 44)) == "\u{1a}")
    #expect(bytes(.chord("é", .control, code: 3)) == "\0")
  }

  @Test("⌥ that chooses no level sends ESC before the key's bytes, and ⌘ sends nothing")
  func optionAndCommand() {
    #expect(bytes(.chord("x", .option)) == "\u{1b}x")
    #expect(bytes(.chord("X", [.option, .shift])) == "\u{1b}X")
    for key in [
      Keystroke.chord("c", .command), .named(.upArrow, 103, .command),
      .named(.return, 28, .command),
      .chord("c", [.command, .control]),
    ] {
      #expect(bytes(key) == "")
    }
  }

  @Test("Cursor and function keys send their sequences, with modifiers as a parameter")
  func functions() {
    let rows: [(input: KeyInput, plain: String, application: String, shift: String, all: String)] =
      [
        (.upArrow, "[A", "OA", "[1;2A", "[1;8A"), (.downArrow, "[B", "OB", "[1;2B", "[1;8B"),
        (.rightArrow, "[C", "OC", "[1;2C", "[1;8C"), (.leftArrow, "[D", "OD", "[1;2D", "[1;8D"),
        (.home, "[H", "OH", "[1;2H", "[1;8H"), (.end, "[F", "OF", "[1;2F", "[1;8F"),
        (.insert, "[2~", "[2~", "[2;2~", "[2;8~"), (.forwardDelete, "[3~", "[3~", "[3;2~", "[3;8~"),
        (.pageUp, "[5~", "[5~", "[5;2~", "[5;8~"), (.pageDown, "[6~", "[6~", "[6;2~", "[6;8~"),
        (.function(1), "OP", "OP", "[1;2P", "[1;8P"), (.function(2), "OQ", "OQ", "[1;2Q", "[1;8Q"),
        (.function(3), "OR", "OR", "[1;2R", "[1;8R"), (.function(4), "OS", "OS", "[1;2S", "[1;8S"),
        (.function(5), "[15~", "[15~", "[15;2~", "[15;8~"),
        (.function(6), "[17~", "[17~", "[17;2~", "[17;8~"),
        (.function(7), "[18~", "[18~", "[18;2~", "[18;8~"),
        (.function(8), "[19~", "[19~", "[19;2~", "[19;8~"),
        (.function(9), "[20~", "[20~", "[20;2~", "[20;8~"),
        (.function(10), "[21~", "[21~", "[21;2~", "[21;8~"),
        (.function(11), "[23~", "[23~", "[23;2~", "[23;8~"),
        (.function(12), "[24~", "[24~", "[24;2~", "[24;8~"),
      ]
    let application = modes { $0.hasApplicationCursorKeys = true }
    for row in rows {
      #expect(bytes(.named(row.input, 0)) == "\u{1b}" + row.plain)
      #expect(bytes(.named(row.input, 0), application) == "\u{1b}" + row.application)
      #expect(bytes(.named(row.input, 0, .shift), application) == "\u{1b}" + row.shift)
      #expect(bytes(.named(row.input, 0, [.shift, .option, .control])) == "\u{1b}" + row.all)
    }
    #expect(bytes(.named(.upArrow, 103, .option)) == "\u{1b}[1;3A")
    #expect(bytes(.named(.upArrow, 103, .control)) == "\u{1b}[1;5A")
  }

  @Test("The keypad sends SS3 sequences in application mode, and its characters otherwise")
  func keypad() {
    let rows: [(code: UInt16, text: String, letter: String)] = [
      (82, "0", "p"), (79, "1", "q"), (80, "2", "r"), (81, "3", "s"), (75, "4", "t"),
      (76, "5", "u"), (77, "6", "v"), (71, "7", "w"), (72, "8", "x"), (73, "9", "y"),
      (55, "*", "j"), (78, "+", "k"), (121, ",", "l"), (74, "-", "m"), (83, ".", "n"),
      (98, "/", "o"),
    ]
    let application = modes { $0.hasApplicationKeypad = true }
    for row in rows {
      #expect(bytes(.typed(row.text, KeyCode(row.code))) == row.text)
      #expect(bytes(.typed(row.text, KeyCode(row.code)), application) == "\u{1b}O" + row.letter)
    }
    #expect(bytes(.named(.return, 96), application) == "\u{1b}OM")
    #expect(bytes(.named(.home, 71), application) == "\u{1b}[H")
    #expect(bytes(.typed("7", KeyCode(8)), application) == "7")
    // 5 without Num Lock is KP_Begin.
    var begin = Keystroke.named("", 76)
    begin.keysym = Keysym(rawValue: 0xFF9D)
    #expect(bytes(begin) == "\u{1b}[E")
    #expect(bytes(begin, modes { $0.hasApplicationCursorKeys = true }) == "\u{1b}OE")
  }

  @Test("Repeats send the same as presses, and releases nothing")
  func phases() {
    for (phase, sent) in [
      (KeyEvent.Phase.press, "\u{1b}[A"), (.repeat, "\u{1b}[A"), (.release, ""), (.cancel, ""),
      (.found, ""),
    ] {
      #expect(bytes(.named(.upArrow, 103, phase: phase)) == sent)
    }
  }

  @Test("modifyOtherKeys 1 and 2 keep the modifiers of other keys")
  func otherKeys() {
    let rows: [(key: Keystroke, one: String, two: String)] = [
      (.letter("a"), "a", "a"), (.letter("a", .shift), "A", "A"),
      (.chord("a", .control), "\u{1}", "\u{1b}[27;5;97~"),
      (.chord("A", [.control, .shift]), "\u{1b}[27;6;65~", "\u{1b}[27;6;65~"),
      (.chord("a", [.control, .option]), "\u{1b}\u{1}", "\u{1b}[27;7;97~"),
      (.chord("A", [.control, .option, .shift]), "\u{1b}\u{1}", "\u{1b}[27;8;65~"),
      (.chord("!", [.control, .option, .shift]), "\u{1b}[27;8;33~", "\u{1b}[27;8;33~"),
      (.chord("A", [.option, .shift]), "\u{1b}A", "\u{1b}[27;4;65~"),
      (.chord("_", [.control, .shift]), "\u{1b}[27;6;95~", "\u{1b}[27;6;95~"),
      (.chord("2", .control), "\0", "\u{1b}[27;5;50~"),
      (.chord("!", [.control, .shift]), "\u{1b}[27;6;33~", "\u{1b}[27;6;33~"),
      (.chord("1", .control), "\u{1b}[27;5;49~", "\u{1b}[27;5;49~"),
      (.chord(";", .control), "\u{1b}[27;5;59~", "\u{1b}[27;5;59~"),
      (.chord("x", .option), "\u{1b}x", "\u{1b}[27;3;120~"),
      (.chord(" ", .control), "\0", "\u{1b}[27;5;32~"),
      (.typed(" ", KeyCode(57), .shift), " ", "\u{1b}[27;2;32~"),
      (.named(.return, 28), "\r", "\r"),
      (.named(.return, 28, .shift), "\u{1b}[27;2;13~", "\u{1b}[27;2;13~"),
      (.named(.return, 28, .control), "\u{1b}[27;5;13~", "\u{1b}[27;5;13~"),
      (.named(.tab, 15, .shift), "\u{1b}[Z", "\u{1b}[Z"),
      (.named(.tab, 15, .control), "\u{1b}[27;5;9~", "\u{1b}[27;5;9~"),
      (.named(.tab, 15, [.control, .shift]), "\u{1b}[27;6;9~", "\u{1b}[27;6;9~"),
      (.named(.escape, 1, .control), "\u{1b}", "\u{1b}[27;5;27~"),
      (.named(.escape, 1, .option), "\u{1b}[27;3;27~", "\u{1b}[27;3;27~"),
      (.named(.escape, 1, .shift), "\u{1b}", "\u{1b}[27;2;27~"),
      (.named(.delete, 14, .control), "\u{8}", "\u{1b}[27;5;127~"),
      (.named(.upArrow, 103, .control), "\u{1b}[1;5A", "\u{1b}[1;5A"),
      (.chord("c", .command), "", ""),
    ]
    for row in rows {
      #expect(bytes(row.key, other: 1) == row.one, "\(row.key)")
      #expect(bytes(row.key, other: 2) == row.two, "\(row.key)")
    }
  }

  @Test("Each set of flags of the kitty protocol gives its bytes")
  func kitty() {
    let all: Flags = [.disambiguate, .eventTypes, .alternateKeys, .allKeys, .associatedText]
    let rows: [(key: Keystroke, flags: Flags, bytes: String)] = [
      (.letter("a"), .disambiguate, "a"), (.letter("a", .shift), .disambiguate, "A"),
      (.chord("a", .control), .disambiguate, "[97;5u"),
      (.chord("a", .option), .disambiguate, "[97;3u"),
      (.chord("A", [.control, .shift]), .disambiguate, "[97;6u"),
      (.chord("c", .command), .disambiguate, "[99;9u"),
      (.named(.escape, 1), .disambiguate, "[27u"), (.named(.escape, 1), .eventTypes, ""),
      (.named(.return, 28), .disambiguate, "\r"),
      (.named(.return, 28, .shift), .disambiguate, "[13;2u"),
      (.named(.tab, 15), .disambiguate, "\t"), (.named(.tab, 15, .shift), .disambiguate, "[9;2u"),
      (.named(.delete, 14), .disambiguate, "\u{7f}"),
      (.named(.delete, 14, .control), .disambiguate, "[127;5u"),
      (.named(.upArrow, 103), .disambiguate, "[A"),
      (.named(.upArrow, 103, .shift), .disambiguate, "[1;2A"),
      (.named(.function(1), 59), .disambiguate, "[P"),
      (.named(.function(3), 61), .disambiguate, "[13~"),
      (.named(.function(5), 63), .disambiguate, "[15~"),
      (.named(.function(13), 183), .disambiguate, "[57376u"),
      (.named(.return, 96), .disambiguate, "[57414u"),
      (.named(.home, 71), .disambiguate, "[57423u"),
      (.typed("7", KeyCode(71)), .disambiguate, "7"),
      (.typed("7", KeyCode(71)), .allKeys, "[57406u"),
      (.letter("a", phase: .repeat), [.disambiguate, .eventTypes], "a"),
      (.letter("a", phase: .release), [.disambiguate, .eventTypes], ""),
      (.named(.upArrow, 103, phase: .repeat), .eventTypes, "[1;1:2A"),
      (.named(.upArrow, 103, phase: .release), .eventTypes, "[1;1:3A"),
      (.named(.upArrow, 103, phase: .cancel), .eventTypes, "[1;1:3A"),
      (.named(.upArrow, 103, phase: .release), .disambiguate, ""),
      (.named(.escape, 1, phase: .release), [.disambiguate, .eventTypes], "[27;1:3u"),
      (.named(.return, 28, phase: .release), [.disambiguate, .eventTypes], ""),
      (.named(.return, 28, phase: .release), [.eventTypes, .allKeys], "[13;1:3u"),
      (.chord("a", .control, phase: .release), [.disambiguate, .eventTypes], "[97;5:3u"),
      (.letter("a", .shift), [.allKeys, .alternateKeys], "[97:65;2u"),
      (.chord("ф", .control, code: 30), [.disambiguate, .alternateKeys], "[1092::97;5u"),
      (.letter("a"), .allKeys, "[97u"), (.letter("a"), [.allKeys, .associatedText], "[97;;97u"),
      (.letter("a", .shift), [.allKeys, .associatedText], "[97;2;65u"),
      (.letter("a", .shift), all, "[97:65;2;65u"), (.letter("a", phase: .release), all, "[97;1:3u"),
      (.letter("a", .alphaShift), .allKeys, "[97;65u"),
      (.named(.return, 28), .allKeys, "[13u"), (.named(.tab, 15), .allKeys, "[9u"),
      (.named("", 42), .allKeys, "[57441u"), (.named("", 42), .disambiguate, ""),
      (.named("", 97, phase: .release), [.allKeys, .eventTypes], "[57448;1:3u"),
    ]
    for row in rows {
      let plain = ["a", "A", "7", "\r", "\t", "\u{7f}", ""].contains(row.bytes)
      let expected =
        row.key.charactersIgnoringModifiers == .escape && row.flags == .eventTypes
        ? "\u{1b}" : plain ? row.bytes : "\u{1b}" + row.bytes
      #expect(bytes(row.key, ScreenModes(), row.flags) == expected, "\(row.key) \(row.flags)")
    }
  }

  @Test("The functional keys have the numbers of the kitty specification")
  func kittyNumbers() {
    // The numbers that the specification gives keys by name, with their key codes.
    let codes: [(code: UInt16, number: Int)] = [
      (58, 57358), (70, 57359), (69, 57360), (99, 57361), (119, 57362), (127, 57363),
      (207, 57428), (201, 57429), (164, 57430), (166, 57432), (208, 57433), (168, 57434),
      (163, 57435), (165, 57436), (167, 57437), (114, 57438), (115, 57439), (113, 57440),
      (42, 57441), (29, 57442), (56, 57443), (125, 57444), (54, 57447), (97, 57448), (100, 57449),
      (126, 57450),
    ]
    for row in codes {
      #expect(bytes(.named("", row.code), ScreenModes(), .allKeys) == "\u{1b}[\(row.number)u")
    }
    for number in 13...24 {
      #expect(
        bytes(.named(.function(number), 0), ScreenModes(), .disambiguate)
          == "\u{1b}[\(57376 + number - 13)u")
    }
    let keypad: [(code: UInt16, number: Int)] = [
      (82, 57399), (79, 57400), (80, 57401), (81, 57402), (75, 57403), (76, 57404), (77, 57405),
      (71, 57406), (72, 57407), (73, 57408), (83, 57409), (98, 57410), (55, 57411), (74, 57412),
      (78, 57413), (117, 57415), (121, 57416),
    ]
    for row in keypad {
      #expect(
        bytes(.typed("0", KeyCode(row.code)), ScreenModes(), .allKeys) == "\u{1b}[\(row.number)u")
    }
    let inputs: [(input: KeyInput, number: Int)] = [
      (.leftArrow, 57417), (.rightArrow, 57418), (.upArrow, 57419), (.downArrow, 57420),
      (.pageUp, 57421), (.pageDown, 57422), (.home, 57423), (.end, 57424), (.insert, 57425),
      (.forwardDelete, 57426),
    ]
    for row in inputs {
      #expect(bytes(.named(row.input, 75), ScreenModes(), .disambiguate) == "\u{1b}[\(row.number)u")
    }
  }

  @Test("Only keys that the program receives as text may be composed")
  func composable() {
    let encoder = KeyEncoder()
    #expect(encoder.typesText(.letter("a")))
    #expect(encoder.typesText(.letter("a", .shift)))
    for key in [
      Keystroke.chord("x", .option), .chord("x", .control), .named(.return, 28), .named(.tab, 15),
      .named(.upArrow, 103), .chord("c", .command),
    ] {
      #expect(!encoder.typesText(key))
    }
    #expect(!KeyEncoder(flags: .allKeys).typesText(.letter("a")))
    #expect(
      !KeyEncoder(modes: modes { $0.hasApplicationKeypad = true }).typesText(
        .typed("7", KeyCode(71))))
  }
}
