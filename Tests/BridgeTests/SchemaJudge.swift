// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TestSupport
import Testing
import YAMLNodes

/// Validates YAML texts with the JSON Schema in a file.
enum SchemaJudge {
  /// Validates texts with python3-jsonschema.
  static func judge(
    _ schema: String, _ texts: [(text: String, isGood: Bool)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for line in sys.stdin:
          print(next((e.message for e in validator.iter_errors(json.loads(line))), "good"))
      """
    let lines = try texts.map { try jsonLine(YAMLDocument(parsing: $0.text.utf8).root) }
    let child = try Child.run(
      ["python3", "-c", script, schema], input: lines.joined())
    #expect(child.errors == "", sourceLocation: sourceLocation)
    let verdicts = child.output.split(separator: "\n")
    try #require(verdicts.count == texts.count, "\(child.output)", sourceLocation: sourceLocation)
    for (verdict, entry) in zip(verdicts, texts) {
      #expect(
        (verdict == "good") == entry.isGood, "\(entry.text): \(verdict)",
        sourceLocation: sourceLocation)
    }
  }

  /// A YAML node as a JSON value, as in an editor.
  private static func jsonLine(_ node: YAMLNode?) throws -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(node.map(value) ?? .null, as: .line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined() + "\n"
  }

  private static func value(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let items): return .list(items.map(value))
    case .mapping(let entries):
      return .object(
        Dictionary(
          entries.map { ($0.key.text ?? "", value($0.value)) }, uniquingKeysWith: { $1 }))
    case .scalar(let text, let isPlain):
      if !isPlain { return .text(text) }
      if node.isNull { return .null }
      if let flag = Bool(text) { return .bool(flag) }
      if let number = Int(text) { return .number(number) }
      return Double(text).map { .fraction($0) } ?? .text(text)
    }
  }
}
