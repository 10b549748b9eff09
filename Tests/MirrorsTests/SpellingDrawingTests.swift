// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing
import TextInput

/// The marks of misspelled words on the terminal.
@Suite struct SpellingDrawingTests {
  /// An assistant that marks every word with a q.
  private final class Checker: TypingAssistant {
    func substitutions(for context: TypingContext) -> [TextSubstitution] { [] }
    func misspelledWords(in context: SpellingContext) -> [TextRange]? {
      context.storage.words(in: context.range).filter {
        context.storage.substring($0).contains("q")
      }
    }
  }

  private let checker = Checker()

  /// The row of a container in which some words were typed.
  private func row(
    of container: TextContainer, kind: TerminalKind = .window, typing text: String = "fun qwx "
  ) throws -> [VirtualTerminal.Place] {
    container.frame = CellRect(width: 20, height: 1)
    var stage = try Stage(columns: 40, rows: 4, kind: kind) { engine in
      engine.assistant = checker
      engine.window.addSubview(container)
      container.becomeFirstResponder()
    }
    try stage.type(text)
    stage.engine.updatesWereDelivered()
    try stage.show()
    return stage.terminal.places[0]
  }

  private let marks = [false, false, false, false, true, true, true, false]

  @Test("AST-51 a misspelled word is underlined, and red where the terminal has colours")
  func marked() throws {
    for container in [TextField(name: "field"), TextView(name: "view")] {
      let row = try row(of: container)
      #expect(row.compactMap(\.text).joined().hasPrefix("fun qwx"))
      #expect(row.prefix(8).map(\.isUnderlined) == marks)
      #expect(row.prefix(8).map { $0.foreground == "31" } == marks)
      #expect(container.text == "fun qwx ", "the mark is no part of the text")
    }
  }

  @Test("AST-51 without colours the word is only underlined")
  func withoutColours() throws {
    let row = try row(of: TextView(name: "view"), kind: .vt220)
    #expect(row.prefix(8).map(\.isUnderlined) == marks)
    #expect(row.allSatisfy { $0.foreground == nil })
  }

  @Test("AST-52 the word at the caret has no mark")
  func caret() throws {
    let row = try row(of: TextView(name: "view"), typing: "fun qwx")
    #expect(row.allSatisfy { !$0.isUnderlined })
  }

  @Test("A secret shows no marks")
  func secret() throws {
    let field = TextField(name: "field")
    field.traits.isSecureTextEntry = true
    let row = try row(of: field)
    #expect(row.allSatisfy { !$0.isUnderlined })
  }
}
