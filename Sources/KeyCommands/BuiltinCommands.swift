// SPDX-License-Identifier: Apache-2.0
import Keys

/// An editing command with what a person should know of it.
public struct BuiltinCommand: Sendable {
  /// What it does, for the engine.
  public let command: EditingCommand
  /// The menu title.
  public let title: String
  /// The longer title for a list of commands.
  public let discoverabilityTitle: String
  /// The heading it is listed under.
  public let group: String
  /// The chords it has unless the user says otherwise, the usual one first.
  public let chords: [Chord]
  /// One sentence that says what it does.
  public let discussion: String

  /// The stable public word, `move-word-left`.
  public var id: String { command.rawValue }

  /// The row as one key command, with a chord.
  public func keyCommand(_ chord: Chord) -> KeyCommand {
    KeyCommand(
      id: id, input: chord.input, modifiers: chord.modifiers, title: title,
      discoverabilityTitle: discoverabilityTitle, group: group)
  }

  /// The same row with other chords.
  func with(chords: [Chord]) -> BuiltinCommand {
    BuiltinCommand(command, title, discoverabilityTitle, group, chords, discussion)
  }

  init(
    _ command: EditingCommand, _ title: String, _ discoverabilityTitle: String, _ group: String,
    _ chords: [Chord], _ discussion: String
  ) {
    self.command = command
    self.title = title
    self.discoverabilityTitle = discoverabilityTitle
    self.group = group
    self.chords = chords
    self.discussion = discussion
  }
}

/// The editing commands of every text container, in the order of reference section 6.
public enum BuiltinCommands {
  /// The row of a command.
  public static func row(of command: EditingCommand) -> BuiltinCommand? {
    index[command]
  }

  /// The table as key commands, one for each chord.
  public static var keyCommands: [KeyCommand] {
    table.flatMap { row in
      row.chords.map(row.keyCommand)
    }
  }

  private static let index = Dictionary(
    table.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

  private static let movement = "Movement"
  private static let selection = "Selection"
  private static let deletion = "Deletion"
  private static let insertion = "Insertion"
  private static let editing = "Edit"
  private static let search = "Find"
  private static let format = "Format"

  /// Every editing command.
  public static let table: [BuiltinCommand] = [
    // 6.1 Moving
    BuiltinCommand(
      .moveLeft, "Move Left", "Move One Character Left", movement,
      [Chord(KeyInput.leftArrow)],
      "Moves the caret one character to the left, or to the left end of the selection."),
    BuiltinCommand(
      .moveRight, "Move Right", "Move One Character Right", movement,
      [Chord(KeyInput.rightArrow)],
      "Moves the caret one character to the right, or to the right end of the selection."),
    BuiltinCommand(
      .moveBackward, "Move Backward", "Move One Character Back", movement,
      [Chord("b", .control)],
      "Moves the caret one character towards the start of the text."),
    BuiltinCommand(
      .moveForward, "Move Forward", "Move One Character Forward", movement,
      [Chord("f", .control)],
      "Moves the caret one character towards the end of the text."),
    BuiltinCommand(
      .moveUp, "Move Up", "Move One Line Up", movement,
      [Chord(KeyInput.upArrow), Chord("p", .control)],
      "Moves the caret up one visual line and keeps its column."),
    BuiltinCommand(
      .moveDown, "Move Down", "Move One Line Down", movement,
      [Chord(KeyInput.downArrow), Chord("n", .control)],
      "Moves the caret down one visual line and keeps its column."),
    BuiltinCommand(
      .moveWordLeft, "Move Word Left", "Move One Word Left", movement,
      [Chord(KeyInput.leftArrow, .option)],
      "Moves the caret to the start of this word, or of the one before it."),
    BuiltinCommand(
      .moveWordRight, "Move Word Right", "Move One Word Right", movement,
      [Chord(KeyInput.rightArrow, .option)],
      "Moves the caret to the end of this word, or of the one after it."),
    BuiltinCommand(
      .moveWordBackward, "Move Word Backward", "Move One Word Back", movement,
      [Chord("b", [.control, .option])],
      "Moves the caret one word towards the start of the text."),
    BuiltinCommand(
      .moveWordForward, "Move Word Forward", "Move One Word Forward", movement,
      [Chord("f", [.control, .option])],
      "Moves the caret one word towards the end of the text."),
    BuiltinCommand(
      .moveParagraphUp, "Move Paragraph Up", "Move to Start of Paragraph, Then Up", movement,
      [Chord(KeyInput.upArrow, .option)],
      "Moves the caret to the start of the paragraph, and from there to the one before it."),
    BuiltinCommand(
      .moveParagraphDown, "Move Paragraph Down", "Move to End of Paragraph, Then Down", movement,
      [Chord(KeyInput.downArrow, .option)],
      "Moves the caret to the end of the paragraph, and from there to the one after it."),
    BuiltinCommand(
      .moveLineLeft, "Move to Line Start", "Move to Start of Line", movement,
      [Chord(KeyInput.leftArrow, .command), Chord(KeyInput.leftArrow, .control)],
      "Moves the caret to the left end of the visual line."),
    BuiltinCommand(
      .moveLineRight, "Move to Line End", "Move to End of Line", movement,
      [Chord(KeyInput.rightArrow, .command), Chord(KeyInput.rightArrow, .control)],
      "Moves the caret to the right end of the visual line."),
    BuiltinCommand(
      .moveParagraphStart, "Move to Paragraph Start", "Move to Start of Paragraph", movement,
      [Chord("a", .control)],
      "Moves the caret to the start of the paragraph and stays there."),
    BuiltinCommand(
      .moveParagraphEnd, "Move to Paragraph End", "Move to End of Paragraph", movement,
      [Chord("e", .control)],
      "Moves the caret to the end of the paragraph and stays there."),
    BuiltinCommand(
      .moveDocumentStart, "Move to Document Start", "Move to Start of Document", movement,
      [Chord(KeyInput.upArrow, .command)],
      "Moves the caret to the start of the text."),
    BuiltinCommand(
      .moveDocumentEnd, "Move to Document End", "Move to End of Document", movement,
      [Chord(KeyInput.downArrow, .command)],
      "Moves the caret to the end of the text."),
    BuiltinCommand(
      .movePageUp, "Move Page Up", "Move One Page Up", movement,
      [Chord(KeyInput.pageUp, .option)],
      "Moves the caret up by a page."),
    BuiltinCommand(
      .movePageDown, "Move Page Down", "Move One Page Down", movement,
      [Chord(KeyInput.pageDown, .option), Chord("v", .control)],
      "Moves the caret down by a page."),
    BuiltinCommand(
      .scrollPageUp, "Page Up", "Scroll One Page Up", movement,
      [Chord(KeyInput.pageUp), Chord(KeyInput.upArrow, .control)],
      "Scrolls up by a page; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollPageDown, "Page Down", "Scroll One Page Down", movement,
      [Chord(KeyInput.pageDown), Chord(KeyInput.downArrow, .control)],
      "Scrolls down by a page; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollDocumentStart, "Scroll to Start", "Scroll to Start of Document", movement,
      [Chord(KeyInput.home)],
      "Scrolls to the start of the text; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollDocumentEnd, "Scroll to End", "Scroll to End of Document", movement,
      [Chord(KeyInput.end)],
      "Scrolls to the end of the text; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollToSelection, "Jump to Selection", "Scroll to the Selection", movement,
      [Chord("j", .command)],
      "Scrolls a view until the selection shows; the caret stays."),
    BuiltinCommand(
      .scrollCaretToMiddle, "Centre the Caret", "Scroll the Caret to the Middle", movement,
      [Chord("l", .control)],
      "Scrolls a view until the caret's line is in its middle; the caret stays."),
    // 6.1 Extending
    BuiltinCommand(
      .extendLeft, "Extend Left", "Select One Character Left", selection,
      [Chord(KeyInput.leftArrow, .shift)],
      "Moves the active end of the selection one character to the left."),
    BuiltinCommand(
      .extendRight, "Extend Right", "Select One Character Right", selection,
      [Chord(KeyInput.rightArrow, .shift)],
      "Moves the active end of the selection one character to the right."),
    BuiltinCommand(
      .extendBackward, "Extend Backward", "Select One Character Back", selection,
      [Chord("b", [.control, .shift])],
      "Moves the active end of the selection one character back."),
    BuiltinCommand(
      .extendForward, "Extend Forward", "Select One Character Forward", selection,
      [Chord("f", [.control, .shift])],
      "Moves the active end of the selection one character forward."),
    BuiltinCommand(
      .extendUp, "Extend Up", "Select One Line Up", selection,
      [Chord(KeyInput.upArrow, .shift), Chord("p", [.control, .shift])],
      "Moves the active end of the selection up one visual line."),
    BuiltinCommand(
      .extendDown, "Extend Down", "Select One Line Down", selection,
      [Chord(KeyInput.downArrow, .shift), Chord("n", [.control, .shift])],
      "Moves the active end of the selection down one visual line."),
    BuiltinCommand(
      .extendWordLeft, "Extend Word Left", "Select One Word Left", selection,
      [Chord(KeyInput.leftArrow, [.option, .shift])],
      "Moves the active end of the selection one word to the left."),
    BuiltinCommand(
      .extendWordRight, "Extend Word Right", "Select One Word Right", selection,
      [Chord(KeyInput.rightArrow, [.option, .shift])],
      "Moves the active end of the selection one word to the right."),
    BuiltinCommand(
      .extendWordBackward, "Extend Word Backward", "Select One Word Back", selection,
      [Chord("b", [.control, .option, .shift])],
      "Moves the active end of the selection one word back."),
    BuiltinCommand(
      .extendWordForward, "Extend Word Forward", "Select One Word Forward", selection,
      [Chord("f", [.control, .option, .shift])],
      "Moves the active end of the selection one word forward."),
    BuiltinCommand(
      .extendParagraphUp, "Extend Paragraph Up", "Select to Start of Paragraph, Then Up", selection,
      [Chord(KeyInput.upArrow, [.option, .shift])],
      "Moves the active end of the selection to the start of the paragraph, then up."),
    BuiltinCommand(
      .extendParagraphDown, "Extend Paragraph Down", "Select to End of Paragraph, Then Down",
      selection,
      [Chord(KeyInput.downArrow, [.option, .shift])],
      "Moves the active end of the selection behind the paragraph with its line end."),
    BuiltinCommand(
      .extendLineLeft, "Extend to Line Start", "Select to Start of Line", selection,
      [
        Chord(KeyInput.leftArrow, [.shift, .command]),
        Chord(KeyInput.leftArrow, [.control, .shift]),
      ],
      "Grows the selection to the left end of the visual line."),
    BuiltinCommand(
      .extendLineRight, "Extend to Line End", "Select to End of Line", selection,
      [
        Chord(KeyInput.rightArrow, [.shift, .command]),
        Chord(KeyInput.rightArrow, [.control, .shift]),
      ],
      "Grows the selection to the right end of the visual line."),
    BuiltinCommand(
      .extendParagraphStart, "Extend to Paragraph Start", "Select to Start of Paragraph", selection,
      [Chord("a", [.control, .shift])],
      "Moves the active end of the selection to the start of the paragraph."),
    BuiltinCommand(
      .extendParagraphEnd, "Extend to Paragraph End", "Select to End of Paragraph", selection,
      [Chord("e", [.control, .shift])],
      "Moves the active end of the selection to the end of the paragraph."),
    BuiltinCommand(
      .extendDocumentStart, "Extend to Document Start", "Select to Start of Document", selection,
      [Chord(KeyInput.upArrow, [.shift, .command]), Chord(KeyInput.home, .shift)],
      "Grows the selection to the start of the text."),
    BuiltinCommand(
      .extendDocumentEnd, "Extend to Document End", "Select to End of Document", selection,
      [Chord(KeyInput.downArrow, [.shift, .command]), Chord(KeyInput.end, .shift)],
      "Grows the selection to the end of the text."),
    BuiltinCommand(
      .extendPageUp, "Extend Page Up", "Select One Page Up", selection,
      [Chord(KeyInput.pageUp, .shift), Chord(KeyInput.pageUp, [.option, .shift])],
      "Moves the active end of the selection up by a page."),
    BuiltinCommand(
      .extendPageDown, "Extend Page Down", "Select One Page Down", selection,
      [
        Chord(KeyInput.pageDown, .shift), Chord(KeyInput.pageDown, [.option, .shift]),
        Chord("v", [.control, .shift]),
      ],
      "Moves the active end of the selection down by a page."),
    // 6.2 Deleting and the kill buffer
    BuiltinCommand(
      .deleteBackward, "Delete Backward", "Delete the Character Before the Caret", deletion,
      [Chord(KeyInput.delete), Chord(KeyInput.delete, .shift), Chord("h", .control)],
      "Deletes the character before the caret, or the selection."),
    BuiltinCommand(
      .deleteForward, "Delete Forward", "Delete the Character After the Caret", deletion,
      [Chord(KeyInput.forwardDelete), Chord(KeyInput.forwardDelete, .shift), Chord("d", .control)],
      "Deletes the character after the caret, or the selection."),
    BuiltinCommand(
      .deleteWordBackward, "Delete Word Backward", "Delete to Start of Word", deletion,
      [Chord(KeyInput.delete, .option), Chord(KeyInput.delete, [.control, .option])],
      "Deletes from the caret back to the start of the word."),
    BuiltinCommand(
      .deleteWordForward, "Delete Word Forward", "Delete to End of Word", deletion,
      [Chord(KeyInput.forwardDelete, .option)],
      "Deletes from the caret to the end of the word."),
    BuiltinCommand(
      .deleteDecomposing, "Delete Accent", "Delete Backward, Accent First", deletion,
      [Chord(KeyInput.delete, .control)],
      "Deletes the last code point before the caret and takes an accented letter apart."),
    BuiltinCommand(
      .deleteLineStart, "Delete to Line Start", "Delete to Start of Line", deletion,
      [Chord(KeyInput.delete, .command)],
      "Deletes from the caret to the start of the visual line."),
    BuiltinCommand(
      .clear, "Clear", "Clear the Field", deletion,
      [Chord(KeyInput.delete, [.option, .command])],
      "Empties a field, if the program agrees."),
    BuiltinCommand(
      .killParagraphEnd, "Kill to Paragraph End", "Delete to End of Paragraph, Keeping It",
      deletion,
      [Chord("k", .control)],
      "Moves the text up to the end of the paragraph into the kill buffer."),
    BuiltinCommand(
      .yank, "Yank", "Insert What Was Killed", insertion,
      [Chord("y", .control)],
      "Inserts the kill buffer."),
    BuiltinCommand(
      .transpose, "Transpose", "Swap Two Characters", editing,
      [Chord("t", .control)],
      "Swaps the characters around the caret and moves past them."),
    BuiltinCommand(
      .openLine, "Open Line", "Insert Line Break After the Caret", insertion,
      [Chord("o", .control)],
      "Inserts a line break after the caret."),
    // 6.3 Newlines, Tab, Escape
    BuiltinCommand(
      .insertNewline, "Insert Newline", "Begin a New Paragraph", insertion,
      [Chord(KeyInput.return), Chord(KeyInput.return, .shift)],
      "Inserts a newline; in a field, does what Return does there."),
    BuiltinCommand(
      .insertPlainNewline, "Insert Plain Newline", "Begin a New Paragraph, Not in Fields",
      insertion,
      [Chord(KeyInput.return, .option)],
      "Inserts a newline; in a field, which has one line, nothing."),
    BuiltinCommand(
      .insertLineBreak, "Insert Line Break", "Begin a New Line in the Paragraph", insertion,
      [Chord(KeyInput.return, .control)],
      "Inserts a line separator, which does not begin a paragraph."),
    BuiltinCommand(
      .insertTab, "Insert Tab", "Insert a Tab", insertion,
      [Chord(KeyInput.tab)],
      "Inserts a tab character; in a field the key moves the focus instead."),
    BuiltinCommand(
      .insertPlainTab, "Insert Plain Tab", "Insert a Tab, in Fields Too", insertion,
      [Chord(KeyInput.tab, .option)],
      "Inserts a tab character, in a field too."),
    BuiltinCommand(
      .insertBacktab, "Back Tab", "Back Tab", insertion,
      [Chord(KeyInput.tab, .shift)],
      "Does nothing in a text view; keeps the key from leaving it."),
    BuiltinCommand(
      .cancel, "Cancel", "Cancel", editing,
      [Chord(KeyInput.escape), Chord(".", .command)],
      "Gives up the composition, else an offered correction; else the program cancels."),
    BuiltinCommand(
      .complete, "Complete", "Show Completions", editing,
      [Chord(KeyInput.function(5)), Chord(KeyInput.escape, .option)],
      "Asks the program for the list of words that what is typed may become."),
    // 6.4 Editing commands
    BuiltinCommand(
      .selectAll, "Select All", "Select All", editing,
      [Chord("a", .command)],
      "Selects the whole text."),
    BuiltinCommand(
      .deselect, "Deselect", "Deselect", editing,
      [Chord("a", [.shift, .command])],
      "Leaves a caret at the active end of the selection."),
    BuiltinCommand(
      .cut, "Cut", "Cut", editing,
      [Chord("x", .command)],
      "Moves the selection to the pasteboard."),
    BuiltinCommand(
      .copy, "Copy", "Copy", editing,
      [Chord("c", .command)],
      "Copies the selection to the pasteboard."),
    BuiltinCommand(
      .paste, "Paste", "Paste", editing,
      [Chord("v", .command)],
      "Inserts the pasteboard."),
    BuiltinCommand(
      .pastePlain, "Paste and Match Style", "Paste as Plain Text", editing,
      [Chord("v", [.option, .shift, .command])],
      "Inserts the pasteboard as plain text."),
    BuiltinCommand(
      .undo, "Undo", "Undo", editing,
      [Chord("z", .command)],
      "Takes the last step back."),
    BuiltinCommand(
      .redo, "Redo", "Redo", editing,
      [Chord("z", [.shift, .command])],
      "Takes back the last undo."),
    BuiltinCommand(
      .insertStraightQuote, "Straight Quote", "Insert Straight Single Quote", insertion,
      [Chord("'", .control)],
      "Inserts a straight single quotation mark, whatever smart punctuation says."),
    BuiltinCommand(
      .insertStraightDoubleQuote, "Straight Double Quote", "Insert Straight Double Quote",
      insertion,
      [Chord("'", [.control, .shift])],
      "Inserts a straight double quotation mark, whatever smart punctuation says."),
    BuiltinCommand(
      .find, "Find…", "Find in the Text", search,
      [Chord("f", .command)],
      "Asks the program for its search."),
    BuiltinCommand(
      .findNext, "Find Next", "Find the Next Place", search,
      [Chord("g", .command)],
      "Selects the next place where the text searched for is."),
    BuiltinCommand(
      .findPrevious, "Find Previous", "Find the Place Before", search,
      [Chord("g", [.shift, .command])],
      "Selects the place before where the text searched for is."),
    BuiltinCommand(
      .useSelectionForFind, "Use Selection for Find", "Search for the Selection", search,
      [Chord("e", .command)],
      "Makes the selection the text to search for."),
    BuiltinCommand(
      .nextMisspelling, "Next Misspelling", "Find the Next Misspelling", search,
      [Chord(";", .command)],
      "Asks the program for the next word that is spelled wrongly."),
    BuiltinCommand(
      .showSpelling, "Spelling…", "Show the Spelling Panel", search,
      [Chord(":", .command)],
      "Asks the program for its spelling panel."),
    BuiltinCommand(
      .toggleBold, "Bold", "Bold Text", format,
      [Chord("b", .command)],
      "Asks the program for bold text."),
    BuiltinCommand(
      .toggleItalic, "Italic", "Italic Text", format,
      [Chord("i", .command)],
      "Asks the program for italic text."),
    BuiltinCommand(
      .toggleUnderline, "Underline", "Underlined Text", format,
      [Chord("u", .command)],
      "Asks the program for underlined text."),
  ]
}
