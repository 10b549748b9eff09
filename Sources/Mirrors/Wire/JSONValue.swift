// SPDX-License-Identifier: Apache-2.0

/// Any JSON value.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  /// A number with a fraction, or one that does not fit into an `Int`.
  case fraction(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])
  /// A value that is written already, because it is large; never the result of parsing.
  case written([UInt8])

  /// The kind of value, for error messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number, .fraction: "a number"
    case .text: "a string"
    case .list: "an array"
    case .object: "an object"
    case .written: "JSON"
    }
  }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let flag): try value.encode(flag)
    case .number(let number): try value.encode(number)
    case .fraction(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let members): try value.encode(members)
    case .written(let json): try value.encode(String(decoding: json, as: UTF8.self))
    }
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
