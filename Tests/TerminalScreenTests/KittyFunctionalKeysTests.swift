// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TerminalScreen

/// The functional keys of the kitty keyboard protocol.
@Suite struct KittyFunctionalKeysTests {
  /// The table "Functional key codes" of https://sw.kovidgoyal.net/kitty/keyboard-protocol/.
  ///
  /// The `1` that is left out if there are no modifiers is left out here, and so are second forms.
  private static let specification = """
    ESCAPE 27u; ENTER 13u; TAB 9u; BACKSPACE 127u; INSERT 2~; DELETE 3~; LEFT D; RIGHT C; UP A;
    DOWN B; PAGE_UP 5~; PAGE_DOWN 6~; HOME H; END F; CAPS_LOCK 57358u; SCROLL_LOCK 57359u;
    NUM_LOCK 57360u; PRINT_SCREEN 57361u; PAUSE 57362u; MENU 57363u; F1 P; F2 Q; F3 13~; F4 S;
    F5 15~; F6 17~; F7 18~; F8 19~; F9 20~; F10 21~; F11 23~; F12 24~; F13 57376u; F14 57377u;
    F15 57378u; F16 57379u; F17 57380u; F18 57381u; F19 57382u; F20 57383u; F21 57384u;
    F22 57385u; F23 57386u; F24 57387u; F25 57388u; F26 57389u; F27 57390u; F28 57391u;
    F29 57392u; F30 57393u; F31 57394u; F32 57395u; F33 57396u; F34 57397u; F35 57398u;
    KP_0 57399u; KP_1 57400u; KP_2 57401u; KP_3 57402u; KP_4 57403u; KP_5 57404u; KP_6 57405u;
    KP_7 57406u; KP_8 57407u; KP_9 57408u; KP_DECIMAL 57409u; KP_DIVIDE 57410u;
    KP_MULTIPLY 57411u; KP_SUBTRACT 57412u; KP_ADD 57413u; KP_ENTER 57414u; KP_EQUAL 57415u;
    KP_SEPARATOR 57416u; KP_LEFT 57417u; KP_RIGHT 57418u; KP_UP 57419u; KP_DOWN 57420u;
    KP_PAGE_UP 57421u; KP_PAGE_DOWN 57422u; KP_HOME 57423u; KP_END 57424u; KP_INSERT 57425u;
    KP_DELETE 57426u; KP_BEGIN E; MEDIA_PLAY 57428u; MEDIA_PAUSE 57429u; MEDIA_PLAY_PAUSE 57430u;
    MEDIA_REVERSE 57431u; MEDIA_STOP 57432u; MEDIA_FAST_FORWARD 57433u; MEDIA_REWIND 57434u;
    MEDIA_TRACK_NEXT 57435u; MEDIA_TRACK_PREVIOUS 57436u; MEDIA_RECORD 57437u;
    LOWER_VOLUME 57438u; RAISE_VOLUME 57439u; MUTE_VOLUME 57440u; LEFT_SHIFT 57441u;
    LEFT_CONTROL 57442u; LEFT_ALT 57443u; LEFT_SUPER 57444u; LEFT_HYPER 57445u; LEFT_META 57446u;
    RIGHT_SHIFT 57447u; RIGHT_CONTROL 57448u; RIGHT_ALT 57449u; RIGHT_SUPER 57450u;
    RIGHT_HYPER 57451u; RIGHT_META 57452u; ISO_LEVEL3_SHIFT 57453u; ISO_LEVEL5_SHIFT 57454u
    """

  /// The keys that no key code of evdev stands for: Linux has function keys to F24.
  private static let unreachable = Set((25...35).map { "F\($0)" } + ["MEDIA_REVERSE"])

  /// The keys as the us layout gives them, or as a keysym of a layout that has them.
  private static let keys: [String: Keystroke] = {
    var keys: [String: Keystroke] = [
      "ESCAPE": .named(.escape, 1), "ENTER": .named(.return, 28), "TAB": .named(.tab, 15),
      "BACKSPACE": .named(.delete, 14), "INSERT": .named(.insert, 110),
      "DELETE": .named(.forwardDelete, 111), "LEFT": .named(.leftArrow, 105),
      "RIGHT": .named(.rightArrow, 106), "UP": .named(.upArrow, 103),
      "DOWN": .named(.downArrow, 108), "PAGE_UP": .named(.pageUp, 104),
      "PAGE_DOWN": .named(.pageDown, 109), "HOME": .named(.home, 102), "END": .named(.end, 107),
      "KP_ENTER": .named(.return, 96), "KP_LEFT": .named(.leftArrow, 75),
      "KP_RIGHT": .named(.rightArrow, 77), "KP_UP": .named(.upArrow, 72),
      "KP_DOWN": .named(.downArrow, 80), "KP_PAGE_UP": .named(.pageUp, 73),
      "KP_PAGE_DOWN": .named(.pageDown, 81), "KP_HOME": .named(.home, 71),
      "KP_END": .named(.end, 79), "KP_INSERT": .named(.insert, 82),
      "KP_DELETE": .named(.forwardDelete, 83), "KP_BEGIN": symbol(0xFF9D, 76),
    ]
    for number in 1...24 { keys["F\(number)"] = .named(.function(number), 0) }
    let digits: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]
    for (digit, code) in digits.enumerated() {
      keys["KP_\(digit)"] = .typed("\(digit)", KeyCode(code))
    }
    let characters: [(name: String, text: String, code: UInt16)] = [
      ("DECIMAL", ".", 83), ("DIVIDE", "/", 98), ("MULTIPLY", "*", 55), ("SUBTRACT", "-", 74),
      ("ADD", "+", 78), ("EQUAL", "=", 117), ("SEPARATOR", ",", 121),
    ]
    for row in characters { keys["KP_" + row.name] = .typed(row.text, KeyCode(row.code)) }
    let codes: [String: UInt16] = [
      "MEDIA_PLAY": 207, "MEDIA_PAUSE": 201, "MEDIA_PLAY_PAUSE": 164, "MEDIA_STOP": 166,
      "MEDIA_FAST_FORWARD": 208, "MEDIA_REWIND": 168, "MEDIA_TRACK_NEXT": 163,
      "MEDIA_TRACK_PREVIOUS": 165, "MEDIA_RECORD": 167, "LOWER_VOLUME": 114, "RAISE_VOLUME": 115,
      "MUTE_VOLUME": 113,
    ]
    for (name, code) in codes { keys[name] = .named("", code) }
    // A layout may have these on any key, such as 30, which is A of the us layout.
    let symbols: [String: UInt32] = [
      "CAPS_LOCK": 0xFFE5, "SCROLL_LOCK": 0xFF14, "NUM_LOCK": 0xFF7F, "PRINT_SCREEN": 0xFF61,
      "PAUSE": 0xFF13, "MENU": 0xFF67, "LEFT_SHIFT": 0xFFE1, "LEFT_CONTROL": 0xFFE3,
      "LEFT_ALT": 0xFFE9, "LEFT_SUPER": 0xFFEB, "LEFT_HYPER": 0xFFED, "LEFT_META": 0xFFE7,
      "RIGHT_SHIFT": 0xFFE2, "RIGHT_CONTROL": 0xFFE4, "RIGHT_ALT": 0xFFEA, "RIGHT_SUPER": 0xFFEC,
      "RIGHT_HYPER": 0xFFEE, "RIGHT_META": 0xFFE8, "ISO_LEVEL3_SHIFT": 0xFE03,
      "ISO_LEVEL5_SHIFT": 0xFE11,
    ]
    for (name, keysym) in symbols { keys[name] = symbol(keysym, 30) }
    return keys
  }()

  private static func symbol(_ keysym: UInt32, _ code: UInt16) -> Keystroke {
    var key = Keystroke.named("", code)
    key.keysym = Keysym(rawValue: keysym)
    return key
  }

  @Test("Each functional key of the specification has its number, unless no key of Linux has it")
  func table() throws {
    let encoder = KeyEncoder(flags: .allKeys)
    for entry in Self.specification.split(whereSeparator: { ";\n".contains($0) }) {
      let words = entry.split(separator: " ").map(String.init)
      guard !Self.unreachable.contains(words[0]) else {
        #expect(Self.keys[words[0]] == nil)
        continue
      }
      let key = try #require(Self.keys[words[0]], "\(entry)")
      #expect(String(decoding: encoder.bytes(for: key), as: UTF8.self) == "\u{1b}[" + words[1])
    }
  }

  @Test("A held modifier does not change which modifier a key is")
  func unshifted() {
    var alt = Keystroke(
      event: Keystroke.named("", 125).event, keysym: Keysym(rawValue: 0xFFE7), modifiers: .shift,
      consumedModifiers: .shift, bareKeysym: Keysym(rawValue: 0xFFE9))
    let encoder = KeyEncoder(flags: [.allKeys, .eventTypes])
    #expect(String(decoding: encoder.bytes(for: alt), as: UTF8.self) == "\u{1b}[57443;2u")
    alt.event.phase = .release
    #expect(String(decoding: encoder.bytes(for: alt), as: UTF8.self) == "\u{1b}[57443;2:3u")
  }

  @Test("Num Lock is bit 128, for keys that type no text unless all keys are reported")
  func numLock() {
    let rows: [(key: Keystroke, flags: KeyboardProtocol.Flags, bytes: String)] = [
      (.named(.upArrow, 103), .disambiguate, "\u{1b}[1;129A"),
      (.named(.upArrow, 103, .shift), .disambiguate, "\u{1b}[1;130A"),
      (.named(.return, 28), .disambiguate, "\r"), (.letter("a"), .disambiguate, "a"),
      (.typed("7", KeyCode(71)), .disambiguate, "7"), (.letter("a"), .allKeys, "\u{1b}[97;129u"),
      (.letter("a", .alphaShift), .allKeys, "\u{1b}[97;193u"),
      (.named(.upArrow, 103), [], "\u{1b}[A"),
    ]
    for row in rows {
      var encoder = KeyEncoder(flags: row.flags)
      encoder.hasNumLock = true
      #expect(
        String(decoding: encoder.bytes(for: row.key), as: UTF8.self) == row.bytes, "\(row.key)")
    }
  }
}
