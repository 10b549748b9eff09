// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import TextInput
import YAMLNodes

/// A right that an extension requests, and that the user may grant.
package enum ExtensionGrant: String, Hashable, Sendable, CaseIterable {
  /// Sockets of the network.
  case network
  /// Writing to the folder that extensions share.
  case sharedStorage = "shared-storage"
  /// Copied text.
  case pasteboard
  /// Sockets (`AF_UNIX`), which only its own processes reach.
  case privateBus = "private-bus"
  /// Names of people.
  case contacts
  /// The place of the machine.
  case location
  /// Recording sound.
  case microphone
}

/// The description of an input extension: `extension.yaml` in its folder (CIV-13).
package struct ExtensionManifest: Hashable, Sendable {
  /// A mode that the extension offers.
  package struct Mode: Hashable, Sendable {
    /// The identifier, which is unique in the extension.
    package var id: String
    /// The language, as a tag such as `eo`.
    package var language: String
    /// The title in lists of modes.
    package var title: String
    /// The xkb layout of the keys; nil for the layout of the settings.
    package var layout: String?
  }

  /// The name: that of the folder.
  package var name: String
  /// The title for people.
  package var title: String
  /// The version.
  package var version: String
  /// The program, as a path in the folder or a name in `/usr/bin`, and its arguments.
  package var program: [String]
  /// The modes, in the order of the file; at least one.
  package var modes: [Mode]
  /// The rights that the extension requests.
  package var requests: Set<ExtensionGrant> = []
  /// Whether the extension wants the supplementary lexicon.
  package var wantsLexicon = false
  /// Whether the keys for dictation go to the extension.
  package var takesDictationKey = false

  /// The name of the file.
  package static let file = "extension.yaml"
  /// The keys of the file.
  package static let keys = [
    "title", "version", "program", "modes", "requests", "lexicon", "dictation-key",
  ]
  /// The keys of a mode.
  package static let modeKeys = ["id", "language", "title", "layout"]
  /// The maximum length of the file, in bytes.
  static let lengthLimit = 65_536
  /// The maximum number of modes.
  package static let modeLimit = 64
  /// The maximum length of a text, in characters.
  package static let textLimit = 64

  /// Reports whether a text can be the name of an extension or of a mode: 1 to 64 of `a` to `z`,
  /// `0` to `9` and `-`.
  ///
  /// - Parameter text: the text.
  /// - Returns: whether it is a name.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  // MARK: Reading

  /// Reads the manifest of a folder.
  ///
  /// - Parameter folder: the folder, whose name is the name of the extension.
  /// - Throws: the first mistake.
  package init(folder: String) throws(ManifestMistake) {
    let path = folder + "/" + Self.file
    let text: [UInt8]
    do throws(RegularFile.Failure) {
      text = try RegularFile.read(path, limit: Self.lengthLimit)
    } catch {
      throw ManifestMistake(
        path: path, place: nil, message: "the file cannot be read: \(error.description)")
    }
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    try self.init(parsing: text, name: name, path: path)
  }

  /// Parses a manifest.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - name: the name of the extension.
  ///   - path: the path, for messages.
  /// - Throws: the first mistake.
  package init(parsing text: [UInt8], name: String, path: String) throws(ManifestMistake) {
    guard Self.isName(name) else {
      throw ManifestMistake(
        path: path, place: nil,
        message: "the name of the folder must be 1 to 64 of a to z, 0 to 9 and -")
    }
    let document: YAMLDocument
    do {
      document = try YAMLDocument(parsing: text)
    } catch {
      throw ManifestMistake(path: path, place: error.place, message: "the file is not valid YAML")
    }
    guard let node = document.root else {
      throw ManifestMistake(
        path: path, place: YAMLPlace(line: 1, column: 1),
        message: "the file is empty; expected keys, such as title: Esperanto")
    }
    let root = ExtensionNode(node: node, path: path)
    try root.requireKeys(Self.keys, example: "title: Esperanto")
    self.name = name
    title = try root.required("title").line()
    version = try root.required("version").line()
    program = try Self.program(try root.required("program"))
    modes = try Self.modes(try root.required("modes"))
    requests = try root["requests"].map(Self.requests) ?? []
    wantsLexicon = try root["lexicon"]?.flag() ?? false
    takesDictationKey = try root["dictation-key"]?.flag() ?? false
  }

  private static func program(_ node: ExtensionNode) throws(ManifestMistake) -> [String] {
    let words = try node.list().map { word throws(ManifestMistake) in try word.text() }
    guard let first = words.first, !first.hasPrefix("/"), !isOutside(first) else {
      throw node.mistake("program must be a path in the folder, or a name in /usr/bin")
    }
    return words
  }

  private static func isOutside(_ path: String) -> Bool {
    path.split(separator: "/").contains("..")
  }

  private static func modes(_ node: ExtensionNode) throws(ManifestMistake) -> [Mode] {
    let nodes = try node.list()
    guard (1...modeLimit).contains(nodes.count) else {
      throw node.mistake("expected 1 to \(modeLimit) modes")
    }
    var modes: [Mode] = []
    for node in nodes {
      try node.requireKeys(modeKeys, example: "id: x")
      let id = try node.required("id")
      let mode = Mode(
        id: try id.text(), language: try language(try node.required("language")),
        title: try node.required("title").line(), layout: try node["layout"]?.line())
      guard isName(mode.id) else {
        throw id.mistake("id must be 1 to 64 of a to z, 0 to 9 and -")
      }
      guard !modes.contains(where: { $0.id == mode.id }) else {
        throw id.mistake("another mode has this id")
      }
      modes.append(mode)
    }
    return modes
  }

  private static func language(_ node: ExtensionNode) throws(ManifestMistake) -> String {
    guard let tag = LanguageTag(try node.text()) else {
      throw node.mistake("expected a language tag, such as eo or zh-Hant")
    }
    return tag.description
  }

  private static func requests(
    _ node: ExtensionNode
  ) throws(ManifestMistake) -> Set<ExtensionGrant> {
    var requests: Set<ExtensionGrant> = []
    for word in try node.list() {
      guard let grant = ExtensionGrant(rawValue: try word.text()) else {
        let known = ExtensionGrant.allCases.map(\.rawValue).joined(separator: ", ")
        throw word.mistake("requests are \(known)")
      }
      requests.insert(grant)
    }
    guard !requests.isSuperset(of: [.network, .privateBus]) else {
      throw node.mistake("network and private-bus exclude each other: the bus has no network")
    }
    return requests
  }
}
