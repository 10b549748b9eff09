// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys
import YAMLNodes

/// A request that an engine can answer.
package enum EngineVerb: String, Hashable, Sendable, CaseIterable {
  /// Converts a reading.
  case convert
  /// Suggests words that begin with a reading.
  case predict
  /// Suggests what follows a text.
  case follow
  /// Finds the characters that look like strokes.
  case recognise
}

/// A right that an engine has in addition to those of every engine, if Keybridge starts it.
///
/// An engine with a right runs in namespaces of its own: it sees its own processes and sockets
/// only, and no files but those that it may read.
package enum EngineRight: String, Hashable, Sendable, CaseIterable {
  /// Starts other processes, which end with it, and ends them.
  case processes
  /// Opens sockets (`AF_UNIX`), which only its own processes reach.
  case localSockets = "local-sockets"
  /// Has an empty folder in memory, which is its home.
  case privateFolder = "private-folder"
}

/// The description of a language engine: a file `*.yaml` in a folder of engines.
package struct EngineManifest: Hashable, Sendable {
  /// The name, in messages.
  package var name: String
  /// The input methods whose readings the engine converts, such as `pinyin`.
  package var methods: [String]
  /// The languages, such as `zh-Hans`.
  package var languages: [String]
  /// The requests that the engine answers.
  package var verbs: Set<EngineVerb>
  /// The program, as an absolute path, and its arguments; empty if only the service manager starts
  /// it.
  package var program: [String]
  /// The path of the socket at which the service manager starts the engine; nil for none.
  package var socket: String?
  /// The further rights of the program; those of the service manager's unit do not depend on them.
  package var rights: Set<EngineRight>

  /// The keys of a manifest; all but `rights` are required, but only one of `program` and `socket`.
  package static let keys = [
    "name", "methods", "languages", "verbs", "program", "socket", "rights",
  ]

  /// Creates a manifest from its values.
  ///
  /// - Parameters:
  ///   - name: the name, in messages.
  ///   - methods: the input methods whose readings the engine converts.
  ///   - languages: the languages.
  ///   - verbs: the requests that the engine answers.
  ///   - program: the program, as an absolute path, and its arguments; may be empty.
  ///   - socket: the path of the socket at which the service manager starts the engine.
  ///   - rights: the further rights of the program.
  package init(
    name: String, methods: [String], languages: [String], verbs: Set<EngineVerb>,
    program: [String], socket: String? = nil, rights: Set<EngineRight> = []
  ) {
    self.name = name
    self.methods = methods
    self.languages = languages
    self.verbs = verbs
    self.program = program
    self.socket = socket
    self.rights = rights
  }

  /// Whether the engine serves an input method in a language.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - language: a language tag; the engine may name a more general one, such as `zh`.
  /// - Returns: whether the manifest names both.
  package func serves(_ method: String, in language: String) -> Bool {
    methods.contains(method)
      && languages.contains { language == $0 || language.hasPrefix($0 + "-") }
  }

  // MARK: Reading

  /// A mistake in a manifest.
  package typealias Mistake = ManifestMistake

  /// Reads a manifest.
  ///
  /// - Parameter path: the file.
  /// - Throws: the first mistake.
  package init(path: String) throws(Mistake) {
    var text: [UInt8] = []
    var isOfRoot = false
    do throws(RegularFile.Failure) {
      if let descriptor = try RegularFile.open(path, limit: 65_536) {
        defer { close(descriptor) }
        text = try RegularFile.read(descriptor, limit: 65_536)
        var status = stat()
        isOfRoot =
          fstat(descriptor, &status) == 0
          && Self.isOfRoot(user: status.st_uid, mode: status.st_mode)
      }
    } catch {
      throw Mistake(
        path: path, place: nil, message: "the file cannot be read: \(error.description)")
    }
    try self.init(parsing: text, path: path, mayHaveRights: isOfRoot)
  }

  /// Parses a manifest.
  ///
  /// - Parameters:
  ///   - text: the contents of the file.
  ///   - path: the path, for messages.
  ///   - mayHaveRights: whether root has written the file, and no other user can.
  /// - Throws: the first mistake.
  package init(
    parsing text: [UInt8], path: String, mayHaveRights: Bool = true
  ) throws(Mistake) {
    let document: YAMLDocument
    do {
      document = try YAMLDocument(parsing: text)
    } catch {
      throw Mistake(path: path, place: error.place, message: "the file is not valid YAML")
    }
    let start = YAMLPlace(line: 1, column: 1)
    guard let root = document.root, let entries = root.entries else {
      throw Mistake(path: path, place: start, message: "expected keys, such as name: libime")
    }
    var values: [String: Value] = [:]
    for entry in entries {
      let key = entry.key.text ?? ""
      guard Self.keys.contains(key) else {
        throw Mistake(
          path: path, place: entry.key.place,
          message: "unknown key; expected \(Self.keys.joined(separator: ", "))")
      }
      let words = (entry.value.items ?? [entry.value]).map { $0.text ?? "" }
      guard !words.isEmpty, words.allSatisfy({ !$0.isEmpty }) else {
        throw Mistake(path: path, place: entry.value.place, message: "\(key) must be words")
      }
      values[key] = Value(place: entry.value.place, words: words)
    }
    func value(_ key: String) throws(Mistake) -> Value {
      guard let value = values[key] else {
        throw Mistake(path: path, place: root.place, message: "\(key) is missing")
      }
      return value
    }
    name = try value("name").words.joined(separator: " ")
    methods = try value("methods").words
    languages = try value("languages").words
    socket = values["socket"]?.words.joined(separator: " ")
    program = socket == nil ? try value("program").words : values["program"]?.words ?? []
    for (key, word) in [("program", program.first), ("socket", socket)] {
      guard let word, !word.hasPrefix("/"), let place = values[key]?.place else { continue }
      throw Mistake(path: path, place: place, message: "\(key) must be an absolute path")
    }
    let named = try value("verbs")
    let known = named.words.compactMap(EngineVerb.init)
    guard known.count == named.words.count else {
      let expected = EngineVerb.allCases.map(\.rawValue).joined(separator: ", ")
      throw Mistake(path: path, place: named.place, message: "verbs are \(expected)")
    }
    verbs = Set(known)
    rights = try Self.rights(values["rights"], mayHaveRights, hasProgram: !program.isEmpty, path)
  }

  /// Whether only root can write a file.
  ///
  /// - Parameters:
  ///   - user: the owner of the file.
  ///   - mode: its mode.
  /// - Returns: whether it belongs to root and no other user may write it.
  static func isOfRoot(user: UInt32, mode: UInt32) -> Bool { user == 0 && mode & 0o022 == 0 }

  private static func rights(
    _ value: Value?, _ mayHaveRights: Bool, hasProgram: Bool, _ path: String
  ) throws(Mistake) -> Set<EngineRight> {
    guard let value else { return [] }
    let known = value.words.compactMap(EngineRight.init)
    let message: String
    if known.count != value.words.count {
      message = "rights are \(EngineRight.allCases.map(\.rawValue).joined(separator: ", "))"
    } else if !hasProgram {
      message = "rights are those of a program; expected program"
    } else if !mayHaveRights {
      message = "only a file that belongs to root and that no other user can write has rights"
    } else {
      return Set(known)
    }
    throw Mistake(path: path, place: value.place, message: message)
  }

  /// A value of the file: a word, or a list of words.
  private struct Value {
    var place: YAMLPlace
    var words: [String]
  }
}
