// SPDX-License-Identifier: Apache-2.0

/// The texts of cells that show several code points: a character with combining marks.
///
/// Each text is stored once. When the table is full, the texts that no cell shows are dropped.
struct ClusterTable {
  /// The maximum number of code points of a cell; further marks are ignored.
  static let maximumLength = 16

  private let limit: Int
  private var clusters: [[Unicode.Scalar]?] = []
  private var indexes: [[Unicode.Scalar]: Int] = [:]
  private var unused: [Int] = []

  /// Creates an empty table of at most `limit` texts.
  init(limit: Int = 1 << 16) {
    self.limit = limit
  }

  /// Whether a new text has no place.
  var isFull: Bool { unused.isEmpty && clusters.count >= limit }

  /// Returns the code points of a text.
  subscript(index: Int) -> [Unicode.Scalar] {
    clusters.indices.contains(index) ? clusters[index] ?? [] : []
  }

  /// Returns the index of a text, which is added if there is room; nil if there is none.
  mutating func index(of cluster: [Unicode.Scalar]) -> Int? {
    if let index = indexes[cluster] { return index }
    guard !isFull else { return nil }
    let index = unused.popLast() ?? clusters.count
    if index == clusters.count { clusters.append(cluster) } else { clusters[index] = cluster }
    indexes[cluster] = index
    return index
  }

  /// Drops all texts but those of the given indexes.
  mutating func keep(only used: Set<Int>) {
    for (index, cluster) in clusters.enumerated() where !used.contains(index) {
      guard let cluster else { continue }
      indexes[cluster] = nil
      clusters[index] = nil
      unused.append(index)
    }
  }
}
