// SPDX-License-Identifier: Apache-2.0

extension TextField {
  /// Where everything stands in the field's one row of cells.
  ///
  /// - Parameters:
  ///   - width: how many cells the row has.
  ///   - scroll: the ``TextFieldLayout/scroll`` of the last layout: a text that has no room stays
  ///     where it is while the caret is to be seen there.
  /// - Returns: the columns of everything that shows.
  public final func layout(width: Int, scroll: Int = 0) -> TextFieldLayout {
    TextFieldLayout(of: self, width: width, scroll: scroll)
  }
}

/// A text field laid out in one row of cells, for mirrors to draw from.
///
/// Columns count from the field's left edge. A long text is scrolled so that the caret stays visible
/// (4.1); while the field has not the focus its start shows.
public struct TextFieldLayout: Hashable, Sendable {
  /// Some cells of the row.
  public struct Columns: Hashable, Sendable {
    /// The first one.
    public var start: Int
    /// How many.
    public var count: Int

    /// Makes a span.
    public init(start: Int, count: Int) {
      self.start = start
      self.count = count
    }

    /// The column behind the last one.
    public var end: Int { start + count }
  }

  /// What of the field shows.
  public let appearance: TextFieldAppearance
  /// The cells that are left for the text.
  public private(set) var content: Columns
  /// Where the view at the left edge stands: ``TextField/leftView``, or in a text from right to left
  /// ``TextField/rightView``; nil for none.
  public private(set) var leftView: Columns?
  /// Where the view at the right edge stands, likewise.
  public private(set) var rightView: Columns?
  /// The cell of the clear button; nil while it does not show.
  public private(set) var clearButton: Int?
  /// What is drawn of the text or the placeholder.
  public private(set) var text = ""
  /// The column at which that begins.
  public private(set) var textColumn = 0
  /// How many cells of the text are scrolled out at the left.
  public private(set) var scroll = 0
  /// The code units of the field's text that are drawn; empty for a placeholder.
  public private(set) var visibleRange = TextRange(caret: 0)
  /// The cells of the selection, or of all that is drawn where it is to be replaced; nil for none.
  public private(set) var selection: Columns?
  /// The cell of the caret; nil while it does not show.
  public private(set) var caret: Int?

  init(of field: TextField, width: Int, scroll: Int) {
    appearance = field.appearance
    content = Columns(start: 0, count: max(0, width))
    placeEdges(of: field)
    guard content.count > 0 else { return }
    if let placeholder = appearance.placeholder {
      place(placeholder)
    } else {
      let glyphs = LineLayout().glyphs(of: field.text, shownAs: field.visibleText)
      place(ScrolledLine(glyphs), of: field, scroll)
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

  /// Takes cells away from the content.
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

  private mutating func place(_ line: ScrolledLine, of field: TextField, _ lastScroll: Int) {
    let head = field.selection.head
    let caretColumn = line.column(of: head)
    // While editing there is a cell for the caret behind the last character.
    let room = appearance.isEditing ? content.count - 1 : content.count
    let origin: Int
    if line.cells > room {
      origin = content.start
      if appearance.isEditing {
        scroll = line.scroll(from: lastScroll, to: caretColumn, in: content.count)
      }
    } else {
      origin = content.start + indent(of: line.cells, in: max(room, 0))
    }
    let shown = line.visible(from: scroll, in: content.count)
    text = String(shown.map(\.character))
    let first = shown.first?.column ?? scroll
    textColumn = origin + first - scroll
    visibleRange = TextRange(shown.first?.range.start ?? head, shown.last?.range.end ?? head)
    let selected = appearance.isToBeReplaced ? visibleRange : field.selection.range
    let covered = shown.filter {
      $0.range.start < selected.end && $0.range.end > selected.start
    }
    if let first = covered.first, let last = covered.last {
      selection = Columns(
        start: origin + first.column - scroll, count: last.endColumn - first.column)
    }
    if appearance.showsCaret {
      caret = min(max(origin + caretColumn - scroll, content.start), content.end - 1)
    }
  }

  /// How many cells are empty before something, by the alignment.
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
