// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing
import TextInput

@testable import InputMethods

@Suite struct CodePointTests {
  private func desk(traits: (inout TextInputTraits) -> Void = { _ in }) -> MethodDesk {
    let desk = MethodDesk({ _ in HangulMethod() }, traits: traits)
    desk.engine.registerInputMethod(
      CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
    return desk
  }

  @Test(
    "IME-18, F026 ⌃⇧U, a code point, and ␠ or ⏎ type a character",
    arguments: [
      ("00e9␠", "é‸"), ("4e2d⏎", "中‸"), ("4E2D␠", "中‸"), ("U+4E2D␠", "中‸"), ("u4e2d␠", "中‸"),
      ("1f600␠", "😀‸"), ("", "{u‸}"), ("4e", "{u4e‸}"), ("4e⌫", "{u4‸}"), ("4e⎋", "‸"), ("⌫", "‸"),
      ("␠", "‸"), ("d800␠", "{ud800‸}"), ("110000␠", "{u110000‸}"), ("1b␠", "{u1b‸}"),
      ("4e2dx", "{u4e2d‸}"), ("1234567", "{u123456‸}"), ("4e2d→", "中‸"), ("4→", "‸"),
    ])
  func typing(_ keys: String, _ drawn: String) {
    #expect(desk().press("⌃⇧u").type(keys).drawn == drawn)
  }

  @Test("IME-1a, IME-5a only the character is an undo step; focus loss commits a whole code point")
  func ends() {
    let typed = desk().press("⌃⇧u").type("4e2d␠")
    #expect(typed.facts().last == "text 0-0 中")
    #expect(typed.press("⌘z").drawn == "‸")
    let lost = desk().press("⌃⇧u").type("4e2d")
    lost.engine.window.focus(nil)
    #expect(lost.drawn == "中‸")
    let incomplete = desk().press("⌃⇧u").type("d8")
    incomplete.container.insertText("!")
    #expect(incomplete.type("r").drawn.contains("ㄱ"))
  }

  @Test("IME-18 the entry works in a mode without a method, and commits another composition first")
  func everyMode() {
    let desk = desk().type("gk").press("⌃⇧u").type("e9␠s")
    #expect(desk.drawn == "하é{ㄴ‸}")
    desk.engine.modes.perform(.next)
    #expect(desk.press("⌃⇧u").type("e9␠s").drawn == "하éㄴés‸")
  }

  @Test("IME-11a a secure field has no code point entry")
  func secure() {
    let desk = desk { $0.isSecureTextEntry = true }
    #expect(desk.press("⌃⇧u").container.markedRange == nil)
  }
}
