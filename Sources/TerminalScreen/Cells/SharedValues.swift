// SPDX-License-Identifier: Apache-2.0

/// Which shared values the cells of a screen show.
struct SharedValueUsage {
  /// The indexes of the values.
  var indexes: Set<Int>
  /// The number of cells that were read to find them.
  var cellCount: Int
}

/// Values that cells refer to by their indexes, each stored once: texts of several code points, and
/// extras such as the targets of links.
///
/// Only a limited number is stored. When the table is full, the values that no cell shows are
/// dropped; if all are shown, there is no room for further ones.
struct SharedValues<Value: Hashable> {
  /// The number of cells that may be read for each new value.
  private static var cellsPerValue: Int { 256 }

  private let limit: Int
  /// The number of new values between two searches for unused ones.
  ///
  /// It grows with the cells that a search reads, so that a program cannot make the screen slow
  /// with new values.
  private var patience: Int
  /// The number of new values since the last search.
  private var newCount = 0

  private var values: [Value?] = []
  private var indexes: [Value: Int] = [:]
  private var unused: [Int] = []

  /// Creates an empty table of at most `limit` values.
  init(limit: Int) {
    self.limit = limit
    patience = limit / 4
  }

  /// Returns the value at an index; nil for an index without one.
  subscript(index: Int) -> Value? {
    values.indices.contains(index) ? values[index] : nil
  }

  /// Returns the index of a value, which is added if there is room.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - usage: returns the values in use; called if the table is full, but not for each value.
  /// - Returns: the index; nil if there is no room.
  mutating func index(of value: Value, usage: () -> SharedValueUsage) -> Int? {
    if let index = indexes[value] { return index }
    newCount += 1
    if unused.isEmpty, values.count >= limit {
      guard newCount > patience else { return nil }
      keep(only: usage())
    }
    if unused.isEmpty {
      guard values.count < limit else { return nil }
      unused.append(values.count)
      values.append(nil)
    }
    guard let index = unused.popLast() else { return nil }
    values[index] = value
    indexes[value] = index
    return index
  }

  /// Drops all values but those in use.
  private mutating func keep(only usage: SharedValueUsage) {
    newCount = 0
    patience = max(limit / 4, usage.cellCount / Self.cellsPerValue)
    for (index, value) in values.enumerated() where !usage.indexes.contains(index) {
      guard let value else { continue }
      indexes[value] = nil
      values[index] = nil
      unused.append(index)
    }
  }
}
