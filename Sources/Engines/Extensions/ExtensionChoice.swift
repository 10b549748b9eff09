// SPDX-License-Identifier: Apache-2.0

/// The user's choices about an extension (CIV-13).
package struct ExtensionChoice: Hashable, Sendable {
  /// The SHA-256 of the folder when the user enabled the extension, in hexadecimal digits; nil
  /// while it is disabled.
  package var hash: String?
  /// The rights that the user granted.
  package var grants: Set<ExtensionGrant>

  /// Creates choices.
  ///
  /// - Parameters:
  ///   - hash: the SHA-256 of the folder when the user enabled the extension; nil while it is
  ///     disabled.
  ///   - grants: the rights that the user granted.
  package init(hash: String? = nil, grants: Set<ExtensionGrant> = []) {
    (self.hash, self.grants) = (hash, grants)
  }

  /// Whether the user enabled the extension.
  package var isEnabled: Bool { hash != nil }

  /// Reports whether every right that an extension requests is granted; `hasFullAccess` of
  /// `UIInputViewController`.
  ///
  /// - Parameter manifest: the description of the extension.
  /// - Returns: whether something is requested, and all of it granted.
  package func hasFullAccess(of manifest: ExtensionManifest) -> Bool {
    !manifest.requests.isEmpty && grants.isSuperset(of: manifest.requests)
  }
}
