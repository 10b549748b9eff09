// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Whether handwriting is recognised.
package enum HandwritingSupport: Hashable, Sendable {
  /// It is, in languages of the user's modes.
  case scripts([String])
  /// It is not, for a reason.
  case missing(String)

  /// The reason without an engine.
  package static let noEngine = "no engine recognises handwriting"

  /// Asks the engines about the user's modes.
  init(_ engines: (any EngineService)?, in modes: ModeList) {
    let drawn = modes.modes.filter(\.isHandwriting)
    guard !drawn.isEmpty else {
      self = .missing("none of the user's modes is one of handwriting, such as ja+handwriting")
      return
    }
    self = engines?.handwriting(in: drawn) ?? .missing(Self.noEngine)
  }
}
