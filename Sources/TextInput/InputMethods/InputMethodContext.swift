// SPDX-License-Identifier: Apache-2.0

/// The text that an input method is asked about: a value, so that it can be kept for a reply that comes later.
public struct InputMethodContext: Sendable {
  /// Whose text it is.
  public let container: ContainerID
  /// What the container says of the text it expects.
  public let traits: TextInputTraits
  /// The mode that is typed in.
  public let mode: TextInputMode
  /// The whole text, the marked text included; a copy costs nothing.
  public let storage: TextStorage
  /// Caret or selection; inside the marked text where there is one (INP-9).
  public let selection: Selection
  /// Where the marked text is; nil for none.
  public let markedRange: TextRange?
  /// Whether the text is or ever was a secret: then nothing of it may be remembered (FLD-2, IME-10).
  public let isSecret: Bool
  /// Which turn of the input methods it belongs to: a reply for an earlier turn is dropped.
  let turn: UInt64
  private let settings: TextInputSettings

  init(of container: TextContainer, in engine: TextEngine, turn: UInt64) {
    self.container = container.id
    traits = container.traits
    mode = engine.modes.current
    storage = container.storage
    selection = container.selection
    markedRange = container.markedRange
    isSecret = container.isSecret
    settings = engine.settings
    self.turn = turn
  }

  /// What the traits come to, with the user's settings and the mode's language (reference 3.6).
  public var resolvedTraits: ResolvedTraits {
    ResolvedTraits(traits, settings: settings, language: mode.primaryLanguage)
  }

  /// The provisional text; empty where there is none.
  public var markedText: String { markedRange.map { storage.substring($0) } ?? "" }

  /// The text before the marked text, or else before the selection.
  ///
  /// - Parameter limit: how many UTF-16 code units at most; no character is cut.
  /// - Returns: the nearest of it.
  public func textBefore(limit: Int) -> String {
    let end = (markedRange ?? selection.range).start
    return storage.substring(
      TextRange(storage.characterBoundary(atOrAfter: max(0, end - limit)), end))
  }

  /// The text behind the marked text, or else behind the selection.
  ///
  /// - Parameter limit: how many UTF-16 code units at most; no character is cut.
  /// - Returns: the nearest of it.
  public func textAfter(limit: Int) -> String {
    let start = (markedRange ?? selection.range).end
    guard storage.count - start > limit else {
      return storage.substring(TextRange(start, storage.count))
    }
    let cut = start + max(0, limit)
    let isWhole = storage.characterBoundary(atOrAfter: cut) == cut
    return storage.substring(
      TextRange(start, max(start, isWhole ? cut : storage.characterStart(before: cut))))
  }
}
