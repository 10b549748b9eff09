// SPDX-License-Identifier: Apache-2.0

/// Divides the output of a program into text, control characters, and escape and control sequences.
///
/// It is Paul Williams' state machine of DEC's VT500, with UTF-8 for text: the bytes 80 to 9F
/// are no control characters. Any sequence may be split at any byte. Unknown sequences are
/// recognized as a whole. A string of more than ``stringLimit`` bytes is dropped to its end.
struct ControlParser {
  /// The maximum length of a string.
  static let stringLimit = 1 << 16

  private enum State {
    case ground
    case escape
    case escapeIntermediate
    case controlEntry
    case controlParameter
    case controlIntermediate
    case controlIgnore
    case deviceEntry
    case deviceParameter
    case deviceIntermediate
    case deviceString
    case systemCommand
    /// A string that nothing reads: SOS, PM, APC, and a device control string that is malformed.
    case ignoredString
  }

  private var state = State.ground
  private var decoder = UTF8Decoder()
  private var sequence = ControlSequence()
  private var string: [UInt8] = []
  private var isTooLong = false

  /// Processes bytes of the program's output.
  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into receiver: inout some ControlReceiver
  ) {
    var index = 0
    while index < bytes.count {
      if state == .ground, !decoder.isPending {
        let start = index
        while index < bytes.count, (0x20...0x7E).contains(bytes[index]) { index += 1 }
        if index > start {
          receiver.print(ascii: UnsafeBufferPointer(rebasing: bytes[start..<index]))
          continue
        }
      }
      take(bytes[index], into: &receiver)
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8, into receiver: inout some ControlReceiver) {
    if state == .ground { return text(byte, into: &receiver) }
    switch byte {
    case 0x18, 0x1A:
      endString(isComplete: false, into: &receiver)
      state = .ground
    case 0x1B:
      endString(isComplete: true, into: &receiver)
      beginEscape()
    case _ where isInString: appendToString(byte, into: &receiver)
    case ..<0x20: executeInside(byte, into: &receiver)
    case 0x7F: break
    case 0x80...:
      // No sequence contains such a byte, so the sequence ends here and text begins.
      state = .ground
      text(byte, into: &receiver)
    default: inside(byte, into: &receiver)
    }
  }

  // MARK: Text

  private mutating func text(_ byte: UInt8, into receiver: inout some ControlReceiver) {
    guard byte >= 0x80 else {
      if decoder.reset() { receiver.print("\u{FFFD}") }
      switch byte {
      case 0x1B: beginEscape()
      case ..<0x20: receiver.execute(byte)
      case 0x7F: break
      default: withUnsafePointer(to: byte) { receiver.print(ascii: .init(start: $0, count: 1)) }
      }
      return
    }
    switch decoder.take(byte) {
    case .incomplete: break
    // The control characters of C1 have no effect as characters.
    case .scalar(let scalar): if scalar.value >= 0xA0 { receiver.print(scalar) }
    case .invalid: receiver.print("\u{FFFD}")
    case .invalidBefore:
      receiver.print("\u{FFFD}")
      text(byte, into: &receiver)
    }
  }

  // MARK: Sequences

  private mutating func beginEscape() {
    sequence.clear()
    state = .escape
  }

  /// Executes a control character inside a sequence, which continues afterwards.
  private func executeInside(_ byte: UInt8, into receiver: inout some ControlReceiver) {
    switch state {
    case .deviceEntry, .deviceParameter, .deviceIntermediate: break
    default: receiver.execute(byte)
    }
  }

  /// Processes a byte from 20 to 7E inside a sequence.
  private mutating func inside(_ byte: UInt8, into receiver: inout some ControlReceiver) {
    switch state {
    case .escape: afterEscape(byte, into: &receiver)
    case .escapeIntermediate: escapeIntermediate(byte, into: &receiver)
    case .controlIgnore: if byte >= 0x40 { state = .ground }
    case .controlEntry, .controlParameter, .controlIntermediate:
      if byte >= 0x40 {
        sequence.final = byte
        state = .ground
        receiver.control(sequence)
      } else {
        state = next(byte, .controlEntry, .controlParameter, .controlIntermediate, .controlIgnore)
      }
    case .deviceEntry, .deviceParameter, .deviceIntermediate:
      if byte >= 0x40 {
        sequence.final = byte
        begin(.deviceString)
      } else {
        state = next(byte, .deviceEntry, .deviceParameter, .deviceIntermediate, .ignoredString)
      }
    case .ground, .deviceString, .systemCommand, .ignoredString: break
    }
  }

  private mutating func afterEscape(_ byte: UInt8, into receiver: inout some ControlReceiver) {
    switch byte {
    case UInt8(ascii: "["): state = .controlEntry
    case UInt8(ascii: "]"): begin(.systemCommand)
    case UInt8(ascii: "P"): state = .deviceEntry
    case UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): begin(.ignoredString)
    default: escapeIntermediate(byte, into: &receiver)
    }
  }

  private mutating func escapeIntermediate(
    _ byte: UInt8, into receiver: inout some ControlReceiver
  ) {
    if byte < 0x30 {
      sequence.appendIntermediate(byte)
      state = .escapeIntermediate
    } else {
      state = .ground
      receiver.escape(intermediate: sequence.intermediate, final: byte)
    }
  }

  /// Adds a byte from 20 to 3F to the sequence, and returns the state after it.
  private mutating func next(
    _ byte: UInt8, _ entry: State, _ parameter: State, _ intermediate: State, _ ignore: State
  ) -> State {
    switch byte {
    case ..<0x30:
      sequence.appendIntermediate(byte)
      return intermediate
    case 0x3C...:
      guard state == entry else { return ignore }
      sequence.prefix = byte
      return parameter
    default:
      guard state != intermediate else { return ignore }
      sequence.append(byte)
      return parameter
    }
  }

  // MARK: Strings

  private var isInString: Bool {
    switch state {
    case .deviceString, .systemCommand, .ignoredString: true
    default: false
    }
  }

  private mutating func begin(_ newState: State) {
    state = newState
    string.removeAll(keepingCapacity: string.capacity <= 1 << 12)
    isTooLong = false
  }

  private mutating func appendToString(
    _ byte: UInt8, into receiver: inout some ControlReceiver
  ) {
    if byte == 0x07, state == .systemCommand {
      endString(isComplete: true, endsWithBell: true, into: &receiver)
      state = .ground
      return
    }
    guard state != .ignoredString, byte >= 0x20, byte != 0x7F else { return }
    if string.count < Self.stringLimit { string.append(byte) } else { isTooLong = true }
  }

  /// Passes a string on, if one ends here, and it is complete and not too long.
  private mutating func endString(
    isComplete: Bool, endsWithBell: Bool = false, into receiver: inout some ControlReceiver
  ) {
    guard isComplete, !isTooLong else { return }
    switch state {
    case .systemCommand: receiver.systemCommand(string, endsWithBell: endsWithBell)
    case .deviceString: receiver.deviceControl(sequence, string)
    default: break
    }
  }
}
