// SPDX-License-Identifier: Apache-2.0
package import TextInput
import YAMLNodes

/// A kind of typing assistance that the settings file turns on or off, by its key there.
package enum AssistanceSetting: String, Hashable, Sendable, CaseIterable {
  case autocapitalization
  case autocorrection
  case periodShortcut = "period-shortcut"
  case predictions
  case smartEllipsis = "smart-ellipsis"
  case smartInsertDelete = "smart-insert-delete"
  case smartPunctuation = "smart-punctuation"
  case spellChecking = "spell-checking"
  case twoHyphensToEm = "two-hyphens-to-em"

  /// The setting's name on the sockets.
  var name: String {
    switch self {
    case .autocapitalization: "autocapitalization"
    case .autocorrection: "autocorrection"
    case .periodShortcut: "periodShortcut"
    case .predictions: "predictions"
    case .smartEllipsis: "smartEllipsis"
    case .smartInsertDelete: "smartInsertDelete"
    case .smartPunctuation: "smartPunctuation"
    case .spellChecking: "spellChecking"
    case .twoHyphensToEm: "twoHyphensToEm"
    }
  }

  /// The setting's property.
  package var path: WritableKeyPath<TextInputSettings, Bool> {
    switch self {
    case .autocapitalization: \.autocapitalization
    case .autocorrection: \.autocorrection
    case .periodShortcut: \.periodShortcut
    case .predictions: \.predictions
    case .smartEllipsis: \.smartEllipsis
    case .smartInsertDelete: \.smartInsertDelete
    case .smartPunctuation: \.smartPunctuation
    case .spellChecking: \.spellChecking
    case .twoHyphensToEm: \.twoHyphensToEm
    }
  }
}

/// The two values that `assistance` can have instead of keys; the words of a flag mean the same.
enum AssistanceSwitch: String, CaseIterable {
  case on
  case off
}

extension ConfigurationReader {
  /// Reads `assistance`: `off` for no help of any kind, `on` for every kind that is on by default,
  /// or a value for each kind.
  mutating func assistance(_ node: YAMLNode) -> [AssistanceSetting: Bool] {
    guard node.entries != nil else {
      let isOn: Bool
      if let value = Self.flag(of: node) {
        isOn = value
      } else {
        guard let choice: AssistanceSwitch = choice(node, of: "assistance") else { return [:] }
        isOn = choice == .on
      }
      let defaults = TextInputSettings()
      let changed = AssistanceSetting.allCases.filter { !isOn || defaults[keyPath: $0.path] }
      return Dictionary(uniqueKeysWithValues: changed.map { ($0, isOn) })
    }
    var values: [AssistanceSetting: Bool] = [:]
    let known = AssistanceSetting.allCases.map(\.rawValue)
    for (key, value) in entries(of: node, known: known, example: "autocorrection: false") {
      if let setting = AssistanceSetting(rawValue: key) { values[setting] = flag(value) }
    }
    return values
  }
}
