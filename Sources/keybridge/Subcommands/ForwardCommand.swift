// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc

/// `keybridge forward`: executes `keybridge-forward`, a program of its own, so that the libraries
/// of the network are never loaded into the process that reads keyboards.
extension Subcommand {
  static let forward = Subcommand(
    "forward", "send scans and commands to MQTT, HTTP or a program",
    operands: "[WORD…]", operandLimit: .max, options: { [] },
    discussion: """
      This is keybridge-forward, which has a package of its own. It receives the scans
      and commands for which the settings name it ('for' and 'owed' of a scanner,
      'deliver' of a command), and keeps each until its targets have it.

        keybridge forward check /etc/keybridge/forward.yaml
        keybridge forward status
      """
  ) { invocation in
    try executeForward(invocation.operands)
  }

  /// Replaces this process by `keybridge-forward`.
  ///
  /// - Parameter words: its arguments, options included.
  /// - Returns: never, unless it fails.
  /// - Throws: why it cannot be executed.
  static func executeForward(_ words: [String]) throws(UserFacingError) -> ExitStatus {
    let name = "keybridge-forward"
    let own = InstalledData.ownPath.flatMap { path in
      path.lastIndex(of: "/").map { path[...$0] + Substring(name) }
    }
    var arguments = ([name] + words).map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    // The one that was installed together with this program, or else the one in PATH.
    if let own { execv(String(own), arguments) }
    execvp(name, arguments)
    let failure = errno
    guard failure == ENOENT else {
      throw UserFacingError("cannot execute \(name): \(systemMessage(failure))")
    }
    throw UserFacingError(
      "\(name) is not installed",
      hint: "install the package keybridge-forward, or run 'make install-forward'")
  }
}
