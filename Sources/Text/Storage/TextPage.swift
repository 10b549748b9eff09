// SPDX-License-Identifier: Apache-2.0

/// The part of a text that is being edited: its bytes in one array, and the position of the last
/// edit.
struct TextPage: Sendable {
  private(set) var bytes: [UInt8] = []
  private(set) var units = 0
  /// The end of the last edit, because the next edit is likely to be near it.
  private var lastPlace = TextPlace()

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    units = bytes.withUnsafeBufferPointer { UTF8Walk.units(in: $0) }
  }

  /// Calls `body` with the page, which begins at `base` in the text.
  func withPiece<Result>(base: Int, _ body: (TextPiece) -> Result) -> Result {
    bytes.withUnsafeBufferPointer {
      body(TextPiece($0, base: base, units: units, known: lastPlace))
    }
  }

  /// Replaces the text between two places.
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

  /// Removes and returns the first `count` bytes.
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

  /// The byte at which the last edit ended.
  var editByte: Int { min(lastPlace.byte, bytes.count) }
}
