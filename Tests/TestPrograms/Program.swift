// SPDX-License-Identifier: Apache-2.0
import Glibc
package import TestSupport

/// The real binaries, built together with the tests.
package enum Program {
  /// The path of keybridge.
  package static let path = BuiltProgram.path(of: "keybridge")

  /// The package's folder.
  package static let root: String =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// An environment that makes runs reproducible: without the user's compose file, settings file,
  /// lexicons, engines and colours.
  ///
  /// The settings of tests turn typing assistance off. A replay, or a run with another settings
  /// file, has it.
  package static let environment = [
    "HOME": "/nonexistent", "XDG_CONFIG_HOME": root + "/Tests/Settings", "LC_ALL": "C.UTF-8",
    "XCOMPOSEFILE": "", "KEYBRIDGE_LEXICONS": "/nonexistent/lexicons",
    "KEYBRIDGE_ENGINES": "/nonexistent/engines", "TERM": "dumb",
  ]

  package static func run(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:],
    output: String? = nil
  ) throws -> Child {
    try Child.run(
      [path] + arguments, input: input,
      environment: Self.environment.merging(environment) { $1 }, output: output)
  }

  package static func start(
    _ arguments: [String], environment: [String: String] = [:], prefix: [String] = []
  ) throws -> LiveChild {
    try LiveChild(
      prefix + [path] + arguments, environment: Self.environment.merging(environment) { $1 })
  }

  /// The words before a command line that run it as a user other than root.
  package static let unprivileged =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
}

extension Child {
  /// The lines of standard output.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }
  /// The lines of standard error.
  package var userErrors: [String] { errors.split(separator: "\n").map(String.init) }
}
