// SPDX-License-Identifier: Apache-2.0
import KeyCommands

@testable import TextInput

/// The open menu as text.
extension Desk {
  /// The titles of the bar, the open menu's in brackets.
  var bar: String {
    guard let panel = engine.menuPanel else { return "none" }
    return panel.menus.indices.map {
      $0 == panel.openMenu ? "[\(panel.menus[$0].title)]" : panel.menus[$0].title
    }.joined(separator: " ")
  }

  /// The innermost open menu: titles with their keys, `✓` for on, `~` for dimmed, `>` for a
  /// submenu.
  var menu: [String] {
    engine.menuPanel?.openLists.last?.items.map { item in
      switch item {
      case .separator: "-"
      case .submenu(let list): "\(list.title) >"
      case .command(let row):
        [
          row.isEnabled ? "" : "~", row.command.title, row.keys(in: .symbols),
          row.command.state == .on ? "✓" : "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
      }
    } ?? []
  }

  /// The item that ⏎ would choose.
  var highlighted: String { engine.menuPanel?.choice?.title ?? "none" }

  /// The panel's headings.
  var headings: [String] { engine.commandPanel?.groups.map(\.title) ?? [] }
}
