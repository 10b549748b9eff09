// SPDX-License-Identifier: Apache-2.0
import Keys

/// The spelling of chords in words, such as `ctrl+opt+a`, for settings and messages.
extension Chord {
  /// The chord in ASCII words, in the order ⌃⌥⇧⌘: `ctrl+opt+shift+cmd+left`.
  public var words: String {
    let held = Self.modifierWords.filter { modifiers.contains($0.flag) }
    let modifierWords = held.map { $0.words[0] }
    let key =
      Self.keys.first { $0.input == input }?.words[0] ?? functionKey?.lowercased()
      ?? KeyInput.name(of: input) ?? input.rawValue
    return (modifierWords + [key]).joined(separator: "+")
  }

  /// Parses a chord in words, `cmd+down`, or in symbols, `⌘↓`.
  ///
  /// Words are case-insensitive.
  ///
  /// Keys without a character have the kernel's names, such as `volumeup`, or xkb's, such as
  /// `xf86audioraisevolume`.
  ///
  /// - Parameter text: the chord. A capital letter does not mean Shift here, because `⌘C` has one.
  /// - Throws: ``KeyCommandError`` with the unknown word, or if no key is named.
  public init(parsing text: String) throws(KeyCommandError) {
    do throws(ChordSequenceError) {
      self = try Self.chord(in: text[...])
    } catch {
      throw error.reason
    }
  }

  /// Parses chords that are pressed one after the other, `cmd+k cmd+c`, separated by spaces.
  ///
  /// - Parameter text: the chords, separated by spaces or tabs.
  /// - Returns: the chords, at least one.
  /// - Throws: ``ChordSequenceError`` with the reason and its place; also for a text without
  ///   chords.
  public static func sequence(parsing text: String) throws(ChordSequenceError) -> [Chord] {
    let parts = text.split { $0 == " " || $0 == "\t" }
    guard !parts.isEmpty else { throw ChordSequenceError(reason: .noKey(in: text), offset: 0) }
    var chords: [Chord] = []
    for part in parts { chords.append(try chord(in: part)) }
    return chords
  }

  private static func chord(in part: Substring) throws(ChordSequenceError) -> Chord {
    let text = String(part)
    func fail(_ reason: KeyCommandError, at place: Substring) -> ChordSequenceError {
      let before = part.base[..<place.startIndex]
      return ChordSequenceError(reason: reason, offset: before.utf16.count)
    }
    var modifiers: Modifiers = []
    var rest = part
    while let symbol = rest.first, rest.count > 1,
      let row = modifierWords.first(where: { $0.symbol == symbol })
    {
      modifiers.insert(row.flag)
      rest = rest.dropFirst()
    }
    // The key may be the plus sign itself, so a `+` is a separator only after a word.
    while let plus = rest.dropFirst().firstIndex(of: "+") {
      let word = rest[..<plus].lowercased()
      guard let row = modifierWords.first(where: { $0.words.contains(word) }) else {
        throw fail(.unknownModifier(String(rest[..<plus]), in: text), at: rest)
      }
      modifiers.insert(row.flag)
      rest = rest[rest.index(after: plus)...]
    }
    guard !rest.isEmpty else { throw fail(.noKey(in: text), at: rest) }
    let name = String(rest)
    guard let input = input(named: name) else {
      throw fail(.unknownKey(name, nearest: nearest(to: name, among: keyWords), in: text), at: rest)
    }
    return Chord(input, modifiers)
  }

  private static func input(named name: String) -> KeyInput? {
    let word = name.lowercased()
    if let row = keys.first(where: { $0.symbol == name || $0.words.contains(word) }) {
      return row.input
    }
    if word.first == "f", let number = Int(word.dropFirst()), (1...24).contains(number) {
      return .function(number)
    }
    if let input = KeyInput.named(word) { return input }
    guard name.count == 1, let first = name.unicodeScalars.first else { return nil }
    guard first.properties.generalCategory != .control else { return nil }
    // A symbolic chord has a capital letter, `⌘C`, which does not mean Shift.
    return KeyInput(word.count == 1 ? word : name)
  }

  /// All words for keys, in a fixed order.
  private static var keyWords: [String] {
    keys.flatMap(\.words) + (1...24).map { "f\($0)" } + KeyInput.names.sorted()
  }

  /// `F5` for a function key.
  private var functionKey: String? {
    let name = input.rawValue
    guard name.hasPrefix("inputF"), let number = Int(name.dropFirst(6)) else { return nil }
    return "F\(number)"
  }

  /// The words for modifiers, for suggesting the nearest one.
  public static var modifierNames: [String] { modifierWords.flatMap(\.words) }

  private static let modifierWords: [(flag: Modifiers, symbol: Character, words: [String])] = [
    (.control, "⌃", ["ctrl", "control"]),
    (.option, "⌥", ["opt", "option", "alt"]),
    (.shift, "⇧", ["shift"]),
    (.command, "⌘", ["cmd", "command", "super", "meta", "win"]),
  ]

  // The first word is used for output.
  private static let keys: [(input: KeyInput, symbol: String, words: [String])] = [
    (.leftArrow, "←", ["left"]),
    (.rightArrow, "→", ["right"]),
    (.upArrow, "↑", ["up"]),
    (.downArrow, "↓", ["down"]),
    (.return, "⏎", ["return", "enter"]),
    (.tab, "⇥", ["tab"]),
    (" ", "␠", ["space"]),
    (.escape, "⎋", ["escape", "esc"]),
    (.delete, "⌫", ["backspace"]),
    (.forwardDelete, "⌦", ["delete", "del"]),
    (.home, "↖", ["home"]),
    (.end, "↘", ["end"]),
    (.pageUp, "⇞", ["pageup"]),
    (.pageDown, "⇟", ["pagedown"]),
    (.insert, "Ins", ["insert", "ins"]),
    ("+", "+", ["plus"]),
  ]
}

extension Chord: CustomStringConvertible {
  /// The chord in symbols, modifiers in the order ⌃⌥⇧⌘: `⇧⌘Z`, `⌥←`, `F5`.
  public var description: String {
    modifiers.description + keySymbol
  }

  private var keySymbol: String {
    if let row = Self.keys.first(where: { $0.input == input }) { return row.symbol }
    if let functionKey { return functionKey }
    if let name = KeyInput.name(of: input) { return name.prefix(1).uppercased() + name.dropFirst() }
    let text = input.rawValue
    let capital = text.uppercased()
    return capital.count == text.count && capital.lowercased() == text ? capital : text
  }
}
