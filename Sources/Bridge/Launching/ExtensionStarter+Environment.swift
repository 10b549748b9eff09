// SPDX-License-Identifier: Apache-2.0
import Engines
import Storage

extension ExtensionStarter {
  /// Starts the extensions of this machine, whose files are in the folder of the state.
  ///
  /// - Parameter isSibling: whether the processes become children of this process's parent.
  /// - Returns: the starter.
  static func ofThisMachine(isSibling: Bool = false) -> ExtensionStarter {
    ExtensionStarter(
      folders: { ExtensionList.ofThisMachine },
      state: { StateDirectory.ofThisProcess.flatMap { StateDirectory.isUsable($0) ? $0 : nil } },
      isSibling: isSibling)
  }
}
