// SPDX-License-Identifier: Apache-2.0

/// The programs that have pending lines, so that the end of a frame costs nothing for all others.
///
/// A linked list: a program is added for every key, and the change of an array would cost a check
/// of exclusive access.
final class UnsentPrograms {
  private var first: Program?

  /// Adds a program, unless it is listed already.
  func add(_ program: Program) {
    guard !program.isUnsent else { return }
    program.isUnsent = true
    program.nextUnsent = first
    first = program
  }

  /// Removes and returns the program that was added last; nil for none.
  func takeLast() -> Program? {
    guard let program = first else { return nil }
    first = program.nextUnsent
    program.nextUnsent = nil
    program.isUnsent = false
    return program
  }
}
