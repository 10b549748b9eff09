// SPDX-License-Identifier: Apache-2.0
import Forms
import TextInput

/// Something that stands on a program's window.
struct ProgramItem {
  /// The view, what stands beside it, and how many rows it takes.
  var row: LabelledRow
  /// Whether its program gave it a frame.
  let isPlaced: Bool

  /// A container, with its label where that has a place.
  init(_ container: ProgramContainer) {
    isPlaced = container.rows == nil
    row = LabelledRow(
      label: isPlaced ? nil : Label(container.label), view: container.text,
      height: container.rows ?? 0)
  }

  /// A form.
  init(_ form: ProgramForm) {
    row = LabelledRow(label: nil, view: form.view, height: form.scrollView.contentHeight)
    isPlaced = false
  }

  /// A static text.
  init(_ label: Label, isPlaced: Bool) {
    row = LabelledRow(label: nil, view: label, height: 0)
    self.isPlaced = isPlaced
  }

  /// Makes as much room for a static text as it takes at a width.
  fileprivate mutating func measure(width: Int) {
    guard !isPlaced, let label = row.view as? Label else { return }
    row.height = max(label.size(thatFitsWidth: width).height, 1)
  }
}

/// Where a program's things stand on its window, for whoever draws it: those without a frame of their own
/// below each other, each with its label beside it.
extension Program {
  /// Puts something on the window, behind what is there.
  func put(_ item: ProgramItem) {
    items.append(item)
    items[items.count - 1].measure(width: window.screen.width)
    controller.view.addSubview(item.row.view)
    if let label = item.row.label { controller.view.addSubview(label) }
    place()
  }

  /// Shows a form above everything else; what lies beneath has neither the focus nor its commands meanwhile (CMD-12).
  func present(_ form: ProgramForm) {
    form.layOut(width: window.screen.width)
    fit(form)
    topController.present(form)
  }

  /// What is presented topmost, or the root of its views.
  var topController: ViewController {
    var top: ViewController = controller
    while let presented = top.presentedViewController { top = presented }
    return top
  }

  private func fit(_ form: ProgramForm) {
    let height = min(form.scrollView.contentHeight, window.screen.height)
    form.view.frame = CellRect(width: window.screen.width, height: height)
  }

  /// Takes something off the window.
  func take(_ view: View) {
    for item in items where item.row.view === view { item.row.label?.removeFromSuperview() }
    items.removeAll { $0.row.view === view }
    view.removeFromSuperview()
    place()
  }

  /// Makes as much room for something on the window as it takes now.
  func measure(_ view: View) {
    for index in items.indices where items[index].row.view === view {
      items[index].measure(width: window.screen.width)
    }
    place()
  }

  /// Gives everything its place on the screen that there is.
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

  private func place() {
    _ = items.filter { !$0.isPlaced }.map(\.row).layOut(width: window.screen.width)
  }
}
