// SPDX-License-Identifier: Apache-2.0

/// The keyboard type's filter, applied before the delegate is consulted (TRT-4, reference 3.2).
extension TextContainer {
  /// Whether the traits change or refuse any typed text.
  final var filtersText: Bool {
    currentTraits.restrictToKeyboardType || currentTraits.keyboardType == .asciiCapableNumberPad
  }

  /// Returns the part of a text that may be inserted; nil if none of it may, and the status row
  /// then flashes.
  final func permitted(_ text: String) -> String? {
    guard filtersText else { return text }
    switch currentTraits.filter(text, language: engine?.language ?? .english) {
    case .text(let permitted): return permitted
    case .refused:
      engine?.keyboardArea.inputWasRefused()
      return nil
    }
  }
}
