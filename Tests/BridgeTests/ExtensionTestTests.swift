// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Bridge

/// The conformance test of an extension, without the program around it.
@Suite(.needs(file: "/usr/bin/python3")) struct ExtensionTestTests {
  /// Tests an extension that answers each key with edits.
  private func report(edits: String) throws -> ExtensionTestReport {
    let folder = try TemporaryFolder()
    let manifest = """
      title: Tried
      version: "1"
      program: [python3, tried.py]
      modes: [{ id: x, language: eo, title: X }]
      """
    let program = """
      import json, sys
      for line in sys.stdin:
          line = json.loads(line)
          if line.get("method") == "hello":
              result = {"protocol": 1}
          elif line.get("method") == "key":
              text = line["params"]["text"]
              result = {"taken": bool(text), "edits": \(edits) if text else []}
          else:
              continue
          print(json.dumps({"id": line["id"], "result": result}), flush=True)
      """
    let path = folder.path + "/tried"
    // As root, the extension runs as another user.
    try #require(chmod(folder.path, 0o755) == 0 && mkdir(path, 0o755) == 0)
    _ = try folder.write(manifest.utf8, to: "tried/extension.yaml")
    _ = try folder.write(program.utf8, to: "tried/tried.py")
    return try ExtensionTest(path, captures: []).run()
  }

  @Test("F114, CIV-14 an extension that types its keys passes without any grant")
  func passing() throws {
    let report = try report(edits: #"[{"insert": text}]"#)
    #expect(report.passed && report.refusedCalls.isEmpty)
    let rules = try #require(report.modes.first).rules
    #expect(rules.map(\.rule) == ExtensionRule.all.map(\.name))
    #expect(report.answers.count == rules.reduce(0) { $0 + $1.answers.count })
  }

  @Test("13.2 an extension that deletes more than there is fails each rule that types")
  func failing() throws {
    let report = try report(edits: #"[{"deleteBackward": 9}, {"insert": text}]"#)
    #expect(!report.passed)
    let failed = try #require(report.modes.first).rules.filter { $0.outcome == .failed }
    #expect(failed.count == ExtensionRule.all.count - 1)
    #expect(failed.allSatisfy { $0.lines.count > 2 && $0.reason != nil })
  }
}
