// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts

/// The keys of the current layout by the characters that they type: the reverse of a layout.
final class LayoutKeys {
  /// A key, and the keys to hold with it.
  struct Choice: Hashable {
    var code: KeyCode
    var held: HeldKeys = []
  }

  private let layouts: KeyboardLayouts
  private var identity: AnyHashable?
  private var typing: [Unicode.Scalar: Choice] = [:]
  private var plain: [Unicode.Scalar: KeyCode] = [:]
  /// The characters that their keys also type with Shift.
  private var alike: Set<Unicode.Scalar> = []
  private var isLatin = true
  /// Whether the terminal has typed a letter of a layout without Latin letters, and no other since.
  private var typesLetters = false
  /// The key of the third level; nil if the layout has none.
  private(set) var thirdLevel: KeyCode?
  /// The keys to hold for ⌘ and for ⌥, which the settings may exchange.
  private(set) var (command, option): (HeldKeys, HeldKeys) = (.command, .alt)

  /// Creates the reverse of the layout in use.
  ///
  /// - Parameter layouts: the layouts of the session.
  init(_ layouts: KeyboardLayouts) {
    self.layouts = layouts
  }

  /// Whether Caps Lock or Num Lock is on.
  var locks: LockLEDs { layouts.locks }

  /// Follows the layout in use; call it before each key.
  func update() {
    let current = layouts.layoutIdentity
    guard current != identity else { return }
    identity = current
    readModifiers()
    (typing, plain, alike) = Self.read(layouts, option: option)
    isLatin = "abcdefghijklmnopqrstuvwxyz".unicodeScalars.allSatisfy { typing[$0] != nil }
  }

  // MARK: Looking up

  /// Returns the key that types a character, and the keys to hold with it.
  ///
  /// On a layout without Latin letters an ASCII character stands for the key that types it on a US
  /// keyboard, so that such a layout can be typed on; unless the terminal itself types the letters
  /// of the layout.
  ///
  /// - Parameters:
  ///   - character: the character.
  ///   - base: the character that the key has on a US keyboard; nil if it is not known.
  ///   - holdsShift: whether Shift is held with the key.
  /// - Returns: the key; nil if there are no codes left for characters that the layout lacks.
  func choice(
    typing character: Unicode.Scalar, base: Unicode.Scalar?, holdsShift: Bool
  ) -> Choice? {
    if !isLatin, character.isASCII {
      if let base, let choice = us.typing[base] {
        return Choice(code: choice.code, held: holdsShift ? .shift : [])
      }
      if character.properties.isAlphabetic { typesLetters = false }
      if !typesLetters, let choice = us.typing[character] { return choice }
    }
    if var choice = typing[withCapsLock(character)] {
      if !character.isASCII { typesLetters = true }
      // ⇧␠ is a space, and not the same as ␠ for a program.
      if holdsShift, alike.contains(character) { choice.held.insert(.shift) }
      return choice
    }
    return layouts.key(typing: character).map { Choice(code: $0) }
  }

  /// Returns the key of a chord.
  ///
  /// - Parameters:
  ///   - character: the character of the key, or what it types.
  ///   - base: the character that the key has on a US keyboard; nil if it is not known.
  /// - Returns: the key; nil if no key has the character.
  func choice(inChord character: Unicode.Scalar, base: Unicode.Scalar?) -> Choice? {
    let typed = typing[character]
    if let code = plain[character], !Self.furtherKeys.contains(code) || typed?.code == code {
      return Choice(code: code)
    }
    if let typed { return typed }
    for scalar in [base, character] {
      if let scalar, let choice = us.typing[scalar] { return choice }
    }
    return layouts.key(typing: character).map { Choice(code: $0) }
  }

  /// Returns the character that a letter's key must type without Caps Lock, which inverts it.
  private func withCapsLock(_ character: Unicode.Scalar) -> Unicode.Scalar {
    guard locks.contains(.capsLock) else { return character }
    let properties = character.properties
    let other = properties.isLowercase ? properties.uppercaseMapping : properties.lowercaseMapping
    let scalars = other.unicodeScalars
    guard scalars.count == 1, let first = scalars.first else { return character }
    return first
  }

  // MARK: Reading

  private func readModifiers() {
    func keysym(_ code: UInt16) -> UInt32 {
      layouts.keystroke(pressing: KeyCode(code), holding: [], andThirdLevel: false)?
        .keysym.rawValue ?? 0
    }
    let codes: [(held: HeldKeys, code: UInt16)] = [(.command, 125), (.alt, 56), (.control, 29)]
    let (superLeft, altLeft): (UInt32, UInt32) = (0xffeb, 0xffe9)
    command = codes.first { keysym($0.code) == superLeft }?.held ?? .command
    option = codes.first { keysym($0.code) == altLeft }?.held ?? .alt
    // Every keymap has a third-level symbol on code 84, which no keyboard has.
    thirdLevel = ([100] + Array(1...255)).first { $0 != 84 && keysym($0) == 0xfe03 }
      .map { KeyCode($0) }
  }

  /// The keys that exist only on some keyboards, so that another key is better.
  private static let furtherKeys = [86, 89, 124].map { KeyCode($0) }
  private static let keys = KeyCode.typing.filter { !furtherKeys.contains($0) }

  private typealias Tables = (
    typing: [Unicode.Scalar: Choice], plain: [Unicode.Scalar: KeyCode], alike: Set<Unicode.Scalar>
  )

  /// Tries every key with every combination of keys that select a level.
  private static func read(_ map: KeyboardLayouts, option: HeldKeys) -> Tables {
    var tables: Tables = ([:], [:], [])
    let ways: [(modifiers: Modifiers, andThirdLevel: Bool, held: HeldKeys)] = [
      ([], false, []), (.shift, false, .shift), ([], true, .thirdLevel),
      (.shift, true, [.shift, .thirdLevel]), (.option, false, option),
      ([.option, .shift], false, option.union(.shift)),
    ]
    for (way, codes) in [keys, furtherKeys].flatMap({ codes in ways.map { ($0, codes) } }) {
      for code in codes {
        guard
          let keystroke = map.keystroke(
            pressing: code, holding: way.modifiers, andThirdLevel: way.andThirdLevel)
        else { continue }
        if way.held.isEmpty, let bare = only(keystroke.charactersIgnoringModifiers.rawValue),
          tables.plain[bare] == nil
        {
          tables.plain[bare] = code
        }
        guard case .none = keystroke.composition, let typed = only(keystroke.text) else { continue }
        if way.held == .shift, tables.typing[typed] == Choice(code: code) {
          tables.alike.insert(typed)
        }
        if tables.typing[typed] == nil { tables.typing[typed] = Choice(code: code, held: way.held) }
      }
    }
    return tables
  }

  private static func only(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }

  /// The keys of a US keyboard.
  private lazy var us: Tables = {
    guard let layouts = try? KeyboardLayouts(),
      (try? layouts.connect(DeviceInfo(id: DeviceID(rawValue: 0), name: ""))) != nil
    else { return ([:], [:], []) }
    return Self.read(layouts, option: .alt)
  }()
}
