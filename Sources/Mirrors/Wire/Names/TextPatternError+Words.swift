// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// Sentences about mistakes in patterns.
extension TextPatternError {
  /// The error as a sentence.
  package var words: String {
    switch problem {
    case .unclosed(let bracket): "the \(bracket) is not closed"
    case .nothing(let sign):
      switch sign {
      case "[": "the class has no characters"
      case "\\": "the \\ has nothing after it"
      default: "the \(sign) has nothing before it"
      }
    case .unexpected(let sign): "unexpected \(sign); write \\\(sign) for the sign itself"
    case .unsupported(let sequence): "\(sequence.excerpt) is unsupported"
    case .badCount: "the numbers are not in order, or larger than 256"
    case .tooLarge: "the pattern has too many parts"
    }
  }
}
