// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The pads of a source: open and grabbed only while ink is wanted, so that the pointer of other
/// programs moves at all other times.
final class LivePads {
  private let loop: EventLoop
  private let finder: any NodeFinder
  private let opener: EvdevKeyboard.Opener
  private let queue: OccurrenceQueue
  /// Finds the process that holds the grab of a node.
  var findHolder: (String) -> ProcessIdentity? = { _ in nil }
  /// Called when the loop has called a handler of a pad; the flag says whether ``deadline`` may be
  /// earlier.
  var didHandle: (_ mayBeDue: Bool) -> Void = { _ in }
  private var options: PadOptions
  private var pads: [String: AttachedPad] = [:]
  private var isWanted = false
  private var hasEnded = false
  /// The ink that was not taken yet, in the order of time.
  private var ink: [InkEvent] = []
  // Not checked, here and below, because they are read for each frame of keys.
  /// Whether there is ink that was not taken yet.
  @exclusivity(unchecked) private(set) var hasInk = false
  /// Whether a pad was closed because it was not touched.
  @exclusivity(unchecked) private(set) var hasResting = false

  init(
    options: PadOptions, loop: EventLoop, finder: any NodeFinder,
    opener: @escaping EvdevKeyboard.Opener, queue: OccurrenceQueue
  ) {
    (self.options, self.loop, self.finder, self.opener) = (options, loop, finder, opener)
    self.queue = queue
  }

  deinit {
    for attached in pads.values {
      if let pad = attached.open { loop.unwatch(pad.descriptor) }
    }
  }

  /// Whether a pad is grabbed.
  var holdsAny: Bool {
    pads.values.contains { if case .drawing = $0.state { true } else { false } }
  }

  private var inOrderOfAge: [AttachedPad] { pads.values.sorted { $0.id < $1.id } }

  // MARK: Ink

  /// The time of the oldest ink; nil if there is none.
  var inkTime: Timestamp? { ink.first?.time }

  /// Removes and returns the oldest ink; nil for none.
  func takeInk() -> InkEvent? {
    guard hasInk else { return nil }
    defer { hasInk = !ink.isEmpty }
    return ink.removeFirst()
  }

  private func add(_ events: [InkEvent]) {
    for event in events {
      let index = ink.lastIndex { $0.time <= event.time }.map { $0 + 1 } ?? 0
      ink.insert(event, at: index)
    }
    hasInk = !ink.isEmpty
  }

  private func dropInk(of device: DeviceID) {
    ink.removeAll { $0.device == device }
    hasInk = !ink.isEmpty
  }

  // MARK: Wanting

  /// Opens the pads, or gives all of them back.
  func setWanted(_ isWanted: Bool) {
    guard isWanted != self.isWanted, !hasEnded else { return }
    self.isWanted = isWanted
    for attached in inOrderOfAge { if isWanted { take(attached) } else { free(attached) } }
    hasResting = false
  }

  /// Gives all pads back for good.
  func end() {
    setWanted(false)
    hasEnded = true
  }

  /// Takes the pads that were not touched for a while.
  func keyWasPressed() {
    hasResting = false
    for attached in inOrderOfAge {
      if case .resting = attached.state { take(attached) }
    }
  }

  /// Changes the options; pads that are still allowed stay open.
  func reconfigure(_ options: PadOptions) {
    self.options = options
    for attached in inOrderOfAge where !options.take(attached.node) { remove(attached) }
  }

  // MARK: Nodes

  /// Considers a node that appeared, or whose owner or mode changed.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - makeID: returns the number of a new pad.
  func consider(_ node: DeviceNode, makeID: () -> DeviceID) {
    if let attached = pads[node.path] {
      if Self.isSame(attached.node, node.syspath), attached.open?.isAlive ?? true {
        (attached.node.links, attached.node.seat) = (node.links, node.seat)
        return options.take(attached.node) ? retry(attached) : remove(attached)
      }
      remove(attached)
    }
    guard options.take(node) else { return }
    let attached = AttachedPad(node, id: makeID())
    pads[node.path] = attached
    if isWanted { take(attached) }
  }

  private static func isSame(_ node: DeviceNode, _ syspath: String?) -> Bool {
    node.syspath == nil || syspath == nil || node.syspath == syspath
  }

  /// Removes the pad of a node that disappeared, unless the report is about an earlier device.
  func vanished(_ path: String, syspath: String?) {
    guard let attached = pads[path] else { return }
    let isGone = attached.open.map { !$0.isAlive } ?? Self.isSame(attached.node, syspath)
    if isGone { remove(attached) }
  }

  /// Schedules a retry because a program closed the node of a pad.
  func nodeWasClosed(_ path: String) {
    guard let attached = pads[path], case .busy = attached.state else { return }
    // The kernel reports the close shortly before it ends the grab (K-10).
    attached.retryAt = loop.now.advanced(byMicroseconds: 50_000)
  }

  private func remove(_ attached: AttachedPad) {
    let dropped = attached.drop(at: loop.now)
    free(attached)
    pads[attached.node.path] = nil
    // The strokes before it stay on the paper, and the pause goes on.
    if isWanted { add(dropped) }
  }

  private func retry(_ attached: AttachedPad) {
    switch attached.state {
    case .refused, .busy, .failed: if isWanted { take(attached) }
    case .free, .waiting, .drawing, .resting: break
    }
  }

  // MARK: Opening and closing

  private func take(_ attached: AttachedPad) {
    attached.retryAt = nil
    switch attached.state {
    case .failed(errno: nil), .waiting, .drawing: return
    case .free, .refused, .failed, .busy, .resting: break
    }
    do throws(EvdevPad.Failure) {
      let pad = try EvdevPad(path: attached.node.path, id: attached.id, open: opener)
      let noticeAt = loop.now.advanced(byMicroseconds: options.grabLimit)
      attached.state = .waiting(pad, noticeAt: noticeAt)
      // As keyboards are, so that what is read in one turn can be put in the order of time.
      let isWatched = loop.watchUrgently(pad.descriptor, for: .read) {
        [unowned self] readiness in
        if readiness.contains(.hangUp) { pad.hasHungUp = true }
        let before = deadline(of: attached)
        read(attached)
        let after = deadline(of: attached)
        didHandle((after ?? .distantFuture) < (before ?? .distantFuture))
      }
      guard isWatched else { throw .open(errno: errno) }
      read(attached)
    } catch {
      failed(attached, error)
    }
  }

  private func failed(_ attached: AttachedPad, _ failure: EvdevPad.Failure) {
    let (path, name) = (attached.node.path, attached.node.info.name)
    switch failure {
    case .open(errno: ENODEV): attached.state = .free
    case .open(let errno) where [EACCES, EPERM, ENOENT].contains(errno):
      if case .refused(_, let noticeAt) = attached.state {
        attached.state = .refused(errno: errno, noticeAt: noticeAt)
        return
      }
      let noticeAt = loop.now.advanced(byMicroseconds: options.permissionGrace)
      attached.state = .refused(errno: errno, noticeAt: noticeAt)
    case .open(let errno):
      if case .failed(errno) = attached.state { return }
      attached.state = .failed(errno: errno)
      queue.append(.notice(.openFailed(path: path, name: name, errno: errno)))
    case .unusable(let info, let flaw):
      attached.state = .failed(errno: nil)
      // A rule for all devices is not meant for mice.
      if flaw.isOfPad { queue.append(.notice(.padUnusable(info, flaw))) }
    }
  }

  private func noticeRefusal(_ attached: AttachedPad, at now: Timestamp) {
    guard case .refused(let errno, let noticeAt?) = attached.state, noticeAt <= now else { return }
    attached.state = .refused(errno: errno, noticeAt: nil)
    let (path, name) = (attached.node.path, attached.node.info.name)
    queue.append(
      .notice(
        errno == ENOENT
          ? .openFailed(path: path, name: name, errno: errno)
          : .notPermitted(path: path, name: name)))
  }

  /// Closes a pad, which ends its grab, and drops what was drawn on it.
  private func free(_ attached: AttachedPad) {
    close(attached)
    dropInk(of: attached.id)
    finder.unwatchClosing(of: attached.node.path)
    switch attached.state {
    case .failed, .refused: break
    case .free, .waiting, .busy, .drawing, .resting: attached.state = .free
    }
  }

  private func close(_ attached: AttachedPad) {
    (attached.retryAt, attached.mustReadOn) = (nil, false)
    guard let pad = attached.open else { return }
    loop.unwatch(pad.descriptor)
    pad.ungrab()
    attached.state = .free
  }

  // MARK: Reading

  private func read(_ attached: AttachedPad) {
    guard let pad = attached.open else { return }
    var drawn: [InkEvent] = []
    let reading = pad.read(into: &drawn)
    attached.lastEvent = loop.now
    attached.mustReadOn = false
    switch reading {
    case .unplugged: return remove(attached)
    case .some(let hasLost), .all(let hasLost):
      if case .some = reading { attached.mustReadOn = true }
      if hasLost, case .drawing = attached.state {
        queue.append(.notice(.eventsLost(pad.info)))
      }
    }
    switch attached.state {
    case .drawing: add(drawn)
    case .waiting: if !attached.mustReadOn { grabIfUntouched(attached, pad) }
    case .free, .refused, .failed, .busy, .resting: break
    }
  }

  private func grabIfUntouched(_ attached: AttachedPad, _ pad: EvdevPad) {
    guard !pad.isTouched else { return }
    let failure = pad.grab()
    guard failure == 0 else { return refused(attached, pad, errno: failure) }
    // A touch that began before the grab is for the program that saw it begin.
    var nothing: [InkEvent] = []
    guard case .all = pad.read(into: &nothing), !pad.isTouched else {
      let failure = pad.ungrab()
      guard failure == 0 else { return refused(attached, pad, errno: failure) }
      attached.mustReadOn = true
      return
    }
    attached.state = .drawing(pad)
    attached.reportedHolder = nil
    finder.unwatchClosing(of: attached.node.path)
    queue.append(.notice(.grabbed(pad.info)))
  }

  private func refused(_ attached: AttachedPad, _ pad: EvdevPad, errno failure: Int32) {
    close(attached)
    guard failure == EBUSY else {
      guard failure != ENODEV else { return }
      attached.state = .failed(errno: failure)
      return queue.append(.notice(.grabFailed(pad.info, errno: failure)))
    }
    attached.state = .busy
    finder.watchClosing(of: attached.node.path)
    let holder = findHolder(attached.node.path)
    guard attached.reportedHolder != .some(holder) else { return }
    attached.reportedHolder = .some(holder)
    queue.append(.notice(.grabRefused(pad.info, holder: holder)))
  }

  // MARK: Timers

  /// The earliest time at which a pad has something to do; nil for none.
  var deadline: Timestamp? {
    pads.values.compactMap(deadline).min()
  }

  private func deadline(of attached: AttachedPad) -> Timestamp? {
    if attached.mustReadOn { return .zero }
    switch attached.state {
    case .refused(_, let noticeAt), .waiting(_, let noticeAt): return noticeAt
    case .busy: return attached.retryAt
    case .drawing: return attached.lastEvent.advanced(byMicroseconds: options.rest)
    case .free, .failed, .resting: return nil
    }
  }

  /// Performs what is due.
  func fireTimers(at now: Timestamp) {
    for attached in inOrderOfAge {
      guard let deadline = deadline(of: attached), deadline <= now else { continue }
      if attached.mustReadOn {
        read(attached)
        continue
      }
      switch attached.state {
      case .refused: noticeRefusal(attached, at: now)
      case .waiting(let pad, _):
        attached.state = .waiting(pad, noticeAt: nil)
        let held = pad.heldButtons
        queue.append(.notice(.grabWaits(pad.info, heldKeys: held.isEmpty ? [.touch] : held)))
      case .busy: take(attached)
      case .drawing(let pad):
        add(attached.drop(at: now))
        close(attached)
        attached.state = .resting
        hasResting = true
        queue.append(.notice(.padRests(pad.info)))
      case .free, .failed, .resting: break
      }
    }
  }
}
