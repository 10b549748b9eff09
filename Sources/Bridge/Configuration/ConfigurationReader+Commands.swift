// SPDX-License-Identifier: Apache-2.0
import Devices
import KeyCommands
import YAMLNodes

/// The `commands` list.
extension ConfigurationReader {
  static let commandKeys = [
    "command", "chord", "title", "group", "argument", "when", "priority", "repeat", "hidden",
    "global", "run", "time-limit",
  ]
  /// The only keys that an entry for a built-in command may have, unless it has a `when`.
  private static let rebindingKeys = ["command", "chord"]
  static let conditionKeys = ["focus", "context", "device"]

  mutating func commands(_ node: YAMLNode, _ pause: () -> Void) -> [CommandEntry] {
    guard let items = node.items else {
      fail(
        node, .expected("a list of entries, each beginning with '- command:'", found: node.summary))
      return []
    }
    return items.compactMap {
      pause()
      return command($0)
    }
  }

  private mutating func command(_ node: YAMLNode) -> CommandEntry? {
    let entries = entries(of: node, known: Self.commandKeys, example: "command: lights-off")
    guard node.entries != nil else { return nil }
    guard let name = node["command"], case let id = string(name), !id.isEmpty else {
      fail(node["command"] ?? node, .commandWithoutName)
      return nil
    }
    var entry = CommandEntry(id: id, place: name.place)
    for (key, value) in entries {
      switch key {
      case "chord": entry.keys = keys(value)
      case "title": entry.title = string(value)
      case "group": entry.group = string(value)
      case "argument": entry.argument = string(value)
      case "when": entry.condition = condition(value)
      case "priority": entry.wantsPriority = flag(value)
      case "repeat": entry.isRepeating = flag(value)
      case "hidden": entry.isHidden = flag(value)
      case "global": entry.isGlobal = flag(value)
      case "run": entry.process = process(value, limit: node["time-limit"])
      default: break
      }
    }
    check(entry, node, entries)
    return entry
  }

  /// Checks keys that are valid individually, but not in combination.
  private mutating func check(
    _ entry: CommandEntry, _ node: YAMLNode, _ entries: [(key: String, value: YAMLNode)]
  ) {
    if node["chord"] == nil { fail(node, .commandWithoutChord(entry.id)) }
    if let limit = node["time-limit"], entry.process == nil { fail(limit, .limitWithoutProcess) }
    if entry.isGlobal, let when = node["when"]?["focus"] { fail(when, .focusOfGlobalCommand) }
    guard let editing = entry.editing else {
      if let chord = node["chord"], chord.items?.isEmpty == true {
        fail(chord, .commandWithoutChord(entry.id))
      }
      return
    }
    for (key, value) in entries where key == "run" || key == "global" {
      fail(value, .notOfBuiltin(key, editing.rawValue))
    }
    guard entry.condition.isEmpty else { return }
    for (key, value) in entries
    where !Self.rebindingKeys.contains(key) && !["when", "run", "global"].contains(key) {
      fail(value, .notOfBuiltin(key, editing.rawValue))
    }
    for keys in entry.keys where keys.chords.count > 1 {
      mistakes.append(
        ConfigurationError(place: keys.place, problem: .sequenceOfBuiltin(editing.rawValue)))
    }
  }

  // MARK: Keys

  /// Reads chords in words: one, or a list.
  ///
  /// Spaces separate the chords of a sequence.
  private mutating func keys(_ node: YAMLNode) -> [CommandEntry.Keys] {
    (node.items ?? [node]).compactMap { item in
      let text = string(item)
      guard item.text != nil else { return nil }
      do throws(ChordSequenceError) {
        return CommandEntry.Keys(
          chords: try Chord.sequence(parsing: text), place: item.place)
      } catch {
        var place = item.place
        if case .scalar(_, let isPlain) = item.content { place.column += isPlain ? 0 : 1 }
        place.column += error.offset
        mistakes.append(ConfigurationError(place: place, problem: .chord(error.reason)))
        return nil
      }
    }
  }

  // MARK: Conditions

  private mutating func condition(_ node: YAMLNode) -> CommandCondition {
    var condition = CommandCondition()
    for (key, value) in entries(of: node, known: Self.conditionKeys, example: "focus: text-view") {
      switch key {
      case "focus":
        condition.focus = Set((value.items ?? [value]).compactMap { choice($0, of: key) })
      case "context": condition.contexts = strings(value)
      case "device": condition.keyboards = selectors(value).map(\.description)
      default: break
      }
    }
    for entry in node.entries ?? [] where entry.value.items?.isEmpty == true {
      fail(
        entry.value,
        .expected("a condition, as in 'focus: text-view'", found: entry.value.summary))
    }
    return condition
  }

  // MARK: Processes

  private mutating func process(_ node: YAMLNode, limit: YAMLNode?) -> ProcessEntry? {
    // A single word with spaces would need a shell to split it, so it is refused.
    guard let items = node.items, !items.isEmpty else {
      fail(
        node,
        .expected("a program and its arguments as a list: [systemctl, reboot]", found: node.summary)
      )
      return nil
    }
    let words = items.map { string($0) }
    if words.first?.isEmpty == true {
      fail(items[0], .expected("a program", found: items[0].summary))
    }
    for (item, word) in zip(items, words) where word.utf8.contains(0) {
      fail(item, .expected("a word without a zero byte", found: item.summary))
    }
    processPlaces.append(node.place)
    return ProcessEntry(words: words, timeLimit: limit.flatMap { number($0, in: 1...3600) } ?? 10)
  }
}
