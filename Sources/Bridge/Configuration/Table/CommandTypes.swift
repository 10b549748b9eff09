// SPDX-License-Identifier: Apache-2.0
import KeyCommands
import Mirrors
import YAMLNodes

/// The types of the settings of a command: chords, focus, words of a process.
extension SettingType where Value == [CommandEntry.Keys] {
  /// Chords in words: one, or a list.
  static var chords: Self {
    SettingType(.words) { reader, node, _ in reader.keys(node) }
  }
}

extension SettingType where Value == Set<CommandCondition.Focus> {
  /// One or several kinds of responders.
  static var focus: Self {
    SettingType<[CommandCondition.Focus]>.oneOrMore(of: .choice).withoutEmptyList
      .map(Set.init)
  }
}

extension SettingType {
  /// The same type, in which an empty list, which no responder could match, is a mistake.
  var withoutEmptyList: Self {
    SettingType(about().withoutEmptyList, written: written) { [read] reader, node, name in
      if node.items?.isEmpty == true {
        reader.fail(
          node, .expected("a condition, as in 'focus: text-view'", found: node.summary))
      }
      return read(&reader, node, name)
    }
  }
}

extension ValueDescription {
  /// The same values except the empty list.
  fileprivate var withoutEmptyList: ValueDescription {
    guard case .object(var members) = schema else { return self }
    members["minItems"] = 1
    return ValueDescription(words, schema: .object(members), parts: parts)
  }
}

extension SettingType where Value == [String] {
  /// A program and its arguments.
  static var processWords: Self {
    SettingType(
      ValueDescription("a list of words", schema: .array(of: .reference("word"))).withoutEmptyList
    ) { reader, node, _ in reader.process(node) }
  }
}

extension ConfigurationReader {
  // MARK: Keys

  /// Reads chords in words: one, or a list.
  ///
  /// Spaces separate the chords of a sequence.
  fileprivate mutating func keys(_ node: YAMLNode) -> [CommandEntry.Keys] {
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

  // MARK: Processes

  fileprivate mutating func process(_ node: YAMLNode) -> [String]? {
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
    return words
  }
}
