// SPDX-License-Identifier: Apache-2.0

/// What the status row says of the text that has the focus, in the mode's language (MOD-11).
extension KeyboardArea {
  /// What the return key says (TRT-5).
  public final var returnKeyLabel: String { traits.returnKeyType.label(in: tag) }

  /// What the space bar says.
  public final var spaceLabel: String { ReturnKeyType.spaceLabel(in: tag) }

  /// Whether the return key does anything (TRT-7, TRT-8).
  public final var isReturnKeyEnabled: Bool {
    traits.isReturnKeyEnabled(hasText: engine?.textContainer?.hasText ?? false)
  }

  /// The keyboard type and the return label, `URL · Go`; the default type is not named.
  public final var statusText: String { traits.statusLabel(in: tag) }

  /// What the mode is called.
  public final var modeName: String { (engine?.modes.current ?? .english).displayName }

  private var traits: TextInputTraits { engine?.textContainer?.traits ?? TextInputTraits() }

  private var tag: String {
    (engine?.modes.current ?? .english).primaryLanguage.description
  }
}
