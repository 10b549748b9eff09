// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import Testing

@testable import TextInput

/// Commands while the mode's language is right-to-left.
@Suite struct MirroredCommandTests {
  private static let command = KeyCode.leftMeta
  private static let left = "[", right = "]"

  @Test(
    "allowsAutomaticMirroring: in right-to-left languages ⌘] runs the command of ⌘[",
    arguments: [
      ("ar", true), ("he", true), ("fa-IR", true), ("ur", true), ("ckb", true), ("yi", true),
      ("dv", true), ("ps", true), ("az-Arab", true), ("en-US", false), ("ja", false), ("ru", false),
      ("ar-Latn", false),
    ])
  func languages(_ language: String, _ isMirrored: Bool) throws {
    let desk = try LayoutDesk("us", writing: language).declare("cmd+[", "cmd+]", "cmd+left")
    let (first, second) = isMirrored ? ("cmd+]", "cmd+[") : ("cmd+[", "cmd+]")
    #expect(desk.tap(26, holding: [Self.command]) == .command(id: first))
    #expect(desk.tap(27, holding: [Self.command]) == .command(id: second))
    #expect((desk.tap(106, holding: [Self.command]) == .command(id: "cmd+left")) == isMirrored)
    #expect((desk.tap(105, holding: [Self.command]) == .command(id: "cmd+left")) != isMirrored)
    #expect(
      desk.shown == (isMirrored ? ["⌘[: ⌘]", "⌘]: ⌘[", "⌘←: ⌘→"] : ["⌘[: ⌘[", "⌘]: ⌘]", "⌘←: ⌘←"]))
  }

  @Test("allowsAutomaticMirroring false, or allowsAutomaticLocalization false, disables it")
  func flags() throws {
    for disable: (inout KeyCommand) -> Void in [
      { $0.allowsAutomaticMirroring = false }, { $0.allowsAutomaticLocalization = false },
    ] {
      let desk = try LayoutDesk("us", writing: "ar").declare("cmd+[", change: disable)
      #expect(desk.tap(26, holding: [Self.command]) == .command(id: "cmd+["))
      #expect(desk.tap(27, holding: [Self.command]) == .unhandled)
      #expect(desk.shown == ["⌘[: ⌘["])
    }
  }

  @Test("Bindings of the text are visual and not mirrored")
  func bindings() throws {
    let desk = try LayoutDesk("us", writing: "he")
    let view = TextView(name: "view")
    view.text = "abc"
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    view.select(Selection(caret: 3))
    #expect(desk.tap(105, holding: [Self.command]) == .binding(.moveLineLeft))
    #expect(view.selection == Selection(caret: 0))
  }

  @Test("If two commands share the pressed keys after mirroring, the first one runs")
  func conflicts() throws {
    let desk = try LayoutDesk("us", writing: "ar").declare("cmd+[")
    try desk.declare("cmd+]") { $0.allowsAutomaticMirroring = false }
    #expect(desk.tap(27, holding: [Self.command]) == .command(id: "cmd+["))
    #expect(desk.shown == ["⌘[: ⌘]"])
  }

  @Test("The chords of a sequence are mirrored, and its continuations are shown mirrored")
  func sequences() throws {
    let desk = try LayoutDesk("us", writing: "ar").declare("cmd+[ cmd+left", "cmd+] a")
    #expect(desk.tap(27, holding: [Self.command]) == .prefix)
    desk.engine.performer.listContinuations()
    #expect(
      desk.engine.commandPanel?.groups.flatMap(\.rows).map { $0.presses(in: .symbols) } == ["⌘→"])
    #expect(desk.tap(106, holding: [Self.command]) == .command(id: "cmd+[ cmd+left"))
  }

  @Test("Mirroring and localization combine: a German keyboard in Arabic has ⌘[ on the key of ⌘]")
  func localised() throws {
    let desk = try LayoutDesk("de", writing: "ar").declare("cmd+[")
    #expect(desk.shown == ["⌘[: ⌘+"])
    #expect(desk.tap(27, holding: [Self.command]) == .command(id: "cmd+["))
  }

  @Test(
    "The direction of a script's letters determines its writing direction",
    arguments: [
      ("Arab", "ا"), ("Hebr", "א"), ("Syrc", "ܐ"), ("Thaa", "ހ"), ("Nkoo", "ߊ"), ("Adlm", "𞤀"),
      ("Rohg", "𐴀"), ("Samr", "ࠀ"), ("Mand", "ࡀ"), ("Mend", "𞠀"), ("Yezi", "𐺀"), ("Phnx", "𐤀"),
      ("Avst", "𐬀"), ("Mani", "𐫀"), ("Sogd", "𐼰"), ("Armi", "𐡀"), ("Latn", "a"), ("Cyrl", "а"),
      ("Grek", "α"), ("Jpan", "か"), ("Hans", "中"), ("Kore", "한"), ("Thai", "ก"), ("Deva", "क"),
      ("Armn", "ա"), ("Geor", "ა"), ("Ethi", "አ"), ("Mymr", "က"), ("Tibt", "ཀ"), ("Khmr", "ក"),
    ])
  func scripts(_ code: String, _ letter: String) {
    #expect(WritingScript(code).isRightToLeft == TextStorage(letter).isRightToLeft(at: 0))
  }
}
