// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands

/// A list of commands from any origin.
///
/// The table, the JSON, the page and the manual are generated from it.
struct CommandListing {
  /// A command with all its keys.
  struct Row {
    var id: String
    /// Distinguishes commands with the same name.
    var argument: String?
    var title: String
    var group: String
    /// Chords and sequences of chords, the most common one first.
    var keys: [[Chord]]
    /// Where the command is active.
    var place: String
    /// The command's origin: `built-in`, or a place in a file.
    var source: String
    /// A sentence that says what the command does; nil if unknown.
    var discussion: String?
    /// Whether the command is omitted unless hidden commands are requested.
    var isHidden = false
    /// The title and heading in English, which searches match too.
    var englishNames: [String] = []
  }

  /// The rows by heading; headings are in the order of their first commands.
  let rows: [Row]

  /// Creates a list in the order of registration, grouped by headings.
  init(_ rows: [Row]) {
    let order = Dictionary(
      rows.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    self.rows = rows.enumerated().sorted {
      (order[$0.element.group] ?? 0, $0.offset) < (order[$1.element.group] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// Lists the built-in commands with the keys of the settings, followed by the settings' own
  /// commands.
  ///
  /// Commands that would start a process are omitted if the settings forbid processes.
  ///
  /// - Parameters:
  ///   - configuration: the settings.
  ///   - file: the file of the settings.
  ///   - translator: translates titles and headings.
  init(_ configuration: Configuration, file: String, translator: Translator) {
    self.init(
      configuration.bindings.rows.map { Row($0, translator) }
        + Row.merging(configuration.userCommands(file: file), translator))
  }

  /// The headings with their rows.
  var groups: [(title: String, rows: [Row])] {
    var groups: [(title: String, rows: [Row])] = []
    for row in rows {
      if groups.last?.title != row.group { groups.append((row.group, [])) }
      groups[groups.count - 1].rows.append(row)
    }
    return groups
  }

  /// Returns the rows that contain all the words, ignoring case; hidden rows only if requested.
  func filtered(by words: [String], withHidden: Bool) -> CommandListing {
    CommandListing(rows.filter { (withHidden || !$0.isHidden) && $0.has(words) })
  }
}

extension CommandListing.Row {
  /// Creates the row of a built-in command.
  init(_ command: BuiltinCommand, _ translator: Translator) {
    let translated = command.translated(by: translator)
    self.init(
      id: command.id, title: translated.discoverabilityTitle, group: translated.group,
      keys: command.chords.map { [$0] },
      place: command.condition.description,
      source: BuiltinCommand.source, discussion: command.discussion,
      englishNames: [
        command.title, translated.title, command.discoverabilityTitle, command.group,
      ])
  }

  /// Creates the row of a command with its keys.
  init(_ command: KeyCommand, _ translator: Translator) {
    let translated = command.translated(by: translator)
    self.init(
      id: command.id, argument: command.propertyList, title: translated.listedTitle,
      // The command panel uses the same heading.
      group: command.group.isEmpty ? Keybridge.title : translated.group,
      keys: [command.chords], place: command.place,
      source: command.source,
      discussion: EditingCommand(rawValue: command.id).flatMap(BuiltinCommands.row)?.discussion,
      isHidden: command.attributes.contains(.hidden),
      englishNames: [command.title, translated.title, command.listedTitle, command.group])
  }

  /// Merges commands that differ only in their keys into one row, at the position of the first.
  static func merging(_ commands: [KeyCommand], _ translator: Translator) -> [Self] {
    struct Identity: Hashable {
      var id: String
      var words: [String?]
      var place: String
      var isHidden: Bool
    }
    var places: [Identity: Int] = [:]
    var rows: [Self] = []
    for row in commands.flatMap(\.variants).map({ Self($0, translator) }) {
      let identity = Identity(
        id: row.id, words: [row.argument, row.title, row.group], place: row.place,
        isHidden: row.isHidden)
      if let place = places[identity] {
        rows[place].keys += row.keys
      } else {
        places[identity] = rows.count
        rows.append(row)
      }
    }
    return rows
  }

  /// Whether the row contains all the words, ignoring case.
  func has(_ words: [String]) -> Bool {
    let names = [id, argument ?? "", title, group] + englishNames + keys.map(\.words)
    let text = names.joined(separator: "\n").lowercased()
    return words.allSatisfy { text.containsCharacters(of: $0.lowercased()) }
  }
}

extension BuiltinCommand {
  /// The origin of a built-in command in lists.
  static let source = "built-in"
  /// Built-in commands edit any kind of text.
  var condition: CommandCondition { CommandCondition(focus: [.text]) }
}

extension [Chord] {
  /// The sequence as a settings file spells it: `cmd+k cmd+c`.
  var words: String { map(\.words).joined(separator: " ") }
  /// The sequence in symbols: `⌘K ⌘C`.
  var symbols: String { map(\.description).joined(separator: " ") }
}
