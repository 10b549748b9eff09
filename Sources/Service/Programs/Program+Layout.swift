// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Where a program's things stand on its window, for whoever draws it: those without a frame of their own
/// below each other, each with its label beside it.
extension Program {
  /// Puts something on the window, behind what is there.
  func put(_ item: ProgramItem) {
    items.append(item)
    controller.view.addSubview(item.view)
    layOut()
  }

  /// Takes something off the window.
  func take(_ view: View) {
    items.removeAll { $0.view === view }
    view.removeFromSuperview()
    layOut()
  }

  /// Gives everything its place.
  func layOut() {
    let width = window.screen.width
    controller.view.frame = CellRect(width: width, height: window.screen.height)
    for label in besides.values { label.removeFromSuperview() }
    besides = [:]
    let widest = items.map(\.label.count).max() ?? 0
    let column = widest > 0 ? widest + 2 : 0
    var row = 0
    for item in items {
      switch item {
      case .container(let container):
        guard let rows = container.rows else { continue }
        if !container.label.isEmpty {
          let label = Label(container.label)
          label.frame = CellRect(y: row, width: widest, height: 1)
          controller.view.addSubview(label)
          besides[container.name] = label
        }
        container.text.frame = CellRect(
          x: column, y: row, width: max(0, width - column), height: rows)
        row += rows
      case .form(let form):
        form.view.frame = CellRect(y: row, width: width, height: form.scrollView.contentHeight)
        row += form.scrollView.contentHeight
      case .label(let label, let isPlaced):
        if isPlaced { continue }
        let rows = label.size(thatFitsWidth: width).height
        label.frame = CellRect(y: row, width: width, height: max(rows, 1))
        row += max(rows, 1)
      }
    }
  }
}

extension ProgramItem {
  /// What stands beside it.
  fileprivate var label: String {
    if case .container(let container) = self { container.label } else { "" }
  }
}
