// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The response to `capabilities`: the kinds of containers, the support of each feature, the
/// properties of each kind, and whether each trait has an effect.
struct CapabilityReport: Encodable {
  var containerKinds: [String]
  /// The features by name.
  var features: [String: Support]
  /// The names of properties, by the kind of container.
  var properties: [String: [String]]
  /// The traits by name.
  var traits: [String: TraitSupport]

  /// The support of a feature, with the reason if it is not fully supported.
  struct Support: Encodable {
    var reason: String?
    /// The languages that handwriting is recognised in; nil for other features.
    var scripts: [String]?
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

  init(of capabilities: TextCapabilities = .current, handwriting: HandwritingSupport) {
    features = Self.features(of: capabilities, handwriting: handwriting)
    containerKinds = capabilities.containerKinds.map(\.rawValue)
    properties = Dictionary(
      uniqueKeysWithValues: capabilities.containerKinds.map { kind in
        (kind.rawValue, kind.properties.filter(\.hasWireValue).map(\.rawValue).sorted())
      })
    traits = Dictionary(
      uniqueKeysWithValues: capabilities.traits.map { ($0.name, TraitSupport($0.support)) })
  }
}

extension CapabilityReport {
  /// Returns the support of each feature by its name: the protocol's features, and the engine's
  /// unsupported and partial ones.
  static func features(
    of capabilities: TextCapabilities = .current, handwriting: HandwritingSupport
  ) -> [String: Support] {
    var features: [String: Support] = [:]
    for feature in ProtocolFeature.allCases {
      features[feature.rawValue] = Support(reason: nil, support: "supported")
    }
    for feature in capabilities.limited {
      features[feature.rawValue] = Support(
        reason: feature.reason, support: capabilities.support(for: feature).rawValue)
    }
    features[TextCapabilities.Feature.handwriting.rawValue] =
      switch handwriting {
      case .scripts(let scripts): Support(scripts: scripts, support: "supported")
      case .missing(let reason): Support(reason: reason, support: "unsupported")
      }
    return features
  }
}

extension ContainerProperty {
  /// Whether the property has a value on the wire; a view has none.
  fileprivate var hasWireValue: Bool { self != .leftView && self != .rightView }
}

extension TextCapabilities.Feature {
  /// Why the feature is not fully supported, for people.
  fileprivate var reason: String {
    switch self {
    case .rangeStyles: "a container has one style for its whole text"
    case .textViewPlaceholder: "a text view has no placeholder; a text field has one"
    case .handwriting: HandwritingSupport.noEngine
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
