// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport

/// Says whether conversations are as Documentation/openrpc.json has them: python3-jsonschema does, behind
/// Tests/SchemaOracle.
actor SchemaOracle {
  /// The one for all tests: it takes longer to start than most of them.
  static let shared = SchemaOracle()

  static let projectFolder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  /// The schema of the protocol.
  static let document = projectFolder + "/Documentation/openrpc.json"

  /// What there is to say of a conversation.
  struct Judgement: Decodable {
    /// What is not as the document has it.
    var faults: [String]
    /// The notifications and questions in it.
    var told: [String]
    /// The methods in it that were answered, not refused.
    var answered: [String]
  }

  /// It cannot say anything.
  struct Failure: Error {
    var reason: String
  }

  private var child: LiveChild?

  /// What is wrong with a document itself.
  func faults(of document: String = document) throws -> [String] {
    try ask(["document \(document)"])
  }

  /// Judges conversations by a document, each by itself.
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
    // Debian's python: what another one has of packages is not the Makefile's business.
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
