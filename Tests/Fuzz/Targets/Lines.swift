// SPDX-License-Identifier: Apache-2.0
import Mirrors
import Service
import TextInput

@testable import Engines

extension FuzzTarget {
  /// Lines of JSON.
  ///
  /// A value that was read is written, and read again as the same one.
  static let json = FuzzTarget(
    "json", words: jsonWords,
    seeds: {
      [
        #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"name":"a","version":1.5}}"#,
        #"[1,-2.5e3,"é\u00e9\ud83d\ude00",true,null,{}]"#,
      ].map(\.bytes)
    },
    check: { bytes in
      guard let value = JSONValue(line: bytes) else { return nil }
      let written = line(value)
      if written.contains(0x0A) { return "more than one line" }
      guard let again = JSONValue(line: written) else { return "what was written cannot be read" }
      return again == value ? nil : "another value was read than written"
    })

  /// Lines of language engines.
  ///
  /// The scanner of usual lines finds what the reader of any JSON finds.
  static let engineLines = FuzzTarget(
    "engine-lines",
    words: jsonWords + [
      #"{"id":"#, #","result":"#, #"{"segments":["#, #"{"reading":"#, #","candidates":["#,
      #"{"text":"#,
      #","length":"#, #","annotation":"#, #""score":"#, "]}]}}",
    ],
    seeds: {
      [
        #"{"id":7,"result":{"segments":[{"reading":"ni","candidates":[{"text":"你","length":2}]}]}}"#,
        #"{"id":8,"result":{"candidates":[{"text":"人","annotation":"x"}]}}"#,
        #"{"id":9,"result":null}"#,
      ].map(\.bytes)
    },
    check: { bytes in
      var scanner = AnswerScanner(bytes)
      guard let scanned = scanner.scan() else { return nil }
      guard let value = JSONValue(line: bytes) else {
        return "the scanner has read what is no JSON"
      }
      guard let parsed = EngineAnswer(value) else {
        return "the scanner has read what is no answer"
      }
      return parsed == scanned ? nil : "the scanner has read another answer: \(scanned), \(parsed)"
    })

  /// Answers of input extensions.
  ///
  /// The edits of one that is accepted lie within the document.
  static let extensionAnswers = FuzzTarget(
    "extension-answers",
    words: jsonWords + [
      #""taken":true"#, #""edits":["#, #"{"insert":"x"}"#, #"{"deleteBackward":1}"#,
      #"{"mark":{"text":"x"}}"#,
      #""selected":[0,1]"#, #"{"unmark":true}"#, #"{"adjust":-1}"#, #""candidates":{"items":["#,
      #""highlighted":0"#,
    ],
    seeds: {
      [
        #"{"taken":true,"edits":[{"deleteBackward":1},{"insert":"é"}]}"#,
        #"{"taken":true,"edits":[{"mark":{"text":"ni","selected":[1,2]}}],"candidates":{"items":[{"text":"你"}]}}"#,
        #"{"taken":false,"edits":[{"adjust":-2},{"insert":"x"},{"adjust":1},{"unmark":true}]}"#,
      ].map(\.bytes)
    },
    check: { bytes in
      guard let value = JSONValue(line: bytes) else { return nil }
      let storage = TextStorage("a👩‍👧é\u{301}bc\ndef")
      let caret = "a👩‍👧é\u{301}".utf16.count
      let document = DocumentProxy(
        storage, selection: TextRange(caret: caret), markedRange: nil, identifier: "x",
        generation: 1)
      guard let answer = try? ExtensionAnswer(value, in: document) else { return nil }
      for action in answer.actions(in: document) {
        if let fault = fault(of: action, in: storage, caret) { return fault }
      }
      return nil
    })

  private static func fault(
    of action: InputMethodAction, in storage: TextStorage, _ caret: Int
  ) -> String? {
    switch action {
    case .moveCaret(let units) where !(0...storage.count).contains(caret + units):
      "the caret leaves the text by \(units)"
    case .delete(let before, let after)
    where before < 0 || after < 0 || before > caret || caret + after > storage.count:
      "\(before) and \(after) are deleted"
    default: nil
    }
  }

  private static let jsonWords = [
    "null", "true", "false", "{}", "[]", "{\"", "\":", "\",\"", "\\u0000", "\\ud83d\\ude00", "\\\"",
    "1e9", "-0",
    "0.1", "9223372036854775807", "é", "\u{2028}",
  ]

  private static func line(_ value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(value, as: .line, to: &bytes)
    return bytes
  }
}
