// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Keys

/// A parser of the lines of a text format.
protocol LineParser {
  /// The device as described in the lines so far.
  var device: CaptureDevice { get }
  /// The description of a pad in the lines so far.
  var pad: CapturedPad { get }

  /// Whether a line holds an event, valid or not.
  static func isEvent(_ line: UnsafeRawBufferPointer) -> Bool

  /// Parses a line that holds an event.
  static func event(_ line: UnsafeRawBufferPointer) throws(LineProblem) -> InputEvent

  /// Parses any other line.
  ///
  /// - Parameters:
  ///   - line: the line, without its end.
  ///   - isAfterEvents: whether events came before it.
  /// - Throws: the mistake in the line.
  mutating func describe(
    _ line: UnsafeRawBufferPointer, isAfterEvents: Bool
  ) throws(LineProblem)
}

/// A reader of the formats that consist of lines and describe one device.
///
/// Windows line ends and a byte order mark are ignored. If the file ends in the middle of an event,
/// the event is refused, because a digit may be missing. Lines that are copied together with a
/// recording are skipped (``PastedText``).
final class TextReader<Lines: LineParser>: RecordReader {
  private var scanner: LineScanner<Lines>
  /// The pad as described before the first event; nil for another device.
  private lazy var pad = scanner.lines.pad.result

  init(buffer: consuming BlockBuffer, lines: Lines, isStrict: Bool) {
    scanner = LineScanner(buffer: buffer, lines: lines, clock: EventClock(isStrict: isStrict))
  }

  var devices: [CaptureDevice] {
    var device = scanner.lines.device
    device.stepBack = scanner.clock.firstStep
    device.pad = pad
    return [device]
  }

  func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    try scanner.read(into: &batch)
  }
}

/// A scanner that divides a file into lines.
///
/// A value type, so that the loop over the lines has exclusive access to what it changes.
private struct LineScanner<Lines: LineParser>: ~Copyable {
  private(set) var lines: Lines
  private var buffer: BlockBuffer
  private let log = ErrorLog()
  private var lineNumber = 0
  private var isSkippingLine = false
  private var isAtStart = true
  private var hasEvents = false
  private(set) var clock: EventClock
  private let device: DeviceID

  init(buffer: consuming BlockBuffer, lines: Lines, clock: EventClock) {
    self.buffer = buffer
    self.lines = lines
    self.clock = clock
    device = lines.device.info.id
  }

  mutating func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    batch.removeAll(keepingCapacity: true)
    while true {
      takeLines(into: &batch)
      if buffer.isAtEnd { takeLastLine(into: &batch) }
      if !batch.isEmpty { return true }
      if log.isFull || buffer.isAtEnd { break }
      do {
        try buffer.refill()
      } catch {
        log.add(error.problem, at: error.place)
        break
      }
    }
    try log.throwErrors()
    return false
  }

  /// Processes every complete line in memory.
  private mutating func takeLines(into batch: inout [CaptureRecord]) {
    skipByteOrderMark()
    let bytes = buffer.bytes
    guard let base = bytes.baseAddress else { return }
    var position = 0
    while position < bytes.count, !log.isFull {
      guard let newline = memchr(base + position, 0x0a, bytes.count - position) else { break }
      let length = UnsafeRawPointer(newline) - (base + position)
      lineNumber += 1
      if isSkippingLine {
        isSkippingLine = false
      } else {
        take(UnsafeRawBufferPointer(start: base + position, count: length), into: &batch)
      }
      position += length + 1
    }
    buffer.drop(position)
    if bytes.count - position > BlockBuffer.blockSize { skipLongLine() }
  }

  /// Processes the text after the last line end.
  private mutating func takeLastLine(into batch: inout [CaptureRecord]) {
    let bytes = buffer.bytes
    if !bytes.isEmpty, !isSkippingLine {
      lineNumber += 1
      take(bytes, isCut: true, into: &batch)
    }
    buffer.drop(bytes.count)
  }

  /// Reports a line that is too long, once, and drops the part of it in memory.
  private mutating func skipLongLine() {
    if !isSkippingLine {
      log.add(
        .lineTooLong(limit: BlockBuffer.blockSize), at: .line(lineNumber + 1, column: 1))
    }
    isSkippingLine = true
    buffer.drop(buffer.bytes.count)
  }

  private mutating func skipByteOrderMark() {
    guard isAtStart, buffer.bytes.count >= byteOrderMark.count || buffer.isAtEnd else { return }
    isAtStart = false
    if buffer.bytes.starts(with: byteOrderMark) { buffer.drop(byteOrderMark.count) }
  }

  @inline(__always)
  private mutating func take(
    _ bytes: UnsafeRawBufferPointer, isCut: Bool = false, into batch: inout [CaptureRecord]
  ) {
    var line = bytes
    if let last = line.last, last == 0x0d {
      line = UnsafeRawBufferPointer(rebasing: line.dropLast())
    }
    do throws(LineProblem) {
      guard Lines.isEvent(line), line.count <= BlockBuffer.blockSize else {
        return try takeOther(line, isCut: isCut, into: &batch)
      }
      try takeEvent(line, isCut: isCut, into: &batch)
    } catch {
      note(error, in: line, isCut: isCut)
    }
  }

  @inline(__always)
  private mutating func takeEvent(
    _ line: UnsafeRawBufferPointer, isCut: Bool, into batch: inout [CaptureRecord]
  ) throws(LineProblem) {
    var event = try Lines.event(line)
    // Checked after the numbers, because any other mistake in the line gives a better hint.
    guard !isCut else {
      throw LineProblem(position: line.count, problem: .cutShort(.lineEnd))
    }
    guard let time = clock.replayed(event.time) else {
      throw LineProblem(position: 0, problem: clock.backwards(to: event.time))
    }
    event.time = time
    hasEvents = true
    // After a mistake the rest of the file is only checked for further mistakes.
    if log.isEmpty { batch.append(CaptureRecord(event: event, device: device)) }
  }

  private mutating func takeOther(
    _ line: UnsafeRawBufferPointer, isCut: Bool, into batch: inout [CaptureRecord]
  ) throws(LineProblem) {
    if line.count > BlockBuffer.blockSize {
      throw LineProblem(position: 0, problem: .lineTooLong(limit: BlockBuffer.blockSize))
    }
    let text = PastedText.trimmed(line)
    do throws(LineProblem) {
      if Lines.isEvent(text) { return try takeEvent(text, isCut: isCut, into: &batch) }
      try lines.describe(text, isAfterEvents: hasEvents)
    } catch {
      switch error.problem {
      case .expected(.evemuLine, _), .expected(.evtestLine, _):
        if PastedText.isDecoration(text) { return }
      default: break
      }
      throw LineProblem(
        position: line.count - text.count + error.position, problem: error.problem)
    }
  }

  private func note(_ error: LineProblem, in line: UnsafeRawBufferPointer, isCut: Bool) {
    // Columns count characters: all bytes except UTF-8 continuation bytes.
    let column = line.prefix(error.position).count { $0 & 0xc0 != 0x80 } + 1
    var problem = error.problem
    if isCut, case .expected(let item, found: "") = problem { problem = .cutShort(item) }
    log.add(problem, at: .line(lineNumber, column: column))
  }
}
