// SPDX-License-Identifier: Apache-2.0
import Keys

/// How frequent the characters of one of the two Chinese scripts are.
///
/// The file is one of Rime's, whose lines have a text first and its frequency last, with a tab
/// between fields. Only lines with a single character of the basic plane count; of its readings the
/// most frequent one does.
struct CharacterFrequencies {
  /// The name of the file of Debian's package `rime-data-pinyin-simp`.
  static let simplifiedFile = "pinyin_simp.dict.yaml"
  /// The name of the file of Debian's package `rime-essay`.
  static let traditionalFile = "essay.txt"

  /// The place of each character in the order of frequency, from 0; `UInt16.max` without one.
  private let places: [UInt16]

  /// Reads frequencies.
  ///
  /// - Parameter path: the file; a file that cannot be read gives no character a place.
  init(path: String) {
    var frequencies = [UInt32](repeating: 0, count: 1 << 16)
    let bytes = (try? RegularFile.read(path)) ?? []
    bytes.withUnsafeBufferPointer { Self.read($0, to: &frequencies) }
    let characters = (UInt16.min...UInt16.max).filter { frequencies[Int($0)] > 0 }
    var places = [UInt16](repeating: .max, count: characters.isEmpty ? 0 : 1 << 16)
    for (place, character) in characters.sorted(by: {
      (frequencies[Int($1)], $0) < (frequencies[Int($0)], $1)
    }).enumerated() {
      places[Int(character)] = UInt16(clamping: place)
    }
    self.places = places
  }

  /// Returns the place of a character of the basic plane, 0 for the most frequent one; nil if its
  /// frequency is not known.
  func place(of character: UInt16) -> UInt16? {
    guard places.indices.contains(Int(character)) else { return nil }
    let place = places[Int(character)]
    return place == .max ? nil : place
  }

  /// Most lines of the files have longer texts, so a line is read only if its second field begins
  /// after the three bytes of a character.
  private static func read(_ bytes: UnsafeBufferPointer<UInt8>, to frequencies: inout [UInt32]) {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      if end - start > 4, bytes[start] >> 4 == 0xE, bytes[start + 3] == 0x09 {
        let character =
          UInt16(bytes[start] & 0xF) << 12 | UInt16(bytes[start + 1] & 0x3F) << 6
          | UInt16(bytes[start + 2] & 0x3F)
        let known = frequencies[Int(character)]
        frequencies[Int(character)] = max(known, number(at: end, after: start + 3, bytes))
      }
      start = end + 1
    }
  }

  /// The number of the last field, whose digits end before a place; 0 for no number.
  private static func number(
    at end: Int, after start: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    var end = end
    if bytes[end - 1] == 0x0D { end -= 1 }
    var first = end
    while first > start + 1, bytes[first - 1] != 0x09 { first -= 1 }
    var number: UInt32 = 0
    for place in first..<end {
      let digit = bytes[place] &- 0x30
      guard digit < 10, number < 100_000_000 else { return 0 }
      number = number * 10 + UInt32(digit)
    }
    return number
  }
}
