// SPDX-License-Identifier: Apache-2.0

/// The filter before the delegate is consulted: the characters of the keyboard type, newlines, and
/// the limits of the container (TRT-4, BND-10, reference 3.2).
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

  /// Returns the reason why the limits forbid a text in place of a range; nil if they do not.
  package final func refusal(
    of text: String, replacing range: TextRange
  ) -> RefusedInput.Reason? {
    limits.isActive ? limits.refusal(of: text, replacing: range, in: storage) : nil
  }

  /// Whether the limits or the keyboard type may refuse a text.
  package final var isLimited: Bool { filtersText || limits.isActive }

  private func refuse(
    _ text: String, replacing range: TextRange, because reason: RefusedInput.Reason
  ) {
    host?.inputWasRefused()
    didRefuse?(RefusedInput(range: range, text: text, reason: reason))
  }

  /// Returns a text as this container can hold it, without newlines if those are not allowed.
  package final func fitting(_ text: String) -> String {
    guard !allowsNewlines else { return text }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.indices.contains(where: { Self.lineEnd(at: $0, in: bytes) > 0 }) else {
        return nil
      }
      var fitting: [UInt8] = []
      fitting.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        let length = Self.lineEnd(at: index, in: bytes)
        // CR LF is one newline.
        let isSecond = bytes[index] == 0x0A && index > 0 && bytes[index - 1] == 0x0D
        if !isSecond { fitting.append(length > 0 ? 0x20 : bytes[index]) }
        index += max(1, length)
      }
      return String(decoding: fitting, as: UTF8.self)
    } ?? text
  }

  /// Returns the number of bytes of the line end that begins at a byte of UTF-8; 0 if none does.
  private static func lineEnd(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes[index] {
    case 0x0A...0x0D: 1
    case 0xC2: bytes[index + 1] == 0x85 ? 2 : 0
    case 0xE2: bytes[index + 1] == 0x80 && bytes[index + 2] & 0xFE == 0xA8 ? 3 : 0
    default: 0
    }
  }
}
