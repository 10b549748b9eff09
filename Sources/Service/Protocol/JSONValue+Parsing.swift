// SPDX-License-Identifier: Apache-2.0
import CJansson
import Mirrors

/// The reader of JSON, over jansson.
extension JSONValue {
  /// Parses a line of JSON (RFC 8259), in a time that its length bounds
  /// (Documentation/Decisions/0013).
  ///
  /// If a name occurs twice in an object, the last member counts.
  ///
  /// - Parameter line: UTF-8 that consists of exactly one value.
  /// - Throws: `notJSON`, also if lists and objects are nested deeper than 2048; `notARequest` if a
  ///   number is out of range.
  init(parsing line: [UInt8]) throws(RequestError) {
    let flags = Int(JSON_DECODE_ANY | JSON_ALLOW_NUL)
    var error = json_error_t()
    let root = line.withUnsafeBytes { bytes in
      json_loadb(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, flags, &error)
    }
    guard let root else {
      guard json_error_code(&error) == json_error_numeric_overflow else { throw .notJSON }
      throw RequestError(.notARequest, "a number in the line does not fit in 64 bits")
    }
    defer { json_decref(root) }
    self.init(root)
  }

  /// Parses a line of JSON of another process.
  ///
  /// - Parameter line: UTF-8; nil results unless it is exactly one value.
  package init?(line: [UInt8]) {
    guard let value = try? JSONValue(parsing: line) else { return nil }
    self = value
  }

  private init(_ value: UnsafeMutablePointer<json_t>) {
    switch value.pointee.type {
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    case JSON_INTEGER: self = .number(Int(json_integer_value(value)))
    case JSON_REAL:
      let number = json_real_value(value)
      // 1.0 counts as a whole number too, because some languages have no integers and always write
      // it that way.
      self = Int(exactly: number).map { .number($0) } ?? .fraction(number)
    case JSON_STRING:
      let bytes = UnsafeRawBufferPointer(
        start: json_string_value(value), count: json_string_length(value))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case JSON_ARRAY:
      self = .list(
        (0..<json_array_size(value)).map { json_array_get(value, $0).map(JSONValue.init) ?? .null })
    case JSON_OBJECT: self = .object(Self.members(of: value))
    default: self = .null
    }
  }

  private static func members(of object: UnsafeMutablePointer<json_t>) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members.reserveCapacity(json_object_size(object))
    var next = json_object_iter(object)
    while let member = next {
      if let name = json_object_iter_key(member), let value = json_object_iter_value(member) {
        members[String(cString: name)] = JSONValue(value)
      }
      next = json_object_iter_next(object, member)
    }
    return members
  }
}
