// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import Mirrors
import Testing

@testable import TextInput

@Suite struct AccessoryTests {
  @Test(
    "CIV-1 F078 an accessory is a view or a controller's view, and both show the same rows",
    arguments: [true, false])
  func kinds(_ isController: Bool) {
    let form = AreaForm()
    let view = rows(2)
    let controller = ViewController(view: rows(2))
    if isController {
      form.first.inputAccessoryViewController = controller
    } else {
      form.first.inputAccessoryView = view
    }
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,21,80,3)"))
    #expect(form.engine.keyboardArea.accessoryView === (isController ? controller.view : view))
    #expect((isController ? controller : view).window === form.engine.window)
    form.first.resignFirstResponder()
    _ = form.keyboard()
    #expect(form.engine.keyboardArea.accessoryView == nil)
    #expect((isController ? controller : view).window == nil)
  }

  @Test("CIV-1 a responder has no accessory by default")
  func none() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    #expect(form.first.inputAccessoryView == nil && form.first.inputView == nil)
    #expect(form.engine.keyboardArea.accessoryView == nil)
    #expect(form.engine.keyboardArea.inputView == nil)
    #expect(form.press("F6") == .unhandled)
  }

  @Test("CIV-2 CIV-3 a field's own accessory precedes those that its responder chain supplies")
  func chain() {
    let form = AreaForm()
    let host = HostController(view: View())
    host.accessory = rows(3)
    form.engine.window.rootViewController = host
    host.view.addSubview(form.first)
    host.view.addSubview(form.second)
    form.first.inputAccessoryView = rows(1)
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
    form.second.becomeFirstResponder()
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,20,80,4)"))
    #expect(form.engine.keyboardArea.accessoryView === host.accessory)
  }

  @Test("CIV-3 F079 F151 a screen with the focus shows its accessory, and no status row")
  func hostScreen() {
    let form = AreaForm()
    let host = HostController(view: View())
    host.accessory = rows(1)
    form.engine.window.rootViewController = host
    host.view.addSubview(form.first)
    #expect(host.becomeFirstResponder())
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,23,80,1)"))
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == frameChange("(0,23,80,1)→(0,22,80,2)"))
    #expect(form.engine.keyboardArea.frame(of: .accessory).drawn == "(0,22,80,1)")
    #expect(form.engine.keyboardArea.frame(of: .status).drawn == "(0,23,80,1)")
    host.becomeFirstResponder()
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,23,80,1)"))
  }

  @Test("CIV-3 a field inside a screen's accessory may have the focus, and the accessory stays")
  func fieldInside() {
    let form = AreaForm()
    let host = HostController(view: View())
    let inside = TextField(name: "inside")
    let accessory = rows(1)
    accessory.addSubview(inside)
    host.accessory = accessory
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    #expect(inside.becomeFirstResponder(), "the field gets the focus before the end of the turn")
    form.type("hi")
    #expect(inside.text == "hi")
    #expect(form.engine.keyboardArea.accessoryView === accessory)
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
    inside.inputAccessoryView = accessory
    inside.reloadInputViews()
    #expect(
      inside.window === form.engine.window,
      "setting the accessory on a view inside it does not detach that view")
    let other = form.engine.makeWindow(name: "other")
    other.makeKey()
    #expect(form.keyboard() == series("Hide", "(0,22,80,2)→(0,24,80,0)"))
    form.engine.window.makeKey()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
    form.type("!")
    #expect(inside.text == "hi!")
  }

  @Test("4.1 a view that is not editable shows no own accessory; its screen's accessory stays")
  func readOnly() {
    let form = AreaForm()
    let host = HostController(view: View())
    host.accessory = rows(2)
    host.input = rows(5)
    form.engine.window.rootViewController = host
    let transcript = TextView(name: "transcript")
    transcript.isEditable = false
    transcript.inputAccessoryView = rows(4)
    host.view.addSubview(transcript)
    transcript.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
  }

  @Test(
    "CIV-4 F149 only the height of a frame is used: (9,9,5,2) gives two rows of the screen's width")
  func onlyHeight() {
    let form = AreaForm()
    form.first.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    let area = form.engine.keyboardArea
    #expect(area.frame(of: .accessory).drawn == "(0,21,80,2)")
    form.engine.screen = CellSize(width: 120, height: 20)
    form.engine.endTurn()
    #expect(area.frame(of: .accessory).drawn == "(0,17,120,2)")
    #expect(area.frame(of: .inputView).height == 0)
    area.screen.height = 1
    form.engine.endTurn()
    #expect(area.frame(of: .accessory).drawn == "(0,0,120,1)", "no more rows than the screen has")
    #expect(area.frame(of: .status).height == 0)
    form.first.inputAccessoryView?.frame.height = -3
    form.engine.endTurn()
    #expect(area.frame(of: .accessory).height == 0 && area.frame.height == 1)
  }

  @Test("CIV-5 F148 accessory, input view and area are shown and hidden in one frame event")
  func together() {
    let form = AreaForm()
    form.first.inputAccessoryView = rows(2)
    form.first.inputView = rows(6)
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,16,80,8)"))
    form.first.resignFirstResponder()
    #expect(form.keyboard() == series("Hide", "(0,16,80,8)→(0,24,80,0)"))
  }

  @Test("CIV-6 an accessory replaced during editing is shown by reloadInputViews, at once")
  func reload() {
    let form = AreaForm()
    let area = form.engine.keyboardArea
    var frames: [String] = []
    area.addObserver(for: .didChangeFrame) { frames.append($0.frameEnd.drawn) }
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    form.first.inputAccessoryView = rows(2)
    form.type("x")
    #expect(frames == ["(0,23,80,1)"])
    form.first.reloadInputViews()
    #expect(frames == ["(0,23,80,1)", "(0,21,80,3)"])
    form.first.inputAccessoryView = rows(2)
    form.first.reloadInputViews()
    #expect(frames.count == 2, "the height is the same")
    #expect(area.accessoryView === form.first.inputAccessoryView)
  }

  @Test("CIV-6 a reload while the focus moves reports no change that the turn's end reverts")
  func reloadWhileMoving() {
    let form = AreaForm()
    let delegate = Reloading()
    form.first.delegate = delegate
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.second.becomeFirstResponder()
    #expect(form.keyboard() == [])
    #expect(delegate.count == 1)
  }

  @Test("an engine that is deallocated releases its views")
  func lifetime() {
    weak var field: TextField?
    weak var accessory: View?
    do {
      let form = AreaForm()
      let bar = AccessoryBar(items: [.inserting("x")])
      form.first.inputAccessoryView = bar
      form.first.becomeFirstResponder()
      form.press("F6 ⏎")
      (field, accessory) = (form.first, bar)
      #expect(form.first.text == "x")
    }
    #expect(field == nil && accessory == nil)
  }

  @Test("CIV-6 a view added to a shown accessory belongs to the engine at once")
  func addedLater() {
    let form = AreaForm()
    let accessory = rows(1)
    form.first.inputAccessoryView = accessory
    form.first.becomeFirstResponder()
    _ = form.engine.takeUpdates()
    let inside = TextField(name: "inside")
    accessory.addSubview(inside)
    #expect(inside.becomeFirstResponder())
    form.type("x")
    #expect(form.names().contains("text.didChange"))
    #expect(![form.first.id, form.second.id].contains(inside.id))
  }

  @Test(
    "NTF-10a, NTF-10b F080 an accessory of another height causes frame events, never show or hide")
  func height() {
    let form = AreaForm()
    let accessory = rows(1)
    form.first.inputAccessoryView = accessory
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    accessory.frame.height = 2
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,21,80,3)"))
  }

  @Test("section 9 two accessory rows are added to an area of one row")
  func sectionExample() {
    let engine = TextEngine()
    let view = engine.makeTextView(name: "view")
    view.becomeFirstResponder()
    #expect(
      engine.takeUpdates().compactMap(\.keyboardFact)
        == series("Show", "(0,24,80,0)→(0,23,80,1)"))
    view.inputAccessoryView = rows(2)
    view.reloadInputViews()
    #expect(
      engine.takeUpdates().compactMap(\.keyboardFact)
        == frameChange("(0,23,80,1)→(0,21,80,3)"))
  }

  @Test(
    "CIV-7 F081 texts of 1, 3, 9 rows give accessories of 1, 3, 4 rows with two frame changes")
  func expanding() {
    let form = AreaForm()
    let view = TextView(name: "message")
    let accessory = ExpandingAccessory(container: view, maximumRows: 4)
    let host = HostController(view: View())
    host.accessory = accessory
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    view.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
    view.text = "1\n2\n3"
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,20,80,4)"))
    form.type("\n4\n5\n6\n7\n8\n9")
    #expect(form.keyboard() == frameChange("(0,20,80,4)→(0,19,80,5)"))
    #expect(accessory.frame.height == 4 && view.frame.height == 4)
    #expect(view.topOffset == 10, "rows 6 to 9 of 9, which include the caret's")
    form.press("⌘↑")
    #expect(view.topOffset == 0)
    view.text = ""
    #expect(form.keyboard() == frameChange("(0,19,80,5)→(0,22,80,2)"))
    #expect(view.topOffset == 0)
  }

  @Test(
    "CIV-7 content and padding are clamped, and wrapped lines count",
    arguments: [
      ("", 1, 4, 0, 1), ("", 2, 4, 0, 2), ("a", 1, 4, 1, 2), ("a\nb\nc", 1, 4, 2, 4),
      ("0123456789abc", 1, 9, 0, 3), ("a\n", 1, 4, 0, 2), ("a", 3, 2, 0, 3),
    ])
  func clamped(_ text: String, _ minimum: Int, _ maximum: Int, _ padding: Int, _ rows: Int) {
    let view = TextView()
    view.layout.wrapWidth = 5
    view.text = text
    let accessory = ExpandingAccessory(
      container: view, minimumRows: minimum, maximumRows: maximum, padding: padding)
    #expect(accessory.rows == rows && accessory.frame.height == rows)
  }

  @Test(
    "CIV-4, F149 a text view as the accessory wraps at the area's width, whatever its frame"
  )
  func textAsAccessory() {
    let form = AreaForm()
    let view = TextView(name: "note", frame: CellRect(x: 9, y: 9, width: 5, height: 2))
    view.text = "the quick brown fox jumps"
    form.first.inputAccessoryView = view
    form.first.becomeFirstResponder()
    form.engine.screen = CellSize(width: 12, height: 24)
    _ = form.engine.takeUpdates()
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [10, 10, 5])
    form.engine.screen = CellSize(width: 30, height: 24)
    _ = form.engine.takeUpdates()
    #expect(view.rows(from: 0, count: 9).map(\.range.length) == [25])
    #expect(view.frame.drawn == "(9,9,5,2)", "FRM-12")
    form.first.inputAccessoryView = nil
    form.first.reloadInputViews()
    #expect(view.rows(from: 0, count: 9).count == 5, "elsewhere it is as wide as its frame")
  }

  @Test("CIV-11, 6.1 text inserted by an accessory scrolls into view")
  func insertedText() {
    let form = AreaForm()
    let view = TextView(name: "note", frame: CellRect(width: 20, height: 3))
    form.engine.window.addSubview(view)
    view.becomeFirstResponder()
    view.insertFromAccessory("w\nx\ny\nz")
    #expect(view.topOffset == 2)
  }

  @Test("CIV-7 the text inside leaves no empty rows when it becomes shorter")
  func shorter() {
    let form = AreaForm()
    let view = TextView(name: "message")
    let accessory = ExpandingAccessory(container: view, maximumRows: 3)
    let host = HostController(view: View())
    host.accessory = accessory
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    view.becomeFirstResponder()
    form.type("1\n2\n3\n4\n5\n6")
    #expect(view.topOffset == 6)
    form.press("⌫ ⌫")
    #expect(view.topOffset == 4)
    form.press("↑ ↑ ↑")
    #expect(view.topOffset == 2)
    form.press("⌘A ⌫")
    form.type("1")
    #expect(view.topOffset == 0 && view.frame.height == 1)
  }

  @Test(
    "CIV-7 a text wraps at the area's width, grows while typed, and scrolls at its maximum height")
  func grows() {
    let form = AreaForm()
    let view = TextView(name: "message", frame: CellRect(x: 2, y: 0, width: 0, height: 0))
    let accessory = ExpandingAccessory(container: view, maximumRows: 3)
    let host = HostController(view: View())
    host.accessory = accessory
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    view.becomeFirstResponder()
    form.engine.screen = CellSize(width: 12, height: 24)
    form.type("1234567890a")
    #expect(accessory.rows == 2 && view.frame.drawn == "(2,0,10,2)")
    form.type("234567890b")
    #expect(accessory.frame.height == 3 && view.topOffset == 0)
    let scrolls = { form.engine.takeUpdates().filter { $0.name == "view.didScroll" } }
    #expect(scrolls() == [], "the accessory grew before the text had to scroll")
    form.type("\nc")
    #expect(scrolls() == [.viewDidScroll(view.id, topOffset: 10)])
    form.engine.screen = CellSize(width: 42, height: 24)
    #expect(form.keyboard().isEmpty == false)
    #expect(view.frame.drawn == "(2,0,40,2)" && view.topOffset == 0)
  }

  @Test(
    "CIV-7, 6.3 the text in an accessory scrolls by its keys, and the end of the turn keeps that")
  func scrolledByKeys() {
    let form = AreaForm()
    let view = TextView(name: "message")
    let accessory = ExpandingAccessory(container: view, maximumRows: 3)
    let host = HostController(view: View())
    host.accessory = accessory
    form.engine.window.rootViewController = host
    host.becomeFirstResponder()
    view.becomeFirstResponder()
    form.type("1\n2\n3\n4\n5\n6")
    _ = form.engine.takeUpdates()
    form.press("⇞")
    let scrolls = form.engine.takeUpdates().filter { $0.name == "view.didScroll" }
    #expect(view.topOffset == 0 && scrolls == [.viewDidScroll(view.id, topOffset: 0)])
    #expect(view.selection.head == 11)
  }
}

private final class Reloading: TextFieldDelegate {
  var count = 0
  func textFieldDidEndEditing(_ textField: TextField) {
    count += 1
    textField.reloadInputViews()
  }
}
