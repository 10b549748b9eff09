// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import Mirrors
package import TextInput

/// The knowledge of an input method that engines provide, whichever language it is used in.
///
/// The first engine that is ready and answers counts, so that a small engine answers while a large
/// one loads.
package final class EngineConverter: Converter {
  private let method: String
  private let engines: InstalledEngines
  private let fallback: (any Converter)?
  /// The requests that are not answered.
  private var outstanding: [(engine: Engine, number: Int)] = []

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - engines: the engines.
  ///   - fallback: answers if no engine does; nil for none.
  package init(_ method: String, engines: InstalledEngines, fallback: (any Converter)? = nil) {
    self.method = method
    self.engines = engines
    self.fallback = fallback
  }

  package var answersLater: Bool {
    fallback?.answersLater == true
      || engines.list.manifests.contains { $0.methods.contains(method) }
  }

  package func prepare(in language: String) {
    engines.prepare(method, in: language)
    fallback?.prepare(in: language)
  }

  package func isStarting(in language: String) -> Bool {
    let known = engines.engines(for: method, in: language)
    return !known.contains { $0.state == .ready } && known.contains { $0.isStarting }
      || fallback?.isStarting(in: language) == true
  }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    ask(.convert, Question(request), { $0.segments }, answer: answer) { [fallback] in
      if let fallback { fallback.convert(request, answer: answer) } else { answer(nil) }
    }
  }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    ask(.predict, Question(request), { $0.candidates }, answer: answer) { [fallback] in
      if let fallback { fallback.predict(request, answer: answer) } else { answer(nil) }
    }
  }

  package func recognise(
    _ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void
  ) {
    ask(.recognise, Question(request), { $0.candidates }, answer: answer) { [fallback] in
      if let fallback { fallback.recognise(request, answer: answer) } else { answer(nil) }
    }
  }

  /// Asks the engines one after the other.
  private func ask<Answer>(
    _ verb: EngineVerb, _ question: Question, _ read: @escaping (EngineResult) -> Answer?,
    answer: @escaping (Answer?) -> Void, otherwise: @escaping () -> Void
  ) {
    guard !question.isPrivate else { return otherwise() }
    let known = engines.engines(for: method, in: question.language)
    for engine in known { engine.prepare() }
    let parameters = question.parameters
    // A large engine that is still loading is waited for only if no small one is ready.
    let waits = question.waitsForStart && !known.contains { $0.state == .ready }
    var rest = known[...]
    func askNext() {
      while let engine = rest.popFirst() {
        var isSending = true
        var hasRefused = false
        send(verb, parameters, to: engine, waitsForStart: waits) { result in
          if let found = result.flatMap(read) {
            answer(found)
          } else if isSending {
            // Continued by the loop, because a call for each engine would use up the stack.
            hasRefused = true
          } else {
            askNext()
          }
        }
        isSending = false
        guard hasRefused else { return }
      }
      otherwise()
    }
    askNext()
  }

  /// Sends a request, which ``cancel()`` cancels while it is not answered.
  private func send(
    _ verb: EngineVerb, _ parameters: [String: JSONValue], to engine: Engine,
    waitsForStart: Bool = false, answer: @escaping (EngineResult?) -> Void
  ) {
    var number: Int?
    var isAnswered = false
    let isOfKey = verb == .convert || verb == .predict
    number = engine.ask(verb, parameters, isOfKey: isOfKey, waitsForStart: waitsForStart) {
      [weak self] result in
      isAnswered = true
      self?.outstanding.removeAll { $0.engine === engine && $0.number == number }
      answer(result)
    }
    if let number, !isAnswered { outstanding.append((engine, number)) }
  }

  package func cancel() {
    let unwanted = outstanding
    outstanding = []
    for request in unwanted { request.engine.cancel(request.number) }
    fallback?.cancel()
  }

  /// Asks all engines, and interleaves their answers.
  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    let known = engines.engines(for: method, in: language).filter {
      $0.state == .ready && $0.verbs.contains(.follow)
    }
    guard !known.isEmpty else {
      if let fallback { fallback.follow(text, in: language, answer: answer) } else { answer(nil) }
      return
    }
    let parameters: [String: JSONValue] = ["text": .text(text), "count": 50]
    var answers = [[Candidate]](repeating: [], count: known.count)
    var outstanding = known.count
    for (place, engine) in known.enumerated() {
      send(.follow, parameters, to: engine) { result in
        answers[place] = result?.candidates ?? []
        outstanding -= 1
        if outstanding == 0 { answer(Self.interleaved(answers)) }
      }
    }
  }

  /// The candidates of several lists in turn, each text once.
  static func interleaved(_ lists: [[Candidate]]) -> [Candidate] {
    var seen: Set<CodeUnits> = []
    var result: [Candidate] = []
    for place in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where place < list.count {
        if seen.insert(CodeUnits(list[place].text)).inserted { result.append(list[place]) }
      }
    }
    return result
  }
}

/// A request to engines, as it is sent.
private struct Question {
  var language: String
  /// Whether no other process may receive anything of it.
  var isPrivate = false
  /// Whether the answer is waited for while the engine is still loading.
  var waitsForStart = false
  var parameters: [String: JSONValue]

  init(_ request: ConversionRequest) {
    (language, isPrivate) = (request.language, request.isPrivate)
    waitsForStart = request.waitsForStart
    parameters = [
      "reading": .text(request.reading),
      "boundaries": .list(request.boundaries.map { .number($0) }),
      "before": .text(request.before), "count": .number(request.limit),
      "fuzzy": .list(request.fuzzy.map { .text($0.rawValue) }),
    ]
  }

  init(_ request: RecognitionRequest) {
    language = request.language
    parameters = [
      "strokes": request.strokes.wireValue, "aspect": .fraction(request.aspect),
      "script": .text(request.language), "before": .text(request.before),
      "count": .number(request.limit),
    ]
  }
}

extension EngineResult {
  fileprivate var segments: [ConvertedSegment]? {
    if case .segments(let segments) = self { segments } else { nil }
  }

  fileprivate var candidates: [Candidate]? {
    if case .candidates(let candidates) = self { candidates } else { nil }
  }
}
