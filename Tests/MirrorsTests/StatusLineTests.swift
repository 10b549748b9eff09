// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import Mirrors
@testable import TextInput

/// The status row in terminals of all widths.
@Suite struct StatusLineTests {
  private static let messages = [
    "", "Send", "4006381333931", "Fortsätt till nästa konversation i listan",
    "次の会話に進んで返信を送信する", String(repeating: "x", count: 300),
  ]

  /// The status row of a terminal, for a field for e-mail addresses.
  private struct Scene {
    var status: StatusRow
    let label: StatusLabel
    let glyphs: CellRenderer

    init(_ mode: TextInputMode, _ kind: TerminalKind) {
      // Without an input method, so that every language can be chosen.
      let own = TextInputMode(mode.primaryLanguage, displayName: mode.displayName)
      let other = TextInputMode(.english, displayName: "Other")
      let engine = TextEngine(modes: ModeList([own, other]))
      _ = engine.modes.perform(.choose(own.id))
      let field = TextField(name: "field")
      field.traits.keyboardType = .emailAddress
      field.traits.returnKeyType = .emergencyCall
      engine.window.addSubview(field)
      field.becomeFirstResponder()
      status = StatusRow(words: .english(for: kind))
      status.keyboards = 2
      status.locks = [.capsLock, .numLock]
      label = StatusLabel(of: engine)
      glyphs = CellRenderer(hasSymbols: kind.hasSymbols)
    }

    /// The rows for a number of columns.
    func rows(_ columns: Int, _ count: Int = 1) -> [String] {
      let lines = status.rows(count, columns: columns, label: label, glyphs: glyphs)
      for line in lines { #expect(line.width <= max(columns, 0)) }
      return lines.map { $0.map(\.text).joined() }
    }
  }

  @Test(
    "the status row never hides how to leave, at any width and in any language",
    arguments: TextInputMode.builtin, [TerminalKind.window, .console])
  func widths(_ mode: TextInputMode, _ kind: TerminalKind) {
    let leaving = StatusWords.english(for: kind).leaving
    var scene = Scene(mode, kind)
    for message in Self.messages {
      scene.status.message = message
      scene.status.isFocused = message.isEmpty
      for columns in stride(from: kind == .window ? 0 : 1, through: 140, by: 2) {
        let row = scene.rows(columns)[0]
        if columns >= leaving.count {
          #expect(row.hasSuffix(leaving), "\(columns): \(row)")
        } else if columns > 3 {
          #expect(row.hasPrefix(leaving.prefix(columns - 1)), "\(columns): \(row)")
        }
        guard row.count > leaving.count else { continue }
        let gap = row.dropLast(leaving.count).last
        #expect(gap == " ", "\(columns): \(row)")
      }
    }
  }

  @Test("the least important parts make room first, and the message is shortened with an ellipsis")
  func order() throws {
    let english = TextInputMode.english
    let message = "Continue to the next conversation"
    var scene = Scene(english, .window)
    scene.status.message = message
    func shown(_ columns: Int) -> String {
      let row = scene.rows(columns)[0].replacing("⌫+⎋+⏎ to exit", with: "")
      return String(row.reversed().drop { $0 == " " }.reversed())
    }
    let label = "\(english.displayName) · Email · Emergency Call"
    #expect(
      shown(160) == "\(label) · space · 2 keyboards · Caps Lock, Num Lock · \(message)")
    #expect(!shown(125).contains("space") && shown(125).hasSuffix(message))
    #expect(shown(110) == "\(label) · Caps Lock, Num Lock · \(message)")
    #expect(shown(92) == "\(label) · \(message)")
    #expect(shown(75).hasPrefix("\(label) · Continue to th") && shown(75).hasSuffix("…"))
    #expect(shown(60).hasPrefix(label))
    #expect(shown(30) == english.displayName)
    #expect(shown(22).hasSuffix("…") && shown(22).hasPrefix(english.displayName.prefix(6)))
  }

  @Test("a text in front of a program shows how to go back, in any width", arguments: [1, 2])
  func goingBack(_ count: Int) {
    for kind in [TerminalKind.window, .console] {
      var scene = Scene(.english, kind)
      scene.status.message = "Press ⌘V again: several lines may run as commands"
      scene.status.canGoBack = true
      let hint = StatusWords.english(for: kind).goingBack
      for columns in hint.count...100 {
        #expect(scene.rows(columns, count).last?.hasSuffix(hint) == true, "\(columns)")
      }
    }
  }

  @Test("two status rows show the label and the message in the first, how to leave in the second")
  func twoRows() {
    var scene = Scene(.english, .window)
    scene.status.message = "Send it to all of them now"
    for columns in [20, 40, 80] {
      let rows = scene.rows(columns, 2)
      #expect(rows.count == 2 && rows[1].hasSuffix("⌫+⎋+⏎ to exit"))
      #expect(!rows[0].contains("exit"))
    }
  }
}
