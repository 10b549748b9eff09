// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Keys
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// Accessories, input views and marked text of programs.
@Suite(.heldToSchema) struct InputViewMethodTests {
  private let desk: Desk
  private let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
    for name in ["a", "b"] {
      _ = try desk.ask(program, "container.create", "{\"container\":\"\(name)\"}")
    }
    _ = try desk.ask(program, "focus.request", #"{"container":"a"}"#)
  }

  private func ask(_ method: String, _ parameters: String = "{}") throws -> String {
    try desk.ask(program, method, parameters)
  }

  private func text(_ name: String) throws -> String {
    try #require(desk.programs.programs.first?.containers[name]).text.text
  }

  private var bars: [AccessoryBar] { desk.engine.accessoryBars }

  @Test(
    "CIV-11 F152 up to five words complete the typed one, and the chosen word replaces it"
  )
  func completions() throws {
    let words = ["Hello", "help", "hell", "held", "helm", "helmet", "hel", "world"]
    let list = words.map { "\"\($0)\"" }.joined(separator: ",")
    #expect(try ask("accessory.set", "{\"completions\":[\(list)]}").contains("result"))
    desk.type("say hel")
    let bar = try #require(bars.first)
    #expect(bar.items.map(\.title) == ["Hello", "help", "hell", "held", "helm"])
    bar.items[1].activate()
    #expect(try text("a") == "say help")
    #expect(try ask("accessory.set", #"{"items":[]}"#).contains("result"))
    #expect(bars.isEmpty)
  }

  @Test("CIV-2 the accessory of a container is shown while that container has the focus")
  func ofOneText() throws {
    _ = try ask("accessory.set", #"{"container":"b","items":[{"command":"smile","title":":)"}]}"#)
    #expect(bars.isEmpty)
    _ = try ask("focus.request", #"{"container":"b"}"#)
    #expect(bars.map { $0.items.map(\.title) } == [[":)"]])
  }

  @Test(
    "CIV-12 F101, F102 the words of an input view are chosen by number, and keys still type"
  )
  func inputView() throws {
    let set = #"{"words":["Food","Outside","Stop!"]}"#
    #expect(try ask("inputView.set", set).contains("result"))
    desk.type("x ")
    desk.press(KeyInput.function(6))
    desk.press("2", "2")
    #expect(try text("a") == "x Outside")
    #expect(try ask("inputView.set", #"{"words":[]}"#).contains("result"))
    #expect(bars.isEmpty)
  }

  @Test("CIV-1 F153 an input view is shown instead of the status row, with as many rows as it has")
  func inputViewRows() throws {
    _ = try ask("focus.request", #"{"container":"a"}"#)
    #expect(area.frame(of: .status).height == 1 && area.frame(of: .inputView).isEmpty)
    let words = (1...5).map { "\"word \($0)\"" }.joined(separator: ",")
    for rows in [1, 3] {
      _ = try ask("inputView.set", "{\"words\":[\(words)],\"rows\":\(rows)}")
      #expect(area.frame(of: .inputView) == CellRect(y: 24 - rows, width: 80, height: rows))
      #expect(area.frame(of: .status).isEmpty && area.frame(of: .candidates).isEmpty)
    }
    desk.type("x")
    #expect(try text("a") == "x", "CIV-8 keys still type")
    _ = try ask("inputView.set", #"{"words":[]}"#)
    #expect(area.frame(of: .status).height == 1 && area.frame(of: .inputView).isEmpty)
  }

  @Test("CIV-1 F078 buttons of the whole program and of one text have the same rows")
  func bothKinds() throws {
    let items = #""items":[{"command":"smile","title":":)"},{"command":"frown","title":":("}]"#
    func shown() -> [String] {
      ["\(area.frame(of: .accessory))"] + bars.flatMap { $0.items.map(\.title) }
    }
    _ = try ask("focus.request", #"{"container":"a"}"#)
    #expect(area.frame(of: .accessory).isEmpty && bars.isEmpty)
    _ = try ask("accessory.set", "{\(items)}")
    let ofProgram = shown()
    #expect(area.frame(of: .accessory) == CellRect(y: 22, width: 80, height: 1))
    #expect(ofProgram.dropFirst() == [":)", ":("])
    _ = try ask("accessory.set", #"{"items":[]}"#)
    #expect(bars.isEmpty && area.frame(of: .accessory).isEmpty)
    _ = try ask("accessory.set", "{\"container\":\"a\",\(items)}")
    #expect(shown() == ofProgram)
  }

  // MARK: A text that grows

  @Test(
    "CIV-4 F149 of the frame (9,9,5,2) of a text above the keyboard area only the height counts")
  func frameOfAccessory() throws {
    _ = try ask("container.create", #"{"container":"m","kind":"textView","frame":[9,9,5,2]}"#)
    _ = try expand(#","minimumRows":2"#)
    _ = try ask("focus.request", #"{"container":"a"}"#)
    #expect(area.frame(of: .accessory) == CellRect(y: 21, width: 80, height: 2))
    let message = try #require(desk.programs.programs.first?.containers["m"]?.text)
    #expect(message.frame.width == 80 && message.frame.x == 0)
    // The text wraps at the width of the screen.
    _ = try ask(
      "text.set", "{\"container\":\"m\",\"text\":\"\(String(repeating: "x", count: 80))\"}")
    #expect(area.frame(of: .accessory).height == 2)
    desk.engine.screen = CellSize(width: 30, height: 24)
    desk.turn()
    #expect(area.frame(of: .accessory).width == 30)
  }

  private func expand(_ more: String = "", of owner: String = "null") throws -> String {
    try ask(
      "accessory.set", "{\"container\":\(owner),\"expanding\":{\"container\":\"m\"\(more)}}")
  }

  private var area: KeyboardArea { desk.engine.keyboardArea }

  private func makeMessage() throws {
    _ = try ask("container.create", #"{"container":"m","kind":"textView","frame":[1,2,30,4]}"#)
  }

  @Test(
    "CIV-7 F081 a text above the keyboard area grows with its rows, and its program is notified")
  func expanding() throws {
    try makeMessage()
    #expect(try expand(#","maximumRows":4"#).contains("result"))
    _ = try ask("focus.request")
    #expect(area.accessoryView?.frame.height == 1)
    #expect(try ask("focus.request", #"{"container":"m"}"#).contains("granted"))
    #expect(area.accessoryView?.frame.height == 1)
    _ = program.lines()
    desk.type("1")
    #expect(
      program.lines().contains {
        $0.contains("text.didChange") && $0.contains(#""container":"m""#)
          && $0.contains(#""revision":1"#)
      })
    for rows in [3, 9] {
      let text = (1...rows).map { "\($0)" }.joined(separator: "\\n")
      _ = try ask("text.set", "{\"container\":\"m\",\"text\":\"\(text)\"}")
      #expect(area.accessoryView?.frame.height == min(rows, 4))
    }
    // No text has the focus, and the program is still notified.
    _ = try ask("focus.release")
    let lines = desk.exchange(program, "text.set", #"{"container":"m","text":""}"#)
    #expect(lines.contains { $0.contains("text.didChange") && $0.contains(#""revision":4"#) })
    #expect(try ask("focus.request", #"{"container":"m"}"#).contains("granted"))
  }

  @Test("A text that was above the keyboard area returns to its place in the window")
  func givenBack() throws {
    try makeMessage()
    let owner = try #require(desk.programs.programs.first)
    let text = try #require(owner.containers["m"]?.text)
    _ = try expand()
    #expect(text.superview is ExpandingAccessory)
    _ = try ask("accessory.set", #"{"items":[{"command":"smile"}]}"#)
    #expect(text.superview === owner.controller.view)
    #expect(text.frame == CellRect(x: 1, y: 2, width: 30, height: 4))
    _ = try expand()
    _ = try ask("container.remove", #"{"container":"m"}"#)
    #expect(owner.controller.accessory == nil && text.superview == nil)
    #expect(owner.shelf.subviews.isEmpty)
  }

  @Test("CIV-2 a text above the keyboard area of one text stays while it has the focus itself")
  func expandingOfOneText() throws {
    try makeMessage()
    _ = try expand(of: #""b""#)
    #expect(area.accessoryView == nil)
    _ = try ask("focus.request", #"{"container":"b"}"#)
    #expect(area.accessoryView is ExpandingAccessory)
    _ = try ask("focus.request", #"{"container":"m"}"#)
    #expect(area.accessoryView is ExpandingAccessory)
    let owner = try #require(desk.programs.programs.first)
    let text = try #require(owner.containers["m"]?.text)
    _ = try ask("container.remove", #"{"container":"b"}"#)
    #expect(area.accessoryView == nil && text.superview === owner.controller.view)
    #expect(text.inputAccessoryView == nil)
  }

  @Test("An accessory may take the text of the one before, with other rows")
  func again() throws {
    try makeMessage()
    _ = try expand()
    #expect(try expand(#","minimumRows":3"#).contains("result"))
    _ = try ask("focus.request", #"{"container":"m"}"#)
    #expect(area.accessoryView?.frame.height == 3)
    #expect(desk.programs.programs.first?.shelf.subviews.count == 1)
  }

  @Test("⇥ reaches the text above the keyboard area, and the window shows it nowhere else")
  func reached() throws {
    try makeMessage()
    _ = try ask("text.set", #"{"container":"m","text":"here"}"#)
    _ = try expand()
    for _ in 0..<2 { desk.press(KeyInput.tab, "\t") }
    #expect(desk.programs.programs.first?.focusedName == "m")
    var screen = CellScreen(size: CellSize(width: 40, height: 24))
    screen.draw(desk.engine)
    let rows = screen.rows.enumerated().filter {
      $0.element.spans.map(\.text).joined().contains("here")
    }
    #expect(rows.map(\.offset) == [22])
  }

  @Test(
    "Invalid input views are refused, with the place",
    arguments: [
      ("accessory.set", #"{"items":[{"command":"a"}],"completions":["b"]}"#, "/params/completions"),
      ("accessory.set", #"{"completions":["a",""]}"#, "/params/completions/1"),
      ("accessory.set", #"{"container":"c"}"#, "/params/container"),
      ("accessory.set", #"{"expanding":{"container":"a"},"items":[]}"#, "/params/expanding"),
      ("accessory.set", #"{"expanding":{}}"#, "/params/expanding/container"),
      ("accessory.set", #"{"expanding":{"container":"x"}}"#, "/params/expanding/container"),
      (
        "accessory.set", #"{"expanding":{"container":"a"},"container":"a"}"#,
        "/params/expanding/container"
      ),
      (
        "accessory.set", #"{"expanding":{"container":"a","minimumRows":9,"maximumRows":2}}"#,
        "/params/expanding/maximumRows"
      ),
      ("inputView.set", #"{"words":["a\nb"]}"#, "/params/words/0"),
      ("inputView.set", #"{"words":["a"],"rows":0}"#, "/params/rows"),
    ])
  func mistakes(_ method: String, _ parameters: String, _ place: String) throws {
    let answer = try ask(method, parameters)
    #expect(answer.contains("\"place\":\"\(place)\""), "\(answer)")
  }

  // MARK: Marked text

  @Test(
    "INP-7b, INP-8a a program composes: its text is provisional until it is committed or cancelled")
  func marked() throws {
    desk.type("x")
    _ = program.lines()
    let lines = desk.exchange(
      program, "marked.set", #"{"container":"a","text":"ka","selection":[1,2],"ifRevision":1}"#)
    #expect(lines.contains { $0.contains("marked.didChange") && $0.contains(#""range":[1,3]"#) })
    #expect(!lines.contains { $0.contains("text.didChange") })
    #expect(
      try ask("container.get", #"{"container":"a"}"#).contains(
        #""marked":[1,3],"revision":1,"text":"xka""#))
    _ = try ask("marked.set", #"{"container":"a","text":"か"}"#)
    _ = try ask("marked.commit", #"{"container":"a"}"#)
    #expect(try text("a") == "xか")
    _ = try ask("marked.set", #"{"container":"a","text":"k"}"#)
    _ = try ask("marked.cancel", #"{"container":"a"}"#)
    #expect(try text("a") == "xか")
    #expect(try ask("marked.cancel", #"{"container":"a"}"#).contains("result"))
    let outside = try ask("marked.set", #"{"container":"a","text":"k","selection":[0,2]}"#)
    #expect(outside.contains(#""place":"/params/selection""#), "\(outside)")
    let stale = try ask("marked.set", #"{"container":"a","text":"k","ifRevision":1}"#)
    #expect(stale.contains(#""name":"stale""#), "\(stale)")
  }

  // MARK: Words

  @Test("F062 the words of a text are listed with their ranges")
  func words() throws {
    _ = try ask("text.set", #"{"container":"a","text":"one, two 3"}"#)
    #expect(
      try ask("text.words", #"{"container":"a"}"#).contains(
        #"{"words":[{"range":[0,3],"text":"one"},{"range":[5,8],"text":"two"},"#
          + #"{"range":[9,10],"text":"3"}]}"#))
    #expect(
      try ask("text.words", #"{"container":"a","range":[5,8]}"#).contains(
        #"{"words":[{"range":[5,8],"text":"two"}]}"#))
    let many = String(repeating: "a ", count: 3000)
    _ = try ask("text.set", "{\"container\":\"a\",\"text\":\"\(many)\"}")
    let answer = try ask("text.words", #"{"container":"a"}"#)
    #expect(answer.ranges(of: #""text":"a""#).count == 1000)
    // The search ends after 5000 code units without a word.
    let far = String(repeating: ".", count: 5100) + " far"
    _ = try ask("text.set", "{\"container\":\"a\",\"text\":\"\(far)\"}")
    #expect(try ask("text.words", #"{"container":"a"}"#).contains(#"{"next":5000,"words":[]}"#))
    #expect(
      try ask("text.words", #"{"container":"a","range":[5000,5104]}"#).contains(#""text":"far""#))
  }

  @Test(
    "F062 a program that continues at next gets each word once",
    arguments: [
      String(repeating: "a ", count: 3000), String(repeating: "wörter, ", count: 2000),
      String(repeating: "x", count: 3990) + " " + String(repeating: "y", count: 1900) + " z",
      String(repeating: ". ", count: 4000) + "far", "one", "",
    ])
  func allWords(_ text: String) throws {
    _ = try ask("text.set", "{\"container\":\"a\",\"text\":\"\(text)\"}")
    var found: [String] = []
    var start: Int? = 0
    while let from = start {
      let line = try ask(
        "text.words", "{\"container\":\"a\",\"range\":[\(from),\(text.utf16.count)]}")
      let answer = try JSONDecoder().decode(WordsAnswer.self, from: Data(line.utf8)).result
      found += answer.words.map(\.text)
      start = answer.next
      try #require(start ?? .max > from)
    }
    #expect(found == text.split { !$0.isLetter }.map(String.init))
  }

  private struct WordsAnswer: Decodable {
    struct Result: Decodable {
      struct Word: Decodable { var text: String }
      var next: Int?
      var words: [Word]
    }
    var result: Result
  }
}
