// SPDX-License-Identifier: Apache-2.0
package import YAMLNodes

/// The place of a mode's engines in a settings file.
package struct EnginePlace: Hashable, Sendable {
  /// The name of the mode.
  package var mode: String
  /// The names of the engines; `none` alone is no engine.
  package var names: [String]
  /// The place of the names.
  package var place: YAMLPlace
}
