// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Reads a line of JSON (RFC 8259), in a time that its length bounds.
  ///
  /// A decoder that tries one type after the other takes seconds for a line of brackets, and meanwhile
  /// nobody's keys count.
  ///
  /// - Parameter line: UTF-8, all of it one value.
  /// - Throws: `notJSON`, also for what is nested deeper than ``JSONReader/depthLimit``.
  init(parsing line: [UInt8]) throws(RequestError) {
    var reader = JSONReader(line)
    self = try reader.readAll()
  }
}

/// Reads one value after the other from bytes.
struct JSONReader {
  /// How many lists and objects may be inside of each other.
  static let depthLimit = 512

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the value that is all there is.
  mutating func readAll() throws(RequestError) -> JSONValue {
    let value = try readValue(depth: 0)
    skipSpace()
    guard place == bytes.count else { throw .notJSON }
    return value
  }

  private mutating func readValue(depth: Int) throws(RequestError) -> JSONValue {
    skipSpace()
    guard place < bytes.count else { throw .notJSON }
    switch bytes[place] {
    case UInt8(ascii: "{"): return .object(try readMembers(depth: depth + 1))
    case UInt8(ascii: "["): return .list(try readElements(depth: depth + 1))
    case UInt8(ascii: "\""): return .text(try readText())
    case UInt8(ascii: "t"): return try read("true", as: .bool(true))
    case UInt8(ascii: "f"): return try read("false", as: .bool(false))
    case UInt8(ascii: "n"): return try read("null", as: .null)
    default: return try readNumber()
    }
  }

  // MARK: Lists and objects

  private mutating func readElements(depth: Int) throws(RequestError) -> [JSONValue] {
    guard depth <= Self.depthLimit else { throw .notJSON }
    place += 1
    var elements: [JSONValue] = []
    if take("]") { return elements }
    repeat { elements.append(try readValue(depth: depth)) } while take(",")
    guard take("]") else { throw .notJSON }
    return elements
  }

  /// Of members with one name the first counts.
  private mutating func readMembers(depth: Int) throws(RequestError) -> [String: JSONValue] {
    guard depth <= Self.depthLimit else { throw .notJSON }
    place += 1
    var members: [String: JSONValue] = [:]
    if take("}") { return members }
    repeat {
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw .notJSON }
      let name = try readText()
      guard take(":") else { throw .notJSON }
      let value = try readValue(depth: depth)
      if members[name] == nil { members[name] = value }
    } while take(",")
    guard take("}") else { throw .notJSON }
    return members
  }

  // MARK: Words and numbers

  private mutating func read(
    _ word: StaticString, as value: JSONValue
  ) throws(RequestError) -> JSONValue {
    let end = place + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[place..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { throw .notJSON }
    place = end
    return value
  }

  private mutating func readNumber() throws(RequestError) -> JSONValue {
    let start = place
    _ = takeByte("-")
    let first = place
    guard skipDigits() > 0, bytes[first] != UInt8(ascii: "0") || place == first + 1 else {
      throw .notJSON
    }
    var isWhole = true
    if takeByte(".") {
      isWhole = false
      guard skipDigits() > 0 else { throw .notJSON }
    }
    if takeByte("e") || takeByte("E") {
      isWhole = false
      if !takeByte("+") { _ = takeByte("-") }
      guard skipDigits() > 0 else { throw .notJSON }
    }
    let digits = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let number = Int(digits) { return .number(number) }
    guard let number = Double(digits) else { throw .notJSON }
    // A whole number is one however it is written: languages without whole numbers write 1.0.
    return Int(exactly: number).map { .number($0) } ?? .fraction(number)
  }

  /// Passes over digits, and tells how many there were.
  private mutating func skipDigits() -> Int {
    let start = place
    while place < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place] { place += 1 }
    return place - start
  }

  // MARK: Texts

  private mutating func readText() throws(RequestError) -> String {
    place += 1
    var piece = place
    var escaped: [UInt8] = []
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        // Most texts have no escapes and are made of the bytes as they are.
        let text =
          escaped.isEmpty
          ? String(validating: bytes[piece..<place], as: UTF8.self)
          : String(validating: escaped + bytes[piece..<place], as: UTF8.self)
        guard let text else { throw .notJSON }
        place += 1
        return text
      case UInt8(ascii: "\\"):
        escaped += bytes[piece..<place]
        place += 1
        try readEscape(into: &escaped)
        piece = place
      case ..<0x20: throw .notJSON
      default: place += 1
      }
    }
    throw .notJSON
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(RequestError) {
    guard place < bytes.count else { throw .notJSON }
    let letter = bytes[place]
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(try readScalar()).utf8)
    default: throw .notJSON
    }
  }

  /// Reads what follows `\u`: four digits, or a pair of surrogates.
  private mutating func readScalar() throws(RequestError) -> Unicode.Scalar {
    let high = try readHexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    // Half a pair is no character, and no text can have one.
    guard high < 0xdc00, takeByte("\\"), takeByte("u"), case let low = try readHexadecimal(),
      0xdc00...0xdfff ~= low,
      let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
    else { throw .notJSON }
    return scalar
  }

  private mutating func readHexadecimal() throws(RequestError) -> UInt32 {
    guard place + 4 <= bytes.count else { throw .notJSON }
    var number: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(byte & 15)
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt32(byte & 15 + 9)
      default: throw .notJSON
      }
    }
    place += 4
    return number
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0a, 0x0d: place += 1
      default: return
      }
    }
  }

  /// Takes a sign, be it behind spaces.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    return takeByte(sign)
  }

  private mutating func takeByte(_ sign: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }
}
