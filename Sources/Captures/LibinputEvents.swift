// SPDX-License-Identifier: Apache-2.0
internal import Keys
internal import YAMLNodes

/// The events of one device of a recording, read one at a time.
///
/// A wrong event is recorded as a mistake and skipped. After a mistake in the YAML itself no more
/// events follow, because libyaml cannot continue.
final class LibinputEvents {
  let device: DeviceID
  private let yaml: YAMLEvents
  private let feed: YAMLFeed
  private let log: ErrorLog
  private let isScanCodeTelling: Bool
  private var level = Level.frames
  private(set) var clock: EventClock
  private(set) var hidesLetters = false
  private(set) var isAtEnd = false

  /// The contents of the open collection.
  private enum Level { case frames, keysOfFrame, events }

  /// Continues with a reader that is before the first event of a device.
  init(of info: DeviceInfo, yaml: YAMLEvents, feed: YAMLFeed, log: ErrorLog, isStrict: Bool) {
    device = info.id
    clock = EventClock(isStrict: isStrict)
    self.yaml = yaml
    self.feed = feed
    self.log = log
    // USB (3) and Bluetooth (5) keyboards report HID usages, 0x70004 for A; libinput replaces them
    // by 30.
    isScanCodeTelling = info.bus == 3 || info.bus == 5
  }

  /// Reads a part of the file that holds only a device's events.
  convenience init(of info: DeviceInfo, feed: YAMLFeed, log: ErrorLog, isStrict: Bool) {
    let yaml = feed.events()
    self.init(of: info, yaml: yaml, feed: feed, log: log, isStrict: isStrict)
    do throws(YAMLError) {
      if try yaml.next() == .documentStart, try yaml.next() == .sequenceStart { return }
      isAtEnd = true
    } catch {
      fail(error)
    }
  }

  /// Returns the next valid event; nil after the last one.
  func next() -> InputEvent? {
    while !isAtEnd, !log.isFull {
      do throws(YAMLError) {
        guard let event = try step() else { continue }
        if feed.hasHiddenKeys { hidesLetters = true }
        return event
      } catch {
        fail(error)
      }
    }
    return nil
  }

  private func fail(_ error: YAMLError) {
    let error = feed.captureError(error)
    log.add(error.problem, at: error.place)
    isAtEnd = true
  }

  private func note(_ problem: CaptureError.Problem, at place: YAMLPlace) {
    log.add(problem, at: feed.place(place))
  }

  /// Processes one YAML event, and returns the key event that it completes, if any.
  private func step() throws(YAMLError) -> InputEvent? {
    switch (level, try yaml.next()) {
    case (.events, .sequenceStart): return try event()
    case (.events, .sequenceEnd): level = .keysOfFrame
    case (.keysOfFrame, .scalar): try valueOfFrame()
    case (.keysOfFrame, .mappingEnd): level = .frames
    case (.frames, .mappingStart): level = .keysOfFrame
    case (.frames, .sequenceEnd), (_, .end), (_, .documentEnd): isAtEnd = true
    case (.frames, _): try wrong(.mapping)
    case (.keysOfFrame, _): try wrong(.name)
    case (.events, _): try wrong(.event)
    }
    return nil
  }

  /// Records that an item is missing here, and skips what is there instead.
  private func wrong(_ item: CaptureItem) throws(YAMLError) {
    note(.expected(item, found: excerpt(yaml.scalar)), at: yaml.place)
    if yaml.isCollectionStart { try yaml.skip(outOfDepth: yaml.depth) }
  }

  /// Enters the kernel's events of a frame, or skips the events of libinput or the hardware.
  private func valueOfFrame() throws(YAMLError) {
    let isKernels = yaml.scalar.elementsEqual("evdev".utf8)
    switch try yaml.next() {
    case .sequenceStart where isKernels: level = .events
    case .scalar where yaml.scalar.isEmpty: break
    case _ where isKernels: try wrong(.sequence)
    default: if yaml.isCollectionStart { try yaml.skip(outOfDepth: yaml.depth) }
    }
  }

  /// Reads the five numbers of an event; nil for a wrong event.
  private func event() throws(YAMLError) -> InputEvent? {
    let place = yaml.place
    let depth = yaml.depth
    do throws(EventProblem) {
      let time = try time()
      let type = UInt16(truncatingIfNeeded: try number(.eventType, upTo: EventLimit.type))
      let code = try number(.eventCode, upTo: EventLimit.code(ofType: type))
      let value = try value(ofType: type)
      try end()
      guard let replayed = clock.replayed(time) else {
        throw .wrong(clock.backwards(to: time), place)
      }
      let event = InputEvent(
        time: replayed, type: type, code: UInt16(truncatingIfNeeded: code), value: value)
      if isScanCodeTelling, type == InputEvent.miscellaneous, code == 4, value == 30 {
        hidesLetters = true
      }
      return event
    } catch {
      switch error {
      case .unreadable(let error): throw error
      case .wrong(let problem, let place): note(problem, at: place)
      }
      try yaml.skip(outOfDepth: depth)
      return nil
    }
  }

  private enum EventProblem: Error {
    case unreadable(YAMLError)
    case wrong(CaptureError.Problem, YAMLPlace)
  }

  /// Reads the two numbers of a time.
  ///
  /// libinput writes times before the recording's first event as negative microseconds converted to
  /// an unsigned number, which makes the seconds huge.
  private func time() throws(EventProblem) -> Timestamp {
    let last = UInt64.max.quotientAndRemainder(dividingBy: 1_000_000)
    let lastSecond = Int64(last.quotient)
    let seconds = try number(.seconds, upTo: lastSecond)
    // No machine runs for longer than this, so other huge numbers mean that the file is damaged.
    guard seconds <= EventLimit.seconds || seconds >= lastSecond - 1 << 32 else {
      throw .wrong(
        .outOfRange(.seconds, found: excerpt(yaml.scalar), allowed: 0...EventLimit.seconds),
        yaml.place)
    }
    let limit = seconds == lastSecond ? Int64(last.remainder) : EventLimit.microseconds
    let microseconds = try number(.microseconds, upTo: limit)
    return Timestamp(
      microseconds: Int64(bitPattern: UInt64(seconds) &* 1_000_000 &+ UInt64(microseconds)))
  }

  private func scalar(_ item: CaptureItem) throws(EventProblem) {
    let event: YAMLEvents.Event
    do { event = try yaml.next() } catch { throw .unreadable(error) }
    guard event == .scalar else {
      throw .wrong(.expected(item, found: event == .sequenceEnd ? "]" : ""), yaml.place)
    }
  }

  private func number(_ item: CaptureItem, upTo limit: Int64) throws(EventProblem) -> Int64 {
    try scalar(item)
    do { return try yaml.integer(item, upTo: limit) } catch { throw wrong(error) }
  }

  private func value(ofType type: UInt16) throws(EventProblem) -> Int32 {
    try scalar(.eventValue)
    let value: Int32
    do { value = try yaml.value() } catch { throw wrong(error) }
    guard type != InputEvent.key || (0...2).contains(value) else {
      throw .wrong(
        .outOfRange(.eventValue, found: excerpt(yaml.scalar), allowed: 0...2), yaml.place)
    }
    return value
  }

  private func wrong(_ error: LineProblem) -> EventProblem {
    .wrong(error.problem, yaml.place)
  }

  private func end() throws(EventProblem) {
    let event: YAMLEvents.Event
    do { event = try yaml.next() } catch { throw .unreadable(error) }
    guard event == .sequenceEnd else {
      throw .wrong(.expected(.literal("]"), found: excerpt(yaml.scalar)), yaml.place)
    }
  }
}
