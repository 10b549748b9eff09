// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Assembles the keys of one scanner into codes.
///
/// The cases; `⏎` is a key that ends codes, `…` is a gap, and `✗` is lost events:
///
/// ```
/// 1  4 0 0 ⏎            "400"
/// 2  4 0 0 …            "400" if gaps end codes
/// 3  ⏎ ⏎                nothing: an end without a code, as in the second half of CR LF
/// 4  4 0 0 6 ⏎          with a maximum length of three: "400" and "6", both incomplete
/// 5  4 ✗ 0 ⏎ 7 ⏎        "4" and "0", both incomplete; then "7", which the loss cannot affect
/// 6  ✗ ⏎                "", incomplete: a code may have been lost
/// 7  4 0, unplugged     "40", incomplete
/// 8  Alt (0 2 4 4) ⏎    "ô"
/// 9  4 F8 0 ⏎           "40", incomplete if F8 has no meaning
/// 10 4 0 ⏎ ⌃J           "40": CR LF ends one code, however it is typed
/// ```
///
/// The time is that of the keys; the caller must call ``advance(to:into:)`` at ``nextDeadline``.
package struct ScanAssembler: Sendable {
  private let device: DeviceID
  private let settings: ScannerSettings
  private var text = ""
  private var length = 0
  /// The time of the first key press of the code, modifiers aside; nil before it.
  private var start: Timestamp?
  private var lastPress = Timestamp.zero
  private var lastEvent = Timestamp.zero
  /// The flaw of everything up to the end of the code.
  private var flaw: Scan.Flaw?
  /// Whether a part of the current code was already reported.
  private var hasReported = false
  /// Whether the text begins where the code begins; false after a reported part or lost events.
  private var isFromStart = true
  private var numpad: NumpadCode?
  /// The last complete code, and the time of its last occurrence; nil for none.
  private var last: (text: String, time: Timestamp)?
  /// Whether nothing was typed since the carriage return that ended a code.
  private var followsReturn = false

  /// Creates an assembler for a device that has typed nothing.
  package init(device: DeviceID, settings: ScannerSettings) {
    self.device = device
    self.settings = settings
  }

  /// The time at which the current code ends if no key is pressed; nil if time does not end it.
  package var nextDeadline: Timestamp? {
    guard settings.gap > 0, isOpen, numpad?.digits.isEmpty ?? true else { return nil }
    return lastEvent.advanced(byMicroseconds: settings.gap)
  }

  private var isOpen: Bool { !text.isEmpty || flaw != nil }

  /// Processes the next key.
  ///
  /// - Parameters:
  ///   - keystroke: the key's meaning, computed without modifiers of other keyboards.
  ///   - scans: receives the codes that the key ends.
  package mutating func handle(_ keystroke: Keystroke, into scans: inout [Scan]) {
    let event = keystroke.event
    if event.phase != .found { lastEvent = event.time }
    if settings.decodesAltNumpad, handleNumpad(event, into: &scans) { return }
    guard event.phase == .press else { return }
    if settings.terminators.contains(event.code) {
      return end(with: event.code, at: event.time, into: &scans)
    }
    guard let typed = text(of: keystroke) else {
      press(at: event.time)
      (flaw, followsReturn) = (flaw ?? .unknownKey, false)
      return
    }
    guard !typed.isEmpty else { return }
    type(typed, at: event.time, into: &scans)
  }

  /// Ends the code if its deadline has passed.
  package mutating func advance(to time: Timestamp, into scans: inout [Scan]) {
    if let deadline = nextDeadline, deadline <= time { end(.gap, into: &scans) }
  }

  /// Ends the code because the device was unplugged, events were lost, or scans are no longer
  /// received.
  ///
  /// - Parameters:
  ///   - reason: the reason. After lost events everything up to the next end belongs to the same
  ///     incomplete code.
  ///   - scans: receives the incomplete code, if there is one.
  package mutating func interrupt(_ reason: Scan.Flaw, into scans: inout [Scan]) {
    (flaw, followsReturn) = (flaw ?? reason, false)
    let hasDigits = numpad?.digits.isEmpty == false
    numpad = nil
    if !text.isEmpty || hasDigits { report(reason.end, into: &scans) }
    if reason == .lost { (flaw, isFromStart) = (.lost, false) } else { forget() }
  }

  // MARK: Keys

  /// Adds a text to the code, or ends the code if the text is a line end.
  private mutating func type(_ text: String, at time: Timestamp, into scans: inout [Scan]) {
    if let first = text.unicodeScalars.first, settings.controlTerminators.contains(first) {
      return end(with: .enter, at: time, into: &scans)
    }
    // The second half of CR LF belongs to no code, even if LF alone ends none.
    if followsReturn, text == "\n" { return forget() }
    press(at: time)
    add(text, into: &scans)
    followsReturn = false
  }

  private mutating func end(with key: KeyCode, at time: Timestamp, into scans: inout [Scan]) {
    // A terminator without a code is not reported, so its time does not count.
    if start != nil || flaw != nil { lastPress = time }
    end(.key(key), into: &scans)
    followsReturn = key == .enter || key == .keypadEnter
  }

  /// Returns the text that a scanner means by a press; empty for a modifier, a lock or an ignored
  /// key, nil for a key without a meaning.
  private func text(of keystroke: Keystroke) -> String? {
    if keystroke.modifiers.isDisjoint(with: [.control, .option, .command]),
      let text = settings.keys[keystroke.event.code]
    {
      return text
    }
    let text = keystroke.literalText
    let isSilent = keystroke.keysym.isModifier || keystroke.event.code == .scrollLock
    return text.isEmpty && !isSilent ? nil : text
  }

  private mutating func press(at time: Timestamp) {
    if start == nil { start = time }
    lastPress = time
  }

  /// Processes a key of a number typed with Alt, and reports whether the key was one.
  private mutating func handleNumpad(_ event: KeyEvent, into scans: inout [Scan]) -> Bool {
    switch (event.code, event.phase) {
    case (.leftAlt, .press), (.rightAlt, .press):
      numpad = NumpadCode()
      return true
    case (.leftAlt, .cancel), (.rightAlt, .cancel):
      numpad = nil
      return true
    case (.leftAlt, .release), (.rightAlt, .release):
      let character = numpad?.character
      numpad = nil
      if let character { type(String(character), at: event.time, into: &scans) }
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
        report(.limit, into: &scans)
        start = lastPress
      }
      text.unicodeScalars.append(scalar)
      length += 1
    }
  }

  // MARK: Codes

  private mutating func end(_ end: Scan.End, into scans: inout [Scan]) {
    // Lost events that were not reported yet may include a whole code, and keys without a meaning
    // may be one.
    if !text.isEmpty || flaw == .unknownKey || flaw == .lost && !hasReported {
      report(end, into: &scans)
    }
    forget()
  }

  private mutating func report(_ end: Scan.End, into scans: inout [Scan]) {
    var flaw = flaw
    let symbology = isFromStart ? Symbology.identifier(in: self.text) : nil
    let text = settings.strip(text, start: isFromStart, end: end.isComplete)
    if flaw == nil, text.unicodeScalars.count < settings.minimumLength { flaw = .short }
    var scan = Scan(
      device: device, text: text, time: lastPress,
      duration: start.map { $0.duration(to: lastPress) } ?? .zero, end: end, flaw: flaw)
    (scan.program, scan.programUser) = (settings.program, settings.user)
    (scan.isSecret, scan.symbology, scan.delivery) = (settings.isSecret, symbology, settings.order)
    if !isRepetition(scan) { scans.append(scan) }
    self.text = ""
    length = 0
    start = nil
    hasReported = true
    isFromStart = false
  }

  /// Whether a code is the last one again, as of a card that is held at a reader.
  private mutating func isRepetition(_ scan: Scan) -> Bool {
    guard settings.ignoredRepeat > 0, scan.isComplete else { return false }
    defer { last = (scan.text, scan.time) }
    guard let last, last.text == scan.text else { return false }
    return scan.time.microseconds(since: last.time) <= settings.ignoredRepeat
  }

  private mutating func forget() {
    text = ""
    length = 0
    start = nil
    flaw = nil
    hasReported = false
    isFromStart = true
    followsReturn = false
  }
}

extension Scan.End {
  /// Whether the scanner has typed the end of the code.
  fileprivate var isComplete: Bool {
    switch self {
    case .key, .gap: true
    default: false
    }
  }
}

extension Scan.Flaw {
  /// The end of a code with this flaw.
  fileprivate var end: Scan.End {
    switch self {
    case .limit, .short, .unknownKey: .limit
    case .lost: .lost
    case .disconnect: .disconnect
    case .stop: .stop
    }
  }
}

extension ScannerSettings {
  /// Removes the prefix and the suffix from a code, or from the part that has its start or end.
  fileprivate func strip(_ text: String, start: Bool, end: Bool) -> String {
    // Compares code points, so that a prefix also matches before a combining accent.
    var rest = Array(text.unicodeScalars)[...]
    if start, let prefix = longest(of: prefixes, where: { rest.starts(with: $0) }) {
      rest = rest.dropFirst(prefix)
    }
    if end,
      let suffix = longest(of: suffixes, where: { rest.reversed().starts(with: $0.reversed()) })
    {
      rest = rest.dropLast(suffix)
    }
    return String(String.UnicodeScalarView(rest))
  }

  private func longest(of words: [String], where fits: (String.UnicodeScalarView) -> Bool) -> Int? {
    words.map(\.unicodeScalars).filter(fits).map(\.count).max()
  }
}
