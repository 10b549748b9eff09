// SPDX-License-Identifier: Apache-2.0

/// The piece of a text that is being edited: bytes in one array, and where the last edit was.
struct TextPage: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var units = 0
  /// The end of the last edit: the next one is likely near.
  private var lastPlace = TextPlace()

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    units = bytes.withUnsafeBufferPointer { UTF8Walk.units(in: $0) }
  }

  /// Hands out the page; it begins at `base` in the text.
  func withPiece<Result>(base: Int, _ body: (TextPiece) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(TextPiece($0, base: base, units: units, known: lastPlace))
    }
  }

  /// Replaces what lies between two places.
  mutating func replace(from start: TextPlace, to end: TextPlace, with text: UTF8Walk.Bytes) {
    let inserted = text.count == 1 ? 1 : UTF8Walk.units(in: text)
    if start.byte == bytes.count {
      bytes.append(contentsOf: text)
    } else if start.byte == end.byte, text.count == 1 {
      bytes.insert(text[0], at: start.byte)
    } else {
      bytes.replaceSubrange(start.byte..<end.byte, with: text)
    }
    units += inserted - (end.unit - start.unit)
    lastPlace = TextPlace(unit: start.unit + inserted, byte: start.byte + text.count)
  }

  /// Takes a part off the front or the end.
  mutating func takeFront(bytes count: Int) -> [UInt8] {
    let front = Array(bytes[..<count])
    self = TextPage(Array(bytes[count...]))
    return front
  }

  mutating func takeEnd(from index: Int) -> [UInt8] {
    let end = Array(bytes[index...])
    self = TextPage(Array(bytes[..<index]))
    return end
  }

  /// The byte, where the last edit ended.
  var editByte: Int { min(lastPlace.byte, bytes.count) }
}
