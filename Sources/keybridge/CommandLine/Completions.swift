// SPDX-License-Identifier: Apache-2.0
import Bridge

/// Completion scripts for three shells, generated from the table of subcommands.
enum Completions {
  /// The supported shells.
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

  static let helpSummary = "show the help of the program or a command"
  static let versionSummary = "show the version"

  /// The possible first words.
  static func programWords(_ subcommands: [Subcommand]) -> [String] {
    subcommands.map(\.name) + ["help", "--help", "--version"]
  }

  static func quote(_ text: String) -> String {
    "'" + text.replacingBytes(of: "'", with: "'\\''") + "'"
  }

  /// Returns a command line that prints words, with the placeholder for the layout replaced.
  static func listing(_ command: String, layout: String) -> String {
    "keybridge " + command.replacingBytes(of: Option.layoutPlace, with: layout) + " 2>/dev/null"
  }
}
