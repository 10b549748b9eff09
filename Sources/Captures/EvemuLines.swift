// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// The lines of an evemu capture, versions 1.0 to 1.3.
///
/// ```
/// # EVEMU 1.3
/// N: Keyboard                          name
/// I: 0003 046d c31c 0110               bus, vendor, product, version
/// P: 00 00 00 00 00 00 00 00           properties, bits
/// B: 01 fe ff ff ff ff ff ff ff        event type, its codes as bits, continued on the next line
/// A: 00 0 255 0 0 0                    axis, its range (before 1.2 without the last number)
/// L: 00 1                              an LED that is lit
/// S: 00 1                              a switch that is on
/// E: 1.080250 0001 001e 0001           time, type, code (both hexadecimal), value (decimal)
/// ```
///
/// Comments, and the list of devices that evemu-record shows, are allowed everywhere except after a
/// name. The digits after the point of a time are a number of microseconds, not a fraction:
/// `1.80250` is 80 250 µs after the second, as evemu reads it.
struct EvemuLines: LineParser {
  private(set) var device: CaptureDevice
  private(set) var pad = CapturedPad()
  private var propertyBytes: UInt16 = 0
  private var hasRepeat = false
  private var typeBytes = 0
  private var axisNumbers = 4...5

  init(device: CaptureDevice) {
    self.device = device
  }

  @inline(__always)
  static func isEvent(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count >= 2 && line[0] == UInt8(ascii: "E") && line[1] == UInt8(ascii: ":")
  }

  @inline(__always)
  static func event(_ line: UnsafeRawBufferPointer) throws(LineProblem) -> InputEvent {
    var cursor = ByteCursor(line, at: 2)
    cursor.skipBlanks()
    let seconds = try cursor.decimal(.seconds, upTo: EventLimit.seconds)
    guard cursor.next == UInt8(ascii: ".") else { throw cursor.expected(.point) }
    cursor.advance()
    let microseconds = try cursor.decimal(.microseconds, upTo: EventLimit.microseconds)
    try cursor.expectBlanks()
    let type = UInt16(
      truncatingIfNeeded: try cursor.hexadecimal(.eventType, upTo: EventLimit.type))
    try cursor.expectBlanks()
    let code = try cursor.hexadecimal(.eventCode, upTo: EventLimit.code(ofType: type))
    try cursor.expectBlanks()
    let begin = cursor.position
    let value = try cursor.signed(.eventValue)
    if type == InputEvent.key, !(0...2).contains(value) {
      throw cursor.outOfRange(.eventValue, from: begin, allowed: 0...2)
    }
    try cursor.expectEnd()
    return InputEvent(
      time: Timestamp(microseconds: seconds &* 1_000_000 &+ microseconds),
      type: type, code: UInt16(truncatingIfNeeded: code), value: value)
  }

  mutating func describe(
    _ line: UnsafeRawBufferPointer, isAfterEvents: Bool
  ) throws(LineProblem) {
    var cursor = ByteCursor(line)
    cursor.skipBlanks()
    // evemu-record lists the devices and asks for one, if it is not given.
    if cursor.takeDeviceQuestion() {
      return try describe(cursor.rest, isAfterEvents: isAfterEvents)
    }
    if cursor.isAtEnd || PastedText.isDeviceList(line) { return }
    if cursor.next == UInt8(ascii: "#") { return try comment(cursor) }
    cursor = ByteCursor(line)
    guard line.count >= 2, line[1] == UInt8(ascii: ":"),
      "NIPBALS".utf8.contains(line[0])
    else { throw cursor.expected(.evemuLine) }
    if isAfterEvents { throw LineProblem(position: 0, problem: .headerAfterEvents) }
    cursor = ByteCursor(line, at: 2)
    cursor.skipBlanks()
    switch line[0] {
    case UInt8(ascii: "N"): try name(cursor)
    case UInt8(ascii: "I"): try numbers(&cursor)
    case UInt8(ascii: "P"): try properties(&cursor)
    case UInt8(ascii: "B"): try eventBits(&cursor)
    case UInt8(ascii: "A"): try axis(&cursor)
    default: try state(&cursor)
    }
  }

  private mutating func name(_ cursor: ByteCursor) throws(LineProblem) {
    if cursor.isAtEnd { throw cursor.expected(.name) }
    device.info.name = String(decoding: cursor.rest, as: UTF8.self)
  }

  private mutating func numbers(_ cursor: inout ByteCursor) throws(LineProblem) {
    device.info.bus = try number(&cursor)
    try cursor.expectBlanks()
    device.info.vendor = try number(&cursor)
    try cursor.expectBlanks()
    device.info.product = try number(&cursor)
    try cursor.expectBlanks()
    device.info.version = try number(&cursor)
    try cursor.expectEnd()
  }

  private func number(_ cursor: inout ByteCursor) throws(LineProblem) -> UInt16 {
    UInt16(truncatingIfNeeded: try cursor.hexadecimal(.deviceNumber, upTo: 0xffff))
  }

  /// Parses eight bytes of bits, lowest bit of the first byte first.
  private func bits(_ cursor: inout ByteCursor) throws(LineProblem) -> UInt64 {
    var bits: UInt64 = 0
    for index in 0..<8 {
      if index > 0 { try cursor.expectBlanks() }
      bits |= UInt64(try cursor.hexadecimal(.bits, upTo: 0xff)) << UInt64(index * 8)
    }
    try cursor.expectEnd()
    return bits
  }

  private mutating func properties(_ cursor: inout ByteCursor) throws(LineProblem) {
    let bits = try bits(&cursor)
    for bit in UInt16(0)..<64 where bits & (1 << UInt64(bit)) != 0 {
      pad.add(property: propertyBytes &* 8 &+ bit)
    }
    propertyBytes &+= 8
  }

  private mutating func eventBits(_ cursor: inout ByteCursor) throws(LineProblem) {
    let type = try cursor.hexadecimal(.eventType, upTo: EventLimit.type)
    try cursor.expectBlanks()
    let bits = try bits(&cursor)
    // Type 0 holds the event types in early captures. Since evemu 2 it holds the codes of EV_SYN,
    // and only lines of EV_REP itself show that the device repeats keys.
    if type == 0 {
      if typeBytes == 0, bits & (1 << UInt64(InputEvent.repeat)) != 0 { hasRepeat = true }
      typeBytes += 8
      return device.info.repeatsInKernel = hasRepeat
    }
    pad.append(bits: bits, ofType: UInt16(truncatingIfNeeded: type))
    if type == Int64(InputEvent.repeat), bits != 0 {
      hasRepeat = true
    }
    device.info.repeatsInKernel = hasRepeat
  }

  private mutating func axis(_ cursor: inout ByteCursor) throws(LineProblem) {
    let code = try cursor.hexadecimal(.eventCode, upTo: 0x3f)
    var numbers: [Int32] = []
    for _ in 0..<axisNumbers.lowerBound {
      try cursor.expectBlanks()
      numbers.append(try cursor.signed(.number))
    }
    cursor.skipBlanks()
    if axisNumbers.count > 1, !cursor.isAtEnd, cursor.next != UInt8(ascii: "#") {
      numbers.append(try cursor.signed(.number))
    }
    try cursor.expectEnd()
    pad.set(
      AbsoluteAxis(
        minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
        resolution: numbers.count > 4 ? numbers[4] : 0),
      of: UInt16(truncatingIfNeeded: code))
  }

  private func state(_ cursor: inout ByteCursor) throws(LineProblem) {
    _ = try cursor.hexadecimal(.eventCode, upTo: 0x3f)
    try cursor.expectBlanks()
    _ = try cursor.signed(.number)
    try cursor.expectEnd()
  }

  private mutating func comment(_ comment: ByteCursor) throws(LineProblem) {
    var cursor = comment
    if cursor.take("# EVEMU ") {
      try version(&cursor)
    } else if cursor.take("# device ") || cursor.take("# Input device node: ") {
      device.info.path = String(decoding: cursor.rest, as: UTF8.self)
    } else if cursor.take("# Input device phys: ") {
      device.info.phys = String(decoding: cursor.rest, as: UTF8.self)
    } else if cursor.take("# Input device uniq: ") {
      device.info.uniq = String(decoding: cursor.rest, as: UTF8.self)
    } else if cursor.take("# Letters hidden") {
      device.hidesLetters = true
    }
  }

  private mutating func version(_ cursor: inout ByteCursor) throws(LineProblem) {
    let found = LineProblem(
      position: cursor.position,
      problem: .unsupportedVersion(.evemu, found: excerpt(cursor.rest)))
    guard cursor.take("1."), let minor = try? cursor.decimal(.version, upTo: 3) else { throw found }
    axisNumbers = minor < 2 ? 4...4 : 5...5
    try cursor.expectEnd()
  }
}
