// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc
package import Keys

/// The event loop of the program: descriptors with `epoll`, time with `timerfd`, signals with
/// `signalfd`.
///
/// Without a deadline the timer is not armed, so an idle program is never woken. The loop belongs
/// to the thread that created it.
package final class EventLoop: DescriptorLoop {
  /// A watched descriptor; a class, so that finding it copies one reference and not a closure.
  private final class Watch {
    /// Distinguishes this watch from earlier watches of the same descriptor number in a batch of
    /// events.
    let generation: UInt32
    var interest: Readiness
    let isUrgent: Bool
    let body: (Readiness) -> Void

    init(
      generation: UInt32, interest: Readiness, isUrgent: Bool, body: @escaping (Readiness) -> Void
    ) {
      (self.generation, self.interest) = (generation, interest)
      (self.isUrgent, self.body) = (isUrgent, body)
    }
  }

  private let poll: OwnedDescriptor
  /// The epoll set of the urgent descriptors, checked between the handlers of others.
  private let urgent: OwnedDescriptor
  private var urgentCount = 0
  private let timer: OwnedDescriptor
  private let signals: OwnedDescriptor
  private var watches: [Watch?] = []
  private var generation: UInt32 = 0
  private var armed: Timestamp?
  // Exclusivity is not checked, because the kernel fills the array.
  @exclusivity(unchecked) private var batch = [epoll_event](repeating: epoll_event(), count: 64)
  /// Whether the urgent set may list descriptors that were handled already.
  ///
  /// They would keep their places when they become ready again, before those that were ready first.
  /// A single one has no others to precede.
  private var isUrgentStale = false
  /// The index of the next event of the batch, and the number of its events.
  private var nextEvent = 0
  private var eventCount = 0
  private var unblocked = sigset_t()
  private let signalHandlers: [Int32: () -> Void]
  /// The first signal that requests the end of the program; nil until then.
  package var signal: Int32? { received }
  private var received: Int32?

  /// The signals that request the end of the program.
  package static let endingSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP]

  /// Creates a loop and blocks the signals that it receives, so that they arrive as ``signal``.
  ///
  /// The signal mask is that of the calling thread; `deinit` restores it.
  ///
  /// - Parameters:
  ///   - ending: the signals that request the end of the program.
  ///   - signalHandlers: other signals, such as `SIGWINCH`, with their handlers.
  /// - Throws: `systemCall` if the kernel cannot create a descriptor.
  package init(
    signals ending: [Int32] = EventLoop.endingSignals, signalHandlers: [Int32: () -> Void] = [:]
  ) throws(DeviceError) {
    self.signalHandlers = signalHandlers
    // If the parent of this process ignores the ends of children, as with `trap '' CHLD`, so does
    // this process, and the kernel collects its children itself.
    if signalHandlers[SIGCHLD] != nil { Glibc.signal(SIGCHLD, SIG_DFL) }
    let wanted = ending + signalHandlers.keys
    var set = sigset_t()
    sigemptyset(&set)
    for signal in wanted { sigaddset(&set, signal) }
    poll = try OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    urgent = try OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    timer = try OwnedDescriptor(
      timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC)),
      from: "timerfd_create")
    signals =
      wanted.isEmpty
      ? OwnedDescriptor(-1)
      : try OwnedDescriptor(
        signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC)), from: "signalfd")
    sigemptyset(&unblocked)
    for descriptor in [timer.value, signals.value] where descriptor >= 0 {
      guard control(poll.value, EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, generation: 0) else {
        throw .systemCall("epoll_ctl", errno: errno)
      }
    }
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    for signal in wanted where sigismember(&before, signal) == 0 { sigaddset(&unblocked, signal) }
  }

  deinit {
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// The time on `CLOCK_MONOTONIC`.
  package var now: Timestamp { .monotonicNow }

  // MARK: Descriptors

  /// Calls `body` whenever the descriptor is ready, until it is unwatched.
  ///
  /// Watching a watched descriptor replaces its conditions and its body.
  ///
  /// - Returns: false with `errno` if the kernel refuses, as it does for a regular file; then the
  ///   descriptor is not watched.
  @discardableResult
  package func watch(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watch(descriptor, for: interest, isUrgent: false, body)
  }

  /// Calls `body` whenever the descriptor is ready, after at most one other handler, however many
  /// are ready.
  ///
  /// - Returns: false with `errno` if the kernel refuses; then the descriptor is not watched.
  @discardableResult
  package func watchUrgently(
    _ descriptor: Int32, for interest: Readiness, _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    watch(descriptor, for: interest, isUrgent: true, body)
  }

  private func watch(
    _ descriptor: Int32, for interest: Readiness, isUrgent: Bool,
    _ body: @escaping (Readiness) -> Void
  ) -> Bool {
    guard descriptor >= 0 else { return false }
    if let watch = watch(of: descriptor), watch.isUrgent != isUrgent { unwatch(descriptor) }
    let operation = watch(of: descriptor) == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    generation &+= 1
    let sets = isUrgent ? [poll.value, urgent.value] : [poll.value]
    for set in sets {
      if control(set, operation, descriptor, Self.events(interest), generation: generation) {
        continue
      }
      let failure = errno
      // A set that has the descriptor alone would report it without end, and nothing would read it.
      unwatch(descriptor)
      for set in sets { _ = control(set, EPOLL_CTL_DEL, descriptor, 0, generation: 0) }
      errno = failure
      return false
    }
    if isUrgent, operation == EPOLL_CTL_ADD { urgentCount += 1 }
    setWatch(
      Watch(generation: generation, interest: interest, isUrgent: isUrgent, body: body),
      of: descriptor)
    return true
  }

  private func setWatch(_ watch: Watch?, of descriptor: Int32) {
    // Released last, because it may release objects that unwatch their own descriptors.
    let old = self.watch(of: descriptor)
    // Moved out during the change, so that reading it needs no exclusivity check.
    var watches = watches
    self.watches = []
    while watches.count <= descriptor { watches.append(nil) }
    watches[Int(descriptor)] = watch
    self.watches = watches
    withExtendedLifetime(old) {}
  }

  /// Changes the conditions that a descriptor is watched for; an unwatched descriptor is ignored.
  package func rewatch(_ descriptor: Int32, for interest: Readiness) {
    guard let watch = watch(of: descriptor), watch.interest != interest else { return }
    watch.interest = interest
    for set in sets(of: watch) {
      _ = control(
        set, EPOLL_CTL_MOD, descriptor, Self.events(interest), generation: watch.generation)
    }
  }

  /// Stops watching a descriptor; call it before closing the descriptor.
  package func unwatch(_ descriptor: Int32) {
    guard let watch = watch(of: descriptor) else { return }
    setWatch(nil, of: descriptor)
    if watch.isUrgent { urgentCount -= 1 }
    for set in sets(of: watch) { _ = control(set, EPOLL_CTL_DEL, descriptor, 0, generation: 0) }
  }

  private func sets(of watch: Watch) -> [Int32] {
    watch.isUrgent ? [poll.value, urgent.value] : [poll.value]
  }

  private func watch(of descriptor: Int32) -> Watch? {
    descriptor >= 0 && descriptor < watches.count ? watches[Int(descriptor)] : nil
  }

  private func control(
    _ set: Int32, _ operation: Int32, _ descriptor: Int32, _ events: UInt32, generation: UInt32
  ) -> Bool {
    var event = epoll_event()
    event.events = events
    event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    return epoll_ctl(set, operation, descriptor, &event) == 0
  }

  private static func events(_ interest: Readiness) -> UInt32 {
    (interest.contains(.read) ? EPOLLIN.rawValue : 0)
      | (interest.contains(.write) ? EPOLLOUT.rawValue : 0)
      | (interest.contains(.change) ? EPOLLPRI.rawValue : 0)
  }

  private static func readiness(_ events: UInt32) -> Readiness {
    var readiness: Readiness = []
    if events & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
    if events & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
    if events & EPOLLPRI.rawValue != 0 { readiness.insert(.change) }
    if events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { readiness.insert(.hangUp) }
    return readiness
  }

  // MARK: Turning

  /// Waits until a descriptor is ready, a signal arrives or `deadline` passes, and calls the
  /// handlers.
  ///
  /// It may return early; the caller checks ``now`` and calls again.
  ///
  /// - Parameter deadline: a time on the clock of ``now``; nil waits without a limit. After a past
  ///   deadline, ready descriptors are still handled.
  /// - Returns: the number of handlers called.
  /// - Throws: `systemCall` if the kernel refuses to wait.
  package func turn(until deadline: Timestamp?) throws(DeviceError) -> Int {
    if nextEvent == eventCount { try takeBatch(until: deadline) }
    var handled = 0
    while nextEvent < eventCount {
      let event = batch[nextEvent]
      nextEvent += 1
      // Read before the handler, which may unwatch the descriptor.
      let isUrgent = watch(for: event)?.isUrgent ?? false
      if isUrgent { isUrgentStale = true }
      if dispatch(event) { handled += 1 }
      // The remaining events are handled next, before any descriptor is handled again. Urgent
      // events do not interrupt each other, because a flood of one of them would delay the others.
      guard !isUrgent, nextEvent < eventCount else { continue }
      if case let count = dispatchUrgent(), count > 0 { return handled + count }
    }
    return handled
  }

  private func takeBatch(until deadline: Timestamp?) throws(DeviceError) {
    if isUrgentStale, urgentCount > 1 {
      var event = epoll_event()
      isUrgentStale = epoll_wait(urgent.value, &event, 1, 0) > 0
    }
    let isPast = deadline.map { $0 <= now } ?? false
    if !isPast { try arm(deadline == .distantFuture ? nil : deadline) }
    let count = epoll_wait(poll.value, &batch, Int32(batch.count), isPast ? 0 : -1)
    guard count >= 0 || errno == EINTR else {
      throw .systemCall("epoll_wait", errno: errno)
    }
    (nextEvent, eventCount) = (0, Int(max(count, 0)))
  }

  private func dispatchUrgent() -> Int {
    var events = (epoll_event(), epoll_event(), epoll_event(), epoll_event())
    return withUnsafeMutableBytes(of: &events) { bytes in
      let events = bytes.bindMemory(to: epoll_event.self)
      // The address is not optional since glibc 2.41.
      guard let start = events.baseAddress else { return 0 }
      let count = epoll_wait(urgent.value, start, Int32(events.count), 0)
      isUrgentStale = isUrgentStale || count > 0
      return events.prefix(Int(max(count, 0))).count(where: dispatch)
    }
  }

  private func dispatch(_ event: epoll_event) -> Bool {
    let descriptor = Int32(truncatingIfNeeded: event.data.u64)
    switch descriptor {
    case timer.value: timerExpired()
    case signals.value: return readSignals()
    default:
      guard let watch = watch(for: event) else { return false }
      watch.body(Self.readiness(event.events))
      return true
    }
    return false
  }

  /// Returns the watch of an event; nil if an earlier handler closed the descriptor, even if its
  /// number was reused.
  private func watch(for event: epoll_event) -> Watch? {
    let watch = watch(of: Int32(truncatingIfNeeded: event.data.u64))
    return watch?.generation == UInt32(event.data.u64 >> 32) ? watch : nil
  }

  private func arm(_ deadline: Timestamp?) throws(DeviceError) {
    guard deadline != armed else { return }
    var setting = itimerspec()
    if let deadline {
      // A value of zero would disarm the timer.
      setting.it_value = timespec(max(deadline, Timestamp(microseconds: 1)))
    }
    guard timerfd_settime(timer.value, Int32(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw .systemCall("timerfd_settime", errno: errno)
    }
    armed = deadline
  }

  private func timerExpired() {
    var expirations: UInt64 = 0
    _ = read(timer.value, &expirations, MemoryLayout.size(ofValue: expirations))
    armed = nil
  }

  private func readSignals() -> Bool {
    var hasHandled = false
    var arrived = signalfd_siginfo()
    let size = MemoryLayout.size(ofValue: arrived)
    // The rest waits for the next turn, so that a process that sends signals without end delays
    // nothing.
    for _ in 0..<8 {
      guard read(signals.value, &arrived, size) == size else { break }
      let number = Int32(arrived.ssi_signo)
      if let handler = signalHandlers[number] {
        handler()
        hasHandled = true
      } else if received == nil {
        received = number
      }
    }
    return hasHandled
  }
}
