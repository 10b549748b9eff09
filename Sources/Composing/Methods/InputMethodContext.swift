// SPDX-License-Identifier: Apache-2.0

/// The text given to an input method; a value, so that the method can keep it for a later reply.
public struct InputMethodContext: Sendable {
  /// The container of the text.
  public let container: ContainerID
  /// The traits of the container.
  public let traits: TextInputTraits
  /// The current mode.
  public let mode: TextInputMode
  /// The whole text, including the marked text; a copy is cheap.
  public let storage: TextStorage
  /// The caret or selection; inside the marked text, if there is one (INP-9).
  public let selection: Selection
  /// The range of the marked text; nil for none.
  public let markedRange: TextRange?
  /// Whether the text is or was secret; nothing of it may then be remembered (FLD-2, IME-10).
  public let isSecret: Bool
  /// Whether the text accepts input methods of extensions: it is and was not secret, needs no ASCII
  /// and no telephone number, and its program does not refuse them (CIV-16, CIV-17).
  public let offersThirdPartyInputMethods: Bool
  /// The user's settings.
  public let settings: TextInputSettings
  /// The number of the call that the context is for; a reply to an earlier call is dropped.
  let turn: UInt64

  init(of container: TextContainer, in engine: any ComposingHost, turn: UInt64) {
    self.container = container.id
    traits = container.traits
    mode = engine.modes.current
    storage = container.storage
    selection = container.selection
    markedRange = container.markedRange
    isSecret = container.isSecret
    offersThirdPartyInputMethods = container.offersThirdPartyInputMethods
    settings = engine.settings
    self.turn = turn
  }

  /// The effective behaviour: the traits with the user's settings and the mode's language
  /// (reference 3.6).
  public var resolvedTraits: ResolvedTraits {
    ResolvedTraits(traits, settings: settings, language: mode.primaryLanguage)
  }

  /// The provisional text; empty if there is none.
  public var markedText: String { markedRange.map { storage.substring($0) } ?? "" }

  /// Returns the text before the marked text, or else before the selection.
  ///
  /// - Parameter limit: the maximum number of UTF-16 code units; no character is divided.
  /// - Returns: the text nearest to the selection.
  public func textBefore(limit: Int) -> String {
    let end = (markedRange ?? selection.range).start
    return storage.substring(
      TextRange(storage.characterBoundary(atOrAfter: max(0, end - limit)), end))
  }

  /// Returns the text after the marked text, or else after the selection.
  ///
  /// - Parameter limit: the maximum number of UTF-16 code units; no character is divided.
  /// - Returns: the text nearest to the selection.
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

extension TextContainer {
  /// Whether the text accepts input methods of extensions.
  var offersThirdPartyInputMethods: Bool {
    traits.offersThirdPartyInputMethods && !traits.keyboardType.requiresASCII && !isSecret
      && window?.allowsThirdPartyInputMethods ?? true
  }
}
