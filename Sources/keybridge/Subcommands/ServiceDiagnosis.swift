// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What `keybridge doctor` looks at around the service of systemd: files only, and nothing is asked of
/// the service, because a question would start it.
struct ServiceDiagnosis {
  /// A socket of the service.
  struct Socket: Hashable {
    /// Its unit.
    var unit: String
    /// Where programs find it.
    var path: String
    /// Whether the next boot has it.
    var isEnabled: Bool
    /// Whether somebody listens.
    var isServed: Bool
  }

  /// The user that the service runs as.
  static let user = "keybridge"
  private static let service = "keybridge.service"
  private static let addresses = [
    ("keybridge.socket", "/run/keybridge/keybridge.sock"),
    ("keybridge-control.socket", "/run/keybridge/control.sock"),
    ("keybridge-observe.socket", "/run/keybridge/observe.sock"),
  ]
  // In systemd's order: the first file counts.
  private static let folders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  /// The unit's file; nil where the service is not installed.
  var unit: String?
  /// Whether somebody forbade every start.
  var isMasked: Bool
  /// Whether the next boot starts it.
  var isEnabled: Bool
  /// Whether systemd is what runs services now.
  var hasManager: Bool
  /// Whether there is the user that it runs as.
  var hasUser: Bool
  /// The sockets whose units are installed.
  var sockets: [Socket]

  /// Looks.
  ///
  /// - Parameters:
  ///   - root: what stands before every path: a folder that is shaped as a machine's.
  ///   - hasUser: whether there is a user of a name.
  init(root: String = "", hasUser: (String) -> Bool = { getpwnam($0) != nil }) {
    func file(_ unit: String) -> String? {
      Self.folders.map { root + $0 + "/" + unit }.first { access($0, F_OK) == 0 }
    }
    func isWanted(_ unit: String, for target: String) -> Bool {
      var facts = stat()
      return ["/etc", "/run"].contains {
        lstat("\(root)\($0)/systemd/system/\(target).wants/\(unit)", &facts) == 0
      }
    }
    unit = file(Self.service)
    isMasked = unit.map(Self.isMask) ?? false
    isEnabled = isWanted(Self.service, for: "multi-user.target")
    hasManager = access(root + "/run/systemd/system", F_OK) == 0
    self.hasUser = hasUser(Self.user)
    let served = Self.served(in: root + "/proc/net/unix")
    sockets = Self.addresses.filter { file($0.0) != nil }.map { unit, path in
      Socket(
        unit: unit, path: path, isEnabled: isWanted(unit, for: "sockets.target"),
        isServed: served.contains(path))
    }
  }

  /// systemd's sign for a unit that must not start: an empty file, or a link to nothing.
  private static func isMask(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFCHR || facts.st_size == 0
  }

  /// The paths that the kernel's table of sockets has listeners for.
  static func served(in table: String) -> Set<String> {
    guard let stream = fopen(table, "r") else { return [] }
    defer { fclose(stream) }
    var paths: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, stream) > 0, let line {
      // Num RefCount Protocol Flags Type St Inode Path; 0x10000 is __SO_ACCEPTCON.
      let words = String(cString: line).split(maxSplits: 7, whereSeparator: \.isWhitespace)
      guard words.count == 8, let flags = Int(words[3], radix: 16), flags & 0x10000 != 0
      else { continue }
      paths.insert(String(words[7].prefix { !$0.isNewline }))
    }
    return paths
  }
}
