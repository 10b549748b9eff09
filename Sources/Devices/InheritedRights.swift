// SPDX-License-Identifier: Apache-2.0
internal import CLinux

/// The capabilities that processes started by this one would have.
package enum InheritedRights {
  /// Prevents processes that this one starts from inheriting its capabilities
  /// (`PR_CAP_AMBIENT_CLEAR_ALL`): a command of the settings file need not switch consoles.
  package static func keep() { _ = keybridge_keep_rights() }
}
