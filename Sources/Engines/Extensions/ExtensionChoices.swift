// SPDX-License-Identifier: Apache-2.0
package import TextInput

/// The user's choices about all extensions, which are stored (CIV-13).
package struct ExtensionChoices: Hashable, Sendable {
  /// The choices by the names of the extensions.
  private var choices: [String: ExtensionChoice] = [:]

  private static let key = "extensions"

  /// Reads the stored choices.
  ///
  /// - Parameter memory: the storage.
  package init(from memory: any InputMemory) {
    // A line for each: the name, the hash or `-`, and the rights, with spaces between them.
    for line in (memory.setting(Self.key) ?? "").split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 2, ExtensionManifest.isName(words[0]) else { continue }
      let hash = words[1].utf8.count == 64 ? words[1] : nil
      choices[words[0]] = ExtensionChoice(
        hash: hash, grants: Set(words[2...].compactMap(ExtensionGrant.init)))
    }
  }

  /// The choices about an extension.
  ///
  /// - Parameter name: the name of the extension.
  package subscript(name: String) -> ExtensionChoice {
    get { choices[name] ?? ExtensionChoice() }
    set { choices[name] = newValue == ExtensionChoice() ? nil : newValue }
  }

  /// Stores the choices.
  ///
  /// - Parameter memory: the storage.
  package func store(in memory: any InputMemory) {
    let lines = choices.sorted { $0.key < $1.key }.map { name, choice in
      ([name, choice.hash ?? "-"] + choice.grants.map(\.rawValue).sorted())
        .joined(separator: " ")
    }
    memory.setSetting(Self.key, to: lines.isEmpty ? nil : lines.joined(separator: "\n"))
  }
}
