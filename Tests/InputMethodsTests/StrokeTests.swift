// SPDX-License-Identifier: Apache-2.0
import Keys
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
      長\thhhhhhhhhhhhhhhhhhhhhhhhh
      """
    path = try folder.write(lines.utf8, to: "stroke.dict.yaml")
  }

  private func desk(memory: any InputMemory = VolatileMemory()) -> MethodDesk {
    MethodDesk(
      { [path] in
        CandidateMethod(
          StrokeEntry(), learns: .strokes, converter: StrokeConverter(path: path),
          services: MethodServices($0))
      }, language: "zh-Hans", memory: memory)
  }

  @Test(
    "IME-18, F026 strokes list the characters that begin with them, complete ones first",
    arguments: [
      ("szhs", "[中] 串"), ("szh", "[口] 中 史 串"), ("h", "[一] 長"), ("szhs*", "[串]"),
      ("*zh", "[口] 中 史 串"),
      ("s*hs", "[中] 㐀 串"), ("s***n", "[史]"), ("zzz", ""), ("U4e2d", "[中]"), ("U+4E2D", "[中]"),
      ("u+4e2d", "[中]"), ("U4e2", "[Ӣ]"),
    ])
  func lists(_ keys: String, _ row: String) {
    #expect(desk().type(keys).row == row)
  }

  @Test(
    "IME-18, F026 keys of the mode",
    arguments: [
      ("szhs␠", "中‸"), ("szhs1", "中‸"), ("szhs2", "串‸"), ("szhs⏎", "szhs‸"), ("szhs⌫␠", "口‸"),
      ("szhs⎋", "‸"), ("U+4E2D␠", "中‸"), ("szhs,", "中，‸"), ("1", "1‸"),
    ])
  func keys(_ keys: String, _ drawn: String) {
    #expect(desk().type(keys).drawn == drawn)
  }

  @Test("without the dictionary strokes stay, and code points still work")
  func missing() {
    let desk = MethodDesk(
      CandidateMethod(
        StrokeEntry(), learns: .strokes, converter: StrokeConverter(path: "/missing")))
    #expect(desk.type("szhs␠").drawn == "szhs‸")
    #expect(desk.type("U+4E2D␠").drawn == "szhs中‸")
  }

  @Test(
    "F026 the installed dictionary has 中 on page 1 for s z h s",
    .needs(file: StrokeDictionary.installedPath))
  func installed() {
    let dictionary = StrokeDictionary()
    #expect(dictionary.characters(beginningWith: "szhs", limit: 9).first == "中")
    #expect(dictionary.characters(beginningWith: "s*hs", limit: 99).contains("中"))
    #expect(dictionary.characters(beginningWith: "h", limit: 9).first == "一")
    #expect(dictionary.characters(beginningWith: "pn", limit: 9).contains("人"))
    #expect(dictionary.characters(beginningWith: "", limit: 9) == [])
    #expect(dictionary.characters(beginningWith: "q", limit: 9) == [])
    #expect(dictionary.characters(beginningWith: "*", limit: 100_000).count > 20_000)
  }
}
