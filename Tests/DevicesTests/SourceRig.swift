// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys

/// A finder that reports the changes that a test makes.
final class ScriptedFinder: NodeFinder {
  private let ends = socketPair()
  private var queue: [NodeChange] = []
  var present: [DeviceNode] = []
  var closings: Set<String> = []
  var failures: [Int32] = []

  deinit {
    ends.forEach { close($0) }
  }

  var descriptors: [Int32] { [ends[0]] }

  func enumerate() -> [DeviceNode] { present }

  func changes(on descriptor: Int32) -> [NodeChange] {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = Glibc.read(ends[0], &bytes, bytes.count)
    defer { queue = [] }
    return queue
  }

  func watchClosing(of path: String) { closings.insert(path) }
  func unwatchClosing(of path: String) { closings.remove(path) }

  func report(_ changes: NodeChange...) {
    queue += changes
    _ = write(ends[1], "!", 1)
  }
}

/// A live source on fake keyboards, and its occurrences as lines.
final class SourceRig {
  let finder = ScriptedFinder()
  let loop: EventLoop
  /// The keyboards that opening a path returns.
  var nodes: [String: FakeKeyboard] = [:]
  /// The pads that opening a path returns.
  var pads: [String: FakePad] = [:]
  /// The errors that opening a path fails with.
  var refusals: [String: Int32] = [:]
  private(set) var source: LiveSource?
  /// All events delivered so far.
  private(set) var events: [KeyEvent] = []
  /// The strokes and gestures delivered so far.
  private(set) var ink: [InkEvent] = []
  /// The reports that a stroke is being drawn, or that it is none, delivered so far.
  private(set) var begun: [InkEvent] = []
  private(set) var end: EndReason?

  init(signals: [Int32] = []) throws {
    loop = try EventLoop(signals: signals)
  }

  /// Starts the source; it finds the keyboards that are already plugged in.
  func start(_ options: LiveSource.Options = LiveSource.Options()) {
    source = LiveSource(options: options, loop: loop, finder: finder) { [unowned self] path, _ in
      if let refusal = refusals[path] {
        errno = refusal
        return -1
      }
      if let fake = nodes[path] { return fake.open() }
      if let fake = pads[path] { return fake.open() }
      errno = ENOENT
      return -1
    }
  }

  /// The node of a keyboard as udev reports it.
  static func node(_ fake: FakeKeyboard, input: Int = 0) -> DeviceNode {
    let capabilities = (try? fake.opened())?.capabilities
    return DeviceNode(
      path: fake.path, syspath: "/sys/devices/fake/input\(input)\(fake.path)",
      info: DeviceInfo(id: DeviceID(rawValue: 0), name: "sysfs name"), capabilities: capabilities)
  }

  /// Plugs in a keyboard, and reports it if the source already runs.
  func plug(_ fake: FakeKeyboard, input: Int = 0) {
    nodes[fake.path] = fake
    let node = Self.node(fake, input: input)
    finder.present.removeAll { $0.path == fake.path }
    finder.present.append(node)
    if source != nil { finder.report(.appeared(node)) }
  }

  /// Unplugs a keyboard, and reports it unless `reports` is false.
  func unplug(_ fake: FakeKeyboard, input: Int = 0, reports: Bool = true) {
    fake.unplug()
    nodes[fake.path] = nil
    finder.present.removeAll { $0.path == fake.path }
    if reports {
      finder.report(
        .vanished(path: fake.path, syspath: "/sys/devices/fake/input\(input)\(fake.path)"))
    }
  }

  /// The lines that are available without waiting.
  func reported() throws -> [String] {
    try reported(before: nil) { _ in false }
  }

  /// The lines up to and including a certain one, which it waits for with a time limit.
  func reported(upTo last: String) throws -> [String] {
    let limit = loop.now.advanced(byMicroseconds: 10_000_000)
    return try reported(before: limit) { $0 == last }
  }

  private func reported(
    before limit: Timestamp?, isLast: (String?) -> Bool
  ) throws -> [String] {
    guard let source else { return [] }
    var lines: [String] = []
    var frame: [KeyEvent] = []
    var deadlines = 0
    while true {
      let occurrence = try source.next(before: limit ?? loop.now, into: &frame)
      events += frame
      // A frame synthesized after the deadline was chosen follows it.
      if case .deadline = occurrence { deadlines += 1 } else { deadlines = 0 }
      switch occurrence {
      case .frame:
        lines.append(frame.map(line).joined(separator: ", "))
      case .ink(let event) where event.action == .begin || event.action == .drop:
        begun.append(event)
      case .ink(let event):
        ink.append(event)
        lines.append(line(event))
      case .connected(let info): lines.append("connected \(info.name) #\(info.id.rawValue)")
      case .disconnected(let info): lines.append("disconnected #\(info.id.rawValue)")
      case .notice(let notice): lines.append(Self.text(notice))
      case .deadline: if limit != nil || deadlines > 1 { return lines }
      case .end(let reason):
        end = reason
        return lines
      }
      if isLast(lines.last) { return lines }
    }
  }

  private static func text(_ notice: SourceNotice) -> String {
    switch notice {
    case .notPermitted(let path, let name): "not permitted \(path) \(name)"
    case .openFailed(let path, _, let errno): "open failed \(path) \(errno)"
    case .grabWaits(let info, let keys): "grab waits #\(info.id.rawValue) \(keys)"
    case .grabRefused(let info, let holder):
      "grab refused #\(info.id.rawValue) \(holder?.name ?? "nobody")"
    case .grabFailed(let info, let errno): "grab failed #\(info.id.rawValue) \(errno)"
    case .grabbed(let info): "grabbed #\(info.id.rawValue)"
    case .eventsLost(let info): "events lost #\(info.id.rawValue)"
    case .repeatsCutShort(let info, let gap): "repeats cut short #\(info.id.rawValue) \(gap)"
    case .timeSteppedBack(let info, let step): "time stepped back #\(info.id.rawValue) \(step)"
    case .noKeys(let info): "no keys #\(info.map { "\($0.id.rawValue)" } ?? "none")"
    case .lettersHidden(let info): "letters hidden #\(info.id.rawValue)"
    case .endsEarly(let info, let keys, _): "ends early #\(info.id.rawValue) \(keys)"
    case .padUnusable(let info, let flaw): "unusable #\(info.id.rawValue) \(flaw)"
    case .padRests(let info): "rests #\(info.id.rawValue)"
    case .monitorFailed(let errno): "monitor failed \(errno)"
    }
  }

  /// The violations of the rule that each pressed key is released exactly once.
  var unbalanced: [String] {
    var down: Set<KeyEvent.Key> = []
    var wrong: [String] = []
    for event in events {
      switch event.phase {
      case .press, .found:
        if !down.insert(event.key).inserted { wrong.append("\(event) while down") }
      case .repeat:
        if !down.contains(event.key) { wrong.append("\(event) while up") }
      case .release, .cancel:
        if down.remove(event.key) == nil { wrong.append("\(event) while up") }
      }
    }
    return wrong + down.map { "\($0.code) is stuck" }
  }
}

extension KeyEvent {
  struct Key: Hashable {
    var device: DeviceID
    var code: KeyCode
  }

  var key: Key { Key(device: device, code: code) }
}

/// Two connected descriptors that no child inherits and that never block.
func socketPair() -> [Int32] {
  var ends: [Int32] = [-1, -1]
  let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
  _ = socketpair(AF_UNIX, Int32(flags), 0, &ends)
  return ends
}
