// SPDX-License-Identifier: Apache-2.0
package import Engines

/// The folders in which this machine has manifests of engines.
extension EngineList {
  /// The folders of manifests on this machine.
  package static var ofThisMachine: [String] {
    folders(of: InstalledData.ownPath, environment: { Console.environment($0) })
  }

  /// Returns the folders of manifests in the order in which they are read.
  ///
  /// - Parameters:
  ///   - program: the path of the program, whose own data comes before the system's; nil if
  ///     unknown.
  ///   - environment: returns the value of a variable, nil if it is not set. If
  ///     `KEYBRIDGE_ENGINES` is set, only the folders in it are read, separated by colons.
  /// - Returns: the folders, without duplicates; they need not exist.
  static func folders(of program: String?, environment: (String) -> String?) -> [String] {
    if let own = environment("KEYBRIDGE_ENGINES") {
      return own.split(separator: ":").map(String.init)
    }
    guard let installed = InstalledData.folder("engines", of: program) else { return folders }
    return [installed] + folders.filter { $0 != installed }
  }
}
