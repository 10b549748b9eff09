// SPDX-License-Identifier: Apache-2.0

/// The settings of input extensions.
package struct ExtensionSettings: Hashable, Sendable {
  /// Whether an extension must be confined.
  package enum Confinement: String, Hashable, Sendable, CaseIterable {
    /// An extension is enabled and started only if the kernel restricts its files.
    case required
    /// An extension runs with what the kernel has.
    case optional
  }

  /// Whether an extension must be confined.
  package var confinement = Confinement.required
}
