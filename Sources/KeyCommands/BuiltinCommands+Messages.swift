// SPDX-License-Identifier: Apache-2.0

/// A text of the program as a catalogue has it.
public struct CatalogueMessage: Hashable, Sendable {
  /// The text, or a key that stands for one: gettext's `msgid`.
  public let text: String
  /// What tells it from another message with the same text; nil for most.
  public let context: String?
  /// What a translator should know of it.
  public let comment: String

  init(_ text: String, context: String? = nil, _ comment: String) {
    self.text = text
    self.context = context
    self.comment = comment
  }

  /// The context of the headings that commands are listed under: "Find" there is no order.
  public static let group = "group"
}

extension BuiltinCommands {
  /// The headings that programs' menus usually have, so that a program need not translate them.
  public static let menuTitles = [
    "Application", "File", "Edit", "Format", "View", "Window", "Help",
  ]

  /// Keys of titles that the example with conversations shows (CMD-14).
  public static let conversationTitles = ["GO_TO_NEXT_CONVERSATION", "GO_TO_PREV_CONVERSATION"]

  /// What a catalogue translates, in the order of the table: titles, then headings.
  public static var messages: [CatalogueMessage] {
    table.flatMap { row in
      [
        CatalogueMessage(row.title, "\(row.id), in a menu. \(row.discussion)"),
        CatalogueMessage(row.discoverabilityTitle, "\(row.id), in a list. \(row.discussion)"),
      ]
    }
      + conversationTitles.map { CatalogueMessage($0, "A key: en.po has the English text.") }
      + table.map {
        CatalogueMessage($0.group, context: CatalogueMessage.group, "A heading in a list.")
      }
      + menuTitles.map {
        CatalogueMessage($0, context: CatalogueMessage.group, "The title of a menu.")
      }
  }
}

extension BuiltinCommand {
  /// The row with titles and heading in the user's language (CMD-14).
  public func translated(by translator: Translator) -> BuiltinCommand {
    BuiltinCommand(
      command, translator(title), translator(discoverabilityTitle),
      translator(group, context: CatalogueMessage.group), chords, discussion)
  }
}

extension KeyCommand {
  /// The command with titles and heading in the user's language; what the translator lacks stays
  /// (CMD-14).
  public func translated(by translator: Translator) -> KeyCommand {
    var command = self
    command.title = translator(title)
    command.discoverabilityTitle = discoverabilityTitle.map { translator($0) }
    command.group = translator(group, context: CatalogueMessage.group)
    command.alternates = alternates.map {
      CommandAlternate(modifiers: $0.modifiers, id: $0.id, title: translator($0.title))
    }
    return command
  }
}
