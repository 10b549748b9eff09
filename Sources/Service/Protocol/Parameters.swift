// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// The members of an object from a client, read by name.
///
/// Errors contain the place of the member.
struct Parameters {
  private let members: [String: JSONValue]
  /// The object's place, as a JSON pointer.
  let place: String

  /// Takes the parameters of a request.
  ///
  /// - Parameters:
  ///   - request: the request with the parameters.
  ///   - known: the names that the object may have.
  ///   - unsupported: names that are rejected as unsupported, each with the text of its error.
  /// - Throws: an error for every other name, so that a misspelt one is not silently ignored.
  init(
    _ request: Request, known: [String], unsupported: [String: String] = [:]
  ) throws(RequestError) {
    switch request.parameters {
    case nil: members = [:]
    case .object(let members)?: self.members = members
    case let other?:
      throw RequestError(
        .invalidParameter, "params must be an object, not \(other.kind)", at: "/params")
    }
    place = "/params"
    if let name = members.keys.filter({ unsupported[$0] != nil }).min(),
      let words = unsupported[name]
    {
      throw RequestError(.unsupported, words, at: pointer(name))
    }
    try refuseUnknown(known)
  }

  private init(_ members: [String: JSONValue], at place: String) {
    (self.members, self.place) = (members, place)
  }

  private func refuseUnknown(_ known: [String]) throws(RequestError) {
    guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
    let nearest = nearest(to: unknown, among: known).map { "; did you mean \($0)?" } ?? ""
    let all =
      known.isEmpty ? "expected no members" : "expected \(known.sorted().alternatives)"
    throw RequestError(
      .invalidParameter,
      "unknown member \(unknown.excerpt)\(nearest.isEmpty ? "; \(all)" : nearest)",
      at: pointer(unknown))
  }

  /// Returns the place of a member or, if its name is too long to repeat, the place of its object.
  func pointer(_ name: String) -> String {
    guard name.utf8.count <= Self.pointedLimit else { return place }
    return place + "/"
      + name.replacingBytes(of: "~", with: "~0").replacingBytes(of: "/", with: "~1")
  }

  /// The longest member name that a place repeats, in bytes.
  private static let pointedLimit = 240
  /// The maximum length of a name, a title or another short text, in bytes.
  static let usualLimit = 4096
  /// An edited text has no limit of its own; the limit of the line applies.
  static let documentLimit = Int.max

  /// Whether a member is present, even if it is null.
  func has(_ name: String) -> Bool { members[name] != nil }
  /// The names of the members, sorted.
  var names: [String] { members.keys.sorted() }

  /// The member's value, unconverted; nil if the member is missing.
  subscript(name: String) -> JSONValue? { members[name] }

  // MARK: Required members

  func text(
    _ name: String, limit: Int = Parameters.usualLimit
  ) throws(RequestError) -> String {
    guard let text = try text(ifThere: name, limit: limit) else { throw invalid(name, "a string") }
    return text
  }

  func number(_ name: String) throws(RequestError) -> Int {
    guard let number = try number(ifThere: name) else { throw invalid(name, "a whole number") }
    return number
  }

  // MARK: Optional members; null means the same as a missing member

  /// Reads a text of at most `limit` bytes.
  func text(
    ifThere name: String, limit: Int = Parameters.usualLimit
  ) throws(RequestError) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .text(let text)?:
      let count = text.utf8.count
      guard count <= limit else {
        throw RequestError(
          .invalidParameter, "\(name) must have at most \(limit) bytes, not \(count)",
          at: pointer(name))
      }
      return text
    case let other?: throw refusal(name, other, "a string")
    }
  }

  func number(ifThere name: String) throws(RequestError) -> Int? {
    switch members[name] {
    case nil, .null?: return nil
    case .number(let number)?: return number
    case let other?: throw refusal(name, other, "a whole number")
    }
  }

  func number(ifThere name: String, in range: ClosedRange<Int>) throws(RequestError) -> Int? {
    guard let number = try number(ifThere: name) else { return nil }
    guard range.contains(number) else {
      throw RequestError(
        .invalidParameter,
        "\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(number)",
        at: pointer(name))
    }
    return number
  }

  func bool(ifThere name: String) throws(RequestError) -> Bool? {
    switch members[name] {
    case nil, .null?: return nil
    case .bool(let flag)?: return flag
    case let other?: throw refusal(name, other, "true or false")
    }
  }

  /// Reads one of several words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    ifThere name: String, as _: Choice.Type = Choice.self
  ) throws(RequestError) -> Choice? where Choice.RawValue == String {
    guard let word = try text(ifThere: name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue)
      throw RequestError(
        .invalidParameter,
        "\(name) must be \(words.alternatives), not \(word.excerpt)",
        at: pointer(name))
    }
    return choice
  }

  /// Reads a nested object.
  func object(ifThere name: String, known: [String]? = nil) throws(RequestError) -> Parameters? {
    switch members[name] {
    case nil, .null?: return nil
    case .object(let members)?:
      let object = Parameters(members, at: pointer(name))
      if let known { try object.refuseUnknown(known) }
      return object
    case let other?: throw refusal(name, other, "an object")
    }
  }

  /// Reads a list of objects.
  func objects(ifThere name: String, known: [String]) throws(RequestError) -> [Parameters]? {
    guard let list = try list(ifThere: name) else { return nil }
    var objects: [Parameters] = []
    for (index, value) in list.enumerated() {
      guard case .object(let members) = value else {
        throw refusal("\(name)/\(index)", value, "an object", isPointer: true)
      }
      let object = Parameters(members, at: "\(pointer(name))/\(index)")
      try object.refuseUnknown(known)
      objects.append(object)
    }
    return objects
  }

  /// Reads a list of texts.
  func texts(ifThere name: String) throws(RequestError) -> [String]? {
    guard let list = try list(ifThere: name) else { return nil }
    var texts: [String] = []
    for (index, value) in list.enumerated() {
      guard case .text(let text) = value else {
        throw refusal("\(name)/\(index)", value, "a string", isPointer: true)
      }
      texts.append(text)
    }
    return texts
  }

  private func list(ifThere name: String) throws(RequestError) -> [JSONValue]? {
    switch members[name] {
    case nil, .null?: return nil
    case .list(let list)?: return list
    case let other?: throw refusal(name, other, "an array")
    }
  }

  // MARK: Errors

  /// Returns the error for a member that is missing, or that has an unsuitable value.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - wanted: the values that it may have.
  /// - Returns: the error.
  func invalid(_ name: String, _ wanted: String) -> RequestError {
    switch members[name] {
    case nil, .null?:
      RequestError(.invalidParameter, "\(name) is missing; expected \(wanted)", at: pointer(name))
    case let value?:
      RequestError(
        .invalidParameter, "\(name) must be \(wanted), not \(value.shape)", at: pointer(name))
    }
  }

  private func refusal(
    _ name: String, _ value: JSONValue, _ wanted: String, isPointer: Bool = false
  ) -> RequestError {
    RequestError(
      .invalidParameter, "\(name) must be \(wanted), not \(value.kind)",
      at: isPointer ? "\(place)/\(name)" : pointer(name))
  }
}

extension JSONValue {
  /// The kind of value and its size, for the error about a value of the right kind.
  fileprivate var shape: String {
    switch self {
    case .text(let text): text.isEmpty ? "an empty string" : "a string of \(text.utf8.count) bytes"
    case .list(let list): list.isEmpty ? "an empty array" : "an array of \(list.count) values"
    case .object(let members): members.isEmpty ? "an empty object" : kind
    case .null, .bool, .number, .fraction, .written: kind
    }
  }
}

extension RequestError {
  /// Makes the error about a name that does not exist, with the nearest one that does.
  static func unknown(
    _ kind: String, _ name: String, among names: [String], _ parameters: Parameters,
    _ member: String
  ) -> RequestError {
    let hint = nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
    return RequestError(
      .unknownName, "there is no \(kind) \(name.excerpt)\(hint)", at: parameters.pointer(member))
  }
}
