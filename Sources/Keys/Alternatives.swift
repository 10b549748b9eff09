// SPDX-License-Identifier: Apache-2.0

/// Words in a sentence, joined by commas and "or".
extension [String] {
  /// The words as alternatives in a sentence: `focus, always or never`.
  package var alternatives: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
  }
}
