// SPDX-License-Identifier: Apache-2.0
import Bridge
import KeyCommands

/// Commands as a person lists them, wherever they are from; the table, the json, the page and the
/// manual are made of these rows and of nothing else.
struct CommandListing {
  /// A command with everything that is pressed for it.
  struct Row {
    var id: String
    /// What tells commands of one name apart.
    var argument: String?
    var title: String
    var group: String
    /// Chords, and sequences of them; the usual one first.
    var keys: [[Chord]]
    /// Where it applies.
    var place: String
    /// Who registered it: `built-in`, or a place in a file.
    var source: String
    /// A sentence that says what it does; nil where nobody wrote one.
    var discussion: String?
    /// Whether it is left out unless all are asked for.
    var isHidden = false
    /// Its title and heading in English, by which it is found too.
    var englishNames: [String] = []
  }

  /// The rows, heading by heading, each where its first command is.
  let rows: [Row]

  /// Makes a list, in the order of registration but for the headings.
  init(_ rows: [Row]) {
    let order = Dictionary(
      rows.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    self.rows = rows.enumerated().sorted {
      (order[$0.element.group] ?? 0, $0.offset) < (order[$1.element.group] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The built-in commands with the keys that the settings give them, then the settings' own.
  ///
  /// A command that would start a process is left out where the settings forbid processes.
  ///
  /// - Parameters:
  ///   - configuration: the settings.
  ///   - file: where they are from.
  ///   - translator: says titles and headings.
  init(_ configuration: Configuration, file: String, translator: Translator) {
    self.init(
      configuration.bindings.rows.map { Row($0, translator) }
        + Row.merging(configuration.userCommands(file: file), translator))
  }

  /// The headings, each with its rows.
  var groups: [(title: String, rows: [Row])] {
    var groups: [(title: String, rows: [Row])] = []
    for row in rows {
      if groups.last?.title != row.group { groups.append((row.group, [])) }
      groups[groups.count - 1].rows.append(row)
    }
    return groups
  }

  /// The rows that have all the words, whatever their capitals; hidden ones only if asked for.
  func filtered(by words: [String], withHidden: Bool) -> CommandListing {
    CommandListing(rows.filter { (withHidden || !$0.isHidden) && $0.has(words) })
  }
}

extension CommandListing.Row {
  /// The row of a built-in command.
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

  /// The row of a command with its keys.
  init(_ command: KeyCommand, _ translator: Translator) {
    let translated = command.translated(by: translator)
    self.init(
      id: command.id, argument: command.propertyList, title: translated.listedTitle,
      // The panel puts the same heading above them.
      group: command.group.isEmpty ? Keybridge.title : translated.group,
      keys: [command.chords], place: command.place,
      source: command.source,
      discussion: EditingCommand(rawValue: command.id).flatMap(BuiltinCommands.row)?.discussion,
      isHidden: command.attributes.contains(.hidden),
      englishNames: [command.title, translated.title, command.listedTitle, command.group])
  }

  /// Rows of commands: those that differ only in what is pressed are one, which is where the first is.
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

  /// Whether it has all the words, whatever their capitals.
  func has(_ words: [String]) -> Bool {
    let names = [id, argument ?? "", title, group] + englishNames + keys.map(\.words)
    let text = names.joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0.lowercased()) }
  }
}

extension BuiltinCommand {
  /// What lists say of where a built-in command is from.
  static let source = "built-in"
  /// Built-in commands edit text, whatever it is in.
  var condition: CommandCondition { CommandCondition(focus: [.text]) }
}

extension [Chord] {
  /// A sequence as a settings file spells it: `cmd+k cmd+c`.
  var words: String { map(\.words).joined(separator: " ") }
  /// A sequence in symbols: `⌘K ⌘C`.
  var symbols: String { map(\.description).joined(separator: " ") }
}
