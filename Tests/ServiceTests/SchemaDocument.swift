// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Mirrors
import TestSupport

@testable import Service

/// Documentation/openrpc.json, for tests that query or change it.
struct SchemaDocument {
  private(set) var root: JSONValue

  // Parsed once, because the file is long.
  private static let asItIs = Result {
    let text = contents(of: SchemaOracle.document)
    return try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// The document as it is.
  init() throws {
    root = try Self.asItIs.get()
  }

  /// Removes the examples, which may not match a changed schema.
  mutating func dropExamples() {
    guard case .object(var members) = root, let methods = members["methods"]?.list else { return }
    members["methods"] = .list(
      methods.map { method in
        guard case .object(var members) = method else { return method }
        members["examples"] = nil
        return .object(members)
      })
    root = .object(members)
  }

  /// Writes the document into a folder and returns its path.
  func write(to folder: TemporaryFolder) throws -> String {
    try folder.write(try JSONEncoder().encode(root), to: "openrpc.json")
  }

  /// The value at a path of members.
  subscript(path: String) -> JSONValue? {
    get { path.split(separator: "/").reduce(root) { $0?[String($1)] } }
    set { root = Self.changed(root, path.split(separator: "/").map(String.init)[...], newValue) }
  }

  private static func changed(
    _ value: JSONValue, _ path: ArraySlice<String>, _ new: JSONValue?
  ) -> JSONValue {
    guard let name = path.first, case .object(var members) = value else { return new ?? .null }
    members[name] =
      path.count == 1 ? new : changed(members[name] ?? .null, path.dropFirst(), new)
    return .object(members)
  }

  /// The enumerated values of a schema.
  func words(_ schema: String) -> Set<String> {
    Set((self["components/schemas/\(schema)/enum"]?.list ?? []).compactMap(\.text))
  }

  // MARK: Methods

  /// A method, a notification or a request to the program.
  struct Method {
    /// The names of its parameters.
    var parameters: Set<String> = []
    /// The names of the required parameters.
    var needed: Set<String> = []
  }

  /// The entries of a socket in `methods`, `x-notifications` or `x-questions`, by name.
  func methods(_ list: String = "methods", at socket: ServiceSocket) -> [String: Method] {
    var methods: [String: Method] = [:]
    for value in root[list]?.list ?? [] {
      let tags = (value["tags"]?.list ?? []).compactMap { $0["$ref"]?.text }
      guard let name = value["name"]?.text, tags.contains("#/components/tags/\(socket)") else {
        continue
      }
      var method = Method()
      for descriptor in (value["params"]?.list ?? []).map(resolved) {
        guard let name = descriptor["name"]?.text else { continue }
        method.parameters.insert(name)
        if descriptor["required"] == .bool(true) { method.needed.insert(name) }
      }
      methods[name] = method
    }
    return methods
  }

  private func resolved(_ value: JSONValue) -> JSONValue {
    value["$ref"]?.text.flatMap { self[String($0.dropFirst(2))] } ?? value
  }
}

extension JSONValue {
  /// A member of an object, or nil.
  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  /// The names of an object's members.
  var names: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }
}
