// SPDX-License-Identifier: Apache-2.0
import Glibc
import InputMethods
import Keys
import Mirrors
import TestSupport
import Testing
import TextInput

@testable import Engines

/// Characters that are drawn, with an engine that counts their strokes, and with the real one.
@Suite struct HandwritingEngineTests {
  private static let counting = ["/usr/bin/python3", "-I", "-S", EngineDesk.script]
  private static let stroke: [(Int32, Int32)] = [(100, 500), (900, 480)]

  @Test("F026 an engine receives all strokes, and its characters are listed")
  func scripted() throws {
    let paper = try HandwritingPaper(Self.counting, language: "zh-Hans")
    #expect(paper.draw([Self.stroke]) == ["1", "長", "?"])
    #expect(paper.draw([Self.stroke, Self.stroke]) == ["3", "長", "?"])
  }

  @Test("F026 an engine that is killed costs no stroke: it is started again, and gets all of them")
  func killed() throws {
    let paper = try HandwritingPaper(Self.counting, language: "zh-Hans")
    #expect(paper.draw([Self.stroke, Self.stroke]).first == "2")
    paper.kill()
    paper.prepare()
    #expect(paper.typist.ink?.strokes.count == 2)
    #expect(paper.draw([Self.stroke]).first == "3")
  }

  @Test("F026 64 strokes of 512 points fit into a request")
  func largest() throws {
    let paper = try HandwritingPaper(Self.counting, language: "zh-Hans")
    let long = (0..<2000).map { (Int32($0 % 1000), Int32($0 / 2)) }
    for _ in 0..<15 { #expect(!paper.draw(Array(repeating: long, count: 4)).isEmpty) }
    #expect(paper.draw(Array(repeating: long, count: 4)).first == "4")
    #expect(paper.typist.ink?.isFull == true && paper.engine?.lastFault == nil)
  }

  @Test(
    "F026 the real engine recognises what is drawn; without its data it is not used",
    arguments: [
      (
        "zh-Hans", "十", [[(120, 480), (880, 470)], [(500, 100), (505, 900)]],
      ),
      (
        "zh-Hant", "三",
        [[(200, 200), (800, 190)], [(260, 500), (740, 490)], [(120, 830), (880, 820)]]
      ),
      (
        "ja-JP", "大",
        [
          [(120, 400), (880, 390)], [(500, 100), (490, 400), (380, 680), (130, 890)],
          [(510, 400), (640, 680), (880, 880)],
        ]
      ),
    ] as [(String, String, [[(Int32, Int32)]])])
  func real(_ language: String, _ character: String, _ strokes: [[(Int32, Int32)]]) throws {
    let paper = try HandwritingPaper(RealHandwriting.program, language: language)
    // `make handwriting` makes the data, for which `make test` has no time.
    guard RealHandwriting.isThere else {
      #expect(paper.engine?.state == .stopped && paper.engine?.lastFault != nil)
      return
    }
    _ = paper.draw(Array(strokes.dropLast()))
    #expect(paper.draw([strokes[strokes.count - 1]]).prefix(3).contains(character))
  }
}
