// SPDX-License-Identifier: Apache-2.0

/// A time in which the file takes nothing, and which may pass: when to try again, when to say so.
struct Outage {
  /// Why the last try failed.
  private(set) var reason: StorageError
  /// Whether the user heard of it.
  var isSaid = false

  private let start = ContinuousClock.now
  private var pause = 0
  private var nextPause = 1

  /// Pauses grow up to this many questions and changes.
  private static let longestPause = 64

  /// Begins with a first failure.
  init(_ reason: StorageError, isCheap: Bool) {
    self.reason = reason
    failed(because: reason, isCheap: isCheap)
  }

  /// Notes that a try failed.
  ///
  /// A try that `isCheap` cost no more than asking for a lock, so that the next may be at once. Full
  /// and failing disks may take their time over each.
  mutating func failed(because reason: StorageError, isCheap: Bool) {
    self.reason = reason
    guard !isCheap else { return }
    pause = nextPause
    nextPause = min(nextPause * 2, Self.longestPause)
  }

  /// Whether to try now; asked once for each question and change.
  mutating func isTimeToTry() -> Bool {
    guard pause > 0 else { return true }
    pause -= 1
    return false
  }

  /// Whether the user should hear of it: of another program that has the file, after some `patience`.
  func isWorthSaying(patience: Duration) -> Bool {
    !isSaid && (!reason.isBusy || ContinuousClock.now - start >= patience)
  }
}
