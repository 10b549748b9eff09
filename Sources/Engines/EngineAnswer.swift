// SPDX-License-Identifier: Apache-2.0
package import InputMethods
package import Mirrors
package import TextInput

/// A line from an engine.
struct EngineAnswer: Hashable {
  /// The number of the request.
  var number: Int
  /// The result; nil for none.
  var result: EngineResult?

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: the line; nil results unless it is an answer.
  ///   - parse: parses a line of any JSON; nil if it is none.
  init?(_ line: [UInt8], parse: ([UInt8]) -> JSONValue?) {
    var scanner = AnswerScanner(line)
    guard let answer = scanner.scan() ?? parse(line).flatMap({ EngineAnswer($0) }) else {
      return nil
    }
    self = answer
  }

  /// Reads a line that was parsed; nil results unless it is an answer.
  init?(_ message: JSONValue) {
    guard case .object(let members) = message, case .number(let number)? = members["id"] else {
      return nil
    }
    self.init(number: number, result: members["result"].map { EngineResult($0) })
  }

  init(number: Int, result: EngineResult?) {
    (self.number, self.result) = (number, result)
  }
}

/// The result of a request to an engine.
package enum EngineResult: Hashable, Sendable {
  /// The segments of a conversion.
  case segments([ConvertedSegment])
  /// The candidates of a prediction, or of what follows a text.
  case candidates([Candidate])
  /// Any other result.
  case other(JSONValue)

  /// Finds out what a result is.
  ///
  /// - Parameter value: the result; candidates of a conversion without a text or a length are left
  ///   out.
  init(_ value: JSONValue) {
    if let segments = value.segments {
      self = .segments(segments)
    } else if let candidates = value.candidates {
      self = .candidates(candidates)
    } else {
      self = .other(value)
    }
  }

  /// The members of an object that is neither a conversion nor a list of candidates.
  var members: [String: JSONValue]? {
    if case .other(.object(let members)) = self { members } else { nil }
  }
}

extension JSONValue {
  private subscript(name: String) -> JSONValue? {
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
