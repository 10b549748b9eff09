// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
import YAMLNodes

@Suite struct YAMLDocumentTests {
  @Test("A tree has the order, quoting and place of every node")
  func placesAndOrder() throws {
    let text = """
      # keyboards
      layout: no
      devices:
        - name: "Käse: yes"
          grab: ~
        - [1, 'two', {a: b}]
      """
    let root = try #require(try YAMLDocument(parsing: text.utf8).root)
    #expect(root.place == YAMLPlace(line: 2, column: 1))
    #expect(root.entries?.map(\.key.text) == ["layout", "devices"])
    #expect(root["layout"]?.content == .scalar("no", isPlain: true))
    #expect(root["layout"]?.place == YAMLPlace(line: 2, column: 9))
    let devices = try #require(root["devices"]?.items)
    #expect(devices[0]["name"]?.content == .scalar("Käse: yes", isPlain: false))
    #expect(devices[0]["name"]?.place == YAMLPlace(line: 4, column: 11))
    #expect(devices[0]["grab"]?.isNull == true)
    #expect(devices[1].items?[1].content == .scalar("two", isPlain: false))
    #expect(devices[1].items?[2]["a"]?.place == YAMLPlace(line: 6, column: 20))
    #expect(root["missing"] == nil)
    #expect(root["layout"]?.items == nil)
  }

  @Test("Columns count characters, not bytes")
  func columnsCountCharacters() throws {
    let root = try #require(try YAMLDocument(parsing: "ключ: значение".utf8).root)
    #expect(root["ключ"]?.place == YAMLPlace(line: 1, column: 7))
  }

  @Test("An empty text has no root", arguments: ["", "\n\n", "# only this\n", "---\n"])
  func nothing(text: String) throws {
    #expect(try YAMLDocument(parsing: text.utf8).root == nil)
  }

  @Test("Windows line ends and a byte order mark are ignored")
  func windowsText() throws {
    let plain = try YAMLDocument(parsing: "a: 1\nb:\n- 2\n".utf8)
    let windows = try YAMLDocument(parsing: "\u{feff}a: 1\r\nb:\r\n- 2\r\n".utf8)
    #expect(plain.root?["b"]?.items?.first?.text == "2")
    #expect(windows.root?["a"]?.text == "1")
    #expect(windows.root?["b"]?.items?.first?.place == plain.root?["b"]?.items?.first?.place)
  }

  @Test("An alias is replaced by the node it names, with the place of that node")
  func aliases() throws {
    let root = try #require(try YAMLDocument(parsing: "a: &x [1, 2]\nb: *x\n".utf8).root)
    #expect(root["b"] == root["a"])
    #expect(root["b"]?.place.line == 1)
  }

  @Test("Every duplicate key is reported with both places")
  func duplicateKeys() throws {
    let document = try YAMLDocument(parsing: "a: 1\nb: {c: 1, c: 2}\na: 3\n".utf8)
    #expect(
      document.duplicateKeys == [
        YAMLError(
          place: YAMLPlace(line: 2, column: 11),
          problem: .duplicateKey("c", first: YAMLPlace(line: 2, column: 5))),
        YAMLError(
          place: YAMLPlace(line: 3, column: 1),
          problem: .duplicateKey("a", first: YAMLPlace(line: 1, column: 1))),
      ])
    #expect(document.root?["a"]?.text == "3")
  }

  static let wrongTexts: [(String, line: Int, column: Int, YAMLError.Problem)] = [
    (
      "a: [1, 2\nb: 3\n", 2, 2,
      .syntax(
        problem: "did not find expected ',' or ']'", context: "while parsing a flow sequence")
    ),
    (
      "a: \tb\n\tc: 1\n", 2, 1,
      .syntax(
        problem: "found a tab character that violates indentation",
        context: "while scanning a plain scalar")
    ),
    (
      "a: \"open\nb: 1\n", 1, 4,
      .syntax(problem: "found unexpected end of stream", context: "while scanning a quoted scalar")
    ),
    ("a: *nobody\n", 1, 4, .unknownAnchor("nobody")),
    ("a: &a [*a]\n", 1, 8, .unknownAnchor("a")),
    ("a: 1\n---\nb: 2\n", 2, 1, .severalDocuments),
    (String(repeating: "[", count: 70), 1, 65, .tooDeep(limit: 64)),
    (String(repeating: "- ", count: 70), 1, 129, .tooDeep(limit: 64)),
  ]

  @Test("Invalid YAML is reported with line and column", arguments: wrongTexts)
  func errors(text: String, line: Int, column: Int, problem: YAMLError.Problem) {
    #expect(throws: YAMLError(place: YAMLPlace(line: line, column: column), problem: problem)) {
      try YAMLDocument(parsing: text.utf8)
    }
  }

  @Test("A byte that is not UTF-8 is reported with line and column")
  func encoding() {
    let bytes = Array("a: é\nb: ü".utf8) + [0xff, 0x0a]
    #expect(
      throws: YAMLError(
        place: YAMLPlace(line: 2, column: 5), problem: .encoding(byteOffset: 11))
    ) {
      try YAMLDocument(parsing: bytes)
    }
  }

  @Test("Aliases of aliases cannot make a small text a large tree")
  func aliasBomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let uses = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(uses)]\n"
    }
    #expect {
      try YAMLDocument(parsing: text.utf8)
    } throws: {
      ($0 as? YAMLError)?.problem == .tooManyNodes(limit: YAMLDocument.nodeLimit)
    }
  }

  @Test("Aliases cannot nest more deeply than brackets may")
  func aliasDepth() {
    var text = "- &a0 [x]\n"
    for level in 1...80 { text += "- &a\(level) [*a\(level - 1)]\n" }
    #expect {
      try YAMLDocument(parsing: text.utf8)
    } throws: {
      ($0 as? YAMLError)?.problem == .tooDeep(limit: YAMLDocument.depthLimit)
    }
  }

  @Test("Randomly changed text is read, or refused with a place")
  func mutations() {
    let seed = Array(
      """
      a: &x {b: [1, 'two', "thr\\u00e9e"], c: |
        text
       }
      d: *x
      ? [k]
      : - >-
          folded
      # end
      """.utf8)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      var bytes = seed
      for _ in 0...Int.random(in: 0...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2:
          bytes.insert("[]{}:,-?&*!|>'\"%@`#\n\t ".utf8.randomElement(using: &random) ?? 0, at: at)
        default: bytes.removeSubrange(at...)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      do {
        _ = try YAMLDocument(parsing: bytes)
      } catch {
        #expect(error.place.line >= 1 && error.place.column >= 1)
        #expect(error.place.line <= bytes.count + 1)
      }
    }
  }
}
