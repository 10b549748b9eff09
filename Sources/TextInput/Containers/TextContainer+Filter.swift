// SPDX-License-Identifier: Apache-2.0

/// What a keyboard type lets in, before the delegate is asked (TRT-4, reference 3.2).
extension TextContainer {
  /// Whether its traits change or refuse anything that is typed.
  final var filtersText: Bool {
    currentTraits.restrictToKeyboardType || currentTraits.keyboardType == .asciiCapableNumberPad
  }

  /// What of a text may come in; nil where nothing may, and then the status row flashes.
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
