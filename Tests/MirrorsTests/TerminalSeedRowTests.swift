// SPDX-License-Identifier: Apache-2.0
import AutoFill
import Forms
import KeyCommands
import Keys
import TestSupport
import Testing
import TextInput

@testable import Mirrors

/// The terminal's column of the seed rows (reference 17): the acceptance examples on the screen.
@Suite struct TerminalSeedRowTests {
  private static let modes = ["en-US", "sv-SE"].compactMap { id in
    TextInputMode.builtin.first { $0.id == id }
  }

  /// Fields below each other, the first of which has the focus.
  private func fields(
    _ count: Int = 1, columns: Int = 40, rows: Int = 8, _ furnish: ([TextField]) -> Void = { _ in }
  ) throws -> (Stage, [TextField]) {
    let fields = (0..<count).map { row in
      TextField(name: "field \(row + 1)", frame: CellRect(y: row, width: 20, height: 1))
    }
    furnish(fields)
    let stage = try Stage(columns: columns, rows: rows) { engine in
      for field in fields { engine.window.addSubview(field) }
      fields[0].becomeFirstResponder()
    }
    return (stage, fields)
  }

  /// A form of fields with the tags 1, 2, 3 …, in the window.
  private func form(_ count: Int, rows: Int = 8) throws -> (Stage, FormController) {
    let form = FormController(name: "form", frame: CellRect(width: 40, height: rows))
    for row in 0..<count {
      let field = TextField(
        name: "field \(row + 1)", frame: CellRect(y: row, width: 20, height: 1))
      field.text = "\(row + 1)"
      field.tag = row + 1
      field.delegate = form
      form.view.addSubview(field)
    }
    let stage = try Stage(rows: rows) { engine in
      engine.window.rootViewController = form
      form.beginEntry()
    }
    return (stage, form)
  }

  /// A screen that supplies an accessory and can have the focus itself.
  private final class Host: ViewController {
    var accessory: View?
    var accessoryController: ViewController?
    override var canBecomeFirstResponder: Bool { true }
    override var inputAccessoryView: View? { accessory }
    override var inputAccessoryViewController: ViewController? { accessoryController }
  }

  // MARK: The area

  @Test("F001, F050, F052 the area is at the bottom while something has the focus")
  func area() throws {
    var (stage, fields) = try fields()
    #expect(stage.status.hasPrefix("return · "))
    fields[0].resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines.allSatisfy { $0.isEmpty })
    fields[0].becomeFirstResponder()
    try stage.show()
    #expect(stage.status.hasPrefix("return · "))
  }

  @Test("F002 a resized terminal has the area at its new bottom, and text and caret do not change")
  func resized() throws {
    var (stage, _) = try fields { $0[0].text = "abc" }
    try stage.press(.leftArrow)
    let text = stage.content[0]
    try stage.resize(60, 12)
    #expect(stage.content[0] == text && text == "ab«c»")
    #expect(stage.area == CellRect(y: 11, width: 60, height: 1))
    #expect(stage.status.hasPrefix("return · "))
    #expect(stage.terminal.lines[1...10].allSatisfy { $0.isEmpty })
  }

  @Test("F033 the area is drawn and reported at its place at once, without an animation")
  func animation() throws {
    var (stage, fields) = try fields()
    fields[0].resignFirstResponder()
    try stage.show()
    fields[0].becomeFirstResponder()
    let changes = stage.engine.takeUpdates().compactMap { update in
      if case .keyboard(_, let change) = update { change } else { nil }
    }
    #expect(changes.count == 4 && changes.allSatisfy { $0.duration == .zero })
    try stage.show()
    #expect(stage.status.hasPrefix("return · "))
  }

  @Test("F053, F064, F065, F172 a text has the rows that an area of any height leaves")
  func room() throws {
    let view = TextView(name: "view")
    view.text = (1...30).map(String.init).joined(separator: "\n")
    var stage = try Stage(rows: 24) { $0.fill(with: view) }
    for statusRows in [1, 2, 0] {
      stage.engine.keyboardArea.statusRows = statusRows
      stage.engine.advance(to: .zero)
      view.frame.height = stage.engine.window.keyboardLayoutGuide.y
      stage.engine.follow(view)
      try stage.show()
      #expect(stage.area.height == statusRows)
      let shown = stage.terminal.lines.prefix(24 - statusRows)
      #expect(shown.last == "30" && shown.first == "\(30 - shown.count + 1)")
    }
  }

  @Test("F069 the candidates add a row above the status row, and remove it")
  func candidates() throws {
    var (stage, _) = try fields { $0[0].text = "apple apricot ap" }
    try stage.press(.function(5))
    #expect(stage.area.height == 2 && stage.terminal.lines[6].hasPrefix("1 apricot  2 apple"))
    try stage.press(.escape)
    #expect(stage.area.height == 1 && stage.terminal.lines[6] == "")
  }

  @Test("F029 the candidates are below the text, and a digit or ⏎ chooses one")
  func choosing() throws {
    for text in ["apple", "apricot"] {
      var (stage, _) = try fields {
        $0[0].frame.width = 30
        $0[0].text = "apple apricot ap"
      }
      try stage.press(.function(5))
      #expect(stage.terminal.marked[6].hasPrefix("1 apricot«  2 apple"), "the first stands out")
      if text == "apple" { try stage.type("2") } else { try stage.press(.return) }
      #expect(stage.terminal.lines[0] == "apple apricot \(text)")
      #expect(stage.terminal.lines[6] == "")
    }
  }

  @Test("F164 between fields of one height the area is not redrawn, even in legacy mode")
  func legacy() throws {
    for isLegacy in [false, true] {
      var (stage, fields) = try fields(2)
      stage.engine.settings.legacyHideShow = isLegacy
      let area = stage.terminal.places[7]
      fields[1].becomeFirstResponder()
      try stage.show()
      #expect(stage.terminal.places[7] == area && !stage.sent.contains("return"))
    }
  }

  @Test("F070 if each event has a row, only that of the event changes")
  func registrations() throws {
    let events: [KeyboardEvent] = [.didShow, .didHide, .didChangeFrame]
    let labels = events.indices.map { Label("0", frame: CellRect(y: $0 + 2, width: 9, height: 1)) }
    let field = TextField(name: "field", frame: CellRect(width: 20, height: 1))
    var stage = try Stage { engine in
      for view in labels + [field] as [View] { engine.window.addSubview(view) }
      for (event, label) in zip(events, labels) {
        engine.keyboardArea.addObserver(for: event) { _ in
          label.text = "\((Int(label.text) ?? 0) + 1)"
        }
      }
    }
    func shown() throws -> [String] {
      try stage.show()
      return Array(stage.terminal.lines[2...4])
    }
    #expect(try shown() == ["0", "0", "0"])
    field.becomeFirstResponder()
    #expect(try shown() == ["1", "0", "1"])
    field.inputAccessoryView = View(frame: CellRect(width: 1, height: 1))
    field.reloadInputViews()
    #expect(try shown() == ["1", "0", "2"])
    field.resignFirstResponder()
    #expect(try shown() == ["1", "1", "3"])
  }

  /// Content that follows only the area's events, and stays at the bottom of the remaining rows.
  private final class Consumer {
    var tracker = KeyboardTracker()
    let lowest = Label("lowest", frame: CellRect(width: 10, height: 1))

    /// Follows the events of a turn.
    ///
    /// - Returns: Whether the content moved.
    @discardableResult
    func follow(_ stage: inout Stage) throws -> Bool {
      let change = tracker.receive(stage.engine.takeUpdates())
      let size = stage.engine.screen
      let content = CellRect(width: size.width, height: size.height)
      lowest.frame.y = tracker.visiblePart(of: content).maxY - 1
      try stage.show()
      #expect(stage.terminal.lines[lowest.frame.y] == "lowest")
      return change != nil
    }
  }

  @Test("F072 frame events after a hide leave the content at the bottom until the next show")
  func afterHide() throws {
    let consumer = Consumer()
    var (stage, fields) = try fields()
    stage.engine.window.addSubview(consumer.lowest)
    stage.engine.keyboardArea.statusRows = 2
    // The stage has consumed the events of the first show.
    fields[0].resignFirstResponder()
    try consumer.follow(&stage)
    #expect(stage.terminal.lines[7] == "lowest")
    fields[0].becomeFirstResponder()
    #expect(try consumer.follow(&stage))
    #expect(stage.terminal.lines[5] == "lowest" && stage.area.height == 2)
    stage.engine.keyboardArea.position = .undocked(x: 20, y: 1, width: 10)
    #expect(try consumer.follow(&stage))
    #expect(stage.terminal.lines[7] == "lowest")
    stage.engine.keyboardArea.position = .undocked(x: 20, y: 4, width: 10)
    #expect(try !consumer.follow(&stage), "the pane moves, the content does not")
    #expect(stage.terminal.lines[7] == "lowest" && stage.area.y == 4)
    stage.engine.keyboardArea.position = .docked
    #expect(try consumer.follow(&stage))
    #expect(stage.terminal.lines[5] == "lowest")
  }

  @Test("F165 in legacy mode content that follows the rule is not redrawn between fields")
  func flicker() throws {
    let consumer = Consumer()
    var (stage, fields) = try fields(3)
    stage.engine.settings.legacyHideShow = true
    stage.engine.window.addSubview(consumer.lowest)
    fields[0].resignFirstResponder()
    try consumer.follow(&stage)
    fields[0].becomeFirstResponder()
    #expect(try consumer.follow(&stage))
    for field in fields[1...] {
      field.becomeFirstResponder()
      let updates = stage.engine.takeUpdates()
      #expect(updates.count { if case .keyboard = $0 { true } else { false } } == 8)
      for count in updates.indices {
        var early = consumer.tracker
        #expect(early.receive(Array(updates[...count])) == nil, "\(updates[count])")
      }
      consumer.tracker.receive(updates)
      let isMoved = try consumer.follow(&stage)
      #expect(!isMoved && stage.terminal.lines[6] == "lowest" && !stage.sent.contains("low"))
    }
    fields[2].resignFirstResponder()
    #expect(try consumer.follow(&stage))
    #expect(stage.terminal.lines[7] == "lowest")
  }

  @Test("F150 a bar that follows only the events' frames stays above the area with its width")
  func placedByHand() throws {
    let bar = Label("bar")
    var (stage, fields) = try fields { $0[0].text = "text" }
    let area = stage.engine.keyboardArea
    stage.engine.window.addSubview(bar)
    for event in [KeyboardEvent.willShow, .willHide, .willChangeFrame] {
      area.addObserver(for: event) { change in
        let end = change.frameEnd
        let height = end.isEmpty ? 0 : 1
        bar.frame = CellRect(x: end.x, y: end.y - height, width: end.width, height: height)
        #expect(change.duration == .zero && change.frameBegin != change.frameEnd)
      }
    }
    fields[0].resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines.dropFirst().allSatisfy { $0.isEmpty })
    fields[0].becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines[6] == "bar" && bar.frame.width == 40)
    area.statusRows = 2
    try stage.show()
    #expect(stage.terminal.lines[5] == "bar")
    try stage.resize(30, 6)
    #expect(stage.terminal.lines[3] == "bar" && bar.frame.width == 30)
  }

  // MARK: Traits

  /// Values of every content type, each of which is its raw value.
  private struct EveryValue: FillSource {
    func records(for program: ProgramIdentity, at now: Timestamp) -> [FillRecord] {
      let values = TextContentType.allCases.map { ($0, "<\($0.rawValue)>") }
      return [FillRecord(Dictionary(uniqueKeysWithValues: values), source: "all")]
    }
  }

  @Test("F087 every content type has its own candidate by raw value, and other words are refused")
  func contentTypes() throws {
    var (stage, fields) = try fields()
    stage.engine.autoFill = AutoFillSuggester(
      sources: [EveryValue()], credentials: MemoryCredentials())
    var offered = 0
    for type in TextContentType.allCases {
      fields[0].resignFirstResponder()
      try fields[0].traits.set("textContentType", to: .text(type.rawValue))
      fields[0].becomeFirstResponder()
      try stage.show()
      let row = stage.terminal.lines[6]
      if row.hasPrefix("1 <") {
        #expect(row == "1 <\(type.rawValue)> all")
        offered += 1
      } else {
        #expect(
          [.account, .payment, .device, .literal].contains(type.group), "\(type) \(row)")
      }
      #expect(stage.status.contains("return · "))
      let before = stage.terminal.lines
      #expect(throws: TraitError.self) {
        try fields[0].traits.set("textContentType", to: .text(type.rawValue + "s"))
      }
      try stage.show()
      #expect(fields[0].traits.textContentType == type && stage.terminal.lines == before)
    }
    #expect(offered > 30)
  }

  @Test("F096 a trait is default, no or yes; a fourth value is refused and changes nothing")
  func switches() throws {
    var (stage, fields) = try fields()
    let names = [
      "autocorrectionType", "spellCheckingType", "smartQuotesType", "smartDashesType",
      "smartInsertDeleteType", "inlinePredictionType",
    ]
    for name in names {
      for (number, word) in ["default", "no", "yes"].enumerated() {
        try fields[0].traits.set(name, to: .number(number))
        for wrong in [JSONValue.number(3), .number(-1), .text("maybe"), .bool(true), .null] {
          #expect(throws: TraitError.self) { try fields[0].traits.set(name, to: wrong) }
        }
        let value = fields[0].traits.namedValues.first { $0.name == name }?.value
        #expect(value == .text(word), "the old value stays")
        try stage.show()
        try stage.type("a")
      }
    }
    #expect(stage.content[0] == String(repeating: "a", count: 18) + "« »")
  }

  /// Corrects one mistake if the field has correction.
  private final class Corrector: TypingAssistant {
    func substitutions(for context: TypingContext) -> [TextSubstitution] {
      let caret = context.selection.head
      let word = TextRange(max(0, caret - 3), caret)
      guard context.text == " ", ResolvedTraits(context.traits).autocorrection,
        context.storage.substring(word) == "teh"
      else { return [] }
      return [TextSubstitution(word, with: "the", kind: .correction)]
    }
  }

  @Test("F097 a flight number's field without correction keeps the typed text, unlike another")
  func flightNumber() throws {
    let corrector = Corrector()
    var (stage, fields) = try fields(2) {
      for field in $0 { field.traits.textContentType = .flightNumber }
      $0[0].traits.autocorrectionType = .no
    }
    stage.engine.assistant = corrector
    for (field, shown) in zip(fields, ["teh 0716« »", "the 0716« »"]) {
      field.becomeFirstResponder()
      try stage.type("teh 0716")
      #expect(stage.content[fields[0] === field ? 0 : 1] == shown)
    }
  }

  @Test("F127 the status row names a keyboard type that says what to type")
  func keyboardTypes() throws {
    var (stage, fields) = try fields()
    var labels: [String] = []
    for type in KeyboardType.allCases.prefix(8) {
      fields[0].traits.keyboardType = type
      try stage.show()
      labels.append(stage.status.split(separator: " ").first.map(String.init) ?? "")
    }
    #expect(
      labels == ["return", "return", "return", "URL", "Numbers", "Phone", "return", "Email"])
  }

  @Test("F007, F040, F131 each return label is shown in the status row")
  func returnLabels() throws {
    var (stage, fields) = try fields()
    let labels = [
      "return", "Go", "Google", "Join", "Next", "Route", "Search", "Send", "Yahoo", "Done",
      "Emergency Call",
    ]
    for (type, label) in zip(ReturnKeyType.allCases, labels) {
      fields[0].traits.returnKeyType = type
      try stage.show()
      #expect(stage.status.hasPrefix("\(label) · "), "\(type)")
    }
  }

  @Test("F039 the search field's label is shown with the focus, before its first key")
  func adopted() throws {
    var (stage, fields) = try fields(2) {
      ($0[0].traits.keyboardType, $0[0].traits.returnKeyType) = (.url, .go)
      $0[1].traits.returnKeyType = .google
    }
    #expect(stage.status.hasPrefix("URL · Go · "))
    try stage.press(.tab)
    #expect(fields[1].isFirstResponder && stage.status.hasPrefix("Google · "))
    try stage.type("k")
    #expect(stage.content[1] == "k« »")
  }

  @Test("F049, F132 Return in a field goes to the delegate, and changes nothing on the screen")
  func asked() throws {
    final class Asked: TextFieldDelegate {
      var count = 0
      func textFieldShouldReturn(_ textField: TextField) -> Bool {
        count += 1
        return false
      }
    }
    let asked = Asked()
    var (stage, _) = try fields {
      $0[0].delegate = asked
      $0[0].text = "ab"
    }
    let before = stage.terminal.marked
    try stage.press(.return)
    #expect(asked.count == 1 && stage.terminal.marked == before)
  }

  @Test("F011 a field that requests a translucent keyboard is drawn like any other")
  func translucent() throws {
    let (plain, _) = try fields { $0[0].text = "ab" }
    let (translucent, _) = try fields {
      $0[0].text = "ab"
      $0[0].traits.translucent = true
    }
    #expect(translucent.terminal.places == plain.terminal.places)
  }

  @Test("F055, F056 a web field named zip has no keyboard type in the status row")
  func webField() throws {
    let field = WebField(name: "zip", frame: CellRect(width: 10, height: 1))
    var stage = try Stage { engine in
      engine.window.addSubview(field)
      field.becomeFirstResponder()
    }
    #expect(stage.status.hasPrefix("return · No keyboard"))
    var traits = TextInputTraits()
    traits.keyboardType = .numberPad
    #expect(throws: ContainerError.unsupportedTrait(kind: .webField)) {
      try field.setTraits(traits)
    }
    try stage.show()
    #expect(stage.status.hasPrefix("return · No keyboard"))
  }

  @Test("F057 an empty text view shows only its caret, even if a program sets a placeholder")
  func viewPlaceholder() throws {
    let view = TextView(name: "view", frame: CellRect(width: 20, height: 3))
    #expect(throws: PropertyError.unsupportedProperty("placeholder", kind: .textView)) {
      try view.setProperty("placeholder", to: .text("Note"))
    }
    let stage = try Stage { engine in
      engine.window.addSubview(view)
      view.becomeFirstResponder()
    }
    #expect(stage.content.prefix(3) == ["« »", "", ""])
  }

  @Test("F135 font shrinking and its smallest size are stored, and change no cell")
  func shrinking() throws {
    let (plain, _) = try fields { $0[0].text = "a text that is longer than its field" }
    let (shrinking, fields) = try fields {
      $0[0].text = "a text that is longer than its field"
      ($0[0].adjustsFontSizeToFitWidth, $0[0].minimumFontSize) = (true, 7)
    }
    #expect(shrinking.terminal.places == plain.terminal.places)
    #expect(fields[0].adjustsFontSizeToFitWidth && fields[0].minimumFontSize == 7)
  }

  // MARK: Typing

  @Test("F006, F128 ⌃. in a URL field types .com, and holding it lists the alternatives in order")
  func domain() throws {
    var (stage, _) = try fields { $0[0].traits.keyboardType = .url }
    try stage.type("apple")
    let key = Keystroke(
      event: keystroke(code: KeyCode(52)).event, modifiers: .control,
      charactersIgnoringModifiers: ".")
    stage.engine.handle(key)
    try stage.show()
    #expect(stage.terminal.lines[0] == "apple.com" && stage.terminal.lines[6] == "")
    stage.engine.advance(to: try #require(stage.engine.nextDeadline))
    try stage.show()
    #expect(stage.terminal.lines[6] == "1 .com  2 .net  3 .edu  4 .org")
    var released = key
    released.event.phase = .release
    stage.engine.handle(released)
    try stage.type("2")
    #expect(stage.terminal.lines[0] == "apple.net" && stage.terminal.lines[6] == "")
  }

  @Test("F034 Done on ⌘⏎ ends editing, and hides caret and area")
  func done() throws {
    let controller = ViewController(name: "screen")
    let view = TextView(name: "view", frame: CellRect(width: 20, height: 2))
    var stage = try Stage { engine in
      engine.window.rootViewController = controller
      controller.view.addSubview(view)
      controller.declareDone()
      view.becomeFirstResponder()
    }
    try stage.type("x")
    #expect(stage.terminal.marked[0] == "x« »" && stage.status.hasPrefix("No keyboard"))
    try stage.press(.return, modifiers: .command)
    #expect(stage.terminal.marked == ["x", "", "", "", "", "", "", ""])
  }

  @Test("F082 ⌘⏎ in a chat sends the typed text, and the field above the area is empty again")
  func chat() throws {
    let message = TextView(name: "message")
    message.layout.wrapWidth = 40
    let accessory = ExpandingAccessory(container: message, maximumRows: 4)
    let host = Host(name: "chat", view: View(frame: CellRect(width: 40, height: 8)))
    host.accessory = accessory
    let bar = AccessoryBar(name: "bar")
    var sent: [String] = []
    bar.items = [
      AccessoryItem(
        title: "Send",
        keyCommand: KeyCommand(
          id: "send", input: .return, modifiers: .command, title: "Send")
      ) { _ in
        sent.append(message.text)
        message.text = ""
      }
    ]
    accessory.addSubview(bar)
    var stage = try Stage { engine in
      engine.window.rootViewController = host
      host.becomeFirstResponder()
    }
    message.becomeFirstResponder()
    try stage.type("I'll come")
    #expect(stage.terminal.lines[6] == "I'll come")
    try stage.press(.return, modifiers: .command)
    #expect(sent == ["I'll come"] && stage.terminal.lines[6] == "")
  }

  @Test("F098 the composition is underlined in the search field, and part of its query")
  func composing() throws {
    var (stage, fields) = try fields()
    fields[0].setMarkedText("きょ", selectedRange: TextRange(caret: 2))
    try stage.show()
    #expect(stage.terminal.marked[0] == "{きょ}« »")
    #expect(fields[0].text == "きょ")
  }

  @Test("F125 one space enables Return")
  func automaticReturn() throws {
    var (stage, _) = try fields { $0[0].traits.enablesReturnKeyAutomatically = true }
    #expect(stage.terminal.places[7][0].strokes == [2])
    try stage.type(" ")
    #expect(stage.terminal.places[7][0].strokes == [])
    try stage.press(.delete)
    #expect(stage.terminal.places[7][0].strokes == [2])
  }

  @Test("F140 a field that clears on begin is empty once it has the focus")
  func clearsOnBegin() throws {
    var (stage, fields) = try fields(2) {
      $0[1].text = "abc"
      $0[1].clearsOnBeginEditing = true
    }
    #expect(stage.content[1] == "abc")
    fields[1].becomeFirstResponder()
    try stage.show()
    #expect(stage.content[1] == "« »")
  }

  @Test("F144 a text that a program sets is shown at once, with its caret at the end")
  func setText() throws {
    var (stage, fields) = try fields()
    try stage.type("xyz")
    fields[0].text = "new"
    try stage.show()
    #expect(stage.content[0] == "new« »")
  }

  // MARK: Commands and modes

  @Test("F099 with a list focused ⌘↓ runs the command; in a text the caret moves to the end")
  func conversation() throws {
    final class List: View {
      var chosen = 0
      override var canBecomeFirstResponder: Bool { true }
    }
    let list = List(name: "list")
    let view = TextView(name: "view", frame: CellRect(width: 20, height: 3))
    var stage = try Stage { engine in
      engine.window.addSubview(list)
      engine.window.addSubview(view)
      list.addKeyCommand(
        KeyCommand(id: "next", input: .downArrow, modifiers: .command, title: "Next")
      ) { _ in list.chosen += 1 }
      view.text = "abc\nd"
      list.becomeFirstResponder()
    }
    try stage.press(.downArrow, modifiers: .command)
    #expect(list.chosen == 1)
    view.select(Selection(caret: 2))
    view.becomeFirstResponder()
    try stage.show()
    #expect(stage.content[0] == "ab«c»")
    try stage.press(.downArrow, modifiers: .command)
    #expect(list.chosen == 1 && stage.content.prefix(2) == ["abc", "d« »"])
  }

  @Test("F083, F084, F085 the status row shows the mode last used in each conversation")
  func contexts() throws {
    final class Conversation: View {
      override var textInputContextIdentifier: String? { name }
    }
    // The fields name no context, so the one up the chain is used.
    let conversations = ["Ann", "Bob"].map { Conversation(name: $0) }
    let texts = conversations.map { _ in TextField(frame: CellRect(width: 10, height: 1)) }
    var stage = try Stage { engine in
      engine.modes.setList(ModeList(Self.modes))
      for (conversation, text) in zip(conversations, texts) {
        engine.window.addSubview(conversation)
        conversation.addSubview(text)
      }
      texts[0].becomeFirstResponder()
    }
    _ = stage.engine.modes.perform(.choose("sv-SE"))
    texts[1].becomeFirstResponder()
    _ = stage.engine.modes.perform(.choose("en-US"))
    for (number, label) in [(0, "Svenska · retur"), (1, "English (US) · return"), (0, "Svenska")] {
      texts[number].becomeFirstResponder()
      try stage.show()
      #expect(stage.status.hasPrefix(label), "\(number)")
    }
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

  @Test("F088, F089 an address is a candidate with its source, the user's or a program's")
  func sources() throws {
    var recent = RecentValues()
    recent.add(
      [.streetAddressLine1: "Pier 39", .addressCity: "San Francisco"], from: "maps", at: .zero)
    let (mail, street) = (TextField(name: "mail"), TextField(name: "street"))
    mail.traits.textContentType = .emailAddress
    street.traits.textContentType = .streetAddressLine1
    var stage = try Stage(columns: 60) { engine in
      engine.autoFill = AutoFillSuggester(
        sources: [Self.card, recent], credentials: MemoryCredentials())
      for field in [mail, street] { engine.window.addSubview(field) }
      mail.becomeFirstResponder()
    }
    #expect(stage.terminal.lines[6] == "1 ann@example.org My Card")
    street.becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines[6].contains("1 High Street My Card"))
    #expect(stage.terminal.lines[6].contains("Pier 39 maps"))
  }

  @Test(
    "F091 the name's field offers the pair by its name; accepting shows both, the password as dots")
  func credentials() throws {
    var store = MemoryCredentials()
    store.save(Credential(owner: "shop", username: "ann", password: "hunter2"))
    let name = TextField(name: "name", frame: CellRect(width: 10, height: 1))
    let word = TextField(name: "word", frame: CellRect(y: 1, width: 10, height: 1))
    name.traits.textContentType = .username
    (word.traits.textContentType, word.traits.isSecureTextEntry) = (.password, true)
    var stage = try Stage(application: Application(name: "shop")) { engine in
      engine.autoFill = AutoFillSuggester(sources: [], credentials: store)
      for field in [name, word] { engine.window.addSubview(field) }
      name.becomeFirstResponder()
    }
    #expect(stage.terminal.lines[6].hasPrefix("1 ann"))
    try stage.press(.function(5))
    try stage.press(.return)
    #expect(stage.content[0] == "ann« »" && stage.content[1] == "•••••••")
    #expect(stage.terminal.lines[6] == "")
  }

  @Test("F174 accepting once fills the whole address on the screen")
  func address() throws {
    var (stage, _) = try fields(3) {
      let types: [TextContentType] = [.streetAddressLine1, .addressCity, .postalCode]
      for (field, type) in zip($0, types) { field.traits.textContentType = type }
    }
    stage.engine.autoFill = AutoFillSuggester(
      sources: [Self.card], credentials: MemoryCredentials())
    try stage.show()
    try stage.press(.function(5))
    try stage.press(.return)
    #expect(stage.terminal.lines.prefix(3) == ["1 High Street", "Ely", "CB7"])
  }

  // MARK: Accessories and input views

  @Test("F078, F151 an accessory is shown above the status row, as a view or as a controller's")
  func accessoryKinds() throws {
    var rows: [[String]] = []
    for isController in [false, true] {
      let bar = AccessoryBar(items: [.appending(":)")])
      let host = Host(name: "host", view: View(frame: CellRect(width: 40, height: 8)))
      if isController {
        host.accessoryController = ViewController(name: "bar", view: bar)
      } else {
        host.accessory = bar
      }
      let field = TextField(name: "field", frame: CellRect(width: 10, height: 1))
      let stage = try Stage { engine in
        engine.window.rootViewController = host
        host.view.addSubview(field)
        field.becomeFirstResponder()
      }
      rows.append(Array(stage.terminal.lines[6...]))
    }
    #expect(rows[0] == rows[1] && rows[0][0] == " :)" && rows[0][1].hasPrefix("return"))
  }

  @Test("F079 a screen with the focus keeps its accessory in the last row, without a focused field")
  func hostScreen() throws {
    let host = Host(name: "host", view: View(frame: CellRect(width: 40, height: 8)))
    host.accessory = AccessoryBar(items: [.appending(":)")])
    let stage = try Stage { engine in
      engine.window.rootViewController = host
      host.becomeFirstResponder()
    }
    #expect(stage.terminal.lines[7] == " :)" && stage.terminal.lines[6] == "")
  }

  @Test("F080, F148 the accessory is shown, grows and is hidden with the area, each in one update")
  func accessoryHeight() throws {
    let bar = AccessoryBar(items: [.appending(":)")])
    var (stage, fields) = try fields { $0[0].inputAccessoryView = bar }
    #expect(stage.terminal.lines[6] == " :)")
    bar.frame.height = 2
    try stage.show()
    #expect(stage.terminal.lines[5...6] == [" :)", ""] && stage.area.height == 3)
    fields[0].resignFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines.allSatisfy { $0.isEmpty })
    #expect(stage.sent.ranges(of: "\u{1b}[?2026h").count == 1)
  }

  @Test(
    "F071 an area in a separate pane is drawn there, follows it, and is at the bottom when docked")
  func undocked() throws {
    var (stage, _) = try fields { $0[0].text = "text" }
    for (x, y) in [(5, 2), (8, 4)] {
      stage.engine.keyboardArea.position = .undocked(x: x, y: y, width: 10)
      try stage.show()
      for row in 1..<8 {
        let expected = String(repeating: " ", count: x) + "«⌫+⎋+⏎ to …»"
        #expect(stage.terminal.marked[row] == (row == y ? expected : ""), "\(row)")
      }
    }
    stage.engine.keyboardArea.position = .docked
    try stage.show()
    #expect(stage.status.hasPrefix("return · No keyboard") && stage.terminal.lines[4] == "")
  }

  @Test("F101, F102 the view offers only its words, a number inserts one, and keys still type")
  func vocabulary() throws {
    var (stage, fields) = try fields {
      $0[0].inputView = VocabularyInputView(words: ["Food", "Outside", "Stop!"])
    }
    #expect(stage.terminal.lines[7] == " 1 Food   2 Outside   3 Stop!")
    try stage.type("2x")
    #expect(stage.content[0] == "2x« »", "typed, not chosen")
    fields[0].text = ""
    try stage.press(.function(6), "2")
    #expect(stage.terminal.lines[0] == "Outside")
  }

  @Test("F152 at most five words complete the typed one, and the chosen word replaces it")
  func completions() throws {
    let words = ["held", "hell", "hello", "helm", "help", "helper"]
    let bar = CompletionAccessory { beginning in words.filter { $0.hasPrefix(beginning) } }
    var (stage, _) = try fields(columns: 60) { $0[0].inputAccessoryView = bar }
    try stage.type("hel")
    #expect(stage.terminal.lines[6] == " held   hell   hello   helm   help")
    try stage.press(.function(6), KeyInput.rightArrow, KeyInput.return)
    #expect(stage.terminal.lines[0] == "hell")
  }

  // MARK: Content and forms

  @Test("F074 content tied to the layout guide is in the row above the area, for any height of it")
  func layoutGuide() throws {
    let lowest = Label("lowest", frame: CellRect(width: 10, height: 1))
    var (stage, fields) = try fields()
    stage.engine.window.addSubview(lowest)
    stage.engine.window.frame = CellRect(width: 40, height: 8)
    for height in [1, 3] {
      if height > 1 { fields[0].inputAccessoryView = View(frame: CellRect(width: 1, height: 2)) }
      fields[0].reloadInputViews()
      stage.engine.advance(to: .zero)
      lowest.frame.y = stage.engine.window.keyboardLayoutGuide.y - 1
      try stage.show()
      #expect(stage.area.height == height && stage.terminal.lines[7 - height] == "lowest")
    }
  }

  @Test("F073, F075, F076, F077 a list keeps its last row visible above an area that grows")
  func list() throws {
    let list = ScrollView(frame: CellRect(width: 40, height: 23))
    for row in 0..<40 {
      list.addSubview(Label("row \(row)", frame: CellRect(y: row, width: 10, height: 1)))
    }
    list.contentHeight = 40
    list.adjustsInsetForKeyboard = true
    let accessory = View(frame: CellRect(width: 1, height: 2))
    let field = TextField(name: "field")
    var stage = try Stage(rows: 24) { engine in
      engine.window.addSubview(list)
      engine.window.addSubview(field)
      field.frame = .zero
      field.inputAccessoryView = accessory
      _ = engine.keyboardArea.addObserver(for: .didChangeFrame) { _ in
        list.scrollRowsToVisible(39..<40)
      }
      field.becomeFirstResponder()
    }
    #expect(stage.area.height == 3 && list.adjustedContentInset == 2)
    #expect(stage.terminal.lines[20] == "row 39")
    accessory.frame.height = 5
    try stage.show()
    #expect(stage.area.height == 6 && stage.terminal.lines[17] == "row 39")
  }

  @Test(
    "F067, F068 the table's last row is visible above the area, and moves back after it is hidden")
  func lastRow() throws {
    let form = TableFormController(
      labels: (1...24).map { "Row \($0)" }, frame: CellRect(width: 40, height: 24))
    var stage = try Stage(rows: 24) { engine in
      engine.keyboardArea.statusRows = 2
      engine.window.rootViewController = form
    }
    #expect(stage.terminal.lines[23].contains("Row 24"))
    form.cells[23].field.becomeFirstResponder()
    try stage.show()
    #expect(stage.terminal.lines[21].contains("Row 24"))
    stage.engine.window.focus(nil)
    try stage.show()
    #expect(stage.terminal.lines[23].contains("Row 24"))
  }

  @Test("F066, F116, F117, F118 each label has a row with its own field, and keys its value")
  func table() throws {
    let number = TextField(name: "prototype")
    number.traits.keyboardType = .numberPad
    for showsLabels in [true, false] {
      let form = TableFormController(
        labels: ["Name", "Age", "Homepage", "Password"], prototypes: ["Age": number],
        showsLabels: showsLabels, frame: CellRect(width: 40, height: 7))
      var stage = try Stage { engine in
        engine.window.rootViewController = form
        form.beginEntry()
      }
      for (row, label) in form.labels.enumerated() {
        #expect(stage.terminal.lines[row].contains(label) == showsLabels)
        #expect(stage.terminal.marked[row].contains("« »") && stage.terminal.row == row)
        try stage.type("\(row)")
        try stage.press(.tab)
      }
      #expect(form.values == ["Name": "0", "Age": "1", "Homepage": "2", "Password": "3"])
      #expect(
        stage.terminal.row == 0, "⇥ moves from the last to the first field and skips the prototype")
      #expect(stage.terminal.lines[4...6].allSatisfy { $0.isEmpty })
    }
  }

  @Test("F141, F169, F170 ⇥ cycles through the tags, and skips a disabled field")
  func order() throws {
    var (stage, form) = try form(3)
    let extra = TextField(name: "extra", frame: CellRect(y: 4, width: 10, height: 1))
    extra.isEnabled = false
    extra.tag = 5
    form.view.addSubview(extra)
    #expect(form.entries.count == 3, "tag 4 is missing")
    var rows: [Int] = []
    for _ in 0..<4 {
      rows.append(stage.terminal.row)
      try stage.press(.tab)
    }
    #expect(rows == [0, 1, 2, 0])
    (form.view.viewWithTag(3) as? TextField)?.isEnabled = false
    try stage.press(.tab)
    #expect(stage.terminal.row == 0)
  }

  @Test("F166, F171 ⏎ moves the caret to the next field, and from the last one hides the area")
  func nextField() throws {
    var (stage, _) = try form(2)
    #expect(stage.terminal.row == 0)
    try stage.press(.return)
    #expect(stage.terminal.row == 1 && stage.content.prefix(2) == ["1", "2« »"])
    try stage.press(.return)
    #expect(stage.terminal.marked == ["1", "2", "", "", "", "", "", ""])
  }

  @Test("F167, F168 the focused field is centred in the remaining rows, even the last one")
  func centred() throws {
    var (stage, form) = try form(30)
    stage.engine.keyboardArea.statusRows = 2
    try stage.show()
    for (tag, row) in [(15, 3), (30, 3), (2, 1)] {
      form.view.viewWithTag(tag)?.becomeFirstResponder()
      try stage.show()
      #expect(stage.terminal.lines[row] == "\(tag)")
      #expect(stage.terminal.row == row)
    }
  }

  @Test("F173 ⏎ in a view among the fields types a newline, and ⌃⇥ leaves the view")
  func mixed() throws {
    let view = TextView(name: "view", frame: CellRect(width: 10, height: 2))
    let field = TextField(name: "field", frame: CellRect(y: 3, width: 10, height: 1))
    var stage = try Stage { engine in
      for container in [view, field] as [TextContainer] { engine.window.addSubview(container) }
      view.becomeFirstResponder()
    }
    try stage.type("a")
    try stage.press(.return)
    try stage.type("b")
    #expect(stage.content.prefix(2) == ["a", "b« »"])
    try stage.press(.tab, modifiers: .control)
    #expect(stage.terminal.row == 3 && stage.content.prefix(2) == ["a", "b"])
  }
}
