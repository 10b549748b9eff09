// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import TestSupport
import Testing

@testable import Service
@testable import TextInput

/// The socket's column of the seed rows (reference 17) about a program's content: its appearance,
/// and the room that it makes for the keyboard area.
@Suite(.heldToSchema) struct SocketContentTests: ProgramTests {
  let desk: Desk
  let program: Observer

  init() throws {
    desk = try Desk()
    program = try desk.greet("till")
  }

  private static let screen = CellRect(width: 80, height: 24)

  /// The program as the service knows it.
  private var shown: Program { desk.programs.programs[0] }

  /// A program that places its content using only the notifications, as reference section 9
  /// advises.
  private struct Consumer {
    var tracker = KeyboardTracker()
    var resizes = 0

    /// Follows the notifications of one turn.
    mutating func follow(_ notifications: [JSONValue]) {
      if tracker.receive(notifications.compactMap(Self.update)) != nil { resizes += 1 }
    }

    private static func update(_ message: JSONValue) -> Update? {
      let method = message["method"]?.text ?? ""
      switch method {
      case "focus.didBegin": return .focusDidBegin(ContainerID(rawValue: 0))
      case "focus.didEnd": return .focusDidEnd(ContainerID(rawValue: 0), .committed)
      default:
        guard let event = KeyboardEvent.allCases.first(where: { $0.name == method }),
          let begin = message.rect("frameBegin"),
          let end = message.rect("frameEnd")
        else { return nil }
        return .keyboard(event, KeyboardChange(from: begin, to: end))
      }
    }
  }

  /// Gives the keyboard area a row of buttons above the status row, and this many rows of status.
  private func area(statusRows: Int, buttons: Bool) throws {
    desk.engine.keyboardArea.statusRows = statusRows
    let items = buttons ? #"{"command":"x","title":":)"}"# : ""
    _ = try ask("accessory.set", "{\"items\":[\(items)]}")
  }

  // MARK: Room for the keyboard area

  @Test("F072 a frame event after a hide is ignored until the area is shown again")
  func undocked() throws {
    var consumer = Consumer()
    try create("a")
    consumer.follow(try focus("a"))
    #expect(consumer.tracker.frame == CellRect(y: 23, width: 80, height: 1))
    for (position, frame, resizes) in [
      (.undocked(x: 5, y: 2, width: 10), nil, 2), (.undocked(x: 5, y: 20, width: 80), nil, 2),
      (.docked, CellRect(y: 23, width: 80, height: 1), 3),
    ] as [(KeyboardArea.Position, CellRect?, Int)] {
      desk.engine.keyboardArea.position = position
      desk.turn()
      let notifications = reported()
      #expect(notifications.area.contains { $0.hasPrefix("didChangeFrame") }, "\(position)")
      consumer.follow(notifications)
      #expect(consumer.tracker.frame == frame, "\(position)")
      #expect(consumer.resizes == resizes, "\(position)")
    }
  }

  @Test(
    "F073 only the intersection counts: content that ends one row above the bottom is covered less")
  func intersection() throws {
    try area(statusRows: 2, buttons: true)
    var consumer = Consumer()
    try create("a")
    consumer.follow(try focus("a"))
    #expect(consumer.tracker.frame?.height == 3)
    #expect(consumer.tracker.overlap(with: CellRect(width: 80, height: 23)) == 2)
    #expect(consumer.tracker.overlap(with: CellRect(width: 80, height: 21)) == 0)
  }

  @Test("F074 the lowest row is directly above the area, and follows it at once")
  func lowestRow() throws {
    var consumer = Consumer()
    try create("a")
    let events = try focus("a")
    #expect(events.compactMap { $0["params"]?["duration"]?.number } == [0, 0, 0, 0])
    consumer.follow(events)
    #expect(consumer.tracker.visiblePart(of: Self.screen).maxY == 23)
    let items = #"{"items":[{"command":"x","title":":)"}]}"#
    consumer.follow(notifications(of: "accessory.set", items))
    #expect(consumer.tracker.visiblePart(of: Self.screen).maxY == 22)
    consumer.follow(notifications(of: "focus.release"))
    #expect(consumer.tracker.visiblePart(of: Self.screen).maxY == 24)
  }

  @Test("F075, F077 a list is inset by the covered rows, and scrolls to its focused or last row")
  func scrolling() throws {
    let list = ScrollView(frame: Self.screen)
    list.contentHeight = 40
    var consumer = Consumer()
    func follow(_ notifications: [JSONValue], _ row: Int) {
      consumer.follow(notifications)
      list.contentInset = consumer.tracker.overlap(with: list.frame)
      list.scrollRowsToVisible(row..<row + 1)
    }
    try create("a")
    follow(try focus("a"), 23)
    #expect(list.contentInset == 1 && list.visibleRows == 1..<24, "the focused row")
    follow([], 39)
    #expect(list.visibleRows == 17..<40)
    let items = #"{"items":[{"command":"x","title":":)"}]}"#
    follow(notifications(of: "accessory.set", items), 39)
    #expect(list.contentInset == 2 && list.visibleRows == 18..<40, "the last message")
  }

  @Test("F076 a form is inset by the rows that the area covers, without any request of the program")
  func ownInset() throws {
    try largeForm()
    let scroll = try #require(shown.forms["f"]).scrollView
    #expect(scroll.adjustedContentInset == 0)
    for (statusRows, buttons, inset) in [(1, false, 1), (2, true, 3), (1, true, 2)] {
      try area(statusRows: statusRows, buttons: buttons)
      let events = try focus("1") + reported()
      #expect(scroll.adjustedContentInset == inset)
      if let frame = events.compactMap({ $0.rect("frameEnd") }).last {
        #expect(scroll.frame.intersection(frame).height == inset)
      }
    }
    _ = try ask("focus.release")
    #expect(scroll.adjustedContentInset == 0)
  }

  @Test("NTF-13a, NTF-13b a change is local only for the program that caused it")
  func local() throws {
    let other = try desk.greet("other")
    try create("a")
    let own = try focus("a").filter { $0.frame("frameEnd") != nil }
    let others = other.lines().map(Self.value).filter { $0.frame("frameEnd") != nil }
    #expect(own.count == 4 && own.allSatisfy { $0["params"]?["isLocal"] == .bool(true) })
    #expect(others.count == 4 && others.allSatisfy { $0["params"]?["isLocal"] == .bool(false) })
  }

  @Test("F165 with legacyHideShow a program that follows the rule resizes nothing between fields")
  func flicker() throws {
    let user = try desk.connectControl()
    _ = try desk.ask(user, "settings.set", #"{"legacyHideShow":true}"#)
    var consumer = Consumer()
    for name in ["a", "b", "c"] { try create(name) }
    consumer.follow(try focus("a"))
    #expect(consumer.resizes == 1)
    for name in ["b", "c"] {
      let events = try focus(name)
      #expect(events.area.count == 8, "\(name)")
      for count in events.indices {
        var early = consumer
        early.follow(Array(events[...count]))
        #expect(early.resizes == 1, "\(events[count])")
      }
      consumer.follow(events)
    }
    #expect(consumer.resizes == 1 && consumer.tracker.frame != nil)
    consumer.follow(notifications(of: "focus.release"))
    #expect(consumer.resizes == 2 && consumer.tracker.frame == nil)
  }

  // MARK: Forms

  /// Creates a form with the fields 1, 2, 3 …, one row each.
  private func largeForm(_ count: Int = 24) throws {
    let fields = (1...count).map { "{\"container\":\"\($0)\"}" }.joined(separator: ",")
    let answer = try ask("form.create", "{\"form\":\"f\",\"fields\":[\(fields)]}")
    #expect(answer["result"] != nil, "\(answer)")
  }

  @Test("F067 the last row of 24 moves above the area when it gets the focus, and back afterwards")
  func lastField() throws {
    try largeForm()
    let scroll = try #require(shown.forms["f"]).scrollView
    try focus("24")
    #expect(scroll.visibleRows.contains(23))
    #expect(scroll.visibleRows.upperBound - scroll.contentOffset <= 23)
    #expect(scroll.frame.height == 24, "the frame is unchanged")
    _ = try ask("focus.release")
    #expect(scroll.contentOffset == 0)
  }

  @Test(
    "F167, F168 the focused field is centred in the remaining rows, and the content is extended")
  func centred() throws {
    try largeForm()
    try area(statusRows: 2, buttons: true)
    desk.engine.keyboardArea.showsCandidates = true
    let scroll = try #require(shown.forms["f"]).scrollView
    for (field, offset) in [("21", 10), ("4", 0), ("24", 13), ("12", 1)] {
      try focus(field)
      #expect(desk.engine.keyboardArea.frame.height == 4)
      #expect(scroll.contentOffset == offset, "\(field)")
    }
    #expect(scroll.contentHeight + scroll.adjustedContentInset - scroll.frame.height == 4)
    #expect(scroll.largestOffset == 4)
  }

  @Test("F170 of the tags 1, 2, 4 two are entries: Return in the second ends the form")
  func tags() throws {
    let create = #"{"form":"f","fields":[{"container":"c","tag":4},{"container":"b","tag":2},"#
    let answer = try ask(
      "form.create", create + #"{"container":"a","tag":1},{"container":"note","tag":0}]}"#)
    #expect(answer["result"]?["containers"]?.list?.compactMap(\.text) == ["c", "b", "a", "note"])
    _ = try ask("focus.request", #"{"form":"f"}"#)
    var entries: [String?] = []
    var finished: [Bool] = []
    for _ in 0..<2 {
      entries.append(try focused())
      desk.press("\r", "\r")
      finished.append(!reported().named("form.didFinish").isEmpty)
    }
    #expect(entries == ["a", "b"] && finished == [false, true])
    #expect(try focused() == nil)
  }

  // MARK: Labels

  @Test("F059 a label of at most four lines truncates the fifth, its last row ending in …")
  func truncated() throws {
    _ = try ask("label.create", #"{"label":"l","text":"1\n2\n3\n4\n5","lines":4}"#)
    let label = try #require(shown.labels["l"])
    #expect(label.rows.map(\.text.text) == ["1", "2", "3", "4…"] && label.frame.height == 4)
    _ = try ask("label.set", #"{"label":"l","lines":2}"#)
    #expect(label.rows.map(\.text.text) == ["1", "2…"] && label.frame.height == 2)
    _ = try ask("label.set", #"{"label":"l","lines":0}"#)
    #expect(label.rows.count == 5, "0 is no limit")
  }

  @Test("F060 a text is measured in cells: wide characters are two, and rows wrap at a width")
  func measured() throws {
    for (text, more, width, height) in [
      ("日本a", "", 5, 1), ("e\u{301}", "", 1, 1), ("👍🏽", "", 2, 1), ("", "", 0, 0),
      ("one two three", ",\"width\":8", 7, 2), ("1\\n2\\n3\\n4\\n5", ",\"lines\":4", 2, 4),
    ] {
      let size = try ask("label.measure", "{\"text\":\"\(text)\"\(more)}")["result"]
      #expect(size?["width"]?.number == width && size?["height"]?.number == height, "\(text)")
    }
    let wrong = try ask("label.measure", #"{"text":"a","width":0}"#)["error"]
    #expect(wrong?["data"]?["place"]?.text == "/params/width")
  }

  @Test("F061 spans of two styles are shown read-only: keys do not change them")
  func spans() throws {
    let spans = #"[{"text":"Total ","bold":true,"dim":false},{"text":"12","color":"red"}]"#
    _ = try ask("label.create", "{\"label\":\"l\",\"spans\":\(spans)}")
    let label = try #require(shown.labels["l"])
    let expected = [
      StyledText.Span("Total ", TextStyle(.bold)),
      StyledText.Span("12", TextStyle(foreground: .red)),
    ]
    #expect(label.rows.map(\.text.spans) == [expected])
    _ = notifications(of: "focus.request")
    desk.type("x")
    #expect(reported().named("text.didChange").isEmpty && label.styledText.spans == expected)
    #expect(try ask("focus.request", #"{"container":"l"}"#)["error"] != nil)
    for (spans, place) in [
      (#"[{"text":"a","color":"mauve"}]"#, "/params/spans/0/color"),
      (#"[{"bold":true}]"#, "/params/spans/0/text"),
      (#"[{"text":"a"}],"text":"a""#, "/params/spans"),
    ] {
      let error = try ask("label.set", "{\"label\":\"l\",\"spans\":\(spans)}")["error"]
      #expect(error?["data"]?["place"]?.text == place)
    }
    #expect(label.text == "Total 12")
  }

  // MARK: Fields

  @Test(
    "F134 a text that does not fit its field's frame scrolls left, so that the caret is visible")
  func scrolled() throws {
    try create("a", #","frame":[0,0,5,1]"#)
    try focus("a")
    desk.type("abcdefg")
    let field = try #require(shown.containers["a"]?.text as? TextField)
    let layout = field.layout(width: field.frame.width)
    #expect(layout.visibleRange == TextRange(3, 7) && layout.caret == 4)
    #expect(try text("a") == "abcdefg" && caret("a") == 7)
    _ = try ask("selection.set", #"{"container":"a","anchor":0}"#)
    #expect(field.layout(width: 5, scroll: layout.scroll).visibleRange == TextRange(0, 5))
  }

  /// The properties that `container.get` returns.
  private func properties(_ names: String...) throws -> JSONValue? {
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try ask("container.get", "{\"container\":\"a\",\"properties\":[\(list)]}")
    return answer["result"]?["properties"] ?? answer["error"]?["data"]
  }

  @Test("F135, FLD-5b, FLD-5c font shrinking and the smallest size are stored and read back")
  func fontSizes() throws {
    try create("a", #","properties":{"adjustsFontSizeToFitWidth":true,"minimumFontSize":7}"#)
    let read = try properties("adjustsFontSizeToFitWidth", "minimumFontSize")
    #expect(
      read == .object(["adjustsFontSizeToFitWidth": .bool(true), "minimumFontSize": .number(7)]))
    #expect(try ask("container.get", #"{"container":"a"}"#)["result"]?["properties"] == nil)
    let field = try #require(shown.containers["a"]?.text as? TextField)
    #expect(
      field.layout(width: 3) == TextField().layout(width: 3), "the font size does not affect cells")
    field.minimumFontSize = .infinity
    #expect(
      try properties("minimumFontSize", "minimumFontSize")
        == .object(["minimumFontSize": .number(0)]))
    #expect(try properties("font", "fnot")?["place"]?.text == "/params/properties/1")
  }

  @Test(
    "F142 a font is stored by its name and read back; bold and italic reach the terminal",
    arguments: [
      ("Helvetica-Oblique", .italic), ("Georgia-BoldItalic", [.bold, .italic]),
      ("Courier-Bold", .bold), ("Helvetica", []), ("Italica", []),
    ] as [(String, TextStyle.Attributes)])
  func font(_ name: String, _ attributes: TextStyle.Attributes) throws {
    try create("a", ",\"properties\":{\"font\":\"\(name)\"}")
    #expect(try properties("font")?["font"]?.text == name)
    #expect(try #require(shown.containers["a"]).text.style.textStyle.attributes == attributes)
  }

  @Test("FLD-5b every property is read back as it was set, enumerated ones by name")
  func readBack() throws {
    let values: [(String, String, JSONValue)] = [
      ("text", #""x""#, .text("x")), ("placeholder", #""p""#, .text("p")),
      ("clearButtonMode", "3", .text("always")), ("clearsOnBeginEditing", "true", .bool(true)),
      ("clearsOnInsertion", "true", .bool(true)), ("isEnabled", "false", .bool(false)),
      ("borderStyle", "2", .text("bezel")), ("background", #""b""#, .text("b")),
      ("disabledBackground", "null", .null), ("backgroundColor", ##""#0a0B0c""##, .text("#0a0b0c")),
      ("textAlignment", #""right""#, .text("right")), ("textColor", #""red""#, .text("red")),
      ("leftViewMode", #""unlessEditing""#, .text("unlessEditing")),
      ("rightViewMode", "1", .text("whileEditing")),
    ]
    try create("a")
    for (name, value, expected) in values {
      let set = "{\"container\":\"a\",\"properties\":{\"\(name)\":\(value)}}"
      #expect(try ask("container.set", set)["result"] != nil, "\(name)")
      #expect(try properties(name)?[name] == expected, "\(name)")
    }
    #expect(try properties("isEditable")?["name"]?.text == "unsupported")
    _ = try ask("container.remove", #"{"container":"a"}"#)
    try create("a", #","kind":"textView","properties":{"isEditable":false}"#)
    let view = try properties("isEditable", "isSelectable")
    #expect(view == .object(["isEditable": .bool(false), "isSelectable": .bool(true)]))
  }

  @Test("TRT-4b, TRT-4c a refused character is reported to its own program only")
  func refused() throws {
    let traits = #"{"keyboardType":"numberPad","restrictToKeyboardType":true}"#
    try create("a", ",\"traits\":\(traits),\"questions\":{\"text.shouldChange\":true}")
    let user = try desk.connectControl()
    _ = try desk.ask(user, "subscribe")
    try focus("a")
    _ = user.lines()
    desk.press("x", "x")
    let reported = reported()
    #expect(
      reported.count == 1 && reported.named("text.wasRefused").count == 1 && user.lines() == [])
    #expect(try text("a") == "" && desk.engine.keyboardArea.isFlashing)
  }

  // MARK: Titles

  @Test("F100 a user whose language is Swedish sees Swedish titles of the program's commands")
  func titles() throws {
    let locales = try CompiledLocales("sv")
    desk.engine.translator = Translator(LocaleName.list("sv"), folders: [locales.path])
    _ = try ask(
      "command.register",
      #"{"command":"next","chord":"cmd+down","title":"GO_TO_NEXT_CONVERSATION"}"#)
    _ = try ask("command.register", #"{"command":"pay","chord":"cmd+p","title":"Pay"}"#)
    _ = notifications(of: "focus.request")
    desk.holdCommand(milliseconds: 1000)
    let panel = try #require(reported().named("hud.shown").first?["params"])
    let rows = panel["groups"]?.list?.first?["rows"]?.list ?? []
    #expect(
      rows.compactMap { $0["title"]?.text } == ["Gå till nästa konversation", "Pay"], "\(panel)")
    desk.press(.downArrow, "", .command)
    let invoked = try #require(reported().named("command.invoked").first?["params"])
    #expect(invoked["title"]?.text == "Gå till nästa konversation")
  }
}

extension JSONValue {
  /// A frame among a notification's parameters.
  fileprivate func rect(_ name: String) -> CellRect? {
    guard let numbers = frame(name), numbers.count == 4 else { return nil }
    return CellRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}
