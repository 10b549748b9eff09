// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The folder for data that outlives the program.
package enum StateDirectory {
  /// Returns the folder of Keybridge, which may not exist yet.
  ///
  /// `$STATE_DIRECTORY` is set by systemd for a unit with `StateDirectory=`; of several folders the
  /// first is used. Otherwise the XDG base directory specification applies: the folder is in
  /// `$XDG_STATE_HOME`, or else in `~/.local/state`. A path that is not absolute is ignored.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the process.
  ///   - home: the user's home folder; nil if there is none.
  /// - Returns: the folder's path; nil if none can be determined.
  package static func path(environment: [String: String], home: String?) -> String? {
    let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    if let given = absolute(given) { return given }
    if let base = absolute(environment["XDG_STATE_HOME"]) { return join(base, "keybridge") }
    return absolute(home).map { join($0, ".local/state/keybridge") }
  }

  /// Creates the folder, and those above it, accessible only to their owner.
  ///
  /// - Parameter directory: the path; nothing happens if it exists.
  /// - Throws: the folder that cannot be created.
  package static func make(_ directory: String) throws(StorageError) {
    var made = directory.hasPrefix("/") ? "" : "."
    for name in directory.split(separator: "/") {
      made += "/" + name
      guard access(made, F_OK) != 0 else { continue }
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw .cannotMake(path: made, errno: errno)
      }
    }
  }

  /// Returns an absolute path without empty parts; nil for another path.
  private static func absolute(_ path: String?) -> String? {
    guard let path, path.utf8.first == UInt8(ascii: "/") else { return nil }
    return path.utf8.split(separator: UInt8(ascii: "/"))
      .reduce("/") { join($0, String(decoding: $1, as: UTF8.self)) }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? folder + name : "\(folder)/\(name)"
  }
}
