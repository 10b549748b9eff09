// SPDX-License-Identifier: Apache-2.0
package import Engines

/// The folders in which this machine has extensions.
extension ExtensionList {
  /// The folders of extensions on this machine.
  package static var ofThisMachine: [String] {
    folders(of: InstalledData.ownPath, environment: { Console.environment($0) })
  }

  /// Returns the folders of extensions in the order in which they are read.
  ///
  /// The service of the system has `$STATE_DIRECTORY`, and no extensions of its user's.
  ///
  /// - Parameters:
  ///   - program: the path of the program, whose own data comes before the system's; nil if
  ///     unknown.
  ///   - environment: returns the value of a variable, nil if it is not set. If
  ///     `KEYBRIDGE_EXTENSIONS` is set, only the folders in it are read, separated by colons.
  /// - Returns: the folders, without duplicates; they need not exist.
  static func folders(of program: String?, environment: (String) -> String?) -> [String] {
    if let own = environment("KEYBRIDGE_EXTENSIONS") {
      return own.split(separator: ":").map(String.init)
    }
    let installed = InstalledData.folder("extensions", of: program)
    let system = [installed].compactMap(\.self) + folders.filter { $0 != installed }
    guard environment("STATE_DIRECTORY") == nil else { return system }
    let absolute = { (path: String?) in path.flatMap { $0.utf8.first == 0x2F ? $0 : nil } }
    let data =
      absolute(environment("XDG_DATA_HOME"))
      ?? absolute(environment("HOME")).map { $0 + "/.local/share" }
    return system + [data].compactMap { $0.map { $0 + "/keybridge/extensions" } }
  }
}
