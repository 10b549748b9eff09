// SPDX-License-Identifier: Apache-2.0

/// A set of keys with room for every code, in the order of their codes.
///
/// It holds the bits that `EVIOCGKEY` and `EVIOCGBIT(EV_KEY)` give.
public struct KeySet: Hashable, Sendable {
  @usableFromInline var words = [UInt64](repeating: 0, count: KeyCode.count / 64)

  /// Makes an empty set.
  public init() {}

  /// Makes a set of some keys; codes that do not exist are left out.
  public init(_ codes: some Sequence<KeyCode>) {
    for code in codes { insert(code) }
  }

  /// Whether the set has no keys.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// How many keys the set has.
  public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether a key is in the set.
  @inlinable
  public func contains(_ code: KeyCode) -> Bool {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    return word < words.count && words[word] & (1 << UInt64(bit)) != 0
  }

  /// Adds a key; a code that does not exist is ignored.
  @inlinable
  public mutating func insert(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < words.count { words[word] |= 1 << UInt64(bit) }
  }

  /// Takes a key out.
  @inlinable
  public mutating func remove(_ code: KeyCode) {
    let (word, bit) = Int(code.rawValue).quotientAndRemainder(dividingBy: 64)
    if word < words.count { words[word] &= ~(1 << UInt64(bit)) }
  }

  /// The keys that are here and not there.
  public func subtracting(_ other: KeySet) -> KeySet {
    var result = self
    for index in words.indices { result.words[index] &= ~other.words[index] }
    return result
  }

  /// The keys that are here or there.
  public func union(_ other: KeySet) -> KeySet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }
}

extension KeySet: Sequence {
  /// Walks the keys in the order of their codes.
  public func makeIterator() -> some IteratorProtocol<KeyCode> {
    words.indices.lazy.flatMap { word in
      (0..<64).lazy.filter { words[word] & (1 << UInt64($0)) != 0 }.map {
        KeyCode(UInt16(word * 64 + $0))
      }
    }.makeIterator()
  }
}

extension KeySet: ExpressibleByArrayLiteral {
  /// Makes a set of the keys listed.
  public init(arrayLiteral codes: KeyCode...) {
    self.init(codes)
  }
}
