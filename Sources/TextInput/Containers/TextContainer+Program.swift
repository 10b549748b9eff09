// SPDX-License-Identifier: Apache-2.0

/// What a program does with the text: nobody is asked, but everybody is told (FLD-12).
extension TextContainer {
  /// The whole text as one string.
  ///
  /// Setting it replaces all text, ends marking, puts the caret at the end and forgets what could
  /// be undone. ``TextStorage/forEachChunk(_:)`` reads a long text without making one string of it.
  public final var text: String {
    get { document.storage.text }
    set {
      endRun()
      let text = fitting(newValue)
      mutate { $0.setText(text, into: &$1) }
      engine?.programChanged(self)
    }
  }

  /// Replaces a range by program, as one step for undo; text being composed is kept first (INP-10).
  ///
  /// The range is cut to the text, and widened to whole characters.
  public final func replace(_ range: TextRange, withText text: String) {
    endRun()
    commitMarkedText()
    let (range, text) = (wholeCharacters(range), fitting(text))
    edit(range, with: text, as: .other, origin: .program)
    engine?.programChanged(self)
  }

  /// How many steps can be taken back at least, 1000 as it begins; 0 for all.
  ///
  /// Older steps are forgotten, and where they hold much removed text, earlier.
  /// UIKit's counterpart is `UndoManager.levelsOfUndo`.
  public final var levelsOfUndo: Int {
    get { document.levelsOfUndo }
    set { document.levelsOfUndo = max(0, newValue) }
  }

  /// How many UTF-16 code units its text and what can be undone take: what it costs in memory.
  package final var heldUnits: Int { document.heldUnits }

  /// How often its text has changed; what is being composed does not count.
  package final var textRevision: Int { document.revision }

  /// Selects by program; the ends move on to character boundaries.
  public final func select(_ selection: Selection) {
    endRun()
    let wanted = Selection(
      anchor: storage.characterBoundary(atOrAfter: selection.anchor),
      head: storage.characterBoundary(atOrAfter: selection.head))
    mutate { $0.select(wanted, into: &$1) }
    engine?.programChanged(self)
  }

  /// Begins a new step for undo with the next edit (UND-2).
  public final func breakUndoCoalescing() {
    document.breakUndoCoalescing()
  }
}
