// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// A number that changes with everything that decides which responders may receive a key: the
/// chain, the focus, and which commands have priority.
///
/// A summary of a chain is valid while the number is the same, so that a letter need not ask every
/// responder again. It counts for the whole process, because a responder does not know in which
/// engine it is; a change in another engine only has the summary made again.
package enum DispatchRevision {
  private static let count = Atomic<UInt>(0)

  /// The current number.
  package static var current: UInt { count.load(ordering: .relaxed) }

  /// Notes a change, after it was made.
  package static func advance() { count.wrappingAdd(1, ordering: .relaxed) }
}
