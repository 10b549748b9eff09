// SPDX-License-Identifier: Apache-2.0
import Glibc
package import Testing

/// How thoroughly a run tests.
package enum Thoroughness: String, Sendable {
  /// Leaves out random walks and tests on a testbed: `make check-fast`.
  case fast
  /// The scope of `make test`.
  case usual
  /// Repeats random walks and similar tests many times more: `make test-long`.
  case long

  /// The value of `KEYBRIDGE_TESTS`, which Tests/run-swift sets; by default the usual run.
  package static let current =
    getenv("KEYBRIDGE_TESTS").flatMap { Thoroughness(rawValue: String(cString: $0)) } ?? .usual

  /// Returns the number of repetitions in this run.
  package static func repetitions(_ usual: Int, long: Int) -> Int {
    current == .long ? long : usual
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a random walk or another long test in a fast run.
  package static var notInFastRuns: Self {
    .disabled(if: Thoroughness.current == .fast, "left out of a fast run")
  }
}
