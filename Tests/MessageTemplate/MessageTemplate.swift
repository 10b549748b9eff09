// SPDX-License-Identifier: Apache-2.0
import KeyCommands

/// The template that the catalogues of every language are merged with, as gettext writes one.
struct MessageTemplate {
  private let messages: [CatalogueMessage]

  init(_ messages: [CatalogueMessage]) {
    self.messages = messages
  }

  /// The template's text.
  ///
  /// Without dates, so that it changes only with the messages.
  var text: String {
    ([Self.header] + unique.map(entry)).joined(separator: "\n\n") + "\n"
  }

  private struct Key: Hashable {
    var context: String?
    var text: String
  }

  private var unique: [Key] {
    var seen: Set<Key> = []
    return messages.map { Key(context: $0.context, text: $0.text) }
      .filter { seen.insert($0).inserted }
  }

  private func entry(_ key: Key) -> String {
    var comments: [String] = []
    for message in messages
    where message.text == key.text && message.context == key.context
      && !comments.contains(message.comment)
    {
      comments.append(message.comment)
    }
    let context = key.context.map { ["msgctxt " + quoted($0)] } ?? []
    return (comments.map { "#. " + $0 } + context + ["msgid " + quoted(key.text), "msgstr \"\""])
      .joined(separator: "\n")
  }

  private func quoted(_ text: String) -> String {
    let escapes: [Character: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]
    return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
  }

  private static let header = """
    # SPDX-License-Identifier: Apache-2.0
    # Made by `make locales` from the table of commands.
    msgid ""
    msgstr ""
    "Project-Id-Version: keybridge\\n"
    "MIME-Version: 1.0\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Content-Transfer-Encoding: 8bit\\n"
    """
}
