// SPDX-License-Identifier: Apache-2.0
import Bridge

extension Help {
  /// Returns the program's help: one screen with the first steps.
  static func program(_ subcommands: [Subcommand]) -> String {
    let width = subcommands.map(\.name.count).max() ?? 0
    let rows = subcommands.map { "  \(pad($0.name, to: width))  \($0.summary)" }
    return """
      keybridge: \(Keybridge.summary).
      usage: keybridge COMMAND [OPTION…]          COMMAND --help says more
      \(rows.joined(separator: "\n"))

      Try first:
        keybridge devices                   which keyboards there are and may be read
        keybridge run --mirror terminal     type on them and see the document
        keybridge replay FILE --layout de   what a recorded capture types
      Exit status: 0 done, 1 failed, 2 wrong usage, 77 not permitted.
      """
  }
}
