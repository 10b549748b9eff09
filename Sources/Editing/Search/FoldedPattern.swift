// SPDX-License-Identifier: Apache-2.0

/// The code points of a search, without their case.
///
/// A text is read as bytes, because a search is the only operation that may read a whole text:
/// bytes that cannot begin a match are passed with a few instructions each.
struct FoldedPattern: Sendable {
  /// The number of its UTF-16 code units; 0 if nothing is searched for.
  private(set) var units = 0
  private var folded: [UInt32] = []
  /// For each beginning of the pattern, how much of its start it also ends with.
  ///
  /// With it a search reads each code point once (Knuth, Morris and Pratt).
  private var overlaps: [Int] = []
  /// For each byte, the code units that it begins, and whether it may begin a match.
  private var bytes: [UInt8] = []
  private static let mayBegin: UInt8 = 0x80

  /// Prepares a search.
  ///
  /// - Parameter query: the text to search for.
  init(_ query: String) {
    folded = query.unicodeScalars.map(Self.fold)
    guard let first = folded.first else { return }
    // A letter has as many code units as its other case.
    units = folded.reduce(0) { $0 + ($1 < 0x10000 ? 1 : 2) }
    overlaps = Self.overlaps(in: folded)
    bytes = (0...UInt8.max).map { byte in
      let width: UInt8 = byte >= 0xF0 ? 2 : byte & 0xC0 == 0x80 ? 0 : 1
      return width | (Self.mayBegin(byte, first) ? Self.mayBegin : 0)
    }
  }

  /// Finds all matches, also those that overlap.
  ///
  /// - Parameter text: the text.
  /// - Returns: the offsets of the matches in UTF-16 code units, in order.
  func matches(in text: String) -> [Range<Int>] {
    guard units > 0 else { return [] }
    var text = text
    return text.withUTF8 { matches(in: $0) }
  }

  private func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (index, offset, matched) = (0, 0, 0)
    while index < text.count {
      let kind = bytes[Int(text[index])]
      if matched == 0, kind & Self.mayBegin == 0 {
        index += 1
        offset += Int(kind)
        continue
      }
      let unit = Self.foldedScalar(in: text, at: &index)
      offset += Int(kind & ~Self.mayBegin)
      while matched > 0, folded[matched] != unit { matched = overlaps[matched - 1] }
      if folded[matched] == unit { matched += 1 }
      guard matched == folded.count else { continue }
      found.append(offset - units..<offset)
      matched = overlaps[matched - 1]
    }
    return found
  }

  /// Reads the code point at an index, and moves the index behind it.
  private static func foldedScalar(in text: UnsafeBufferPointer<UInt8>, at index: inout Int)
    -> UInt32
  {
    let first = text[index]
    index += 1
    guard first >= 0x80 else { return fold(ASCII: first) }
    // Text in a string is valid.
    let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
    var value = UInt32(first) & (0x3F >> UInt32(count))
    for _ in 0..<count where index < text.count {
      value = value << 6 | UInt32(text[index] & 0x3F)
      index += 1
    }
    return Unicode.Scalar(value).map(fold) ?? value
  }

  private static func overlaps(in folded: [UInt32]) -> [Int] {
    var overlaps = [Int](repeating: 0, count: folded.count)
    var length = 0
    for index in folded.indices.dropFirst() {
      while length > 0, folded[index] != folded[length] { length = overlaps[length - 1] }
      if folded[index] == folded[length] { length += 1 }
      overlaps[index] = length
    }
    return overlaps
  }

  // MARK: Case

  /// Whether a code point that begins with a byte of UTF-8 may have some lower case; true for some
  /// that do not.
  private static func mayBegin(_ byte: UInt8, _ lower: UInt32) -> Bool {
    switch byte {
    case 0..<0x80: fold(ASCII: byte) == lower
    case 0x80..<0xC0: false
    // The Kelvin sign is the only other form of an ASCII letter.
    case _ where lower < 0x80: byte == 0xE2 && lower == 0x6B
    // Most letters with a case have two bytes; U+1E9E and U+2126 are forms of such letters.
    case 0xC0..<0xE3: true
    default:
      Unicode.Scalar(lower).map { lower in
        [String(lower), lower.properties.uppercaseMapping].contains { $0.utf8.first == byte }
      } ?? false
    }
  }

  /// Maps a code point to lower case, if that is a single code point.
  static func fold(_ scalar: Unicode.Scalar) -> UInt32 {
    if let byte = UInt8(exactly: scalar.value), byte < 0x80 { return fold(ASCII: byte) }
    guard scalar.properties.changesWhenLowercased else { return scalar.value }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first?.value ?? scalar.value : scalar.value
  }

  private static func fold(ASCII byte: UInt8) -> UInt32 {
    UInt32((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
  }
}
