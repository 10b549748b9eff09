// SPDX-License-Identifier: Apache-2.0
import Mirrors

extension RequestID {
  /// Finds the id of a request in a line that cannot be parsed as a whole, or in the beginning of a
  /// line.
  ///
  /// Reads the members of the outermost object up to the first error. The id of a response is
  /// ignored: the client would take it for the id of its own request.
  ///
  /// - Returns: the id; nil if none is found.
  init?(scanning line: [UInt8]) {
    var members = MemberScanner(line)
    var found: RequestID?
    while let (name, value) = members.next() {
      switch name {
      case "id": found = (try? JSONValue(parsing: value)).flatMap { try? RequestID($0) }
      case "result", "error": return nil
      default: break
      }
    }
    guard let found else { return nil }
    self = found
  }
}

/// Splits a JSON object into its members, without validating their values.
private struct MemberScanner {
  private var rest: ArraySlice<UInt8>
  private var isInside = false

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Returns the next member; nil at the end, at the first error, and if the value is cut off.
  mutating func next() -> (name: String, value: [UInt8])? {
    guard take(isInside ? "," : "{"), let name = takeText(), take(":"), let value = takeValue()
    else { return nil }
    isInside = true
    return (String(decoding: name.dropFirst().dropLast(), as: UTF8.self), Array(value))
  }

  /// Consumes a character and the white space before it.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  /// Consumes a string with its quotation marks; nil if no string begins here or it is
  /// unterminated.
  private mutating func takeText() -> ArraySlice<UInt8>? {
    skipSpace()
    let text = rest
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return text[..<rest.startIndex] }
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
    return nil
  }

  /// Consumes everything up to the comma or bracket that ends a value.
  private mutating func takeValue() -> ArraySlice<UInt8>? {
    skipSpace()
    let value = rest
    var depth = 0
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\""):
        guard takeText() != nil else { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return value[..<rest.startIndex] }
        if byte != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
      rest.removeFirst()
    }
    return nil
  }
}
