// SPDX-License-Identifier: Apache-2.0
import Keys
import Mirrors
import Testing

@testable import TextInput

@Suite struct KeyboardAreaTests {
  private let show = series("Show", "(0,24,80,0)→(0,23,80,1)")
  private let hide = series("Hide", "(0,23,80,1)→(0,24,80,0)")

  @Test(
    "NTF-4a, NTF-4b, NTF-8a F001 F052 gaining the focus shows the area, and losing it hides it"
  )
  func showAndHide() {
    let form = AreaForm()
    form.engine.endTurn()
    #expect(form.keyboard() == [])
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == show)
    #expect(form.engine.keyboardArea.isShown)
    #expect(form.engine.keyboardArea.frame == CellRect(y: 23, width: 80, height: 1))
    form.first.resignFirstResponder()
    #expect(form.keyboard() == hide)
    #expect(!form.engine.keyboardArea.isShown && form.engine.keyboardArea.frame.isEmpty)
  }

  @Test("NTF-1 the six events have the names of the vocabulary")
  func six() {
    #expect(
      KeyboardEvent.allCases.map(\.name) == [
        "keyboard.willShow", "keyboard.didShow", "keyboard.willHide", "keyboard.didHide",
        "keyboard.willChangeFrame", "keyboard.didChangeFrame",
      ])
  }

  @Test(
    "4.2 a field begins editing, then reports traits, then the area; resigning has the same order")
  func order() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    #expect(
      form.names() == [
        "focus.didBegin", "traits.didChange", "keyboard.willChangeFrame", "keyboard.willShow",
        "keyboard.didChangeFrame", "keyboard.didShow",
      ])
    form.first.resignFirstResponder()
    #expect(
      form.names() == [
        "focus.didEnd", "keyboard.willChangeFrame", "keyboard.willHide",
        "keyboard.didChangeFrame", "keyboard.didHide",
      ])
  }

  @Test("FLD-6 a view begins in the field's order, or with the setting after showing the area")
  func viewOrder() {
    let engine = TextEngine()
    let view = engine.makeTextView(name: "view")
    view.becomeFirstResponder()
    #expect(engine.takeUpdates().map(\.name).first == "focus.didBegin")
    view.resignFirstResponder()
    _ = engine.takeUpdates()
    engine.settings.viewShowsBeforeBegin = true
    view.becomeFirstResponder()
    #expect(
      engine.takeUpdates().map(\.name) == [
        "keyboard.willChangeFrame", "keyboard.willShow", "focus.didBegin", "traits.didChange",
        "keyboard.didChangeFrame", "keyboard.didShow",
      ])
    let field = TextField()
    engine.window.addSubview(field)
    view.resignFirstResponder()
    _ = engine.takeUpdates()
    field.becomeFirstResponder()
    #expect(engine.takeUpdates().map(\.name).first == "focus.didBegin")
    view.becomeFirstResponder()
    let moved = engine.takeUpdates()
    #expect(moved.compactMap(\.keyboardFact) == [])
  }

  @Test("FLD-6 announced events are completed even if the delegate moves the focus away")
  func announcedAndGone() {
    let form = AreaForm()
    form.engine.settings.viewShowsBeforeBegin = true
    let view = form.engine.makeTextView(name: "view")
    let delegate = Resigning()
    view.delegate = delegate
    view.becomeFirstResponder()
    #expect(form.keyboard() == show + hide)
  }

  @Test("NTF-5a F164 moving between texts of equal height reports nothing")
  func moves() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.press("⌃⇥")
    #expect(form.second.isFirstResponder)
    #expect(form.names() == ["focus.didEnd", "focus.didBegin", "traits.didChange"])
    form.second.resignFirstResponder()
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == [], "the area is not hidden within a turn")
  }

  @Test("NTF-5b moving between texts of different height changes only the frame")
  func heights() {
    let form = AreaForm()
    form.second.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.press("⌃⇥")
    #expect(form.second.isFirstResponder)
    #expect(form.keyboard() == frameChange("(0,23,80,1)→(0,21,80,3)"))
    form.press("⌃⇧⇥")
    #expect(form.keyboard() == frameChange("(0,21,80,3)→(0,23,80,1)"))
  }

  @Test("NTF-5a a delegate that moves the focus after the end of editing causes no hide and show")
  func delegateMovesOn() {
    let form = AreaForm()
    let delegate = MovingOn(to: form.second)
    form.first.delegate = delegate
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.first.resignFirstResponder()
    #expect(form.second.isFirstResponder)
    #expect(form.keyboard() == [])
  }

  @Test("NTF-5a F166 ⏎ through three fields gives one show series and one hide series")
  func threeFields() {
    let form = AreaForm(fields: 3)
    let delegate = NextByTag()
    for field in form.fields { field.delegate = delegate }
    form.first.becomeFirstResponder()
    for text in ["a", "b", "c"] {
      form.type(text)
      form.press("⏎")
    }
    #expect(form.keyboard() == show + hide)
    #expect(form.fields.map(\.text) == ["a", "b", "c"])
    #expect(form.engine.firstResponder == nil)
  }

  @Test("NTF-6 F164 with the legacy setting each move gives 4 hide and 4 show events")
  func legacy() {
    let form = AreaForm()
    form.engine.settings.legacyHideShow = true
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == show)
    form.press("⌃⇥")
    #expect(form.keyboard() == hide + show)
    form.second.inputAccessoryView = rows(2)
    form.second.reloadInputViews()
    #expect(form.keyboard() == frameChange("(0,23,80,1)→(0,21,80,3)"))
    form.press("⌃⇧⇥")
    #expect(
      form.keyboard() == series("Hide", "(0,21,80,3)→(0,24,80,0)") + show)
    form.type("x")
    #expect(form.keyboard() == [])
  }

  @Test(
    "NTF-8a, NTF-8b, NTF-8c F071 undocking hides, moving the pane changes frames, docking shows")
  func undocked() {
    let form = AreaForm()
    let area = form.engine.keyboardArea
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    area.position = .undocked(x: 10, y: 5, width: 40)
    #expect(form.keyboard() == series("Hide", "(0,23,80,1)→(10,5,40,1)"))
    area.position = .undocked(x: 12, y: 6, width: 40)
    #expect(form.keyboard() == frameChange("(10,5,40,1)→(12,6,40,1)"))
    form.first.resignFirstResponder()
    #expect(form.keyboard() == frameChange("(12,6,40,1)→(12,6,40,0)"), "hidden once only")
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == frameChange("(12,6,40,0)→(12,6,40,1)"))
    area.position = .docked
    #expect(form.keyboard() == series("Show", "(12,6,40,1)→(0,23,80,1)"))
  }

  @Test(
    "NTF-9 F064 F065 F172 the frame follows the screen and the number of status rows",
    arguments: [(80, 24, 1), (80, 24, 2), (120, 20, 1), (40, 2, 2), (1, 1, 2), (80, 0, 1)])
  func geometry(_ width: Int, _ height: Int, _ status: Int) {
    let form = AreaForm()
    form.engine.screen = CellSize(width: width, height: height)
    form.engine.keyboardArea.statusRows = status
    form.first.becomeFirstResponder()
    let rows = min(status, height)
    let end = CellRect(x: 0, y: height - rows, width: width, height: rows)
    #expect(
      form.keyboard()
        == (rows == 0 ? [] : series("Show", "(0,\(height),\(width),0)→\(end.drawn)")))
    #expect(form.engine.keyboardArea.frame.size == end.size)
  }

  @Test("NTF-9 F069 a candidate row and a second status row are frame events")
  func candidates() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.engine.keyboardArea.showsCandidates = true
    #expect(form.keyboard() == frameChange("(0,23,80,1)→(0,22,80,2)"))
    #expect(form.engine.keyboardArea.frame(of: .candidates).drawn == "(0,22,80,1)")
    #expect(form.engine.keyboardArea.frame(of: .status).drawn == "(0,23,80,1)")
    form.engine.keyboardArea.statusRows = 2
    #expect(form.keyboard() == frameChange("(0,22,80,2)→(0,21,80,3)"))
    form.engine.keyboardArea.statusRows = 9
    form.engine.keyboardArea.showsCandidates = false
    #expect(form.keyboard() == frameChange("(0,21,80,3)→(0,22,80,2)"))
    #expect(form.engine.keyboardArea.statusRows == 2)
  }

  @Test("NTF-11b without a status row a plain field shows no area, but candidates do")
  func nothingToShow() {
    let form = AreaForm()
    form.engine.keyboardArea.statusRows = 0
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == [])
    #expect(!form.engine.keyboardArea.isShown)
    form.engine.keyboardArea.showsCandidates = true
    #expect(form.keyboard() == show)
    form.engine.keyboardArea.showsCandidates = false
    #expect(form.keyboard() == hide)
  }

  @Test("NTF-12 an accessory and the status row together make up the visible area")
  func accessoryShown() {
    let form = AreaForm()
    form.first.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,21,80,3)"))
    form.first.resignFirstResponder()
    _ = form.keyboard()
    form.engine.keyboardArea.statusRows = 0
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == series("Show", "(0,24,80,0)→(0,22,80,2)"))
  }

  @Test("NTF-13a, NTF-13b a change is local to the window whose focus caused it")
  func local() {
    let form = AreaForm()
    let other = form.engine.makeWindow(name: "other")
    let field = TextField()
    other.addSubview(field)
    func windows() -> Set<WindowID> {
      Set(
        form.engine.takeUpdates().compactMap { update in
          guard case .keyboard(_, let change) = update else { return nil }
          #expect(change.isLocal(to: change.window) && !change.isLocal(to: nil))
          return change.window
        })
    }
    #expect(other.id != form.engine.window.id)
    form.first.becomeFirstResponder()
    #expect(windows() == [form.engine.window.id])
    other.makeKey()
    #expect(windows() == [form.engine.window.id], "the area is hidden: its window is no longer key")
    field.becomeFirstResponder()
    #expect(windows() == [other.id])
    form.engine.screen = CellSize(width: 100, height: 30)
    #expect(windows() == [other.id])
    other.close()
    #expect(form.engine.keyWindow === form.engine.window && form.first.isFirstResponder)
    #expect(windows() == [], "the area stays, because the first window has focus again")
    form.first.resignFirstResponder()
    #expect(windows() == [form.engine.window.id])
  }

  @Test(
    "NTF-2a, NTF-2b, NTF-2c, NTF-2d, NTF-2e all six events have frames, duration, curve and window"
  )
  func carried() {
    let form = AreaForm()
    let area = form.engine.keyboardArea
    area.animationDuration = .milliseconds(250)
    area.animationCurve = .easeIn
    form.first.becomeFirstResponder()
    var updates = form.engine.takeUpdates()
    form.engine.screen = CellSize(width: 100, height: 20)
    updates += form.engine.takeUpdates()
    form.first.resignFirstResponder()
    updates += form.engine.takeUpdates()
    var seen: Set<KeyboardEvent> = []
    for update in updates {
      guard case .keyboard(let event, let change) = update else { continue }
      seen.insert(event)
      let moves = [
        "(0,24,80,0)→(0,23,80,1)", "(0,23,80,1)→(0,19,100,1)", "(0,19,100,1)→(0,20,100,0)",
      ]
      #expect(moves.contains("\(change.frameBegin.drawn)→\(change.frameEnd.drawn)"))
      #expect(change.duration == .milliseconds(250) && change.curve == .easeIn)
      #expect(change.isLocal(to: form.engine.window.id))
      #expect(!change.isLocal(to: WindowID(rawValue: 99)) && !change.isLocal(to: nil))
    }
    #expect(seen == Set(KeyboardEvent.allCases))
  }

  @Test(
    "NTF-14a, NTF-14b F033 there is no animation by default, but a curve; a mirror may animate"
  )
  func animation() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    func changes() -> [KeyboardChange] {
      form.engine.takeUpdates().compactMap {
        if case .keyboard(_, let change) = $0 { change } else { nil }
      }
    }
    #expect(changes().allSatisfy { $0.duration == .zero && $0.curve == .easeInOut })
    form.engine.keyboardArea.animationDuration = .milliseconds(250)
    form.engine.keyboardArea.animationCurve = .linear
    form.first.resignFirstResponder()
    let hidden = changes()
    #expect(hidden.count == 4)
    #expect(hidden.allSatisfy { $0.duration == .milliseconds(250) && $0.curve == .linear })
  }

  @Test("NTF-15a, NTF-15b F002 resizing the terminal changes the frame once, and no text or caret")
  func resize() {
    let form = AreaForm()
    form.first.text = "ab"
    form.first.select(Selection(caret: 1))
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.engine.screen = CellSize(width: 120, height: 20)
    #expect(form.keyboard() == frameChange("(0,23,80,1)→(0,19,120,1)"))
    #expect(Typist.draw(form.first) == "a‸b" && form.first.isFirstResponder)
    form.first.resignFirstResponder()
    _ = form.keyboard()
    form.engine.screen = CellSize(width: 80, height: 24)
    #expect(form.keyboard() == [], "a hidden area reports no frame changes")
    form.first.becomeFirstResponder()
    #expect(form.keyboard() == show)
  }

  @Test("NTF-1 F070 F150 each observer receives its events with frames, until it is removed")
  func observers() {
    let form = AreaForm()
    let area = form.engine.keyboardArea
    var heard: [String] = []
    var observations: [KeyboardObservation] = []
    for event in [KeyboardEvent.didShow, .didHide, .didChangeFrame] {
      observations.append(
        area.addObserver(for: event) { change in
          #expect(change.frameEnd == area.frame)
          heard.append("\(event) \(change.frameEnd.height)")
        })
    }
    form.first.becomeFirstResponder()
    form.press("⌃⇥")
    #expect(heard == ["didChangeFrame 1", "didShow 1"])
    area.removeObserver(observations[2])
    form.second.resignFirstResponder()
    _ = form.keyboard()
    #expect(heard == ["didChangeFrame 1", "didShow 1", "didHide 0"])
  }

  @Test("4.1 a view that is not editable shows no area until it becomes editable")
  func notEditable() {
    let engine = TextEngine()
    let view = engine.makeTextView(name: "view")
    view.isEditable = false
    view.becomeFirstResponder()
    #expect(engine.takeUpdates().compactMap(\.keyboardFact) == [])
    view.isEditable = true
    #expect(engine.takeUpdates().compactMap(\.keyboardFact) == show)
  }

  @Test("NTF-5a deactivating and reactivating does not move the area")
  func away() {
    let form = AreaForm()
    form.first.becomeFirstResponder()
    _ = form.keyboard()
    form.engine.setActive(false)
    form.engine.setActive(true)
    #expect(form.keyboard() == [])
  }

  @Test(
    "NTF-16a, NTF-16b, NTF-16c the first keyboard connected and the last unplugged are reported"
  )
  func devices() {
    let engine = TextEngine()
    let one = DeviceInfo(id: DeviceID(rawValue: 1), name: "one")
    let two = DeviceInfo(id: DeviceID(rawValue: 2), name: "two")
    #expect(!engine.isKeyboardAttached)
    engine.keyboardDetached(one)
    for device in [one, two, one] { engine.keyboardAttached(device) }
    #expect(engine.takeUpdates() == [.deviceConnected(one)])
    engine.keyboardDetached(one)
    #expect(engine.takeUpdates() == [] && engine.isKeyboardAttached)
    engine.keyboardDetached(two)
    engine.keyboardDetached(two)
    #expect(engine.takeUpdates() == [.deviceDisconnected(two)] && !engine.isKeyboardAttached)
  }

  @Test(
    "NTF-17a, NTF-17b unplugging the last keyboard keeps focus, composition and area"
  )
  func unplugged() {
    let typist = Typist("a‸")
    let keyboard = DeviceInfo(id: DeviceID(rawValue: 0), name: "keyboard")
    typist.engine.keyboardAttached(keyboard)
    typist.hit(Typist.composing(.pending(preview: "´")))
    typist.updates = []
    typist.engine.keyboardDetached(keyboard)
    #expect(typist.facts() == ["device.disconnected"])
    #expect(typist.drawn == "a{´‸}" && typist.view.isFirstResponder)
    #expect(typist.engine.keyboardArea.isShown)
    typist.engine.keyboardAttached(keyboard)
    typist.hit(Typist.composing(.completed, text: "é"))
    #expect(typist.drawn == "aé‸")
    #expect(typist.facts().first == "device.connected")
  }
}

private final class Resigning: TextViewDelegate {
  func textViewDidBeginEditing(_ textView: TextView) { textView.resignFirstResponder() }
}

private final class MovingOn: TextFieldDelegate {
  private let next: TextField
  init(to next: TextField) { self.next = next }
  func textFieldDidEndEditing(_ textField: TextField) { next.becomeFirstResponder() }
}

/// Moves to the field with the next tag on Return, and ends editing on the last one.
private final class NextByTag: TextFieldDelegate {
  func textFieldShouldReturn(_ textField: TextField) -> Bool {
    guard let next = textField.window?.viewWithTag(textField.tag + 1) else {
      textField.resignFirstResponder()
      return false
    }
    // The legacy order: the area of the first field is hidden, then that of the second is shown.
    textField.resignFirstResponder()
    next.becomeFirstResponder()
    return false
  }
}
