// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing

@testable import Mirrors

/// Values as the writer writes them, compared with JSONEncoder.
@Suite struct JSONWriterTests {
  private static func library(_ value: some Encodable, isIndented: Bool) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func line(_ value: some Encodable) throws -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(try JSONValue(encoding: value), as: .line, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func expectSame(_ value: some Encodable) throws {
    #expect(try Array(Self.line(value).utf8) == Array(Self.library(value, isIndented: false).utf8))
    #expect(try Array(jsonText(value).utf8) == Array(Self.library(value, isIndented: true).utf8))
  }

  // MARK: Values

  @Test("any value is written as by JSONEncoder, on a line and indented", arguments: 0..<40)
  func values(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 { try expectSame(Self.randomValue(&generator, depth: 0)) }
  }

  @Test("a mark that must be escaped is found wherever it stands in a text")
  func escapedPlaces() throws {
    for mark in ["\"", "\\", "\u{0}", "\u{1f}", "\n"] {
      for length in 0..<20 {
        for place in 0...length {
          for filling in ["a", " ", "!", "#", "[", "]", "\u{7f}", "é", "😀"] {
            let text =
              String(repeating: filling, count: place) + mark
              + String(repeating: filling, count: length - place)
            let written = try Self.line(text)
            #expect(try Self.line([text]) == "[\(written)]")
            let rest = written.dropFirst().dropLast().replacing(filling, with: "")
            #expect(rest.count == (mark == "\u{0}" || mark == "\u{1f}" ? 6 : 2), "\(written)")
          }
        }
      }
    }
  }

  @Test("a value that is written already is the same as one that is not")
  func written() throws {
    let texts = ["", "a\"b", String(repeating: "é\\", count: 700)]
    let values = texts.map { text in
      JSONValue.object([
        "flag": true, "none": .null, "number": 7, "pair": .list([1, 2]), "text": .text(text),
        "value": .object(["x": .list([])]),
      ])
    }
    let objects = JSONWriter.objects(texts) { text, object in
      object.add("flag", true)
      object.add("none", number: nil)
      object.add("number", number: 7)
      object.add("pair", (1, 2))
      object.add(
        "text",
        pieces: { body in
          for byte in text.utf8 { withUnsafePointer(to: byte) { body(.init(start: $0, count: 1)) } }
        })
      object.add("value", .object(["x": .list([])]))
    }
    #expect(try Self.line(["a": objects]) == Self.line(["a": values]))
    #expect(try Self.line(JSONWriter.objects([Int]()) { _, _ in }) == "[]")
    #expect(try Self.line(JSONWriter.object { $0.add("text", "x") }) == #"{"text":"x"}"#)
  }

  @Test("empty lists and objects are written, alone and nested")
  func empty() throws {
    for value in [
      .list([]), .object([:]), .list([.list([]), .object([:])]),
      .object(["a": .list([]), "b": .object([:])]),
    ] as [JSONValue] {
      try expectSame(value)
    }
  }

  @Test("any fraction is written as by JSONEncoder, and null if it is no number", arguments: 0..<10)
  func fractions(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      try expectSame([number])
    }
    try expectSame([0, -0.0, 1, 0.1, 1e15, 1e16, 1e-4, 1e-5, .greatestFiniteMagnitude, .pi])
    for number in [Double.infinity, -.infinity, .nan] {
      #expect(try Self.line([number]) == "[null]")
    }
  }

  @Test("numbers of every width are written as by JSONEncoder")
  func numbers() throws {
    try expectSame([Int8.min, .max])
    try expectSame([UInt16.max])
    try expectSame([UInt32.max])
    try expectSame([Int64.min, .max])
    try expectSame([Float(0.1), 2])
  }

  @Test("a value of any length is appended to the existing bytes", arguments: [1, 511, 512, 5000])
  func lengths(_ length: Int) {
    var bytes = Array("before".utf8)
    JSONWriter.append(.text(String(repeating: "x", count: length)), as: .line, to: &bytes)
    #expect(bytes == Array("before\"".utf8) + Array(repeating: 0x78, count: length) + [0x22])
  }

  // MARK: Encoding

  private enum Choice: Encodable {
    case nothing
    case pair(Int, name: String)
  }

  private class Base: Encodable {
    var inherited = 1
  }

  private final class Derived: Base {
    var own = "x"

    private enum CodingKeys: CodingKey {
      case own
    }

    override func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(own, forKey: .own)
      try super.encode(to: object.superEncoder())
    }
  }

  /// A value that encodes its parts nested in each other.
  private struct Nested: Encodable {
    private enum Key: CodingKey {
      case list, object
    }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      var list = object.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode("late", forKey: .object)
      var deep = list.nestedUnkeyedContainer()
      try deep.encode(contentsOf: [true, false])
      try 2.5.encode(to: list.superEncoder())
      var second = object.nestedContainer(keyedBy: Key.self, forKey: .object)
      try second.encodeNil(forKey: .list)
      try "x".encode(to: second.superEncoder(forKey: .object))
    }
  }

  private struct Parts: Encodable {
    var missing: Int?
    var there: Int? = 3
    var missingOnes: [Int?] = [nil, 4]
    var names: [String: [UInt8]] = ["b": [1], "a/é": []]
    var numbered: [Int: String] = [1: "x"]
    var nothing = Empty()
  }

  private struct Empty: Encodable {}

  @Test("any encoding is written as by JSONEncoder")
  func encoding() throws {
    try expectSame([Choice.nothing, .pair(3, name: "n")])
    try expectSame(Derived())
    try expectSame(Nested())
    try expectSame(Parts())
    try expectSame(Empty())
    try expectSame([Optional<String>.none, "x"])
  }

  private static func randomValue(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .number(.random(in: .min ... .max, using: &generator))
    case 3: return .fraction(.random(in: -1e3...1e3, using: &generator))
    case 4: return .text(randomText(&generator))
    case 5: return .list((0..<count).map { _ in randomValue(&generator, depth: depth + 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<count {
        members[randomText(&generator)] = randomValue(&generator, depth: depth + 1)
      }
      return .object(members)
    }
  }

  private static func randomText(_ generator: inout SeededGenerator) -> String {
    let pieces = [
      "a", "B", "b", "é", "e\u{301}", "日", "\"", "\\", "/", "\n", "\u{1}", "😀", "Z", "10", "9",
    ]
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
