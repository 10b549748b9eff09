// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Completion scripts for three shells, made from the table of subcommands.
enum Completions {
  /// The shells there is a script for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func script(for shell: Shell, _ subcommands: [Subcommand]) -> String {
    switch shell {
    case .bash: bash(subcommands)
    case .zsh: zsh(subcommands)
    case .fish: fish(subcommands)
    }
  }

  static func options(of subcommand: Subcommand) -> [Option] {
    subcommand.options() + [OptionParser.helpOption]
  }

  static let helpSummary = "show the help, also of one command"
  static let versionSummary = "show the version"

  /// What may stand in the first place.
  static func programWords(_ subcommands: [Subcommand]) -> [String] {
    subcommands.map(\.name) + ["help", "--help", "--version"]
  }

  static func quote(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// A command line that prints words, with the layout of the line that is completed in its place.
  static func asking(_ command: String, layout: String) -> String {
    "keybridge " + command.replacing(Option.layoutPlace, with: layout) + " 2>/dev/null"
  }
}
