// SPDX-License-Identifier: Apache-2.0

/// The labels for the focused text in the status row, in the mode's language (MOD-11).
extension KeyboardArea {
  /// The label of the return key (TRT-5).
  public final var returnKeyLabel: String { traits.returnKeyType.label(in: tag) }

  /// The label of the space bar.
  public final var spaceLabel: String { ReturnKeyType.spaceLabel(in: tag) }

  /// Whether the return key has an effect (TRT-7, TRT-8).
  public final var isReturnKeyEnabled: Bool {
    traits.isReturnKeyEnabled(hasText: engine?.textContainer?.hasText ?? false)
  }

  /// The keyboard type, if it says what to type, and the label of the return key: `URL · Go`.
  public final var statusText: String { traits.statusLabel(in: tag) }

  /// The name of the mode.
  public final var modeName: String { (engine?.modes.current ?? .english).displayName }

  private var traits: TextInputTraits { engine?.textContainer?.traits ?? TextInputTraits() }

  private var tag: String {
    (engine?.modes.current ?? .english).primaryLanguage.description
  }
}
