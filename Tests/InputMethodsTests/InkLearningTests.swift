// SPDX-License-Identifier: Apache-2.0
import Keys
import ScriptedConverters
import TestSupport
import Testing
import TextInput

@testable import InputMethods

/// Characters that were chosen for drawings, which come first for similar ones (IME-10).
@Suite struct InkLearningTests {
  private let converter = ScriptedConverter()
  private let memory = VolatileMemory()

  init() { converter.drawings = [1: ["一", "丨", "〇"], 2: ["十", "二"]] }

  private func desk(
    language: String = "zh-Hans", learned: Set<LearnedKind> = [.handwriting]
  ) -> MethodDesk {
    let converter = converter
    return MethodDesk(
      { engine in
        var settings = MethodSettings()
        settings.learned = learned
        return HandwritingMethod(
          converter: converter, services: MethodServices(engine, settings: settings))
      }, language: language, memory: memory)
  }

  @discardableResult
  private func slanted(_ desk: MethodDesk, _ offset: Int32 = 0) -> MethodDesk {
    desk.draw(from: (100, 100 + offset), to: (900, 700))
  }

  @Test("IME-10 a chosen character comes first for a similar drawing, in any size and place")
  func chosen() {
    let desk = desk()
    #expect(slanted(desk).press("3").drawn == "〇‸")
    #expect(slanted(desk, 30).row == "[〇] 一 丨")
    desk.press("⎋")
    #expect(desk.draw(from: (500, 500), to: (600, 575)).row == "[〇] 一 丨")
    desk.press("⎋")
    #expect(desk.draw(from: (900, 100), to: (100, 700)).row == "[一] 丨 〇", "not alike")
    desk.press("⎋")
    #expect(desk.draw(from: (100, 100), to: (900, 110)).row == "[一] 丨 〇")
  }

  @Test("IME-10 the first candidate teaches nothing; the nearest drawing counts")
  func nearest() {
    let desk = desk()
    slanted(desk).press("␠")
    #expect(memory.choices(for: "zh-Hans 1", kind: .handwriting).isEmpty)
    slanted(desk).press("3")
    slanted(desk, 100).press("3")
    #expect(slanted(desk, 100).row == "[丨] 一 〇", "〇 came first, and 丨 was chosen")
    desk.press("⎋")
    #expect(slanted(desk).row == "[〇] 一 丨")
  }

  @Test("IME-10 nothing is learned for other numbers of strokes or languages, or if it is off")
  func others() {
    slanted(desk()).press("3")
    #expect(slanted(desk(language: "zh-Hant")).row == "[一] 丨 〇")
    #expect(slanted(desk(learned: [])).row == "[一] 丨 〇")
    let desk = desk()
    desk.draw(from: (100, 100), to: (500, 400)).draw(from: (500, 400), to: (900, 700))
    #expect(desk.row == "[十] 二")
  }

  @Test("IME-10 a character learned for a text is forgotten when the text becomes secret")
  func secret() {
    let desk = desk()
    slanted(desk).press("3")
    #expect(memory.choices(for: "zh-Hans 1", kind: .handwriting).count == 1)
    desk.container.traits.isSecureTextEntry = true
    #expect(memory.choices(for: "zh-Hans 1", kind: .handwriting).isEmpty)
  }

  @Test("IME-10 at most 22 drawings are kept for a number of strokes; other forms are ignored")
  func limit() throws {
    let desk = desk()
    for place in 0..<60 {
      desk.draw(from: (0, Int32(place * 16)), to: (1000, Int32(1000 - place * 13)))
      desk.press("↓ ␠")
    }
    let kept = memory.choices(for: "zh-Hans 1", kind: .handwriting)
    #expect(kept.count <= InkLearning.limit && kept.count > 10)
    #expect(InkLearning.limit * InkTemplate.strokeLimit * 3 < 2000)
    for text in ["〇", "〇 0", "〇 000000000000 0", "〇〇 000000000000", "〇 00000000000g", " "] {
      memory.forgetChoices()
      memory.noteChoice(text, for: "zh-Hans 1", kind: .handwriting)
      #expect(slanted(desk).row == "[一] 丨 〇", "\(text)")
      desk.press("⎋")
    }
  }

  @Test("A template is written as digits and read again; a drawing of many strokes has none")
  func templates() throws {
    var ink = Ink(aspect: 2)
    #expect(InkTemplate(ink) == nil)
    ink.add([Ink.Point(x: 500, y: 500)])
    #expect(InkTemplate(ink)?.digits == "000000000000")
    ink.add((0...100).map { Ink.Point(x: 5 * $0, y: 1000) })
    let template = try #require(InkTemplate(ink))
    #expect(template.digits == "f0f0f0f0f0f008386898c8f8", "\(template.digits)")
    #expect(InkTemplate(template.digits[...]) == template)
    #expect(template.distance(to: template) == 0)
    for _ in 0..<40 { ink.add([Ink.Point(x: 1, y: 1)]) }
    #expect(InkTemplate(ink) == nil)
  }
}
