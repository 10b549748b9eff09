// SPDX-License-Identifier: Apache-2.0
import Bridge

extension Subcommand {
  static let completions = Subcommand(
    "completions", "write the completion script of a shell", operands: "SHELL", operandLimit: 1,
    operand: .choice("SHELL", Completions.Shell.allCases.map(\.rawValue)),
    options: { [] },
    discussion: """
      SHELL is bash, zsh or fish.

        cd ~/.local/share/bash-completion/completions
        keybridge completions bash > keybridge
      """
  ) { invocation in
    guard let shell = invocation.operands.first.flatMap(Completions.Shell.init) else {
      throw Complaint(
        "completions: which shell?", mend: "one of: bash, zsh, fish", status: .usage)
    }
    try Console.print(Completions.script(for: shell, Keybridge.subcommands))
    return .done
  }
}
