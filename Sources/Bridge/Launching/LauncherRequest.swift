// SPDX-License-Identifier: Apache-2.0
import Engines
import Mirrors
import Service

/// A request of the confined service to the launcher.
enum LauncherRequest: Hashable, Sendable {
  /// Starts the process of a command of the settings.
  case command(CommandStart, showsOutput: Bool)
  /// Connects to the engine with a name, or starts it.
  case engine(name: String)
  /// Starts the extension with a name, if its folder has a hash.
  case `extension`(name: String, hash: String, grants: Set<ExtensionGrant>)
  /// Computes the hash of the folder of the extension with a name.
  case extensionHash(name: String)
  /// Tries whether an extension can have a right.
  case extensionLack(ExtensionGrant)
  /// Opens the settings file, if it has no errors; others are answered meanwhile.
  case settings
  /// Permits the commands of the settings file that was opened last, which the service has applied.
  case reloaded
  /// Finds the program that a process runs.
  case executable(process: Int)
  /// Finds the process that holds the grab of a device.
  case holder(device: String)
  /// Finds the number of a user.
  case user(name: String)
  /// Starts the process that writes what is owed to programs.
  case writer

  /// The maximum length of a message in bytes; the kernel's queue of a socket holds more.
  static let limit = 128 << 10

  /// The reason why a message is no request.
  struct Mistake: Error, Hashable {
    var reason: String
  }

  /// Parses a message.
  ///
  /// - Parameter message: the message, an object with the number of the request.
  /// - Throws: what is wrong with it.
  init(parsing message: JSONValue?) throws(Mistake) {
    guard case .object(var members)? = message, case .number? = members.removeValue(forKey: "id")
    else { throw Mistake(reason: "the message is not a request") }
    switch (members["command"], members["engine"], members["executable"], members["holder"]) {
    case (let words?, nil, nil, nil):
      try Self.check(members, ["command", "output", "variables"])
      guard let words = Self.texts(words), !words.isEmpty,
        case .bool(let output)? = members["output"],
        case .object(let variables)? = members["variables"]
      else { throw Mistake(reason: "the command is not a list of words with variables") }
      let texts = variables.compactMapValues(Self.text)
      guard texts.count == variables.count else {
        throw Mistake(reason: "the value of a variable is not a string")
      }
      self = .command(CommandStart(words: words, variables: texts), showsOutput: output)
    case (nil, .text(let name)?, nil, nil):
      try Self.check(members, ["engine"])
      self = .engine(name: name)
    case (nil, nil, .number(let process)?, nil):
      try Self.check(members, ["executable"])
      self = .executable(process: process)
    case (nil, nil, nil, .text(let device)?):
      try Self.check(members, ["holder"])
      self = .holder(device: device)
    default:
      if let name = members["extension"] {
        self = try Self.start(ofExtension: name, members)
        return
      }
      switch members {
      case let one where one.count == 1 && one["user"] != nil:
        guard let name = members["user"].flatMap(Self.text) else {
          throw Mistake(reason: "the name of the user is not a string")
        }
        self = .user(name: name)
      case let one where one.count == 1 && one["extension-hash"] != nil:
        guard let name = members["extension-hash"].flatMap(Self.text) else {
          throw Mistake(reason: "the name of the extension is not a string")
        }
        self = .extensionHash(name: name)
      case let one where one.count == 1 && one["extension-lack"] != nil:
        guard let grant = one["extension-lack"].flatMap(Self.text).flatMap(ExtensionGrant.init)
        else { throw Mistake(reason: "the extension has unknown grants") }
        self = .extensionLack(grant)
      case ["settings": true]: self = .settings
      case ["reloaded": true]: self = .reloaded
      case ["writer": true]: self = .writer
      default: throw Mistake(reason: "the message is not a request")
      }
    }
  }

  private static func start(
    ofExtension name: JSONValue, _ members: [String: JSONValue]
  ) throws(Mistake) -> LauncherRequest {
    try check(members, ["extension", "grants", "hash"])
    guard let name = text(name), let hash = members["hash"].flatMap(text),
      let words = members["grants"].flatMap(texts)
    else { throw Mistake(reason: "the extension is not a name with a hash and grants") }
    let grants = words.compactMap(ExtensionGrant.init)
    guard grants.count == words.count else {
      throw Mistake(reason: "the extension has unknown grants")
    }
    return .extension(name: name, hash: hash, grants: Set(grants))
  }

  private static func check(
    _ members: [String: JSONValue], _ expected: Set<String>
  ) throws(Mistake) {
    guard Set(members.keys).isSubset(of: expected) else {
      throw Mistake(reason: "the request has unknown members")
    }
  }

  private static func texts(_ value: JSONValue) -> [String]? {
    guard case .list(let values) = value else { return nil }
    let texts = values.compactMap(text)
    return texts.count == values.count ? texts : nil
  }

  /// A string that C can represent.
  private static func text(_ value: JSONValue) -> String? {
    guard case .text(let text) = value, !text.utf8.contains(0) else { return nil }
    return text
  }

  /// Returns the message.
  ///
  /// - Parameter number: the number of the request.
  /// - Returns: the bytes.
  func message(_ number: Int) -> [UInt8] {
    var members: [String: JSONValue] = ["id": .number(number)]
    switch self {
    case .command(let start, let showsOutput):
      members["command"] = .list(start.words.map { .text($0) })
      members["variables"] = .object(start.variables.mapValues { .text($0) })
      members["output"] = .bool(showsOutput)
    case .engine(let name): members["engine"] = .text(name)
    case .extension(let name, let hash, let grants):
      members["extension"] = .text(name)
      members["hash"] = .text(hash)
      members["grants"] = .list(grants.map(\.rawValue).sorted().map { .text($0) })
    case .extensionHash(let name): members["extension-hash"] = .text(name)
    case .extensionLack(let grant): members["extension-lack"] = .text(grant.rawValue)
    case .settings: members["settings"] = true
    case .reloaded: members["reloaded"] = true
    case .writer: members["writer"] = true
    case .executable(let process): members["executable"] = .number(process)
    case .holder(let device): members["holder"] = .text(device)
    case .user(let name): members["user"] = .text(name)
    }
    var bytes: [UInt8] = []
    JSONWriter.append(.object(members), as: .line, to: &bytes)
    return bytes
  }
}
