// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// A mistake in a line, and the byte at which it is.
struct LineProblem: Error {
  var position: Int
  var problem: CaptureError.Problem
}

/// A position in the bytes of a line, with parsers for the numbers and words of the formats.
struct ByteCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The byte at the position; 0 at the end of the line.
  @inline(__always)
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  /// Whether the position is at the end of the line.
  var isAtEnd: Bool { position >= bytes.count }

  /// The bytes from the position to the end of the line.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  @inline(__always)
  mutating func advance() { position += 1 }

  @inline(__always)
  mutating func skipBlanks() {
    while next == 0x20 || next == 0x09 { advance() }
  }

  /// Skips a word if it is at the position, and reports whether it was.
  mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Skips a word, which must be at the position.
  mutating func expect(_ word: StaticString) throws(LineProblem) {
    if !take(word) { throw expected(.literal(word.description)) }
  }

  /// Skips blanks, of which there must be at least one.
  @inline(__always)
  mutating func expectBlanks() throws(LineProblem) {
    guard next == 0x20 || next == 0x09 else { throw expected(.blank) }
    skipBlanks()
  }

  /// Skips blanks and a comment; the line must end after them.
  @inline(__always)
  mutating func expectEnd() throws(LineProblem) {
    skipBlanks()
    if !isAtEnd, next != UInt8(ascii: "#") { throw expected(.endOfLine) }
  }

  /// Parses a decimal number without a sign.
  @inline(__always)
  mutating func decimal(
    _ item: @autoclosure () -> CaptureItem, upTo limit: Int64
  ) throws(LineProblem) -> Int64 {
    let begin = position
    var number: Int64 = 0
    while true {
      let digit = next &- UInt8(ascii: "0")
      if digit > 9 { break }
      advance()
      // More than 18 digits could overflow; the number becomes too large for every limit.
      if number < 100_000_000_000_000_000 {
        number = number &* 10 &+ Int64(digit)
      } else {
        number = .max
      }
    }
    if position == begin { throw expected(item()) }
    if number > limit { throw outOfRange(item(), from: begin, allowed: 0...limit) }
    return number
  }

  /// Parses a decimal number that may have a minus sign.
  @inline(__always)
  mutating func signed(_ item: @autoclosure () -> CaptureItem) throws(LineProblem) -> Int32 {
    let begin = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { advance() }
    let number: Int64
    do {
      number = try decimal(item(), upTo: isNegative ? 1 << 31 : 1 << 31 - 1)
    } catch {
      guard case .outOfRange(let item, _, _) = error.problem else { throw error }
      throw outOfRange(item, from: begin, allowed: Int64(Int32.min)...Int64(Int32.max))
    }
    return Int32(truncatingIfNeeded: isNegative ? -number : number)
  }

  /// Parses a hexadecimal number without a prefix.
  @inline(__always)
  mutating func hexadecimal(
    _ item: @autoclosure () -> CaptureItem, upTo limit: Int64
  ) throws(LineProblem) -> Int64 {
    let begin = position
    var number: Int64 = 0
    while true {
      let byte = next
      let digit: UInt8
      if byte &- UInt8(ascii: "0") <= 9 {
        digit = byte &- UInt8(ascii: "0")
      } else if (byte | 0x20) &- UInt8(ascii: "a") <= 5 {
        digit = (byte | 0x20) &- UInt8(ascii: "a") &+ 10
      } else {
        break
      }
      advance()
      if number < 1 << 40 { number = number << 4 | Int64(digit) }
    }
    if position == begin { throw expected(item()) }
    if number > limit { throw outOfRange(item(), from: begin, allowed: 0...limit) }
    return number
  }

  /// Makes the error for an item that is missing at the position.
  @inline(never)
  func expected(_ item: CaptureItem) -> LineProblem {
    LineProblem(position: position, problem: .expected(item, found: excerpt(rest)))
  }

  /// Makes the error for a number that begins at `begin` and is out of range.
  @inline(never)
  func outOfRange(
    _ item: CaptureItem, from begin: Int, allowed: ClosedRange<Int64>
  ) -> LineProblem {
    let found = excerpt(UnsafeRawBufferPointer(rebasing: bytes[begin..<position]))
    return LineProblem(
      position: begin, problem: .outOfRange(item, found: found, allowed: allowed))
  }
}

/// The limits of the numbers of an event.
enum EventLimit {
  /// The largest number of seconds that a ``Timestamp`` can hold.
  static let seconds = Int64.max / 1_000_000 - 1
  static let microseconds: Int64 = 999_999
  /// `EV_MAX`.
  static let type: Int64 = 0x1f

  /// Returns the largest code of a type.
  @inline(__always)
  static func code(ofType type: UInt16) -> Int64 {
    type == InputEvent.key ? Int64(KeyCode.count) - 1 : 0xffff
  }
}

/// Makes a printable excerpt of at most 40 characters from the start of some bytes.
func excerpt(_ bytes: UnsafeRawBufferPointer) -> String {
  let text = String(decoding: bytes.prefix(200), as: UTF8.self)
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars.prefix(while: { $0 != "\n" }).prefix(40) {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      result.append("\u{fffd}")
    default: result.append(scalar)
    }
  }
  return String(result)
}
