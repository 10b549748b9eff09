// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport

/// Validates conversations against Documentation/openrpc.json, using python3-jsonschema in
/// Tests/SchemaOracle.
actor SchemaOracle {
  /// Shared by all tests, because starting it takes longer than most tests.
  static let shared = SchemaOracle()

  static let projectFolder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  /// The schema of the protocol.
  static let document = projectFolder + "/Documentation/openrpc.json"

  /// The result for one conversation.
  struct Judgement: Decodable {
    /// The violations of the schema.
    var faults: [String]
    /// The names of the notifications and requests from the server.
    var reported: [String]
    /// The methods that were answered with a result.
    var answered: [String]
  }

  /// The validator failed.
  struct Failure: Error {
    var reason: String
  }

  private var child: LiveChild?

  /// The mistakes in a schema document itself.
  func faults(of document: String = document) throws -> [String] {
    try ask(["document \(document)"])
  }

  /// Validates each conversation against a document.
  func judge(
    _ conversations: [Conversation], by document: String = document
  ) throws -> [Judgement] {
    let faults = try faults(of: document)
    guard faults.isEmpty else { throw Failure(reason: faults.joined(separator: "\n")) }
    return try conversations.map { conversation in
      let script = conversation.script
      return try ask(["\(conversation.socket) \(script.count)"] + script)
    }
  }

  private func ask<Value: Decodable>(_ lines: [String]) throws -> Value {
    let child = try started()
    do {
      try child.write(Array((lines.joined(separator: "\n") + "\n").utf8))
      return try JSONDecoder().decode(Value.self, from: Data(try child.line().utf8))
    } catch let failure as TimedOut {
      throw Failure(reason: "the oracle says nothing: \(failure.errors)")
    }
  }

  private func started() throws -> LiveChild {
    if let child { return child }
    // Debian's python, because another python may lack the package.
    let python = "/usr/bin/python3"
    let test = try Child.run([python, "-c", "import jsonschema"])
    guard test.status == 0 else {
      throw Failure(reason: "install python3-jsonschema, as make does: \(test.errors)")
    }
    let script = Self.projectFolder + "/Tests/SchemaOracle/schema_oracle.py"
    let child = try LiveChild([python, "-B", script])
    self.child = child
    return child
  }
}
