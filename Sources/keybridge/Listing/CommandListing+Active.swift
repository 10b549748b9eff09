// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Service

/// The commands that a running service would run now.
extension CommandListing {
  /// Lists the active commands that a running service returns, in the same order within each group.
  init(_ active: [ListedCommand], translator: Translator) {
    self.init(active.map { Row($0, translator) })
  }
}

extension CommandListing.Row {
  fileprivate init(_ command: ListedCommand, _ translator: Translator) {
    self.init(
      id: command.id, argument: command.argument, title: translator(command.title),
      group: command.group.isEmpty
        ? Keybridge.title : translator(command.group, context: CatalogueMessage.group),
      keys: command.chords.compactMap { try? Chord.sequence(parsing: $0) },
      place: command.where, source: command.source,
      discussion: EditingCommand(rawValue: command.id).flatMap(BuiltinCommands.row)?.discussion,
      englishNames: [command.title, command.group])
  }
}
