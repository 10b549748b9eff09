// SPDX-License-Identifier: Apache-2.0

/// Where a program keeps what must outlive it.
package enum StateDirectory {
  /// The folder of Keybridge, which may not be there yet.
  ///
  /// `$STATE_DIRECTORY` is what systemd made for a unit with `StateDirectory=`: the first of them, if
  /// there are several. Without it the XDG base directory specification says where: in
  /// `$XDG_STATE_HOME`, and without that in `~/.local/state`. As there, a path that is not absolute
  /// counts as none.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - home: the user's home; nil for a user without.
  /// - Returns: the folder's path; nil where nothing says.
  package static func path(environment: [String: String], home: String?) -> String? {
    let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    if let given = absolute(given) { return given }
    if let base = absolute(environment["XDG_STATE_HOME"]) { return base + "/keybridge" }
    return absolute(home).map { $0 + "/.local/state/keybridge" }
  }

  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
