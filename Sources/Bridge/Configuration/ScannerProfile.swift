// SPDX-License-Identifier: Apache-2.0
package import Scanners

/// The settings of a scanner.
package struct ScannerProfile: Hashable, Sendable {
  /// The format of its codes.
  package var codes = ScannerSettings()
  /// Whether the scanner is released and not read while nothing has the focus.
  package var followsFocus = false

  /// Creates the profile of a scanner that is read independently of the focus.
  package init() {}
}
