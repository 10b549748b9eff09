// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
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

  /// Calls `body` after a delay; the returned closure cancels the call.
  package typealias Schedule = (_ delay: Duration, _ body: @escaping () -> Void) -> () -> Void

  let engine: TextEngine
  let encoder: WireEncoder
  let turns: FocusArbiter
  let requests: ProgramRequests
  let offers: SharedFillValues
  /// Which programs get the codes of scanners.
  var scanners = ScannerClaims()
  let fillSources = FillSources()
  let idle: IdleWatch
  let schedule: Schedule
  /// Delivers the pending updates.
  let deliver: () -> Void
  private let now: () -> Timestamp
  private let limits: Limits
  private var server: ConnectionServer?
  /// Logs connections, disconnections and clients that impede others.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
      requests.log = log
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
  /// The programs, connected and disconnected.
  let directory: ProgramDirectory
  /// The programs that disconnected during an operation of the engine.
  private var departed: [Program] = [] { didSet { hasDeparted = !departed.isEmpty } }
  private var hasDeparted = false
  /// Whether a queued program is currently asked whether it accepts the keyboard.
  private var isGivingTurns = false
  /// The programs that have pending lines.
  private var unsent: [Program] = [] { didSet { hasUnsent = !unsent.isEmpty } }
  private var hasUnsent = false
  /// The window that had the keyboard when programs were last notified; nil for none, or if every
  /// program must be checked again.
  private var reportedWindow: ObjectIdentifier?
  /// The owner of the container that was looked up last, because consecutive keys are usually
  /// typed into the same container.
  private var lastOwner: Program?
  /// Whether a program has disconnected since the other programs were last notified of who has the
  /// keyboard.
  private var hasDisconnected = false
  /// The performed commands whose `command.invoked` is not yet sent.
  var invocations: [(id: String, target: String, program: Program, held: HeldCommand?)] = []
  /// The programs that were notified of a beginning, and must be notified of its end.
  var begun = OpenEventOwners()

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
  ///   - now: returns the time on the keyboards' clock.
  ///   - schedule: calls a closure later.
  ///   - deliver: delivers the pending updates to all sinks, this one included.
  /// - Throws: why the place cannot be served.
  package init(
    _ place: SocketPlace, loop: any DescriptorLoop, engine: TextEngine, encoder: WireEncoder,
    limits: Limits = Limits(), owner: UInt32 = geteuid(), group: UInt32? = nil,
    now: @escaping () -> Timestamp, schedule: @escaping Schedule, deliver: @escaping () -> Void
  ) throws(ServiceError) {
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

  /// The programs, in the order in which they first connected.
  var programs: [Program] { directory.programs }

  /// Declares ⌘⇥, which switches to the next program; no program can claim it (CMD-13).
  private func declareSwitch() {
    let next = KeyCommand(
      id: "next-program", input: .tab, modifiers: .command, title: "Next Program"
    ) { $0.attributes = .hidden }
    try? engine.reservedCommands.add(next)
    engine.application.addKeyCommand(next) { [weak self] _ in
      guard let self else { return }
      turns.advance(
        through: programs.filter { $0.state == .connected || self.turns.isHolder($0) })
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
    guard isAttentive, let program = owner(of: container), program.connection != nil else {
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
    encoder.note(update)
    if case .deviceDetached(let device) = update { scanners.forget(device.id) }
    guard isAttentive else { return }
    switch audience(of: update) {
    case .all: for program in programs { send(program, update) }
    case .program(let program):
      program.note(update)
      send(program, update)
    case nil: break
    }
  }

  /// Sends a code to one program: the one that the settings name, else the one that claims the
  /// scanner, else the one that has the keyboard.
  package func receive(_ scan: Scan) {
    guard let program = scanners.addressee(of: scan, among: programs, holder: holder),
      program.connection != nil, program.filter.contains(.scan)
    else { return }
    idle.noteScan(for: program)
    program.write { program.encoder.append(scan, to: &$0) }
  }

  private func send(_ program: Program, _ update: Update) {
    guard program.connection != nil, program.filter.contains(update.eventName) else { return }
    program.encoder.isLocal = turns.isHolder(program)
    program.write { program.encoder.append(update, to: &$0) }
  }

  /// The program that has the keyboard; nil for none.
  var holder: Program? { programs.first(where: turns.isHolder) }

  /// The program that a container belongs to; nil for none.
  func owner(of container: ContainerID) -> Program? {
    if let lastOwner, lastOwner.owns(container) { return lastOwner }
    lastOwner = programs.first { $0.owns(container) }
    return lastOwner
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
  private func sendFrames() {
    while hasUnsent, let program = unsent.popLast() { program.sendFrame() }
  }

  /// Sends the pending lines without blocking, and disconnects all programs.
  package func finish() {
    sendFrames()
    server?.stop()
    directory.forgetConnections()
  }

  /// Finishes disconnections, and gives a released keyboard to the next queued program.
  package func settle() {
    finishDisconnects()
    giveTurns()
  }

  private func giveTurns() {
    guard !isGivingTurns, turns.isFree else { return }
    isGivingTurns = true
    engine.perform(
      { [turns] in turns.settle() }, completion: { [weak self] in self?.isGivingTurns = false })
  }

  private func finishDisconnects() {
    guard hasDeparted, !engine.isInOperation else { return }
    while let program = departed.popLast() {
      if program.isLeaving {
        directory.forget(program)
      } else {
        program.dropFrame()
        directory.keep(program)
      }
    }
  }

  /// Notifies programs when they get or lose the keyboard.
  private func notifyOfHolder() {
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
    idle.follow(holder)
  }

  private struct Activity: Encodable {
    var isActive: Bool
  }

  // MARK: Connections

  /// Resumes a disconnected program, or creates a new one.
  ///
  /// The name and the user alone prove nothing: another process of the user may have both.
  ///
  /// - Parameters:
  ///   - connection: the program's connection.
  ///   - name: the name that the program gives itself.
  ///   - token: the token from its earlier `hello`; nil to start without any state.
  /// - Returns: the program, and whether it was resumed.
  func greet(
    _ connection: Connection, name: String, token: String?
  ) -> (program: Program, isBack: Bool) {
    let resumed = directory.resume(name: name, token: token, user: connection.peer.user)
    let program = resumed ?? makeProgram(name: name, user: connection.peer.user)
    directory.connect(program, to: connection)
    reportedWindow = nil
    program.reportedHolding = turns.isHolder(program)
    program.reportedLocks = program.knownLocks(of: engine)
    if program.reportedHolding == true { idle.watch(program) }
    server?.greeted(connection)
    let isBack = resumed != nil
    log(.connected(program, connection.peer, resumed: isBack))
    return (program, isBack)
  }

  private func makeProgram(name: String, user: UInt32) -> Program {
    let program = directory.add { number in
      Program(
        number: number, name: name, user: user, window: engine.makeWindow(name: name, user: user),
        encoder: WireEncoder(sharing: encoder),
        quota: Program.Quota(units: limits.textUnits, unitsOfUser: limits.textUnitsOfUser))
    }
    program.siblings = { [unowned self, unowned program] in
      programs.filter { $0.user == program.user && $0 !== program }
    }
    program.frameBegan = { [unowned self, unowned program] in unsent.append(program) }
    program.didPerform = { [unowned self, unowned program] in
      let held = program.isHolding($0) ? HeldCommand($0, of: program) : nil
      invocations.append(($0, $1, program, held))
      if let held { requests.waitForResponse(to: held) }
    }
    return program
  }

  /// The costs of each user with connected programs, the costliest first.
  var users: [ServiceStatus.User] {
    (server?.users ?? []).map { account in
      let programs = programs.filter { $0.user == account.user }
      return ServiceStatus.User(
        user: account.user, connections: account.connections,
        programs: programs.count { $0.connection != nil },
        kept: programs.count { $0.connection == nil },
        textUnits: programs.reduce(0) { $0 + $1.lastUnits },
        servedMilliseconds: Int(account.served / .milliseconds(1)),
        busiestProcess: server?.busiestProcess(of: account.user))
    }
  }

  /// Records the user's decision whether a program's values may be suggested.
  func allowFilling(_ isAllowed: Bool, by program: Program) {
    guard fillSources.isAllowed(program.number) != isAllowed else { return }
    fillSources.allow(isAllowed, program.number)
    program.notify("fill.consentDidChange", ProgramMethods.Consent(allowed: isAllowed))
    program.sendFrame()
  }

  /// The program with a number; nil for none.
  func program(number: Int) -> Program? { programs.first { $0.number == number } }
}

extension ProgramHub: ProgramDirectoryDelegate {
  func didSuspend(_ program: Program) {
    turns.release(program)
    giveTurns()
    scanners.release(of: program)
  }

  func isWorthKeeping(_ program: Program) -> Bool {
    program.itemCount > 0 || !program.controller.isBare || program.hasMainMenu
      || offers.has(from: program)
  }

  func willForget(_ program: Program) {
    fillSources.forget(program.number)
    turns.release(program)
    giveTurns()
  }

  func didForget(_ program: Program) {
    // A new window may be allocated at the same address.
    reportedWindow = nil
    lastOwner = nil
    unsent.removeAll { $0 === program }
    invocations.removeAll { $0.program === program }
    idle.follow(holder)
    begun.forget(program)
    scanners.release(of: program)
    program.window.close()
  }
}

extension ProgramHub: ConnectionRole {
  var socketName: String { "programs" }

  func willAttend() {
    sendFrames()
  }

  func opened(_ connection: Connection) {}

  func received(_ line: IncomingLine, from connection: Connection) {
    let program = directory.program(at: connection)
    do throws(UnreadableLine) {
      switch try Message(parsing: line, limit: connection.lineLimit) {
      case .response(let id, let value):
        guard let program else { return }
        engine.advance(to: now())
        requests.receive(value, to: id, from: program)
        deliverAll()
      case .request(let request): respond(to: request, from: connection, program)
      }
    } catch {
      connection.send(response: encoder.line(error.error, to: error.id))
    }
  }

  /// Performs a request.
  ///
  /// If it needs its own program's consent, it and the program's next requests wait.
  private func respond(to request: Request, from connection: Connection, _ program: Program?) {
    connection.isHeld = true
    engine.advance(to: now())
    var line: [UInt8] = []
    engine.perform(
      { [encoder, engine, unowned self] in
        connection.operation = engine.runningOperation
        do throws(RequestError) {
          let client = ProgramClient(hub: self, connection: connection, program: program)
          let result = try ProgramMethods.table.run(request, for: client)
          line = request.id.map { encoder.line(result, to: $0) } ?? []
        } catch {
          line = request.id.map { encoder.line(error, to: $0) } ?? []
        }
      },
      completion: { [unowned self] in
        connection.isHeld = false
        connection.operation = nil
        deliverAll()
        if !line.isEmpty, !connection.isClosed { connection.send(response: line) }
        if let program = directory.program(at: connection) {
          if program.isLeaving { connection.close() } else { requests.ownRequestEnded(of: program) }
        }
        server?.holdEnded(connection)
      })
    deliverAll()
  }

  func precedence(of line: IncomingLine, from connection: Connection) -> LinePrecedence {
    directory.program(at: connection).map { requests.precedence(of: line, of: $0) }
      ?? .afterRequest
  }

  /// Delivers what a line has caused, before its response: a queued program gets the keyboard
  /// first, so that the keyboards are not released in between.
  private func deliverAll() {
    settle()
    deliver()
    for program in programs { program.updatesWereDelivered() }
    notifyOfHolder()
    sendFrames()
  }

  func resync(for connection: Connection) -> [UInt8] {
    var line: [UInt8] = []
    guard let program = directory.program(at: connection) else { return line }
    program.encoder.append("resync", to: &line) { _ in ProgramSnapshot(of: program, in: engine) }
    return line
  }

  func closed(_ connection: Connection) {
    guard let program = directory.disconnect(connection) else { return }
    fillSources.set(nil, of: program.number)
    log(.disconnected(program))
    departed.append(program)
    hasDisconnected = true
    requests.giveUp(program)
    guard !engine.isInOperation else { return }
    finishDisconnects()
    deliver()
  }
}
