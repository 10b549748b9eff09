// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The rows of the command panel, from the commands that would run now.
extension CommandPanel {
  /// Lists the commands that are not hidden and have a title (CMD-20).
  ///
  /// - Parameters:
  ///   - commands: the commands that would run now, in the order in which they are declared.
  ///   - prefix: the chords pressed so far; every command begins with them.
  ///   - headings: the headings of groups, and their order.
  ///   - translator: translates titles and headings into the user's language (CMD-14).
  init(
    _ commands: [ActiveCommand], following prefix: [Chord] = [], headings: CommandHeadings,
    translator: Translator = .none
  ) {
    var sections: [(heading: CommandHeadings.Heading, group: Group)] = []
    var places: [CommandHeadings.Heading: Int] = [:]
    for active in commands {
      let command = active.command
      guard !command.attributes.contains(.hidden), !command.listedTitle.isEmpty else { continue }
      let heading = headings.heading(of: active)
      let place = places[heading] ?? sections.count
      if place == sections.count {
        places[heading] = place
        sections.append(
          (
            heading,
            Group(title: translator(heading.title, context: CatalogueMessage.group), rows: [])
          ))
      }
      sections[place].group.rows.append(
        Row(
          id: command.id, title: translator(command.listedTitle), chords: command.chords,
          keys: Array(command.chords.dropFirst(prefix.count)),
          presses: Array(
            (active.presses ?? active.chords.map { KeyPress($0) }).dropFirst(prefix.count)),
          state: command.state))
    }
    // Headings of equal rank keep their order.
    let groups = sections.enumerated()
      .sorted { ($0.element.heading.rank, $0.offset) < ($1.element.heading.rank, $1.offset) }
      .map(\.element.group)
    self.init(prefix: prefix, groups: groups)
  }
}
