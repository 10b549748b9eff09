// SPDX-License-Identifier: Apache-2.0

/// Excerpts of texts from clients, for errors.
extension String {
  /// The most characters of a client's text that an error repeats.
  package static let excerptLimit = 60

  /// The text for an error message, truncated after 60 characters.
  ///
  /// Counts Unicode scalars, because a single grapheme may be as long as a line.
  package var excerpt: String {
    let scalars = unicodeScalars
    let end = scalars.index(
      scalars.startIndex, offsetBy: Self.excerptLimit, limitedBy: scalars.endIndex)
    guard let end, end < scalars.endIndex else { return self }
    return String(scalars[..<end]) + "…"
  }
}
