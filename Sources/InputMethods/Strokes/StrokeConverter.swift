// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Converts strokes and code points to characters.
package final class StrokeConverter: Converter {
  private let path: String
  private let follower: (any Converter)?
  private let lacks: (MethodData) -> Void
  private lazy var dictionary = StrokeDictionary(path: path)

  /// Creates a converter that reads its dictionary when it is first asked.
  ///
  /// - Parameters:
  ///   - path: the dictionary; without it only code points are converted.
  ///   - follower: the converter of another method of the language, which suggests what follows a
  ///     character; nil for none.
  ///   - lacks: called when strokes are converted without the dictionary.
  package init(
    path: String = StrokeDictionary.installedPath, follower: (any Converter)? = nil,
    lacks: @escaping (MethodData) -> Void = { _ in }
  ) {
    self.path = path
    self.lacks = lacks
    self.follower = follower
  }

  /// False: only suggestions come later, and no key waits for them.
  package var answersLater: Bool { false }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    // Once a character is committed, it is too late to start an engine.
    if !request.isPrivate { follower?.prepare(in: request.language) }
    let length = request.reading.count
    var entry = CodePointEntry()
    var characters: [Character]
    if request.reading.allSatisfy({ entry.type($0) }) {
      // Four digits that may also be a number stay digits.
      let isCodePoint = !entry.isBare || entry.digitCount >= 4 && entry.hasLetters
      characters = isCodePoint ? [entry.character].compactMap(\.self) : []
    } else {
      if dictionary.isEmpty { lacks(.strokes) }
      characters = dictionary.characters(
        beginningWith: request.reading,
        isTraditional: LanguageTag(request.language)?.script == .traditionalHan,
        limit: request.limit)
    }
    let candidates = characters.map { ConvertedCandidate(String($0), length: length) }
    answer(candidates.isEmpty ? nil : [ConvertedSegment(request.reading, candidates)])
  }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    answer(nil)
  }

  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) {
    if let follower { follower.follow(text, in: language, answer: answer) } else { answer(nil) }
  }

  package func cancel() { follower?.cancel() }
}
