// SPDX-License-Identifier: Apache-2.0
package import YAMLNodes

/// A mistake in the description of an engine or an extension.
package struct ManifestMistake: Error, Hashable, Sendable {
  /// The path of the file, or of the folder.
  package var path: String
  /// The place; nil if the file cannot be read.
  package var place: YAMLPlace?
  /// The mistake, and the expected value.
  package var message: String

  /// The mistake with its place, as `engine.yaml:3:5: …`.
  package var text: String {
    (place.map { "\(path):\($0.line):\($0.column): " } ?? "\(path): ") + message
  }
}
