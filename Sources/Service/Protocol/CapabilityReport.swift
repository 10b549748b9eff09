// SPDX-License-Identifier: Apache-2.0
import TextInput

/// The answer to `capabilities`: the kinds of containers, and each feature that is missing or partial.
struct CapabilityReport: Encodable {
  var containerKinds: [String]
  /// By the name of the feature.
  var features: [String: Support]

  /// How much of a feature there is, and why not more.
  struct Support: Encodable {
    var reason: String
    var support: String
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
