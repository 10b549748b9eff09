// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The state of the service according to files.
///
/// The service itself is not contacted, because a request would start it.
struct ServiceDiagnosis {
  /// A socket of the service.
  struct Socket: Hashable {
    /// The name of its unit.
    var unit: String
    /// Its path.
    var path: String
    /// Whether it is started at boot.
    var isEnabled: Bool
    /// Whether a process listens at it.
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
  // The folders are in systemd's order of precedence.
  private static let folders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  /// The unit's file; nil if the service is not installed.
  var unit: String?
  /// Whether the unit is masked, so that it cannot be started.
  var isMasked: Bool
  /// Whether the service is started at boot.
  var isEnabled: Bool
  /// Whether systemd is the running service manager.
  var hasManager: Bool
  /// Whether the service's user exists.
  var hasUser: Bool
  /// The sockets whose units are installed.
  var sockets: [Socket]

  /// Reads the state.
  ///
  /// - Parameters:
  ///   - root: a prefix for every path: a folder with the structure of a machine's root.
  ///   - hasUser: whether a user with a name exists.
  init(root: String = "", hasUser: (String) -> Bool = { getpwnam($0) != nil }) {
    func file(_ unit: String) -> String? {
      Self.folders.map { root + $0 + "/" + unit }.first { access($0, F_OK) == 0 }
    }
    func isWanted(_ unit: String, for target: String) -> Bool {
      var status = stat()
      return ["/etc", "/run"].contains {
        lstat("\(root)\($0)/systemd/system/\(target).wants/\(unit)", &status) == 0
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

  /// Whether a unit is masked: its file is empty, or a link to `/dev/null`.
  private static func isMask(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFCHR || status.st_size == 0
  }

  /// Returns the paths with listeners in the kernel's table of sockets.
  static func served(in table: String) -> Set<String> {
    guard let stream = fopen(table, "r") else { return [] }
    defer { fclose(stream) }
    var paths: Set<String> = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, stream) > 0, let line {
      // The columns are Num RefCount Protocol Flags Type St Inode Path; 0x10000 is
      // `__SO_ACCEPTCON`.
      let words = String(cString: line).split(maxSplits: 7, whereSeparator: \.isWhitespace)
      guard words.count == 8, let flags = Int(words[3], radix: 16), flags & 0x10000 != 0
      else { continue }
      paths.insert(String(words[7].prefix { !$0.isNewline }))
    }
    return paths
  }
}
