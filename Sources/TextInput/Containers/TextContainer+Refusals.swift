// SPDX-License-Identifier: Apache-2.0

/// What a kind of container may refuse.
extension TextContainer {
  /// Says what it wants of the text to come, all at once.
  ///
  /// - Throws: ``ContainerError/unsupportedTrait(kind:)`` where this kind cannot have one of the
  ///   traits (DSP-4); then none changes.
  public final func setTraits(_ traits: TextInputTraits) throws(ContainerError) {
    if let refusal = refusal(of: traits) { throw refusal }
    self.traits = traits
  }

  /// Would give a part of the text a style of its own; no container can (F015).
  ///
  /// - Throws: ``ContainerError/unsupported(_:)`` always; ``style`` is for the whole text.
  public final func setStyle(_ style: ContainerStyle, in range: TextRange) throws(ContainerError) {
    throw .unsupported(.rangeStyles)
  }
}
