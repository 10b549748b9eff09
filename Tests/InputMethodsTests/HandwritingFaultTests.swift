// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import InputMethods

/// Drawn characters with a recogniser that is late, ends or hangs, with pads that lie, and with
/// everything that may happen while there is ink on the paper (F026).
@Suite struct HandwritingFaultTests {
  private let converter = ScriptedConverter()

  init() {
    converter.drawings = [1: ["一", "丨"], 2: ["十", "二"], 3: ["三"]]
    converter.follows = ["一": ["个"]]
  }

  private func desk(_ whenFull: @escaping () -> Void = {}) -> MethodDesk {
    let converter = converter
    return MethodDesk(
      { engine in
        var services = MethodServices(engine)
        services.inkIsFull = whenFull
        return HandwritingMethod(converter: converter, services: services)
      }, language: "zh-Hans")
  }

  // MARK: The recogniser

  @Test("F026 no stroke waits for the recogniser, and answers to fewer strokes are dropped")
  func late() {
    converter.answersLater = true
    let desk = desk()
    desk.draw().draw(x: 150)
    #expect(desk.engine.pendingKeystroke == nil && desk.engine.ink?.strokes.count == 2)
    #expect(desk.row == "" && converter.recognitions.map(\.strokes.count) == [1, 2])
    converter.answerAll()
    desk.deliver()
    #expect(desk.row == "[十] 二")
  }

  @Test("F026 a key that chooses waits for the candidates of the last stroke, and ink waits for it")
  func waitingKey() {
    converter.answersLater = true
    let desk = desk()
    desk.draw(at: 1000)
    desk.engine.advance(to: Timestamp(microseconds: 1_001_000))
    desk.press("2")
    #expect(desk.engine.pendingKeystroke != nil)
    desk.engine.updatesWereDelivered()
    desk.draw(at: 1002)
    #expect(desk.engine.ink?.strokes.count == 1, "the stroke comes after the key")
    converter.answerAll()
    desk.settle()
    #expect(desk.drawn == "丨‸" && desk.engine.ink?.strokes.count == 1)
    converter.answerAll()
    #expect(desk.press("␠").settle().drawn == "丨丨‸", "the chosen character comes first")
  }

  @Test("F026 an engine that hangs costs a key 300 ms; the strokes stay for the next one")
  func hangs() {
    converter.answersLater = true
    let desk = desk()
    desk.draw(at: 1000).send(.takeFirst, at: 1000)
    desk.engine.updatesWereDelivered()
    desk.pass(to: 1299)
    #expect(desk.engine.isHoldingKeys)
    desk.pass(to: 1300)
    #expect(!desk.engine.isHoldingKeys && desk.drawn == "‸" && desk.engine.ink != nil)
    converter.dropAnswers()
    converter.answersLater = false
    #expect(desk.draw(x: 150, at: 1400).row == "[十] 二")
  }

  @Test("F026 if the engine ends, the next stroke or a pause asks again with all strokes")
  func ends() {
    converter.drawings = [:]
    let desk = desk()
    desk.draw(at: 1000)
    #expect(desk.row == "" && converter.preparedLanguages.count == 2, "it is started again")
    converter.drawings = [1: ["一"], 2: ["十"]]
    desk.pass(to: 1700)
    #expect(desk.row == "[一]" && desk.drawn == "‸", "a pause asks again")
    desk.pass(to: 2399)
    #expect(desk.drawn == "‸")
    desk.pass(to: 2400)
    #expect(desk.drawn == "一‸", "another one takes the candidate")
    desk.press("⌫").draw(at: 2500)
    converter.drawings = [:]
    desk.draw(x: 150, at: 2600)
    #expect(desk.row == "")
    converter.drawings = [3: ["三"]]
    #expect(desk.draw(x: 200, at: 2700).row == "[三]")
    #expect(converter.recognitions.map(\.strokes.count) == [1, 1, 1, 2, 3])
  }

  @Test("F026 without candidates ␠ acts as usual, and ⏎ only drops the strokes")
  func withoutCandidates() {
    converter.drawings = [:]
    let desk = desk()
    desk.draw()
    #expect(desk.press("␠").drawn == " ‸" && desk.engine.ink == nil)
    desk.draw()
    #expect(desk.press("⏎").drawn == " ‸" && desk.engine.ink == nil)
    desk.draw(x: 100, at: 1000).pass(to: 9000)
    #expect(desk.engine.ink != nil && desk.engine.nextDeadline == nil)
    // Strokes that are not recognised stay one character.
    let pad = InkEvent.Surface(width: 4000, height: 1000)
    let other = self.desk()
    other.draw(x: 100, on: pad).draw(x: 2000, on: pad)
    #expect(other.engine.ink?.strokes.count == 2)
  }

  // MARK: The paper

  @Test("F026 a character has 64 strokes, and further ones are reported")
  func manyStrokes() {
    var reports = 0
    let desk = desk { reports += 1 }
    for _ in 0..<10_000 { desk.draw() }
    #expect(desk.engine.ink?.strokes.count == 64 && desk.engine.ink?.isFull == true)
    #expect(reports == 10_000 - 64 && converter.recognitions.count == 64)
    #expect(desk.press("⎋").engine.ink == nil)
  }

  @Test("F026 a stroke of a million points is reduced to 512, with its ends")
  func manyPoints() {
    let desk = desk()
    let points = (0..<1_000_000).map { place in
      Stroke.Point(x: Int32(place % 997), y: Int32(place / 1001), time: .zero)
    }
    desk.send(.stroke(Stroke(points)))
    let stroke = desk.engine.ink?.strokes.first
    #expect(stroke?.count == 512)
    #expect(stroke?.first == Ink.Point(x: 0, y: 0) && stroke?.last?.y == 999)
  }

  @Test("F026 all strokes together fit into a line of an engine")
  func manyPointsOfAll() {
    var ink = Ink()
    let long = (0..<512).map { Ink.Point(x: $0, y: 1000 - $0) }
    for _ in 0..<64 { ink.add(long) }
    #expect(ink.strokes.joined().count == 64 * 512)
    #expect(ink.shortened.joined().count <= 4096 && ink.shortened.allSatisfy { $0.count > 1 })
    #expect(ink.shortened.first?.first == long.first && ink.shortened.last?.last == long.last)
  }

  @Test(
    "F026 a dot, points outside, and a pad without a size",
    arguments: [
      ([(5, 5)], 10, 10, [(500, 500)]), ([(5, 5), (5, 5)], 10, 10, [(500, 500)]),
      ([(-7, 4), (99, 4)], 10, 10, [(0, 400), (1000, 400)]),
      ([(Int32.min, Int32.max)], 10, 10, [(0, 1000)]),
      ([(1, 1)], 0, 10, []), ([(1, 1)], 10, -1, []), ([], 10, 10, []),
      ([(1, 1)], .max, .max, [(0, 0)]),
    ] as [([(Int32, Int32)], Int32, Int32, [(Int, Int)])])
  func points(
    _ points: [(Int32, Int32)], _ width: Int32, _ height: Int32, _ placed: [(Int, Int)]
  ) {
    let stroke = Stroke(points.map { Stroke.Point(x: $0.0, y: $0.1, time: .zero) })
    let surface = InkEvent.Surface(width: width, height: height)
    #expect(Ink.points(of: stroke, on: surface) == placed.map { Ink.Point(x: $0.0, y: $0.1) })
    let desk = desk()
    desk.send(.stroke(stroke), on: surface)
    #expect(desk.engine.ink?.strokes.count == (placed.isEmpty ? nil : 1))
  }

  @Test(
    "F026 the shape of the paper is limited",
    arguments: [
      (2000, 1000, 1.0, 2.0), (1000, 1000, 0, 0.1), (1, 1000, 1, 0.1), (1000, 1, 1, 10),
      (1, 1, .nan, 1), (1, 1, .infinity, 10), (0, 0, 3, 1),
    ] as [(Int32, Int32, Double, Double)])
  func aspect(_ width: Int32, _ height: Int32, _ unit: Double, _ aspect: Double) {
    let surface = InkEvent.Surface(width: width, height: height, unitAspect: unit)
    #expect(Ink(aspect: surface.aspect).aspect == aspect)
  }

  @Test("F026 a clock that runs backwards neither ends a pause early nor forgets it")
  func backwards() {
    let desk = desk()
    desk.draw(at: 5000).draw(x: 150, at: 1000)
    desk.pass(to: 5699)
    #expect(desk.drawn == "‸" && desk.row == "[十] 二")
    desk.pass(to: 5700)
    #expect(desk.drawn == "十‸")
  }

  // MARK: Ends

  @Test("F026 a mode switch drops the strokes")
  func modeSwitch() {
    let desk = desk()
    desk.draw(at: 1000)
    desk.engine.modes.perform(.next)
    #expect(desk.engine.ink == nil && desk.row == "" && !desk.engine.wantsInk)
    desk.engine.modes.perform(.next)
    desk.pass(to: 9000)
    #expect(desk.engine.ink == nil && desk.drawn == "‸" && desk.engine.wantsInk)
  }

  @Test("F026 loss of the focus, an inactive engine and a program's edit drop the strokes")
  func focusLoss() {
    let ends: [(MethodDesk) -> Void] = [
      { $0.container.resignFirstResponder() }, { $0.engine.setActive(false) },
      { ($0.container as? TextView)?.isEditable = false }, { $0.container.text = "new" },
    ]
    for (place, end) in ends.enumerated() {
      let desk = desk()
      desk.draw(at: 1000)
      end(desk)
      desk.pass(to: 9000)
      #expect(desk.engine.ink == nil && desk.row == "", "\(place)")
      #expect(!desk.container.text.contains("一"), "\(place)")
      #expect(desk.engine.wantsInk == (place == 3))
    }
  }

  @Test("F026 a reload of the settings replaces the method, and drops the strokes")
  func reload() {
    let desk = desk()
    desk.draw(at: 1000)
    desk.engine.registerInputMethod(
      HandwritingMethod(converter: converter, services: MethodServices(desk.engine)),
      named: "method")
    #expect(desk.engine.ink == nil && desk.row == "")
    desk.pass(to: 9000)
    #expect(desk.drawn == "‸" && desk.draw(at: 9000).row == "[一] 丨")
  }

  @Test("F026 a dead key, a code point or a program's marked text ends when a stroke comes")
  func otherCompositions() {
    let desk = desk()
    desk.engine.registerInputMethod(
      CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
    desk.press("⌃⇧u").type("4e2d")
    #expect(desk.drawn == "{u4e2d‸}")
    desk.draw().press("␠")
    #expect(desk.drawn == "中一‸")
    desk.container.setMarkedText("ab", selectedRange: TextRange(caret: 2))
    desk.draw().press("␠")
    #expect(desk.drawn == "中一ab一‸")
  }

  @Test("F026 a list in front of the text takes no ink")
  func overlay() {
    let desk = desk()
    desk.engine.openModeList()
    #expect(!desk.send(.clear) && desk.draw().engine.ink == nil)
  }
}

extension MethodDesk {
  /// Delivers the updates, and lets a key go on whose answer has come.
  @discardableResult
  func settle() -> Self {
    for _ in 0..<4 {
      _ = engine.takeUpdates()
      engine.updatesWereDelivered()
    }
    return self
  }
}
