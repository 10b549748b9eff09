// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import Mirrors
package import TextInput

/// The knowledge of an input method that engines provide, whichever language it is used in.
package final class EngineConverter: Converter {
  private let method: String
  private let engines: Engines

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - engines: the engines.
  package init(_ method: String, engines: Engines) {
    self.method = method
    self.engines = engines
  }

  package var answersLater: Bool { true }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    ask(.convert, request.language, request.parameters) { answer($0?.segments) }
  }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    ask(.predict, request.language, request.parameters) { answer($0?.candidates) }
  }

  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    let parameters: [String: JSONValue] = ["text": .text(text), "count": 50]
    ask(.follow, language, parameters) { answer($0?.candidates) }
  }

  private func ask(
    _ verb: EngineVerb, _ language: String, _ parameters: [String: JSONValue],
    answer: @escaping (JSONValue?) -> Void
  ) {
    guard let engine = engines.engine(for: method, in: language) else { return answer(nil) }
    engine.ask(verb, parameters, answer: answer)
  }
}

extension ConversionRequest {
  fileprivate var parameters: [String: JSONValue] {
    [
      "reading": .text(reading), "boundaries": .list(boundaries.map { .number($0) }),
      "before": .text(before), "count": .number(limit),
    ]
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  private var text: String? { if case .text(let text) = self { text } else { nil } }
  private var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }

  /// The segments of an answer; nil if they are not as they should be.
  fileprivate var segments: [ConvertedSegment]? {
    guard let list = self["segments"]?.list else { return nil }
    var segments: [ConvertedSegment] = []
    for segment in list {
      guard let reading = segment["reading"]?.text, let candidates = segment["candidates"]?.list
      else { return nil }
      segments.append(
        ConvertedSegment(
          reading,
          candidates.compactMap { candidate in
            guard let text = candidate["text"]?.text,
              case .number(let length)? = candidate["length"]
            else { return nil }
            return ConvertedCandidate(
              text, length: length, annotation: candidate["annotation"]?.text)
          }))
    }
    return segments
  }

  /// The candidates of an answer; nil if there is no list.
  fileprivate var candidates: [Candidate]? {
    self["candidates"]?.list?.compactMap { candidate in
      candidate["text"]?.text.map { Candidate($0, annotation: candidate["annotation"]?.text) }
    }
  }
}
