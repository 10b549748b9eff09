// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Puts the keys of one scanner together to codes.
///
/// The cases, `⏎` a key that ends codes, `…` a gap, `✗` lost events:
///
/// ```
/// 1  4 0 0 ⏎            "400"
/// 2  4 0 0 …            "400" where gaps end codes
/// 3  ⏎ ⏎                nothing: an end without a code, as the second half of CR LF
/// 4  4 0 0 6 ⏎          with room for three: "400" and "6", neither complete
/// 5  4 ✗ 0 ⏎ 7 ⏎        "4" and "0", neither complete; then "7", for the loss cannot reach so far
/// 6  ✗ ⏎                "", not complete: there was a code, perhaps
/// 7  4 0, unplugged     "40", not complete
/// 8  Alt (0 2 4 4) ⏎    "ô"
/// ```
///
/// Time comes with the keys; who calls it sees that ``nextDeadline`` is kept.
package struct ScanAssembler: Sendable {
  private let device: DeviceID
  private let settings: ScannerSettings
  private var text = ""
  private var length = 0
  /// When the first key that typed something was pressed; nil before that.
  private var start: Timestamp?
  private var lastPress = Timestamp.zero
  private var lastEvent = Timestamp.zero
  /// What is wrong with all that comes until the code's end.
  private var flaw: Scan.Flaw?
  /// Whether a piece of the code has been told.
  private var hasTold = false
  private var numpad: NumpadCode?

  /// Makes an assembler for a device that has typed nothing.
  package init(device: DeviceID, settings: ScannerSettings) {
    self.device = device
    self.settings = settings
  }

  /// When the code that was begun is over if no key comes; nil where that does not end it.
  package var nextDeadline: Timestamp? {
    guard settings.gap > 0, isOpen, numpad?.digits.isEmpty ?? true else { return nil }
    return lastEvent.advanced(byMicroseconds: settings.gap)
  }

  private var isOpen: Bool { !text.isEmpty || flaw != nil }

  /// Takes the next key.
  ///
  /// - Parameters:
  ///   - keystroke: its meaning, for which no other keyboard counts.
  ///   - scans: gets the codes that it ends.
  package mutating func handle(_ keystroke: Keystroke, into scans: inout [Scan]) {
    let event = keystroke.event
    if event.phase != .found { lastEvent = event.time }
    if settings.decodesAltNumpad, handleNumpad(event, into: &scans) { return }
    guard event.phase == .press else { return }
    if settings.terminators.contains(event.code) {
      // An end by itself is no code, and its time is none's.
      if start != nil || flaw != nil { lastPress = event.time }
      return end(.key(event.code), into: &scans)
    }
    let typed = keystroke.literalText
    guard !typed.isEmpty else { return }
    press(at: event.time)
    add(typed, into: &scans)
  }

  /// Ends the code if no key came for long enough.
  package mutating func advance(to time: Timestamp, into scans: inout [Scan]) {
    if let deadline = nextDeadline, deadline <= time { end(.gap, into: &scans) }
  }

  /// Ends the code because the device went away, events were lost, or nobody listens any more.
  ///
  /// - Parameters:
  ///   - reason: what happened. After lost events all that comes until the next end is part of the same
  ///     code, which is not complete.
  ///   - scans: gets the half code, if there is one.
  package mutating func interrupt(_ reason: Scan.Flaw, into scans: inout [Scan]) {
    flaw = flaw ?? reason
    let hasDigits = numpad?.digits.isEmpty == false
    numpad = nil
    if !text.isEmpty || hasDigits { tell(reason.end, into: &scans) }
    if reason == .lost { flaw = .lost } else { forget() }
  }

  // MARK: Keys

  private mutating func press(at time: Timestamp) {
    if start == nil { start = time }
    lastPress = time
  }

  /// Whether the key is part of a number that is typed with Alt.
  private mutating func handleNumpad(_ event: KeyEvent, into scans: inout [Scan]) -> Bool {
    switch (event.code, event.phase) {
    case (.leftAlt, .press), (.rightAlt, .press):
      numpad = NumpadCode()
      return true
    case (.leftAlt, .cancel), (.rightAlt, .cancel):
      numpad = nil
      return true
    case (.leftAlt, .release), (.rightAlt, .release):
      if let character = numpad?.character { add(String(character), into: &scans) }
      numpad = nil
      return true
    case (_, .press):
      guard numpad != nil, let digit = NumpadCode.digit(of: event.code) else { return false }
      press(at: event.time)
      numpad?.add(digit)
      return true
    default:
      return false
    }
  }

  private mutating func add(_ added: String, into scans: inout [Scan]) {
    for scalar in added.unicodeScalars {
      if length == settings.maximumLength {
        flaw = flaw ?? .limit
        tell(.limit, into: &scans)
        start = lastPress
      }
      text.unicodeScalars.append(scalar)
      length += 1
    }
  }

  // MARK: Codes

  private mutating func end(_ end: Scan.End, into scans: inout [Scan]) {
    // A loss of which nothing was told yet may have taken a whole code.
    if !text.isEmpty || flaw == .lost && !hasTold { tell(end, into: &scans) }
    forget()
  }

  private mutating func tell(_ end: Scan.End, into scans: inout [Scan]) {
    var (text, flaw) = (text, flaw)
    if flaw == nil {
      text = settings.strip(text)
      if text.unicodeScalars.count < settings.minimumLength { flaw = .short }
    }
    var scan = Scan(
      device: device, text: text, time: lastPress,
      duration: start.map { $0.duration(to: lastPress) } ?? .zero, end: end, flaw: flaw)
    (scan.program, scan.isSecret) = (settings.program, settings.isSecret)
    scans.append(scan)
    self.text = ""
    length = 0
    start = nil
    hasTold = true
  }

  private mutating func forget() {
    text = ""
    length = 0
    start = nil
    flaw = nil
    hasTold = false
  }
}

extension Scan.Flaw {
  /// What ends a code so.
  fileprivate var end: Scan.End {
    switch self {
    case .limit, .short: .limit
    case .lost: .lost
    case .disconnect: .disconnect
    case .stop: .stop
    }
  }
}

extension ScannerSettings {
  /// Takes prefix and suffix off a code.
  fileprivate func strip(_ text: String) -> String {
    // Character by character of Unicode: a prefix counts also before an accent that combines.
    var rest = Array(text.unicodeScalars)[...]
    if let prefix = longest(of: prefixes, where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(prefix)
    }
    if let suffix = longest(of: suffixes, where: { rest.reversed().starts(with: $0.reversed()) }) {
      rest = rest.dropLast(suffix)
    }
    return String(String.UnicodeScalarView(rest))
  }

  private func longest(of words: [String], where fits: (String.UnicodeScalarView) -> Bool) -> Int? {
    words.map(\.unicodeScalars).filter(fits).map(\.count).max()
  }
}
