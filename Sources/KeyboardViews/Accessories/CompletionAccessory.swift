// SPDX-License-Identifier: Apache-2.0

/// A bar of completions of the word before the caret (CIV-11).
public final class CompletionAccessory: AccessoryBar, KeyboardAreaContent {
  /// Returns the completions of the beginning of a word, best first.
  public var completions: (String) -> [String]
  /// The maximum number of completions.
  public static let limit = 5

  private var partialWord = ""

  /// Creates a bar without completions.
  ///
  /// - Parameters:
  ///   - name: the bar's name on the wire.
  ///   - rows: the number of visible rows.
  ///   - completions: returns the completions of the beginning of a word, best first, of which
  ///     ``limit`` are shown; called when the word before the caret changes, and never with an
  ///     empty word.
  public init(name: String = "", rows: Int = 1, completions: @escaping (String) -> [String]) {
    self.completions = completions
    super.init(name: name, rows: rows)
  }

  /// The visible completions.
  public var results: [String] { items.map(\.title) }

  func turnWillEnd(focused: TextContainer?, columns: Int) {
    let word = focused.flatMap { $0.partialWordRange.map($0.storage.substring) } ?? ""
    guard word != partialWord else { return }
    partialWord = word
    let results = word.isEmpty ? [] : completions(word).prefix(Self.limit)
    items = results.map { result in
      let item = AccessoryItem(title: result) { item in
        // Meanwhile the text may have changed, or another word may be before its caret.
        guard let container = item.focusedText, let range = container.partialWordRange,
          container.storage.substring(range) == word
        else { return }
        container.replaceFromAccessory(range, with: result)
      }
      item.typesText = true
      return item
    }
  }
}

extension TextContainer {
  /// The typed part of the word before the caret; nil if there is none, or if the text is or was
  /// secret (FLD-2).
  fileprivate final var partialWordRange: TextRange? {
    guard selection.isCaret, !isSecret, markedRange == nil else {
      return nil
    }
    let caret = selection.head
    let start = storage.wordStart(before: caret)
    guard start < caret, storage.wordEnd(after: start) >= caret else { return nil }
    return TextRange(start, caret)
  }
}
