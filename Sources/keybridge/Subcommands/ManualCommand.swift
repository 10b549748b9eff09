// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands

/// `keybridge manual`: prints the manual.
extension Subcommand {
  static let manual = Subcommand(
    "manual", "print the manual as Markdown", options: { [.locale] },
    discussion: """
      The manual lists all commands of this program with their options, and all key
      commands with their default keys. --locale prints the titles of the key commands
      in another language. It is for machines without 'man', and the source from which
      the manual page is made.

        keybridge manual | less
      """
  ) { invocation in
    let translator = try Translator(locale: invocation.value("locale") ?? "C")
    let listing = CommandListing(Configuration(), file: "", translator: translator)
    try Console.print(Manual(subcommands: Keybridge.subcommands, listing: listing).text)
    return .done
  }
}
