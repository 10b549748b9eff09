// SPDX-License-Identifier: Apache-2.0
import Keys

extension BuiltinCommands {
  /// The commands that move the caret or the end of the selection (reference 6.1).
  static let moving: [BuiltinCommand] = [
    // 6.1 Moving
    BuiltinCommand(
      .moveLeft, "Move Left", "Move One Character Left", movement,
      [Chord(.leftArrow)],
      "Moves the caret one character to the left, or to the left end of the selection."),
    BuiltinCommand(
      .moveRight, "Move Right", "Move One Character Right", movement,
      [Chord(.rightArrow)],
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
      [Chord(.upArrow), Chord("p", .control)],
      "Moves the caret up one visual line and keeps its column."),
    BuiltinCommand(
      .moveDown, "Move Down", "Move One Line Down", movement,
      [Chord(.downArrow), Chord("n", .control)],
      "Moves the caret down one visual line and keeps its column."),
    BuiltinCommand(
      .moveWordLeft, "Move Word Left", "Move One Word Left", movement,
      [Chord(.leftArrow, .option)],
      "Moves the caret to the start of this word, or of the one before it."),
    BuiltinCommand(
      .moveWordRight, "Move Word Right", "Move One Word Right", movement,
      [Chord(.rightArrow, .option)],
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
      [Chord(.upArrow, .option)],
      "Moves the caret to the start of the paragraph, and from there to the one before it."),
    BuiltinCommand(
      .moveParagraphDown, "Move Paragraph Down", "Move to End of Paragraph, Then Down", movement,
      [Chord(.downArrow, .option)],
      "Moves the caret to the end of the paragraph, and from there to the one after it."),
    BuiltinCommand(
      .moveLineLeft, "Move to Line Start", "Move to Start of Line", movement,
      [Chord(.leftArrow, .command), Chord(.leftArrow, .control)],
      "Moves the caret to the left end of the visual line."),
    BuiltinCommand(
      .moveLineRight, "Move to Line End", "Move to End of Line", movement,
      [Chord(.rightArrow, .command), Chord(.rightArrow, .control)],
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
      [Chord(.upArrow, .command)],
      "Moves the caret to the start of the text."),
    BuiltinCommand(
      .moveDocumentEnd, "Move to Document End", "Move to End of Document", movement,
      [Chord(.downArrow, .command)],
      "Moves the caret to the end of the text."),
    BuiltinCommand(
      .movePageUp, "Move Page Up", "Move One Page Up", movement,
      [Chord(.pageUp, .option)],
      "Moves the caret up by a page."),
    BuiltinCommand(
      .movePageDown, "Move Page Down", "Move One Page Down", movement,
      [Chord(.pageDown, .option), Chord("v", .control)],
      "Moves the caret down by a page."),
    BuiltinCommand(
      .scrollPageUp, "Page Up", "Scroll One Page Up", movement,
      [Chord(.pageUp), Chord(.upArrow, .control)],
      "Scrolls up by a page; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollPageDown, "Page Down", "Scroll One Page Down", movement,
      [Chord(.pageDown), Chord(.downArrow, .control)],
      "Scrolls down by a page; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollDocumentStart, "Scroll to Start", "Scroll to Start of Document", movement,
      [Chord(.home)],
      "Scrolls to the start of the text; where nothing scrolls, the caret moves instead."),
    BuiltinCommand(
      .scrollDocumentEnd, "Scroll to End", "Scroll to End of Document", movement,
      [Chord(.end)],
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
      [Chord(.leftArrow, .shift)],
      "Moves the active end of the selection one character to the left."),
    BuiltinCommand(
      .extendRight, "Extend Right", "Select One Character Right", selection,
      [Chord(.rightArrow, .shift)],
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
      [Chord(.upArrow, .shift), Chord("p", [.control, .shift])],
      "Moves the active end of the selection up one visual line."),
    BuiltinCommand(
      .extendDown, "Extend Down", "Select One Line Down", selection,
      [Chord(.downArrow, .shift), Chord("n", [.control, .shift])],
      "Moves the active end of the selection down one visual line."),
    BuiltinCommand(
      .extendWordLeft, "Extend Word Left", "Select One Word Left", selection,
      [Chord(.leftArrow, [.option, .shift])],
      "Moves the active end of the selection one word to the left."),
    BuiltinCommand(
      .extendWordRight, "Extend Word Right", "Select One Word Right", selection,
      [Chord(.rightArrow, [.option, .shift])],
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
      [Chord(.upArrow, [.option, .shift])],
      "Moves the active end of the selection to the start of the paragraph, then up."),
    BuiltinCommand(
      .extendParagraphDown, "Extend Paragraph Down", "Select to End of Paragraph, Then Down",
      selection,
      [Chord(.downArrow, [.option, .shift])],
      "Moves the active end of the selection behind the paragraph with its line end."),
    BuiltinCommand(
      .extendLineLeft, "Extend to Line Start", "Select to Start of Line", selection,
      [
        Chord(.leftArrow, [.shift, .command]),
        Chord(.leftArrow, [.control, .shift]),
      ],
      "Grows the selection to the left end of the visual line."),
    BuiltinCommand(
      .extendLineRight, "Extend to Line End", "Select to End of Line", selection,
      [
        Chord(.rightArrow, [.shift, .command]),
        Chord(.rightArrow, [.control, .shift]),
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
      [Chord(.upArrow, [.shift, .command]), Chord(.home, .shift)],
      "Grows the selection to the start of the text."),
    BuiltinCommand(
      .extendDocumentEnd, "Extend to Document End", "Select to End of Document", selection,
      [Chord(.downArrow, [.shift, .command]), Chord(.end, .shift)],
      "Grows the selection to the end of the text."),
    BuiltinCommand(
      .extendPageUp, "Extend Page Up", "Select One Page Up", selection,
      [Chord(.pageUp, .shift), Chord(.pageUp, [.option, .shift])],
      "Moves the active end of the selection up by a page."),
    BuiltinCommand(
      .extendPageDown, "Extend Page Down", "Select One Page Down", selection,
      [
        Chord(.pageDown, .shift), Chord(.pageDown, [.option, .shift]),
        Chord("v", [.control, .shift]),
      ],
      "Moves the active end of the selection down by a page."),
  ]
}
