// SPDX-License-Identifier: Apache-2.0

/// The filter before the delegate is consulted: the characters of the keyboard type, and the limits
/// of the container (TRT-4, reference 3.2).
extension TextContainer {
  /// The maximum number of UTF-16 code units of a text that the person edits; nil for no limit.
  ///
  /// An insertion that does not fit is refused as a whole. A text set by program may be longer.
  public final var maximumLength: Int? {
    get { limits.maximumLength }
    set { limits.maximumLength = newValue.map { max(0, $0) } }
  }

  /// The pattern that the whole text must match; nil for none.
  ///
  /// An insertion is refused if the text would not be the beginning of a text that matches.
  /// Deletions, undo and programs are not limited, so the final text need not match: test it with
  /// ``TextPattern/matches(_:)``. A text with a pattern has at most ``TextPattern/longestText``
  /// code units.
  public final var pattern: TextPattern? {
    get { limits.pattern }
    set { limits.pattern = newValue }
  }

  /// Whether the container's traits or limits may change or refuse typed text.
  package final var filtersText: Bool {
    currentTraits.restrictToKeyboardType || currentTraits.keyboardType == .asciiCapableNumberPad
  }

  /// Returns the part of a text that may replace a range; if none may, nil, and the status row
  /// flashes.
  package final func permitted(_ text: String, replacing range: TextRange) -> String? {
    guard filtersText || limits.isActive else { return text }
    var permitted = text
    if filtersText {
      switch currentTraits.filter(text, language: host?.language ?? .english) {
      case .text(let text): permitted = text
      case .refused:
        refuse(text, replacing: range, because: .keyboardType)
        return nil
      }
    }
    if let reason = limits.refusal(of: permitted, replacing: range, in: storage) {
      refuse(permitted, replacing: range, because: reason)
      return nil
    }
    return permitted
  }

  private func refuse(
    _ text: String, replacing range: TextRange, because reason: RefusedInput.Reason
  ) {
    host?.inputWasRefused()
    didRefuse?(RefusedInput(range: range, text: text, reason: reason))
  }
}
