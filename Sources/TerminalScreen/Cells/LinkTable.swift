// SPDX-License-Identifier: Apache-2.0

/// The targets of the hyperlinks on a screen (`OSC 8`).
///
/// Only a limited number is stored. When the table is full, the targets that no cell shows are
/// dropped; if all are shown, further links are text without a link.
struct LinkTable {
  /// The maximum length of a target in bytes; a longer one is no link.
  private static let maximumLength = 2048
  private let limit: Int
  /// The number of refused targets after which the table looks for unused ones again, because that
  /// takes time.
  private let patience: Int

  private var targets: [String?] = []
  private var numbers: [String: UInt16] = [:]
  private var unused: [UInt16] = []
  private var refusals = 0

  /// Creates an empty table of at most `limit` targets.
  init(limit: Int = 4096) {
    self.limit = limit
    patience = limit / 4
  }

  /// Whether unused targets should be dropped before a new target is added.
  var needsCleaning: Bool {
    unused.isEmpty && targets.count >= limit && refusals.isMultiple(of: patience)
  }

  /// Returns the target of a number; nil for 0.
  subscript(number: UInt16) -> String? {
    let index = Int(number) - 1
    return targets.indices.contains(index) ? targets[index] : nil
  }

  /// Returns the number of a target, which is added if there is room; otherwise 0.
  mutating func number(of target: String) -> UInt16 {
    if let number = numbers[target] { return number }
    guard !target.isEmpty, target.utf8.count <= Self.maximumLength else { return 0 }
    guard !unused.isEmpty || targets.count < limit else {
      refusals += 1
      return 0
    }
    refusals = 0
    if unused.isEmpty { targets.append(nil) }
    let number = unused.popLast() ?? UInt16(targets.count)
    targets[Int(number) - 1] = target
    numbers[target] = number
    return number
  }

  /// Whether a target has a number.
  func contains(_ target: String) -> Bool { numbers[target] != nil }

  /// Drops all targets but those of the given numbers.
  mutating func keep(only used: Set<UInt16>) {
    for (index, target) in targets.enumerated() where !used.contains(UInt16(index + 1)) {
      guard let target else { continue }
      numbers[target] = nil
      targets[index] = nil
      unused.append(UInt16(index + 1))
    }
  }
}
