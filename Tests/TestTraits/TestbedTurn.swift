// SPDX-License-Identifier: Apache-2.0
package import Testing

/// Lets one test at a time use the devices of this process.
///
/// A testbed of umockdev replaces them for the whole process. Serialized suites are not enough,
/// because tests of several suites use testbeds. A test that waits for its turn blocks no thread.
package struct TestbedTurn: SuiteTrait, TestTrait, TestScoping {
  fileprivate let makesTestbed: Bool

  package var isRecursive: Bool { true }

  /// Whether the current test may create a testbed.
  @TaskLocal package static var mayMakeTestbed = false

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await Turns.shared.inTurn {
      try await Self.$mayMakeTestbed.withValue(makesTestbed, operation: body)
    }
  }
}

extension Trait where Self == TestbedTurn {
  /// Runs tests on a testbed, one at a time.
  package static var onTestbed: Self { TestbedTurn(makesTestbed: true) }

  /// Runs tests that open real devices, such as terminals, while no other test has a testbed.
  package static var awayFromTestbed: Self { TestbedTurn(makesTestbed: false) }
}

/// Runs one body after another, in the order of the calls.
private actor Turns {
  static let shared = Turns()

  private var isInUse = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func inTurn(_ body: @Sendable () async throws -> Void) async throws {
    // The end of a turn passes it to the next waiter, so it stays taken.
    if isInUse { await withCheckedContinuation { waiting.append($0) } }
    isInUse = true
    defer {
      if waiting.isEmpty { isInUse = false } else { waiting.removeFirst().resume() }
    }
    try await body()
  }
}
