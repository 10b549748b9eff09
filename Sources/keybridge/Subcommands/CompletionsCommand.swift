// SPDX-License-Identifier: Apache-2.0
import Bridge
import Service

/// `keybridge completions`: prints the completions for a shell.
extension Subcommand {
  static let completions = Subcommand(
    "completions", "write a completion script for a shell", operands: "SHELL", operandLimit: 1,
    operand: .choice("SHELL", Completions.Shell.allCases.map(\.rawValue)),
    options: { [] },
    discussion: """
      SHELL is bash, zsh or fish.

        cd ~/.local/share/bash-completion/completions
        keybridge completions bash > keybridge
      """
  ) { invocation in
    guard let shell = invocation.operands.first.flatMap(Completions.Shell.init) else {
      let name = invocation.operands.first?.excerpt
      throw UserFacingError(
        name.map { "unknown shell '\($0)'" } ?? "no shell is given",
        hint: "expected bash, zsh or fish", status: .usage)
    }
    try Console.print(Completions.script(for: shell, Keybridge.subcommands))
    return .done
  }
}
