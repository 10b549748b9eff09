// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Assistance
@testable import TextInput

/// Undo of the assistant's changes: each is its own step on top of the typing (UND-4), and typing
/// goes on beneath it (UND-10).
@Suite struct AutomaticUndoTests {
  /// Undoes once for each state, then redoes once for each, to the text at first.
  private func expectUndo(
    of typist: HelpedTypist, _ states: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let last = typist.drawn
    for state in states {
      #expect(typist.press("⌘Z").drawn == state, sourceLocation: location)
    }
    #expect(!typist.container.canPerform(.undo), sourceLocation: location)
    for state in states.dropLast().reversed() + [last] {
      #expect(typist.press("⇧⌘Z").drawn == state, sourceLocation: location)
    }
    #expect(!typist.container.canPerform(.redo), sourceLocation: location)
  }

  @Test("UND-2g a newline that a key types as text ends the run of typing")
  func newlineAsText() {
    let typist = HelpedTypist { $0.autocapitalizationType = .none }
    // As the key Linefeed of some layouts, which is no Return.
    typist.type("a\nb")
    expectUndo(of: typist, ["a⏎‸", "a‸", "‸"])
  }

  @Test(
    "UND-4a, UND-4b, UND-10 ⌘Z restores one automatic change after the other, then removes the typing",
    arguments: [
      ("hello", "Hello‸", ["hello‸", "‸"]),
      ("hi. there", "Hi. There‸", ["Hi. there‸", "hi. there‸", "‸"]),
      ("it's ok", "It’s ok‸", ["It's ok‸", "it's ok‸", "‸"]),
      ("\"hi", "“Hi‸", ["“hi‸", "\"hi‸", "‸"]),
      ("ab--cd", "Ab–cd‸", ["Ab--cd‸", "ab--cd‸", "‸"]),
      ("ab---cd", "Ab—cd‸", ["Ab–-cd‸", "Ab---cd‸", "ab---cd‸", "‸"]),
      ("ok  so", "Ok. So‸", ["Ok. so‸", "Ok  so‸", "ok  so‸", "‸"]),
      ("so...no", "So…no‸", ["So...no‸", "so...no‸", "‸"]),
      ("hello⏎you", "Hello⏎You‸", ["Hello⏎you‸", "Hello⏎‸", "Hello‸", "hello‸", "‸"]),
      ("hello⌫p", "Hellp‸", ["Hell‸", "Hello‸", "hello‸", "‸"]),
    ])
  func typed(_ keys: String, _ text: String, _ states: [String]) {
    for isField in [false, true] where !isField || !keys.contains("⏎") {
      let typist = HelpedTypist(isField: isField, settings: [\.smartEllipsis: true]).type(keys)
      #expect(typist.drawn == text)
      expectUndo(of: typist, states)
    }
  }

  @Test("UND-10 in French the no-break spaces of marks are undone with the marks")
  func french() {
    let typist = HelpedTypist(in: "fr-FR").type("\"oui\" ok")
    #expect(typist.drawn == "«␣Oui␣» ok‸")
    expectUndo(of: typist, ["«␣Oui\" ok‸", "«␣oui\" ok‸", "\"oui\" ok‸", "‸"])
  }

  @Test(
    "UND-4a, UND-10 a correction and a replacement are undone on their own, whatever was typed after them",
    arguments: [
      ("teh cat", "the cat", ["teh cat", ""]), ("so teh", "so teh", [""]),
      ("teh teh ok", "the the ok", ["the teh ok", "teh teh ok", ""]),
      ("omw now", "On my way! now", ["omw now", ""]),
    ])
  func words(_ keys: String, _ text: String, _ states: [String]) throws {
    let desk = HelpedDesk()
    desk.assistant.words.replacements = TextReplacements([TextReplacement("omw", "On my way!")])
    let view = desk.view()
    desk.type(keys)
    #expect(view.text == text)
    for state in states {
      desk.press("⌘Z")
      #expect(view.text == state && view.selection == Selection(caret: state.utf16.count))
    }
    #expect(!view.canPerform(.undo))
  }

  @Test(
    "UND-10 a caret move, a paste and a change of focus end the run, so that later typing is apart")
  func ended() {
    let moved = HelpedTypist().type("hi").press("← →").type("yo")
    expectUndo(of: moved, ["Hi‸", "hi‸", "‸"])
    let pasting = HelpedTypist().type("hi")
    pasting.engine.pasteboard.text = "X"
    expectUndo(of: pasting.press("⌘V").type("y"), ["Hi X‸", "Hi‸", "hi‸", "‸"])
    let looking = HelpedTypist().type("hi")
    looking.engine.setActive(false)
    looking.engine.setActive(true)
    expectUndo(of: looking.type("y"), ["Hi‸", "hi‸", "‸"])
  }

  @Test("UND-4a the capital of a dead key's letter is undone on its own, and so is a held letter's")
  func composed() {
    let typist = HelpedTypist()
    var dead = HelpedTypist.typing("e")
    dead.text = ""
    dead.composition = .pending(preview: "´")
    typist.hit(dead)
    dead.text = "é"
    dead.composition = .completed
    typist.hit(dead)
    expectUndo(of: typist.type("cole"), ["É‸", "é‸", "‸"])

    let holding = HelpedTypist()
    holding.engine.handle(HelpedTypist.typing("e"))
    holding.engine.advance(to: Timestamp(microseconds: 600_000))
    holding.press("1")
    #expect(holding.text.count == 1 && holding.text != "E")
    expectUndo(of: holding, ["E‸", "e‸", "‸"])
  }
}
