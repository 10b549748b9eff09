// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors

/// The members of an object that a client has sent, each read by name; a mistake is told with its place.
struct Parameters {
  private let members: [String: JSONValue]
  /// Where the object is, as a JSON pointer.
  let place: String

  /// Takes the parameters of a request.
  ///
  /// - Parameters:
  ///   - request: what was sent.
  ///   - known: the names there may be.
  ///   - unsupported: names that are refused as unsupported, each with the words of the error.
  /// - Throws: what is wrong; other names are refused, so that no misspelt one is passed over.
  init(
    _ request: Request, known: [String], unsupported: [String: String] = [:]
  ) throws(RequestError) {
    switch request.parameters {
    case nil: members = [:]
    case .object(let members)?: self.members = members
    case let other?:
      throw RequestError(
        .invalidParameter, "parameters go by name: an object, not \(other.kind)", at: "/params")
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
      known.isEmpty ? "there are none" : "there are \(known.sorted().joined(separator: ", "))"
    throw RequestError(
      .invalidParameter,
      "\(unknown.excerpt) is no member of this\(nearest.isEmpty ? "; \(all)" : nearest)",
      at: pointer(unknown))
  }

  /// Where a member is; for a name too long to be repeated, where its object is.
  func pointer(_ name: String) -> String {
    guard name.utf8.count <= Self.pointedLimit else { return place }
    return place + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
  }

  /// The longest name of a member that a place repeats, in bytes.
  private static let pointedLimit = 240
  /// The most that a name, a title or another small text may have, in bytes.
  static let usualLimit = 4096
  /// The most that a text which is read or edited may have: what a line may.
  static let documentLimit = Int.max

  /// Whether a member is there, be it null.
  func has(_ name: String) -> Bool { members[name] != nil }
  /// The names of the members, sorted.
  var names: [String] { members.keys.sorted() }

  /// A member as it is; nil where it is not there.
  subscript(name: String) -> JSONValue? { members[name] }

  // MARK: Members that must be there

  func text(
    _ name: String, limit: Int = Parameters.usualLimit
  ) throws(RequestError) -> String {
    guard let text = try text(ifThere: name, limit: limit) else { throw missing(name, "a text") }
    return text
  }

  func number(_ name: String) throws(RequestError) -> Int {
    guard let number = try number(ifThere: name) else { throw missing(name, "a whole number") }
    return number
  }

  // MARK: Members that may be there; null is as good as nothing

  /// A text of at most so many bytes.
  func text(
    ifThere name: String, limit: Int = Parameters.usualLimit
  ) throws(RequestError) -> String? {
    switch members[name] {
    case nil, .null?: return nil
    case .text(let text)?:
      let count = text.utf8.count
      guard count <= limit else {
        throw RequestError(
          .invalidParameter, "\(name) has at most \(limit) bytes, not \(count)",
          at: pointer(name))
      }
      return text
    case let other?: throw refusal(name, other, "a text")
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
        "\(name) is from \(range.lowerBound) to \(range.upperBound), not \(number)",
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

  /// One of some words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    ifThere name: String, as _: Choice.Type = Choice.self
  ) throws(RequestError) -> Choice? where Choice.RawValue == String {
    guard let word = try text(ifThere: name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue)
      throw RequestError(
        .invalidParameter,
        "\(name) is one of \(words.joined(separator: ", ")), not \(word.excerpt)",
        at: pointer(name))
    }
    return choice
  }

  /// An object of its own.
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

  /// A list of objects.
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

  /// A list of texts.
  func texts(ifThere name: String) throws(RequestError) -> [String]? {
    guard let list = try list(ifThere: name) else { return nil }
    var texts: [String] = []
    for (index, value) in list.enumerated() {
      guard case .text(let text) = value else {
        throw refusal("\(name)/\(index)", value, "a text", isPointer: true)
      }
      texts.append(text)
    }
    return texts
  }

  private func list(ifThere name: String) throws(RequestError) -> [JSONValue]? {
    switch members[name] {
    case nil, .null?: return nil
    case .list(let list)?: return list
    case let other?: throw refusal(name, other, "a list")
    }
  }

  // MARK: Mistakes

  func missing(_ name: String, _ wanted: String) -> RequestError {
    RequestError(.invalidParameter, "\(name) is missing: \(wanted)", at: pointer(name))
  }

  private func refusal(
    _ name: String, _ value: JSONValue, _ wanted: String, isPointer: Bool = false
  ) -> RequestError {
    RequestError(
      .invalidParameter, "\(name) is \(wanted), not \(value.kind)",
      at: isPointer ? "\(place)/\(name)" : pointer(name))
  }
}
