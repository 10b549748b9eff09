// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The effect of the edits of an answer, as one change of the text (reference 13.2).
///
/// The edits are performed on a copy of the characters near the caret. Each character knows its
/// place there, so that the rest of the document is not replaced.
struct ExtensionChange {
  private struct Piece {
    var character: Character
    /// The place among the characters at the start; nil for new text.
    var origin: Int?

    var length: Int { String(character).utf16.count }
  }

  /// The characters at the start: those before the marked or selected text, it, and those after.
  private let original: [Piece]
  /// The places of the marked or selected text at the start.
  private let originalMiddle: Range<Int>
  /// Whether the text at the start is marked.
  private let wasMarked: Bool

  private var before: [Piece]
  /// The marked or selected text, until an edit replaces or keeps it.
  private var middle: [Piece]
  /// The characters after the caret, the nearest last.
  private var after: [Piece]
  /// The new provisional text; nil if the edits leave none of their own.
  private var mark: (text: String, selected: TextRange)?
  /// Whether an edit concerns more than provisional text.
  private var isFinal = false

  /// Performs edits.
  ///
  /// - Parameters:
  ///   - edits: the edits, which fit the document.
  ///   - document: the document that they are for.
  init(_ edits: [ExtensionEdit], in document: DocumentProxy) {
    let reach = edits.reduce(0) { reach, edit in
      switch edit {
      case .deleteBackward(let count): min(reach + count, DocumentProxy.limit)
      case .adjust(let count):
        reach + Int(min(count.magnitude, UInt(DocumentProxy.limit)))
      case .insert, .mark, .unmark: reach
      }
    }
    let left = (document.before ?? "").suffix(reach)
    let right = (document.after ?? "").prefix(reach)
    original = (left + (document.marked ?? document.selected ?? "") + right).enumerated()
      .map { Piece(character: $1, origin: $0) }
    originalMiddle = left.count..<(original.count - right.count)
    wasMarked = document.marked != nil
    before = Array(original[..<originalMiddle.lowerBound])
    middle = Array(original[originalMiddle])
    after = original[originalMiddle.upperBound...].reversed()
    for edit in edits { perform(edit) }
  }

  private mutating func perform(_ edit: ExtensionEdit) {
    switch edit {
    case .insert(let text):
      isFinal = true
      (mark, middle) = (nil, [])
      append(text)
    case .deleteBackward(var count):
      isFinal = true
      if mark != nil || !middle.isEmpty { (mark, middle, count) = (nil, [], count - 1) }
      before.removeLast(min(count, before.count))
    case .mark(let text, let selected):
      middle = []
      mark = (text, selected)
    case .unmark: keepMiddle()
    case .adjust(let count):
      keepMiddle()
      for _ in 0..<min(count.magnitude, UInt(count < 0 ? before.count : after.count)) {
        if count < 0 {
          after.append(before.removeLast())
        } else {
          before.append(after.removeLast())
        }
      }
    }
  }

  private mutating func append(_ text: String) {
    before += text.map { Piece(character: $0) }
  }

  /// Keeps the marked or selected text as it is shown.
  private mutating func keepMiddle() {
    isFinal = true
    before += middle
    if let mark { append(mark.text) }
    (mark, middle) = (nil, [])
  }

  // MARK: Actions

  /// The actions for the engine.
  var actions: [InputMethodAction] {
    var actions = isFinal ? finalActions : []
    if let mark {
      let segments = mark.text.isEmpty ? [] : [MarkedSegment(mark.text)]
      actions.append(.mark(segments, selected: mark.selected))
    }
    return actions
  }

  private var finalActions: [InputMethodAction] {
    let text = before + after.reversed()
    if text.map(\.origin) == original.map(\.origin) { return movement }
    // The characters that stay, up to the marked or selected text and to the caret.
    let most = (
      start: min(originalMiddle.lowerBound, before.count),
      end: min(original.count - originalMiddle.upperBound, after.count)
    )
    let start = zip(text, original).prefix(most.start).prefix { $0.origin == $1.origin }.count
    let end = zip(text.reversed(), original.reversed()).prefix(most.end)
      .prefix { $0.origin == $1.origin }.count
    let new = String(text[start..<(text.count - end)].map(\.character))
    let change = TextAround(
      before: length(original[start..<originalMiddle.lowerBound]),
      after: length(original[originalMiddle.upperBound..<(original.count - end)]), text: new,
      caret: length(before[start...]))
    let isPlain = change.before == 0 && change.after == 0 && change.caret == new.utf16.count
    // A commit is one step of undo with the provisional text that it replaces.
    return [isPlain && !new.isEmpty ? .commit(new) : .replace(change)]
  }

  /// The text stays, and only the caret may move.
  private var movement: [InputMethodAction] {
    let end = originalMiddle.upperBound
    if before.count == end, wasMarked {
      return [.commit(String(original[originalMiddle].map(\.character)))]
    }
    let units =
      before.count < end
      ? -length(original[before.count..<end]) : length(original[end..<before.count])
    return units == 0 && originalMiddle.isEmpty ? [] : [.moveCaret(by: units)]
  }

  private func length(_ pieces: ArraySlice<Piece>) -> Int {
    pieces.reduce(0) { $0 + $1.length }
  }
}
