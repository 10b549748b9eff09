// SPDX-License-Identifier: Apache-2.0

/// An editing operation of a text container.
///
/// The raw values are stable public identifiers. ``BuiltinCommands`` has the titles and chords.
@nonexhaustive
public enum EditingCommand: String, Hashable, Sendable, CaseIterable {
  /// Moves the caret one character to the left, or to the left end of the selection.
  case moveLeft = "move-left"
  /// Moves the caret one character to the right, or to the right end of the selection.
  case moveRight = "move-right"
  /// Moves the caret one character towards the start of the text.
  case moveBackward = "move-backward"
  /// Moves the caret one character towards the end of the text.
  case moveForward = "move-forward"
  /// Moves the caret up one visual line and keeps its column.
  case moveUp = "move-up"
  /// Moves the caret down one visual line and keeps its column.
  case moveDown = "move-down"
  /// Moves the caret to the start of this word, or of the one before it.
  case moveWordLeft = "move-word-left"
  /// Moves the caret to the end of this word, or of the one after it.
  case moveWordRight = "move-word-right"
  /// Moves the caret one word towards the start of the text.
  case moveWordBackward = "move-word-backward"
  /// Moves the caret one word towards the end of the text.
  case moveWordForward = "move-word-forward"
  /// Moves the caret to the start of the paragraph, and from there to the one before it.
  case moveParagraphUp = "move-paragraph-up"
  /// Moves the caret to the end of the paragraph, and from there to the one after it.
  case moveParagraphDown = "move-paragraph-down"
  /// Moves the caret to the left end of the visual line.
  case moveLineLeft = "move-line-left"
  /// Moves the caret to the right end of the visual line.
  case moveLineRight = "move-line-right"
  /// Moves the caret to the start of the paragraph and stays there.
  case moveParagraphStart = "move-paragraph-start"
  /// Moves the caret to the end of the paragraph and stays there.
  case moveParagraphEnd = "move-paragraph-end"
  /// Moves the caret to the start of the text.
  case moveDocumentStart = "move-document-start"
  /// Moves the caret to the end of the text.
  case moveDocumentEnd = "move-document-end"
  /// Moves the caret up by a page.
  case movePageUp = "move-page-up"
  /// Moves the caret down by a page.
  case movePageDown = "move-page-down"
  /// Scrolls up by a page; if nothing can scroll, moves the caret instead.
  case scrollPageUp = "scroll-page-up"
  /// Scrolls down by a page; if nothing can scroll, moves the caret instead.
  case scrollPageDown = "scroll-page-down"
  /// Scrolls to the start of the text; if nothing can scroll, moves the caret instead.
  case scrollDocumentStart = "scroll-document-start"
  /// Scrolls to the end of the text; if nothing can scroll, moves the caret instead.
  case scrollDocumentEnd = "scroll-document-end"
  /// Scrolls a view until the selection is visible, without moving the caret.
  case scrollToSelection = "scroll-to-selection"
  /// Scrolls a view until the caret's line is in its middle, without moving the caret.
  case scrollCaretToMiddle = "scroll-caret-to-middle"
  /// Moves the active end of the selection one character to the left.
  case extendLeft = "extend-left"
  /// Moves the active end of the selection one character to the right.
  case extendRight = "extend-right"
  /// Moves the active end of the selection one character back.
  case extendBackward = "extend-backward"
  /// Moves the active end of the selection one character forward.
  case extendForward = "extend-forward"
  /// Moves the active end of the selection up one visual line.
  case extendUp = "extend-up"
  /// Moves the active end of the selection down one visual line.
  case extendDown = "extend-down"
  /// Moves the active end of the selection one word to the left.
  case extendWordLeft = "extend-word-left"
  /// Moves the active end of the selection one word to the right.
  case extendWordRight = "extend-word-right"
  /// Moves the active end of the selection one word back.
  case extendWordBackward = "extend-word-backward"
  /// Moves the active end of the selection one word forward.
  case extendWordForward = "extend-word-forward"
  /// Moves the active end of the selection to the start of the paragraph, then up.
  case extendParagraphUp = "extend-paragraph-up"
  /// Moves the active end of the selection to the end of the paragraph, after its newline.
  case extendParagraphDown = "extend-paragraph-down"
  /// Extends the selection to the left end of the visual line.
  case extendLineLeft = "extend-line-left"
  /// Extends the selection to the right end of the visual line.
  case extendLineRight = "extend-line-right"
  /// Moves the active end of the selection to the start of the paragraph.
  case extendParagraphStart = "extend-paragraph-start"
  /// Moves the active end of the selection to the end of the paragraph.
  case extendParagraphEnd = "extend-paragraph-end"
  /// Extends the selection to the start of the text.
  case extendDocumentStart = "extend-document-start"
  /// Extends the selection to the end of the text.
  case extendDocumentEnd = "extend-document-end"
  /// Moves the active end of the selection up by a page.
  case extendPageUp = "extend-page-up"
  /// Moves the active end of the selection down by a page.
  case extendPageDown = "extend-page-down"
  /// Deletes the character before the caret, or the selection.
  case deleteBackward = "delete-backward"
  /// Deletes the character after the caret, or the selection.
  case deleteForward = "delete-forward"
  /// Deletes from the caret back to the start of the word.
  case deleteWordBackward = "delete-word-backward"
  /// Deletes from the caret to the end of the word.
  case deleteWordForward = "delete-word-forward"
  /// Deletes the last code point before the caret; of an accented letter only the accent.
  case deleteDecomposing = "delete-decomposing"
  /// Deletes from the caret to the start of the visual line.
  case deleteLineStart = "delete-line-start"
  /// Empties a field, as its clear button does.
  case clear
  /// Moves the text up to the end of the paragraph into the kill buffer.
  case killParagraphEnd = "kill-paragraph-end"
  /// Inserts the kill buffer.
  case yank
  /// Swaps the characters around the caret and moves past them.
  case transpose
  /// Inserts a line break after the caret.
  case openLine = "open-line"
  /// Inserts a newline; in a field, does what Return does there.
  case insertNewline = "insert-newline"
  /// Inserts a newline; does nothing in a field, which has one line.
  case insertPlainNewline = "insert-plain-newline"
  /// Inserts a line separator, which does not begin a paragraph.
  case insertLineBreak = "insert-line-break"
  /// Inserts a tab character; in a field the key moves the focus instead.
  case insertTab = "insert-tab"
  /// Inserts a tab character, also in a field.
  case insertPlainTab = "insert-plain-tab"
  /// Does nothing in a text view, but prevents the key from moving the focus.
  case insertBacktab = "insert-backtab"
  /// Cancels the composition, else the offered correction, else the program's current operation.
  case cancel
  /// Asks the program for completions of the current word.
  case complete
  /// Selects the whole text.
  case selectAll = "select-all"
  /// Reduces the selection to a caret at its active end.
  case deselect
  /// Moves the selection to the pasteboard.
  case cut
  /// Copies the selection to the pasteboard.
  case copy
  /// Inserts the pasteboard.
  case paste
  /// Inserts the pasteboard as plain text.
  case pastePlain = "paste-plain"
  /// Undoes the last step.
  case undo
  /// Redoes the last undone step.
  case redo
  /// Inserts a straight single quotation mark, regardless of smart punctuation.
  case insertStraightQuote = "insert-straight-quote"
  /// Inserts a straight double quotation mark, regardless of smart punctuation.
  case insertStraightDoubleQuote = "insert-straight-double-quote"
  /// Asks the program to show its search.
  case find
  /// Selects the next match of the search text.
  case findNext = "find-next"
  /// Selects the previous match of the search text.
  case findPrevious = "find-previous"
  /// Uses the selection as the search text.
  case useSelectionForFind = "use-selection-for-find"
  /// Asks the program for the next misspelled word.
  case nextMisspelling = "next-misspelling"
  /// Shows corrections of the misspelled word at the caret; without one, asks the program.
  case showSpelling = "show-spelling"
  /// Asks the program for bold text.
  case toggleBold = "toggle-bold"
  /// Asks the program for italic text.
  case toggleItalic = "toggle-italic"
  /// Asks the program for underlined text.
  case toggleUnderline = "toggle-underline"

  /// Whether the responder chain performs the command if the text does not (6.3, 6.4).
  ///
  /// A responder performs it with a ``KeyCommand`` of this id. Without such a responder, the key is
  /// unhandled.
  public var isAction: Bool {
    switch self {
    case .cancel, .complete, .find, .nextMisspelling, .showSpelling, .toggleBold, .toggleItalic,
      .toggleUnderline:
      true
    default: false
    }
  }

  /// Whether the command scrolls without moving the caret, if anything can scroll.
  public var scrolls: Bool {
    switch self {
    case .scrollPageUp, .scrollPageDown, .scrollDocumentStart, .scrollDocumentEnd,
      .scrollToSelection, .scrollCaretToMiddle:
      true
    default: false
    }
  }
}
