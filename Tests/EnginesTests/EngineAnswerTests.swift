// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// Answers in the usual form are scanned, and mean what a reader of JSON reads.
@Suite struct EngineAnswerTests {
  private static func scanned(_ line: [UInt8]) -> EngineAnswer? {
    var scanner = AnswerScanner(line)
    return scanner.scan()
  }

  private static func parsed(_ line: [UInt8]) -> EngineAnswer? {
    EngineDesk.parse(line).flatMap { EngineAnswer($0) }
  }

  @Test("A conversion is scanned")
  func conversion() {
    let line = #"""
      { "result" : {"segments": [{"candidates": [{"text":"你好","length":5},\#t
      {"length":2,"annotation":"nǐ","text":"你"}], "reading": "nihao"},
      {"reading":"ma","candidates":[]}]}, "id": 12 }
      """#
    #expect(
      Self.scanned(Array(line.utf8))
        == EngineAnswer(
          number: 12,
          result: .segments([
            ConvertedSegment(
              "nihao",
              [
                ConvertedCandidate("你好", length: 5),
                ConvertedCandidate("你", length: 2, annotation: "nǐ"),
              ]), ConvertedSegment("ma", []),
          ])))
  }

  @Test("Candidates without a reading are scanned")
  func candidates() {
    let line = #"{"id":3,"result":{"candidates":[{"text":"吗"},{"text":"！","annotation":"!"}]}}"#
    #expect(
      Self.scanned(Array(line.utf8))
        == EngineAnswer(
          number: 3, result: .candidates([Candidate("吗"), Candidate("！", annotation: "!")])))
  }

  @Test("Characters with a score are scanned")
  func scores() {
    let line =
      #"{"id":3,"result":{"candidates":[{"text":"日","score":912},{"score":0,"text":"曰"}]}}"#
    #expect(
      Self.scanned(Array(line.utf8))
        == EngineAnswer(number: 3, result: .candidates([Candidate("日"), Candidate("曰")])))
    #expect(Self.scanned(Array(line.replacing("912", with: "\"912\"").utf8)) == nil)
  }

  @Test(
    "A line in another form is left to the reader of JSON",
    arguments: [
      #"{"id":1,"result":{}}"#, #"{"id":1,"result":null}"#, #"{"id":1}"#,
      #"{"id":1,"error":{"code":1}}"#, #"{"id":-1,"result":{"segments":[]}}"#,
      #"{"id":01,"result":{"segments":[]}}"#, #"{"id":1.0,"result":{"segments":[]}}"#,
      #"{"id":1234567890,"result":{"segments":[]}}"#,
      #"{"id":1,"result":{"segments":[]},"more":1}"#, #"{"id":1,"result":{"segments":[]}} x"#,
      #"{"id":1,"result":{"segments":[],"candidates":[]}}"#,
      #"{"id":1,"result":{"segments":[{"reading":"a"}]}}"#,
      #"{"id":1,"result":{"candidates":[{"text":"\u4f60"}]}}"#,
      #"{"id":1,"result":{"candidates":[{"text":"a","length":1}]}}"#,
      #"{"id":1,"result":{"candidates":[{"annotation":"a"}]}}"#,
      #"{"id":1,"result":{"candidates":[{"text":"a","annotation":null}]}}"#,
      "{\"id\":1,\"result\":{\"candidates\":[{\"text\":\"a\t,\"text\":\"b\"}]}}",
      #"{"id":1,"result":{"segments":[{"reading":"a","candidates":[{"text":"b"}]}]}}"#,
      #"{"id":1,"result":{"segments":[{"reading":"a","candidates":[{"text":"b","length":"1"}]}]}}"#,
      #"{"id":1,"result":{"segments":[{"reading":"a","candidates":[],"other":0}]}}"#, "", "{", "[]",
    ])
  func others(_ line: String) {
    #expect(Self.scanned(Array(line.utf8)) == nil)
  }

  @Test(
    "Text that is not UTF-8 is left to the reader of JSON",
    arguments: [[0xFF], [0xED, 0xA0, 0x80]])
  func invalidText(_ bytes: [UInt8]) {
    let line =
      Array(#"{"id":1,"result":{"candidates":[{"text":""#.utf8) + bytes + Array(#""}]}}"#.utf8)
    #expect(Self.scanned(line) == nil)
  }

  @Test("A line that is scanned means the same to a reader of JSON", arguments: 1...6)
  func walk(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var whole = 0
    var changed = 0
    for _ in 0..<500 {
      var line = Array(Self.answer(&random).utf8)
      if let scanned = Self.scanned(line) {
        #expect(scanned == Self.parsed(line), "\(String(decoding: line, as: UTF8.self))")
        whole += 1
      }
      for _ in 0...Int.random(in: 0...1, using: &random) { Self.change(&line, &random) }
      if let scanned = Self.scanned(line) {
        #expect(scanned == Self.parsed(line), "\(String(decoding: line, as: UTF8.self))")
        changed += 1
      }
    }
    // Neither the lines nor the changes may be such that nothing is compared.
    #expect(whole > 100 && changed > 10)
  }

  /// A line that is an answer, mostly in the usual form.
  private static func answer(_ random: inout SeededGenerator) -> String {
    func list(_ element: (inout SeededGenerator) -> String) -> String {
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) }
      return "[" + elements.joined(separator: spaced(",", &random)) + "]"
    }
    func segments() -> String {
      list { random in
        let candidates = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          candidate(hasLength: true, &random)
        }
        return object(
          ["reading": text(&random), "candidates": "[\(candidates.joined(separator: ","))]"],
          &random)
      }
    }
    let isConversion = Bool.random(using: &random)
    let result =
      isConversion
      ? object(["segments": segments()], &random)
      : object(["candidates": list { candidate(hasLength: false, &$0) }], &random)
    return object(["id": number(&random), "result": result], &random)
  }

  private static func candidate(hasLength: Bool, _ random: inout SeededGenerator) -> String {
    var members = ["text": text(&random)]
    if hasLength { members["length"] = number(&random) }
    if Int.random(in: 0..<3, using: &random) == 0 { members["annotation"] = text(&random) }
    return object(members, &random)
  }

  private static func object(
    _ members: [String: String], _ random: inout SeededGenerator
  ) -> String {
    var parts: [String] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }).shuffled(using: &random) {
      parts.append("\"\(name)\"" + spaced(":", &random) + value)
    }
    return "{" + parts.joined(separator: spaced(",", &random)) + "}"
  }

  private static func spaced(_ sign: String, _ random: inout SeededGenerator) -> String {
    ["", "", "", " ", "\t"].randomElement(using: &random, orElse: "") + sign
      + ["", "", " ", "\r"].randomElement(using: &random, orElse: "")
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let parts = ["你", "a", "é", "😀", "\u{7F}", " ", "\u{85}", "length"]
    let unusual = [#"\n"#, #"\u0061"#, #"\""#, #"\\"#]
    var text = ""
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let isUnusual = Int.random(in: 0..<60, using: &random) == 0
      text += (isUnusual ? unusual : parts).randomElement(using: &random, orElse: "")
    }
    return "\"\(text)\""
  }

  private static func number(_ random: inout SeededGenerator) -> String {
    ["0", "1", "12", "999999999", "7", "3"].randomElement(using: &random, orElse: "0")
  }

  /// Removes, adds or replaces a byte.
  private static func change(_ line: inout [UInt8], _ random: inout SeededGenerator) {
    guard let place = line.indices.randomElement(using: &random) else { return }
    let byte = Array(#"{}[]",:\ 0123456789ax"#.utf8) + [0x09, 0x1F, 0x80, 0xC3, 0xFF]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: line.remove(at: place)
    case 1: line.insert(byte[Int.random(in: 0..<byte.count, using: &random)], at: place)
    default: line[place] = byte[Int.random(in: 0..<byte.count, using: &random)]
    }
  }
}

extension Array {
  fileprivate func randomElement(
    using random: inout SeededGenerator, orElse other: Element
  ) -> Element {
    randomElement(using: &random) ?? other
  }
}
