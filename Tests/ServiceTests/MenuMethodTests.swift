// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The menus of programs: how programs change and read them, and which items the person chooses.
@Suite(.heldToSchema) struct MenuMethodTests {
  private let desk: Desk
  private let till: Observer

  init() throws {
    desk = try Desk()
    till = try desk.greet("till")
    try desk.ask(till, "container.create", #"{"container":"a"}"#)
    try register("pay", #","chord":"f9","title":"Pay""#)
    try register("about", #","title":"About""#)
    try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    _ = till.lines()
  }

  private func register(_ name: String, _ more: String) throws {
    let answer = try desk.ask(till, "command.register", "{\"command\":\"\(name)\"\(more)}")
    #expect(answer.contains("result"), "\(answer)")
  }

  private func set(_ parameters: String) throws -> String {
    try desk.ask(till, "menu.set", parameters)
  }

  private static let orders =
    #"{"insert":[{"items":[{"menu":"orders","title":"Orders","items":[{"command":"pay"},"#
    + #"{"command":"about"}]}]}]}"#

  @Test("A program changes a menu in at most sixteen places, and removes as many menus")
  func limit() throws {
    func insertions(_ count: Int) -> String {
      let items = (0..<count).map {
        "{\"items\":[{\"menu\":\"m\($0)\",\"title\":\"M\",\"items\":[]}]}"
      }
      return "{\"insert\":[\(items.joined(separator: ","))]}"
    }
    #expect(try set(insertions(MenuChanges.limit)).contains("result"))
    let answer = try set(insertions(MenuChanges.limit + 1))
    #expect(answer.contains(#""name":"tooMany","place":"/params/insert""#), "\(answer)")
    let names = Array(repeating: "\"format\"", count: MenuChanges.limit + 1)
    let removal = try set("{\"remove\":[\(names.joined(separator: ","))]}")
    #expect(removal.contains(#""name":"tooMany","place":"/params/remove""#), "\(removal)")
  }

  private func openMenu() { desk.press(KeyInput.function(2), "", .control) }

  private var shown: [String] { desk.engine.menuPanel?.menus.map(\.title) ?? [] }

  @Test("CMD-30a a program's menu is in the main menu, and tells what the person chose")
  func choose() throws {
    #expect(try set(Self.orders).contains(#""result":{"refused":[]}"#))
    openMenu()
    #expect(shown.contains("Orders"))
    _ = till.lines()
    for _ in shown.indices where desk.engine.menuPanel?.openLists.first?.title != "Orders" {
      desk.press(KeyInput.rightArrow)
    }
    desk.press(KeyInput.downArrow)
    desk.press(KeyInput.return)
    let lines = till.lines()
    #expect(
      lines.contains {
        $0.contains("command.invoked") && $0.contains(#""id":"about","target":"till""#)
      }, "\(lines)")
    #expect(desk.engine.menuPanel == nil)
  }

  @Test("CMD-28d a program's menu items are shown only while the program has the keyboard")
  func others() throws {
    _ = try set(Self.orders)
    let other = try desk.greet("other")
    try desk.ask(other, "container.create", #"{"container":"b","text":"x"}"#)
    try desk.ask(till, "focus.release")
    try desk.ask(other, "focus.request", #"{"container":"b"}"#)
    openMenu()
    #expect(!shown.isEmpty && !shown.contains("Orders"))
    openMenu()
    #expect(try desk.ask(till, "menu.get").contains(#""menus":[]"#))
    try desk.ask(other, "bye")
    try desk.ask(till, "focus.request", #"{"container":"a"}"#)
    openMenu()
    #expect(shown.contains("Orders"))
  }

  @Test("CMD-28a CMD-28b CMD-28c menu.get returns the main menu with the program's changes")
  func get() throws {
    _ = try set(
      #"{"insert":[{"endOf":"application","items":[{"command":"about"}]},"#
        + #"{"before":"edit","items":[{"menu":"orders","title":"Orders","items":["#
        + #"{"command":"pay"},{"menu":"more","inline":true,"items":[{"command":"about"}]}]}]}],"#
        + #""remove":["format"]}"#)
    let answer = try desk.ask(till, "menu.get")
    #expect(
      answer.contains(
        #"{"id":"application","items":[{"chords":"","id":"about","isDestructive":false,"#
          + #""isEnabled":true,"state":"off","symbols":"","title":"About"}],"title":"till"}"#),
      "\(answer)")
    #expect(
      answer.contains(
        #"{"id":"orders","items":[{"chords":"f9","id":"pay","isDestructive":false,"isEnabled":true,"#
          + #""state":"off","symbols":"F9","title":"Pay"},null,{"chords":"","id":"about","#),
      "\(answer)")
    #expect(!answer.contains(#""id":"format""#))
    #expect(try set("{}").contains("result"))
    #expect(try !desk.ask(till, "menu.get").contains("orders"))
  }

  @Test("CMD-29a CMD-29b a changed or removed command is updated in an open menu")
  func changes() throws {
    _ = try set(Self.orders)
    openMenu()
    try desk.ask(
      till, "command.set", #"{"command":"pay","title":"Refund","state":"on"}"#)
    func titles() -> [String] {
      desk.engine.menuPanel?.menus.first { $0.title == "Orders" }?.items.map(\.title) ?? []
    }
    desk.turn()
    #expect(titles() == ["Refund", "About"])
    try desk.ask(till, "command.remove", #"{"command":"pay"}"#)
    desk.turn()
    #expect(titles() == ["About"])
    try register("pay", #","chord":"f8","title":"Pay""#)
    desk.turn()
    #expect(titles() == ["Pay", "About"])
    try register("stay", #","title":"Stay","keepsMenu":true"#)
    _ = try set(
      #"{"insert":[{"items":[{"menu":"orders","title":"Orders","items":[{"command":"stay"}]}]}]}"#)
    desk.turn()
    for _ in shown.indices where desk.engine.menuPanel?.openLists.first?.title != "Orders" {
      desk.press(KeyInput.rightArrow)
    }
    desk.press(KeyInput.return)
    #expect(till.lines().contains { $0.contains(#""id":"stay""#) })
    #expect(desk.engine.menuPanel != nil)
  }

  @Test("CMD-6c a command whose chord the menu already has is omitted, and named in the response")
  func refused() throws {
    try register("copy-all", #","chord":"cmd+c","title":"Copy All""#)
    let answer = try set(#"{"insert":[{"endOf":"file","items":[{"command":"copy-all"}]}]}"#)
    #expect(answer.contains(#""result":{"refused":["copy-all"]}"#), "\(answer)")
    #expect(try !desk.ask(till, "menu.get").contains(#""id":"copy-all""#))
  }

  @Test(
    "Changes of a menu that cannot be are refused with the place, and nothing changes",
    arguments: [
      (#"{"insert":[{"items":[{"command":"pya"}]}]}"#, "/params/insert/0/items/0/command"),
      (#"{"insert":[{"items":[{"menu":"x","items":[]}]}]}"#, "/params/insert/0/items/0/title"),
      (#"{"insert":[{"items":[{"title":"x"}]}]}"#, "/params/insert/0/items/0/menu"),
      (#"{"insert":[{"items":[]},{"after":"flie","items":[]}]}"#, "/params/insert/1"),
      (#"{"insert":[{"after":"root","items":[]}]}"#, "/params/insert/0"),
      (#"{"insert":[{"after":"file","endOf":"file","items":[]}]}"#, "/params/insert/0/endOf"),
      (#"{"insert":[{"items":[{"menu":"file","title":"x","items":[]}]}]}"#, "/params/insert/0"),
      (#"{"remove":["file","fiel"]}"#, "/params/remove/1"),
      (#"{"menu":"edit"}"#, "/params/menu"),
      (#"{"insert":[{}]}"#, "/params/insert/0/items"),
    ])
  func mistakes(_ parameters: String, _ place: String) throws {
    _ = try set(Self.orders)
    let answer = try set(parameters)
    #expect(answer.contains("\"place\":\"\(place)\""), "\(answer)")
    #expect(try desk.ask(till, "menu.get").contains(#""id":"orders""#))
  }

  @Test("Menus lie at most eight deep in each other")
  func depth() throws {
    func nested(_ count: Int) -> String {
      (0..<count).reduce(#"{"command":"pay"}"#) { inner, level in
        "{\"menu\":\"m\(level)\",\"title\":\"M\",\"items\":[\(inner)]}"
      }
    }
    #expect(try set("{\"insert\":[{\"items\":[\(nested(7))]}]}").contains("result"))
    #expect(try set("{\"insert\":[{\"items\":[\(nested(8))]}]}").contains(#""name":"tooMany""#))
  }

  @Test("A program reads a text's context menu, adds an item, and performs items")
  func context() throws {
    #expect(
      try set(#"{"menu":"context","insert":[{"items":[{"command":"about"}]}]}"#).contains("result"))
    try desk.ask(till, "text.set", #"{"container":"a","text":"abc"}"#)
    let answer = try desk.ask(till, "menu.context", #"{"container":"a"}"#)
    #expect(
      answer.contains(#""id":"select-all""#) && answer.contains(#""id":"about""#), "\(answer)")
    #expect(!answer.contains(#""id":"copy""#), "nothing is selected")
    let done = try desk.ask(
      till, "menu.perform", #"{"command":"select-all","container":"a"}"#)
    #expect(done.contains(#""performed":true"#), "\(done)")
    _ = try desk.ask(till, "menu.perform", #"{"command":"copy","container":"a"}"#)
    #expect(try desk.ask(till, "pasteboard.get").contains(#""text":"abc""#))
    let lines = desk.exchange(till, "menu.perform", #"{"command":"about","container":"a"}"#)
    #expect(lines.contains { $0.contains("command.invoked") && $0.contains(#""id":"about""#) })
    let unknown = try desk.ask(till, "menu.perform", #"{"command":"pay","container":"a"}"#)
    #expect(unknown.contains(#""name":"unknownName""#), "\(unknown)")
  }

  @Test("A program without the keyboard has nothing done in the main menu")
  func withoutKeyboard() throws {
    _ = try set(Self.orders)
    #expect(
      try desk.ask(till, "menu.perform", #"{"command":"pay"}"#).contains(#""performed":true"#))
    let other = try desk.greet("other")
    #expect(
      try desk.ask(other, "menu.perform", #"{"command":"pay"}"#).contains(#""performed":false"#))
  }
}
