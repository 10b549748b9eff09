// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A reading to convert.
package struct ConversionRequest: Hashable, Sendable {
  /// The reading: kana, pinyin or Zhuyin.
  package var reading: String
  /// The language of the mode, such as `zh-Hans`.
  package var language = ""
  /// The lengths of the first segments in characters; the converter divides the rest on its own.
  package var boundaries: [Int] = []
  /// The text before the caret, at most 64 characters; empty if the field forbids learning.
  package var before = ""
  /// Whether the field forbids learning, so that no other process may receive anything of it.
  package var isPrivate = false
  /// The sounds that the person does not distinguish in pinyin.
  package var fuzzy: [FuzzyPinyin] = []
  /// The maximum number of candidates for each segment.
  package var limit = 200
  /// Whether the answer is waited for while the converter is still getting ready.
  package var waitsForStart = false

  /// Creates a request.
  ///
  /// - Parameter reading: the reading.
  package init(_ reading: String) { self.reading = reading }

  /// Creates the request of a method.
  ///
  /// - Parameters:
  ///   - reading: the reading.
  ///   - context: the text that it is typed into.
  ///   - committed: a text that will precede the reading, after the text of the context.
  init(_ reading: String, in context: InputMethodContext, after committed: String = "") {
    self.init(reading)
    language = context.mode.primaryLanguage.description
    isPrivate = context.forbidsLearning
    if !isPrivate { before = context.textBefore(with: committed) }
  }
}

extension InputMethodContext {
  /// The maximum length of the text that a converter receives, in UTF-16 code units.
  private static let contextLimit = 64

  /// Whether nothing of the text may be learned: it is secret, or the traits forbid correction.
  var forbidsLearning: Bool {
    guard !isSecret, let type = traits.textContentType else {
      return isSecret || traits.autocorrectionType == .no
    }
    return traits.autocorrectionType == .default ? !type.isProse : traits.autocorrectionType == .no
  }

  /// Returns the text before the caret, as converters receive it.
  ///
  /// - Parameter committed: a text that will follow it.
  /// - Returns: the end of both.
  func textBefore(with committed: String) -> String {
    var text = textBefore(limit: Self.contextLimit) + committed
    while text.utf16.count > Self.contextLimit { text.removeFirst() }
    return text
  }
}

/// One of the conversions of a segment.
package struct ConvertedCandidate: Hashable, Sendable {
  /// The converted text.
  package var text: String
  /// The number of characters of the reading that the text replaces, from the segment's start.
  package var length: Int
  /// A note; nil for none.
  package var annotation: String?

  /// Creates a candidate.
  ///
  /// - Parameters:
  ///   - text: the converted text.
  ///   - length: the number of characters of the reading that it replaces.
  ///   - annotation: a note; nil for none.
  package init(_ text: String, length: Int, annotation: String? = nil) {
    self.text = text
    self.length = length
    self.annotation = annotation
  }
}

/// A part of a reading with its conversions, best first.
package struct ConvertedSegment: Hashable, Sendable {
  /// The part of the reading.
  package var reading: String
  /// The conversions.
  package var candidates: [ConvertedCandidate]

  /// Creates a segment.
  ///
  /// - Parameters:
  ///   - reading: the part of the reading.
  ///   - candidates: the conversions, best first.
  package init(_ reading: String, _ candidates: [ConvertedCandidate]) {
    self.reading = reading
    self.candidates = candidates
  }
}

/// The knowledge of a language: converts readings, and suggests what follows a text.
///
/// The methods compose without one; what they mark is then what was typed. Every function calls its
/// closure at most once, before it returns or later on the same thread; a converter that cannot
/// answer passes nil. Answers are data of another program: the methods check them.
package protocol Converter: AnyObject {
  /// Whether answers may come after the functions have returned.
  var answersLater: Bool { get }

  /// Gets ready again if need be, because a reading that is composed will be converted.
  ///
  /// - Parameter language: the language of the mode, such as `ja-JP`.
  func prepare(in language: String)

  /// Reports whether the converter is still getting ready, and may soon answer.
  ///
  /// - Parameter language: the language of the mode.
  /// - Returns: whether it is; false if it is ready, and if there is none.
  func isStarting(in language: String) -> Bool

  /// Converts a reading.
  ///
  /// - Parameters:
  ///   - request: the reading.
  ///   - answer: receives the segments, in order.
  func convert(_ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void)

  /// Suggests words that begin with a reading, for the prediction list.
  ///
  /// - Parameters:
  ///   - request: the beginning of the reading.
  ///   - answer: receives the words, best first.
  func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void)

  /// Suggests what follows a committed text.
  ///
  /// - Parameters:
  ///   - text: the text before the caret, which ends with the committed text; at most 64
  ///     characters.
  ///   - language: the language of the mode, such as `zh-Hans`.
  ///   - answer: receives the suggestions, best first.
  func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void)

  /// Finds the characters that look like what was drawn.
  ///
  /// - Parameters:
  ///   - request: the strokes.
  ///   - answer: receives the characters, best first.
  func recognise(_ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void)

  /// Makes the answers that are outstanding unwanted, because the composition has ended.
  ///
  /// Their closures need not be called any more.
  func cancel()
}

extension Converter {
  /// Does nothing, for converters that are always ready.
  package func prepare(in language: String) {}

  /// False, for converters that are always ready.
  package func isStarting(in language: String) -> Bool { false }

  /// Knows no characters, for converters of readings.
  package func recognise(
    _ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void
  ) { answer(nil) }

  /// Does nothing, for converters that answer at once.
  package func cancel() {}
}

extension ConversionRequest {
  /// Returns the segments of an answer that fits the request; nil for any other answer.
  ///
  /// The segments must be the whole reading, in order, and candidates must replace letters that
  /// exist. Candidates that do not are left out.
  func checked(_ answer: [ConvertedSegment]?) -> [ConvertedSegment]? {
    guard var segments = answer, !segments.isEmpty,
      segments.map(\.reading).joined() == reading, segments.allSatisfy({ !$0.reading.isEmpty })
    else { return nil }
    for index in segments.indices {
      let length = segments[index].reading.count
      segments[index].candidates = Array(
        segments[index].candidates.lazy
          .filter { (1...length).contains($0.length) && Self.isText($0.text) }.prefix(limit))
      for place in segments[index].candidates.indices
      where segments[index].candidates[place].annotation?.hasHiddenControls == true {
        segments[index].candidates[place].annotation = nil
      }
    }
    return segments
  }

  /// Returns the candidates of an answer that can be shown (IME-19); at most 50.
  static func checked(_ candidates: [Candidate]?) -> [Candidate] {
    Array(
      (candidates ?? []).lazy.filter { isText($0.text) }.compactMap(\.withoutHiddenControls)
        .prefix(50))
  }

  /// Whether a text may be a candidate: not empty, short, and without hidden controls (IME-19).
  private static func isText(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 1024 && !text.hasHiddenControls
  }
}
