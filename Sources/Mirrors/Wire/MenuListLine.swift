// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A menu with its items, as in `menu.shown` and in the responses to requests about menus.
package struct MenuListLine: Encodable {
  private let id: String
  private let items: [Item?]
  private let title: String

  /// Takes a menu.
  package init(_ list: MenuPanel.List) {
    id = list.identifier.rawValue
    items = list.items.map(Item.init)
    title = list.title
  }

  private enum Item: Encodable {
    case command(Row)
    case submenu(MenuListLine)

    /// A separator between groups is encoded as null.
    init?(_ item: MenuPanel.Item) {
      switch item {
      case .command(let row): self = .command(Row(row))
      case .submenu(let list): self = .submenu(MenuListLine(list))
      case .separator: return nil
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .command(let row): try row.encode(to: encoder)
      case .submenu(let list): try list.encode(to: encoder)
      }
    }
  }

  private struct Row: Encodable {
    let chords: String
    let id: String
    let image: String?
    let isDestructive: Bool
    let isEnabled: Bool
    let state: String
    let symbols: String
    let title: String

    init(_ row: MenuPanel.Row) {
      chords = row.keys(in: .words)
      id = row.command.id
      image = row.command.image
      isDestructive = row.command.attributes.contains(.destructive)
      isEnabled = row.isEnabled
      state = row.command.state.rawValue
      symbols = row.keys(in: .symbols)
      title = row.command.title
    }
  }
}
