// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The user's text replacements: those of the settings file, then those added while the program
/// runs, which are stored.
package final class ReplacementStore {
  /// All replacements.
  package private(set) var table = TextReplacements() {
    didSet { didChange(table) }
  }
  /// Called when the replacements change.
  package var didChange: (TextReplacements) -> Void = { _ in }

  private let memory: any InputMemory
  private var configured: [TextReplacement] = []
  private var added: [TextReplacement]
  private static let key = "text-replacements"

  /// Creates a store.
  ///
  /// - Parameter memory: stores the replacements that are added.
  package init(memory: any InputMemory = VolatileMemory()) {
    self.memory = memory
    added = memory.setting(Self.key).map(Self.decode) ?? []
    rebuild()
  }

  /// The replacements, each with whether it comes from the settings file.
  package var list: [(replacement: TextReplacement, isConfigured: Bool)] {
    configured.map { ($0, true) } + added.map { ($0, false) }
  }

  /// Whether no replacement can be added.
  package var isFull: Bool { configured.count + added.count >= TextReplacements.limit }

  /// Replaces the replacements of the settings file.
  ///
  /// - Parameter replacements: the replacements, without mistakes.
  package func configure(_ replacements: [TextReplacement]) {
    configured = replacements
    rebuild()
  }

  /// Reports whether the settings file defines a shortcut, which then cannot be changed here.
  ///
  /// - Parameter shortcut: the shortcut.
  /// - Returns: whether the file defines it.
  package func isConfigured(_ shortcut: String) -> Bool {
    configured.contains { $0.shortcut == shortcut }
  }

  /// Adds a replacement, or changes its phrase.
  ///
  /// - Parameter replacement: a replacement without mistakes.
  /// - Returns: false if there are too many.
  package func set(_ replacement: TextReplacement) -> Bool {
    if let index = added.firstIndex(where: { $0.shortcut == replacement.shortcut }) {
      added[index] = replacement
    } else {
      guard !isFull else { return false }
      added.append(replacement)
    }
    write()
    return true
  }

  /// Removes a replacement.
  ///
  /// - Parameter shortcut: the shortcut.
  /// - Returns: whether it was there.
  package func remove(_ shortcut: String) -> Bool {
    guard let index = added.firstIndex(where: { $0.shortcut == shortcut }) else { return false }
    added.remove(at: index)
    write()
    return true
  }

  private func write() {
    memory.setSetting(Self.key, to: added.isEmpty ? nil : Self.encode(added))
    rebuild()
  }

  private func rebuild() {
    table = TextReplacements(configured + added)
  }

  // MARK: The stored form: a line for each, the shortcut and the phrase with a tab between them

  private static func encode(_ replacements: [TextReplacement]) -> String {
    replacements.map { replacement in
      let phrase = replacement.phrase.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        default: String(scalar)
        }
      }
      return replacement.shortcut + "\t" + phrase.joined()
    }.joined(separator: "\n")
  }

  /// Lines with mistakes, which only another program can have written, are left out.
  private static func decode(_ text: String) -> [TextReplacement] {
    let lines = text.unicodeScalars.split(separator: "\n").prefix(TextReplacements.limit)
    return lines.compactMap { line in
      guard let tab = line.firstIndex(of: "\t") else { return nil }
      var phrase = ""
      var isEscaped = false
      for scalar in line[line.index(after: tab)...] {
        if isEscaped {
          phrase.unicodeScalars.append(scalar == "n" ? "\n" : scalar == "t" ? "\t" : scalar)
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else {
          phrase.unicodeScalars.append(scalar)
        }
      }
      let replacement = TextReplacement(String(line[..<tab]), phrase)
      return replacement.problem == nil ? replacement : nil
    }
  }
}
