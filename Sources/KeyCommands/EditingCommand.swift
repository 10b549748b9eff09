// SPDX-License-Identifier: Apache-2.0

/// Something a text container can do to its text or selection.
///
/// The raw values are stable public words; ``BuiltinCommands`` has the titles and chords.
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
  /// Scrolls up by a page; where nothing scrolls, the caret moves instead.
  case scrollPageUp = "scroll-page-up"
  /// Scrolls down by a page; where nothing scrolls, the caret moves instead.
  case scrollPageDown = "scroll-page-down"
  /// Scrolls to the start of the text; where nothing scrolls, the caret moves instead.
  case scrollDocumentStart = "scroll-document-start"
  /// Scrolls to the end of the text; where nothing scrolls, the caret moves instead.
  case scrollDocumentEnd = "scroll-document-end"
  /// Scrolls a view until the selection shows; the caret stays.
  case scrollToSelection = "scroll-to-selection"
  /// Scrolls a view until the caret's line is in its middle; the caret stays.
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
  /// Moves the active end of the selection behind the paragraph with its line end.
  case extendParagraphDown = "extend-paragraph-down"
  /// Grows the selection to the left end of the visual line.
  case extendLineLeft = "extend-line-left"
  /// Grows the selection to the right end of the visual line.
  case extendLineRight = "extend-line-right"
  /// Moves the active end of the selection to the start of the paragraph.
  case extendParagraphStart = "extend-paragraph-start"
  /// Moves the active end of the selection to the end of the paragraph.
  case extendParagraphEnd = "extend-paragraph-end"
  /// Grows the selection to the start of the text.
  case extendDocumentStart = "extend-document-start"
  /// Grows the selection to the end of the text.
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
  /// Deletes the last code point before the caret and takes an accented letter apart.
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
  /// Inserts a newline; in a field, which has one line, nothing.
  case insertPlainNewline = "insert-plain-newline"
  /// Inserts a line separator, which does not begin a paragraph.
  case insertLineBreak = "insert-line-break"
  /// Inserts a tab character; in a field the key moves the focus instead.
  case insertTab = "insert-tab"
  /// Inserts a tab character, in a field too.
  case insertPlainTab = "insert-plain-tab"
  /// Does nothing in a text view; keeps the key from leaving it.
  case insertBacktab = "insert-backtab"
  /// Gives up the composition, else the correction that is offered, else what the program cancels.
  case cancel
  /// Asks the program for the list of words that what is typed may become.
  case complete
  /// Selects the whole text.
  case selectAll = "select-all"
  /// Leaves a caret at the active end of the selection.
  case deselect
  /// Moves the selection to the pasteboard.
  case cut
  /// Copies the selection to the pasteboard.
  case copy
  /// Inserts the pasteboard.
  case paste
  /// Inserts the pasteboard as plain text.
  case pastePlain = "paste-plain"
  /// Takes the last step back.
  case undo
  /// Takes back the last undo.
  case redo
  /// Inserts a straight single quotation mark, whatever smart punctuation says.
  case insertStraightQuote = "insert-straight-quote"
  /// Inserts a straight double quotation mark, whatever smart punctuation says.
  case insertStraightDoubleQuote = "insert-straight-double-quote"
  /// Asks the program for its search.
  case find
  /// Selects the next place where the text searched for is.
  case findNext = "find-next"
  /// Selects the place before where the text searched for is.
  case findPrevious = "find-previous"
  /// Makes the selection the text to search for.
  case useSelectionForFind = "use-selection-for-find"
  /// Asks the program for the next word that is spelled wrongly.
  case nextMisspelling = "next-misspelling"
  /// Asks the program for its spelling panel.
  case showSpelling = "show-spelling"
  /// Asks the program for bold text.
  case toggleBold = "toggle-bold"
  /// Asks the program for italic text.
  case toggleItalic = "toggle-italic"
  /// Asks the program for underlined text.
  case toggleUnderline = "toggle-underline"

  /// Whether the responder chain is asked to perform it, where the text cannot (6.3, 6.4).
  ///
  /// Who can perform a ``KeyCommand`` with its id does; with nobody there the key is unhandled.
  public var isAction: Bool {
    switch self {
    case .cancel, .complete, .find, .nextMisspelling, .showSpelling, .toggleBold, .toggleItalic,
      .toggleUnderline:
      true
    default: false
    }
  }

  /// Whether it scrolls, where something can scroll, and leaves the caret.
  public var scrolls: Bool {
    switch self {
    case .scrollPageUp, .scrollPageDown, .scrollDocumentStart, .scrollDocumentEnd,
      .scrollToSelection, .scrollCaretToMiddle:
      true
    default: false
    }
  }
}
