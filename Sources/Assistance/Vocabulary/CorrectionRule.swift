// SPDX-License-Identifier: Apache-2.0

/// Decides whether the best candidate is certain enough to replace a word without a question.
///
/// The values were found by measurement (`make bench-language`): at least 97 % of the corrections
/// that are made must be right, and names must stay.
package struct CorrectionRule: Hashable, Sendable {
  /// How much better than the second the best candidate must be, in factors of ten.
  package var margin = 0.45
  /// The costs that mistakes may have, for words of three letters and of eight or more.
  package var shortCost = 1.8
  package var longCost = 4.5
  /// The scores that a correction must reach, for words of five letters and of nine or more: many
  /// words are similar to a short text.
  package var shortScore = 0.0
  package var longScore = -2.2
  /// The frequency that a correction must have, in factors of ten.
  package var frequency = 1.5
  /// How much more frequent the correction of a word that the list has must be.
  package var lead = 1.5
  /// How much more is required if the word begins with a capital within a sentence, as names do.
  package var name = 0.4
  /// The frequency that the correction of a word with a capital within a sentence must have: names
  /// that the list does not have resemble others.
  package var nameFrequency = 4.0

  package init() {}

  /// Returns the lowest score for a word of a number of letters.
  func score(_ length: Int) -> Double {
    let part = Double(min(length, 9) - 5) / 4
    return shortScore + part * (longScore - shortScore)
  }

  /// Returns the greatest cost for a word of a number of letters.
  func cost(_ length: Int) -> Double {
    let part = Double(min(max(length, 3), 8) - 3) / 5
    return shortCost + part * (longCost - shortCost)
  }
}
