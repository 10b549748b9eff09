// SPDX-License-Identifier: Apache-2.0
import TextInput

/// Divides the input from a terminal into reports, pastes and, if wanted, keys.
///
/// `CSI I` reports that the terminal gained focus, `CSI O` that it lost it; xterm's `ctlseqs` calls
/// these `FocusIn` and `FocusOut`. `OSC 11 ; rgb:ffff/ffff/ffff ST` answers a query of a colour,
/// `CSI ? 62 c` one of the kind of terminal, and `CSI ? 31 u` one of the keyboard protocol.
/// `CSI 200 ~` and `CSI 201 ~` enclose a paste. Sequences of keys (`SS3 I` of a keypad, `CSI 5 I`)
/// are not reports. Everything may be split between reads.
///
/// `ESC` alone is a key, too, and so is `ESC [`. Only time tells them from the beginning of a
/// sequence: see ``mayBeWhole``.
struct TerminalReader {
  private enum State {
    /// Between sequences.
    case ground
    /// In a character of several bytes.
    case character
    /// After `ESC`.
    case escape
    /// After `CSI`.
    case introduced
    /// In a sequence with parameters.
    case parameters
    /// In a sequence whose parameters begin with `?`.
    case privateParameters
    /// After `SS3`, which is followed by one byte.
    case singleShift
    /// After `CSI [`, which is followed by one byte, on the Linux console.
    case consoleFunction
    /// After `OSC`.
    case command
    /// After `OSC`, a string, and the `ESC` of its end.
    case commandEnd
    /// In a paste, which contains whatever the person copied.
    case paste
  }

  /// Whether keys are reported; otherwise they are ignored.
  var readsKeys = false
  /// The meaning of the bytes of keys at this terminal.
  var form = TerminalKey.Form()
  /// Whether `ESC ]` begins a report of a colour, even if keys are read.
  var expectsColors = false

  private var state = State.ground
  /// Whether another `ESC` precedes the sequence: ⌥ is held.
  private var hasOption = false
  /// Whether the last `ESC` came in an earlier read.
  private var isEarlier = false
  /// The string after `OSC`, which is no report if it is longer than the limit.
  private var string: [UInt8] = []
  /// The parameters of the current sequence, as far as they are short.
  private var parameters: [UInt8] = []
  /// The bytes of a character.
  private var character: [UInt8] = []
  /// The bytes of a paste, up to the limit.
  private var pasted: [UInt8] = []
  /// The last bytes of a paste, which may be the beginning of its end.
  private var pasteEnd: [UInt8] = []
  private var events: [TerminalEvent] = []

  private static let limit = 64
  /// The number of bytes of the longest parameters; a key with the text of an input method has
  /// some.
  private static let longestParameters = 1024
  /// The number of bytes of the longest paste.
  static let longestPaste = 1 << 20
  private static let endOfPaste = Array("\u{1b}[201~".utf8)

  /// Processes more input.
  ///
  /// - Parameter bytes: the input.
  /// - Returns: the events that were completed, in order.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    isEarlier = true
    for byte in bytes { read(byte) }
    return takeEvents()
  }

  /// Whether the input ends with a key that could also be the beginning of a sequence.
  var mayBeWhole: Bool {
    guard readsKeys else { return false }
    return switch state {
    case .escape, .introduced, .singleShift: true
    case .command: string.isEmpty
    default: false
    }
  }

  /// Takes the end of the input for a key, because nothing has followed it for some time.
  ///
  /// - Returns: the key; nothing unless ``mayBeWhole``.
  mutating func end() -> [TerminalEvent] {
    if mayBeWhole { endSequence() }
    return takeEvents()
  }

  private mutating func takeEvents() -> [TerminalEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  private mutating func report(_ event: TerminalEvent?) {
    if let event { events.append(event) }
  }

  private mutating func report(_ key: TerminalKey?) {
    if readsKeys, let key { events.append(.key(key)) }
  }

  private mutating func read(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte, afterEscape: false)
    case .character: readCharacter(byte)
    case .escape: readAfterEscape(byte)
    case .introduced: readFirst(byte)
    case .parameters, .privateParameters: readParameters(byte)
    case .singleShift, .consoleFunction: readFunction(byte)
    case .command: readCommand(byte)
    case .commandEnd: readCommandEnd(byte)
    case .paste: readPaste(byte)
    }
  }

  // MARK: Keys without a sequence

  /// Takes the first byte of a character, a control character, or `ESC`.
  private mutating func begin(_ byte: UInt8, afterEscape: Bool) {
    state = .ground
    hasOption = afterEscape
    switch byte {
    case 0x1b:
      state = .escape
      (hasOption, isEarlier) = (false, false)
    case 0xc2...0xf4:
      character = [byte]
      state = .character
    case 0x80...0xff: break
    default: report(TerminalKey(byte: byte, hasOption: afterEscape, form))
    }
  }

  private mutating func readCharacter(_ byte: UInt8) {
    guard case 0x80...0xbf = byte else { return begin(byte, afterEscape: false) }
    character.append(byte)
    let length = character[0] < 0xe0 ? 2 : character[0] < 0xf0 ? 3 : 4
    guard character.count == length else { return }
    state = .ground
    // Bytes that are no UTF-8 are no character.
    guard let text = String(validating: character, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return }
    report(TerminalKey(character: scalar, hasOption: hasOption))
  }

  private mutating func readAfterEscape(_ byte: UInt8) {
    switch byte {
    case 0x1b:
      guard readsKeys else { return }
      // One write of the terminal is ⌥ with a key; of two, each is ⎋.
      if isEarlier || hasOption { report(.escape) }
      if isEarlier, hasOption { report(.escape) }
      (hasOption, isEarlier) = (!isEarlier, false)
    case UInt8(ascii: "["):
      parameters = []
      state = .introduced
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]") where expectsColors || !readsKeys:
      string = []
      state = .command
    default:
      if hasOption { report(.escape) }
      begin(byte, afterEscape: true)
    }
  }

  /// Takes the beginning of a sequence for the keys that type it.
  private mutating func endSequence() {
    let old = state
    state = .ground
    switch old {
    case .escape: report(TerminalKey(.code(.escape), hasOption ? .alt : []))
    case .introduced: reportAfterEscape("[")
    case .singleShift: reportAfterEscape("O")
    case .command where string.isEmpty: reportAfterEscape("]")
    default: break
    }
  }

  private mutating func reportAfterEscape(_ letter: Unicode.Scalar) {
    if hasOption { report(.escape) }
    report(TerminalKey(character: letter, hasOption: true))
  }

  // MARK: Sequences

  /// Takes the first byte after `CSI`.
  private mutating func readFirst(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "I"), UInt8(ascii: "O"):
      state = .ground
      if hasOption { report(.escape) }
      report(.focus(byte == UInt8(ascii: "I")))
    case UInt8(ascii: "?"): state = .privateParameters
    case UInt8(ascii: "["): state = .consoleFunction
    case 0x20...0x7e:
      state = .parameters
      readParameters(byte)
    default:
      endSequence()
      begin(byte, afterEscape: false)
    }
  }

  private mutating func readParameters(_ byte: UInt8) {
    switch (state, byte) {
    case (.privateParameters, 0x30...0x3b), (.parameters, 0x30...0x3f):
      if parameters.count < Self.longestParameters { parameters.append(byte) }
    case (_, 0x20...0x3f):
      // Such a byte belongs to no key, but for `$`, with which rxvt reports Shift: `CSI 3 $`.
      if state == .parameters, byte == UInt8(ascii: "$"), readsKeys {
        return complete(byte)
      }
      parameters = Array("?".utf8)
      state = .parameters
    case (.privateParameters, 0x40...0x7e):
      state = .ground
      reportAnswer(byte)
    case (.parameters, 0x40...0x7e): complete(byte)
    default: begin(byte, afterEscape: false)
    }
  }

  /// Takes the last byte of a sequence.
  private mutating func complete(_ byte: UInt8) {
    state = .ground
    if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
      if hasOption { report(.escape) }
      state = .paste
    } else if readsKeys, parameters.count < Self.longestParameters {
      let fields = parameters.count { $0 == UInt8(ascii: ";") }
      if byte == UInt8(ascii: "u"), fields == 2 { form.reportsText = true }
      report(TerminalKey(parameters: parameters, last: byte, hasOption: hasOption, form))
    }
  }

  private mutating func reportAnswer(_ last: UInt8) {
    switch last {
    case UInt8(ascii: "c"): report(.attributes)
    case UInt8(ascii: "u"):
      guard let flags = Int(String(decoding: parameters, as: UTF8.self)) else { return }
      // The keys after it are of this form already.
      form.reportsReleases = flags & 2 != 0
      report(.keyboard(flags: flags))
    default: break
    }
  }

  /// Takes the byte after `SS3` or `CSI [`.
  private mutating func readFunction(_ byte: UInt8) {
    let isShift = state == .singleShift
    let key =
      isShift
      ? TerminalKey(afterSingleShift: byte, hasOption: hasOption)
      : TerminalKey(consoleFunction: byte, hasOption: hasOption)
    if let key {
      state = .ground
      return report(key)
    }
    if isShift { endSequence() }
    begin(byte, afterEscape: false)
  }

  // MARK: Colours and pastes

  private mutating func readCommand(_ byte: UInt8) {
    switch byte {
    case 0x1b: state = .commandEnd
    case 0x07:
      state = .ground
      report(color)
    case 0x20...0x7e: if string.count <= Self.limit { string.append(byte) }
    default: state = .ground
    }
  }

  private mutating func readCommandEnd(_ byte: UInt8) {
    guard byte == UInt8(ascii: "\\") else {
      (state, hasOption) = (.escape, false)
      return read(byte)
    }
    state = .ground
    report(color)
  }

  /// Takes a byte of a paste, which ends at its closing sequence only.
  private mutating func readPaste(_ byte: UInt8) {
    pasteEnd.append(byte)
    while !Self.endOfPaste.starts(with: pasteEnd) {
      let first = pasteEnd.removeFirst()
      if pasted.count <= Self.longestPaste { pasted.append(first) }
    }
    guard pasteEnd.count == Self.endOfPaste.count else { return }
    defer { (state, pasted, pasteEnd) = (.ground, [], []) }
    guard pasted.count <= Self.longestPaste else { return report(.paste(nil)) }
    let text = String(decoding: pasted, as: UTF8.self)
    report(.paste(text.replacingBytes(of: "\r\n", with: "\n").replacingBytes(of: "\r", with: "\n")))
  }

  /// The colour that the string reports; nil for anything else.
  private var color: TerminalEvent? {
    guard string.count <= Self.limit else { return nil }
    let fields = String(decoding: string, as: UTF8.self)
      .split(separator: ";", omittingEmptySubsequences: false)
    guard let number = Int(fields[0]), let value = fields.last.flatMap({ Self.color($0) }) else {
      return nil
    }
    switch fields.count {
    case 2: return TerminalColor(dynamic: number).map { .color($0, value) }
    case 3 where number == 4: return UInt8(fields[1]).map { .color(.indexed($0), value) }
    default: return nil
    }
  }

  /// Returns the colour in X11's form `rgb:r/g/b`, with one to four digits each, or in xterm's
  /// `rgba:r/g/b/a`.
  private static func color(_ text: Substring) -> TextStyle.Color? {
    let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, halves[0] == "rgb" || halves[0] == "rgba" else { return nil }
    let parts = halves[1].split(separator: "/", omittingEmptySubsequences: false).map(level)
    guard parts.count == halves[0].count, let red = parts[0], let green = parts[1],
      let blue = parts[2]
    else { return nil }
    return .rgb(red, green, blue)
  }

  /// Returns a share of a colour, whose digits are a fraction of all ones.
  private static func level(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    let whole = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + whole / 2) / whole)
  }
}
