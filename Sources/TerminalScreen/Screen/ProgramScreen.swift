// SPDX-License-Identifier: Apache-2.0
package import TextLayout

/// The screen of a program that believes that it runs in an xterm with 256 colours.
///
/// The program's output goes in, rows of cells and a cursor come out, together with the answers to
/// the program's queries. The class draws nothing and reads no descriptor.
package final class ProgramScreen {
  /// The largest number of bytes of answers that wait for ``takeReplies()``; more are dropped.
  private static let replyLimit = 1 << 16
  /// The largest number of events that wait for ``takeEvents()``; more are dropped.
  private static let eventLimit = 256

  /// The name and version in the answer to XTVERSION.
  let version: String
  private let scrollbackLimit: Int
  var parser = ControlParser()

  /// Called in the middle of output when the program begins an update that should be drawn as a
  /// whole (mode 2026), with true, and when it ends one.
  package var updateChanged: (Bool) -> Void = { _ in }
  /// Returns a colour as the user sees it, in red, green and blue; nil if it is unknown.
  package var color: (TerminalColor) -> TextStyle.Color? = { _ in nil }

  /// The current modes.
  package internal(set) var modes = ScreenModes() {
    didSet {
      if modes.isSynchronized != oldValue.isSynchronized { updateChanged(modes.isSynchronized) }
    }
  }
  /// xterm's modifyOtherKeys: 0, 1 or 2.
  package internal(set) var modifyOtherKeys = 0
  /// The shape of the cursor, from 1 to 6 as in DECSCUSR; 0 for the user's.
  package internal(set) var cursorShape = 0
  /// Whether the alternate screen is shown.
  package internal(set) var isAlternate = false
  var main: ScreenBuffer
  var alternate: ScreenBuffer
  /// The keyboard protocol of the main and the alternate screen.
  var keyboards = (main: KeyboardProtocol(), alternate: KeyboardProtocol())
  var saved = (main: ScreenCursor(), alternate: ScreenCursor())
  /// The cursor of the main screen while the alternate one is shown.
  var hidden = ScreenCursor()
  var cursor = ScreenCursor()
  /// The modes of DECSET that the program has saved, and whether they were on.
  var savedModes: [Int: Bool] = [:]
  /// The rows between the top and bottom margins: the scroll region.
  var region: Range<Int>
  /// The columns between the left and right margins, at least two of them unless the screen has
  /// only one; all columns without mode 69.
  var sides: Range<Int>
  var tabStops: TabStops
  /// Whether protected text was begun by SPA, so that it is kept by ED, EL and ECH but not by
  /// DECSERA, and not by DECSCA.
  var protectsFromErasing = false
  /// The extent of DECCARA and DECRARA: 2 for a rectangle, 0 and 1 for the text between its corners
  /// (DECSACE).
  var attributeExtent = 0
  /// The texts of cells that show several code points: a character with combining marks.
  var clusters = SharedValues<[Unicode.Scalar]>(limit: 1 << 16)
  var extras = ExtrasTable()
  /// The character that was just printed, for REP; nil after a control character or a sequence.
  var lastPrinted: Unicode.Scalar?
  /// The column of the last character in the cursor's row, which takes combining marks; nil once
  /// the cursor has moved.
  var lastColumn: Int?
  private var replies: [UInt8] = []
  private var events: [ScreenEvent] = []

  /// Creates a blank screen.
  ///
  /// - Parameters:
  ///   - columns: the width, at least 1.
  ///   - rows: the height, at least 1.
  ///   - scrollback: the number of rows that are kept after they left the main screen.
  ///   - version: the name and version in the answer to XTVERSION.
  package init(columns: Int, rows: Int, scrollback: Int = 10_000, version: String) {
    let (columns, rows) = Self.size(columns, rows)
    self.version = version
    scrollbackLimit = scrollback
    main = ScreenBuffer(columns: columns, rows: rows, scrollbackLimit: scrollback)
    alternate = ScreenBuffer(columns: columns, rows: rows, scrollbackLimit: 0)
    region = 0..<rows
    sides = 0..<columns
    tabStops = TabStops(columns: columns)
  }

  /// Limits a size to what cells are stored for.
  static func size(_ columns: Int, _ rows: Int) -> (columns: Int, rows: Int) {
    (min(max(columns, 1), 4096), min(max(rows, 1), 4096))
  }

  // MARK: Answers

  /// Returns the bytes that answer the program's queries, once.
  package func takeReplies() -> [UInt8] {
    defer { replies.removeAll() }
    return replies
  }

  /// Returns what the program asked for, once.
  package func takeEvents() -> [ScreenEvent] {
    defer { events.removeAll() }
    return events
  }

  /// Answers a query.
  func reply(_ text: String) {
    guard replies.count < Self.replyLimit else { return }
    replies += text.utf8
  }

  /// Records a request of the program.
  func report(_ event: ScreenEvent) {
    // Bells in a row are one.
    if events.count < Self.eventLimit, event != .bell || events.last != .bell {
      events.append(event)
    }
  }

  // MARK: State

  /// The rows of the current screen.
  var buffer: ScreenBuffer {
    _read {
      if isAlternate { yield alternate } else { yield main }
    }
    _modify {
      if isAlternate { yield &alternate } else { yield &main }
    }
  }

  var columns: Int { main.columns }
  var rowCount: Int { main.rows.count }

  /// The keyboard protocol of the current screen.
  package internal(set) var keyboard: KeyboardProtocol {
    get { isAlternate ? keyboards.alternate : keyboards.main }
    set { if isAlternate { keyboards.alternate = newValue } else { keyboards.main = newValue } }
  }

  /// Resets everything but the size and the scrollback (RIS).
  func reset() {
    let scrollback = main.scrollback
    main = ScreenBuffer(columns: columns, rows: rowCount, scrollbackLimit: scrollbackLimit)
    main.scrollback = scrollback
    alternate = ScreenBuffer(columns: columns, rows: rowCount, scrollbackLimit: 0)
    isAlternate = false
    savedModes = [:]
    softReset()
    cursor = ScreenCursor()
    tabStops = TabStops(columns: columns)
    report(.screenSwitched)
  }

  /// Resets modes and margins, and keeps the text (DECSTR).
  func softReset() {
    modes = ScreenModes()
    modifyOtherKeys = 0
    cursorShape = 0
    attributeExtent = 0
    protectsFromErasing = false
    keyboards = (KeyboardProtocol(), KeyboardProtocol())
    saved = (ScreenCursor(), ScreenCursor())
    resetMargins()
    cursor.pen = ScreenCell()
    cursor.characterSets = CharacterSets()
    cursor.isOriginRelative = false
    cursor.isWrapPending = false
  }
}
