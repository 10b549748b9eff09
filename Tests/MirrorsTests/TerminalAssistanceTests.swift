// SPDX-License-Identifier: Apache-2.0
import Assistance
import Keys
import Testing
import TextInput

/// The terminal's column of the rows about capitals, quotes, dashes and spaces (reference 10.1,
/// 10.6 to 10.8).
@Suite struct TerminalAssistanceTests {
  /// A stage with one view that has the focus.
  private func stage(_ traits: (inout TextInputTraits) -> Void = { _ in }) throws -> (
    Stage, TextView
  ) {
    let view = TextView(name: "text", frame: CellRect(width: 60, height: 4))
    traits(&view.traits)
    let stage = try Stage(columns: 60) { engine in
      engine.assistant = Assistant()
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    return (stage, view)
  }

  /// The first row, without the caret's cell, after typing.
  private func row(
    _ keys: String, _ traits: (inout TextInputTraits) -> Void = { _ in }
  ) throws -> String {
    var (stage, _) = try stage(traits)
    try stage.type(keys)
    return String((stage.content.first ?? "").prefix { $0 != "«" })
  }

  @Test(
    "F123 the screen shows the capitals of each type",
    arguments: [
      (AutocapitalizationType.sentences, "hi. there", "Hi. There"),
      (.words, "jean-luc o'neil", "Jean-luc O’neil"), (.allCharacters, "ab1", "AB1"),
      (.none, "hi. there", "hi. there"),
    ])
  func capitals(_ type: AutocapitalizationType, _ keys: String, _ shown: String) throws {
    #expect(try row(keys) { $0.autocapitalizationType = type } == shown)
  }

  @Test("F047 with the trait none the screen shows what was typed")
  func none() throws {
    #expect(try row("hi. yo") { $0.autocapitalizationType = .none } == "hi. yo")
  }

  @Test("F119 the screen shows a name with its capitals")
  func name() throws {
    #expect(try row("ann teh") { $0.autocapitalizationType = .words } == "Ann Teh")
  }

  @Test("F092, F093 the screen shows the code points of curly quotes")
  func quotes() throws { #expect(try row("\"hi\"") == "“Hi”") }

  @Test(
    "F094 the screen shows en and em dashes",
    arguments: [("1--2", "1–2"), ("a---b", "A—b"), ("a-b", "A-b")])
  func dashes(_ keys: String, _ shown: String) throws { #expect(try row(keys) == shown) }

  @Test("F095 the screen shows the party sentence with single spaces, both ways")
  func party() throws {
    var (stage, view) = try stage()
    let sentence = "Vivian will bring Misiu and Jiwang to the party."
    view.text = sentence
    view.select(Selection(anchor: 24, head: 34))
    try stage.press("x", modifiers: .command)
    #expect(view.text == "Vivian will bring Misiu to the party.")
    #expect(stage.content[0].hasPrefix("Vivian will bring Misiu« »to the party."))
    try stage.press("v", modifiers: .command)
    #expect(stage.content[0].hasPrefix("Vivian will bring Misiu and Jiwang« »to the party."))
    #expect(view.text == sentence)
  }
}
