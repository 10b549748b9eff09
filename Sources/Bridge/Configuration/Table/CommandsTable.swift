// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Mirrors
import YAMLNodes

/// The settings of the `commands` list.
enum CommandsTable {
  /// The settings of an entry of `commands`.
  static let settings = SettingsTable<CommandEntry>(
    example: "command: lights-off",
    from: { CommandEntry(id: "", place: YAMLPlace(line: 1, column: 1)) },
    [
      Setting(
        "command", \.id, .word,
        "The name of a built-in command, of a command that the focused program knows, or of your own"
          + " command."
      )
      .required.details("`keybridge commands` lists the built-in ones."),
      Setting(
        "chord", \.keys, .chords,
        "The keys to press, such as `cmd+down`, `ctrl+shift+f5` or `volumeup`; a list has"
          + " alternatives."
      )
      .required
      .details(
        "A sequence has spaces between its chords: `cmd+k cmd+c`. The modifiers are `ctrl`, `opt` or"
          + " `alt`, `shift`, and `cmd` (the logo key). A letter is the one that the layout types, in"
          + " lower case."),
      Setting("title", \.title, .word, "The title in lists and in the panel.")
        .usually("the name")
        .details(
          "A text, or a key of the [message catalogues](../Sources/KeyCommands/Locales)."),
      Setting("group", \.group, .word, "The heading in lists and in the panel."),
      Setting(
        "argument", \.argument, .word,
        "A value for the handler of the command; it distinguishes commands with the same name."),
      Setting(
        "when", \.condition, .condition,
        "Where the command is available; all conditions must hold."),
      Setting(
        "priority", \.wantsPriority, .flag,
        "Whether the command is dispatched before the focused text."
      )
      .usually("`false`; `true` for a built-in command")
      .details(
        "Without it, text comes first: ⌘↓ moves to the end of a text, and runs the command elsewhere"
          + " (CMD-9)."),
      Setting(
        "repeat", \.isRepeating, .flag, "Whether the command runs again while the key repeats."
      )
      .usually("`true`; `false` for a process").details("A sequence runs once."),
      Setting("hidden", \.isHidden, .flag, "Whether lists do not show the command."),
      Setting(
        "global", \.isGlobal, .flag,
        "Whether the command also runs while Keybridge does not have the focus."
      )
      .details(
        "For such commands Keybridge keeps reading released keyboards, together with other programs,"
          + " and uses the keys for nothing else. Together with a `focus` in `when` it is an error."
      ),
      Setting(
        "deliver", \.receivers, .programNames,
        "The programs, by the names in their `hello`, that must acknowledge the command; it is kept"
          + " on the disk until then."
      )
      .details(
        "They receive `delivery.item` ([Protocol.md](Protocol.md#items-that-must-arrive)). No key waits for"
          + " them."),
      Setting("run", .processWords, "A program and its arguments, which the command starts.") {
        $0.process = ProcessEntry(words: $1)
      },
      Setting(
        "time-limit", .number(1...3600), "After how many seconds the program is terminated."
      ) { $0.process?.timeLimit = $1 }
      .needs("run", or: .limitWithoutProcess).usually("10"),
    ])

  /// The settings of `when` in an entry of `commands`.
  static let conditions = SettingsTable<CommandCondition>(
    example: "focus: text-view", from: { CommandCondition() },
    [
      Setting(
        "focus", \.focus, .focus,
        "The kind of the focused responder, or several; `other` has no text."),
      Setting(
        "context", \.contexts, .words.withoutEmptyList,
        "A pattern with `*` for the name or the input context of the focused responder or of a"
          + " responder around it."),
      Setting(
        "device", .selectors.withoutEmptyList,
        "A selector of the keyboard on which the keys are pressed."
      ) { $0.keyboards = $1.map(\.description) },
    ])
}

extension SettingType where Value == CommandEntry {
  /// An entry of the `commands` list.
  static var command: Self {
    .mapping(CommandsTable.settings) { reader, node, entry in
      guard let name = node["command"], !entry.id.isEmpty else {
        reader.fail(node["command"] ?? node, .commandWithoutName)
        return nil
      }
      var entry = entry
      entry.place = name.place
      reader.check(entry, node)
      return entry
    }
  }
}

extension SettingType where Value == CommandCondition {
  /// The conditions of a command.
  static var condition: Self { .mapping(CommandsTable.conditions) }
}

extension ConfigurationReader {
  /// The only keys that an entry for a built-in command may have, unless it has a `when`.
  private static let rebindingKeys = ["command", "chord"]

  /// Checks keys that are valid individually, but not in combination.
  fileprivate mutating func check(_ entry: CommandEntry, _ node: YAMLNode) {
    if node["chord"] == nil { fail(node, .commandWithoutChord(entry.id)) }
    if entry.isGlobal, let when = node["when"]?["focus"] { fail(when, .focusOfGlobalCommand) }
    guard let editing = entry.editing else {
      if let chord = node["chord"], chord.items?.isEmpty == true {
        fail(chord, .commandWithoutChord(entry.id))
      }
      return
    }
    // Keys that do not exist were reported.
    let entries = (node.entries ?? []).compactMap { each in
      each.key.text.flatMap { CommandsTable.settings.names.contains($0) ? ($0, each.value) : nil }
    }
    for (key, value) in entries where ["run", "global", "deliver"].contains(key) {
      fail(value, .notOfBuiltin(key, editing.rawValue))
    }
    guard entry.condition.isEmpty else { return }
    for (key, value) in entries
    where !Self.rebindingKeys.contains(key) && !["when", "run", "global", "deliver"].contains(key) {
      fail(value, .notOfBuiltin(key, editing.rawValue))
    }
    for keys in entry.keys where keys.chords.count > 1 {
      mistakes.append(
        ConfigurationError(place: keys.place, problem: .sequenceOfBuiltin(editing.rawValue)))
    }
  }
}
