// SPDX-License-Identifier: Apache-2.0

/// The smallest of many numbers, found without sorting all of them.
struct SmallestNumbers {
  private let limit: Int
  private var numbers: [UInt64] = []
  /// No number from this one on is among the smallest.
  private var end = UInt64.max

  /// Creates an empty collection.
  ///
  /// - Parameter limit: how many numbers are wanted.
  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// Adds a number, unless it is too great.
  mutating func insert(_ number: UInt64) {
    guard number < end else { return }
    numbers.append(number)
    guard numbers.count >= 4 * limit + 1 else { return }
    numbers = sorted()
    if let last = numbers.last { end = last }
  }

  /// Returns the smallest numbers, in order.
  func sorted() -> [UInt64] { Array(numbers.sorted().prefix(limit)) }
}
