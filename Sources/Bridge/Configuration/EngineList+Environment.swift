// SPDX-License-Identifier: Apache-2.0
package import Engines

/// The folders in which this machine has manifests of engines.
extension EngineList {
  /// The folders of manifests on this machine.
  package static var ofThisMachine: [String] {
    guard let folders = Console.environment("KEYBRIDGE_ENGINES") else { return folders }
    return folders.split(separator: ":").map(String.init)
  }
}
