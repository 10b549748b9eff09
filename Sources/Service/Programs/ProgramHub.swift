// SPDX-License-Identifier: Apache-2.0
import Glibc
package import KeyCommands
package import Keys
package import Mirrors
package import TextInput

/// The programs' socket.
///
/// Each program owns a window of the engine, sends requests to fill it, and is notified of what
/// happens in it.
///
/// A program learns nothing about other programs' objects. The server's user, root, and the group
/// of the socket's file are served.
package final class ProgramHub: UpdateSink {
  /// How much programs may cost.
  package struct Limits: Hashable, Sendable {
    /// How much each connection may cost.
    package var connection = ConnectionLimits(
      connections: 1024, connectionsOfUser: 256, queuedBytes: 1 << 20)
    /// How many disconnected programs of a user are kept, including those in their grace period.
    package var suspendedPrograms = 64
    /// The UTF-16 code units of all texts of one program, including their undo histories.
    package var textUnits = 1 << 20
    /// The UTF-16 code units of all texts of a user's programs.
    package var textUnitsOfUser = 4 << 20

    package init() {}
  }

  let engine: TextEngine
  let encoder: WireEncoder
  let turns: FocusArbiter
  let requests: ProgramRequests
  let offers: SharedFillValues
  /// Which programs get the codes of scanners.
  var scanners = ScannerClaims()
  /// The items that are owed to programs.
  package let delivery = DeliveryLog()
  let fillSources = FillSources()
  let idle: IdleWatch
  lazy var pointerStroke = PointerStroke(schedule)
  let audience: UpdateAudience
  let schedule: Schedule
  /// Delivers the pending updates.
  let deliver: () -> Void
  let now: () -> Timestamp
  let limits: Limits
  let methods: () -> MethodTable<ProgramClient>
  private(set) var server: ConnectionServer?
  /// Logs connections, disconnections and clients that impede others.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
      requests.log = log
      delivery.log = log
    }
  }
  /// Called when a program provides passwords, which are secrets outside of any text.
  package var secretAppeared: () -> Void {
    get { fillSources.secretAppeared }
    set { fillSources.secretAppeared = newValue }
  }
  /// Runs a function that reads and handles a program's lines, which may contain the first secret.
  package var withLinesProtected: (_ body: () -> Void) -> Void = { $0() } {
    didSet { server?.withLinesProtected = withLinesProtected }
  }
  /// The language engines; nil if there are none.
  package var engineService: (any EngineService)?
  /// The programs, connected and disconnected.
  let directory: ProgramDirectory
  /// The programs that disconnected during an operation of the engine.
  var departed: [Program] = [] { didSet { hasDeparted = !departed.isEmpty } }
  private var hasDeparted = false
  /// Whether a queued program is currently asked whether it accepts the keyboard.
  private var isGivingTurns = false
  /// The programs that have pending lines.
  let unsent = UnsentPrograms()
  /// The window that had the keyboard when programs were last notified; nil for none, or if every
  /// program must be checked again.
  var reportedWindow: ObjectIdentifier?
  /// Whether a program has disconnected since the other programs were last notified of who has the
  /// keyboard.
  var hasDisconnected = false

  /// Serves a socket until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where programs connect.
  ///   - loop: the loop that watches the descriptors; it runs their handlers only between frames.
  ///   - engine: the engine that contains the programs' windows.
  ///   - encoder: encodes the lines; not shared, because it collects the keyboards' names.
  ///   - limits: how much programs may cost.
  ///   - owner: the user that may connect, as root may.
  ///   - group: the group that is served in addition.
  ///   - methods: returns the methods; called for each request.
  ///   - now: returns the time on the keyboards' clock.
  ///   - schedule: calls a closure later.
  ///   - deliver: delivers the pending updates to all sinks, this one included.
  /// - Throws: why the place cannot be served.
  init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, encoder: WireEncoder,
    limits: Limits, owner: UInt32, group: UInt32?,
    methods: @escaping () -> MethodTable<ProgramClient>, now: @escaping () -> Timestamp,
    schedule: @escaping Schedule, deliver: @escaping () -> Void
  ) throws(ServiceError) {
    self.methods = methods
    self.engine = engine
    self.encoder = encoder
    self.limits = limits
    self.schedule = schedule
    self.deliver = deliver
    self.now = now
    turns = FocusArbiter(engine)
    directory = ProgramDirectory(
      limit: limits.suspendedPrograms, turns: turns, schedule: schedule, deliver: deliver)
    var willSend: (Program) -> Void = { _ in }
    requests = ProgramRequests(engine, now: now, willSend: { willSend($0) })
    idle = IdleWatch(engine, now: now, schedule: schedule)
    audience = UpdateAudience(directory, turns: turns, requests: requests)
    // The engine's own window belongs to the user of the service, as its programs do.
    engine.window.user = owner
    offers = SharedFillValues(engine, of: owner, provided: fillSources, now: now) { delay, body in
      schedule(delay) {
        body()
        deliver()
      }
    }
    server = try ConnectionServer(
      place, loop: loop, limits: limits.connection,
      admission: Admission(user: owner, group: group), role: self,
      refusal: { encoder.line($0) })
    server?.expectGreetings(now: now, schedule: schedule)
    willSend = { [unowned self] program in
      notifyOfHolder()
      program.sendFrame()
    }
    directory.delegate = self
    declareSwitch()
  }

  deinit {
    directory.delegate = nil
  }

  /// The programs, in the order in which they first connected.
  var programs: [Program] { directory.programs }

  /// Declares ⌘⇥, which switches to the next program; no program can claim it (CMD-13).
  private func declareSwitch() {
    let next = KeyCommand(
      id: "next-program", input: .tab, modifiers: .command, title: "Next Program"
    ) { $0.attributes = .hidden }
    try? engine.reservedCommands.add(next)
    // The hub itself has no weak references, because they would slow down each of its retains.
    engine.application.addKeyCommand(next) { [turns, weak directory] _ in
      guard let directory else { return }
      turns.advance(
        through: directory.programs.filter { $0.state == .connected || turns.isHolder($0) })
    }
  }

  // MARK: Incoming updates

  package var interest: SinkInterest { [.updates, .secrets, .frames] }
  package var isAttentive: Bool { !directory.isEmpty }

  /// Returns the row, if the program that owns the container wants its candidates.
  ///
  /// The continuation is included only if the program asks for it with the trait: space and tab
  /// accept it, so it must be visible.
  package func predictionsShown(for container: ContainerID) -> ShownPredictions {
    guard isAttentive, let program = audience.owner(of: container), program.connection != nil else {
      return []
    }
    var shown: ShownPredictions = []
    if program.filter.contains(.candidatesDidChange) { shown.insert(.row) }
    if program.filter.contains(.inlineDidChange),
      program.find(container)?.text.traits.inlinePredictionType == .yes
    {
      shown.insert(.inline)
    }
    return shown
  }

  package func receive(_ update: Update) {
    guard directory.wanted.contains(update.eventName) else { return }
    encoder.note(update)
    switch update {
    case .deviceAttached(let device): scanners.attached(device)
    case .deviceDetached(let device): scanners.forget(device.id)
    default: break
    }
    guard isAttentive else { return }
    switch audience.receivers(of: update) {
    case .all: for program in programs { send(program, update) }
    case .program(let program):
      program.note(update)
      send(program, update)
    case nil: break
    }
  }

  /// Sends a code to one program: the one that the settings name, else the one that claims the
  /// scanner, else the one that has the keyboard.
  ///
  /// A code that must be acknowledged is kept for the programs that the settings name instead.
  package func receive(_ scan: Scan) {
    if let order = scan.delivery { return deliver(scan, order) }
    guard let program = scanners.addressee(of: scan, among: programs, holder: audience.holder),
      program.connection != nil, program.filter.contains(.scan)
    else { return }
    idle.noteScan(for: program)
    program.write { program.encoder.append(scan, to: &$0) }
  }

  private func deliver(_ scan: Scan, _ order: DeliveryOrder) {
    let device = encoder.devices.first { $0.id == scan.device }
    let age = now().microseconds(since: scan.time)
    delivery.add(
      DeliveredItem.body(scan, from: device, at: WallClock.now - max(0, age)), order)
    for program in programs where order.receivers.contains(program.name) {
      idle.noteScan(for: program)
    }
  }

  /// Keeps a command for the programs that must acknowledge it.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - order: the programs.
  package func deliver(_ command: KeyCommand, _ order: DeliveryOrder) {
    let title = engine.translator(command.title)
    delivery.add(DeliveredItem.body(command, title: title, at: WallClock.now), order)
  }

  private func send(_ program: Program, _ update: Update) {
    guard program.connection != nil, program.filter.contains(update.eventName) else { return }
    if case .keyboard = update { program.encoder.isLocal = turns.isHolder(program) }
    program.write { program.encoder.append(update, to: &$0) }
  }

  package func frameEnded() {
    if idle.isIdle { idle.keysWereHandled() }
    // A write may reveal that a program has disconnected, and the keyboard then goes to another
    // one.
    repeat {
      hasDisconnected = false
      notifyOfHolder()
      sendFrames()
    } while hasDisconnected
    server?.resume()
  }

  /// Sends the pending lines of all programs.
  func sendFrames() {
    while let program = unsent.takeLast() { program.sendFrame() }
  }

  /// Sends the pending lines without blocking, and disconnects all programs.
  package func finish() {
    sendFrames()
    server?.stop()
    directory.forgetConnections()
  }

  /// Finishes disconnections, and gives a released keyboard to the next queued program.
  package func finishDisconnectsAndGiveTurns() {
    finishDisconnects()
    // Checked first, because this runs for every frame and the rest costs more.
    if !engine.hasFirstResponder { giveTurns() }
  }

  func giveTurns() {
    guard !isGivingTurns, turns.isFree else { return }
    isGivingTurns = true
    engine.perform(
      { [turns] in turns.giveKeyboardToNext() },
      completion: { [unowned self] in isGivingTurns = false })
  }

  func finishDisconnects() {
    guard hasDeparted, !engine.isInOperation else { return }
    while let program = departed.popLast() {
      if program.isLeaving {
        directory.forget(program)
      } else {
        program.dropFrame()
        for container in program.containers.values { container.external?.programDidDisconnect() }
        directory.keep(program)
      }
    }
  }

  /// Notifies programs when they get or lose the keyboard.
  func notifyOfHolder() {
    let window = engine.keyWindow.map(ObjectIdentifier.init)
    // Runs after every frame, so the common case must be cheap.
    guard window != reportedWindow else { return }
    reportedWindow = window
    for program in programs {
      let isHolder = turns.isHolder(program)
      guard program.reportedHolding != isHolder else { continue }
      program.reportedHolding = isHolder
      program.notify("program.didBecomeActive", Activity(isActive: isHolder))
      // Only the program with the keyboard was notified of changes.
      if isHolder, program.reportedLocks != engine.locks {
        program.reportedLocks = engine.locks
        send(program, .locksDidChange(engine.locks, in: nil))
      }
    }
    idle.follow(audience.holder)
  }

  private struct Activity: Encodable {
    var isActive: Bool
  }
}
