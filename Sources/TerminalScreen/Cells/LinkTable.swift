// SPDX-License-Identifier: Apache-2.0

/// The targets of the hyperlinks on a screen (`OSC 8`).
///
/// Only a limited number is stored. When the table is full, the targets that no cell shows are
/// dropped; if all are shown, further links are text without a link.
struct LinkTable {
  /// The links that are in use.
  struct Usage {
    /// The numbers of the links.
    var numbers: Set<UInt16>
    /// The number of cells that were read to find them.
    var cellCount: Int
  }

  /// The maximum length of a target in bytes; a longer one is no link.
  private static let maximumLength = 2048
  /// The number of cells that may be read for each new target.
  private static let cellsPerTarget = 256

  private let limit: Int
  /// The number of new targets between two searches for unused ones.
  ///
  /// It grows with the cells that a search reads, so that a program cannot make the screen slow
  /// with new targets.
  private var patience: Int
  /// The number of new targets since the last search.
  private var newCount = 0

  private var targets: [String?] = []
  private var numbers: [String: UInt16] = [:]
  private var unused: [UInt16] = []

  /// Creates an empty table of at most `limit` targets.
  init(limit: Int = 4096) {
    self.limit = limit
    patience = limit / 4
  }

  /// Returns the target of a number; nil for 0.
  subscript(number: UInt16) -> String? {
    let index = Int(number) - 1
    return targets.indices.contains(index) ? targets[index] : nil
  }

  /// Returns the number of a target, which is added if there is room; otherwise 0.
  ///
  /// - Parameters:
  ///   - target: the target.
  ///   - usage: returns the links in use; called if the table is full, but not for each target.
  /// - Returns: the number.
  mutating func number(of target: String, usage: () -> Usage) -> UInt16 {
    if let number = numbers[target] { return number }
    guard !target.isEmpty, target.utf8.count <= Self.maximumLength else { return 0 }
    newCount += 1
    if unused.isEmpty, targets.count >= limit {
      guard newCount > patience else { return 0 }
      keep(only: usage())
    }
    if unused.isEmpty {
      guard targets.count < limit else { return 0 }
      targets.append(nil)
    }
    let number = unused.popLast() ?? UInt16(targets.count)
    targets[Int(number) - 1] = target
    numbers[target] = number
    return number
  }

  /// Drops all targets but those in use.
  private mutating func keep(only usage: Usage) {
    newCount = 0
    patience = max(limit / 4, usage.cellCount / Self.cellsPerTarget)
    for (index, target) in targets.enumerated() where !usage.numbers.contains(UInt16(index + 1)) {
      guard let target else { continue }
      numbers[target] = nil
      targets[index] = nil
      unused.append(UInt16(index + 1))
    }
  }
}
