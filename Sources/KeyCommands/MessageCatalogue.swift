// SPDX-License-Identifier: Apache-2.0

/// The messages of one language: a compiled gettext catalogue, the output of `msgfmt`.
///
/// A lookup is a binary search in the catalogue's own table, so a file that claims a huge number of
/// entries costs neither memory nor noticeable time. Foundation's counterpart is a `.strings` file.
public struct MessageCatalogue: Sendable {
  /// The number of entries, including the header.
  public let count: Int
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let originals: Int
  private let translations: Int

  /// Reads a catalogue.
  ///
  /// - Parameter bytes: the contents of a `.mo` file, in either byte order. The result is nil if
  ///   they are invalid or truncated, or declare a character set other than UTF-8.
  public init?(bytes: [UInt8]) {
    let magic: UInt32 = 0x9504_12de
    guard let first = Self.word(0, of: bytes, isBigEndian: false) else { return nil }
    guard first == magic || first.byteSwapped == magic else { return nil }
    isBigEndian = first != magic
    let big = isBigEndian
    let head = (1...4).compactMap { Self.word($0 * 4, of: bytes, isBigEndian: big) }
    // The upper half of the revision is the major version; version 1 only adds tables at the end.
    guard head.count == 4, head[0] >> 16 <= 1 else { return nil }
    count = Int(head[1])
    originals = Int(head[2])
    translations = Int(head[3])
    for table in [originals, translations] {
      guard table <= bytes.count, count <= (bytes.count - table) / Self.entrySize else {
        return nil
      }
    }
    self.bytes = bytes
    if let charset = Self.charset(of: header), charset != "utf-8" { return nil }
  }

  /// The header: lines such as `Language: sv`; empty if there is none.
  public var header: String {
    guard count > 0, original(0)?.isEmpty == true else { return "" }
    return translation(0) ?? ""
  }

  /// Looks a message up (CMD-14).
  ///
  /// - Parameters:
  ///   - message: the text, or the key, in the program.
  ///   - context: distinguishes messages with the same text, gettext's `msgctxt`.
  /// - Returns: the translated message; nil if the catalogue has none.
  public func translation(of message: String, context: String? = nil) -> String? {
    guard !message.isEmpty else { return nil }
    let key = Array((context.map { $0 + "\u{4}" + message } ?? message).utf8)
    var candidates = 0..<count
    while !candidates.isEmpty {
      let middle = candidates.lowerBound + candidates.count / 2
      guard let found = original(middle) else { return nil }
      if found.elementsEqual(key) { return translation(middle).flatMap { $0.isEmpty ? nil : $0 } }
      candidates =
        found.lexicographicallyPrecedes(key)
        ? middle + 1..<candidates.upperBound : candidates.lowerBound..<middle
    }
    return nil
  }

  // MARK: Reading

  // A length and an offset, four bytes each.
  private static let entrySize = 8

  private func original(_ index: Int) -> ArraySlice<UInt8>? { text(index, of: originals) }

  private func translation(_ index: Int) -> String? {
    text(index, of: translations).flatMap { String(validating: $0, as: UTF8.self) }
  }

  // The plural forms follow after a NUL; titles do not need them.
  private func text(_ index: Int, of table: Int) -> ArraySlice<UInt8>? {
    let place = table + index * Self.entrySize
    guard let length = Self.word(place, of: bytes, isBigEndian: isBigEndian),
      let start = Self.word(place + 4, of: bytes, isBigEndian: isBigEndian),
      Int(start) + Int(length) <= bytes.count
    else { return nil }
    return bytes[Int(start)..<Int(start) + Int(length)].prefix { $0 != 0 }
  }

  private static func word(_ place: Int, of bytes: [UInt8], isBigEndian: Bool) -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    let word = bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return isBigEndian ? word.byteSwapped : word
  }

  private static func charset(of header: String) -> String? {
    for line in header.utf8.split(separator: UInt8(ascii: "\n")) {
      let words = String(line)?.lowercased().split(separator: "=", maxSplits: 1) ?? []
      if words.count == 2, words[0].hasPrefix("content-type:"), words[0].hasSuffix("charset") {
        return String(words[1])
      }
    }
    return nil
  }
}
