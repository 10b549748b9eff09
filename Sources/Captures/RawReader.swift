// SPDX-License-Identifier: Apache-2.0
internal import Keys

/// The kernel's `struct input_event` as bytes, little-endian.
///
/// ```
/// 64-bit kernel   seconds 8   microseconds 8   type 2   code 2   value 4
/// 32-bit kernel   seconds 4   microseconds 4   type 2   code 2   value 4
/// ```
struct RawRecord {
  static let largestSize = 24

  var seconds: UInt64
  var microseconds: UInt64
  var type: UInt16
  var code: UInt16
  var value: Int32

  @inline(__always)
  init(_ bytes: UnsafeRawPointer, size: Int) {
    if size == Self.largestSize {
      seconds = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
      microseconds = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    } else {
      seconds = UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      microseconds = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    }
    let rest = bytes + size - 8
    type = UInt16(littleEndian: rest.loadUnaligned(as: UInt16.self))
    code = UInt16(littleEndian: rest.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    value = Int32(littleEndian: rest.loadUnaligned(fromByteOffset: 4, as: Int32.self))
  }

  /// Whether the kernel could have written this record.
  @inline(__always)
  var isPlausible: Bool {
    seconds <= UInt64(EventLimit.seconds) && microseconds <= UInt64(EventLimit.microseconds)
      && type <= UInt16(EventLimit.type) && Int64(code) <= EventLimit.code(ofType: type)
      && (type != InputEvent.key || (0...2).contains(value))
  }

  /// The time; valid only for a plausible record.
  @inline(__always)
  var time: Timestamp {
    Timestamp(microseconds: Int64(seconds) &* 1_000_000 &+ Int64(microseconds))
  }

  /// The event; valid only for a plausible record.
  @inline(__always)
  var event: InputEvent { InputEvent(time: time, type: type, code: code, value: value) }

  /// Returns the mistake in an implausible record, and the offset of its bytes.
  func problem(size: Int) -> (offset: Int, CaptureError.Problem) {
    let word = (size - 8) / 2
    func outOfRange(
      _ item: CaptureItem, _ found: some BinaryInteger, _ limit: Int64
    ) -> CaptureError.Problem {
      .outOfRange(item, found: "\(found)", allowed: 0...limit)
    }
    if seconds > UInt64(EventLimit.seconds) {
      // Shown as signed, as in the C structure.
      return (0, outOfRange(.seconds, Int64(bitPattern: seconds), EventLimit.seconds))
    } else if microseconds > UInt64(EventLimit.microseconds) {
      let found = Int64(bitPattern: microseconds)
      return (word, outOfRange(.microseconds, found, EventLimit.microseconds))
    } else if type > UInt16(EventLimit.type) {
      return (size - 8, outOfRange(.eventType, type, EventLimit.type))
    } else if Int64(code) > EventLimit.code(ofType: type) {
      return (size - 6, outOfRange(.eventCode, code, EventLimit.code(ofType: type)))
    } else {
      return (size - 4, outOfRange(.eventValue, value, 2))
    }
  }

  /// Counts the bytes that are plausible as records of a size, in the order of time or, with
  /// `mayStepBack`, in the order of time since the last step back; 0 if all of them are zero.
  static func plausibleBytes(
    of bytes: UnsafeRawBufferPointer, size: Int, mayStepBack: Bool
  ) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var latest: (seconds: UInt64, microseconds: UInt64) = (0, 0)
    var plausible = 0
    var saysSomething = false
    for offset in stride(from: 0, through: bytes.count - size, by: size) {
      let record = RawRecord(base + offset, size: size)
      let time = (record.seconds, record.microseconds)
      // A year after 36000 suggests the other size.
      guard record.isPlausible, record.seconds < 1 << 40 else { continue }
      guard time >= latest else {
        if mayStepBack { latest = time }
        continue
      }
      latest = time
      plausible += size
      if record.type != 0 || record.seconds != 0 { saysSomething = true }
    }
    return saysSomething ? plausible : 0
  }
}

/// A reader of raw records of one size, as printed by `cat /dev/input/event3`.
final class RawReader: RecordReader {
  private let device: CaptureDevice
  private var buffer: BlockBuffer
  private let size: Int
  private let log = ErrorLog()
  private var clock: EventClock

  init(buffer: consuming BlockBuffer, size: Int, device: CaptureDevice, isStrict: Bool) {
    self.buffer = buffer
    self.size = size
    self.device = device
    clock = EventClock(isStrict: isStrict)
  }

  var devices: [CaptureDevice] {
    [CaptureDevice(info: device.info, stepBack: clock.firstStep)]
  }

  func read(into batch: inout [CaptureRecord]) throws(CaptureFailure) -> Bool {
    batch.removeAll(keepingCapacity: true)
    while true {
      takeRecords(into: &batch)
      if !batch.isEmpty { return true }
      if log.isFull || buffer.isAtEnd { break }
      do {
        try buffer.refill()
      } catch {
        log.add(error.problem, at: error.place)
        break
      }
    }
    if !buffer.bytes.isEmpty {
      log.add(.cutShort(.record(bytes: size)), at: .byte(buffer.offset))
      buffer.drop(buffer.bytes.count)
    }
    try log.throwErrors()
    return false
  }

  private func takeRecords(into batch: inout [CaptureRecord]) {
    let bytes = buffer.bytes
    guard let base = bytes.baseAddress, bytes.count >= size else { return }
    let device = device.info.id
    var position = 0
    var clock = clock
    // Every event passes this loop, so its state is local and it makes no calls.
    batch = Array(unsafeUninitializedCapacity: bytes.count / size) { room, count in
      var isSound = log.isEmpty
      while position + size <= bytes.count, isSound || !log.isFull {
        let record = RawRecord(base + position, size: size)
        if record.isPlausible, let time = clock.replayed(record.time) {
          if isSound {
            var event = record.event
            event.time = time
            room.initializeElement(at: count, to: CaptureRecord(event: event, device: device))
            count += 1
          }
        } else {
          report(record, at: position, clock)
          isSound = false
        }
        position += size
      }
    }
    self.clock = clock
    buffer.drop(position)
  }

  /// Records the mistake in a record.
  private func report(_ record: RawRecord, at position: Int, _ clock: EventClock) {
    let place = buffer.offset + Int64(position)
    if record.isPlausible {
      log.add(clock.backwards(to: record.time), at: .byte(place))
    } else {
      let (offset, problem) = record.problem(size: size)
      log.add(problem, at: .byte(place + Int64(offset)))
    }
  }
}
