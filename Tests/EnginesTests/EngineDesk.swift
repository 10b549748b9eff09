// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Glibc
import Keys
import Mirrors

@testable import Engines

/// Engines with a loop, a clock and the scripted engine of this folder.
final class EngineDesk {
  /// The scripted engine.
  static let script =
    #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/scripted_engine.py"

  let loop: EngineLoop
  private(set) var notices: [String] = []
  private(set) var host: EngineHost
  /// The number of lines that were parsed as any JSON.
  private(set) var parsedLines = 0

  init() {
    let loop = EngineLoop()
    self.loop = loop
    host = EngineHost(
      loop: loop, now: { loop.now }, schedule: { loop.schedule($0, $1) },
      parse: { Self.parse($0) },
      notice: { _ in })
    host.notice = { [unowned self] in notices.append($0) }
    host.parse = { [unowned self] in
      parsedLines += 1
      return Self.parse($0)
    }
    // The scripted engine writes a file.
    host.confinement = nil
  }

  /// Parses a line of JSON with Foundation; nil if it is none.
  static func parse(_ line: [UInt8]) -> JSONValue? {
    try? JSONDecoder().decode(ParsedJSON.self, from: Data(line)).value
  }

  /// Lets the engines that are created from now on run in the sandbox.
  func useSandbox(_ confinement: EngineConfinement = EngineConfinement()) {
    host.confinement = confinement
  }

  /// An engine with a fault.
  func engine(_ fault: String = "", starts: String? = nil) -> Engine {
    Engine(Self.manifest(fault, starts: starts), language: "zh-Hans", host: host)
  }

  /// The manifest of the scripted engine.
  static func manifest(
    _ fault: String = "", starts: String? = nil, name: String = "scripted"
  ) -> EngineManifest {
    EngineManifest(
      name: name, methods: ["pinyin"], languages: ["zh-Hans"], verbs: [.convert, .follow],
      program: ["/usr/bin/python3", "-I", "-S", script, fault] + [starts].compactMap(\.self))
  }

  /// An engine that is ready.
  func ready(_ fault: String = "", starts: String? = nil) -> Engine {
    let engine = engine(fault, starts: starts)
    engine.prepare()
    _ = loop.run { engine.state == .ready || engine.state == .stopped }
    return engine
  }

  /// Sends `convert`, and waits for the answer; the number of answers is 1 unless it is a mistake.
  func convert(_ reading: String, with engine: Engine) -> (count: Int, text: String?) {
    var count = 0
    var result: EngineResult?
    engine.ask(
      .convert, ["reading": .text(reading), "before": "", "boundaries": .list([]), "count": 9]
    ) {
      count += 1
      result = $0
    }
    _ = loop.run { count > 0 }
    return (count, result?.firstText)
  }
}

extension EngineResult {
  /// The text of the first candidate of the first segment.
  var firstText: String? {
    if case .segments(let segments) = self { segments.first?.candidates.first?.text } else { nil }
  }
}

/// JSON as the tests parse it.
private struct ParsedJSON: Decodable {
  var value: JSONValue

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let flag = try? single.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? single.decode(Int.self) {
      value = .number(number)
    } else if let text = try? single.decode(String.self) {
      value = .text(text)
    } else if let list = try? single.decode([ParsedJSON].self) {
      value = .list(list.map(\.value))
    } else {
      value = .object(try single.decode([String: ParsedJSON].self).mapValues(\.value))
    }
  }
}

/// A loop over `poll` with a clock that the test advances.
final class EngineLoop: DescriptorLoop {
  private var watches: [Int32: (interest: Readiness, body: (Readiness) -> Void)] = [:]
  private var timers: [Int: (time: Timestamp, body: () -> Void)] = [:]
  private var lastTimer = 0
  /// The descriptors that were closed while they were watched.
  private(set) var closedTooEarly: Set<Int32> = []

  var watched: Set<Int32> { Set(watches.keys) }
  var timerCount: Int { timers.count }

  /// The time, which only ``pass(milliseconds:)`` advances: a busy machine makes no engine late.
  private(set) var now = Timestamp(microseconds: 1_000_000)

  func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watches[descriptor] = (interest, body)
    return true
  }

  func rewatch(_ descriptor: Int32, for interest: Readiness) {
    watches[descriptor]?.interest = interest
  }

  func unwatch(_ descriptor: Int32) {
    if fcntl(descriptor, F_GETFD) < 0 { closedTooEarly.insert(descriptor) }
    watches[descriptor] = nil
  }

  func schedule(_ delay: Duration, _ body: @escaping () -> Void) -> () -> Void {
    lastTimer += 1
    let number = lastTimer
    timers[number] = (now.advanced(by: delay), body)
    return { [weak self] in self?.timers[number] = nil }
  }

  /// The time of the next timer; nil for none.
  var nextTimer: Timestamp? { timers.values.map(\.time).min() }

  /// Lets the process sleep until a time, after which ``fire()`` and ``run(for:until:)`` are due.
  func sleep(until time: Timestamp) { now = max(now, time) }

  /// Lets time pass without waiting.
  func pass(milliseconds: Int64) {
    now = now.advanced(byMicroseconds: milliseconds * 1000)
    fire()
  }

  /// Calls the timers that are due.
  func fire() {
    for (number, timer) in timers.sorted(by: { $0.value.time < $1.value.time })
    where timer.time <= now && timers[number] != nil {
      timers[number] = nil
      timer.body()
    }
  }

  /// Lets those write who wait for it, and nothing else happen.
  func flush() {
    for watch in watches.values where watch.interest.contains(.write) { watch.body(.write) }
  }

  /// Waits for descriptors until a condition holds.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait at most, so that a test ends.
  ///   - isSo: the condition.
  /// - Returns: whether it holds.
  func run(for seconds: Double = 180, until isSo: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isSo() {
      guard ContinuousClock.now < end else { return false }
      var entries = watches.map { descriptor, watch in
        let events =
          (watch.interest.contains(.read) ? POLLIN : 0)
          | (watch.interest.contains(.write) ? POLLOUT : 0)
        return pollfd(fd: descriptor, events: Int16(events), revents: 0)
      }
      poll(&entries, nfds_t(entries.count), 5)
      for entry in entries where entry.revents != 0 {
        var readiness: Readiness = []
        if entry.revents & Int16(POLLIN) != 0 { readiness.insert(.read) }
        if entry.revents & Int16(POLLOUT) != 0 { readiness.insert(.write) }
        if entry.revents & Int16(POLLHUP | POLLERR) != 0 { readiness.insert(.hangUp) }
        watches[entry.fd]?.body(readiness)
      }
    }
    return true
  }
}
