// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// A report on the words of a language, for the user.
package struct VocabularyReport: Hashable, Sendable {
  /// The file with the words; nil if there is none.
  package var file: String?
  /// The number of words; nil if unknown.
  package var words: Int?
  /// Why the words cannot be used; nil if they can.
  package var problem: String?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: the file with the words; nil if there is none.
  ///   - words: the number of words; nil if unknown.
  ///   - problem: why the words cannot be used; nil if they can.
  package init(file: String? = nil, words: Int? = nil, problem: String? = nil) {
    (self.file, self.words, self.problem) = (file, words, problem)
  }
}

/// Vocabularies that can say where their words come from.
package protocol ReportingVocabularySource: VocabularySource {
  /// Returns a report on the words of a language.
  ///
  /// - Parameter language: the language of an input mode.
  /// - Returns: the report; nil if nothing is known about the language.
  func report(on language: LanguageTag) -> VocabularyReport?
}
