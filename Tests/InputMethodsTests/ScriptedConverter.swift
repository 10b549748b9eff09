// SPDX-License-Identifier: Apache-2.0
import TextInput

@testable import InputMethods

/// A converter that answers from a table, at once or when the test says so.
final class ScriptedConverter: Converter {
  /// The segments of readings: `きょう=今日,京,強|は=は,葉`; keyed by the joined reading.
  var conversions: [String: [[ConvertedSegment]]] = [:]
  var predictions: [String: [String]] = [:]
  var follows: [String: [String]] = [:]
  var answersLater = false
  private(set) var requests: [ConversionRequest] = []
  private(set) var delayed: [() -> Void] = []

  init(_ script: String...) {
    for line in script {
      let segments = line.split(separator: "|").map { part -> ConvertedSegment in
        let sides = part.split(separator: "=").map(String.init)
        let candidates = sides.count > 1 ? sides[1].split(separator: ",") : []
        return ConvertedSegment(
          sides[0],
          candidates.map { text in
            // `中:5` replaces only five characters of the reading.
            let fields = text.split(separator: ":")
            return ConvertedCandidate(
              String(fields[0]),
              length: fields.count > 1 ? Int(fields[1]) ?? 0 : sides[0].count)
          })
      }
      conversions[segments.map(\.reading).joined(), default: []].append(segments)
    }
  }

  func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    requests.append(request)
    let known = conversions[request.reading]?.first { segments in
      zip(request.boundaries, segments).allSatisfy { $0 == $1.reading.count }
    }
    send { answer(known) }
  }

  func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    let found = predictions[request.reading]?.map { Candidate($0) }
    send { answer(found) }
  }

  func follow(_ text: String, answer: @escaping ([Candidate]?) -> Void) {
    let found = follows[text]?.map { Candidate($0) }
    send { answer(found) }
  }

  private func send(_ answer: @escaping () -> Void) {
    if answersLater { delayed.append(answer) } else { answer() }
  }

  /// Gives the answers that are due.
  func answerAll() {
    while !delayed.isEmpty { delayed.removeFirst()() }
  }
}
