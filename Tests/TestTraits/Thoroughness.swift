// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Testing

/// How much a run of the tests tries.
package enum Thoroughness: String, Sendable {
  /// Leaves out random walks and tests on a testbed: `make check-fast`.
  case fast
  /// What `make test` runs.
  case usual
  /// Repeats random walks and the like many times more often: `make test-long`.
  case long

  /// What `KEYBRIDGE_TESTS` says, which Tests/run-swift sets; without it, the usual run.
  package static let current =
    getenv("KEYBRIDGE_TESTS").flatMap { Thoroughness(rawValue: String(cString: $0)) } ?? .usual

  /// Returns how often to repeat something in this run.
  package static func repetitions(_ usual: Int, long: Int) -> Int {
    current == .long ? long : usual
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a random walk or another long test out of a fast run.
  package static var notInFastRuns: Self {
    .disabled(if: Thoroughness.current == .fast, "left out of a fast run")
  }
}
