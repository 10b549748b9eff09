// SPDX-License-Identifier: Apache-2.0
package import Keys
import Pads

/// A writer of evemu captures, version 1.3, which evemu and umockdev can read too.
///
/// Times start at 0.000001, as in evemu: only differences are meaningful, and a capture does not
/// tell when it was made. Microseconds are written without leading zeros, `1.80250` for 80 250 µs:
/// evemu's reader accepts both forms, but umockdev's reads a leading zero as octal.
package struct CaptureWriter: Sendable {
  private let description: EvdevDescription
  private var redaction: Redaction?
  private var start: Timestamp?
  private var last: Int64 = 1
  private var lastReport: Int64 = 0

  /// Creates a writer for a keyboard.
  ///
  /// - Parameters:
  ///   - description: the keyboard's description and capabilities.
  ///   - hidesLetters: whether every key that types is written as `KEY_A`, and nothing that is
  ///     drawn; see ``Redaction``.
  package init(_ description: EvdevDescription, hidesLetters: Bool) {
    self.description = description
    redaction = hidesLetters ? Redaction(hidesDrawing: description.reportsPositions) : nil
  }

  /// Appends the lines before the first event.
  package func writeHeader(to bytes: inout [UInt8]) {
    let info = description.info
    var lines = ["# EVEMU 1.3"]
    if redaction != nil {
      lines.append("# Letters hidden: every key that types is written as KEY_A.")
      lines.append("# To keep the letters, record again with --show-keycodes.")
    }
    lines.append("# Input device name: \"\(oneLine(info.name))\"")
    if !info.path.isEmpty { lines.append("# Input device node: \(oneLine(info.path))") }
    if !info.phys.isEmpty { lines.append("# Input device phys: \(oneLine(info.phys))") }
    if !info.uniq.isEmpty { lines.append("# Input device uniq: \(oneLine(info.uniq))") }
    // evemu requires a name, and a name may have nothing but spaces and control characters.
    let name = oneLine(info.name)
    lines.append("N: \(name.allSatisfy(\.isWhitespace) ? "?" : name)")
    let numbers = [info.bus, info.vendor, info.product, info.version]
    lines.append("I: " + numbers.map { hexadecimal($0, digits: 4) }.joined(separator: " "))
    lines += Self.bits(description.properties, after: "P:")
    for type in eventTypes {
      lines += Self.bits(codes(of: type), after: "B: \(hexadecimal(type, digits: 2))")
    }
    for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
      let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
      lines.append(
        "A: \(hexadecimal(code, digits: 2)) " + numbers.map(String.init).joined(separator: " "))
    }
    for line in lines { bytes += "\(line)\n".utf8 }
  }

  /// Appends an event; if letters are hidden, it may be changed, omitted or replaced by two.
  package mutating func write(_ event: InputEvent, to bytes: inout [UInt8]) {
    guard redaction != nil else { return append(event, to: &bytes) }
    var events: [InputEvent] = []
    redaction?.redact(event) { events.append($0) }
    for event in events { append(event, to: &bytes) }
  }

  private mutating func append(_ event: InputEvent, to bytes: inout [UInt8]) {
    let time = elapsed(at: event.time)
    let numbers = """
      E: \(time / 1_000_000).\(time % 1_000_000) \(hexadecimal(event.type, digits: 4)) \
      \(hexadecimal(event.code, digits: 4)) \(event.value)
      """
    bytes += numbers.utf8
    bytes += "\t# \(comment(on: event, at: time))\n".utf8
  }

  /// Returns the microseconds since the first event, never less than before, because the format
  /// requires increasing times.
  private mutating func elapsed(at time: Timestamp) -> Int64 {
    let begin = start ?? time
    start = begin
    let latest = EventLimit.seconds * 1_000_000
    if time > begin { last = max(last, min(time.microseconds(since: begin), latest) + 1) }
    return last
  }

  private mutating func comment(on event: InputEvent, at time: Int64) -> String {
    switch event.type {
    case InputEvent.synchronization where event.code == InputEvent.report:
      let step = (time - lastReport) / 1000
      lastReport = time
      return "------------ SYN_REPORT (0) ---------- +\(step)ms"
    case InputEvent.synchronization where event.code == InputEvent.dropped:
      return "SYN_DROPPED"
    case InputEvent.key:
      return "EV_KEY / \(KeyCode(event.code)) \(event.value)"
    default:
      return "\(hexadecimal(event.type, digits: 2)) / \(hexadecimal(event.code, digits: 4))"
    }
  }

  /// The event types with a line of their own; every device has type 0.
  private var eventTypes: [UInt16] {
    var types = Set(description.codes.keys)
    types.insert(InputEvent.synchronization)
    if description.info.repeatsInKernel { types.insert(InputEvent.repeat) }
    return types.sorted()
  }

  private func codes(of type: UInt16) -> [UInt8] {
    switch type {
    // Since evemu 2 these are the codes of EV_SYN (report, config, dropped), not the event types.
    case InputEvent.synchronization: return [0x0b]
    // Delay and period; the kernel does not report these codes.
    case InputEvent.repeat: return description.info.repeatsInKernel ? [0x03] : []
    default: return description.codes[type] ?? []
    }
  }

  /// Makes lines of eight bytes each; one line of zeros if there are no bits.
  private static func bits(_ bits: [UInt8], after beginning: String) -> [String] {
    stride(from: 0, to: max(bits.count, 1), by: 8).map { start in
      let bytes = (start..<start + 8).map { $0 < bits.count ? bits[$0] : 0 }
      return "\(beginning) " + bytes.map { hexadecimal($0, digits: 2) }.joined(separator: " ")
    }
  }
}

private func hexadecimal(_ number: some UnsignedInteger, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// Replaces control characters by spaces, because names from devices may contain line ends.
private func oneLine(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
