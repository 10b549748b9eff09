// SPDX-License-Identifier: Apache-2.0
import Forms
import Keys
import Mirrors
import Testing

@testable import TextInput

/// Reference 14: fields that are filled in one after another.
@Suite struct FormTests {
  /// A desk with a form whose fields have tags.
  private final class Desk {
    let engine = TextEngine()
    let form = CountingForm(name: "form", frame: CellRect(width: 40, height: 20))
    private(set) lazy var answers = Answers(form)

    init(tags: [Int], views: Set<Int> = []) {
      for (index, tag) in tags.enumerated() {
        let frame = CellRect(y: index, width: 20, height: 1)
        let entry: TextContainer
        if views.contains(tag) {
          entry = TextView(name: "\(tag)", frame: frame)
        } else {
          let field = TextField(name: "\(tag)", frame: frame)
          field.delegate = form
          entry = field
        }
        entry.tag = tag
        form.view.addSubview(entry)
      }
      form.scrollView.contentHeight = tags.count
      engine.window.rootViewController = form
    }

    func press(_ keys: String) {
      for key in keys.split(separator: " ") {
        let keystroke = Typist.keystroke(String(key))
        engine.handle(keystroke)
        engine.handle(keystroke.phase(.release))
      }
    }

    /// Gives the fields a delegate other than the form.
    func askAnswers() {
      for case let field as TextField in form.entries { field.delegate = answers }
    }

    /// The field with the default tag 0.
    var untagged: TextField? {
      form.view.subviews.lazy.compactMap { $0 as? TextField }.first { $0.tag == 0 }
    }
    var focused: String { engine.firstResponder?.name ?? "none" }
    func text(_ tag: Int) -> String {
      (form.view.viewWithTag(tag) as? TextContainer)?.text ?? "nothing"
    }
  }

  @Test(
    "FRM-1, F170 the entries are the tags from 1 up to the first missing one",
    arguments: [
      ([1, 2, 4], ["1", "2"]), ([3, 1, 2], ["1", "2", "3"]), ([2, 3], []), ([0, 1], ["1"]),
      ([], []),
    ])
  func entries(_ tags: [Int], _ names: [String]) {
    #expect(Desk(tags: tags).form.entries.map(\.name) == names)
  }

  @Test("FRM-5 entries with the same tag are visited in the order in which they were added")
  func equalTags() {
    let desk = Desk(tags: [2, 2, 1])
    #expect(desk.engine.window.focusOrder.map(\.frame.y) == [2, 0, 1])
  }

  @Test("FRM-5 ⇥ goes through two forms one after the other, and then wraps around")
  func formsApart() {
    let engine = TextEngine()
    let root = View(name: "root")
    engine.window.addSubview(root)
    func add(_ form: FormController, _ names: [String]) {
      for (index, name) in names.enumerated() {
        let field = TextField(name: name)
        field.tag = index + 1
        form.view.addSubview(field)
      }
      root.addSubview(form.view)
    }
    let forms = [FormController(name: "G"), FormController(name: "H")]
    root.addSubview(TextField(name: "first"))
    add(forms[0], ["ga", "gb"])
    add(forms[1], ["ha", "hb", "hc"])
    root.addSubview(TextField(name: "last"))
    #expect(engine.window.focus(engine.window.focusOrder[0]))
    var order: [String] = []
    for _ in 0..<8 {
      order.append(engine.firstResponder?.name ?? "none")
      engine.handle(Typist.keystroke("⇥"))
    }
    #expect(order == ["first", "ga", "gb", "ha", "hb", "hc", "last", "first"])
  }

  @Test("FRM-2, F171 Return goes to the next tag and exits nothing; on the last it ends editing")
  func returnGoesOn() {
    let desk = Desk(tags: [1, 2, 3])
    #expect(desk.form.beginEntry())
    var focus = [desk.focused]
    for keys in ["a ⏎", "b ⏎", "c ⏎"] {
      desk.press(keys)
      focus.append(desk.focused)
    }
    #expect(focus == ["1", "2", "3", "none"])
    #expect([desk.text(1), desk.text(2), desk.text(3)] == ["a", "b", "c"])
    let updates = desk.engine.takeUpdates()
    #expect(!updates.contains { $0.name == "field.didEndOnExit" })
    #expect(updates.filter { $0.name == "focus.didEnd" }.count == 3)
  }

  @Test("FRM-2 a field without a tag is no entry: Return exits it like a single field")
  func noEntry() {
    let desk = Desk(tags: [0, 1])
    desk.untagged?.becomeFirstResponder()
    #expect(desk.focused == "0")
    desk.press("⏎")
    #expect(desk.focused != "1")
    #expect(desk.engine.takeUpdates().contains { $0.name == "field.didEndOnExit" })
  }

  @Test("FRM-2 Return skips an entry that does not take the focus")
  func disabledEntry() {
    let desk = Desk(tags: [1, 2, 3])
    (desk.form.view.viewWithTag(2) as? Control)?.isEnabled = false
    desk.form.beginEntry()
    desk.press("⏎")
    #expect(desk.focused == "3")
  }

  @Test("FRM-2 if the first entry refuses, entry begins with the next")
  func beginsWithNext() {
    let desk = Desk(tags: [1, 2])
    #expect(!FormController().beginEntry())
    (desk.form.view.viewWithTag(1) as? Control)?.isEnabled = false
    #expect(desk.form.beginEntry() && desk.focused == "2")
  }

  @Test("FRM-2 the form is finished only after editing has ended")
  func finished() {
    let desk = Desk(tags: [1, 2])
    desk.askAnswers()
    desk.form.beginEntry()
    desk.press("⏎")
    #expect(desk.form.finished == 0)
    desk.answers.kept = ["2"]
    desk.press("⏎")
    #expect(desk.focused == "2" && desk.form.finished == 0)
    desk.answers.kept = []
    desk.press("⏎")
    #expect(desk.focused == "none" && desk.form.finished == 1)
  }

  @Test(
    "FRM-2, RSP-4b an entry that keeps the focus is consulted once, and the form is not finished")
  func kept() {
    let desk = Desk(tags: [1, 2, 3])
    desk.askAnswers()
    desk.form.beginEntry()
    desk.answers.questions = []
    desk.answers.kept = ["1"]
    desk.press("⏎")
    #expect(desk.focused == "1" && desk.form.finished == 0)
    #expect(desk.answers.questions == ["2 begin", "1 end"])
  }

  @Test("FRM-2, RSP-4a Return keeps the focus where a delegate moved it", arguments: [true, false])
  func redirected(_ agrees: Bool) {
    let desk = Desk(tags: [1, 2, 3, 4])
    desk.askAnswers()
    desk.form.beginEntry()
    desk.answers.willBegin = { [form = desk.form] name in
      guard name == "2" else { return true }
      form.view.viewWithTag(4)?.becomeFirstResponder()
      return agrees
    }
    desk.press("⏎")
    #expect(desk.focused == "4" && desk.form.finished == 0)
    desk.engine.window.focus(nil)
    (desk.form.view.viewWithTag(1) as? Control)?.isEnabled = false
    #expect(desk.form.beginEntry() && desk.focused == "4")
  }

  @Test("FRM-5 Return skips hidden entries as ⇥ does, and the last visible one is Done")
  func hiddenEntries() {
    let desk = Desk(tags: [1, 2, 3, 4])
    for tag in [1, 3, 4] { desk.form.view.viewWithTag(tag)?.isHidden = true }
    desk.form.labelReturnKeys()
    #expect((desk.form.view.viewWithTag(2) as? TextField)?.traits.returnKeyType == .done)
    #expect(desk.form.beginEntry() && desk.focused == "2")
    desk.press("⏎")
    #expect(desk.focused == "none" && desk.form.finished == 1)
  }

  @Test("FRM-3 Return is labelled Next on all fields but the last, which is Done")
  func labels() {
    let desk = Desk(tags: [1, 2, 3])
    desk.form.labelReturnKeys()
    let types = desk.form.entries.map { ($0 as? TextField)?.traits.returnKeyType }
    #expect(types == [.next, .next, .done])
  }

  @Test("FRM-3 a return key type other than Next and Done is kept")
  func ownLabels() {
    let desk = Desk(tags: [1, 2, 3])
    (desk.form.view.viewWithTag(2) as? TextField)?.traits.returnKeyType = .search
    (desk.form.view.viewWithTag(3) as? TextField)?.traits.returnKeyType = .next
    desk.form.labelReturnKeys()
    let types = desk.form.entries.map { ($0 as? TextField)?.traits.returnKeyType }
    #expect(types == [.next, .search, .done])
  }

  @Test("FRM-4, F173 Return in a view among the fields types a newline, and ⌃⇥ leaves the view")
  func mixed() {
    let desk = Desk(tags: [1, 2, 3], views: [2])
    desk.form.beginEntry()
    desk.press("a ⏎ b ⏎ c ⇥")
    #expect(desk.focused == "2" && desk.text(2) == "b\nc\t")
    desk.press("⌃⇥")
    #expect(desk.focused == "3")
  }

  @Test(
    "FRM-5, F169, F141 ⇥ and ⇧⇥ follow the tags, skip disabled and hidden fields, and wrap"
  )
  func tabOrder() {
    let desk = Desk(tags: [3, 0, 1, 2])
    desk.form.beginEntry()
    var order: [String] = []
    for _ in 0..<5 {
      order.append(desk.focused)
      desk.press("⇥")
    }
    #expect(order == ["1", "2", "3", "0", "1"])
    #expect(desk.focused == "2")
    desk.press("⇧⇥ ⇧⇥")
    #expect(desk.focused == "0")
    (desk.form.view.viewWithTag(1) as? Control)?.isEnabled = false
    desk.form.view.viewWithTag(2)?.isHidden = true
    desk.press("⇥")
    #expect(desk.focused == "3")
  }

  @Test(
    "FRM-6, F168 the field is centred in the remaining rows, but not above the first row",
    arguments: [(20, 20, 10), (3, 20, 0), (10, 20, 0), (11, 20, 1), (5, 0, 5)])
  func centring(_ centre: Int, _ available: Int, _ offset: Int) {
    #expect(FormController.offset(centring: centre, available: available) == offset)
  }

  @Test(
    "FRM-6, F167 the content is extended by the keyboard area, so the last field can be centred")
  func extended() {
    let desk = Desk(tags: Array(1...30))
    let area = desk.engine.keyboardArea
    desk.engine.screen = CellSize(width: 40, height: 20)
    area.statusRows = 2
    desk.form.view.viewWithTag(30)?.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    #expect(area.frame.height == 2 && desk.form.scrollView.adjustedContentInset == 2)
    #expect(desk.form.scrollView.contentOffset == 29 - 18 / 2)
    #expect(desk.form.scrollView.largestOffset == 30 + 2 - 20)
    // Content without the focus returns to its place when the area is hidden (FRM-11).
    desk.engine.window.focus(nil)
    _ = desk.engine.takeUpdates()
    #expect(desk.form.scrollView.adjustedContentInset == 0)
    #expect(desk.form.scrollView.contentOffset == 10)
  }

  @Test(
    "FRM-6 a form whose content fits into the visible rows does not scroll",
    arguments: [(4, 4), (4, 22), (20, 22)])
  func fits(_ rows: Int, _ height: Int) {
    let desk = Desk(tags: Array(1...rows))
    desk.engine.screen = CellSize(width: 40, height: 24)
    desk.form.view.frame = CellRect(width: 40, height: height)
    desk.form.scrollView.contentOffset = 1
    for tag in 1...rows {
      desk.form.view.viewWithTag(tag)?.becomeFirstResponder()
      _ = desk.engine.takeUpdates()
      #expect(desk.form.scrollView.contentOffset == 0, "field \(tag)")
    }
  }

  @Test("FRM-6 a form without a declared height is as high as its entries")
  func undeclared() {
    let desk = Desk(tags: Array(1...30))
    desk.form.scrollView.contentHeight = 0
    desk.engine.screen = CellSize(width: 40, height: 20)
    desk.engine.keyboardArea.statusRows = 2
    desk.form.view.viewWithTag(30)?.becomeFirstResponder()
    _ = desk.engine.takeUpdates()
    #expect(desk.form.scrollView.contentOffset == 29 - 18 / 2)
  }

  @Test("FRM-12, F068 the engine moves no content of the program")
  func engineMovesNothing() {
    let engine = TextEngine()
    let scroll = ScrollView(frame: CellRect(width: 10, height: 3))
    let field = TextField(name: "low", frame: CellRect(y: 40, width: 5, height: 1))
    scroll.addSubview(field)
    engine.window.addSubview(scroll)
    field.becomeFirstResponder()
    #expect(scroll.contentOffset == 0 && field.frame.y == 40 && scroll.frame.height == 3)
  }

  @Test("FLD-10a, FLD-17a a subclass of the form overrides every method that a field consults")
  func ownAnswers() {
    final class Digits: FormController {
      var ended = 0
      override func textField(
        _ textField: TextField, shouldChangeCharactersIn range: TextRange, replacementString: String
      ) -> Bool { replacementString.allSatisfy(\.isNumber) }
      override func textFieldShouldClear(_ textField: TextField) -> Bool { false }
      override func textFieldShouldEndEditing(_ textField: TextField) -> Bool { textField.hasText }
      override func textFieldDidEndEditing(_ textField: TextField) { ended += 1 }
    }
    let engine = TextEngine()
    let form = Digits(name: "digits")
    let field = TextField(name: "age")
    field.tag = 1
    field.delegate = form
    form.view.addSubview(field)
    engine.window.rootViewController = form
    form.beginEntry()
    engine.handle(Typist.typing("x"))
    #expect(!field.resignFirstResponder() && field.text.isEmpty)
    engine.handle(Typist.typing("4"))
    engine.handle(Typist.keystroke("⌥⌘⌫"))
    #expect(field.text == "4")
    #expect(field.resignFirstResponder() && form.ended == 1)
  }
}

/// A form that counts how often it finishes.
private final class CountingForm: FormController {
  var finished = 0
  override func entryDidFinish() { finished += 1 }
}

/// A delegate of a form's fields with configured answers, which leaves Return to the form.
private final class Answers: TextFieldDelegate {
  let form: FormController
  var questions: [String] = []
  /// The fields that refuse to end editing.
  var kept: Set<String> = []
  var willBegin: (String) -> Bool = { _ in true }

  init(_ form: FormController) {
    self.form = form
  }

  func textFieldShouldBeginEditing(_ textField: TextField) -> Bool {
    questions.append("\(textField.name) begin")
    return willBegin(textField.name)
  }

  func textFieldShouldEndEditing(_ textField: TextField) -> Bool {
    questions.append("\(textField.name) end")
    return !kept.contains(textField.name)
  }

  func textFieldShouldReturn(_ textField: TextField) -> Bool {
    form.textFieldShouldReturn(textField)
  }
}
