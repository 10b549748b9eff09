// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The headings that commands are listed under, and their order (CMD-21): the program's name, what
/// responders call their own, then the main menu's menus as a bar has them.
///
/// A menu is known by its identity, whatever its title says in the user's language. A responder that gives
/// a command the title of one of the menus, or its English one, means that menu.
struct CommandHeadings {
  struct Heading: Hashable {
    var rank: Int
    var title: String
  }

  private let program: Heading
  private var menus: [MenuIdentifier: Heading] = [:]
  private var titled: [String: Heading] = [:]

  /// Takes the headings of a program and its main menu's.
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
