// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// The part of a document that an extension sees, and the edits that it may ask for.
@Suite struct ExtensionEditTests {
  private func proxy(
    _ text: String, _ selection: TextRange, marked: TextRange? = nil
  ) -> DocumentProxy {
    DocumentProxy(
      TextStorage(text), selection: selection, markedRange: marked, identifier: "i", generation: 1)
  }

  @Test("An extension sees the selected text: a«bc‸» gives bc")
  func selected() {
    let proxy = proxy("abc", TextRange(1, 3))
    #expect(proxy.selected == "bc" && proxy.before == "a" && proxy.after == nil)
    #expect(self.proxy("abc", TextRange(caret: 3)).selected == nil)
  }

  @Test("An extension sees at most 1024 units on each side, of one paragraph, uncut")
  func bounds() {
    let between = proxy("one\ntwo three\nfour", TextRange(caret: 7))
    #expect(between.before == "two" && between.after == " three" && between.hasText)
    let start = proxy("one\n", TextRange(caret: 4))
    #expect(start.before == nil && start.after == nil && start.hasText)
    #expect(!proxy("", TextRange(caret: 0)).hasText)
    let plain = String(repeating: "x", count: 3000)
    let long = proxy(plain, TextRange(caret: 1500))
    #expect(long.before?.utf16.count == 1024 && long.after?.utf16.count == 1024)
    // A family of seven code points, eleven units, is never cut.
    let family = "👨‍👩‍👧‍👦"
    let families = String(repeating: family, count: 300)
    let middle = proxy(families, TextRange(caret: 150 * family.utf16.count))
    for side in [middle.before, middle.after] {
      #expect(side == String(repeating: family, count: 1024 / family.utf16.count))
    }
    let all = proxy(plain, TextRange(0, 3000))
    #expect(all.selected?.utf16.count == 1024 && all.before == nil && all.after == nil)
  }

  @Test("The marked text is apart from the text around it, and is not selected")
  func marked() {
    let proxy = proxy("aにほb", TextRange(caret: 3), marked: TextRange(1, 3))
    #expect(proxy.marked == "にほ" && proxy.before == "a" && proxy.after == "b")
    #expect(proxy.selected == nil)
  }

  private func edits(
    _ json: String, in document: DocumentProxy
  ) throws(ExtensionEdits.Fault) -> [ExtensionEdit] {
    try ExtensionEdits(EngineDesk.parse(Array(json.utf8)), in: document).edits
  }

  @Test("Every kind of edit is read in order")
  func kinds() throws {
    let document = proxy("abc", TextRange(caret: 3))
    #expect(
      try edits(
        """
        [{"insert":"ĉ"},{"deleteBackward":2},{"mark":{"text":"kyou","selected":[1,4]}},
        {"mark":{"text":"k"}},{"unmark":true},{"adjust":-2}]
        """, in: document)
        == [
          .insert("ĉ"), .deleteBackward(2), .mark("kyou", selected: TextRange(1, 4)),
          .mark("k", selected: TextRange(caret: 1)), .unmark, .adjust(-2),
        ])
    #expect(try ExtensionEdits(nil, in: document).edits.isEmpty)
  }

  @Test(
    "An edit of another form refuses all of them",
    arguments: [
      "{}", "1", "[1]", "[{}]", #"[{"insert":""}]"#, #"[{"insert":1}]"#, #"[{"replace":"x"}]"#,
      #"[{"insert":"a"},{"deleteBackward":0}]"#, #"[{"deleteBackward":-1}]"#,
      #"[{"unmark":false}]"#, #"[{"adjust":"1"}]"#,
      #"[{"mark":"x"}]"#, #"[{"mark":{"text":"x","selected":[0,2]}}]"#,
      #"[{"mark":{"text":"xy","selected":[2,1]}}]"#, #"[{"mark":{"text":"x","selected":[-1,0]}}]"#,
      #"[{"mark":{"text":"x","caret":1}}]"#, #"[{"insert":"a","deleteBackward":1}]"#,
      "[" + [String](repeating: #"{"adjust":1}"#, count: 65).joined(separator: ",") + "]",
    ])
  func forms(_ json: String) {
    let document = proxy("abc", TextRange(caret: 3))
    #expect(throws: ExtensionEdits.Fault.form) { _ = try edits(json, in: document) }
  }

  @Test("An edit outside of the text that the extension sees refuses all of them")
  func outside() throws {
    let document = proxy("x\nab👍🏽c", TextRange(caret: 8))
    #expect(document.before == "ab👍🏽")
    _ = try edits(#"[{"deleteBackward":3}]"#, in: document)
    _ = try edits(#"[{"adjust":9},{"deleteBackward":4}]"#, in: document)
    _ = try edits(#"[{"insert":"de"},{"deleteBackward":5}]"#, in: document)
    _ = try edits(#"[{"adjust":-99},{"insert":"y"}]"#, in: document)
    for json in [
      #"[{"deleteBackward":4}]"#, #"[{"insert":"de"},{"deleteBackward":6}]"#,
      #"[{"deleteBackward":3},{"deleteBackward":1}]"#, #"[{"adjust":-1},{"deleteBackward":3}]"#,
      #"[{"deleteBackward":9223372036854775807}]"#, #"[{"adjust":99},{"deleteBackward":5}]"#,
    ] {
      #expect(throws: ExtensionEdits.Fault.outside) { _ = try edits(json, in: document) }
    }
    // The first deletion takes the selection, as a key does.
    let selection = proxy("abc", TextRange(1, 3))
    _ = try edits(#"[{"deleteBackward":2}]"#, in: selection)
    #expect(throws: ExtensionEdits.Fault.outside) {
      _ = try edits(#"[{"deleteBackward":3}]"#, in: selection)
    }
    let marked = proxy("aにほ", TextRange(caret: 3), marked: TextRange(1, 3))
    _ = try edits(#"[{"unmark":true},{"deleteBackward":3}]"#, in: marked)
    #expect(throws: ExtensionEdits.Fault.outside) {
      _ = try edits(#"[{"mark":{"text":""}},{"deleteBackward":2}]"#, in: marked)
    }
  }

  @Test("More than 4096 units of new text, and control characters, refuse all edits")
  func tooLong() throws {
    let document = proxy("", TextRange(caret: 0))
    let half = String(repeating: "x", count: 2048)
    _ = try edits(#"[{"insert":"\#(half)"},{"mark":{"text":"\#(half)"}}]"#, in: document)
    _ = try edits(#"[{"insert":"a\tb\n"}]"#, in: document)
    #expect(throws: ExtensionEdits.Fault.tooLong) {
      _ = try edits(
        #"[{"insert":"\#(half)"},{"insert":"\#(half)"},{"mark":{"text":"x"}}]"#, in: document)
    }
    for json in [#"[{"insert":"a\u001b[2J"}]"#, #"[{"mark":{"text":"\u0000"}}]"#] {
      #expect(throws: ExtensionEdits.Fault.control) { _ = try edits(json, in: document) }
    }
  }
}
