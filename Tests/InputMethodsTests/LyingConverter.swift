// SPDX-License-Identifier: Apache-2.0
import InputMethods
import TestSupport
import TextInput

/// A converter that lies: it answers nothing, late, twice too often, about letters that do not
/// exist, or with text that must not be shown.
///
/// Its good candidates are the replaced characters themselves, each followed by `=`; bad ones
/// contain ``bad``. A letter that is lost or doubled can therefore be found in the text.
final class LyingConverter: Converter {
  /// The text of candidates that must never be shown.
  static let bad = "✗"
  /// The text of suggestions after a commit.
  static let suggestion = "＋"

  let answersLater: Bool
  private var random: SeededGenerator
  private var outstanding: [() -> Void] = []

  init(seed: UInt64, answersLater: Bool) {
    random = SeededGenerator(seed: seed)
    self.answersLater = answersLater
  }

  private func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    let segments = segments(of: request)
    send { answer(segments) }
  }

  func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    let words = [Self.good(Array(request.reading)), Self.bad + "\u{1B}", ""]
    send { answer(words.map { Candidate($0) }) }
  }

  func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    let words = [Self.suggestion, Self.bad + "\n", ""].map { Candidate($0) }
    send { answer(words) }
  }

  func recognise(
    _ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void
  ) {
    let characters = [Self.suggestion, Self.bad + "\n", "", "長長", "\u{202E}", "大"]
    let found = roll(4) == 0 ? nil : (0..<roll(30)).map { _ in Candidate(characters[roll(6)]) }
    send { answer(found) }
  }

  private func segments(of request: ConversionRequest) -> [ConvertedSegment]? {
    let reading = Array(request.reading)
    switch roll(12) {
    case 0: return nil
    case 1: return []
    case 2: return [ConvertedSegment(request.reading + "x", [candidate(reading)])]
    case 3: return [ConvertedSegment(String(reading.dropFirst()), [candidate(reading)])]
    case 4:
      return [ConvertedSegment(request.reading, [candidate(reading)]), ConvertedSegment("", [])]
    default: break
    }
    var segments: [ConvertedSegment] = []
    var rest = reading[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(1 + roll(rest.count)))
      rest = rest.dropFirst(part.count)
      segments.append(ConvertedSegment(String(part), (0..<roll(14)).map { _ in candidate(part) }))
    }
    return segments
  }

  private func candidate(_ part: [Character]) -> ConvertedCandidate {
    switch roll(8) {
    case 0: ConvertedCandidate(Self.bad, length: part.count + 1 + roll(5))
    case 1: ConvertedCandidate(Self.bad, length: -roll(3))
    case 2: ConvertedCandidate(Self.bad + "\n", length: 1)
    case 3: ConvertedCandidate("", length: part.count)
    case 4:
      ConvertedCandidate(Self.bad + String(repeating: "長", count: 500), length: part.count)
    default: good(part.prefix(1 + roll(part.count)))
    }
  }

  private func good(_ part: ArraySlice<Character>) -> ConvertedCandidate {
    ConvertedCandidate(Self.good(Array(part)), length: part.count, annotation: "note")
  }

  private static func good(_ part: [Character]) -> String {
    part.map { "\($0)=" }.joined()
  }

  private func send(_ answer: @escaping () -> Void) {
    // Even a converter that announces late answers may know one at once, and the reverse.
    guard answersLater, roll(4) > 0 else {
      answer()
      // A second answer to one question has no effect.
      if roll(4) == 0 { answer() }
      return
    }
    // Some questions are never answered.
    if roll(6) > 0 { outstanding.append(answer) }
  }

  /// Gives one of the outstanding answers, in any order.
  func answerOne() {
    guard !outstanding.isEmpty else { return }
    outstanding.remove(at: roll(outstanding.count))()
  }
}
