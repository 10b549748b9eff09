// SPDX-License-Identifier: Apache-2.0
import AutoFill
import FoundationEssentials
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The socket's column of the seed rows (reference 17): the acceptance examples as seen by a
/// program.
@Suite(.heldToSchema) struct SocketSeedRowTests: ProgramTests {
  let desk: Desk
  let program: Observer

  init() throws {
    let modes = ["en-US", "sv-SE"].compactMap { id in TextInputMode.builtin.first { $0.id == id } }
    let engine = TextEngine(modes: ModeList(modes))
    engine.autoFill = AutoFillSuggester(sources: [Self.card], credentials: Self.credentials)
    desk = try Desk(engine: engine)
    program = try desk.greet("till")
  }

  private func seedForm() throws {
    let answer = try ask(
      "form.create",
      """
      {"form":"person","prototypes":{"name":{"traits":{"autocapitalizationType":"words"}},\
      "age":{"traits":{"keyboardType":"numberPad"}},\
      "page":{"traits":{"keyboardType":"URL","autocorrectionType":"no","autocapitalizationType":"none"},\
      "properties":{"clearButtonMode":"always"}},"word":{"traits":{"isSecureTextEntry":true}}},\
      "fields":[{"container":"Name","label":"Name","prototype":"name"},\
      {"container":"Age","prototype":"age"},{"container":"Homepage","label":"Homepage","prototype":"page"},\
      {"container":"Password","label":"Password","prototype":"word"}]}
      """)
    #expect(answer["result"] != nil, "\(answer)")
  }

  private func form(_ fields: String...) throws {
    let list = fields.map { "{\"container\":\"\($0)\"}" }.joined(separator: ",")
    let answer = try ask("form.create", "{\"form\":\"f\",\"fields\":[\(list)]}")
    #expect(answer["result"] != nil, "\(answer)")
  }

  // MARK: The keyboard area

  private static let showing = [
    "willChangeFrame (0,24,80,0)→(0,23,80,1)", "willShow (0,24,80,0)→(0,23,80,1)",
    "didChangeFrame (0,24,80,0)→(0,23,80,1)", "didShow (0,24,80,0)→(0,23,80,1)",
  ]
  private static let hiding = [
    "willChangeFrame (0,23,80,1)→(0,24,80,0)", "willHide (0,23,80,1)→(0,24,80,0)",
    "didChangeFrame (0,23,80,1)→(0,24,80,0)", "didHide (0,23,80,1)→(0,24,80,0)",
  ]

  @Test("F001, F052 gaining the focus reports the show series, losing it the hide series")
  func area() throws {
    try create("a")
    #expect(try focus("a").area == Self.showing)
    let released = desk.exchange(program, "focus.release").map(Self.value)
    #expect((released + reported()).area == Self.hiding)
    #expect(!ProgramMethods.names.contains { $0.hasPrefix("keyboard") })
    #expect(
      try ask("keyboard.show")["error"]?["data"]?["name"]?.text == "unknownMethod")
    #expect(reported().area == [])
  }

  @Test("F050, F049 Return consults the program once; if it then resigns, the area is hidden")
  func resigning() throws {
    try create("a", #","questions":{"field.shouldReturn":true}"#)
    try focus("a")
    desk.type("x")
    _ = reported()
    program.send(#"{"jsonrpc":"2.0","id":"q1","result":false}"# + "\n")
    desk.press("\r", "\r")
    let asked = reported()
    #expect(asked.named("field.shouldReturn").count == 1)
    #expect(asked.named("field.didEndOnExit").isEmpty && asked.named("text.didChange").isEmpty)
    #expect(try focused() == "a")
    let released = desk.exchange(program, "focus.release").map(Self.value)
    #expect((released + reported()).area == Self.hiding)
    #expect(try text("a") == "x")
  }

  @Test("F002 a resized terminal is one frame event, and text and caret do not change")
  func resized() throws {
    try create("a", #","text":"ab""#)
    try focus("a")
    desk.press(.leftArrow)
    _ = reported()
    desk.engine.screen = CellSize(width: 120, height: 20)
    desk.turn()
    #expect(
      reported().map { "\($0["method"]?.text ?? "")" }
        == ["keyboard.willChangeFrame", "keyboard.didChangeFrame"])
    #expect(try text("a") == "ab" && caret("a") == 1)
  }

  @Test(
    "F053, F064, F065, F172 content gets the rows the frame leaves, for any number of status rows")
  func room() throws {
    try create("a")
    for (statusRows, frame) in [(1, [0, 23, 80, 1]), (2, [0, 22, 80, 2])] {
      desk.engine.keyboardArea.statusRows = statusRows
      desk.turn()
      let event = try #require((try focus("a") + reported()).last { $0.frame("frameEnd") != nil })
      let end = try #require(event.frame("frameEnd"))
      #expect(end == frame)
      #expect(desk.engine.screen.height - end[3] == 24 - statusRows)
    }
  }

  @Test(
    "F150 each event has both frames, the duration and the curve, which is enough to place a view")
  func geometry() throws {
    try create("a")
    let events = try focus("a").filter { $0.frame("frameEnd") != nil }
    #expect(events.count == 4)
    for event in events {
      #expect(event.frame("frameBegin") == [0, 24, 80, 0])
      #expect(event.frame("frameEnd") == [0, 23, 80, 1])
      let parameters = event["params"]
      #expect(parameters?["duration"]?.number == 0)
      #expect(parameters?["curve"]?.text == "easeInOut")
      #expect(parameters?["isLocal"] == .bool(true))
    }
  }

  @Test("F069 candidates make the area one row higher, with frame events only")
  func heights() throws {
    try create("a", #","traits":{"textContentType":"one-time-code"}"#)
    try focus("a")
    let other = try desk.greet("mail")
    _ = try desk.ask(other, "fill.offer", #"{"values":{"one-time-code":"123"}}"#)
    let frames = "(0,23,80,1)→(0,22,80,2)"
    #expect(reported().area == ["willChangeFrame \(frames)", "didChangeFrame \(frames)"])
  }

  @Test(
    "F071 undocking reports hide, moving the pane reports frame events, and docking reports show")
  func undocked() throws {
    try create("a")
    try focus("a")
    desk.engine.keyboardArea.position = .undocked(x: 5, y: 2, width: 10)
    desk.turn()
    let hidden = reported().area
    #expect(
      hidden.contains { $0.hasPrefix("willHide") } && !hidden.contains { $0.contains("Show") })
    desk.engine.keyboardArea.position = .undocked(x: 6, y: 3, width: 10)
    desk.turn()
    #expect(
      reported().area.map { $0.prefix { $0 != " " } } == ["willChangeFrame", "didChangeFrame"])
    desk.engine.keyboardArea.position = .docked
    desk.turn()
    #expect(reported().area.last?.hasPrefix("didShow") == true)
  }

  @Test("F068 showing and hiding the area does not move the program's content")
  func still() throws {
    try create("a", #","frame":[3,22,10,1]"#)
    let frame = { desk.programs.programs[0].containers["a"]?.text.frame }
    let before = frame()
    try focus("a")
    #expect(frame() == before && before == CellRect(x: 3, y: 22, width: 10, height: 1))
    _ = try ask("focus.release")
    #expect(frame() == before)
  }

  @Test("F164 moving between fields reports nothing; with legacyHideShow 4 hide and 4 show events")
  func legacy() throws {
    try create("a")
    try create("b")
    try focus("a")
    #expect(try focus("b").area == [])
    let user = try desk.connectControl()
    _ = try desk.ask(user, "settings.set", #"{"legacyHideShow":true}"#)
    let moved = try focus("a").area.map { String($0.prefix { $0 != " " }) }
    #expect(
      moved == [
        "willChangeFrame", "willHide", "didChangeFrame", "didHide", "willChangeFrame", "willShow",
        "didChangeFrame", "didShow",
      ])
  }

  @Test(
    "F166 Return through three fields reports one show series and, after the last, one hide series")
  func whole() throws {
    try form("a", "b", "c")
    let lines = desk.exchange(program, "focus.request", #"{"form":"f"}"#).map(Self.value)
    for text in ["1", "2", "3"] {
      desk.type(text)
      desk.press("\r", "\r")
    }
    #expect((lines + reported()).area == Self.showing + Self.hiding)
    #expect(try focused() == nil)
  }

  // MARK: Accessories

  @Test("F148, F151 an accessory and the area are one frame event, also without a focused field")
  func accessory() throws {
    _ = try ask("accessory.set", #"{"items":[{"command":"send","title":"Send"}]}"#)
    let lines = desk.exchange(program, "focus.request").map(Self.value) + reported()
    #expect(try focused() == nil)
    let frames = lines.compactMap { $0.frame("frameEnd") }
    #expect(Set(frames) == [[0, 23, 80, 1]] && lines.named("keyboard.willShow").count == 1)
    try create("a")
    #expect(
      try focus("a").area.map { String($0.prefix { $0 != " " }) }
        == ["willChangeFrame", "didChangeFrame"])
    _ = try ask("focus.release")
    _ = reported()
    let both = try focus("a")
    #expect(both.named("keyboard.willChangeFrame").count == 1)
    #expect(both.compactMap { $0.frame("frameEnd") }.allSatisfy { $0 == [0, 22, 80, 2] })
  }

  @Test("F079 a program without fields keeps its accessory visible while it has the keyboard")
  func host() throws {
    _ = try ask("accessory.set", #"{"items":[{"command":"send","title":"Send"}]}"#)
    _ = desk.exchange(program, "focus.request")
    #expect(desk.engine.keyboardArea.frame(of: .accessory).height == 1)
    _ = try ask("focus.release")
    #expect(desk.engine.keyboardArea.frame(of: .accessory).height == 0)
  }

  @Test("F080 an accessory added while the area is shown is a frame event, never show or hide")
  func accessoryHeight() throws {
    try create("a")
    try focus("a")
    for (items, frame) in [
      (#"{"command":"x","title":":)"}"#, [0, 22, 80, 2]), ("", [0, 23, 80, 1]),
    ] {
      let lines = desk.exchange(program, "accessory.set", "{\"items\":[\(items)]}").map(Self.value)
      let events = (lines + reported()).filter { $0.frame("frameEnd") != nil }
      #expect(
        events.compactMap { $0["method"]?.text }
          == ["keyboard.willChangeFrame", "keyboard.didChangeFrame"])
      #expect(events.last?.frame("frameEnd") == frame)
    }
  }

  @Test(
    "F147 an activated item is reported to its program, whose edit does not consult it")
  func smiley() throws {
    try create("a", #","text":"hi","questions":{"text.shouldChange":true}"#)
    _ = try ask("accessory.set", #"{"items":[{"command":"smile","title":":)"}]}"#)
    try focus("a")
    desk.press(.function(6))
    desk.press("\r", "\r")
    #expect(reported().named("accessory.activated").first?["params"]?["item"]?.text == "smile")
    let lines = desk.exchange(program, "text.set", #"{"container":"a","string":"hi:)"}"#)
    let facts = lines.map(Self.value)
    #expect(facts.named("text.didChange").first?["params"]?["origin"]?.text == "program")
    #expect(facts.named("text.shouldChange").isEmpty)
    #expect(try text("a") == "hi:)" && caret("a") == 4)
  }

  // MARK: Traits

  /// The traits that are reported when a container of some traits gets the focus.
  private func traits(_ traits: String, kind: String = "textField") throws -> JSONValue {
    _ = try ask("container.remove", #"{"container":"t"}"#)
    try create("t", ",\"kind\":\"\(kind)\",\"traits\":{\(traits)}")
    return try #require(try focus("t").named("traits.didChange").last?["params"]?["traits"])
  }

  @Test("F004, F086 the keyboard type and return label of the focus are reported with its traits")
  func traitsOfFocus() throws {
    let reported = try traits(#""keyboardType":"URL","returnKeyType":"go""#)
    #expect(reported["keyboardType"]?.text == "URL" && reported["returnKeyType"]?.text == "go")
    let lines = desk.exchange(
      program, "container.set", #"{"container":"t","traits":{"keyboardType":"emailAddress"}}"#)
    let changed = lines.map(Self.value).named("traits.didChange")
    #expect(changed.count == 1)
    #expect(changed.first?["params"]?["traits"]?["keyboardType"]?.text == "emailAddress")
  }

  @Test(
    "F039, F040 ⇥ from the URL field to the search field reports its traits before its first key")
  func adopted() throws {
    let answer = try ask(
      "form.create",
      """
      {"form":"f","fields":[{"container":"url","traits":{"keyboardType":"URL","returnKeyType":"go"}},\
      {"container":"search","traits":{"returnKeyType":"google"}}]}
      """)
    #expect(answer["result"] != nil)
    try focus("url")
    desk.press("\t", "\t")
    desk.type("k")
    let lines = reported()
    let names = lines.compactMap { $0["method"]?.text }
    let traits = try #require(names.firstIndex(of: "traits.didChange"))
    #expect(traits < (try #require(names.firstIndex(of: "text.didChange"))))
    #expect(lines[traits]["params"]?["traits"]?["keyboardType"]?.text == "default")
    #expect(lines[traits]["params"]?["traits"]?["returnKeyType"]?.text == "google")
    #expect(try text("search") == "k")
  }

  @Test("F127 the keyboard types by number are 0 to 7 in this order")
  func keyboardTypes() throws {
    let words = [
      "default", "asciiCapable", "numbersAndPunctuation", "URL", "numberPad", "phonePad",
      "namePhonePad", "emailAddress",
    ]
    for (number, word) in words.enumerated() {
      #expect(try traits("\"keyboardType\":\(number)")["keyboardType"]?.text == word)
    }
  }

  @Test("F131, F132 the return labels by number are 0 to 10, and Return works the same with each")
  func returnKeys() throws {
    let words = [
      "default", "go", "google", "join", "next", "route", "search", "send", "yahoo", "done",
      "emergencyCall",
    ]
    for (number, word) in words.enumerated() {
      #expect(try traits("\"returnKeyType\":\(number)")["returnKeyType"]?.text == word)
      desk.type("x")
      _ = reported()
      desk.press("\r", "\r")
      #expect(reported().named("field.didEndOnExit").count == 1, "\(word)")
    }
    try create(
      "asked", #","traits":{"returnKeyType":"join"},"questions":{"field.shouldReturn":false}"#)
    try focus("asked")
    desk.press("\r", "\r")
    #expect(reported().named("field.shouldReturn").count == 1)
  }

  @Test("F126 the appearance alert reads back as dark")
  func appearance() throws {
    #expect(try traits(#""keyboardAppearance":"alert""#)["keyboardAppearance"]?.text == "dark")
  }

  @Test("F096 an unknown value of a trait with three values is refused, and the old value stays")
  func threeStates() throws {
    #expect(try traits(#""smartQuotesType":"yes""#)["smartQuotesType"]?.text == "yes")
    for value in ["3", "\"maybe\"", "true"] {
      let answer = try ask(
        "container.set", "{\"container\":\"t\",\"traits\":{\"smartQuotesType\":\(value)}}")
      #expect(answer["error"]?["data"]?["name"]?.text == "invalidParameter", "\(value)")
    }
    #expect(desk.programs.programs[0].containers["t"]?.text.traits.smartQuotesType == .yes)
  }

  @Test("F097 a program turns correction off for a flight number's field")
  func flightNumber() throws {
    let reported = try traits(#""textContentType":"flight-number","autocorrectionType":"no""#)
    #expect(reported["autocorrectionType"]?.text == "no")
    #expect(reported["textContentType"]?.text == "flight-number")
  }

  @Test("F087 every content type is accepted by its raw string; an unknown one is refused")
  func contentTypes() throws {
    for type in TextContentType.allCases {
      let reported = try traits("\"textContentType\":\"\(type.rawValue)\"")
      #expect(reported["textContentType"]?.text == type.rawValue)
    }
    let answer = try ask(
      "container.create", #"{"container":"x","traits":{"textContentType":"emial"}}"#)
    #expect(answer["error"]?["data"]?["name"]?.text == "invalidParameter")
  }

  @Test(
    "F055 a web field accepts traits for correction and capitals; every other one is unsupported")
  func webField() throws {
    let reported = try traits(
      #""autocorrectionType":"no","autocapitalizationType":"words""#, kind: "webField")
    #expect(reported["autocorrectionType"]?.text == "no")
    #expect(reported["autocapitalizationType"]?.text == "words")
    let others = [
      "keyboardType": "\"URL\"", "returnKeyType": "\"go\"", "isSecureTextEntry": "true",
      "spellCheckingType": "\"no\"", "smartQuotesType": "\"no\"", "smartDashesType": "\"no\"",
      "smartInsertDeleteType": "\"no\"", "inlinePredictionType": "\"no\"",
      "keyboardAppearance": "\"dark\"", "enablesReturnKeyAutomatically": "true",
      "textContentType": "\"name\"", "translucent": "true", "restrictToKeyboardType": "true",
    ]
    for (trait, value) in others {
      let answer = try ask(
        "container.set", "{\"container\":\"t\",\"traits\":{\"\(trait)\":\(value)}}")
      #expect(answer["error"]?["data"]?["name"]?.text == "unsupported", "\(trait)")
    }
  }

  @Test("F056 a web field named zip has the default keyboard")
  func webFieldName() throws {
    try create("zip", #","kind":"webField""#)
    let reported = try focus("zip").named("traits.didChange").last
    #expect(reported?["params"]?["traits"]?["keyboardType"]?.text == "default")
  }

  @Test("F057 a placeholder in a text view is unsupported, both in creation and in a change")
  func viewPlaceholder() throws {
    try create("v", #","kind":"textView""#)
    for method in ["container.create", "container.set"] {
      let name = method.hasSuffix("set") ? "v" : "w"
      let kind = method.hasSuffix("set") ? "" : #","kind":"textView""#
      let answer = try ask(
        method, "{\"container\":\"\(name)\"\(kind),\"properties\":{\"placeholder\":\"x\"}}")
      #expect(answer["error"]?["data"]?["name"]?.text == "unsupported")
      #expect(answer["error"]?["data"]?["place"]?.text == "/params/properties/placeholder")
    }
  }

  @Test("F044, F139 placeholder and clear button are set by name, and follow text and focus")
  func decorations() throws {
    try create("a", #","properties":{"placeholder":"Color"}"#)
    let field = try #require(desk.programs.programs[0].containers["a"]?.text as? TextField)
    #expect(field.appearance.placeholder == "Color")
    try focus("a")
    #expect(field.appearance.placeholder == "Color")
    desk.type("r")
    #expect(field.appearance.placeholder == nil)
    desk.press(.delete)
    #expect(field.appearance.placeholder == "Color")
    for (number, word) in ["never", "whileEditing", "unlessEditing", "always"].enumerated() {
      for value in ["\"\(word)\"", "\(number)"] {
        let answer = try ask(
          "container.set", "{\"container\":\"a\",\"properties\":{\"clearButtonMode\":\(value)}}")
        #expect(answer["result"] != nil)
        for isEditing in [true, false] {
          if isEditing { try focus("a") } else { _ = try ask("focus.release") }
          for text in ["", "x"] {
            _ = try ask("text.set", "{\"container\":\"a\",\"string\":\"\(text)\"}")
            let isWanted =
              word == "always" || word == (isEditing ? "whileEditing" : "unlessEditing")
            #expect(field.appearance.showsClearButton == (isWanted && !text.isEmpty))
          }
        }
      }
    }
    let wrong = try ask(
      "container.set", #"{"container":"a","properties":{"clearButtonMode":"sometimes"}}"#)
    #expect(wrong["error"]?["data"]?["name"]?.text == "invalidParameter")
  }

  // MARK: Typing

  @Test("F003 caret mode reports selection.didChange only, and ⎋ returns to the start")
  func caretMode() throws {
    for (end, place): (KeyInput, Int) in [(.return, 3), (KeyInput.escape, 5)] {
      try create("a\(place)", #","text":"hello""#)
      try focus("a\(place)")
      desk.press(" ", "", [.control, .shift])
      desk.press(.leftArrow)
      desk.press(.leftArrow)
      #expect(try caret("a\(place)") == 3)
      desk.press(end)
      #expect(reported().allSatisfy { $0["method"]?.text == "selection.didChange" })
      #expect(try text("a\(place)") == "hello" && caret("a\(place)") == place)
    }
  }

  @Test(
    "F048, F125 Return is disabled and reports nothing with an empty text; one space enables it")
  func automaticReturn() throws {
    try create("a", #","traits":{"enablesReturnKeyAutomatically":true}"#)
    try focus("a")
    desk.press("\r", "\r")
    #expect(reported() == [])
    desk.type(" ")
    _ = reported()
    desk.press("\r", "\r")
    #expect(reported().named("field.didEndOnExit").count == 1)
  }

  @Test(
    "F045 clearing consults the program, reports it and keeps the focus; Return is disabled")
  func clearing() throws {
    try create(
      "a",
      #","text":"red","traits":{"enablesReturnKeyAutomatically":true},"questions":{"field.shouldClear":true}"#
    )
    try focus("a")
    let lines = desk.exchange(
      program, "text.clear", #"{"container":"a"}"#,
      then: #"{"jsonrpc":"2.0","id":"q1","result":true}"# + "\n")
    #expect(
      lines.map(Self.value).compactMap { $0["method"]?.text } == [
        "field.shouldClear", "text.didChange", "selection.didChange", "field.editingChanged",
      ])
    #expect(try text("a") == "" && focused() == "a")
    desk.press("\r", "\r")
    #expect(reported() == [])
  }

  @Test("F140 a field that clears on begin consults the program, is emptied, and begins")
  func clearsOnBegin() throws {
    try create(
      "a",
      #","text":"abc","properties":{"clearsOnBeginEditing":true},"questions":{"field.shouldClear":true}"#
    )
    let lines = desk.exchange(
      program, "focus.request", #"{"container":"a"}"#,
      then: #"{"jsonrpc":"2.0","id":"q1","result":true}"# + "\n")
    let names = lines.map(Self.value).compactMap { $0["method"]?.text }
    let asked = try #require(names.firstIndex(of: "field.shouldClear"))
    let changed = try #require(names.firstIndex(of: "text.didChange"))
    let begun = try #require(names.firstIndex(of: "focus.didBegin"))
    #expect(asked < changed && changed < begun)
    #expect(try text("a") == "")
  }

  @Test("F144 text set by the program has origin program, and does not consult it")
  func setText() throws {
    try create("a", #","questions":{"text.shouldChange":false}"#)
    try focus("a")
    let lines = desk.exchange(program, "text.set", #"{"container":"a","string":"new"}"#)
    let facts = lines.map(Self.value)
    #expect(facts.named("text.shouldChange").isEmpty && facts.named("field.editingChanged").isEmpty)
    #expect(facts.named("text.didChange").map { $0["params"]?["origin"]?.text } == ["program"])
    #expect(try text("a") == "new")
  }

  @Test("F098 the composition is part of the query, and is reported as marked")
  func liveSearch() throws {
    try create("search", #","traits":{"returnKeyType":"search"}"#)
    try focus("search")
    let field = try #require(desk.programs.programs[0].containers["search"]?.text)
    field.setMarkedText("きょ", selectedRange: TextRange(caret: 2))
    desk.turn()
    #expect(reported().named("marked.didChange").last?["params"]?["string"]?.text == "きょ")
    let answer = try ask("container.get", #"{"container":"search"}"#)["result"]
    #expect(answer?["text"]?.text == "きょ")
    #expect(answer?["marked"]?.list?.compactMap(\.number) == [0, 2])
  }

  @Test("F058 a label cannot have the focus, and keys go nowhere while only a label is shown")
  func label() throws {
    _ = try ask("label.create", #"{"label":"l","text":"Name"}"#)
    let answer = try ask("focus.request", #"{"container":"l"}"#)
    #expect(answer["error"]?["data"]?["name"]?.text == "unknownName")
    _ = desk.exchange(program, "focus.request")
    _ = reported()
    desk.press(.leftArrow)
    let names = reported().compactMap { $0["method"]?.text }
    #expect(names.contains("press.unhandled") && !names.contains("text.didChange"), "\(names)")
    #expect(try focused() == nil)
  }

  // MARK: Commands and modes

  @Test("F099 with a list ⌘↓ is the next conversation; in a text it is the document's end")
  func conversation() throws {
    _ = try ask("command.register", #"{"command":"next","chord":"cmd+down","title":"Next"}"#)
    _ = desk.exchange(program, "focus.request")
    desk.press(.downArrow, "", .command)
    #expect(reported().named("command.invoked").first?["params"]?["id"]?.text == "next")
    try create("v", #","kind":"textView","text":"abc\nd""#)
    _ = try ask("selection.set", #"{"container":"v","anchor":2}"#)
    try focus("v")
    desk.press(.downArrow, "", .command)
    #expect(reported().named("command.invoked").isEmpty)
    #expect(try caret("v") == 5)
    _ = try ask(
      "command.register", #"{"command":"next","chord":"cmd+down","title":"Next","priority":true}"#)
    _ = try ask("selection.set", #"{"container":"v","anchor":2}"#)
    _ = reported()
    desk.press(.downArrow, "", .command)
    #expect(reported().named("command.invoked").count == 1)
    #expect(try caret("v") == 2)
  }

  @Test("F083, F084 each conversation's mode returns with the context name that the program sets")
  func contexts() throws {
    let user = try desk.connectControl()
    try create("a")
    func talk(to name: String) throws {
      _ = try ask("focus.release")
      _ = try ask("mode.prefer", "{\"context\":\"\(name)\"}")
      try focus("a")
    }
    try talk(to: "Ann")
    _ = try desk.ask(user, "mode.set", #"{"mode":"sv-SE"}"#)
    try talk(to: "Bob")
    _ = try desk.ask(user, "mode.set", #"{"mode":"en-US"}"#)
    _ = reported()
    for (name, mode) in [("Ann", "sv-SE"), ("Bob", "en-US"), ("Ann", "sv-SE")] {
      try talk(to: name)
      #expect(try ask("snapshot")["result"]?["mode"]?.text == mode)
    }
  }

  @Test("F085 a mode is reported by its language, sv-SE")
  func mode() throws {
    let user = try desk.connectControl()
    _ = try desk.ask(user, "mode.set", #"{"mode":"sv"}"#)
    #expect(reported().named("mode.didChange").last?["params"]?["id"]?.text == "sv-SE")
  }

  // MARK: Autofill

  private static var card: ProfileCard {
    var card = ProfileCard()
    card.addresses = [
      [.streetAddressLine1: "1 High Street", .addressCity: "Ely", .postalCode: "CB7"]
    ]
    card.emailAddresses = ["ann@example.org"]
    return card
  }

  private static var credentials: MemoryCredentials {
    var store = MemoryCredentials()
    store.save(Credential(owner: "till", username: "ann", password: "hunter2"))
    return store
  }

  @Test("F088 the user's own address is offered with its source, and entered when it is chosen")
  func ownAddress() throws {
    try create("mail", #","traits":{"textContentType":"email"}"#)
    let lists = try focus("mail").named("candidates.didChange")
    let item = lists.last?["params"]?["list"]?["items"]?.list?.first ?? lists.last
    #expect("\(item ?? .null)".contains("ann@example.org") && "\(lists)".contains("My Card"))
    #expect(try text("mail") == "")
    desk.chooseFill(1)
    #expect(try text("mail") == "ann@example.org")
  }

  @Test("F174 one choice fills the empty fields of an address form only")
  func addressForm() throws {
    for type in ["address-line1", "address-level2", "postal-code"] {
      try create(type, ",\"traits\":{\"textContentType\":\"\(type)\"}")
    }
    _ = try ask("text.set", #"{"container":"postal-code","string":"mine"}"#)
    try focus("address-level2")
    desk.chooseFill(1)
    #expect(try text("address-line1") == "1 High Street" && text("address-level2") == "Ely")
    #expect(try text("postal-code") == "mine")
  }

  @Test(
    "F091 with the name focused the pair is offered; one choice fills both, and the focus stays")
  func credentials() throws {
    try create("name", #","traits":{"textContentType":"username"}"#)
    try create("word", #","traits":{"textContentType":"password","isSecureTextEntry":true}"#)
    let offered = try focus("name").named("candidates.didChange").last
    #expect("\(offered ?? .null)".contains("ann") && !"\(offered ?? .null)".contains("hunter2"))
    desk.chooseFill(1)
    #expect(try text("name") == "ann" && text("word") == "hunter2")
    #expect(try focused() == "name")
  }

  // MARK: Forms

  @Test("F066, F116, F118 the fields of four prototypes are created; the prototypes are no fields")
  func cells() throws {
    try seedForm()
    let snapshot = try ask("snapshot")["result"]
    let names = snapshot?["containers"]?.list?.compactMap { $0["container"]?.text }
    #expect(names.map(Set.init) == ["Name", "Age", "Homepage", "Password"])
    _ = desk.exchange(program, "focus.request", #"{"form":"person"}"#)
    var visited: [String] = []
    for _ in 0..<5 {
      visited.append(try #require(try focused()))
      _ = reported()
      desk.press("\t", "\t")
      let lines = reported()
      #expect(lines.named("focus.didEnd").first?["params"]?["container"]?.text == visited.last)
      #expect(
        lines.named("focus.didBegin").first?["params"]?["container"]?.text == (try focused()))
    }
    #expect(visited == ["Name", "Age", "Homepage", "Password", "Name"])
    #expect(try ask("focus.request", #"{"container":"age"}"#)["error"] != nil, "a prototype")
  }

  @Test("F117, F120, F121, F122 a form returns its values by name as typed, also without a label")
  func seedValues() throws {
    try seedForm()
    let user = try desk.connectControl()
    _ = try desk.ask(user, "subscribe")
    var lines = desk.exchange(program, "focus.request", #"{"form":"person"}"#).map(Self.value)
    var types: [String?] = []
    for text in ["ann", "42", "teh.org", "pw1"] {
      let traits = lines.named("traits.didChange").last?["params"]?["traits"]
      types.append(traits?["keyboardType"]?.text)
      desk.type(text)
      _ = reported()
      desk.press("\t", "\t")
      lines = reported()
    }
    #expect(types == ["default", "numberPad", "URL", "default"])
    let values = try ask("form.get", #"{"form":"person"}"#)["result"]?["values"]
    #expect(values?["Age"]?.text == "42" && values?["Homepage"]?.text == "teh.org")
    #expect(values?["Password"]?.text == "pw1")
    #expect(!user.lines().contains { $0.contains("pw1") || $0.contains("\"string\":\"w\"") })
  }

  @Test("F141, F169 ⇥ cycles through the fields in their order, and skips a disabled one")
  func order() throws {
    try form("1", "2", "3")
    _ = desk.exchange(program, "focus.request", #"{"form":"f"}"#)
    func tour(_ count: Int) throws -> [String?] {
      try (0..<count).map { _ in
        desk.press("\t", "\t")
        return try focused()
      }
    }
    #expect(try tour(3) == ["2", "3", "1"])
    _ = try ask("container.set", #"{"container":"2","properties":{"isEnabled":false}}"#)
    #expect(try tour(2) == ["3", "1"])
    let answer = try ask("focus.request", #"{"container":"2"}"#)
    #expect(answer["result"]?["outcome"]?.text == "refused")
  }

  @Test("F171 Return in a form goes to the next field and exits nothing")
  func next() throws {
    try form("1", "2")
    _ = desk.exchange(program, "focus.request", #"{"form":"f"}"#)
    desk.type("x")
    _ = reported()
    desk.press("\r", "\r")
    #expect(reported().named("field.didEndOnExit").isEmpty)
    #expect(try focused() == "2")
  }

  @Test("F173 Return in a text view among the fields types a newline, and ⌃⇥ leaves the view")
  func mixed() throws {
    _ = try ask(
      "form.create",
      #"{"form":"f","fields":[{"container":"v","kind":"textView"},{"container":"b"}]}"#)
    _ = desk.exchange(program, "focus.request", #"{"form":"f"}"#)
    desk.type("a")
    desk.press("\r", "\r")
    #expect(try text("v") == "a\n" && focused() == "v")
    desk.press("\t", "", .control)
    #expect(try focused() == "b")
  }
}
