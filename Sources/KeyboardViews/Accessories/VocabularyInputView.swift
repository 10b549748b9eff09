// SPDX-License-Identifier: Apache-2.0
public import Keys

/// An input view with a few words as numbered buttons (CIV-12).
///
/// While it receives the keys, `1` to `9` insert a word. Keys that it has no word for still type
/// into the text, as do all keys after the text regains them (CIV-8).
public final class VocabularyInputView: AccessoryBar {
  /// The words, in the order of their numbers.
  public var words: [String] {
    didSet { items = Self.items(for: words) }
  }

  /// Creates an input view.
  ///
  /// - Parameters:
  ///   - name: the view's name on the wire.
  ///   - rows: the number of visible rows.
  ///   - words: the words, in the order of their numbers; those after the ninth are buttons without
  ///     a number.
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

  /// Handles a digit as the number of a word, and the keys of every bar.
  ///
  /// - Parameter keystroke: the key.
  /// - Returns: whether the key was handled.
  public override func handle(_ keystroke: Keystroke) -> Bool {
    guard keystroke.modifiers.isDisjoint(with: .chord),
      let number = Int(keystroke.charactersIgnoringModifiers.rawValue), (1...9).contains(number),
      number <= items.count
    else { return super.handle(keystroke) }
    if keystroke.event.phase == .press { items[number - 1].activate() }
    return true
  }
}
