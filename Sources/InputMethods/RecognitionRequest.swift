// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The strokes of a character to recognise.
package struct RecognitionRequest: Hashable, Sendable {
  /// The strokes, of all of which a line has room for the points.
  package var strokes: [[Ink.Point]]
  /// The width of the paper divided by its height.
  package var aspect: Double
  /// The language of the mode, such as `zh-Hans`, which says what characters there are.
  package var language: String
  /// The two characters before the caret, which tell 日 from 曰.
  package var before: String
  /// The maximum number of candidates.
  package var limit = 50

  /// The maximum length of ``before``, in UTF-16 code units: two characters outside of the basic
  /// plane.
  private static let contextLimit = 4

  /// Creates the request of a method.
  ///
  /// - Parameters:
  ///   - ink: the strokes; not empty.
  ///   - context: the text that the character is drawn for.
  ///   - committed: a text that will precede the character, after the text of the context.
  init(_ ink: Ink, in context: InputMethodContext, after committed: String = "") {
    strokes = ink.shortened
    aspect = ink.aspect
    language = context.mode.primaryLanguage.description
    before = String((context.textBefore(limit: Self.contextLimit) + committed).suffix(2))
  }

  /// Returns the candidates of an answer that are single characters and can be shown (IME-19).
  func checked(_ answer: [Candidate]?) -> [Candidate] {
    ConversionRequest.checked(answer?.filter { $0.text.count == 1 })
  }
}
