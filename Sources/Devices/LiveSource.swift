// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The attached keyboards as one source of events; time is `CLOCK_MONOTONIC`.
///
/// It finds keyboards, opens them when they come and when they may be opened, and tells in order
/// what happened. It shares the loop with the descriptors of other stages: when a handler of
/// theirs has run, ``next(before:into:)`` comes back with `.deadline` and the present time, so that
/// the caller asks its stages for their deadlines anew.
package final class LiveSource: KeySource {
  package typealias Failure = DeviceError

  /// What a source takes and how it treats it.
  package struct Options: Hashable, Sendable {
    /// Which devices to take; where there are none, every keyboard.
    package var selectors: [DeviceSelector]
    /// Policies for some devices; the first rule that fits a device decides.
    package var grabRules: [GrabRule]
    /// Devices that are never taken.
    package var ignored: [DeviceSelector]
    /// The policy for all other devices.
    package var grabPolicy: GrabPolicy
    /// How long a grab waits in silence for keys to come up, in microseconds.
    package var grabLimit: Int64
    /// How long a device just plugged in may be refused in silence, in microseconds.
    ///
    /// udev sets owner and mode a little after the kernel has made the node.
    package var permissionGrace: Int64
    /// Whether keyboards that were let go are read beside others meanwhile, for keys that count
    /// wherever the person looks.
    package var listensAway: Bool
    /// The seat whose devices are taken; those of another seat are never touched, whatever is selected.
    package var seat = DeviceNode.usualSeat

    /// Makes options; by default every keyboard is taken, and grabbed while something has focus.
    package init(
      selectors: [DeviceSelector] = [], ignored: [DeviceSelector] = [], grabRules: [GrabRule] = [],
      grabPolicy: GrabPolicy = .focus, grabLimit: Int64 = 5_000_000,
      permissionGrace: Int64 = 2_000_000, listensAway: Bool = false
    ) {
      self.selectors = selectors
      self.ignored = ignored
      self.grabRules = grabRules
      self.grabPolicy = grabPolicy
      self.grabLimit = grabLimit
      self.permissionGrace = permissionGrace
      self.listensAway = listensAway
    }

    /// Whether a device is to be taken.
    package func takes(_ node: DeviceNode) -> Bool {
      node.seat == seat && selectors.take(node) && !ignored.contains { $0.matches(node) }
    }
  }

  package var willWait: (() -> Void)? {
    get { flush }
    set { flush = newValue }
  }
  // Not visible outside, so that looking at it needs no check at run time.
  private var flush: (() -> Void)?
  /// The loop that the source waits in; other stages watch their descriptors there.
  package let loop: EventLoop
  private(set) var options: Options
  let finder: any NodeFinder
  let opener: EvdevKeyboard.Opener

  /// What is known of each node, by its path.
  var nodes: [String: NodeState] = [:]
  /// The open keyboards.
  var keyboards: [DeviceID: AttachedKeyboard] = [:]
  var queue = OccurrenceQueue()
  var nextID: UInt32 = 0
  var isGrabWanted = false
  /// Whether it was said that nothing has the focus: what is typed is for others.
  var isAway = false
  var isStarting = true
  // Not checked: the chord knows nothing of the source.
  @exclusivity(unchecked) var panic = PanicChord()
  // Not checked either.
  @exclusivity(unchecked) var consoleChord = ConsoleChord()
  /// The consoles that the console chord switches; nil to leave the chord to others.
  package var consoles: ConsoleWatch?
  /// The earliest moment at which the source itself has something to do.
  private var nextTimer: Timestamp?
  /// The keyboards that may have something to read, the next first.
  // Not checked: what an array does to its elements calls nothing of ours.
  @exclusivity(unchecked) private var ready: [AttachedKeyboard] = []
  /// How many frames were read since the loop last turned.
  private var framesSinceTurn = 0
  /// How many of the source's own handlers the loop has called.
  private var ownCalls = 0
  /// Whether a handler of another stage has run and the caller does not know it yet.
  var owesDeadline = false
  /// A frame that was read although a deadline comes before it.
  private var heldFrame: [KeyEvent] = []
  private var ending: EndReason?

  /// A flood of events from one keyboard lets other descriptors wait no longer than this.
  private static let framesPerTurn = 64

  /// Makes a source and opens what is there; ``next(before:into:)`` tells of it.
  ///
  /// - Parameters:
  ///   - options: what to take.
  ///   - loop: the program's loop.
  ///   - finder: where nodes come from.
  ///   - opener: opens a node.
  package init(
    options: Options, loop: EventLoop, finder: any NodeFinder = KeyboardFinder(),
    opener: @escaping EvdevKeyboard.Opener = EvdevKeyboard.open
  ) {
    self.options = options
    self.loop = loop
    self.finder = finder
    self.opener = opener
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

  // MARK: The next occurrence

  /// Waits for the next occurrence or for `deadline`, whichever comes first.
  ///
  /// A deadline that passed before a frame's events is told before the frame, so that stages see
  /// time in order. After `.end` it only says so again.
  package func next(
    before deadline: Timestamp?, into frame: inout [KeyEvent]
  ) throws(DeviceError) -> Occurrence {
    // Of one event or two: cheaper than to remove all at once.
    while frame.popLast() != nil {}
    while true {
      if !heldFrame.isEmpty {
        swap(&heldFrame, &frame)
        return inOrder(&frame, deadline)
      }
      if let occurrence = queue.next(into: &frame) {
        return occurrence == .frame ? inOrder(&frame, deadline) : occurrence
      }
      if let ending { return .end(ending) }
      if !ready.isEmpty, framesSinceTurn < Self.framesPerTurn {
        framesSinceTurn += 1
        // The frame before this is shown first: the look for another costs a system call.
        flush?()
        if readFrame(into: &frame) { return inOrder(&frame, deadline) }
        continue
      }
      if owesDeadline {
        owesDeadline = false
        return .deadline(loop.now)
      }
      // What the keyboards have goes first, and may come to nothing: the debt is kept meanwhile.
      if try turn(until: deadline) { owesDeadline = true }
      guard queue.isEmpty, ready.isEmpty, ending == nil, !owesDeadline else { continue }
      if let deadline, case let now = loop.now, deadline <= now { return .deadline(now) }
    }
  }

  private func inOrder(_ frame: inout [KeyEvent], _ deadline: Timestamp?) -> Occurrence {
    guard let deadline, let first = frame.first, deadline < first.time, deadline <= loop.now else {
      return .frame
    }
    swap(&frame, &heldFrame)
    frame.removeAll(keepingCapacity: true)
    return .deadline(deadline)
  }

  /// Lets the loop turn once and tells whether a handler of another stage ran.
  private func turn(until deadline: Timestamp?) throws(DeviceError) -> Bool {
    framesSinceTurn = 0
    ownCalls = 0
    // With frames waiting this is only a look at the other descriptors.
    let limit = ready.isEmpty ? [deadline, nextTimer].compactMap { $0 }.min() : .zero
    // Also with frames waiting: handlers of other stages must find the mirrors up to date.
    flush?()
    let calls = try loop.turn(until: limit)
    if let signal = loop.signal, ending == nil { end(.signal(signal)) }
    if let nextTimer, case let now = loop.now, nextTimer <= now { fireTimers(at: now) }
    return calls > ownCalls
  }

  /// Reads the next frame of the next keyboard; false where nothing came of it for the caller.
  private func readFrame(into frame: inout [KeyEvent]) -> Bool {
    let attached = ready[0]
    switch attached.keyboard.nextFrame(into: &frame) {
    case .frame:
      if ready.count > 1 { ready.append(ready.removeFirst()) }
    case .lost:
      if !attached.keyboard.isDeaf { queue.append(.notice(.eventsLost(attached.keyboard.info))) }
    case .none:
      ready.removeFirst()
      attached.isReady = false
      // A key that comes up mute makes no frame.
      if case .waiting = attached.grab { grabIfKeysAreUp(attached) }
      confirmGrab(attached)
      return false
    case .gone:
      retire(attached)
      return false
    }
    for index in frame.indices {
      if panic.observe(frame[index]), mayPanic(on: attached) {
        endInPanic(attached, frame: frame, chordAt: index)
      } else if let number = consoleChord.observe(frame[index]),
        leaveConsole(for: number, attached, frame: frame, chordAt: index)
      {
        // Who left the console left its keyboards.
      } else {
        continue
      }
      frame.removeAll(keepingCapacity: true)
      return false
    }
    if let consoles, attached.keyboard.isGrabbed, let first = frame.first,
      consoles.keyWasPressed(at: first.time)
    {
      // What was changed by that counts from the next occurrence on.
      owesDeadline = true
    }
    if attached.keyboard.isDeaf { frame.removeAll(keepingCapacity: true) }
    if case .waiting = attached.grab { grabIfKeysAreUp(attached) }
    return !frame.isEmpty
  }

  /// Whether the panic chord counts: on a keyboard that types for others only while there is one to
  /// free.
  private func mayPanic(on attached: AttachedKeyboard) -> Bool {
    !isForOthers(attached) || keyboards.values.contains { $0.keyboard.isGrabbed }
  }

  /// Notes that a keyboard may have something to read.
  func markReady(_ attached: AttachedKeyboard) {
    guard !attached.isReady else { return }
    attached.isReady = true
    ready.append(attached)
  }

  /// Begins to read a keyboard.
  func watch(_ attached: AttachedKeyboard) {
    loop.watchUrgently(attached.keyboard.descriptor, for: .read) { [unowned self] readiness in
      ownCalls += 1
      if readiness.contains(.hangUp) { attached.keyboard.hasHungUp = true }
      markReady(attached)
    }
  }

  /// Ends to read a keyboard.
  func unwatch(_ attached: AttachedKeyboard) {
    loop.unwatch(attached.keyboard.descriptor)
    ready.removeAll { $0 === attached }
    attached.isReady = false
  }

  // MARK: Timers

  /// Finds out anew when the source itself has something to do.
  func reschedule() {
    let times = nodes.values.compactMap(\.deadline) + keyboards.values.compactMap(\.deadline)
    nextTimer = times.min()
  }

  private func fireTimers(at now: Timestamp) {
    for attached in inOrderOfAge() { grabTimerExpired(attached, at: now) }
    for (path, state) in nodes { noticeRefusal(of: path, state, at: now) }
    reschedule()
  }

  func inOrderOfAge() -> [AttachedKeyboard] {
    keyboards.values.sorted { $0.keyboard.info.id < $1.keyboard.info.id }
  }

  // MARK: What the caller wants

  /// Shows the lock state on a keyboard's lights; nothing happens where there are none.
  package func light(_ leds: LockLEDs, on device: DeviceID) {
    keyboards[device]?.keyboard.light(leds)
  }

  /// Takes every keyboard whose policy is `focus` for this program alone, or gives it back.
  ///
  /// A keyboard is taken once none of its keys is down: whoever else reads it would never hear of
  /// the release. Given back, what is typed on it is not listened to, be it a password, until it is
  /// taken again; so too on a keyboard whose policy is `never`, unless ``Options/listensAway``. One whose
  /// policy is `always` goes on.
  /// On all of them the keys that are down are cancelled, and mean nothing until they have come up.
  package func setGrabbed(_ isWanted: Bool) {
    let goesAway = !isWanted && !isAway
    if isWanted, !isGrabWanted { consoles?.keyboardsAreTaken() }
    isGrabWanted = isWanted
    isAway = !isWanted
    for attached in inOrderOfAge() {
      updateGrab(attached)
      if goesAway { cancelKeys(of: attached) }
    }
    reschedule()
  }

  /// Changes what is taken and how; keyboards that are still wanted stay open.
  package func reconfigure(_ options: Options) {
    self.options = options
    for attached in inOrderOfAge() {
      if options.takes(attached.node) { updateGrab(attached) } else { retire(attached) }
    }
    for node in finder.enumerate() { consider(node) }
    reschedule()
  }

  /// Ends the keys of a keyboard that are down: they mean nothing until they have come up.
  ///
  /// - Returns: their ends, for the caller to deal with at once: ``next(before:into:)`` does not tell of them.
  package func takeEnds(ofKeysOn device: DeviceID) -> [KeyEvent] {
    var ends: [KeyEvent] = []
    keyboards[device]?.keyboard.cancelAll(at: loop.now, into: &ends)
    forgetChords(of: device)
    return ends
  }

  // MARK: The end

  /// Lets every keyboard go: its keys are cancelled, its grab ends, its lights are as found.
  private func end(
    _ reason: EndReason,
    correcting correct: (AttachedKeyboard, inout [KeyEvent]) -> Void = { _, _ in }
  ) {
    for attached in inOrderOfAge() {
      var cancelled: [KeyEvent] = []
      attached.keyboard.cancelAll(at: loop.now, into: &cancelled)
      correct(attached, &cancelled)
      queue.append(cancelled)
      attached.keyboard.ungrab()
      unwatch(attached)
    }
    for descriptor in finder.descriptors { loop.unwatch(descriptor) }
    nextTimer = nil
    ending = reason
  }

  /// Ends because of the chord, whose last press and what follows it in the frame nobody sees.
  private func endInPanic(_ attached: AttachedKeyboard, frame: [KeyEvent], chordAt index: Int) {
    let isDeaf = attached.keyboard.isDeaf
    if !isDeaf { queue.append(Array(frame[..<index])) }
    end(.panic) { other, cancelled in
      guard other === attached, !isDeaf else { return }
      hide(frame[index...], in: &cancelled)
    }
  }
}
