// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Layouts
import Testing

@testable import TextInput

/// Commands on real layouts that cannot type their declared character.
@Suite struct LocalisedCommandTests {
  private final class List: View {
    override var canBecomeFirstResponder: Bool { true }
  }

  private static let command = KeyCode.leftMeta
  private static let shift = KeyCode.leftShift

  @Test(
    "allowsAutomaticLocalization, CMD-2b, CMD-22b the panel shows the keys of the current layout",
    arguments: [
      ("us", "", "cmd+[", "⌘[: ⌘["), ("us", "", "shift+cmd+z", "⇧⌘Z: ⇧⌘Z"),
      ("de", "", "cmd+/", "⌘/: ⇧⌘7"), ("de", "", "cmd+[", "⌘[: ⌘Ü"),
      ("de", "", "cmd+z", "⌘Z: ⌘Z"), ("de", "", "shift+cmd+/", "⇧⌘/: ⇧⌘-"),
      ("fr", "", "cmd+[", "⌘[: ⌘^"), ("fr", "", "cmd+1", "⌘1: ⇧⌘&"),
      ("fr", "", "ctrl+cmd+]", "⌃⌘]: ⌃⌘$"), ("fr", "", "cmd+{", "⌘{: ⇧⌘^"),
      ("ru", "", "cmd+c", "⌘C: ⌘С"), ("ru", "", "shift+cmd+c", "⇧⌘C: ⇧⌘С"),
      ("ru", "", "cmd+[", "⌘[: ⌘Х"), ("gr", "", "cmd+c", "⌘C: ⌘Ψ"),
      ("il", "", "opt+cmd+f", "⌥⌘F: ⌥⌘כ"), ("us", "dvorak", "cmd+[", "⌘[: ⌘["),
      ("us", "intl", "cmd+'", "⌘': ⌘´"), ("cz", "", "cmd+2", "⌘2: ⇧⌘Ě"),
      ("tr", "", "cmd+i", "⌘I: ⌘I"), ("jp", "", "cmd+@", "⌘@: ⌘@"),
      ("jp", "", "cmd+[", "⌘[: ⌘["), ("us", "mac", "opt+cmd+?", "⌥⌘?: ⌥⇧⌘/"),
      ("de", "", "cmd+volumeup", "⌘Volumeup: ⌘Volumeup"), ("fr", "", "cmd+left", "⌘←: ⌘←"),
    ])
  func shown(_ layout: String, _ variant: String, _ chord: String, _ row: String) throws {
    let desk = try LayoutDesk(layout, variant).declare(chord)
    #expect(desk.shown == [row])
    let presses = try #require(desk.engine.activeCommands.first?.presses)
    guard presses[0].keystroke != nil else { return }
    #expect(desk.press(presses[0]).disposition == .command(id: chord))
  }

  @Test("allowsAutomaticLocalization: without it only the layout's own character runs the command")
  func literal() throws {
    let desk = try LayoutDesk("fr").declare("cmd+[") { $0.allowsAutomaticLocalization = false }
    #expect(desk.tap(26, holding: [Self.command]) != .command(id: "cmd+["))
    #expect(desk.shown == ["⌘[: AltGr+⌘("])
    #expect(desk.engine.activeCommands[0].presses?[0].words == "altgr+cmd+(")
    #expect(desk.tap(6, holding: [.rightAlt, Self.command]) == .command(id: "cmd+["))
    let russian = try LayoutDesk("ru").declare("cmd+c") { $0.allowsAutomaticLocalization = false }
    #expect(russian.tap(46, holding: [Self.command]) != .command(id: "cmd+c"))
    #expect(russian.engine.activeCommands[0].presses == nil)
    #expect(russian.shown == ["⌘C: ⌘C"])
  }

  @Test("A key's own character precedes a character it substitutes for, whatever declares that")
  func ownCharacterWins() throws {
    let desk = try LayoutDesk("de").declare("cmd+ü")
    let near = List(name: "near")
    desk.engine.window.addSubview(near)
    try desk.declare("cmd+[", on: near)
    near.becomeFirstResponder()
    #expect(desk.engine.firstResponder === near)
    #expect(desk.tap(26, holding: [Self.command]) == .command(id: "cmd+ü"))
    // The command is therefore pressed on the third level, which is unused.
    #expect(desk.shown == ["⌘[: AltGr+⌘8", "⌘Ü: ⌘Ü"])
    #expect(desk.tap(9, holding: [.rightAlt, Self.command]) == .command(id: "cmd+["))
  }

  @Test("A key's unshifted character with Shift precedes its shifted character")
  func exactWins() throws {
    let desk = try LayoutDesk("de").declare("cmd+/", "shift+cmd+7")
    #expect(desk.tap(8, holding: [Self.shift, Self.command]) == .command(id: "shift+cmd+7"))
    let presses = desk.engine.activeCommands.map { $0.presses?.map(\.description) }
    #expect(presses == [nil, ["⇧⌘7"]])
  }

  @Test("Keys that the text handles are not offered for a command")
  func textTakesKeys() throws {
    // On a German Apple keyboard ⌃⌘[ has a substitute key and ⌥5; the text handles the substitute.
    let desk = try LayoutDesk("de", "mac").declare("ctrl+cmd+[")
    let view = TextView(name: "view")
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    #expect(desk.shown == ["⌃⌘[: ⌃⌘Ü"])
    desk.engine.bindings.bind(Chord("ü", [.control, .command]), to: .deleteBackward)
    #expect(desk.shown == ["⌃⌘[: ⌃⌥⌘5"])
    #expect(desk.tap(26, holding: [.leftControl, Self.command]) == .binding(.deleteBackward))
    #expect(
      desk.tap(6, holding: [.leftAlt, .leftControl, Self.command]) == .command(id: "ctrl+cmd+["))
  }

  @Test("Text bindings are found on layouts of other scripts")
  func bindings() throws {
    let desk = try LayoutDesk("ru")
    let view = TextView(name: "view")
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    #expect(desk.tap(30) == .insertedText && view.text == "ф")
    #expect(desk.tap(30, holding: [Self.command]) == .binding(.selectAll))
    #expect(desk.tap(46, holding: [Self.command]) == .binding(.copy))
    #expect(desk.engine.pasteboard.text == "ф")
  }

  @Test("A sequence can be pressed with substitute keys, and is displayed with them")
  func sequences() throws {
    let desk = try LayoutDesk("fr").declare("cmd+k cmd+[", "cmd+k cmd+]")
    #expect(desk.shown == ["⌘K ⌘[: ⌘K ⌘^", "⌘K ⌘]: ⌘K ⌘$"])
    #expect(desk.tap(37, holding: [Self.command]) == .prefix)
    #expect(desk.tap(26, holding: [Self.command]) == .command(id: "cmd+k cmd+["))
    try desk.declare("cmd+k cmd+`") { $0.allowsAutomaticLocalization = false }
    #expect(desk.tap(37, holding: [Self.command]) == .prefix)
    #expect(desk.tap(41, holding: [Self.command]) != .command(id: "cmd+k cmd+`"))
  }

  @Test("A prefix pressed with a substitute key begins only sequences that allow it")
  func prefixes() throws {
    let desk = try LayoutDesk("fr").declare("cmd+[ a", "cmd+] b")
    try desk.declare("cmd+[ c") { $0.allowsAutomaticLocalization = false }
    #expect(desk.tap(26, holding: [Self.command]) == .prefix)
    let sequence = try #require(desk.engine.stages.sequence.pending)
    #expect(
      desk.engine.stages.listing.collect(following: sequence).map(\.command.id) == ["cmd+[ a"])
    #expect(desk.tap(46) == .unhandled)
    #expect(desk.tap(26, holding: [Self.command]) == .prefix)
    #expect(desk.tap(16) == .command(id: "cmd+[ a"))
  }

  @Test("CMD-30b, CMD-22b the menu shows the keys of the current keyboard too")
  func menu() throws {
    final class App: Application {
      override func buildMenu(with builder: inout MenuBuilder) {
        let help = KeyCommand(id: "help", input: "/", modifiers: .command, title: "Help")
        builder.insertElements([.command(help)], atEndOfMenu: .help)
      }
      override func canPerform(_ command: KeyCommand) -> Bool { command.id == "help" }
    }
    let desk = try LayoutDesk("de", application: App())
    let panel = try #require(desk.engine.stages.menus.makePanel())
    let rows = panel.menus.flatMap(\.items).compactMap { item in
      if case .command(let row) = item { row } else { nil }
    }
    #expect(rows.first { $0.command.id == "help" }?.keys(in: .symbols) == "⇧⌘7")
    #expect(rows.first { $0.command.id == "undo" }?.keys(in: .symbols) == "⌘Z")
  }

  @Test("A media key runs its command, with and without modifiers, and in a text")
  func mediaKeys() throws {
    let desk = try LayoutDesk("us").declare("volumeup", "cmd+playpause", "f13", "print")
    let view = TextView(name: "view")
    desk.engine.window.addSubview(view)
    view.becomeFirstResponder()
    #expect(desk.tap(115) == .command(id: "volumeup"))
    #expect(desk.tap(164) != .command(id: "cmd+playpause"))
    #expect(desk.tap(164, holding: [Self.command]) == .command(id: "cmd+playpause"))
    #expect(desk.tap(183) == .command(id: "f13") && desk.tap(99) == .command(id: "print"))
    #expect(view.text == "")
  }

  @Test(
    "CMD-2b CMD-10a further modifiers are ignored only if the layout needs them for the character")
  func modifiersAreExact() throws {
    let desk = try LayoutDesk("de").declare("cmd+/", "cmd+7", "opt+cmd+7")
    #expect(desk.tap(8, holding: [Self.command]) == .command(id: "cmd+7"))
    #expect(desk.tap(8, holding: [Self.shift, Self.command]) == .command(id: "cmd+/"))
    #expect(desk.tap(8, holding: [.leftAlt, Self.command]) == .command(id: "opt+cmd+7"))
    #expect(desk.tap(8, holding: [.leftControl, Self.command]) == .unhandled)
  }

  @Test("Without a keyboard map chords are shown as declared")
  func withoutMap() throws {
    let desk = try LayoutDesk("de").declare("cmd+/")
    desk.engine.keyboardMap = nil
    #expect(desk.shown == ["⌘/: ⌘/"])
    #expect(desk.engine.presses(for: Chord("/", .command)) == [KeyPress(Chord("/", .command))])
  }
}
