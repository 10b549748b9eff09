// SPDX-License-Identifier: Apache-2.0

/// Kana that are being composed, with the keys that typed them and a caret.
package struct KanaReading: Hashable, Sendable {
  /// A kana, or another character that stands for itself.
  private struct Unit: Hashable {
    var kana: Character
    /// The keys that typed it; empty for the later kana of a spelling such as `kyo`.
    var keys: String
  }

  private var before: [Unit] = []
  private var after: [Unit] = []
  /// Letters before the caret that are not yet kana.
  private var pending = ""
  /// The number of characters of Latin text that is being typed before the caret; 0 for none.
  private var latinCount = 0

  /// Starts empty.
  package init() {}

  /// Whether nothing is composed.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty && pending.isEmpty }

  /// The text as shown: kana, and pending letters at the caret.
  package var text: String { Self.kana(before) + pending + Self.kana(after) }

  /// The offset of the caret in ``text``, in UTF-16 code units.
  package var caret: Int { Self.kana(before).utf16.count + pending.utf16.count }

  /// The keys that typed the text.
  package var keys: String { Self.keys(before) + pending + Self.keys(after) }

  /// Whether the whole text is Latin text (``LatinText``).
  package var isLatin: Bool { latinCount > 0 && latinCount == before.count && after.isEmpty }

  // MARK: Typing

  /// Adds a key in romaji.
  ///
  /// After a capital, and in an address, keys type Latin text until the caret moves.
  ///
  /// - Parameter character: the character that the key types; a character without a meaning in
  ///   romaji stands for itself.
  package mutating func typeRomaji(_ character: Character) {
    if latinCount > 0 || beginsLatin(with: character) {
      before.append(Unit(kana: character, keys: String(character)))
      latinCount += 1
      return
    }
    if typeSign(character) { return }
    spell(character)
  }

  /// Whether a key begins Latin text; an address includes the keys before it, which are letters
  /// again.
  private mutating func beginsLatin(with character: Character) -> Bool {
    if isEmpty { return LatinText.begins(with: character) }
    let typed = keys
    if after.isEmpty, LatinText.continues(typed, with: character) {
      before = typed.map { Unit(kana: $0, keys: String($0)) }
      (pending, latinCount) = ("", before.count)
      return true
    }
    guard LatinText.isCapital(character) else { return false }
    finishRomaji()
    return true
  }

  /// Adds a sign that belongs to a number, as in `1.5` and `10:30`, if it follows a digit.
  ///
  /// It becomes a Japanese one if no digit follows it.
  ///
  /// - Returns: whether the character was added.
  private mutating func typeSign(_ character: Character) -> Bool {
    guard pending.isEmpty, let last = before.last else { return false }
    if Self.isDigit(last.kana) {
      guard ".,:".contains(character) else { return false }
      before.append(Unit(kana: character, keys: String(character)))
      return true
    }
    if ".,:".contains(last.kana), !Self.isDigit(character) {
      before.removeLast()
      append(
        RomajiTable.kana[String(last.kana)] ?? Self.wideMark(last.kana), keys: String(last.kana))
    }
    return false
  }

  private static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character)
  }

  private mutating func spell(_ character: Character) {
    let spelling = pending + String(character)
    if RomajiTable.prefixes.contains(spelling) {
      pending = spelling
    } else if let kana = RomajiTable.kana[spelling] {
      append(kana, keys: spelling)
      pending = ""
    } else if pending.isEmpty {
      append(Self.wideMark(character), keys: String(character))
    } else {
      keepPending(before: character)
      spell(character)
    }
  }

  /// Turns the pending letters to text, because a letter follows that does not continue them.
  private mutating func keepPending(before next: Character) {
    let letters = pending
    pending = ""
    let isDoubled = letters == String(next) || letters == "t" && next == "c"
    if letters == "n" {
      append("ん", keys: letters)
    } else if isDoubled, next.isASCII, next.isLetter, !"aiueo".contains(next) {
      append("っ", keys: letters)
    } else {
      for letter in letters { append(String(letter), keys: String(letter)) }
    }
  }

  /// Adds a character that is no kana, of a key of the kana layout.
  ///
  /// - Parameter character: the character.
  package mutating func typeMark(_ character: Character) { spell(character) }

  /// Adds the kana of a key of the kana layout.
  ///
  /// - Parameters:
  ///   - kana: the kana; `゛` and `゜` voice the kana before them if they can.
  ///   - keys: what the key types in Latin letters; empty if it is unknown.
  package mutating func typeKana(_ kana: Character, keys: String) {
    finishRomaji()
    if kana == "゛" || kana == "゜", let last = before.last,
      let voiced = KanaText.voiced(last.kana, with: kana)
    {
      before[before.count - 1] = Unit(kana: voiced, keys: last.keys + keys)
    } else {
      before.append(Unit(kana: kana, keys: keys))
    }
  }

  /// Ends the romaji: a hanging `n` becomes ん, and other letters stay as typed.
  package mutating func finishRomaji() {
    guard !pending.isEmpty else { return }
    keepPending(before: " ")
  }

  private mutating func append(_ text: String, keys: String) {
    for (index, kana) in text.enumerated() {
      before.append(Unit(kana: kana, keys: index == 0 ? keys : ""))
    }
  }

  /// Punctuation without a kana is wide in Japanese; letters and digits stay as they are.
  private static func wideMark(_ character: Character) -> String {
    let text = String(character)
    return character.isASCII && !character.isLetter && !character.isNumber
      ? KanaText.wide(text) : text
  }

  // MARK: Changing

  /// Removes the letter or kana before the caret.
  package mutating func deleteBackward() {
    latinCount = max(0, latinCount - 1)
    guard pending.isEmpty else {
      pending.removeLast()
      return
    }
    guard let removed = before.popLast(), removed.keys.isEmpty else { return }
    // The rest of a spelling is spelled again.
    var index = before.count - 1
    while index >= 0, before[index].keys.isEmpty { index -= 1 }
    guard index >= 0 else { return }
    for place in index..<before.count {
      before[place].keys =
        RomajiTable.spelling(of: before[place].kana) ?? String(before[place].kana)
    }
  }

  /// Moves the caret.
  ///
  /// - Parameter step: the number of characters, negative to the left; it stops at both ends.
  package mutating func moveCaret(by step: Int) {
    finishRomaji()
    latinCount = 0
    for _ in 0..<abs(step) {
      if step < 0, let last = before.popLast() {
        after.insert(last, at: 0)
      } else if step > 0, !after.isEmpty {
        before.append(after.removeFirst())
      }
    }
  }

  // MARK: Forms

  /// Converts the whole text to a form; pending letters are finished first.
  ///
  /// - Parameter form: the form.
  /// - Returns: the text in the form.
  package func text(as form: KanaForm) -> String {
    var whole = self
    whole.finishRomaji()
    return switch form {
    case .hiragana: whole.text
    case .katakana: KanaText.katakana(whole.text)
    case .halfKatakana: KanaText.halfKatakana(whole.text)
    case .wideLatin: KanaText.wide(whole.keys)
    case .latin: whole.keys
    }
  }

  /// Cuts out some characters, for a segment of a conversion.
  ///
  /// - Parameter range: the characters of ``text``, without pending letters.
  /// - Returns: the characters with their keys.
  func part(_ range: Range<Int>) -> KanaReading {
    var part = KanaReading()
    let units = before + after
    part.before = Array(units[range.clamped(to: 0..<units.count)])
    return part
  }

  private static func kana(_ units: [Unit]) -> String { String(units.map(\.kana)) }
  private static func keys(_ units: [Unit]) -> String { units.map(\.keys).joined() }
}
