// SPDX-License-Identifier: Apache-2.0

/// The name and version of an engine in lists.
extension Engine {
  /// The reported version, after the reported name if that is not the manifest's; nil for none.
  package var nameAndVersion: String? {
    guard let reportedName, reportedName != manifest.name else { return reportedVersion }
    return [reportedName, reportedVersion].compactMap(\.self).joined(separator: " ")
  }
}
