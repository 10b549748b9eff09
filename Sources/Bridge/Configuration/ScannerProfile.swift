// SPDX-License-Identifier: Apache-2.0
package import Scanners

/// What the settings say of a device that is a scanner.
package struct ScannerProfile: Hashable, Sendable {
  /// What its codes are like.
  package var codes = ScannerSettings()
  /// Whether it is let go, and not read, while nothing has the focus.
  package var followsFocus = false

  /// Makes the profile of a scanner that is read whatever has the focus.
  package init() {}
}
