// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The answer to `capabilities`: the kinds of containers, each feature that is missing or partial, and
/// whether each trait has an effect.
struct CapabilityReport: Encodable {
  var containerKinds: [String]
  /// By the name of the feature.
  var features: [String: Support]
  /// By the name of the trait.
  var traits: [String: TraitSupport]

  /// How much of a feature there is, and why not more.
  struct Support: Encodable {
    var reason: String
    var support: String
  }

  /// Whether a trait has an effect; the reason is present if it has none.
  struct TraitSupport: Encodable {
    var reason: String?
    var support: String

    init(_ status: SupportStatus) {
      reason = status.reason
      support = status == .supported ? "supported" : "unsupported"
    }
  }

  init(of capabilities: TextCapabilities = .current) {
    containerKinds = capabilities.containerKinds.map(\.rawValue)
    features = Dictionary(
      uniqueKeysWithValues: capabilities.limited.map { feature in
        (
          feature.rawValue,
          Support(
            reason: feature.reason, support: capabilities.support(for: feature).rawValue)
        )
      })
    traits = Dictionary(
      uniqueKeysWithValues: capabilities.traits.map { ($0.name, TraitSupport($0.support)) })
  }
}

extension TextCapabilities.Feature {
  /// Why there is not more of it, for people.
  fileprivate var reason: String {
    switch self {
    case .rangeStyles: "a container has one style for its whole text"
    case .textViewPlaceholder: "a text view has no placeholder; a text field has one"
    case .handwriting: "a keyboard has no strokes, and no recogniser is installed"
    case .proactive: "addresses that programs offer with fill.offer are suggested, nothing else"
    case .haptics: "a keyboard has nothing to vibrate"
    case .backgroundServices: "location, audio and voice are not text input"
    case .notifications: "timed and pushed notifications are not text input"
    case .calendarStore: "calendars are not text input, and no entries are stored"
    case .advertisements: "advertisements are not text input"
    case .gameCenter:
      "games are not text input; the content type nickname fills an alias, credentials fill a login"
    }
  }
}
