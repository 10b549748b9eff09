// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The part of a document that an extension sees (CIV-18); the counterpart of
/// `UITextDocumentProxy`.
package struct DocumentProxy: Hashable, Sendable {
  /// The maximum length of the text on each side of the caret, in UTF-16 code units.
  package static let limit = 1024

  /// Tells documents apart: another container has another one, and the same container the same one.
  package var identifier: String
  /// Counts the changes of the document that the extension did not make.
  package var generation: Int
  /// The text before the marked text, or else before the selection, of the same paragraph; nil for
  /// none.
  package var before: String?
  /// The text after the marked text, or else after the selection, of the same paragraph; nil for
  /// none.
  package var after: String?
  /// The selected text outside of the marked text; nil for none.
  package var selected: String?
  /// The marked text; nil for none.
  package var marked: String?
  /// Whether the document has any text.
  package var hasText: Bool

  /// Creates the proxy of a text.
  ///
  /// A selection of more than ``limit`` code units is cut off at its end.
  ///
  /// - Parameters:
  ///   - storage: the whole text, including the marked text.
  ///   - selection: the caret or selection.
  ///   - markedRange: the range of the marked text; nil for none.
  ///   - identifier: tells documents apart.
  ///   - generation: the number of changes by others.
  package init(
    _ storage: TextStorage, selection: TextRange, markedRange: TextRange?, identifier: String,
    generation: Int
  ) {
    let middle = markedRange ?? selection
    before = Self.text(
      storage,
      max(storage.paragraphStart(at: middle.start), Self.start(middle.start, in: storage)),
      middle.start)
    after = Self.text(
      storage, middle.end,
      min(storage.paragraphEnd(at: middle.end), Self.end(middle.end, in: storage)))
    selected =
      markedRange == nil
      ? Self.text(
        storage, selection.start, min(selection.end, Self.end(selection.start, in: storage)))
      : nil
    marked = markedRange.flatMap { Self.text(storage, $0.start, $0.end) }
    hasText = storage.count > 0
    (self.identifier, self.generation) = (identifier, generation)
  }

  private static func text(_ storage: TextStorage, _ start: Int, _ end: Int) -> String? {
    start < end ? storage.substring(TextRange(start, end)) : nil
  }

  /// The first place of a whole character within the limit before a place.
  private static func start(_ place: Int, in storage: TextStorage) -> Int {
    storage.characterBoundary(atOrAfter: max(0, place - limit))
  }

  /// The last place of a whole character within the limit after a place.
  private static func end(_ place: Int, in storage: TextStorage) -> Int {
    guard storage.count - place > limit else { return storage.count }
    let cut = place + limit
    return storage.characterBoundary(atOrAfter: cut) == cut
      ? cut : storage.characterStart(before: cut)
  }
}
