// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput
import YAMLNodes

/// The value of `assistance`: the kinds of help that the file turns on or off.
struct AssistanceChoice: Sendable {
  var kinds = UserSettingValues()
  /// Whether all help is off, whatever traits and the user's choices say.
  var isOff = false
}

/// The settings of `assistance`: the kinds of help with typing.
enum AssistanceTable {
  /// The settings.
  static let settings = SettingsTable<UserSettingValues>(
    example: "autocorrection: false", from: { UserSettingValues() },
    [
      Setting("autocapitalization", user: "autocapitalization")
        .details(
          "They begin sentences or words, as the field's traits say. ⌫ on an automatic capital, then"
            + " the letter again, types a lower-case one."),
      Setting("autocorrection", user: "autocorrection"),
      Setting("predictions", user: "predictions")
        .details(
          "Without it, the row shows only the correction of a mistake, and the word as typed."),
      Setting("spell-checking", user: "spellChecking"),
      Setting("period-shortcut", user: "periodShortcut"),
      Setting("smart-punctuation", user: "smartPunctuation")
        .details(
          "Quotes take the form of the language. Two hyphens become an en dash –, three an em dash"
            + " —."),
      Setting("smart-insert-delete", user: "smartInsertDelete")
        .details(
          "Cutting or deleting a selected word also removes one space; pasting adds the spaces that"
            + " are missing."),
      Setting("two-hyphens-to-em", user: "twoHyphensToEm"),
      Setting("smart-ellipsis", user: "smartEllipsis"),
    ])
}

/// The two values that `assistance` can have instead of keys; the words of a flag mean the same.
enum AssistanceSwitch: String, CaseIterable {
  case on
  case off
}

extension SettingType where Value == AssistanceChoice {
  /// `off` for no help of any kind, `on` for every kind that is on by default, or a value for each
  /// kind.
  static var assistance: Self {
    let kinds = SettingType<UserSettingValues>.mapping(AssistanceTable.settings)
    return SettingType(
      ValueDescription(
        "`on`, `off`, or keys with values",
        schema: .either(.reference("flag"), AssistanceTable.settings.schema),
        parts: AssistanceTable.settings.descriptions)
    ) { reader, node, name in
      guard node.entries == nil else {
        return kinds.read(&reader, node, name).map { AssistanceChoice(kinds: $0) }
      }
      let choice: AssistanceSwitch? =
        if let value = ConfigurationReader.flag(of: node) {
          value ? .on : .off
        } else {
          reader.choice(node, of: name)
        }
      return choice.map { AssistanceChoice(kinds: UserSettingValues($0), isOff: $0 == .off) }
    }
  }
}

extension UserSettingValues {
  /// Creates the values of all kinds of help: off, or on for those that are on by default.
  fileprivate init(_ choice: AssistanceSwitch) {
    for kind in AssistanceTable.settings.rows {
      guard let name = kind.about.userName else { continue }
      guard choice == .off || kind.written(UserSettingValues()) == .bool(true) else { continue }
      self[name] = .bool(choice == .on)
    }
  }
}
