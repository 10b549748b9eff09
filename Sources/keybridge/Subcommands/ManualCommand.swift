// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands

/// `keybridge manual`: prints the manual page.
extension Subcommand {
  static let manual = Subcommand(
    "manual", "write the manual page", options: { [.locale] },
    discussion: """
      The page, keybridge(1), lists all commands of this program with their options,
      and all key commands with their default keys. --locale prints the titles of the
      key commands in another language.

        keybridge manual > keybridge.1
        man -l keybridge.1
      """
  ) { invocation in
    let translator = try Translator(locale: invocation.value("locale") ?? "C")
    let listing = CommandListing(Configuration(), file: "", translator: translator)
    try Console.print(Manual(subcommands: Keybridge.subcommands, listing: listing).text)
    return .done
  }
}
