// SPDX-License-Identifier: Apache-2.0

/// What may come in before the delegate is asked: what the keyboard type has (TRT-4, reference 3.2), and what the limits
/// of the container allow.
extension TextContainer {
  /// The most UTF-16 code units that the person can make the text have; nil for any number.
  ///
  /// What has no room is refused as a whole. A text set by program may be longer.
  public final var maximumLength: Int? {
    get { limits.maximumLength }
    set { limits.maximumLength = newValue.map { max(0, $0) } }
  }

  /// What the text must look like in the end; nil for anything.
  ///
  /// What is inserted is refused where the text would not be the beginning of one that matches. Deletions, undo and
  /// programs are not limited, so a text need not match: whoever takes it asks ``TextPattern/matches(_:)``. A text with a
  /// pattern has at most ``TextPattern/longestText`` code units.
  public final var pattern: TextPattern? {
    get { limits.pattern }
    set { limits.pattern = newValue }
  }

  /// Whether its traits change or refuse anything that is typed.
  final var filtersText: Bool {
    currentTraits.restrictToKeyboardType || currentTraits.keyboardType == .asciiCapableNumberPad
  }

  /// What of a text may replace a range; nil where nothing may, and then the status row flashes.
  final func permitted(_ text: String, replacing range: TextRange) -> String? {
    guard filtersText || limits.isActive else { return text }
    var permitted = text
    if filtersText {
      switch currentTraits.filter(text, language: engine?.language ?? .english) {
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
    engine?.keyboardArea.inputWasRefused()
    didRefuse?(RefusedInput(range: range, text: text, reason: reason))
  }
}
