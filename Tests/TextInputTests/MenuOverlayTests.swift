// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Testing

@testable import TextInput

/// The menu that ⌃F2 opens.
@Suite struct MenuOverlayTests {
  private let application = RecordingResponder("application")
  private let desk: Desk

  init() {
    desk = Desk(application: application)
    desk.engine.programName = "Notes"
  }

  /// Replaces all menus by those of the test.
  private func build(_ menus: Menu..., performable: Set<String>? = nil) {
    application.performable = performable
    application.menu = { builder in
      builder.replaceChildren(ofMenu: .root) { _ in menus.map(MenuElement.menu) }
    }
  }

  private static func command(
    _ title: String, _ chord: String? = nil, _ attributes: KeyCommand.Attributes = []
  ) -> KeyCommand {
    var command = KeyCommand(id: title.lowercased(), title: title) { $0.attributes = attributes }
    if let chord = chord.flatMap({ try? Chord(parsing: $0) }) { command.chord = chord }
    return command
  }

  private func few() {
    build(
      Menu(
        .file, title: "File",
        children: [
          .command(Self.command("New", "⌘N")), .command(Self.command("Open", "⌘O", .disabled)),
          .menu(
            Menu("recent", title: "Recent", commands: [Self.command("One"), Self.command("Two")])),
          .menu(
            Menu("rest", isInline: true, commands: [Self.command("Over"), Self.command("Quit")])),
        ]),
      Menu(.view, title: "View", commands: [Self.command("Zoom")]))
  }

  // MARK: Opening and closing

  @Test(
    "CMD-30b ⌃F2 opens the menu with the commands that a plain text can perform, the rest dimmed")
  func plainText() {
    let (desk, view) = Desk.showing("a«bc‸»d")
    #expect(desk.press("⌃F2") == .overlay)
    #expect(desk.facts() == ["menu.shown"] && desk.bar == "[Edit] Format")
    #expect(
      desk.menu == [
        "~ Undo ⌘Z", "~ Redo ⇧⌘Z", "-", "Cut ⌘X", "Copy ⌘C", "~ Paste ⌘V",
        "~ Paste and Match Style ⌥⇧⌘V", "Select All ⌘A", "Deselect ⇧⌘A", "-", "Find >", "-",
        "~ Spelling… ⌘:", "~ Next Misspelling ⌘;",
      ])
    #expect(desk.highlighted == "Cut")
    #expect(view.isFirstResponder && Typist.draw(view) == "a«bc‸»d", "the focus stays")
    desk.press("⏎")
    #expect(Typist.draw(view) == "a‸d" && desk.engine.menuPanel == nil)
    #expect(
      desk.facts() == ["menu.hidden", "command cut view", "selection 1", "text (1,2)  user"])
    desk.press("⌃F2 ⏎")
    #expect(Typist.draw(view) == "a«bc‸»d", "Undo is the first enabled item")
  }

  @Test(
    "CMD-30b ⌃F2 and ⎋ close the menu, and a held ⌃F2 does not reopen it", arguments: ["⌃F2", "⎋"])
  func closing(_ key: String) {
    few()
    desk.press("⌃F2")
    _ = desk.facts()
    #expect(desk.down(key) == .overlay && desk.engine.menuPanel == nil)
    #expect(desk.repeats(key) == .ignored && desk.engine.menuPanel == nil)
    desk.up(key)
    #expect(desk.facts() == ["menu.hidden"] && desk.engine.isIdle)
  }

  @Test(
    "CMD-13d, CMD-30b ⌃F2 cannot be claimed while a menu has commands to run; otherwise it is a key"
  )
  func reserved() throws {
    few()
    var mine = try Desk.command("mine ctrl+f2")
    mine.wantsPriority = true
    application.commands = CommandRegistry([mine])
    #expect(desk.press("⌃F2") == .overlay && desk.engine.menuPanel != nil)
    desk.press("⎋")
    application.performable = ["mine"]
    #expect(desk.press("⌃F2") == .command(id: "mine") && desk.engine.menuPanel == nil)
    application.performable = nil
    build(Menu(.file, title: "File", commands: [Self.command("Open", nil, .disabled)]))
    desk.engine.mainMenu.setNeedsRebuild()
    #expect(desk.press("⌃F2") == .command(id: "mine"))
    build(
      Menu(
        .file, title: "File",
        children: [
          .menu(Menu("all", title: "All", commands: [Self.command("Open", nil, .disabled)]))
        ]), Menu(.help, title: "Help", commands: [Self.command("Me", nil, .hidden)]))
    desk.engine.mainMenu.setNeedsRebuild()
    #expect(desk.press("⌃F2") == .command(id: "mine"))
    for other in ["F2", "⌥F2", "⌃⇧F2", "⌃F3"] { #expect(desk.press(other) == .unhandled) }
  }

  @Test(
    "The menu closes when the focus moves or the engine is deactivated, and ends a waiting prefix")
  func elsewhere() throws {
    few()
    let field = TextField(name: "field")
    desk.engine.window.addSubview(field)
    for end in [{ _ = field.becomeFirstResponder() }, { self.desk.engine.setActive(false) }] {
      desk.press("⌃F2")
      #expect(desk.engine.menuPanel != nil)
      end()
      #expect(desk.engine.menuPanel == nil && desk.facts("menu.hidden").count == 1)
    }
    #expect(desk.press("⌃F2") == .ignored)
    desk.engine.setActive(true)
    application.commands = CommandRegistry([try Desk.command("comment cmd+k cmd+c")])
    #expect(desk.press("⌘K") == .prefix)
    desk.press("⌃F2 ⎋")
    #expect(desk.engine.menuPanel == nil, "⎋ closes the menu")
    #expect(desk.press("⌘C") == .unhandled)
  }

  // MARK: Moving

  @Test(
    "CMD-30b menu keys move by items, menus and letters, and skip separators and dimmed items",
    arguments: [
      ("", "[File] View", "New"), ("↓", "[File] View", "Recent"), ("↓ ↓", "[File] View", "Over"),
      ("↑", "[File] View", "Quit"), ("↑ ↓", "[File] View", "New"),
      ("↓ ↓ ↓ ↓", "[File] View", "New"),
      ("End", "[File] View", "Quit"), ("End Home", "[File] View", "New"),
      ("PageDown", "[File] View", "Quit"), ("PageDown PageUp", "[File] View", "New"),
      ("→", "File [View]", "Zoom"), ("→ →", "[File] View", "New"), ("←", "File [View]", "Zoom"),
      ("↓ →", "[File] View", "One"), ("↓ → ↓", "[File] View", "Two"),
      ("↓ → ←", "[File] View", "Recent"), ("↓ → →", "File [View]", "Zoom"),
      ("↓ ⏎", "[File] View", "One"), ("↓ ␠", "[File] View", "One"), ("q", "[File] View", "Quit"),
      ("o", "[File] View", "Over"), ("O", "[File] View", "Over"), ("r", "[File] View", "Recent"),
      ("o o", "[File] View", "Over"), ("x", "[File] View", "New"), ("F7", "[File] View", "New"),
      ("⇥", "[File] View", "New"), ("⌫", "[File] View", "New"),
    ])
  func moving(keys: String, bar: String, highlighted: String) {
    few()
    let field = desk.field()
    desk.press("⌃F2")
    for key in keys.split(separator: " ") {
      #expect(desk.down(String(key)) == .overlay)
      desk.up(String(key))
    }
    #expect(desk.bar == bar && desk.highlighted == highlighted)
    #expect(field.text == "" && field.isFirstResponder)
    desk.press("⎋")
    #expect(desk.engine.isIdle && desk.press("x") == .insertedText)
  }

  @Test("CMD-30b a menu without an enabled command opens, and its keys have no effect")
  func dimmed() {
    build(
      Menu(.file, title: "File", commands: [Self.command("New")]),
      Menu(.edit, title: "Edit", commands: [Self.command("Never")]), performable: ["new"])
    desk.press("⌃F2 →")
    #expect(desk.bar == "File [Edit]" && desk.menu == ["~ Never"] && desk.highlighted == "none")
    desk.press("⏎ ↓ ↑ n")
    #expect(desk.highlighted == "none" && application.log == [])
    desk.press("←")
    #expect(desk.highlighted == "New")
  }

  @Test(
    "8.1, CMD-21c hidden commands, empty menus and superfluous separators are not shown"
  )
  func shown() {
    build(
      Menu(.application, title: "Application", commands: [Self.command("Quit", "⌘Q")]),
      Menu(
        .file, title: "File",
        children: [
          .menu(Menu("a", isInline: true)), .command(Self.command("Secret", nil, .hidden)),
          .menu(Menu("b", isInline: true, commands: [Self.command("Delete", nil, .destructive)])),
          .menu(Menu("c", title: "Empty")), .menu(Menu("d", title: "Void", commands: [])),
          .command(Self.command("Save", "⌘S")),
          .menu(Menu("e", isInline: true, children: [.menu(Menu("f", isInline: true))])),
        ]), Menu(.help, title: "Help"))
    desk.press("⌃F2")
    #expect(desk.bar == "[Notes] File" && desk.menu == ["Quit ⌘Q"])
    desk.press("→")
    #expect(desk.menu == ["Delete", "-", "Save ⌘S"])
    #expect(desk.press("⌘S") == .command(id: "save") && desk.engine.menuPanel == nil)
  }

  // MARK: Running

  @Test(
    "CMD-7a, CMD-30b a command runs on the chain, even without a chord, once for a held ⏎"
  )
  func running() {
    few()
    desk.press("⌃F2 ↓ → ↓")
    desk.down("⏎")
    desk.repeats("⏎")
    desk.up("⏎")
    #expect(application.log == ["perform two"] && desk.engine.menuPanel == nil)
    #expect(desk.facts("command.invoked") == ["command two application"])
    #expect(desk.engine.isIdle)
  }

  @Test("8.1 keepsMenuPresented keeps the menu open, and updates its commands")
  func keepsMenu() {
    final class Counting: Responder {
      var count = 0
      override func canPerform(_ command: KeyCommand) -> Bool { true }
      override func validate(_ command: inout KeyCommand) { command.title = "Count \(count)" }
      override func perform(_ command: KeyCommand) { count += 1 }
      override func buildMenu(with builder: inout MenuBuilder) {
        let more = KeyCommand(id: "more", title: "Count") { $0.attributes = .keepsMenuPresented }
        let other = KeyCommand(id: "other", title: "Other")
        builder.insertElements([.command(other), .command(more)], atEndOfMenu: .file)
      }
    }
    let counting = Counting(name: "counting")
    let desk = Desk(application: counting)
    desk.press("⌃F2 ↓ ⏎ ␠")
    #expect(counting.count == 2 && desk.highlighted == "Count 2")
    desk.down("⏎")
    desk.repeats("⏎")
    desk.up("⏎")
    #expect(
      counting.count == 3 && desk.highlighted == "Count 3", "a held key runs the command once")
    #expect(desk.press("↑ ⏎") == .overlay && desk.engine.menuPanel == nil && counting.count == 4)
  }

  @Test(
    "CMD-24a a key with ⌘, ⌃ or ⌥ closes the menu and has its usual effect",
    arguments: ["⌘O", "⌃K"])
  func otherKeys(_ key: String) {
    few()
    desk.press("⌃F2")
    #expect(desk.press(key) == .unhandled && desk.engine.menuPanel == nil)
    desk.press("⌃F2")
    #expect(desk.press("⌘N") == .command(id: "new") && desk.engine.menuPanel == nil)
  }

  @Test("8.3 the menu is step 2, before priority, text and focus; marked text continues behind it")
  func composition() throws {
    few()
    var urgent = try Desk.command("urgent down")
    urgent.wantsPriority = true
    application.commands = CommandRegistry([urgent])
    let field = desk.field()
    desk.send(Typist.composing(.pending(preview: "´")), .press)
    desk.send(Typist.composing(.pending(preview: "´")), .release)
    desk.press("⌃F2 ↓")
    #expect(desk.highlighted == "Recent" && Typist.draw(field) == "{´‸}")
    desk.press("⎋")
    #expect(Typist.draw(field) == "{´‸}" && field.isFirstResponder)
    desk.send(Typist.composing(.completed, text: "é"), .press)
    #expect(field.text == "é")
    #expect(desk.press("↓") == .command(id: "urgent"))
  }

  @Test("A dead key pressed in the menu is dropped, and not shown in the text")
  func deadKey() {
    few()
    let field = desk.field()
    var abandoned = 0
    desk.engine.compositionAbandoned = { abandoned += 1 }
    desk.press("⌃F2")
    abandoned = 0
    #expect(desk.send(Typist.composing(.pending(preview: "´")), .press) == .overlay)
    #expect(abandoned == 1 && field.markedRange == nil)
  }

  @Test("CMD-29b the menu follows changes of the text, and the highlight stays on its command")
  func following() {
    let (desk, view) = Desk.showing("abc‸")
    desk.press("⌃F2 d")
    #expect(desk.highlighted == "Deselect" && desk.menu[3] == "~ Cut ⌘X")
    view.select(Selection(anchor: 0, head: 3))
    #expect(desk.facts("menu.shown").count == 3)
    #expect(desk.highlighted == "Deselect" && desk.menu[3] == "Cut ⌘X")
    desk.press("f →")
    #expect(desk.menu.first == "~ Find… ⌘F" && desk.highlighted == "Use Selection for Find")
    view.select(Selection(caret: 1))
    _ = desk.facts()
    #expect(desk.bar == "[Edit] Format" && desk.engine.menuPanel?.openLists.count == 1)
  }

  @Test("CMD-29a, CMD-29b submenus of a removed menu close, and an empty menu closes")
  func gone() {
    few()
    desk.press("⌃F2 ↓ →")
    build(Menu(.view, title: "View", commands: [Self.command("Zoom")]))
    desk.engine.mainMenu.setNeedsRebuild()
    _ = desk.facts()
    #expect(desk.bar == "[View]" && desk.highlighted == "Zoom")
    application.performable = []
    desk.engine.mainMenu.setNeedsRevalidate()
    #expect(desk.facts() == ["menu.hidden"] && desk.engine.menuPanel == nil)
  }
}
