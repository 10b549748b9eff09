// SPDX-License-Identifier: Apache-2.0

/// A set of keys with a bit for every key code, iterated in the order of the codes.
///
/// The bits are those that `EVIOCGKEY` and `EVIOCGBIT(EV_KEY)` report.
public struct KeySet: Hashable, Sendable {
  // A vector instead of an array: sets are copied for every key event, without memory management.
  @usableFromInline var words = SIMD16<UInt64>()
  @usableFromInline static let wordCount = KeyCode.count / 64

  /// Creates an empty set.
  public init() {}

  /// Creates a set of keys.
  ///
  /// - Parameter codes: the keys, in any order; codes out of range are ignored.
  public init(_ codes: some Sequence<KeyCode>) {
    for code in codes { insert(code) }
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { words == SIMD16() }

  /// The number of keys in the set.
  public var count: Int { Int(words.nonzeroBitCount.wrappedSum()) }

  /// Reports whether a key is in the set.
  ///
  /// - Parameter code: the key.
  /// - Returns: whether the set has it; false for a code out of range.
  @inlinable
  public func contains(_ code: KeyCode) -> Bool {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    return word < Self.wordCount && words[word] & (1 << UInt64(bit)) != 0
  }

  /// Adds a key to the set; a code out of range is ignored.
  ///
  /// - Parameter code: the key.
  @inlinable
  public mutating func insert(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < Self.wordCount { words[word] |= 1 << UInt64(bit) }
  }

  /// Removes a key from the set.
  ///
  /// - Parameter code: the key.
  @inlinable
  public mutating func remove(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < Self.wordCount { words[word] &= ~(1 << UInt64(bit)) }
  }

  /// Computes the keys of this set that are not in another.
  ///
  /// - Parameter other: the other set.
  /// - Returns: the difference.
  public func subtracting(_ other: KeySet) -> KeySet {
    var result = self
    result.words &= ~other.words
    return result
  }

  /// Computes the keys that are in this set or in another.
  ///
  /// - Parameter other: the other set.
  /// - Returns: the union.
  public func union(_ other: KeySet) -> KeySet {
    var result = self
    result.words |= other.words
    return result
  }
}

extension KeySet: Sequence {
  /// An iterator over the keys in the order of their codes.
  public struct Iterator: IteratorProtocol {
    var rest: SIMD16<UInt64>
    var word = 0

    /// Returns the next key; nil after the last.
    public mutating func next() -> KeyCode? {
      while word < KeySet.wordCount {
        let bit = rest[word].trailingZeroBitCount
        if bit < 64 {
          rest[word] &= rest[word] - 1
          return KeyCode(UInt16(word * 64 + bit))
        }
        word += 1
      }
      return nil
    }
  }

  /// Returns an iterator that starts at the lowest code.
  public func makeIterator() -> Iterator {
    Iterator(rest: words)
  }
}

extension KeySet: ExpressibleByArrayLiteral {
  /// Creates a set of the keys listed.
  ///
  /// - Parameter codes: the keys, in any order; codes out of range are ignored.
  public init(arrayLiteral codes: KeyCode...) {
    self.init(codes)
  }
}
