// SPDX-License-Identifier: Apache-2.0
import Keys

/// The keys of the bytes that terminals send: those of xterm, of the Linux console and of rxvt,
/// xterm's modifyOtherKeys, and the kitty keyboard protocol.
extension TerminalKey {
  /// The meaning of the bytes of keys at a terminal.
  struct Form: Hashable {
    /// Whether ⌫ sends `^H`, as the terminal's own setting says.
    var erasesWithControlH = false
    /// Whether releases are reported.
    var reportsReleases = false
    /// Whether the terminal has reported the text of a key, so that a key without one types none,
    /// such as a dead key.
    var reportsText = false
  }

  static let escape = TerminalKey(.code(.escape))

  // MARK: Bytes

  /// The key of an ASCII character or a control character.
  init(byte: UInt8, hasOption: Bool, _ form: Form) {
    var held: Held = hasOption ? .alt : []
    switch byte {
    case 0x09: self.init(.code(.tab), held)
    case 0x0d: self.init(.code(.enter), held)
    case 0x1b: self.init(.code(.escape), held)
    case 0x08 where form.erasesWithControlH: self.init(.code(.backspace), held)
    case 0x7f:
      if form.erasesWithControlH { held.insert(.control) }
      self.init(.code(.backspace), held)
    case 0x00...0x1f:
      held.insert(.control)
      // ⌃ with a letter sends the same as with the capital letter.
      let letter = byte == 0 ? 0x20 : byte < 0x1b ? byte + 0x60 : byte + 0x40
      self.init(.character(Unicode.Scalar(letter)), held)
    default:
      self.init(.character(Unicode.Scalar(byte)), held, text: hasOption ? "" : Self.text(byte))
    }
  }

  private static func text(_ byte: UInt8) -> String { String(Unicode.Scalar(byte)) }

  /// The key of a character; nil for a control character.
  init?(character: Unicode.Scalar, hasOption: Bool) {
    guard character.properties.generalCategory != .control else { return nil }
    self.init(
      .character(character), hasOption ? .alt : [], text: hasOption ? "" : String(character))
  }

  // MARK: Short sequences

  /// The key of `SS3` and a byte; nil for none.
  init?(afterSingleShift byte: UInt8, hasOption: Bool) {
    let held: Held = hasOption ? .alt : []
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      guard let code = Self.letters[byte & 0xdf] else { return nil }
      self.init(.code(code), held.union(.control))
    case UInt8(ascii: "I"): self.init(.code(.tab), held)
    case UInt8(ascii: " "): self.init(.character(" "), held, text: " ")
    default:
      if let key = Self.keypad[byte] {
        self.init(.code(key.code), held, text: key.text)
      } else if let code = Self.letters[byte] {
        self.init(.code(code), held)
      } else {
        return nil
      }
    }
  }

  /// The key of `CSI [` and a byte on the Linux console; nil for none.
  init?(consoleFunction byte: UInt8, hasOption: Bool) {
    guard case UInt8(ascii: "A")...UInt8(ascii: "E") = byte else { return nil }
    self.init(.code(KeyCode(UInt16(byte) - 0x41 + 59)), hasOption ? .alt : [])
  }

  // MARK: Sequences with parameters

  /// The key of `CSI`, parameters and a last byte; nil for none.
  init?(parameters: [UInt8], last: UInt8, hasOption: Bool, _ form: Form) {
    guard let fields = Self.fields(parameters) else { return nil }
    // The parameter is 1 and the modifiers.
    var held = Held(rawValue: max(fields.value(1, 0) ?? 1, 1) - 1)
      .intersection([.shift, .alt, .control, .command])
    if hasOption { held.insert(.alt) }
    switch last {
    case UInt8(ascii: "u"):
      guard let number = fields.value(0, 0) else { return nil }
      self.init(number: number, held, fields, form)
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      guard let number = fields.value(0, 0) else { return nil }
      if number == 27, last == UInt8(ascii: "~"), let key = fields.value(2, 0) {
        self.init(number: key, held, Fields(), Form())
      } else if let code = Self.tildes[number] {
        // rxvt ends the sequence by the modifier.
        if last == UInt8(ascii: "^") || last == UInt8(ascii: "@") { held.insert(.control) }
        if last == UInt8(ascii: "$") || last == UInt8(ascii: "@") { held.insert(.shift) }
        self.init(.code(code), held)
      } else {
        return nil
      }
    case UInt8(ascii: "Z"): self.init(.code(.tab), held.union(.shift))
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      guard let code = Self.letters[last & 0xdf], parameters.isEmpty else { return nil }
      self.init(.code(code), held.union(.shift))
    default:
      guard let code = Self.letters[last], fields.value(0, 0) ?? 1 == 1 else { return nil }
      self.init(.code(code), held)
    }
    phase = Self.phase(fields.value(1, 1) ?? 1, form)
    if phase == .release { text = "" }
  }

  private static func phase(_ event: Int, _ form: Form) -> Phase {
    switch event {
    case 3: .release
    case 2: form.reportsReleases ? .repeat : .tap
    default: form.reportsReleases ? .press : .tap
    }
  }

  /// The key with a number of the kitty keyboard protocol, which is its character or a number of
  /// the private use area; nil for none.
  private init?(number: Int, _ held: Held, _ fields: Fields, _ form: Form) {
    let typed = fields.text(2)
    switch number {
    case 0:
      guard !typed.isEmpty else { return nil }
      self.init(.text, held, text: typed)
    case 57_453: self.init(.thirdLevel, held)
    case 57_344...63_743:
      guard let key = Self.functions[number] else { return nil }
      let isChord = !held.isDisjoint(with: .chord)
      self.init(.code(key.code), held, text: typed.isEmpty && !isChord ? key.text : typed)
    default:
      if let code = Self.controls[number] {
        self.init(.code(code), held)
      } else if let scalar = UInt32(exactly: number).flatMap({ Unicode.Scalar($0) }),
        scalar.properties.generalCategory != .control
      {
        self.init(.character(scalar), held, text: typed)
        base = fields.scalar(0, 2)
        if typed.isEmpty, held.isDisjoint(with: .chord), !form.reportsText {
          text = held.contains(.shift) ? Self.shifted(scalar, fields.scalar(0, 1)) : String(scalar)
        }
      } else {
        return nil
      }
    }
  }

  /// Returns the text of a character with Shift, if the terminal reports no text.
  private static func shifted(_ scalar: Unicode.Scalar, _ reported: Unicode.Scalar?) -> String {
    String(reported ?? (scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar))
  }

  // MARK: Parameters

  /// The parameters between semicolons, each with its parts between colons.
  private struct Fields {
    var values: [[Int?]] = []

    func value(_ field: Int, _ part: Int) -> Int? {
      guard values.indices.contains(field), values[field].indices.contains(part) else { return nil }
      return values[field][part]
    }

    func scalar(_ field: Int, _ part: Int) -> Unicode.Scalar? {
      value(field, part).flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
    }

    /// Returns the text of a field of code points, without control characters.
    func text(_ field: Int) -> String {
      guard values.indices.contains(field) else { return "" }
      let scalars = values[field].indices.compactMap { scalar(field, $0) }
        .filter { $0.properties.generalCategory != .control }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// Returns the fields of parameters; nil if they are not numbers.
  private static func fields(_ bytes: [UInt8]) -> Fields? {
    var fields = Fields()
    for field in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      var parts: [Int?] = []
      for part in field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
        guard part.count <= 8, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        parts.append(part.isEmpty ? nil : part.reduce(0) { 10 * $0 + Int($1 - 0x30) })
      }
      fields.values.append(parts)
    }
    return fields
  }

  // MARK: Tables

  /// The keys by the last byte of `CSI` or `SS3`.
  private static let letters: [UInt8: KeyCode] = {
    let codes: [UInt16] = [103, 108, 106, 105, 76, 107, 102, 59, 60, 61, 62]
    return Dictionary(
      uniqueKeysWithValues: zip("ABCDEFHPQRS".utf8, codes.map { KeyCode($0) }))
  }()

  /// The keys by the number before `~`, with those of the VT220 and rxvt.
  private static let tildes: [Int: KeyCode] = {
    var table: [Int: UInt16] = [
      1: 102, 2: 110, 3: 111, 4: 107, 5: 104, 6: 109, 7: 102, 8: 107,
    ]
    // A gap in the numbers is a gap between the groups of keys of a VT220.
    let functions: [UInt16] = Array(59...68) + [87, 88] + Array(183...190)
    let numbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34]
    for (number, code) in zip(numbers, functions) { table[number] = code }
    return table.mapValues { KeyCode($0) }
  }()

  /// The keys whose numbers are those of control characters.
  private static let controls: [Int: KeyCode] = [
    8: .backspace, 9: .tab, 13: .enter, 27: .escape, 127: .backspace,
  ]

  /// The keypad in application mode, by the byte after `SS3`.
  private static let keypad: [UInt8: (code: KeyCode, text: String)] = {
    var table: [UInt8: (code: KeyCode, text: String)] = [:]
    let rows: [(letter: Character, code: UInt16, text: String)] = [
      ("M", 96, ""), ("X", 117, "="), ("j", 55, "*"), ("k", 78, "+"), ("l", 121, ","),
      ("m", 74, "-"), ("n", 83, "."), ("o", 98, "/"),
    ]
    for row in rows { table[row.letter.asciiValue ?? 0] = (KeyCode(row.code), row.text) }
    for (digit, letter) in "pqrstuvwxy".utf8.enumerated() {
      table[letter] = (KeyCode(digitCodes[digit]), "\(digit)")
    }
    return table
  }()

  /// The key codes of the keypad's digits 0 to 9.
  private static let digitCodes: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]

  /// The table "Functional key definitions" of
  /// https://sw.kovidgoyal.net/kitty/keyboard-protocol/, without keys that Linux does not have.
  private static let functions: [Int: (code: KeyCode, text: String)] = {
    var table: [Int: (code: KeyCode, text: String)] = [:]
    func add(_ first: Int, _ codes: [UInt16], _ texts: [String] = []) {
      for (offset, code) in codes.enumerated() {
        let text = texts.indices.contains(offset) ? texts[offset] : ""
        table[first + offset] = (KeyCode(code), text)
      }
    }
    // Locks, Print, Pause, Menu, F13 to F24.
    add(57_358, [58, 70, 69, 99, 119, 127])
    add(57_376, Array(183...194))
    // The keypad: digits and signs, then the names of the keys without Num Lock.
    add(57_399, digitCodes, (0...9).map(String.init))
    add(57_409, [83, 98, 55, 74, 78, 96, 117, 121], [".", "/", "*", "-", "+", "", "=", ","])
    add(57_417, [75, 77, 72, 80, 73, 81, 71, 79, 82, 83, 76])
    // Media keys; there is no key for playing backwards.
    add(57_428, [207, 201, 164])
    add(57_432, [166, 208, 168, 163, 165, 167, 114, 115, 113])
    // Modifiers; Hyper and Meta have no keys.
    add(57_441, [42, 29, 56, 125])
    add(57_447, [54, 97, 100, 126])
    return table
  }()
}
