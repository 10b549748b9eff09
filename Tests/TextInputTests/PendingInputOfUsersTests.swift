// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import Testing

@testable import TextInput

/// Pending input when a program of another user gets the keyboard.
@Suite struct PendingInputOfUsersTests {
  /// Input that is not complete.
  enum Pending: CaseIterable {
    case deadKey, deadKeyInSecureField, deadKeyInReadOnlyView, deadKeyWithoutText
    case deadKeyOfPresses, deadKeyInMenu, composeKey, markedText, sequence
  }

  /// How the keyboard gets to the other program.
  enum Move: CaseIterable {
    case switched, released, closed, whileInactive
  }

  /// A view that composes the presses that it wants.
  private final class Game: View {
    override var canBecomeFirstResponder: Bool { true }
    override var wantsPresses: Bool { true }
    override var composesPresses: Bool { true }
    override func pressBegan(_ keystroke: Keystroke) -> Bool { true }
  }

  private let desk: LayoutDesk
  private let own: Window
  private let other: Window
  private let field = TextField(name: "own")
  private let otherField = TextField(name: "other")

  init() throws {
    desk = try LayoutDesk("us", "intl", options: "compose:menu")
    let layouts = desk.layouts
    desk.engine.compositionAbandoned = { layouts.cancelComposition() }
    try desk.declare("cmd+k e")
    own = desk.engine.makeWindow(name: "own", user: 1)
    other = desk.engine.makeWindow(name: "other", user: 2)
    other.addSubview(otherField)
    other.focus(otherField)
    own.addSubview(field)
    own.makeKey()
    own.focus(field)
    _ = desk.engine.takeUpdates()
  }

  /// Presses and releases keys by their codes, and keeps what is pending.
  private func tap(_ codes: UInt16...) {
    for code in codes {
      for phase in [KeyEvent.Phase.press, .release] { desk.send(KeyCode(code), phase) }
    }
  }

  private func begin(_ pending: Pending) {
    let (acute, menu, k): (UInt16, UInt16, UInt16) = (40, 127, 37)
    switch pending {
    case .deadKey: break
    case .deadKeyInSecureField: field.traits.isSecureTextEntry = true
    case .deadKeyInReadOnlyView:
      let view = TextView(name: "view")
      view.isEditable = false
      own.addSubview(view)
      own.focus(view)
    case .deadKeyWithoutText: own.focus(nil)
    case .deadKeyOfPresses:
      let game = Game(name: "game")
      own.addSubview(game)
      own.focus(game)
    case .deadKeyInMenu:
      desk.send(.leftControl, .press)
      tap(60)
      desk.send(.leftControl, .release)
    case .composeKey: tap(menu)
    case .markedText: field.setMarkedText("k", selectedRange: TextRange(caret: 1))
    case .sequence:
      desk.send(.leftMeta, .press)
      tap(k)
      desk.send(.leftMeta, .release)
    }
    if pending != .markedText, pending != .sequence { tap(acute) }
  }

  private func move(_ move: Move) {
    switch move {
    case .switched: other.makeKey()
    case .released:
      own.focus(nil)
      other.makeKey()
    case .closed:
      own.close()
      other.makeKey()
    case .whileInactive:
      desk.engine.setActive(false)
      other.makeKey()
      desk.engine.setActive(true)
    }
  }

  @Test(
    "IME-5a, TRT-20 nothing that is pending in a program reaches a program of another user",
    arguments: Pending.allCases, Move.allCases)
  func pending(_ pending: Pending, _ move: Move) {
    begin(pending)
    self.move(move)
    #expect(otherField.text == "" && otherField.markedRange == nil)
    tap(18)
    #expect(otherField.text == "e" && otherField.markedRange == nil)
    #expect(desk.engine.isIdle)
    guard move != .closed else { return }
    // Text that was shown stays where it was.
    let shown = [Pending.deadKey: "´", .markedText: "k"][pending]
    if let shown { #expect(field.text == shown && field.markedRange == nil) }
  }
}
