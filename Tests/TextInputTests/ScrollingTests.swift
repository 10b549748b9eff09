// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextLayout
@testable import TextInput

/// Reference 6.1, the keys that scroll: a view of three lines, its rows named by their first
/// letter.
@Suite struct ScrollingTests {
  private func typist(_ drawn: String, height: Int = 3, wrapWidth: Int? = nil) -> Typist {
    let typist = Typist(drawn, wrapWidth: wrapWidth)
    typist.view.frame.height = height
    typist.view.scrollToVisible(typist.view.selection.head)
    _ = typist.facts()
    return typist
  }

  /// The text from the top on, one line of it.
  private func top(_ typist: Typist) -> String {
    let view = typist.view
    let end = view.storage.rowStart(view.topOffset, movedBy: 1, view.layout)
    return view.storage.substring(TextRange(view.topOffset, max(end, view.topOffset + 1)))
      .filter { !$0.isNewline }
  }

  private static let nine = "‸a⏎b⏎c⏎d⏎e⏎f⏎g⏎h⏎i"

  @Test(
    "6.1 scroll keys do not move the caret",
    arguments: [
      ("⇟", "d"), ("⇟ ⇟", "g"), ("⇟ ⇟ ⇟", "g"), ("⇟ ⇟ ⇞", "d"), ("⇞", "a"), ("⌃↓", "d"),
      ("⌃↓ ⌃↓ ⌃↑", "d"), ("↘", "g"), ("↘ ↖", "a"), ("↘ ⇞", "d"), ("↘ ⌘J", "a"), ("↘ ⌃L", "a"),
    ])
  func scrolling(_ keys: String, _ row: String) {
    let typist = typist(Self.nine).press(keys)
    #expect(top(typist) == row)
    #expect(typist.drawn == Self.nine)
    #expect(!typist.facts().contains { $0.hasPrefix("selection") })
  }

  @Test("6.1 scrolling is reported, and scrolling without effect is not")
  func facts() {
    let typist = typist(Self.nine)
    #expect(typist.press("⇟").facts() == ["scroll 6"])
    #expect(typist.press("↘").facts() == ["scroll 12"])
    #expect(typist.press("⇟").facts() == [])
    #expect(typist.lastDisposition == .binding(.scrollPageDown))
    #expect(typist.press("↖").facts() == ["scroll 0"])
  }

  @Test(
    "6.1 ⌃L scrolls the caret's row to the middle, and ⌘J to the selection",
    arguments: [
      ("a⏎b⏎c⏎d⏎‸e⏎f⏎g⏎h⏎i", "⌃L", "d"), ("a⏎b⏎c⏎d⏎‸e⏎f⏎g⏎h⏎i", "⌃L ↖ ⌘J", "c"),
      ("a⏎b⏎c⏎d⏎‸e⏎f⏎g⏎h⏎i", "↘ ⌘J", "e"), ("a⏎b⏎«c⏎d‸»⏎e⏎f⏎g⏎h⏎i", "↘ ⌘J", "c"),
      ("a⏎b⏎c⏎d⏎e⏎f⏎g⏎h⏎‸i", "⌃L", "g"), ("a⏎‸b", "⌃L", "a"),
    ])
  func caretRow(_ before: String, _ keys: String, _ row: String) {
    let typist = typist(before).press(keys)
    #expect(top(typist) == row)
    #expect(typist.drawn == before)
  }

  @Test(
    "Keys that move the caret or type scroll it into view again",
    arguments: [
      ("↘ →", "a"), ("↘ x", "x"), ("↓ ↓ ↓", "b"), ("↓ ↓ ↓ ↓ ↑", "c"), ("⌘↓", "g"), ("⌘↓ ⌘↑", "a"),
      ("⌥⇟", "b"), ("⇧⇟", "b"), ("↘ ⌘↓ ⏎", "h"), ("⌃V ⌃V", "e"),
    ])
  func following(_ keys: String, _ row: String) {
    #expect(top(typist(Self.nine).press(keys)).hasPrefix(row))
  }

  @Test("Rows are the visual lines, with wide characters, tabs and wrapped paragraphs")
  func wrapped() {
    // Four cells: 日本 | 語x | ab + tab | c | d
    let typist = typist("‸日本語x⏎ab\tc⏎d", height: 2, wrapWidth: 4)
    #expect(typist.press("⇟").facts() == ["scroll 5"])
    #expect(typist.press("⇟").facts() == ["scroll 8"])
    #expect(typist.press("⇞ ⇞").facts() == ["scroll 2", "scroll 0"])
    // The caret at the end of a wrapped line shows there, not on the next (INP-13).
    #expect(typist.press("⇟ ⌘→").facts() == ["scroll 5", "selection 2", "scroll 0"])
  }

  @Test("If a program changes text above the top, the visible rows stay")
  func edits() {
    let typist = typist(Self.nine).press("⇟")
    #expect(top(typist) == "d")
    typist.view.replace(TextRange(0, 2), withText: "xyz\n\n")
    #expect(top(typist) == "d")
    typist.view.replace(TextRange(caret: typist.view.topOffset), withText: "w\n")
    #expect(top(typist) == "d")
    typist.view.replace(TextRange(0, typist.view.topOffset + 2), withText: "")
    #expect(top(typist) == "e")
    #expect(typist.view.topOffset == 0)
    typist.press("↘")
    typist.view.text = "z"
    #expect(typist.view.topOffset == 0)
  }

  @Test("A text that became shorter fills its view")
  func filling() {
    let typist = typist("a⏎b⏎c⏎d⏎e‸")
    #expect(top(typist) == "c")
    #expect(top(typist.press("⌫ ⌫")) == "b")
    #expect(top(typist.press("⌘A ⌫").type("x")) == "x" && typist.view.topOffset == 0)
    // A view that is scrolled to the end of a longer text stays there while the text fills it.
    let other = self.typist(Self.nine).press("⌘↓ ↑ ↑")
    #expect(top(other.type("x")) == "gx" && other.view.topOffset == 12)
  }

  @Test("Without a height nothing scrolls: the caret moves, and ⌘J and ⌃L are unhandled")
  func withoutHeight() {
    #expect(Typist("a⏎b⏎‸c").press("↖").drawn == "‸a⏎b⏎c")
    #expect(Typist("‸a⏎b⏎c").press("↘").drawn == "a⏎b⏎c‸")
    #expect(Typist("a⏎b⏎‸c").press("⇞").drawn == "‸a⏎b⏎c")
    #expect(Typist("‸a⏎b⏎c").press("⌃↓").drawn == "a⏎b⏎c‸")
    for keys in ["⌘J", "⌃L"] {
      #expect(Typist("a‸").press(keys).lastDisposition == .unhandled)
    }
  }

  @Test("Scrolling keeps a composition, but ends the run of ⌃K and the goal column")
  func runs() {
    let typist = typist("‸ab⏎cd⏎e⏎f⏎g")
    typist.view.setMarkedText("k", selectedRange: TextRange(caret: 1))
    #expect(typist.press("⇟").drawn == "{k‸}ab⏎cd⏎e⏎f⏎g")
    #expect(typist.press("⎋").drawn == "‸ab⏎cd⏎e⏎f⏎g")
    #expect(typist.press("⌃K ⇟ ⌃K ⌃Y").drawn == "⏎‸cd⏎e⏎f⏎g")
    let other = self.typist("abc⏎x⏎abc‸")
    #expect(other.press("↑ ⇞ ↑").drawn == "a‸bc⏎x⏎abc")
  }
}
