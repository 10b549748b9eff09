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
      place(Glyph.all(of: field), of: field, scroll)
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
    var cells = 0
    for character in placeholder {
      let width = LineLayout.cells(of: character, at: cells)
      guard cells + width <= content.count else { break }
      text.append(character)
      cells += width
    }
    textColumn = content.start + indent(of: cells, in: content.count)
    if appearance.showsCaret { caret = content.start + indent(of: 1, in: content.count) }
  }

  private mutating func place(_ glyphs: [Glyph], of field: TextField, _ lastScroll: Int) {
    let total = glyphs.last.map { $0.column + $0.width } ?? 0
    let head = field.selection.head
    let caretColumn = glyphs.first { $0.end > head }?.column ?? total
    // While editing there is a cell for the caret behind the last character.
    let room = appearance.isEditing ? content.count - 1 : content.count
    let origin: Int
    if total > room {
      origin = content.start
      if appearance.isEditing {
        scroll = Self.scroll(
          glyphs, from: lastScroll, to: caretColumn, total: total, in: content.count)
      }
    } else {
      origin = content.start + indent(of: total, in: max(room, 0))
    }
    let shown = glyphs.filter {
      $0.column >= scroll && $0.column + $0.width <= scroll + content.count
    }
    text = String(shown.map(\.character))
    let first = shown.first?.column ?? scroll
    textColumn = origin + first - scroll
    visibleRange = TextRange(shown.first?.start ?? head, shown.last?.end ?? head)
    let selected = appearance.isToBeReplaced ? visibleRange : field.selection.range
    let covered = shown.filter { $0.start < selected.end && $0.end > selected.start }
    if let first = covered.first, let last = covered.last {
      selection = Columns(
        start: origin + first.column - scroll, count: last.column + last.width - first.column)
    }
    if appearance.showsCaret {
      caret = min(max(origin + caretColumn - scroll, content.start), content.end - 1)
    }
  }

  /// How far to scroll so that a column is inside, moving no further than it takes; between
  /// characters.
  private static func scroll(
    _ glyphs: [Glyph], from last: Int, to caret: Int, total: Int, in width: Int
  ) -> Int {
    let glyph = glyphs.first { $0.column == caret }
    let caretEnd = caret + (glyph?.width ?? 1)
    var wanted = min(max(last, 0), max(0, total + 1 - width))
    if caretEnd > wanted + width { wanted = caretEnd - width }
    let edge = glyphs.first { $0.column >= wanted }?.column ?? total
    return min(edge, caret)
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

/// A character of the text with its place in the text and in its unscrolled row.
private struct Glyph {
  let character: Character
  let start: Int
  let end: Int
  let column: Int
  let width: Int

  /// The characters as they show: of a secret the dots.
  static func all(of field: TextField) -> [Glyph] {
    var glyphs: [Glyph] = []
    var offset = 0
    var column = 0
    for (character, visible) in zip(field.text, field.visibleText) {
      let end = offset + character.utf16.count
      let width = LineLayout.cells(of: visible, at: column)
      glyphs.append(
        Glyph(character: visible, start: offset, end: end, column: column, width: width))
      offset = end
      column += width
    }
    return glyphs
  }
}
