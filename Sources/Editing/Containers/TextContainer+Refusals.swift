// SPDX-License-Identifier: Apache-2.0

/// Requests that a kind of container may refuse.
extension TextContainer {
  /// Sets all traits.
  ///
  /// - Parameter traits: the new traits.
  /// - Throws: ``ContainerError/unsupportedTrait(kind:)`` if this kind does not support one of them
  ///   (DSP-4); no trait is then changed.
  public final func setTraits(_ traits: TextInputTraits) throws(ContainerError) {
    if let refusal = refusal(of: traits) { throw refusal }
    self.traits = traits
  }

  /// Refuses to set the style of a part of the text, which no container supports (F015).
  ///
  /// - Parameters:
  ///   - style: the requested style.
  ///   - range: the part of the text.
  /// - Throws: ``ContainerError/unsupported(_:)`` always; ``style`` applies to the whole text.
  public final func setStyle(_ style: ContainerStyle, in range: TextRange) throws(ContainerError) {
    throw .unsupported(.rangeStyles)
  }
}
