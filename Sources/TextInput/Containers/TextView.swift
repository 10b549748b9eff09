// SPDX-License-Identifier: Apache-2.0

/// A text of many lines that the keyboard edits; UIKit's counterpart is `UITextView`.
///
/// Make one with ``TextEngine/makeTextView(name:traits:)``.
public final class TextView: Responder, TextContainer {
  /// Its number within the engine.
  public let id: ContainerID
  /// What it says of the text it expects.
  public var traits: TextInputTraits
  /// How its paragraphs fall into lines; by default they are not wrapped.
  public var layout = LineLayout()
  /// How many lines a page has.
  ///
  /// The engine has no viewport to scroll, so the keys that scroll by a page move the caret by as
  /// many lines, and Home and End move it to the start and the end of the text.
  public var pageLength = 20

  var document: TextDocument
  let pasteboard: Pasteboard
  let killBuffer: Pasteboard
  /// The column that ↑ and ↓ keep to, in cells; nil when the last key was another (BND-6).
  var goalColumn: Int?
  /// Whether the last key was ⌃K (BND-9).
  var isKilling = false

  init(
    id: ContainerID, name: String, traits: TextInputTraits, pasteboard: Pasteboard,
    killBuffer: Pasteboard
  ) {
    self.id = id
    self.traits = traits
    self.pasteboard = pasteboard
    self.killBuffer = killBuffer
    document = TextDocument(id: id)
    super.init(name: name)
  }

  /// A text view may have the focus.
  public override var canBecomeFirstResponder: Bool { true }

  /// The text; a copy costs nothing.
  public var storage: TextStorage { document.storage }
  /// What is selected.
  public var selection: Selection { document.selection }
  /// On which line the caret shows at the end of a wrapped line.
  public var affinity: TextAffinity { document.affinity }
  /// Where provisional text is; nil while none is marked.
  public var markedRange: TextRange? { document.marked?.range }
  /// The whole text as one string; ``TextStorage/forEachChunk(_:)`` reads it without making one.
  public var text: String { document.storage.text }

  // MARK: By program

  /// Replaces all text, puts the caret at its end and forgets what could be undone (FLD-12).
  public func setText(_ text: String, into updates: inout [Update]) {
    endRun()
    document.setText(text, into: &updates)
  }

  /// Replaces a range by program, as one step for undo (FLD-12); text being composed is kept first.
  ///
  /// The range is cut to the text, and widened to whole characters.
  public func replace(_ range: TextRange, with text: String, into updates: inout [Update]) {
    endRun()
    document.unmark(into: &updates)
    document.edit(
      wholeCharacters(range), with: text, as: .other, origin: .program, into: &updates)
  }

  /// Selects by program; the ends move on to character boundaries.
  public func select(_ selection: Selection, into updates: inout [Update]) {
    endRun()
    document.select(
      Selection(
        anchor: storage.characterBoundary(atOrAfter: selection.anchor),
        head: storage.characterBoundary(atOrAfter: selection.head)),
      into: &updates)
  }

  /// Begins a new step for undo with the next edit (UND-2).
  public func breakUndoCoalescing() {
    document.breakUndoCoalescing()
  }

  private func wholeCharacters(_ range: TextRange) -> TextRange {
    let range = storage.clamped(range)
    let end = storage.characterBoundary(atOrAfter: range.end)
    var start = storage.characterBoundary(atOrAfter: range.start)
    if start > range.start { start = storage.characterStart(before: start) }
    return TextRange(start, end)
  }

  // MARK: TextContainer

  /// Replaces the marked text, else the selection, and puts the caret behind the text (INP-4).
  public func insertText(_ text: String, into updates: inout [Update]) {
    endRun()
    if document.marked != nil {
      document.commit(text, into: &updates)
    } else {
      document.edit(document.selection.range, with: text, as: .typing, into: &updates)
    }
  }

  /// Replaces the marked text, else the selection, by provisional text (INP-7).
  public func setMarkedText(
    _ text: String, selected: TextRange, into updates: inout [Update]
  ) {
    endRun()
    document.setMarked(text, selected: selected, into: &updates)
  }

  /// Keeps the marked text and ends marking (INP-8).
  public func unmarkText(into updates: inout [Update]) {
    document.unmark(into: &updates)
  }

  /// Drops the marked text and brings back what it replaced.
  public func cancelMarkedText(into updates: inout [Update]) {
    document.cancelMarked(into: &updates)
  }

  /// Ends the goal column and the run of ⌃K.
  public func endRun() {
    goalColumn = nil
    isKilling = false
  }

  /// Commits what is being composed and ends the run of typing (IME-5, UND-2).
  public override func didResignFirstResponder(into updates: inout [Update]) {
    endRun()
    document.unmark(into: &updates)
    document.breakUndoCoalescing()
  }
}
