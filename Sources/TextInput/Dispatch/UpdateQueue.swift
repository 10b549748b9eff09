// SPDX-License-Identifier: Apache-2.0

/// Where facts wait, in order, until the owner of the engine takes them.
///
/// Everything of one engine shares its queue; what stands in no window has one that keeps nothing.
final class UpdateQueue {
  /// The facts nobody has taken yet.
  var updates: [Update] = []
  private let isKept: Bool

  init(isKept: Bool) {
    self.isKept = isKept
  }

  func append(_ update: Update) {
    if isKept { updates.append(update) }
  }

  /// Drops what was appended directly where nothing is kept.
  func settle() {
    if !isKept { updates.removeAll(keepingCapacity: true) }
  }
}
