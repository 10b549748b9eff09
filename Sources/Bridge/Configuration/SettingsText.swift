// SPDX-License-Identifier: Apache-2.0

/// The settings file as it was read.
package struct SettingsText: Hashable, Sendable {
  /// The path; nil if there is no file.
  package var path: String?
  /// The contents; empty without a file.
  package var bytes: [UInt8] = []
}
