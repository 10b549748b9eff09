// SPDX-License-Identifier: Apache-2.0
import Mirrors

/// The members of an object in a response, read by name; unknown members are ignored.
struct ResponseMembers {
  /// The response does not have the shape that the protocol specifies.
  struct Unexpected: Error {}

  private let members: [String: JSONValue]

  /// Wraps an object; any other value is unexpected.
  init(_ value: JSONValue?) throws(Unexpected) {
    guard case .object(let members)? = value else { throw Unexpected() }
    self.members = members
  }

  /// The member's value, unconverted; nil if the member is missing.
  subscript(name: String) -> JSONValue? { members[name] }

  func text(_ name: String) throws(Unexpected) -> String {
    guard case .text(let text)? = members[name] else { throw Unexpected() }
    return text
  }

  func text(ifThere name: String) throws(Unexpected) -> String? {
    isMissing(name) ? nil : try text(name)
  }

  func number<Number: FixedWidthInteger>(_ name: String) throws(Unexpected) -> Number {
    guard case .number(let number)? = members[name], let number = Number(exactly: number) else {
      throw Unexpected()
    }
    return number
  }

  func number<Number: FixedWidthInteger>(ifThere name: String) throws(Unexpected) -> Number? {
    isMissing(name) ? nil : try number(name)
  }

  func flag(_ name: String) throws(Unexpected) -> Bool {
    guard case .bool(let flag)? = members[name] else { throw Unexpected() }
    return flag
  }

  func texts(_ name: String) throws(Unexpected) -> [String] {
    try list(name) { (value) throws(Unexpected) in
      guard case .text(let text) = value else { throw Unexpected() }
      return text
    }
  }

  func texts(ifThere name: String) throws(Unexpected) -> [String]? {
    isMissing(name) ? nil : try texts(name)
  }

  func numbers<Number: FixedWidthInteger>(ifThere name: String) throws(Unexpected) -> [Number]? {
    guard !isMissing(name) else { return nil }
    return try list(name) { (value) throws(Unexpected) in
      guard case .number(let number) = value, let number = Number(exactly: number) else {
        throw Unexpected()
      }
      return number
    }
  }

  /// A list of objects, each read by `read`.
  func objects<Object>(
    _ name: String, _ read: (ResponseMembers) throws(Unexpected) -> Object
  ) throws(Unexpected) -> [Object] {
    try list(name) { (value) throws(Unexpected) in try read(ResponseMembers(value)) }
  }

  func objects<Object>(
    ifThere name: String, _ read: (ResponseMembers) throws(Unexpected) -> Object
  ) throws(Unexpected) -> [Object]? {
    isMissing(name) ? nil : try objects(name, read)
  }

  private func list<Element>(
    _ name: String, _ read: (JSONValue) throws(Unexpected) -> Element
  ) throws(Unexpected) -> [Element] {
    guard case .list(let list)? = members[name] else { throw Unexpected() }
    return try list.map(read)
  }

  private func isMissing(_ name: String) -> Bool {
    members[name] == nil || members[name] == .null
  }
}
