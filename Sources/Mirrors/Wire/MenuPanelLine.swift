// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The line for the open menu.
package struct MenuPanelLine: Encodable {
  private let event: String?
  private let highlights: [Int?]
  private let menus: [MenuListLine]
  private let openMenu: Int

  package init(event: String?, panel: MenuPanel) {
    self.event = event
    highlights = panel.highlights
    menus = panel.menus.map(MenuListLine.init)
    openMenu = panel.openMenu
  }
}
