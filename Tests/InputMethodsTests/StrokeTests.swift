// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Keys
import ScriptedConverters
import TestSupport
import TestTraits
import Testing
import TextInput

@testable import InputMethods

@Suite struct StrokeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let lines = """
      # Rime dictionary
      ---
      name: stroke
      ...

      㐀\tshhsh
      一\th
      丨\ts
      中\tszhs
      串\tszhszhs
      口\tszh
      史\tszhpn
      𠮝\tszhs
      坏\tx
      东\tnzz
      東\tnzz
      丵\tnz
      長\thhhhhhhhhhhhhhhhhhhhhhhhh
      """
    path = try folder.write(lines.utf8, to: "stroke.dict.yaml")
  }

  private func desk(
    memory: any InputMemory = VolatileMemory(), language: String = "zh-Hans"
  ) -> MethodDesk {
    MethodDesk(
      { [path] in
        CandidateMethod(
          StrokeEntry(), learns: .strokes, converter: StrokeConverter(path: path),
          services: MethodServices($0))
      }, language: language, memory: memory)
  }

  @Test("IME-18 keys and choices that come before the candidates are shown have the same effect")
  func undelivered() {
    let typed = desk()
    for key in ["s", "z", "h", "s", "␠"] { typed.engine.handle(MethodDesk.keystroke(key)) }
    #expect(typed.drawn == "中‸")
    let chosen = desk()
    for key in ["s", "z", "h"] { chosen.engine.handle(MethodDesk.keystroke(key)) }
    _ = chosen.engine.takeUpdates()
    chosen.engine.updatesWereDelivered()
    chosen.engine.handle(MethodDesk.keystroke("s"))
    // The list of the earlier reading is still shown; the choice is one of the new candidates.
    #expect(chosen.engine.chooseCandidate(2) && chosen.drawn == "串‸")
  }

  @Test("IME-18 the characters of the mode's script come first, and complete ones before all")
  func scripts() {
    #expect(desk().type("nz").row == "[丵] 东 東")
    #expect(desk(language: "zh-Hant").type("nz").row == "[丵] 東 东")
    #expect(desk(language: "zh-Hant").type("n").row == "[東] 丵 东")
  }

  @Test("IME-18 characters with the same strokes are in the order of frequency of the script")
  func frequencies() throws {
    let simplified = """
      # Rime

      中\tzhong\t9\r
      史\tshi\t30
      口\tkou\t8
      东\tdong\t5
      東\tdong\t99
      口\tke\t31
      串\tchuan\t9x
      串\tchuan\t
      中国\tzhong guo\t999
      𠮝\tx\t5
      坏\t9
      \t9
      长
      """
    let traditional = "東\t3\n东\t9\n中\t4\n一\t0\n串\t8"
    _ = try folder.write(simplified.utf8, to: CharacterFrequencies.simplifiedFile)
    _ = try folder.write(traditional.utf8, to: CharacterFrequencies.traditionalFile)
    #expect(desk().type("sz").row == "[口] 史 中 串")
    #expect(desk().type("nz").row == "[丵] 东 東", "complete ones, and those of the script, first")
    #expect(desk(language: "zh-Hant").type("sz").row == "[串] 中 口 史")
    #expect(desk(language: "zh-Hant").type("nzz").row == "[東] 东")
  }

  @Test(
    "The smallest of many numbers are the first ones of all in order", arguments: [0, 1, 7, 200])
  func smallest(_ limit: Int) {
    var generator = SeededGenerator(seed: 26)
    for count in [0, 1, limit, 4 * limit + 1, 5000] {
      let numbers = (0..<count).map { _ in UInt64.random(in: 0...3000, using: &generator) }
      var smallest = SmallestNumbers(limit: limit)
      numbers.forEach { smallest.insert($0) }
      #expect(smallest.sorted() == Array(numbers.sorted().prefix(limit)))
    }
  }

  @Test(
    "IME-18, F026 strokes list the characters that begin with them, complete ones first",
    arguments: [
      ("szhs", "[中] 串"), ("szh", "[口] 中 史 串"), ("h", "[一] 長"), ("szhs*", "[串]"),
      ("*zh", "[口] 中 史 串"),
      ("s*hs", "[中] 串 㐀"), ("s***n", "[史]"), ("zzz", ""), ("U4e2d", "[中]"), ("U+4E2D", "[中]"),
      ("u+4e2d", "[中]"), ("U4e2", "[Ӣ]"), ("4e2d", "[中]"), ("f900", "[豈]"), ("4e2", ""),
      ("2024", ""),
    ])
  func lists(_ keys: String, _ row: String) {
    #expect(desk().type(keys).row == row)
  }

  @Test(
    "IME-18, F026 keys of the mode",
    arguments: [
      ("szhs␠", "中‸"), ("szhs1", "中‸"), ("szhs2", "串‸"), ("szhs⏎", "szhs‸"), ("szhs⌫␠", "口‸"),
      ("szhs⎋", "‸"), ("U+4E2D␠", "中‸"), ("szhs,", "中，‸"), ("4e2d␠", "中‸"), ("2024⏎", "2024‸"),
      ("2024␠", "2024 ‸"), ("zzz␠", "zzz ‸"), ("3␠4␠", "3 4 ‸"),
      ("2024szhs␠", "2024中‸"), ("2024,", "2024,‸"), ("3.5⏎", "3.5‸"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    #expect(desk().type(keys).drawn == drawn)
  }

  @Test("IME-9, IME-18 strokes and code points have the follow-ons of the language's engine")
  func followOns() {
    let engine = ScriptedConverter()
    engine.follows = ["中": ["国", "间"], "中国": ["人"]]
    let desk = MethodDesk(
      { [path] in
        CandidateMethod(
          StrokeEntry(), learns: .strokes,
          converter: StrokeConverter(path: path, follower: engine), services: MethodServices($0))
      }, language: "zh-Hans")
    desk.engine.registerInputMethod(CodePointMethod(), summonedBy: Chord("u", [.control, .shift]))
    desk.type("szhs␠")
    #expect(desk.drawn == "中‸" && desk.row == "国 间")
    #expect(desk.press("↓ ⏎").drawn == "中国‸" && desk.row == "人")
    #expect(engine.preparedLanguages.first == "zh-Hans" && engine.requests.isEmpty)
    #expect(desk.press("⏎").row == "")
    #expect(desk.type("4e2d␠").row == "国 间")
    #expect(desk.press("⌃⇧u").row == "")
    #expect(desk.type("4e2d␠").drawn == "中国⏎中中‸" && desk.row == "国 间")
    #expect(desk.press("↓ ⏎").drawn == "中国⏎中中国‸")
  }

  @Test("without the dictionary strokes stay and its absence is reported, and code points work")
  func missing() {
    var lacking: Set<MethodData> = []
    let desk = MethodDesk(
      CandidateMethod(
        StrokeEntry(), learns: .strokes,
        converter: StrokeConverter(path: "/missing", lacks: { lacking.insert($0) })))
    #expect(lacking.isEmpty, "not before the first stroke")
    #expect(desk.type("szhs␠").drawn == "szhs ‸")
    #expect(lacking == [.strokes])
    #expect(desk.type("U+4E2D␠").drawn == "szhs 中‸")
  }

  @Test(
    "F026 the installed dictionary has 中 on page 1 for s z h s",
    .needs(file: StrokeDictionary.installedPath))
  func installed() throws {
    let dictionary = StrokeDictionary()
    #expect(dictionary.characters(beginningWith: "szhs", limit: 9).first == "中")
    #expect(dictionary.characters(beginningWith: "s*hs", limit: 99).contains("中"))
    #expect(dictionary.characters(beginningWith: "h", limit: 9).first == "一")
    #expect(dictionary.characters(beginningWith: "pn", limit: 9).contains("人"))
    #expect(dictionary.characters(beginningWith: "hpn", limit: 9).first == "大", "not 丈")
    #expect(dictionary.characters(beginningWith: "", limit: 9) == [])
    #expect(dictionary.characters(beginningWith: "q", limit: 9) == [])
    #expect(dictionary.characters(beginningWith: "*", limit: 100_000).count > 20_000)
    for (isTraditional, own, other) in [(false, "马龙", "馬龍"), (true, "馬龍", "马龙")] {
      let all = dictionary.characters(
        beginningWith: "*", isTraditional: isTraditional, limit: 100_000)
      for (own, other) in zip(own, other) {
        let places = (all.firstIndex(of: own), all.firstIndex(of: other))
        #expect(try #require(places.0) < #require(places.1), "\(own) \(other)")
      }
    }
  }
}
