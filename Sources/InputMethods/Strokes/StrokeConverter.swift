// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Converts strokes and code points to characters.
package final class StrokeConverter: Converter {
  private let path: String
  private lazy var dictionary = StrokeDictionary(path: path)

  /// Creates a converter that reads its dictionary when it is first asked.
  ///
  /// - Parameter path: the dictionary; without it only code points are converted.
  package init(path: String = StrokeDictionary.installedPath) { self.path = path }

  package var answersLater: Bool { false }

  package func convert(
    _ request: ConversionRequest, answer: @escaping ([ConvertedSegment]?) -> Void
  ) {
    let length = request.reading.count
    var entry = CodePointEntry()
    var characters: [Character]
    if request.reading.allSatisfy({ entry.type($0) }), request.reading.first?.lowercased() == "u" {
      characters = [entry.character].compactMap(\.self)
    } else {
      characters = dictionary.characters(beginningWith: request.reading, limit: request.limit)
    }
    let candidates = characters.map { ConvertedCandidate(String($0), length: length) }
    answer(candidates.isEmpty ? nil : [ConvertedSegment(request.reading, candidates)])
  }

  package func predict(_ request: ConversionRequest, answer: @escaping ([Candidate]?) -> Void) {
    answer(nil)
  }

  package func follow(
    _ text: String, in language: String, answer: @escaping ([Candidate]?) -> Void
  ) { answer(nil) }
}
