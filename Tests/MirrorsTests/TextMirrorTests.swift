// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TestSupport
import Testing
import TextInput

@Suite struct TextMirrorTests {
  /// An edit: a range, and its replacement.
  struct Edit: Sendable {
    var start: Int
    var end: Int
    var text: String

    init(_ start: Int, _ end: Int, _ text: String) {
      (self.start, self.end, self.text) = (start, end, text)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var edits: [Edit]
    /// The output before the exit.
    var printed: String
    /// The output at the exit.
    var rest: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "1 the tail grows", edits: [Edit(0, 0, "ab"), Edit(2, 2, "c")], printed: "", rest: "abc"
    ),
    Case(
      name: "2 a newline prints the complete lines", edits: [Edit(0, 0, "abcd"), Edit(4, 4, "\n")],
      printed: "abcd\n", rest: ""),
    Case(
      name: "2 also several at once", edits: [Edit(0, 0, "a\nb\nc")], printed: "a\nb\n", rest: "c"),
    Case(
      name: "2 also in the middle of the tail", edits: [Edit(0, 0, "abcd"), Edit(2, 2, "\n")],
      printed: "ab\n", rest: "cd"),
    Case(
      name: "3 a newline at the boundary", edits: [Edit(0, 0, "a\nb"), Edit(2, 2, "x\ny")],
      printed: "a\nx\n", rest: "yb"),
    Case(
      name: "4 what is inserted into printed text stays unprinted",
      edits: [Edit(0, 0, "ab\nc"), Edit(1, 1, "x\ny"), Edit(7, 7, "d\n")],
      printed: "ab\ncd\n", rest: ""),
    Case(
      name: "5 a deletion in printed text moves the boundary",
      edits: [Edit(0, 0, "ab\nc"), Edit(1, 2, ""), Edit(3, 3, "d")], printed: "ab\n", rest: "cd"),
    Case(
      name: "6 a deletion across the boundary takes the tail's part",
      edits: [Edit(0, 0, "ab\ncd"), Edit(2, 4, ""), Edit(3, 3, "e")], printed: "ab\n", rest: "de"),
    Case(
      name: "7 a taken-back newline, then another line",
      edits: [Edit(0, 0, "ab\n"), Edit(2, 3, ""), Edit(2, 2, "x\n")], printed: "ab\nx\n", rest: ""),
    Case(
      name: "7 the same as one replacement", edits: [Edit(0, 0, "ab\n"), Edit(2, 3, "x\n")],
      printed: "ab\nx\n", rest: ""),
    Case(name: "8 a newline is added at exit", edits: [Edit(0, 0, "ab")], printed: "", rest: "ab"),
    Case(
      name: "everything deleted",
      edits: [Edit(0, 0, "ab\ncd"), Edit(0, 5, ""), Edit(0, 0, "e\nf")],
      printed: "ab\ne\n", rest: "f"),
    Case(
      name: "offsets count UTF-16 code units",
      edits: [Edit(0, 0, "😀\né😀"), Edit(4, 6, ""), Edit(4, 4, "ü")], printed: "😀\n", rest: "éü"),
    Case(
      name: "ranges that no document has do no harm",
      edits: [Edit(0, 0, "ab"), Edit(7, 9, "c"), Edit(-3, 1, "d")], printed: "", rest: "dbc"),
  ]

  @Test("a running text mirror prints complete lines, and the rest at exit", arguments: cases)
  func runningMirror(_ row: Case) throws {
    let pipe = try PipeReader()
    let mirror = RunningTextMirror(
      container: .main, output: ByteOutput(descriptor: pipe.writer))
    for edit in row.edits {
      mirror.receive(
        .textDidChange(
          .main, range: TextRange(edit.start, edit.end), text: edit.text, origin: .user))
    }
    try mirror.frameEnded()
    #expect(pipe.read() == row.printed)
    try mirror.finish()
    #expect(pipe.read() == (row.rest.isEmpty ? "" : row.rest + "\n"))
  }

  @Test("a running text mirror prints only the text of its container")
  func otherContainers() throws {
    let pipe = try PipeReader()
    let mirror = RunningTextMirror(container: .main, output: ByteOutput(descriptor: pipe.writer))
    mirror.receive(
      .textDidChange(
        ContainerID(rawValue: 1), range: TextRange(caret: 0), text: "x\n", origin: .user))
    mirror.receive(.selectionDidChange(.main, Selection(caret: 5)))
    mirror.receive(.commandInvoked(id: "undo", title: "Undo\n", target: "view"))
    try mirror.finish()
    #expect(pipe.read() == "")
  }

  @Test("typing at the end prints exactly the document, even if the last line is edited")
  func randomTyping() throws {
    for seed in 0..<40 {
      var random = SeededGenerator(seed: UInt64(seed))
      let document = PlainText()
      let pipe = try PipeReader()
      let mirror = RunningTextMirror(container: .main, output: ByteOutput(descriptor: pipe.writer))
      for _ in 0..<300 {
        let end = document.length
        let line = document.units.lastIndex(of: 10).map { $0 + 1 } ?? 0
        // Edits are only in the incomplete line, so that printed text never changes.
        let start = Int.random(in: line...end, using: &random)
        let text = ["a", "é", "😀", "\n", "two\nlines", ""].randomElement(using: &random) ?? ""
        // Not between surrogates.
        let isInside = start < end && UTF16.isTrailSurrogate(document.units[start])
        mirror.receive(document.replace(TextRange(isInside ? start - 1 : start, end), with: text))
      }
      try mirror.finish()
      let text = document.string
      #expect(pipe.read() == (text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"))
    }
  }

  @Test("the text mirror of a replay prints its final document, and receives only codes")
  func documentMirror() throws {
    let pipe = try PipeReader()
    let pieces = [Array("one\n".utf8), [0xc3], [0xa9, 0x1b]]
    let mirror = DocumentTextMirror(output: ByteOutput(descriptor: pipe.writer)) { body in
      for piece in pieces { piece.withUnsafeBufferPointer(body) }
    }
    #expect(mirror.interest == .scans)
    #expect(pipe.read() == "")
    try mirror.finish()
    #expect(pipe.read() == "one\né\u{1b}\n", "the shell's prompt begins on a new line")
    let exact = DocumentTextMirror(output: ByteOutput(descriptor: pipe.writer), isExact: true) {
      for piece in pieces { piece.withUnsafeBufferPointer($0) }
    }
    try exact.finish()
    #expect(pipe.read() == "one\né\u{1b}")
  }
}
