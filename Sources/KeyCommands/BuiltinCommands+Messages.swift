// SPDX-License-Identifier: Apache-2.0

/// A text of the program, as in a message catalogue.
public struct CatalogueMessage: Hashable, Sendable {
  /// The text, or a key that identifies it: gettext's `msgid`.
  public let text: String
  /// Distinguishes messages with the same text, gettext's `msgctxt`; nil for most.
  public let context: String?
  /// A comment for translators.
  public let comment: String

  init(_ text: String, context: String? = nil, _ comment: String) {
    self.text = text
    self.context = context
    self.comment = comment
  }

  /// The context of the headings of groups, because "Find" is a noun there.
  public static let group = "group"
  /// The context of what can be done with a misspelled word.
  public static let spelling = "spelling"
}

extension BuiltinCommands {
  /// The usual headings of programs' menus, so that programs need not translate them.
  public static let menuTitles = [
    "Application", "File", "Edit", "Format", "View", "Window", "Help",
  ]

  /// Keys of titles in the conversation example (CMD-14).
  public static let conversationTitles = ["GO_TO_NEXT_CONVERSATION", "GO_TO_PREV_CONVERSATION"]

  /// The choices for a misspelled word besides its corrections (AST-53).
  public static let spellingTitles = ["Learn", "Ignore"]

  /// The messages to translate, in the order of the table: first the titles, then the headings.
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
      + spellingTitles.map {
        CatalogueMessage(
          $0, context: CatalogueMessage.spelling, "In the list for a misspelled word, after it.")
      }
  }
}

extension BuiltinCommand {
  /// Returns the row with titles and heading in the user's language (CMD-14).
  ///
  /// - Parameter translator: the translator; a text that it does not know stays unchanged.
  /// - Returns: the row; its command, chords and description are the same.
  public func translated(by translator: Translator) -> BuiltinCommand {
    BuiltinCommand(
      command, translator(title), translator(discoverabilityTitle),
      translator(group, context: CatalogueMessage.group), chords, discussion)
  }
}

extension KeyCommand {
  /// Translates the titles of the command and its alternates, and its heading (CMD-14).
  ///
  /// - Parameter translator: the translator; a text that it does not know stays unchanged.
  /// - Returns: the translated command.
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
