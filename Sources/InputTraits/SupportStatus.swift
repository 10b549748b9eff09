// SPDX-License-Identifier: Apache-2.0

/// Whether this version acts on a setting or a trait.
///
/// An unsupported setting is refused and not listed. An unsupported trait is accepted, because it
/// describes the field.
@nonexhaustive
public enum SupportStatus: Hashable, Sendable {
  /// Something acts on it.
  case supported
  /// Nothing acts on it; the reason is a clause for people, without a full stop.
  case unsupported(reason: String)

  /// Why nothing acts on it; nil if something does.
  public var reason: String? {
    guard case .unsupported(let reason) = self else { return nil }
    return reason
  }

  // The reasons that settings share with traits.
  static let noCapitals = unsupported(reason: "letters are not capitalized automatically")
  static let noCorrection = unsupported(reason: "typing mistakes are not corrected")
  static let noSpelling = unsupported(reason: "spelling is not checked")
  static let noSmartQuotes = unsupported(reason: "straight quotes stay straight")
  static let noSmartDashes = unsupported(reason: "hyphens stay hyphens")
  static let noSmartSpaces = unsupported(reason: "cutting and pasting leave spaces as they are")
  static let noPrediction = unsupported(reason: "continuations are not predicted")
}
