// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import InputMethods

/// Characters that are drawn on pads (F026), with a recogniser that counts strokes.
@Suite struct HandwritingTests {
  private let converter = ScriptedConverter()

  init() {
    converter.drawings = [1: ["一", "丨", "〇"], 2: ["十", "二"], 3: ["三", "大"]]
    converter.follows = ["一": ["个", "些"], "一个": ["人"], "十": ["分"]]
  }

  private func desk(
    pause: Int64 = 700_000, language: String = "zh-Hans",
    traits: (inout TextInputTraits) -> Void = { _ in }, memory: any InputMemory = VolatileMemory()
  ) -> MethodDesk {
    let converter = converter
    return MethodDesk(
      { engine in
        var settings = MethodSettings()
        settings.handwritingPause = pause
        return HandwritingMethod(
          converter: converter, services: MethodServices(engine, settings: settings))
      }, language: language, traits: traits, memory: memory)
  }

  @Test("F026 a stroke is shown with its candidates at once, unmarked; ␠ takes the first")
  func stroke() {
    let desk = desk()
    #expect(desk.engine.wantsInk)
    desk.draw()
    #expect(desk.row == "[一] 丨 〇" && desk.drawn == "‸")
    #expect(desk.engine.ink?.strokes == [[Ink.Point(x: 100, y: 200), Ink.Point(x: 300, y: 200)]])
    #expect(desk.facts() == [])
    #expect(desk.press("␠").drawn == "一‸")
    #expect(desk.engine.ink == nil && desk.row == "个 些")
    #expect(desk.press("⌘z").drawn == "‸", "the character is one step (IME-1)")
  }

  @Test(
    "IME-3a, IME-6b, IME-7a, IME-7d, F026 keys choose, move in the list, or end it",
    arguments: [
      ("␠", "一‸"), ("⏎", "一‸"), ("2", "丨‸"), ("3", "〇‸"), ("↓␠", "丨‸"), ("→→⏎", "〇‸"), ("↑␠", "〇‸"),
      ("⎋", "‸"), ("⌫", "‸"), (",", "一，‸"), (".", "一。‸"), ("a", "一a‸"), ("A", "一A‸"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    let desk = desk()
    desk.draw()
    #expect(desk.type(keys).drawn == drawn)
    #expect(desk.engine.ink == nil)
  }

  @Test("IME-6b a digit without a candidate changes nothing")
  func unusedDigit() {
    let desk = desk()
    desk.draw()
    #expect(desk.press("9").drawn == "‸")
    #expect(desk.row == "[一] 丨 〇" && desk.engine.ink != nil)
  }

  @Test("F026 ⌫ takes a stroke back and asks again; without strokes it deletes")
  func undo() {
    let desk = desk().type("ab")
    desk.draw().draw(x: 150)
    #expect(desk.row == "[十] 二")
    #expect(desk.press("⌫").row == "[一] 丨 〇")
    #expect(desk.press("⌫").row == "" && desk.engine.ink == nil)
    #expect(desk.press("⌫").drawn == "a‸")
    desk.draw().draw(x: 150).send(.undo)
    #expect(desk.row == "[一] 丨 〇")
    desk.send(.clear)
    #expect(desk.row == "" && desk.engine.ink == nil && desk.drawn == "a‸")
  }

  @Test("IME-4 ⎋ closes a list that was entered, ↓ opens it again, and another ⎋ drops the strokes")
  func escape() {
    let desk = desk()
    desk.draw().press("↓ ⎋")
    #expect(desk.row == "" && desk.engine.ink != nil)
    #expect(desk.press("↓").row == "[一] 丨 〇")
    desk.press("↓ ⎋ ⎋")
    #expect(desk.engine.ink == nil && desk.drawn == "‸")
  }

  @Test("F026 other keys drop the strokes and act: nothing is typed that was not chosen")
  func otherKeys() {
    for key in ["⌘a", "⇥", "⌃k"] {
      let desk = desk().type("x")
      desk.draw().press(key)
      #expect(desk.engine.ink == nil && !desk.container.text.contains("一"), "\(key)")
    }
  }

  // MARK: Pads of paper

  @Test("F026 a pause of 700 ms takes the first candidate, with its follow-ons")
  func pause() {
    let desk = desk()
    desk.draw(at: 1000).draw(x: 150, at: 1500).pass(to: 2199)
    #expect(desk.drawn == "‸" && desk.row == "[十] 二")
    desk.pass(to: 2200)
    #expect(desk.drawn == "十‸" && desk.engine.ink == nil && desk.row == "分")
    #expect(desk.engine.nextDeadline == nil, "nothing wakes an idle service")
  }

  @Test("F026 a pause takes no candidate while a person chooses or undoes, or if it is 0")
  func noPause() {
    for keys in ["↓", "⌫"] {
      let desk = desk()
      desk.draw(at: 1000).draw(x: 150, at: 1000).press(keys).pass(to: 9000)
      #expect(desk.drawn == "‸" && desk.engine.ink != nil, "\(keys)")
    }
    let desk = desk(pause: 0)
    desk.draw(at: 1000).pass(to: 9000)
    #expect(desk.drawn == "‸" && desk.row == "[一] 丨 〇")
  }

  @Test("F026 a stroke that takes long is no pause, whether it ends as one or not")
  func longStroke() {
    for isDropped in [true, false] {
      let desk = desk()
      desk.draw(at: 1000).send(.begin, at: 1300)
      desk.pass(to: 9000)
      #expect(desk.drawn == "‸" && desk.row == "[一] 丨 〇")
      #expect(desk.engine.nextDeadline == nil, "a finger that rests for ever wakes nothing")
      if isDropped { desk.send(.drop, at: 9000) } else { desk.draw(x: 150, at: 9000) }
      desk.pass(to: 9699)
      #expect(desk.drawn == "‸")
      desk.pass(to: 9700)
      #expect(desk.drawn == (isDropped ? "一‸" : "十‸"))
    }
  }

  @Test("F026 a stroke that is none begins no pause that was cancelled, and closes no list")
  func droppedStroke() {
    let desk = desk()
    desk.send(.begin, at: 100)
    desk.send(.drop, at: 200)
    desk.draw(at: 1000).send(.begin, at: 1100)
    desk.press("↓").send(.drop, at: 1200)
    desk.pass(to: 9000)
    #expect(desk.drawn == "‸" && desk.engine.ink != nil)
    // Follow-ons stay listed until something was drawn.
    #expect(desk.press("↑ ␠").row == "个 些")
    desk.send(.begin, at: 9100)
    desk.send(.drop, at: 9200)
    #expect(desk.row == "个 些")
  }

  @Test("F026 the first stroke far to the right takes the first candidate of the character before")
  func nextCharacter() {
    let desk = desk()
    let pad = InkEvent.Surface(width: 4000, height: 1000)
    desk.draw(x: 100, on: pad).draw(x: 300, on: pad)
    #expect(desk.row == "[十] 二")
    desk.draw(x: 1800, on: pad)
    #expect(desk.drawn == "十‸" && desk.row == "[一] 丨 〇")
    #expect(desk.engine.ink?.strokes.count == 1)
    #expect(converter.recognitions.last?.before == "十")
    #expect(desk.press("␠").drawn == "十一‸")
  }

  @Test("F026 the parts of one character stay together on a pad of its size")
  func parts() {
    let desk = desk()
    // The dots of 火, and both sides of い.
    desk.draw(from: (150, 300), to: (230, 520)).draw(from: (750, 300), to: (830, 520))
    #expect(desk.drawn == "‸" && desk.engine.ink?.strokes.count == 2)
  }

  @Test("F026 a tap with two fingers takes the first candidate, and none without strokes")
  func tap() {
    let desk = desk()
    desk.send(.takeFirst)
    #expect(desk.drawn == "‸")
    desk.draw().send(.takeFirst)
    #expect(desk.drawn == "一‸" && desk.row == "个 些")
  }

  @Test("F026 two pads have a character each; keys are for the one that was drawn on last")
  func twoPads() {
    let desk = desk()
    desk.draw(pad: 1).draw(x: 150, pad: 1).draw(pad: 2)
    #expect(desk.row == "[一] 丨 〇" && desk.engine.ink?.strokes.count == 1)
    #expect(desk.press("␠").drawn == "一‸")
    #expect(desk.row == "[十] 二" && desk.engine.ink?.strokes.count == 2)
    #expect(desk.press("2").drawn == "一二‸")
    #expect(desk.engine.ink == nil)
  }

  // MARK: Follow-ons and choices

  @Test("IME-9, F031 follow-ons of a drawn character are not entered; a stroke dismisses them")
  func followOns() {
    let desk = desk()
    desk.draw().press("␠")
    #expect(desk.engine.candidates?.highlighted == nil)
    #expect(desk.press("↓ ⏎").drawn == "一个‸")
    #expect(desk.row == "人")
    desk.draw()
    #expect(desk.row == "[一] 丨 〇" && desk.press("␠").drawn == "一个一‸")
    #expect(desk.press("1").drawn == "一个一1‸", "a digit types a digit")
  }

  @Test("F029 a client's choice takes a candidate")
  func chosen() {
    let desk = desk()
    desk.draw()
    #expect(desk.engine.chooseCandidate(2))
    #expect(desk.drawn == "丨‸" && desk.engine.ink == nil)
  }

  @Test("F026 punctuation is full-width in Chinese, and as it is typed in Japanese")
  func punctuation() {
    #expect(desk().type("a,").drawn == "a，‸")
    #expect(desk(language: "ja-JP").type("a,").drawn == "a,‸")
  }

  @Test("F026 the recogniser receives the strokes, the paper, the mode and two characters")
  func request() throws {
    let desk = desk(language: "ja-JP").type("abc")
    desk.draw(on: InkEvent.Surface(width: 2000, height: 500, unitAspect: 0.5))
    let request = try #require(converter.recognitions.last)
    #expect(request.strokes == [[Ink.Point(x: 50, y: 400), Ink.Point(x: 150, y: 400)]])
    #expect(request.aspect == 2 && request.language == "ja-JP" && request.before == "bc")
    #expect(converter.preparedLanguages.last == "ja-JP")
  }

  @Test("IME-19 candidates that are no single character, or that hide controls, are left out")
  func unusable() {
    converter.drawings = [1: ["", "一个", "\u{202E}", "一", "\n"]]
    let desk = desk()
    desk.draw()
    #expect(desk.row == "[一]")
  }

  // MARK: Texts without ink

  @Test("IME-11a, IME-11b secure fields, ASCII and texts that forbid learning take no ink")
  func refused() {
    let traits: [(inout TextInputTraits) -> Void] = [
      { $0.isSecureTextEntry = true }, { $0.keyboardType = .asciiCapable },
      { $0.autocorrectionType = .no }, { $0.textContentType = .username },
    ]
    for change in traits {
      let desk = desk(traits: change)
      #expect(!desk.engine.wantsInk && !desk.send(.clear))
      #expect(desk.draw().engine.ink == nil)
    }
    #expect(converter.recognitions == [])
  }

  @Test("IME-11a a text that becomes secret drops the strokes")
  func becomesSecret() {
    let desk = desk()
    desk.draw()
    desk.container.traits.isSecureTextEntry = true
    #expect(desk.engine.ink == nil && !desk.engine.wantsInk && desk.drawn == "‸")
  }

  @Test("F026 the owner of pads is notified when ink is wanted, and when it is no longer")
  func wish() {
    let desk = desk()
    var wishes: [Bool] = []
    desk.engine.wantsInkDidChange = { wishes.append($0) }
    func after(_ change: () -> Void) -> [Bool] {
      wishes = []
      change()
      desk.deliver()
      return wishes
    }
    #expect(after { desk.draw().press("␠").type("ab") } == [])
    #expect(after { desk.engine.modes.perform(.next) } == [false])
    #expect(after { desk.engine.modes.perform(.next) } == [true])
    #expect(after { desk.container.resignFirstResponder() } == [false])
    #expect(after { desk.container.becomeFirstResponder() } == [true])
    #expect(after { desk.engine.setActive(false) } == [false])
    #expect(after { desk.engine.setActive(true) } == [true])
    #expect(after { desk.container.traits.isSecureTextEntry = true } == [false])
    let other = TextView(name: "other")
    desk.engine.window.addSubview(other)
    #expect(after { other.becomeFirstResponder() } == [true])
    #expect(after { other.isEditable = false } == [false])
    #expect(after { other.isEditable = true } == [true])
    #expect(after { other.traits.autocorrectionType = .no } == [false])
    #expect(after { other.removeFromSuperview() } == [])
    #expect(after { desk.engine.registerInputMethod(nil, named: "method") } == [])
  }

  @Test("F026 without a recogniser no ink is wanted")
  func withoutRecogniser() {
    let desk = MethodDesk(HandwritingMethod(), language: "zh-Hans")
    #expect(!desk.engine.wantsInk && desk.type("a,").drawn == "a，‸")
  }
}

extension MethodDesk {
  /// Draws a level stroke.
  @discardableResult
  func draw(
    x: Int32 = 100, at milliseconds: Int64 = 0, pad: UInt32 = 7,
    on surface: InkEvent.Surface = InkEvent.Surface(width: 1000, height: 1000)
  ) -> Self {
    draw(from: (x, 200), to: (x + 200, 200), at: milliseconds, pad: pad, on: surface)
  }

  /// Draws a straight stroke.
  @discardableResult
  func draw(
    from start: (Int32, Int32), to end: (Int32, Int32), at milliseconds: Int64 = 0,
    pad: UInt32 = 7, on surface: InkEvent.Surface = InkEvent.Surface(width: 1000, height: 1000)
  ) -> Self {
    let time = Timestamp(microseconds: milliseconds * 1000)
    let points = [start, end].map { Stroke.Point(x: $0.0, y: $0.1, time: time) }
    send(.stroke(Stroke(points)), at: milliseconds, pad: pad, on: surface)
    return self
  }

  /// Sends an event of a pad; returns whether it is taken.
  @discardableResult
  func send(
    _ action: InkEvent.Action, at milliseconds: Int64 = 0, pad: UInt32 = 7,
    on surface: InkEvent.Surface = InkEvent.Surface(width: 1000, height: 1000)
  ) -> Bool {
    let isTaken = engine.handle(
      InkEvent(
        time: Timestamp(microseconds: milliseconds * 1000), device: DeviceID(rawValue: pad),
        surface: surface, action: action))
    deliver()
    return isTaken
  }

  /// Lets time pass.
  func pass(to milliseconds: Int64) {
    engine.advance(to: Timestamp(microseconds: milliseconds * 1000))
    deliver()
  }
}
