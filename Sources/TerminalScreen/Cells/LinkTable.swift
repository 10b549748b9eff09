// SPDX-License-Identifier: Apache-2.0

/// The targets of the hyperlinks on a screen (`OSC 8`).
///
/// Only as many are stored as a cell can number; further links are text without a link.
struct LinkTable {
  /// The maximum length of a target in bytes; a longer one is no link.
  private static let maximumLength = 2048
  private static let limit = 4096

  private var targets: [String] = []
  private var numbers: [String: UInt16] = [:]

  /// Returns the target of a number; nil for 0.
  subscript(number: UInt16) -> String? {
    let index = Int(number) - 1
    return targets.indices.contains(index) ? targets[index] : nil
  }

  /// Returns the number of a target, which is added if there is room; otherwise 0.
  mutating func number(of target: String) -> UInt16 {
    if let number = numbers[target] { return number }
    guard !target.isEmpty, target.utf8.count <= Self.maximumLength, targets.count < Self.limit
    else { return 0 }
    targets.append(target)
    let number = UInt16(targets.count)
    numbers[target] = number
    return number
  }
}
