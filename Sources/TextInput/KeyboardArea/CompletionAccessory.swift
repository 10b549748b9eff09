// SPDX-License-Identifier: Apache-2.0

/// A bar of words that begin with what was typed so far (CIV-11).
public final class CompletionAccessory: AccessoryBar, KeyboardAreaContent {
  /// Finds the words for a beginning, the best ones first.
  public var completions: (String) -> [String]
  /// How many words are shown at most.
  public static let limit = 5

  private var partialWord = ""

  /// Makes a bar; `completions` is asked whenever the partial word is another.
  public init(name: String = "", rows: Int = 1, completions: @escaping (String) -> [String]) {
    self.completions = completions
    super.init(name: name, rows: rows)
  }

  /// The words on show.
  public var results: [String] { items.map(\.title) }

  func turnWillEnd(focused: TextContainer?, columns: Int) {
    let word = focused.flatMap { $0.partialWordRange.map($0.storage.substring) } ?? ""
    guard word != partialWord else { return }
    partialWord = word
    let results = word.isEmpty ? [] : completions(word).prefix(Self.limit)
    items = results.map { result in
      AccessoryItem(title: result) { item in
        // The text may be another since, or have another word before its caret.
        guard let container = item.focusedText, let range = container.partialWordRange,
          container.storage.substring(range) == word
        else { return }
        container.replaceFromAccessory(range, with: result)
      }
    }
  }
}

extension TextContainer {
  /// The word before the caret as far as it is typed; nil where there is none, and in a field whose
  /// text is or was secret (FLD-2).
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
