// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test if a program is not installed; with `CI` set, the test fails instead.
  package static func needs(_ programs: String...) -> Self {
    needs(programs.joined(separator: ", ")) {
      try programs.allSatisfy {
        try Child.run(["sh", "-c", "command -v \"$0\"", $0]).status == 0
      }
    }
  }

  /// Skips a test if a file cannot be read; with `CI` set, the test fails instead.
  package static func needs(file path: String) -> Self {
    needs(path) { access(path, R_OK) == 0 }
  }

  /// Skips a test for a user other than root; with `CI` set, the test fails instead.
  package static var needsRoot: Self { needs("root") { geteuid() == 0 } }

  private static func needs(
    _ requirement: String, _ isMet: @escaping @Sendable () throws -> Bool
  ) -> Self {
    .enabled("needs \(requirement)") {
      if try isMet() { return true }
      // An error thrown by a condition is an issue of its test.
      if getenv("CI") != nil { throw MissingRequirement(requirement: requirement) }
      return false
    }
  }
}

private struct MissingRequirement: Error, CustomStringConvertible {
  var requirement: String

  var description: String { "this test needs \(requirement), and with CI set no test is skipped" }
}
