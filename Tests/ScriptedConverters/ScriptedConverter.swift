// SPDX-License-Identifier: Apache-2.0
package import InputMethods
package import TextInput

/// A converter that answers from a table, at once or when the test says so.
package final class ScriptedConverter: Converter {
  /// The segments of readings: `きょう=今日,京,強|は=は,葉`; keyed by the joined reading.
  package var conversions: [String: [[ConvertedSegment]]] = [:]
  package var predictions: [String: [String]] = [:]
  /// The suggestions after a text that ends with the key.
  package var follows: [String: [String]] = [:]
  /// The characters that drawings of a number of strokes look like.
  package var drawings: [Int: [String]] = [:]
  package var answersLater = false
  /// Whether the converter is getting ready: it answers only requests that wait for it, and those
  /// with ``answerAll()``.
  package var isStarting = false
  package private(set) var requests: [ConversionRequest] = []
  /// The drawings that were to be recognised.
  package private(set) var recognitions: [RecognitionRequest] = []
  /// The texts whose follow-ons were requested.
  package private(set) var followedTexts: [String] = []
  /// The languages for which the converter had to get ready.
  package private(set) var preparedLanguages: [String] = []
  /// How often outstanding answers became unwanted.
  package private(set) var cancelCount = 0
  private(set) var delayed: [() -> Void] = []

  package init(_ script: String...) { script.forEach(add) }

  /// Adds the segments of a reading: `きょう=今日,京,強|は=は,葉`.
  package func add(_ line: String) {
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

  package func isStarting(in language: String) -> Bool { isStarting }
  package func prepare(in language: String) { preparedLanguages.append(language) }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    requests.append(request)
    guard !isStarting || request.waitsForStart else { return answer(nil) }
    let known = conversions[request.reading]?.first { segments in
      zip(request.boundaries, segments).allSatisfy { $0 == $1.reading.count }
    }
    send { answer(known) }
  }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    let found = predictions[request.reading]?.map { Candidate($0) }
    send { answer(found) }
  }

  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    followedTexts.append(text)
    // The longest known end of the text counts.
    let known = follows.keys.filter(text.hasSuffix).max { $0.count < $1.count }
    let found = known.flatMap { follows[$0] }?.map { Candidate($0) }
    send { answer(found) }
  }

  package func recognise(
    _ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void
  ) {
    recognitions.append(request)
    let found = drawings[request.strokes.count]?.map { Candidate($0) }
    send { answer(found) }
  }

  package func cancel() { cancelCount += 1 }

  private func send(_ answer: @escaping () -> Void) {
    if answersLater || isStarting { delayed.append(answer) } else { answer() }
  }

  /// Drops the answers that are due, as for an engine that hangs.
  package func dropAnswers() { delayed = [] }

  /// Gives the answers that are due.
  package func answerAll() {
    while !delayed.isEmpty { delayed.removeFirst()() }
  }
}
