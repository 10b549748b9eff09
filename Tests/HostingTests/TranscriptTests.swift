// SPDX-License-Identifier: Apache-2.0
import TerminalScreen
import TextInput
import Testing

@testable import Hosting

/// The text of a program's screen, in which to move and copy.
@Suite struct TranscriptTests {
  private func transcript(of output: String, scrolledRows: Int = 0) -> TextView {
    let screen = ProgramScreen(columns: 6, rows: 3, version: "test")
    screen.feed(Array(output.utf8))
    let transcript = Transcript(find: {}, close: {}, openField: {})
    transcript.load(screen, scrolledRows: scrolledRows)
    return transcript.text
  }

  @Test(
    "rows that were wrapped are one line, with the blank that was written in the last column",
    arguments: [
      ("one 2 three", "one 2 three"), ("one 2\r\nthree", "one 2\nthree"),
      ("ab  \r\ncd", "ab\ncd"), ("一二三四", "一二三四"), ("a一二三四", "a一二三四"),
    ])
  func wrapped(_ output: String, _ text: String) {
    #expect(transcript(of: output).text == text)
  }

  @Test(
    "the caret is at the program's cursor, also after wide characters",
    arguments: [
      ("ab\r\ncd", 5), ("一二\u{1b}[3G", 1), ("😀b\u{1b}[4G", 3), ("ab\u{1b}[5G", 2),
      ("one 2 th", 8), ("a\r\n一b\u{1b}[2;3G", 3),
    ])
  func caret(_ output: String, _ offset: Int) {
    #expect(transcript(of: output).selection == Selection(caret: offset))
  }

  @Test("the rows that have left the screen come first, and blank rows at the end are left out")
  func scrollback() {
    let text = transcript(of: "一\r\nb\r\n\r\n\u{1F600}e\u{301}\r\nlonger than 6\r\n\u{1b}[2A")
    #expect(text.text == "一\nb\n\n\u{1F600}e\u{301}\nlonger than 6")
    #expect(text.selection == Selection(caret: 16))
  }

  @Test("the caret is at the start of the last row that a scrolled view shows")
  func scrolledCaret() {
    let text = transcript(of: "一\r\n二\r\n三\r\n四\r\n五", scrolledRows: 1)
    #expect(text.selection == Selection(caret: 6))
  }
}
