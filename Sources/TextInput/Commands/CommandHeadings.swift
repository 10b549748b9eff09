// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The headings of listed commands, and their order: the program's name, the responders' own
/// groups, then the menus in the order of the menu bar (CMD-21).
///
/// A menu is identified by its identifier, independent of its translated title. A responder assigns
/// a command to a menu by the menu's title or English title.
struct CommandHeadings {
  struct Heading: Hashable {
    var rank: Int
    var title: String
  }

  private let program: Heading
  private var menus: [MenuIdentifier: Heading] = [:]
  private var titled: [String: Heading] = [:]

  /// Creates the headings of a program and its main menu.
  init(programName: String, menu root: Menu = Menu(.root)) {
    program = Heading(rank: 0, title: programName)
    titled[""] = program
    titled[program.title] = program
    var english: [String: Heading] = [:]
    for (place, menu) in root.submenus.enumerated() {
      let isUntitled = menu.title.isEmpty || menu.identifier == .application
      let heading = isUntitled ? program : Heading(rank: 2 + place, title: menu.title)
      menus[menu.identifier] = heading
      titled.merge([menu.title: heading]) { first, _ in first }
      if let title = Menu.standardTitle(of: menu.identifier) { english[title] = heading }
    }
    titled.merge(english) { first, _ in first }
  }

  func heading(of active: ActiveCommand) -> Heading {
    if active.source == .menu { return active.menu.flatMap { menus[$0] } ?? program }
    let group = active.command.group
    return titled[group] ?? Heading(rank: 1, title: group)
  }
}
