// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service

/// A JSON value parsed by Foundation, for comparison.
extension JSONValue: Decodable {
  /// Decodes a value of any type.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let number = try? value.decode(Double.self) {
      self = .fraction(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }
}

/// Lines of JSON are parsed as by Foundation, at a bounded cost.
struct JSONParsingTests {
  private static func foundation(_ line: [UInt8]) -> JSONValue? {
    try? JSONDecoder().decode(JSONValue.self, from: Data(line))
  }

  private static func ours(_ line: [UInt8]) -> JSONValue? { try? JSONValue(parsing: line) }

  @Test(
    "JSON is parsed as Foundation parses it, to the last digit and sign",
    arguments: [
      "", " ", "null", "nul", "nullx", "true", " false\t", "[]", "[ ]", "[,1]", "[1 2]",
      "[1,2", "{}", "{ }", #"{"a":1}"#, #"{"a" : [ 1 , {"b":null} ] }"#, #"{a:1}"#,
      #"{"a"}"#, #"{"a":}"#, #"{"a":1 "b":2}"#, "0", "-0", "-", "01", "-01", "1.", ".5", "1.5",
      "1.0", "-2.50", "1e3", "1E+2", "1e-2", "1e", "1e+", "+1", "9223372036854775807",
      "-9223372036854775808", "0x10", "NaN",
      #""""#, #""a"#, #""\n\t\b\f\r\/\\\"""#, #""\x""#, #""\u0041""#, #""\u00e9\u20AC""#,
      #""\ud83d\ude00""#, #""\ud83d""#, #""\ud83dx""#, #""\ude00""#, #""\ud83d\u0041""#,
      #""\u12""#, #""\u12g4""#, #""é😀\u0000""#, "\"\t\"", "\"\u{7f}\"", "[[[[]]]]", "[]]", "1 1",
      #"["\\"]"#, #"["\"]"#,
    ])
  func sameAsFoundation(_ text: String) {
    let line = Array(text.utf8)
    #expect(Self.ours(line) == Self.foundation(line))
  }

  @Test("Invalid UTF-8 is refused", arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80]])
  func invalidText(_ bytes: [UInt8]) {
    let line = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    #expect(Self.ours(line) == nil && Self.foundation(line) == nil)
  }

  @Test("Randomly changed JSON is accepted or refused as by Foundation")
  func nearlyJSON() {
    var random = SeededGenerator(seed: 7)
    let whole = Array(
      #"{"id":"q\u00e9","list":[1,-2.5e3,true,null,{"deep":[[],{}]}],"text":"a\\\"ü😀 "}"#.utf8)
    let signs = Array(#"{}[]",:\u0e1-.tn é"#.utf8)
    for _ in 0..<20_000 {
      var line = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: line.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: line.remove(at: place)
        case 1: line.insert(signs.randomElement(using: &random) ?? 0, at: place)
        default: line[place] = signs.randomElement(using: &random) ?? 0
        }
      }
      let text = String(decoding: line, as: UTF8.self)
      // A trailing comma is the only thing that Foundation accepts and the standard does not.
      if [",]", ",}", ", ]", ", }"].contains(where: text.contains) { continue }
      #expect(Self.ours(line) == Self.foundation(line), "\(text)")
    }
  }

  @Test("Deep nesting is refused well before the stack ends")
  func depth() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(Self.ours(nested(500)) != nil)
    #expect(Self.ours(nested(2049)) == nil)
    #expect(Self.ours(Array(String(repeating: #"{"a":["#, count: 500_000).utf8)) == nil)
  }

  @Test("A trailing comma is refused", arguments: ["[1,]", #"{"a":1,}"#])
  func lastComma(_ text: String) {
    #expect(Self.ours(Array(text.utf8)) == nil)
  }

  @Test("The last of several members with the same name counts")
  func twice() {
    #expect(Self.ours(Array(#"{"a":1,"a":2}"#.utf8)) == .object(["a": .number(2)]))
  }

  @Test(
    "Values that JSONValue cannot hold are refused",
    arguments: ["9223372036854775808", #"{"a\u0000":1}"#, "1e999"])
  func ambiguous(_ text: String) {
    #expect(Self.ours(Array(text.utf8)) == nil)
  }
}
