// SPDX-License-Identifier: Apache-2.0

/// The items that one program must still acknowledge.
struct DeliveryQueue {
  /// The reason why something was dropped.
  enum DropReason: String {
    /// There were more items than the settings allow.
    case number
    /// All items together had too many bytes.
    case bytes
    /// They were too old.
    case age
  }

  /// The numbers of the items, the oldest first, from ``first`` on.
  private var numbers: [Int] = []
  private var first = 0
  /// The index of the first item that was not sent to the connected program.
  private var next = 0
  /// The number up to which everything was acknowledged or dropped.
  private(set) var settled = 0
  /// The number of items that were dropped since the start.
  var droppedCount = 0
  /// The user to whose programs the items belong; nil for the first that asks.
  var user: UInt32?
  /// The program that receives the items; nil while none is connected.
  weak var program: Program?

  var count: Int { numbers.count - first }
  /// The number of items that were sent and not acknowledged.
  var sentCount: Int { next - first }
  /// The oldest item; nil for none.
  var oldest: Int? { first < numbers.count ? numbers[first] : nil }
  /// The first item that was not sent; nil for none.
  var unsent: Int? { next < numbers.count ? numbers[next] : nil }

  mutating func append(_ number: Int) { numbers.append(number) }

  mutating func didSendNext() { next += 1 }

  /// Sends everything again, to another connection.
  mutating func startAgain() { next = first }

  /// Removes the items up to a number that were sent, and returns their numbers.
  mutating func acknowledge(through number: Int) -> [Int] { remove(through: number, before: next) }

  /// Removes the oldest item.
  mutating func dropOldest() -> [Int] {
    oldest.map { remove(through: $0, before: numbers.count) } ?? []
  }

  private mutating func remove(through number: Int, before limit: Int) -> [Int] {
    var end = first
    while end < limit, numbers[end] <= number { end += 1 }
    let removed = Array(numbers[first..<end])
    first = end
    next = max(next, end)
    settled = max(settled, removed.last ?? 0)
    if first > 1024, first > numbers.count / 2 {
      numbers.removeFirst(first)
      next -= first
      first = 0
    }
    return removed
  }
}
