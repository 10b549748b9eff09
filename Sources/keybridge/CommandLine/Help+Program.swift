// SPDX-License-Identifier: Apache-2.0
import Bridge

/// The help of the whole program, which lists the subcommands.
extension Help {
  /// Returns the program's help: one screen with the first steps.
  static func program(_ subcommands: [Subcommand]) -> String {
    let width = subcommands.map(\.name.count).max() ?? 0
    let rows = subcommands.map { "  \(pad($0.name, to: width))  \($0.summary)" }
    return """
      keybridge: \(Keybridge.summary).
      usage: keybridge COMMAND [OPTION…]          see also: COMMAND --help
      \(rows.joined(separator: "\n"))
      Begin with 'run', over SSH 'try'. Exit: 1 failed, 2 usage, 77 not permitted.
      """
  }
}
