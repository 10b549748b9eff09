// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The line for the open menu.
package struct MenuPanelLine: Encodable {
  private let event: String?
  private let highlights: [Int?]
  private let menus: [List]
  private let openMenu: Int

  private struct List: Encodable {
    let id: String
    let items: [Item?]
    let title: String

    init(_ list: MenuPanel.List) {
      id = list.identifier.rawValue
      items = list.items.map(Item.init)
      title = list.title
    }
  }

  private enum Item: Encodable {
    case command(Row)
    case submenu(List)

    /// A separator is encoded as null.
    init?(_ item: MenuPanel.Item) {
      switch item {
      case .command(let row): self = .command(Row(row))
      case .submenu(let list): self = .submenu(List(list))
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

  package init(event: String?, panel: MenuPanel) {
    self.event = event
    highlights = panel.highlights
    menus = panel.menus.map(List.init)
    openMenu = panel.openMenu
  }
}
