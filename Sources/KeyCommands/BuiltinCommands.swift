// SPDX-License-Identifier: Apache-2.0
import Keys

/// An editing command with its titles, group, chords and description.
public struct BuiltinCommand: Sendable {
  /// The operation that the engine performs.
  public let command: EditingCommand
  /// The menu title.
  public let title: String
  /// The longer title for a list of commands.
  public let discoverabilityTitle: String
  /// The heading in lists.
  public let group: String
  /// The default chords, the most common one first.
  public let chords: [Chord]
  /// A sentence that says what the command does.
  public let discussion: String

  /// The stable public identifier, such as `move-word-left`.
  public var id: String { command.rawValue }

  /// Makes a key command that runs this command.
  ///
  /// - Parameter chord: the chord of the key command; it need not be one of ``chords``.
  /// - Returns: the key command, with the titles and the heading of this row.
  public func keyCommand(_ chord: Chord) -> KeyCommand {
    KeyCommand(id: id, chords: [chord], title: title) {
      $0.discoverabilityTitle = discoverabilityTitle
      $0.group = group
    }
  }

  /// Returns the row with other chords.
  ///
  /// - Parameter chords: the chords that replace the row's own; empty for a command without a
  ///   chord.
  /// - Returns: the row.
  public func with(chords: [Chord]) -> BuiltinCommand {
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
  /// Returns the row of a command.
  ///
  /// - Parameter command: the command.
  /// - Returns: the row; nil if the table has none.
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

  static let movement = "Movement"
  static let selection = "Selection"
  private static let deletion = "Deletion"
  private static let insertion = "Insertion"
  private static let editing = "Edit"
  private static let search = "Find"
  private static let format = "Format"

  /// Every editing command.
  public static let table: [BuiltinCommand] = moving + editingText

  private static let editingText: [BuiltinCommand] = [
    // 6.2 Deleting and the kill buffer
    BuiltinCommand(
      .deleteBackward, "Delete Backward", "Delete the Character Before the Caret", deletion,
      [Chord(.delete), Chord(.delete, .shift), Chord("h", .control)],
      "Deletes the character before the caret, or the selection."),
    BuiltinCommand(
      .deleteForward, "Delete Forward", "Delete the Character After the Caret", deletion,
      [Chord(.forwardDelete), Chord(.forwardDelete, .shift), Chord("d", .control)],
      "Deletes the character after the caret, or the selection."),
    BuiltinCommand(
      .deleteWordBackward, "Delete Word Backward", "Delete to Start of Word", deletion,
      [Chord(.delete, .option), Chord(.delete, [.control, .option])],
      "Deletes from the caret back to the start of the word."),
    BuiltinCommand(
      .deleteWordForward, "Delete Word Forward", "Delete to End of Word", deletion,
      [Chord(.forwardDelete, .option)],
      "Deletes from the caret to the end of the word."),
    BuiltinCommand(
      .deleteDecomposing, "Delete Accent", "Delete Backward, Accent First", deletion,
      [Chord(.delete, .control)],
      "Deletes the last code point before the caret and takes an accented letter apart."),
    BuiltinCommand(
      .deleteLineStart, "Delete to Line Start", "Delete to Start of Line", deletion,
      [Chord(.delete, .command)],
      "Deletes from the caret to the start of the visual line."),
    BuiltinCommand(
      .clear, "Clear", "Clear the Field", deletion,
      [Chord(.delete, [.option, .command])],
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
      [Chord(.return), Chord(.return, .shift)],
      "Inserts a newline; in a field, does what Return does there."),
    BuiltinCommand(
      .insertPlainNewline, "Insert Plain Newline", "Begin a New Paragraph, Not in Fields",
      insertion,
      [Chord(.return, .option)],
      "Inserts a newline; in a field, which has one line, nothing."),
    BuiltinCommand(
      .insertLineBreak, "Insert Line Break", "Begin a New Line in the Paragraph", insertion,
      [Chord(.return, .control)],
      "Inserts a line separator, which does not begin a paragraph."),
    BuiltinCommand(
      .insertTab, "Insert Tab", "Insert a Tab", insertion,
      [Chord(.tab)],
      "Inserts a tab character; in a field the key moves the focus instead."),
    BuiltinCommand(
      .insertPlainTab, "Insert Plain Tab", "Insert a Tab, in Fields Too", insertion,
      [Chord(.tab, .option)],
      "Inserts a tab character, in a field too."),
    BuiltinCommand(
      .insertBacktab, "Back Tab", "Back Tab", insertion,
      [Chord(.tab, .shift)],
      "Does nothing in a text view; keeps the key from leaving it."),
    BuiltinCommand(
      .cancel, "Cancel", "Cancel", editing,
      [Chord(.escape), Chord(".", .command)],
      "Gives up the composition, else an offered correction; else the program cancels."),
    BuiltinCommand(
      .complete, "Complete", "Show Completions", editing,
      [Chord(.function(5)), Chord(.escape, .option)],
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
      "Selects the next word that is marked as misspelled; without one, asks the program."),
    BuiltinCommand(
      .showSpelling, "Spelling…", "Show the Spelling Panel", search,
      [Chord(":", .command)],
      "Shows corrections of the misspelled word at the caret; without one, asks the program."),
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
