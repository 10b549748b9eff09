// SPDX-License-Identifier: Apache-2.0
import Keys
import Testing

@testable import TextInput

@Suite struct KeyboardTrackingTests {
  private let screen = CellRect(width: 80, height: 24)

  @Test("F053 F172 an area of 1 row of 24 leaves content 23 rows, according to its frame")
  func spaceLeft() {
    let form = AreaForm()
    var tracker = KeyboardTracker()
    #expect(tracker.visiblePart(of: screen) == screen)
    form.first.becomeFirstResponder()
    let change = tracker.receive(form.engine.takeUpdates())
    #expect(change?.duration == .zero && change?.frameEnd == tracker.frame)
    #expect(tracker.visiblePart(of: screen).drawn == "(0,0,80,23)")
    form.engine.keyboardArea.statusRows = 2
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.visiblePart(of: screen).height == 22)
    form.engine.screen = CellSize(width: 120, height: 20)
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.frame?.drawn == "(0,18,120,2)")
    form.first.resignFirstResponder()
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.visiblePart(of: screen) == screen && tracker.frame == nil)
  }

  @Test(
    "NTF-3 F073 the intersection matters, not the height: content that ends higher is covered less")
  func intersection() {
    let form = AreaForm()
    form.first.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    var tracker = KeyboardTracker()
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.overlap(with: CellRect(width: 80, height: 23)) == 2)
    #expect(tracker.overlap(with: CellRect(width: 80, height: 21)) == 0)
    #expect(tracker.overlap(with: CellRect(x: 10, y: 22, width: 20, height: 1)) == 1)
    #expect(tracker.overlap(with: CellRect(x: 90, width: 20, height: 24)) == 0)
  }

  @Test("NTF-7a, NTF-7b F165 in legacy mode the sample consumer resizes nothing between fields")
  func flicker() {
    let form = AreaForm(fields: 3)
    form.engine.settings.legacyHideShow = true
    var tracker = KeyboardTracker()
    var resizes = 0
    func follow() { if tracker.receive(form.engine.takeUpdates()) != nil { resizes += 1 } }
    form.first.becomeFirstResponder()
    follow()
    #expect(resizes == 1)
    for _ in 0..<2 {
      form.press("⌃⇥")
      follow()
    }
    #expect(resizes == 1 && tracker.frame?.drawn == "(0,23,80,1)")
    form.fields[2].addAction(for: .editingDidEndOnExit) {}
    form.press("⏎")
    follow()
    #expect(resizes == 2 && tracker.frame == nil, "the last control has ended its editing")
  }

  @Test("NTF-7a a hide is ignored if a field began editing before it")
  func flickerRule() {
    let shown = CellRect(y: 23, width: 80, height: 1)
    let gone = CellRect(y: 24, width: 80, height: 0)
    let field = ContainerID(rawValue: 0)
    let hide: [Update] = [
      .keyboard(.willChangeFrame, KeyboardChange(from: shown, to: gone)),
      .keyboard(.willHide, KeyboardChange(from: shown, to: gone)),
    ]
    var tracker = KeyboardTracker()
    tracker.receive([.keyboard(.willShow, KeyboardChange(from: gone, to: shown))])
    #expect(tracker.receive([.focusDidBegin(field)] + hide) == nil)
    #expect(tracker.frame == shown)
    tracker.receive([.focusDidBegin(field), .focusDidEnd(field, .committed)] + hide)
    #expect(tracker.frame == nil)
    tracker.receive([.keyboard(.willShow, KeyboardChange(from: gone, to: shown))])
    tracker.receive([.focusDidBegin(field)])
    tracker.receive(hide)
    #expect(tracker.frame == nil, "updates of an earlier turn are ignored")
  }

  @Test("NTF-8d F072 frame events after a hide are ignored, until the next show")
  func afterHide() {
    let form = AreaForm()
    let area = form.engine.keyboardArea
    var tracker = KeyboardTracker()
    form.first.becomeFirstResponder()
    tracker.receive(form.engine.takeUpdates())
    area.position = .undocked(x: 0, y: 10, width: 80)
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.frame == nil)
    area.position = .undocked(x: 0, y: 12, width: 80)
    #expect(tracker.receive(form.engine.takeUpdates()) == nil)
    #expect(tracker.frame == nil)
    area.position = .docked
    tracker.receive(form.engine.takeUpdates())
    #expect(tracker.frame?.drawn == "(0,23,80,1)")
  }

  @Test("section 9 F074 with a layout guide the lowest row is directly above the area")
  func layoutGuide() {
    let form = AreaForm()
    let content = View(frame: CellRect(x: 0, y: 2, width: 80, height: 21))
    form.engine.window.addSubview(content)
    #expect(content.keyboardLayoutGuide.drawn == "(0,21,80,0)")
    form.first.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    #expect(content.keyboardLayoutGuide.drawn == "(0,19,80,2)")
    let lowest = content.convertToWindow(content.keyboardLayoutGuide)
    #expect(lowest.y == form.engine.keyboardArea.frame.y)
    form.engine.keyboardArea.position = .undocked(x: 0, y: 0, width: 80)
    form.engine.endTurn()
    #expect(content.keyboardLayoutGuide.height == 0)
    #expect(View(frame: screen).keyboardLayoutGuide.drawn == "(0,24,80,0)", "in no window")
  }

  @Test("section 9 F075 scrolling content gets an inset, and scrolls the focused row into view")
  func scrolling() {
    let form = AreaForm()
    let list = ScrollView(frame: screen)
    list.contentHeight = 40
    form.engine.window.addSubview(list)
    form.first.becomeFirstResponder()
    var tracker = KeyboardTracker()
    tracker.receive(form.engine.takeUpdates())
    list.contentInset = tracker.overlap(with: list.convertToWindow(list.bounds))
    #expect(list.visibleRows == 0..<23)
    list.scrollRowsToVisible(23..<24)
    #expect(list.visibleRows == 1..<24)
    list.scrollRowsToVisible(5..<6)
    #expect(list.visibleRows == 1..<24, "row 5 is visible already")
    list.scrollRowsToVisible(0..<1)
    #expect(list.visibleRows == 0..<23)
    list.scrollRowsToVisible(99..<100)
    #expect(list.visibleRows == 17..<40)
    list.scrollRowsToVisible(3..<40)
    #expect(list.visibleRows == 3..<26)
    list.contentHeight = 5
    list.scrollRowsToVisible(4..<5)
    #expect(list.visibleRows == 0..<5)
  }

  @Test("section 9 F076 a list that adjusts its inset needs no consumer code")
  func automatic() {
    let form = AreaForm()
    let list = ScrollView(frame: CellRect(width: 80, height: 23))
    list.contentHeight = 40
    list.adjustsInsetForKeyboard = true
    form.engine.window.addSubview(list)
    #expect(list.adjustedContentInset == 0)
    form.first.inputAccessoryView = rows(2)
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    #expect(list.adjustedContentInset == 2 && list.visibleRows == 0..<21)
    form.first.resignFirstResponder()
    form.engine.endTurn()
    #expect(list.adjustedContentInset == 0 && list.visibleRows == 0..<23)
  }

  @Test("section 9 F077 in a chat the last message stays visible when the area grows")
  func lastRow() {
    let form = AreaForm()
    let list = ScrollView(frame: screen)
    list.contentHeight = 30
    list.adjustsInsetForKeyboard = true
    form.engine.window.addSubview(list)
    form.engine.keyboardArea.addObserver(for: .didChangeFrame) { _ in
      list.scrollRowsToVisible(29..<30)
    }
    let accessory = rows(1)
    form.first.inputAccessoryView = accessory
    form.first.becomeFirstResponder()
    form.engine.endTurn()
    #expect(list.visibleRows == 8..<30)
    accessory.frame.height = 4
    form.engine.endTurn()
    #expect(list.visibleRows == 11..<30)
  }

  @Test("FRM-12 F068 the engine sends only events, and moves or resizes no view of the program")
  func engineMovesNothing() {
    let form = AreaForm()
    let list = ScrollView(frame: screen)
    let low = TextField(frame: CellRect(x: 0, y: 23, width: 80, height: 1))
    list.contentHeight = 40
    list.adjustsInsetForKeyboard = true
    list.addSubview(low)
    form.engine.window.addSubview(list)
    let accessory = rows(3)
    low.inputAccessoryView = accessory
    low.becomeFirstResponder()
    form.engine.screen = CellSize(width: 60, height: 20)
    _ = form.engine.takeUpdates()
    #expect(list.frame == screen && low.frame.drawn == "(0,23,80,1)" && list.contentOffset == 0)
    #expect(accessory.frame.drawn == "(9,9,5,3)")
  }
}
