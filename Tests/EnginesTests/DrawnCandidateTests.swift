// SPDX-License-Identifier: Apache-2.0
import Captures
import Keys
import Testing
import TextInput

@testable import Engines

/// The captures of drawn characters, replayed to the candidates of the real engine.
@Suite struct DrawnCandidateTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/Documentation/Captures/"

  /// The ink of a capture, divided where nothing is drawn for a second.
  private static func characters(_ capture: String) throws -> [[InkEvent]] {
    let replay = CaptureReplay(try CaptureReader(path: folder + capture))
    replay.setDrawing(true)
    var (characters, frame): ([[InkEvent]], [KeyEvent]) = ([[]], [])
    var last: Timestamp?
    while true {
      switch try replay.next(before: nil, into: &frame) {
      case .ink(let ink):
        if let last, ink.time.microseconds(since: last) > 1_000_000 { characters.append([]) }
        characters[characters.count - 1].append(ink)
        last = ink.time
      case .end: return characters
      default: break
      }
    }
  }

  @Test(
    "F026 a captured character replays to its candidates: it is among the first three",
    arguments: [
      ("drawn-ja", "ja-JP", "あのカ日本語人水3月"), ("drawn-zh-Hans", "zh-Hans", "中国你好学生门火木山"),
      ("drawn-zh-Hant", "zh-Hant", "大小天見車馬門東長雨"),
    ])
  func candidates(_ capture: String, _ language: String, _ text: String) throws {
    let characters = try Self.characters(capture + ".evemu")
    #expect(characters.count == text.count)
    let paper = try HandwritingPaper(RealHandwriting.program, language: language)
    // `make handwriting` makes the data, for which `make test` has no time. CapturesTests compare
    // the strokes with those that were drawn.
    guard RealHandwriting.isThere else {
      #expect(paper.engine?.state == .stopped && paper.engine?.lastFault != nil)
      return
    }
    for (ink, character) in zip(characters, text) {
      let found = paper.draw(ink)
      #expect(found.prefix(3).contains(String(character)), "\(character): \(found)")
      guard let last = ink.last else { continue }
      paper.typist.handle(
        InkEvent(time: last.time, device: last.device, surface: last.surface, action: .clear))
    }
  }
}
