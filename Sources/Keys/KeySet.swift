// SPDX-License-Identifier: Apache-2.0

/// A set of keys with room for every code, in the order of their codes.
///
/// It holds the bits that `EVIOCGKEY` and `EVIOCGBIT(EV_KEY)` give.
public struct KeySet: Hashable, Sendable {
  // A vector and not an array: copied and changed without memory management, once a key event.
  @usableFromInline var words = SIMD16<UInt64>()
  @usableFromInline static let wordCount = KeyCode.count / 64

  /// Makes an empty set.
  public init() {}

  /// Makes a set of some keys; codes that do not exist are left out.
  public init(_ codes: some Sequence<KeyCode>) {
    for code in codes { insert(code) }
  }

  /// Whether the set has no keys.
  public var isEmpty: Bool { words == SIMD16() }

  /// How many keys the set has.
  public var count: Int { Int(words.nonzeroBitCount.wrappedSum()) }

  /// Whether a key is in the set.
  @inlinable
  public func contains(_ code: KeyCode) -> Bool {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    return word < Self.wordCount && words[word] & (1 << UInt64(bit)) != 0
  }

  /// Adds a key; a code that does not exist is ignored.
  @inlinable
  public mutating func insert(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < Self.wordCount { words[word] |= 1 << UInt64(bit) }
  }

  /// Takes a key out.
  @inlinable
  public mutating func remove(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < Self.wordCount { words[word] &= ~(1 << UInt64(bit)) }
  }

  /// The keys that are here and not there.
  public func subtracting(_ other: KeySet) -> KeySet {
    var result = self
    result.words &= ~other.words
    return result
  }

  /// The keys that are here or there.
  public func union(_ other: KeySet) -> KeySet {
    var result = self
    result.words |= other.words
    return result
  }
}

extension KeySet: Sequence {
  /// Walks the keys in the order of their codes.
  public struct Iterator: IteratorProtocol {
    var rest: SIMD16<UInt64>
    var word = 0

    /// The next key; nil after the last.
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

  /// Begins at the lowest code.
  public func makeIterator() -> Iterator {
    Iterator(rest: words)
  }
}

extension KeySet: ExpressibleByArrayLiteral {
  /// Makes a set of the keys listed.
  public init(arrayLiteral codes: KeyCode...) {
    self.init(codes)
  }
}
