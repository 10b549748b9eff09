// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys of a terminal by name, by keysym and by key code.
enum KeyTables {
  /// How xterm writes a key without text.
  enum Function: Equatable {
    /// `CSI A`; `SS3 A` in an application mode.
    case cursor(Character)
    /// `SS3 P` without modifiers, `CSI 1 ; m P` with them.
    case letter(Character)
    /// `CSI 5 ~`.
    case number(Int)
  }

  static let functions: [KeyInput: Function] = {
    var table: [KeyInput: Function] = [
      .upArrow: .cursor("A"), .downArrow: .cursor("B"), .rightArrow: .cursor("C"),
      .leftArrow: .cursor("D"), .home: .cursor("H"), .end: .cursor("F"), .insert: .number(2),
      .forwardDelete: .number(3), .pageUp: .number(5), .pageDown: .number(6),
    ]
    for (number, letter) in zip(1...4, "PQRS") { table[.function(number)] = .letter(letter) }
    for (number, code) in zip(5...12, [15, 17, 18, 19, 20, 21, 23, 24]) {
      table[.function(number)] = .number(code)
    }
    return table
  }()

  /// The letters after `SS3` of the keypad, by key code.
  static let keypad: [UInt16: Character] = {
    var table: [UInt16: Character] = [
      55: "j", 78: "k", 121: "l", 95: "l", 74: "m", 83: "n", 98: "o", 96: "M", 117: "X",
    ]
    for (code, letter) in zip(digitCodes, "pqrstuvwxy") { table[code] = letter }
    return table
  }()

  /// The key codes of the keypad's digits 0 to 9.
  static let digitCodes: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]

  /// The characters of a US keyboard without modifiers, by key code.
  static let usCharacters: [UInt16: Unicode.Scalar] = {
    var table: [UInt16: Unicode.Scalar] = [57: " ", 86: "<"]
    let rows: [(first: UInt16, characters: String)] = [
      (2, "1234567890-="), (16, "qwertyuiop[]"), (30, "asdfghjkl;'`"), (43, "\\zxcvbnm,./"),
    ]
    for row in rows {
      for (offset, scalar) in row.characters.unicodeScalars.enumerated() {
        table[row.first + UInt16(offset)] = scalar
      }
    }
    return table
  }()

  /// The numbers of the kitty keyboard protocol for keys without text, by name.
  static let kittyInputs: [KeyInput: Int] = {
    var table: [KeyInput: Int] = [.escape: 27, .return: 13, .tab: 9, .delete: 127]
    for number in 13...24 { table[.function(number)] = 57_376 + number - 13 }
    return table
  }()

  /// The keypad's 5 without Num Lock.
  static let keypadBegin = Keysym(rawValue: 0xFF9D)

  /// The numbers of the kitty keyboard protocol by keysym: locks and modifiers, which the layout
  /// may put on other keys.
  static let kittyKeysyms: [UInt32: Int] = [
    0xFFE5: 57_358, 0xFF14: 57_359, 0xFF7F: 57_360, 0xFF61: 57_361, 0xFF13: 57_362,
    0xFF67: 57_363, 0xFFE1: 57_441, 0xFFE3: 57_442, 0xFFE9: 57_443, 0xFFEB: 57_444,
    0xFFED: 57_445, 0xFFE7: 57_446, 0xFFE2: 57_447, 0xFFE4: 57_448, 0xFFEA: 57_449,
    0xFFEC: 57_450, 0xFFEE: 57_451, 0xFFE8: 57_452, 0xFE03: 57_453, 0xFE11: 57_454,
  ]

  /// The numbers of the kitty keyboard protocol by key code: locks, modifiers, media keys.
  static let kittyCodes: [UInt16: Int] = [
    58: 57_358, 70: 57_359, 69: 57_360, 99: 57_361, 119: 57_362, 127: 57_363, 139: 57_363,
    200: 57_428, 207: 57_428, 201: 57_429, 164: 57_430, 166: 57_432, 208: 57_433, 168: 57_434,
    163: 57_435,
    165: 57_436, 167: 57_437, 114: 57_438, 115: 57_439, 113: 57_440, 42: 57_441, 29: 57_442,
    56: 57_443, 125: 57_444, 54: 57_447, 97: 57_448, 100: 57_449, 126: 57_450,
  ]

  /// The numbers of the kitty keyboard protocol for the keypad, by key code.
  static let kittyKeypad: [UInt16: Int] = {
    var table: [UInt16: Int] = [
      83: 57_409, 98: 57_410, 55: 57_411, 74: 57_412, 78: 57_413, 96: 57_414, 117: 57_415,
      121: 57_416, 95: 57_416,
    ]
    for (number, code) in digitCodes.enumerated() { table[code] = 57_399 + number }
    return table
  }()

  /// The numbers of the kitty keyboard protocol for the keypad without Num Lock, by name.
  static let kittyKeypadInputs: [KeyInput: Int] = [
    .leftArrow: 57_417, .rightArrow: 57_418, .upArrow: 57_419, .downArrow: 57_420,
    .pageUp: 57_421, .pageDown: 57_422, .home: 57_423, .end: 57_424, .insert: 57_425,
    .forwardDelete: 57_426,
  ]
}
