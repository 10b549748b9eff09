// SPDX-License-Identifier: Apache-2.0
@testable import KeyCommands
import Keys
import TestSupport

/// The project's catalogues, and the output of gettext's tools about them.
enum Catalogues {
  /// The folder of the catalogues' texts.
  static let sources =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    + "/Sources/KeyCommands/Locales"

  /// Every language with a catalogue.
  static let languages = entries(of: sources).map(\.name).filter { $0.hasSuffix(".po") }
    .map { String($0.dropLast(3)) }

  /// A folder of catalogues, compiled by `msgfmt`.
  static func compiled(_ languages: [String] = languages) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for language in languages {
      try folder.makeFolder(language)
      try folder.makeFolder(language + "/LC_MESSAGES")
      let child = try Child.run([
        "msgfmt", "-o", path(of: language, in: folder), "\(sources)/\(language).po",
      ])
      guard child.status == 0 else { throw ToolFailure(errors: child.errors) }
    }
    return folder
  }

  /// The path of a language's catalogue in a folder.
  static func path(of language: String, in folder: TemporaryFolder) -> String {
    "\(folder.path)/\(language)/LC_MESSAGES/keybridge.mo"
  }

  /// The bytes of a compiled catalogue.
  static func bytes(of language: String) throws -> [UInt8] {
    let folder = try compiled([language])
    return withExtendedLifetime(folder) {
      (try? RegularFile.read(path(of: language, in: folder))) ?? []
    }
  }

  /// Compiles a catalogue from its text without the header, with further options.
  static func compile(
    _ entries: String, charset: String = "UTF-8", options: [String] = []
  ) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let header = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=\(charset)\\n\"\n\n"
    let source = try folder.write((header + entries).utf8, to: "own.po")
    let output = folder.path + "/own.mo"
    let child = try Child.run(["msgfmt"] + options + ["-o", output, source])
    guard child.status == 0 else { throw ToolFailure(errors: child.errors) }
    return withExtendedLifetime(folder) { (try? RegularFile.read(output)) ?? [] }
  }

  /// The messages of a text without the header, as gettext's tools print them with `--no-wrap`.
  static func messages(in text: String) -> [Entry] {
    var found: [Entry] = []
    var context: String?
    var id = ""
    for line in text.split(separator: "\n") {
      if let value = quoted(line, behind: "msgctxt ") { context = value }
      if let value = quoted(line, behind: "msgid ") { id = value }
      if let value = quoted(line, behind: "msgstr ") {
        if !id.isEmpty { found.append(Entry(context: context, id: id, translation: value)) }
        context = nil
      }
    }
    return found
  }

  struct Entry: Hashable {
    var context: String?
    var id: String
    var translation: String
  }

  struct ToolFailure: Error {
    var errors: String
  }

  private static func quoted(_ line: Substring, behind word: String) -> String? {
    guard line.hasPrefix(word) else { return nil }
    var text = ""
    var isEscaped = false
    for character in line.dropFirst(word.count + 1).dropLast() {
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        text.append(isEscaped && character == "n" ? "\n" : character)
        isEscaped = false
      }
    }
    return text
  }
}
