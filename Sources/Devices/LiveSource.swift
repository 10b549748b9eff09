// SPDX-License-Identifier: Apache-2.0
package import Keys

/// A source of events from all attached keyboards; its time is `CLOCK_MONOTONIC`.
///
/// It finds keyboards, opens them once they appear and may be opened, and reports events in order.
/// It shares the loop with descriptors of other stages. After one of their handlers has run,
/// ``next(before:into:)`` returns `.deadline` with the current time, so that the caller asks its
/// stages for their deadlines again.
package final class LiveSource: KeySource {
  package typealias Failure = DeviceError

  package var willWait: (() -> Void)? {
    get { flush }
    set { flush = newValue }
  }
  // Private, so that reading it needs no exclusivity check.
  private var flush: (() -> Void)?
  /// The loop in which the source waits; other stages watch their descriptors in it.
  package let loop: EventLoop
  var options: Options
  let finder: any NodeFinder
  let opener: EvdevKeyboard.Opener

  /// Finds the process that holds the grab of a node.
  package var findHolder: (_ path: String) -> ProcessIdentity? = { DeviceUsers(of: $0).holder() }
  /// The state of each node, by its path.
  var nodes: [String: NodeState] = [:]
  /// The open keyboards.
  var keyboards: [DeviceID: AttachedKeyboard] = [:]
  let queue = OccurrenceQueue()
  var nextID: UInt32 = 0
  /// The pads that may be drawn on.
  let pads: LivePads
  var isInkWanted = false
  var isGrabWanted = false
  /// Whether nothing has focus, so that keys are typed for other programs.
  var isInactive = false
  var isStarting = true
  // Exclusivity is not checked, because the chord has no reference to the source.
  @exclusivity(unchecked) var panic = PanicChord()
  // Not checked either.
  @exclusivity(unchecked) var consoleChord = ConsoleChord()
  /// The consoles that the console chord switches; nil to leave the chord to others.
  package var consoles: ConsoleWatch? {
    get { consoleWatch }
    set { consoleWatch = newValue }
  }
  // Private, so that reading it for each frame needs no exclusivity check.
  private var consoleWatch: ConsoleWatch?
  /// The earliest moment at which the source itself has something to do.
  private var nextTimer: Timestamp?
  /// The keyboards that may have events, the next first.
  // Exclusivity is not checked, because array operations call none of our code.
  @exclusivity(unchecked) private var ready: [AttachedKeyboard] = []
  /// The number of frames read since the loop last turned.
  private var framesSinceTurn = 0
  /// The number of the source's own handlers that the loop has called.
  private var ownCalls = 0
  /// Whether a handler of another stage has run and the caller does not know it yet.
  var owesDeadline = false
  /// A frame that was read, but must wait for a deadline that precedes it.
  private var heldFrame: [KeyEvent] = []
  private var ending: EndReason?

  /// The maximum number of frames before other descriptors are handled, so that a flood of events
  /// cannot delay them.
  private static let framesPerTurn = 64

  /// Creates a source and opens the existing keyboards; ``next(before:into:)`` reports them.
  ///
  /// - Parameters:
  ///   - options: the devices to open, and their treatment.
  ///   - loop: the program's loop.
  ///   - finder: the source of nodes.
  ///   - opener: opens a node.
  package init(
    options: Options, loop: EventLoop, finder: any NodeFinder = KeyboardFinder(),
    opener: @escaping EvdevKeyboard.Opener = EvdevKeyboard.open
  ) {
    self.options = options
    self.loop = loop
    self.finder = finder
    self.opener = opener
    pads = LivePads(options: options.pads, loop: loop, finder: finder, opener: opener, queue: queue)
    pads.findHolder = { [unowned self] in findHolder($0) }
    pads.didHandle = { [unowned self] mayBeDue in
      ownCalls += 1
      if mayBeDue { reschedule() }
    }
    for failure in finder.failures { queue.append(.notice(.monitorFailed(errno: failure))) }
    for descriptor in finder.descriptors {
      loop.watch(descriptor, for: .read) { [unowned self] _ in
        ownCalls += 1
        take(finder.changes(on: descriptor))
      }
    }
    for node in finder.enumerate() { consider(node) }
    isStarting = false
    reschedule()
  }

  deinit {
    for descriptor in finder.descriptors { loop.unwatch(descriptor) }
    for attached in keyboards.values { loop.unwatch(attached.keyboard.descriptor) }
  }

  /// The open keyboards, the oldest first.
  package var devices: [DeviceInfo] {
    keyboards.values.map(\.keyboard.info).sorted { $0.id < $1.id }
  }

  // MARK: Occurrences

  /// Waits for the next occurrence or for `deadline`, whichever comes first.
  ///
  /// A deadline before a frame's events is reported before the frame, so that stages see times in
  /// order. After `.end` every call returns `.end` again.
  package func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(DeviceError) -> Occurrence {
    // Frames have one or two events, so this is cheaper than removing all at once.
    while frame.popLast() != nil {}
    // The caller, and later the handlers of other stages, may have something to show.
    var owesFlush = true
    while true {
      if !heldFrame.isEmpty {
        swap(&heldFrame, &frame)
        return inOrder(&frame, deadline)
      }
      if !queue.isEmpty, let occurrence = queue.next(into: &frame) {
        return occurrence == .frame ? inOrder(&frame, deadline) : occurrence
      }
      if let ending { return .end(ending) }
      if !ready.isEmpty, framesSinceTurn < Self.framesPerTurn {
        framesSinceTurn += 1
        // The previous frame is shown first, because checking for another one costs a system call.
        // But a grab is confirmed first: keys may be typed as soon as the focus is known.
        if owesFlush, !isConfirmingGrab {
          flush?()
          owesFlush = false
        }
        if readFrame(into: &frame) { return inOrder(&frame, deadline) }
        continue
      }
      // With frames waiting, the next one may be older than the ink.
      if pads.hasInk, ready.isEmpty { return nextInk(before: deadline) }
      if owesDeadline {
        owesDeadline = false
        return .deadline(loop.now)
      }
      // Also with frames waiting, because handlers of other stages expect up-to-date mirrors.
      if owesFlush { flush?() }
      owesFlush = false
      // Events of keyboards are handled first and may have no result, so the flag is kept until
      // then.
      if try turn(until: deadline) { (owesDeadline, owesFlush) = (true, true) }
      guard queue.isEmpty, ready.isEmpty, !pads.hasInk, ending == nil, !owesDeadline else {
        continue
      }
      if let deadline, case let now = loop.now, deadline <= now { return .deadline(now) }
    }
  }

  private func inOrder(_ frame: inout [KeyEvent], _ deadline: Timestamp?) -> Occurrence {
    if pads.hasInk, let ink = inkBefore(&frame, deadline) { return ink }
    guard let deadline, let first = frame.first, deadline < first.time, deadline <= loop.now else {
      return .frame
    }
    swap(&frame, &heldFrame)
    frame.removeAll(keepingCapacity: true)
    return .deadline(deadline)
  }

  /// Returns the ink that precedes a frame, which is held until then; nil if the frame is older.
  // Not inlined, here and below, because these run rarely, in functions that run for every frame.
  @inline(never)
  private func inkBefore(_ frame: inout [KeyEvent], _ deadline: Timestamp?) -> Occurrence? {
    guard let first = frame.first, let time = pads.inkTime, time <= first.time else { return nil }
    swap(&frame, &heldFrame)
    frame.removeAll(keepingCapacity: true)
    return nextInk(before: deadline)
  }

  /// Returns the oldest ink, or the deadline that precedes it.
  @inline(never)
  private func nextInk(before deadline: Timestamp?) -> Occurrence {
    guard let time = pads.inkTime else { return .deadline(loop.now) }
    if let deadline, deadline < time, deadline <= loop.now { return .deadline(deadline) }
    return pads.takeInk().map { .ink($0) } ?? .deadline(loop.now)
  }

  /// Turns the loop once, and reports whether a handler of another stage ran.
  private func turn(until deadline: Timestamp?) throws(DeviceError) -> Bool {
    framesSinceTurn = 0
    ownCalls = 0
    // With frames waiting, the loop only checks the other descriptors.
    let limit = ready.isEmpty ? Timestamp.earlier(deadline, nextTimer) : .zero
    let calls = try loop.turn(until: limit)
    if let signal = loop.signal, ending == nil { end(.signal(signal)) }
    if let nextTimer, case let now = loop.now, nextTimer <= now { fireTimers(at: now) }
    return calls > ownCalls
  }

  /// Reads the next frame of the next keyboard; false if there is nothing for the caller.
  private func readFrame(into frame: inout [KeyEvent]) -> Bool {
    let attached = ready[0]
    switch attached.keyboard.nextFrame(into: &frame) {
    case .frame:
      if mayStopReading(attached) {
        removeFirstReady()
      } else if ready.count > 1 {
        ready.append(ready.removeFirst())
      }
    case .lost:
      if !attached.keyboard.isIgnoringKeys {
        queue.append(.notice(.eventsLost(attached.keyboard.info)))
      }
    case .more:
      if ready.count > 1 { ready.append(ready.removeFirst()) }
      return false
    case .none:
      removeFirstReady()
      // The release of a muted key makes no frame.
      if case .waiting = attached.grab { grabIfKeysAreUp(attached) }
      confirmGrab(attached)
      return false
    case .unplugged:
      retire(attached)
      return false
    }
    for index in frame.indices {
      if panic.observe(frame[index]), mayPanic(on: attached) {
        endInPanic(attached, frame: frame, chordAt: index)
      } else if let number = consoleChord.observe(frame[index]),
        leaveConsole(for: number, attached, frame: frame, chordAt: index)
      {
        // Switching the console released its keyboards.
      } else {
        continue
      }
      frame.removeAll(keepingCapacity: true)
      return false
    }
    if let consoleWatch, attached.keyboard.isGrabbed,
      leaveToCompositor(frame, of: attached, consoleWatch)
    {
      frame.removeAll(keepingCapacity: true)
      return false
    }
    if attached.keyboard.isIgnoringKeys { frame.removeAll(keepingCapacity: true) }
    if pads.hasResting, frame.contains(where: \.isDown) { wakePads() }
    if case .waiting = attached.grab { grabIfKeysAreUp(attached) }
    return !frame.isEmpty
  }

  /// Whether the keyboard that is read next was grabbed just now.
  private var isConfirmingGrab: Bool {
    if case .unconfirmed = ready[0].grab { true } else { false }
  }

  /// Whether nothing is left to read from a keyboard, so that it need not be visited again to find
  /// that out.
  private func mayStopReading(_ attached: AttachedKeyboard) -> Bool {
    // The grab is confirmed by a read that finds nothing.
    if case .unconfirmed = attached.grab { return false }
    return attached.keyboard.hasReadAll
  }

  private func removeFirstReady() {
    ready[0].isReady = false
    // Usually there is only one, and then this is cheaper than removing the first.
    if ready.count > 1 { ready.removeFirst() } else { _ = ready.popLast() }
  }

  /// Whether the panic chord applies: on a keyboard that types for other programs, only while some
  /// keyboard is grabbed.
  // Not inlined, because the check of exclusive access to the keyboards would run for every frame.
  @inline(never)
  private func mayPanic(on attached: AttachedKeyboard) -> Bool {
    !isForOthers(attached) || pads.holdsAny
      || keyboards.values.contains { $0.keyboard.isGrabbed }
  }

  /// Records that a keyboard may have events.
  func markReady(_ attached: AttachedKeyboard) {
    guard !attached.isReady else { return }
    attached.isReady = true
    ready.append(attached)
  }

  /// Starts reading a keyboard.
  ///
  /// - Returns: false with `errno` if the kernel refuses to report its events.
  func watch(_ attached: AttachedKeyboard) -> Bool {
    loop.watchUrgently(attached.keyboard.descriptor, for: .read) { [unowned self] readiness in
      becameReady(attached, readiness)
    }
  }

  private func becameReady(_ attached: AttachedKeyboard, _ readiness: Readiness) {
    ownCalls += 1
    attached.keyboard.mayHaveEvents()
    if readiness.contains(.hangUp) { attached.keyboard.hasHungUp = true }
    markReady(attached)
  }

  /// Stops reading a keyboard.
  func unwatch(_ attached: AttachedKeyboard) {
    loop.unwatch(attached.keyboard.descriptor)
    ready.removeAll { $0 === attached }
    attached.isReady = false
  }

  // MARK: Timers

  /// Computes the time of the source's own next action.
  func reschedule() {
    let times = nodes.values.compactMap(\.deadline) + keyboards.values.compactMap(\.deadline)
    nextTimer = .earlier(times.min(), pads.deadline)
  }

  private func fireTimers(at now: Timestamp) {
    for attached in inOrderOfAge() { grabTimerExpired(attached, at: now) }
    for (path, state) in nodes { noticeRefusal(of: path, state, at: now) }
    pads.fireTimers(at: now)
    reschedule()
  }

  func inOrderOfAge() -> [AttachedKeyboard] {
    keyboards.values.sorted { $0.keyboard.info.id < $1.keyboard.info.id }
  }

  // MARK: End

  /// Makes ``next(before:into:)`` return the end once what is queued was reported.
  func finish(because reason: EndReason) {
    nextTimer = nil
    ending = reason
  }
}
