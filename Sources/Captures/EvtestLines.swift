// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// The lines printed by evtest.
///
/// ```
/// Input driver version is 1.0.1
/// Input device ID: bus 0x3 vendor 0x46d product 0xc31c version 0x110
/// Input device name: "Keyboard"
/// Supported events:
///   Event type 1 (EV_KEY)
///     Event code 1 (KEY_ESC)
/// Testing ... (interrupt to exit)
/// Event: time 1697.080250, type 4 (EV_MSC), code 4 (MSC_SCAN), value 70004
/// Event: time 1697.080250, type 1 (EV_KEY), code 30 (KEY_A), value 1
/// Event: time 1697.080250, -------------- SYN_REPORT ------------
/// Event: time 1697.080251, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
/// ```
///
/// Only the numbers are read, not the names next to them. The value of a scan code is hexadecimal,
/// all others are decimal. Messages for the user are skipped: the choice of a device, a conflicting
/// grab, the end of a device.
struct EvtestLines: LineParser {
  private(set) var device: CaptureDevice
  private(set) var pad = CapturedPad()
  /// The event type and the code that the lines describe now.
  private var described: (type: Int64, code: UInt16) = (0, 0)
  private var hasTypes = false
  private var hasRepeat = false

  init(device: CaptureDevice) {
    self.device = device
  }

  @inline(__always)
  static func isEvent(_ line: UnsafeRawBufferPointer) -> Bool {
    var cursor = ByteCursor(line)
    return cursor.take("Event: time ")
  }

  @inline(__always)
  static func event(_ line: UnsafeRawBufferPointer) throws(LineProblem) -> InputEvent {
    var cursor = ByteCursor(line)
    try cursor.expect("Event: time ")
    let time = try time(&cursor)
    try cursor.expect(", ")
    guard cursor.next == UInt8(ascii: "t") else {
      let code = try synchronization(&cursor)
      return InputEvent(time: time, type: InputEvent.synchronization, code: code, value: 0)
    }
    try cursor.expect("type ")
    let type = UInt16(truncatingIfNeeded: try cursor.decimal(.eventType, upTo: EventLimit.type))
    try skipName(&cursor)
    try cursor.expect(", code ")
    let code = UInt16(
      truncatingIfNeeded: try cursor.decimal(.eventCode, upTo: EventLimit.code(ofType: type)))
    try skipName(&cursor)
    try cursor.expect(", value ")
    let begin = cursor.position
    let value: Int32
    // MSC_RAW and MSC_SCAN.
    if type == InputEvent.miscellaneous, code == 3 || code == 4 {
      let bits = try cursor.hexadecimal(.eventValue, upTo: Int64(UInt32.max))
      value = Int32(truncatingIfNeeded: bits)
    } else {
      value = try cursor.signed(.eventValue)
    }
    if type == InputEvent.key, !(0...2).contains(value) {
      throw cursor.outOfRange(.eventValue, from: begin, allowed: 0...2)
    }
    cursor.skipBlanks()
    if !cursor.isAtEnd { throw cursor.expected(.endOfLine) }
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  @inline(__always)
  private static func time(_ cursor: inout ByteCursor) throws(LineProblem) -> Timestamp {
    let seconds = try cursor.decimal(.seconds, upTo: EventLimit.seconds)
    guard cursor.next == UInt8(ascii: ".") else { throw cursor.expected(.point) }
    cursor.advance()
    let begin = cursor.position
    let microseconds = try cursor.decimal(.microseconds, upTo: EventLimit.microseconds)
    // evtest pads to six digits; with fewer the number could be a fraction or a count.
    if cursor.position - begin != 6 {
      throw ByteCursor(cursor.bytes, at: begin).expected(.microseconds)
    }
    return Timestamp(microseconds: seconds &* 1_000_000 &+ microseconds)
  }

  @inline(__always)
  private static func skipName(_ cursor: inout ByteCursor) throws(LineProblem) {
    try cursor.expect(" (")
    while !cursor.isAtEnd, cursor.next != UInt8(ascii: ")") { cursor.advance() }
    try cursor.expect(")")
  }

  private static func synchronization(_ cursor: inout ByteCursor) throws(LineProblem) -> UInt16 {
    let ornament = cursor.next
    guard "->+".utf8.contains(ornament) else { throw cursor.expected(.literal("type ")) }
    while cursor.next == ornament { cursor.advance() }
    try cursor.expectBlanks()
    // A name that begins with a shorter name precedes it in the list; evtest before 1.26 used other
    // names.
    let names: [(StaticString, UInt16)] = [
      ("SYN_REPORT", InputEvent.report), ("SYN_CONFIG", 1), ("SYN_MT_REPORT", 2),
      ("SYN_DROPPED", InputEvent.dropped), ("Report Sync", InputEvent.report), ("Config Sync", 1),
    ]
    for (name, code) in names where cursor.take(name) {
      try cursor.expectBlanks()
      while "-<+".utf8.contains(cursor.next) { cursor.advance() }
      if !cursor.isAtEnd { throw cursor.expected(.endOfLine) }
      return code
    }
    throw cursor.expected(.synchronizationName)
  }

  mutating func describe(
    _ line: UnsafeRawBufferPointer, isAfterEvents: Bool
  ) throws(LineProblem) {
    var cursor = ByteCursor(line)
    // The line that asks for a device ends with the answer if it was copied from a terminal.
    if cursor.takeDeviceQuestion(), cursor.isAtEnd { return }
    if cursor.take("Input driver version is ") {
      if isAfterEvents { throw LineProblem(position: 0, problem: .headerAfterEvents) }
    } else if cursor.take("Input device ID: ") {
      try numbers(&cursor)
    } else if cursor.take("Input device name: \"") {
      device.info.name = String(decoding: cursor.rest.prefix { $0 != 0x22 }, as: UTF8.self)
    } else if cursor.take("Event type ") {
      described.type = try cursor.decimal(.eventType, upTo: EventLimit.type)
      note(type: described.type)
    } else if cursor.take("Event code ") {
      describeCode(&cursor)
    } else if cursor.take("Property type "),
      let property = try? cursor.decimal(.number, upTo: 0x1f)
    {
      pad.add(property: UInt16(truncatingIfNeeded: property))
    } else if isOfAxis, describeAxis(cursor) {
      return
    } else if cursor.take("Repeat type ") {
      note(type: try cursor.decimal(.eventType, upTo: EventLimit.type))
    } else if !Self.isChatter(line) {
      throw ByteCursor(line).expected(.evtestLine)
    }
  }

  private mutating func note(type: Int64) {
    if type != 0 { hasTypes = true }
    if type == Int64(InputEvent.repeat) { hasRepeat = true }
    // Every device has type 0; a list without other types is incomplete.
    device.info.repeatsInKernel = hasRepeat || !hasTypes
  }

  /// Whether the lines describe an absolute axis now.
  private var isOfAxis: Bool { described.type == Int64(InputEvent.absolute) }

  private mutating func describeCode(_ cursor: inout ByteCursor) {
    let type = UInt16(truncatingIfNeeded: described.type)
    let limit = EventLimit.code(ofType: type)
    guard let code = try? cursor.decimal(.eventCode, upTo: limit) else { return }
    described.code = UInt16(truncatingIfNeeded: code)
    pad.add(type: type, code: described.code)
  }

  /// Reads a line about the range of an axis; false for another line.
  private mutating func describeAxis(_ line: ByteCursor) -> Bool {
    let members: [(StaticString, WritableKeyPath<AbsoluteAxis, Int32>)] = [
      ("Min ", \.minimum), ("Max ", \.maximum), ("Fuzz ", \.fuzz), ("Flat ", \.flat),
      ("Resolution ", \.resolution),
    ]
    for (name, member) in members {
      var cursor = line
      guard cursor.take(name) else { continue }
      cursor.skipBlanks()
      guard let number = try? cursor.signed(.number) else { return false }
      pad.change(described.code) { $0[keyPath: member] = number }
      return true
    }
    return false
  }

  private mutating func numbers(_ cursor: inout ByteCursor) throws(LineProblem) {
    func number(_ word: StaticString) throws(LineProblem) -> UInt16 {
      try cursor.expect(word)
      return UInt16(truncatingIfNeeded: try cursor.hexadecimal(.deviceNumber, upTo: 0xffff))
    }
    device.info.bus = try number("bus 0x")
    device.info.vendor = try number(" vendor 0x")
    device.info.product = try number(" product 0x")
    device.info.version = try number(" version 0x")
  }

  /// Whether a line that begins like this is output of evtest that holds nothing needed here.
  private static func isChatter(_ line: UnsafeRawBufferPointer) -> Bool {
    line.isEmpty || PastedText.isDeviceList(line) || chatter.contains { line.starts(with: $0.utf8) }
  }

  private static let chatter = [
    "Supported events:", "Event code ", "Value ", "Min ", "Max ", "Fuzz ", "Flat ",
    "Resolution ", "Key repeat handling:", "Repeat code ", "Properties:", "Property type ",
    "Testing ...", "***********", "This device is grabbed", "No events are available",
    "other grab is active", "In most cases", "try VT-switching", "Run the following command",
    "an open fd", "\"fuser -v", "expected ", "evtest: error reading",
  ]
}
