// SPDX-License-Identifier: Apache-2.0
import TextInput

/// A period in which the file cannot be written: when to retry, and when to warn.
struct StorageFailureState {
  /// The reason why the last attempt failed.
  private(set) var reason: StorageError
  /// Whether the user was already warned.
  var isSaid = false

  private let start = BootTime.now
  private var pause = 0
  private var nextPause = 1

  /// The longest pause, in queries and changes.
  private static let longestPause = 64

  /// Begins with a first failure.
  init(_ reason: StorageError, isCheap: Bool) {
    self.reason = reason
    failed(because: reason, isCheap: isCheap)
  }

  /// Records a failed attempt.
  ///
  /// If `isCheap`, the attempt only checked a lock, so the next one may follow at once. Attempts on
  /// full or failing disks may be slow, so the pauses between them grow.
  mutating func failed(because reason: StorageError, isCheap: Bool) {
    self.reason = reason
    guard !isCheap else { return }
    pause = nextPause
    nextPause = min(nextPause * 2, Self.longestPause)
  }

  /// Counts a query or a change, and reports whether to retry now.
  mutating func isTimeToTry() -> Bool {
    guard pause > 0 else { return true }
    pause -= 1
    return false
  }

  /// Whether the user should be warned; a lock of another program is reported only after some
  /// `patience`.
  func isWorthSaying(patience: Duration) -> Bool {
    !isSaid && (!reason.isLock || BootTime.now - start >= patience)
  }
}
