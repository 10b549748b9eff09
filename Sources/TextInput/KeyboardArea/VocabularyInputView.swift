// SPDX-License-Identifier: Apache-2.0
public import Keys

/// An input view of a few words to choose from, shown as numbered buttons (CIV-12).
///
/// While it has the keys, `1` to `9` insert a word; the physical keys type free text all the same once
/// they are the text's again, and so do keys it has no word for (CIV-8).
public final class VocabularyInputView: AccessoryBar {
  /// The words, in the order of their numbers.
  public var words: [String] {
    didSet { items = Self.items(for: words) }
  }

  /// Makes an input view of some rows.
  public init(name: String = "", rows: Int = 1, words: [String]) {
    self.words = words
    super.init(name: name, rows: rows, items: Self.items(for: words))
  }

  private static func items(for words: [String]) -> [AccessoryItem] {
    words.enumerated().map { index, word in
      AccessoryItem(title: index < 9 ? "\(index + 1) \(word)" : word) {
        $0.focusedText?.insertFromAccessory(word)
      }
    }
  }

  /// Takes a digit as the number of a word, and what every bar takes.
  public override func handle(_ keystroke: Keystroke) -> Bool {
    guard keystroke.modifiers.isDisjoint(with: .chord),
      let number = Int(keystroke.charactersIgnoringModifiers.rawValue), (1...9).contains(number),
      number <= items.count
    else { return super.handle(keystroke) }
    if keystroke.event.phase == .press { items[number - 1].activate() }
    return true
  }
}
