// SPDX-License-Identifier: Apache-2.0

/// Writes one JSON object as a line, a member at a time; whoever writes gives the keys in order.
///
/// The bytes are those of `JSONEncoder` with sorted keys and slashes left alone, at a fiftieth of the
/// cost: an observer gets two lines for every key (decision 6).
struct JSONLine: ~Copyable {
  private var bytes: [UInt8]
  private var isFirst = true

  /// Begins an object behind what is there.
  init(behind bytes: consuming [UInt8]) {
    self.bytes = bytes
    self.bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the object and its line.
  consuming func end() -> [UInt8] {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Adds a text.
  mutating func add(_ name: StaticString, _ text: String) {
    begin(name)
    append(quoting: text)
  }

  /// Adds a whole number.
  mutating func add(_ name: StaticString, _ number: some BinaryInteger) {
    begin(name)
    append(Int64(number))
  }

  /// Adds `true` or `false`.
  mutating func add(_ name: StaticString, _ flag: Bool) {
    begin(name)
    append(flag ? "true" : "false")
  }

  /// Adds an array of texts.
  mutating func add(_ name: StaticString, _ texts: [String]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(quoting: text)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds two whole numbers as an array, or null.
  mutating func add(_ name: StaticString, _ pair: (Int, Int)?) {
    begin(name)
    guard let pair else { return append("null") }
    bytes.append(UInt8(ascii: "["))
    append(Int64(pair.0))
    bytes.append(UInt8(ascii: ","))
    append(Int64(pair.1))
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ name: StaticString) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    bytes.append(UInt8(ascii: "\""))
    append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ number: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 { bytes.append(UInt8(ascii: "-")) }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  // What needs no escape is copied at once: nearly always all of it.
  private mutating func append(quoting text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for place in utf8.indices where Self.isEscaped(utf8[place]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<place]))
        append(escaped: utf8[place])
        start = place + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  // RFC 8259, section 7: quotation mark, reverse solidus and U+0000 to U+001F must be escaped.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0a: append("\\n")
    case 0x0c: append("\\f")
    case 0x0d: append("\\r")
    default:
      append("\\u00")
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 15
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }
}
