// SPDX-License-Identifier: Apache-2.0
import Forms
import TextInput

/// An item in a program's window.
struct ProgramItem {
  /// The view, its label, and its height in rows.
  var row: LabelledRow
  /// Whether the program gave the item a frame.
  let isPlaced: Bool

  /// Creates an item for a container; a container with a frame has no label.
  init(_ container: ProgramContainer) {
    isPlaced = container.rows == nil
    row = LabelledRow(
      label: isPlaced ? nil : Label(container.label), view: container.text,
      height: container.rows ?? 0)
  }

  /// An item for a form.
  init(_ form: ProgramForm) {
    row = LabelledRow(label: nil, view: form.view, height: form.scrollView.contentHeight)
    isPlaced = false
  }

  /// Creates an item for a static text.
  init(_ label: Label, isPlaced: Bool) {
    row = LabelledRow(label: nil, view: label, height: 0)
    self.isPlaced = isPlaced
  }

  /// Sets the height to what the static text needs at a width.
  fileprivate mutating func measure(width: Int) {
    guard !isPlaced, let label = row.view as? Label else { return }
    row.height = max(label.size(thatFitsWidth: width).height, 1)
  }
}

/// The layout of a program's window: items without a frame are stacked, each next to its label and
/// below the items that were created before it.
extension Program {
  /// Adds an item to the window, after the existing ones.
  func put(_ item: ProgramItem) {
    items.append(item)
    items[items.count - 1].measure(width: window.screen.width)
    controller.view.addSubview(item.row.view)
    if let label = item.row.label { controller.view.addSubview(label) }
    place()
  }

  /// Presents a form above everything else; meanwhile the items below have neither focus nor
  /// commands (CMD-12).
  func present(_ form: ProgramForm) {
    form.layOut(width: window.screen.width)
    fit(form)
    topController.present(form)
  }

  /// The topmost presented controller, or the root controller.
  var topController: ViewController {
    var top: ViewController = controller
    while let presented = top.presentedViewController { top = presented }
    return top
  }

  /// The modal form that covers a responder; nil for none.
  func modalForm(above responder: Responder) -> ProgramForm? {
    guard let form = topController as? ProgramForm,
      (responder as? View)?.isDescendant(of: form.view) != true
    else { return nil }
    return form
  }

  private func fit(_ form: ProgramForm) {
    let height = min(form.scrollView.contentHeight, window.screen.height)
    form.view.frame = CellRect(width: window.screen.width, height: height)
  }

  /// Removes a view from the window.
  func take(_ view: View) {
    for item in items where item.row.view === view { item.row.label?.removeFromSuperview() }
    items.removeAll { $0.row.view === view }
    view.removeFromSuperview()
    place()
  }

  /// Updates the height of a static text in the window.
  func measure(_ view: View) {
    for index in items.indices where items[index].row.view === view {
      items[index].measure(width: window.screen.width)
    }
    place()
  }

  /// Positions all items within the current screen size.
  func layOut() {
    let screen = window.screen
    controller.view.frame = CellRect(width: screen.width, height: screen.height)
    for index in items.indices { items[index].measure(width: screen.width) }
    for form in forms.values {
      form.layOut(width: screen.width)
      if form.isModal { fit(form) }
    }
    place()
  }

  /// Positions the items without a frame.
  private func place() {
    var rows: [LabelledRow] = []
    var bottom = 0
    var free = FreeRows(count: window.screen.height)
    for item in items where item.isPlaced { free.take(item.row.view.frame.rows) }
    for item in items {
      guard !item.isPlaced else {
        bottom = max(bottom, item.row.view.frame.maxY)
        continue
      }
      var row = item.row
      let top =
        bottom + row.height > window.screen.height
        ? free.first(row.height) ?? bottom : bottom
      row.top = top
      rows.append(row)
      free.take(top..<top + row.height)
      bottom = max(bottom, top + row.height)
    }
    hasHiddenItems = rows.contains { $0.top ?? 0 >= window.screen.height }
    if hasHiddenItems { showFocused(in: &rows, free) }
    _ = rows.layOut(width: window.screen.width)
  }

  /// Shows the item with the focus if all its rows are below the window, as many rows as there is
  /// room for.
  ///
  /// It gets the free rows, or else the place of the last visible item without a frame, which is
  /// below the window meanwhile.
  private func showFocused(in rows: inout [LabelledRow], _ free: FreeRows) {
    let height = window.screen.height
    guard let focused = rows.firstIndex(where: { hasFocus($0.view) }),
      let hiddenTop = rows[focused].top, hiddenTop >= height
    else { return }
    var room = free.firstRun
    if room.isEmpty {
      let placed = items.filter(\.isPlaced).map(\.row.view.frame.rows)
      let visible = rows.indices.filter { index in
        let top = rows[index].top ?? height
        return top < height && !placed.contains { $0.contains(top) }
      }
      guard let last = visible.max(by: { rows[$0].top ?? 0 < rows[$1].top ?? 0 }) else { return }
      let top = rows[last].top ?? 0
      let end = placed.map(\.lowerBound).filter { $0 > top }.min() ?? height
      room = top..<min(end, height)
      rows[last].top = hiddenTop
    }
    rows[focused].top = room.lowerBound
    rows[focused].height = min(rows[focused].height, room.count)
  }

  private func hasFocus(_ view: View) -> Bool {
    (window.firstResponder as? View)?.isDescendant(of: view) == true
  }

  /// Called when the focus moves within the window.
  func focusDidMove() {
    if hasHiddenItems { place() }
  }
}

/// The rows of a window that no item has.
///
/// An item that would be below the window, for example because a program has placed another one in
/// the last row, is in the first rows that are free.
private struct FreeRows {
  private var isFree: [Bool]

  init(count: Int) {
    isFree = Array(repeating: true, count: max(0, count))
  }

  mutating func take(_ rows: Range<Int>) {
    for row in rows.clamped(to: isFree.indices) { isFree[row] = false }
  }

  /// Returns the first of a number of free rows in succession; nil if there are not so many.
  func first(_ count: Int) -> Int? {
    var found = 0
    for (row, isFree) in isFree.enumerated() {
      found = isFree ? found + 1 : 0
      if found == max(count, 1) { return row + 1 - found }
    }
    return nil
  }

  /// The first free rows in succession; empty if there are none.
  var firstRun: Range<Int> {
    guard let start = isFree.firstIndex(of: true) else { return 0..<0 }
    return start..<(isFree[start...].firstIndex(of: false) ?? isFree.count)
  }
}

extension CellRect {
  /// The rows that the rectangle covers; none if it is empty.
  fileprivate var rows: Range<Int> { isEmpty ? 0..<0 : y..<maxY }
}
