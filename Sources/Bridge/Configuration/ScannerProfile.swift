// SPDX-License-Identifier: Apache-2.0
package import Scanners
package import YAMLNodes

/// The settings of a scanner.
package struct ScannerProfile: Hashable, Sendable {
  /// The format of its codes.
  package var codes = ScannerSettings()
  /// Whether the scanner is released and not read while nothing has the focus.
  package var followsFocus = false

  /// Creates the profile of a scanner that is read independently of the focus.
  package init() {}
}

/// A place in a settings file where a scanner names a program, but not its user.
package struct ScannerPlace: Hashable, Sendable {
  /// The name of the program.
  package var program: String
  /// The place of the name.
  package var place: YAMLPlace
}
