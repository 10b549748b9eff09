// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Recognises characters with the engine of handwriting, and suggests what follows them with those
/// of the language's readings.
package final class HandwritingConverter: Converter {
  private let recogniser: any Converter
  /// The converters that know what follows a text, by language.
  private let followers: [String: any Converter]

  /// Creates a converter; nil if nothing recognises characters.
  ///
  /// - Parameter converter: returns the converter of a method, by the method's name.
  package init?(_ converter: (String) -> (any Converter)?) {
    guard let recogniser = converter("handwriting") else { return nil }
    self.recogniser = recogniser
    followers = [
      "ja": converter("romaji"), "zh": converter("pinyin") ?? converter("zhuyin"),
    ].compactMapValues(\.self)
  }

  package var answersLater: Bool { recogniser.answersLater }

  package func prepare(in language: String) {
    recogniser.prepare(in: language)
    follower(in: language)?.prepare(in: language)
  }

  package func recognise(
    _ request: RecognitionRequest, answer: @escaping ([Candidate]?) -> Void
  ) {
    recogniser.recognise(request, answer: answer)
  }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) { answer(nil) }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    answer(nil)
  }

  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    guard let follower = follower(in: language) else { return answer(nil) }
    follower.follow(text, in: language, answer: answer)
  }

  package func cancel() {
    recogniser.cancel()
    for follower in followers.values { follower.cancel() }
  }

  private func follower(in language: String) -> (any Converter)? {
    followers[String(language.prefix { $0 != "-" })]
  }
}
