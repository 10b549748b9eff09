// SPDX-License-Identifier: Apache-2.0

extension TextField {
  /// Lays out the field in one row of cells.
  ///
  /// - Parameters:
  ///   - width: the number of cells of the row.
  ///   - scroll: the ``TextFieldLayout/scroll`` of the last layout; a long text does not move while
  ///     its caret stays visible.
  /// - Returns: the columns of everything visible.
  public final func layout(width: Int, scroll: Int = 0) -> TextFieldLayout {
    TextFieldLayout(of: self, width: width, scroll: scroll)
  }
}

/// The layout of a text field in one row of cells, for mirrors to draw.
///
/// Columns count from the field's left edge. A long text is scrolled so that the caret is visible
/// (4.1); without focus its start is shown.
public struct TextFieldLayout: Hashable, Sendable {
  /// A range of cells of the row.
  public struct Columns: Hashable, Sendable {
    /// The first column.
    public var start: Int
    /// The number of columns.
    public var count: Int

    /// Creates a range of columns.
    ///
    /// - Parameters:
    ///   - start: the first column, counted from the field's left edge.
    ///   - count: the number of columns.
    public init(start: Int, count: Int) {
      self.start = start
      self.count = count
    }

    /// The column after the last one.
    public var end: Int { start + count }
  }

  /// The appearance of the field.
  public let appearance: TextFieldAppearance
  /// The columns left for the text.
  public private(set) var content: Columns
  /// The columns of the view at the left edge, ``TextField/leftView``, or ``TextField/rightView``
  /// for right-to-left text; nil for none.
  public private(set) var leftView: Columns?
  /// The columns of the view at the right edge: ``TextField/rightView``, or ``TextField/leftView``
  /// for right-to-left text; nil for none.
  public private(set) var rightView: Columns?
  /// The column of the clear button; nil while it is hidden.
  public private(set) var clearButton: Int?
  /// The visible part of the text or the placeholder.
  public private(set) var text = ""
  /// The column at which ``text`` begins.
  public private(set) var textColumn = 0
  /// The number of cells of the text scrolled out at the left.
  public private(set) var scroll = 0
  /// The visible code units of the field's text; empty for a placeholder.
  public private(set) var visibleRange = TextRange(caret: 0)
  /// The columns of the selection, or of all visible text if it is to be replaced; nil for none.
  public private(set) var selection: Columns?
  /// The column of the caret; nil while it is hidden.
  public private(set) var caret: Int?

  init(of field: TextField, width: Int, scroll: Int) {
    appearance = field.appearance
    content = Columns(start: 0, count: max(0, width))
    placeEdges(of: field)
    guard content.count > 0 else { return }
    if let placeholder = appearance.placeholder {
      place(placeholder)
    } else {
      let part = Self.part(of: field, isEditing: appearance.isEditing, width: content.count)
      let glyphs = LineLayout().glyphs(
        of: field.storage.substring(part), shownAs: field.visibleText(in: part))
      place(ScrolledLine(glyphs), from: part.start, of: field, scroll)
    }
  }

  // MARK: The edges

  private mutating func placeEdges(of field: TextField) {
    if appearance.borderStyle.cells != nil {
      _ = take(1, atLeft: true)
      _ = take(1, atLeft: false)
    }
    let leading = appearance.showsLeftView ? field.leftView : nil
    let trailing = appearance.showsRightView ? field.rightView : nil
    let isMirrored = appearance.isRightToLeft
    if let view = isMirrored ? trailing : leading {
      leftView = take(view.frame.width, atLeft: true)
    }
    if let view = isMirrored ? leading : trailing {
      rightView = take(view.frame.width, atLeft: false)
    }
    if appearance.showsClearButton, content.count > 0 {
      clearButton = take(1, atLeft: isMirrored).start
    }
  }

  /// Removes cells from the content.
  private mutating func take(_ count: Int, atLeft: Bool) -> Columns {
    let count = min(max(count, 0), content.count)
    content.count -= count
    guard atLeft else { return Columns(start: content.end, count: count) }
    defer { content.start += count }
    return Columns(start: content.start, count: count)
  }

  // MARK: The text

  private mutating func place(_ placeholder: String) {
    let glyphs = ScrolledLine(LineLayout().glyphs(of: placeholder)).visible(in: content.count)
    text = String(glyphs.map(\.character))
    textColumn = content.start + indent(of: glyphs.last?.endColumn ?? 0, in: content.count)
    if appearance.showsCaret { caret = content.start + indent(of: 1, in: content.count) }
  }

  /// Returns the part of a field's text that can be visible: around the caret, or at the start.
  ///
  /// The part moves in steps, so that most keys do not move it.
  private static func part(of field: TextField, isEditing: Bool, width: Int) -> TextRange {
    let storage = field.storage
    let step = 1024 + 16 * width
    let number = isEditing ? field.selection.head / step : 0
    let range = TextRange((number - 1) * step, (number + 2) * step)
    guard storage.count > 3 * step else { return TextRange(0, storage.count) }
    return TextRange(
      storage.characterBoundary(atOrBefore: range.start),
      storage.characterBoundary(atOrAfter: range.end))
  }

  /// Places the visible characters of a line that begins at an offset in the field's text.
  ///
  /// The text before it counts as one cell for each code unit.
  private mutating func place(
    _ line: ScrolledLine, from start: Int, of field: TextField, _ lastScroll: Int
  ) {
    let head = field.selection.head - start
    let caretColumn = line.column(of: head)
    // While editing, the caret after the last character needs a cell.
    let room = appearance.isEditing ? content.count - 1 : content.count
    let origin: Int
    if line.cells > room {
      origin = content.start
      if appearance.isEditing {
        scroll = line.scroll(from: lastScroll - start, to: caretColumn, in: content.count)
      }
    } else {
      origin = content.start + indent(of: line.cells, in: max(room, 0))
    }
    let shown = line.visible(from: scroll, in: content.count)
    text = String(shown.map(\.character))
    let first = shown.first?.column ?? scroll
    textColumn = origin + first - scroll
    visibleRange = TextRange(
      start + (shown.first?.range.start ?? head), start + (shown.last?.range.end ?? head))
    let selected = appearance.isToBeReplaced ? visibleRange : field.selection.range
    let covered = shown.filter {
      start + $0.range.start < selected.end && start + $0.range.end > selected.start
    }
    if let first = covered.first, let last = covered.last {
      selection = Columns(
        start: origin + first.column - scroll, count: last.endColumn - first.column)
    }
    if appearance.showsCaret {
      caret = min(max(origin + caretColumn - scroll, content.start), content.end - 1)
    }
    scroll += start
  }

  /// Returns the number of empty cells before the text, by its alignment.
  private func indent(of cells: Int, in room: Int) -> Int {
    let free = max(0, room - cells)
    switch appearance.style.alignment {
    case .left: return 0
    case .center: return free / 2
    case .right: return free
    case .natural: return appearance.isRightToLeft ? free : 0
    }
  }
}
