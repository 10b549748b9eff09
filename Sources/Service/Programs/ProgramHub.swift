// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeyCommands
package import Keys
package import Mirrors
package import TextInput

/// The socket of programs: each owns a window of the engine, asks for what is to be in it, and is told
/// what becomes of it.
///
/// What one program has, no other learns of. Whoever may write to the socket's file is served: the
/// server's user, root, and the file's group.
package final class ProgramHub: UpdateSink {
  /// How much programs may cost.
  package struct Limits: Hashable, Sendable {
    /// What each connection may cost.
    package var connection = ConnectionLimits(
      connections: 1024, connectionsOfUser: 256, queuedBytes: 1 << 20)
    /// How many programs of a user that have gone are kept, those whose grace goes on included.
    package var suspendedPrograms = 64
    /// How many UTF-16 code units the texts of one may have together, with what can be undone in them.
    package var textUnits = 1 << 20
    /// How many the texts of all programs of a user may have.
    package var textUnitsOfUser = 4 << 20

    package init() {}
  }

  /// Has something done after a time, until the closure that it returns is called.
  package typealias Schedule = (_ delay: Duration, _ body: @escaping () -> Void) -> () -> Void

  let engine: TextEngine
  let encoder: WireEncoder
  let turns: KeyboardTurns
  let requests: ProgramRequests
  let offers: Offers
  /// Which programs get the codes of scanners.
  var scanners = ScannerClaims()
  let fillSources = FillSources()
  let schedule: Schedule
  /// Hands on the facts that wait.
  let deliver: () -> Void
  private let now: () -> Timestamp
  private let limits: Limits
  private var server: ConnectionServer?
  /// Is told of clients: who comes, and who is in the way.
  package var log: (LogEntry) -> Void = { _ in } {
    didSet {
      server?.log = log
      requests.log = log
    }
  }
  /// The programs, in the order in which they first came.
  private(set) var programs: [Program] = []
  private var byConnection: [ObjectIdentifier: Program] = [:]
  private var lastNumber = 0
  /// How many programs have gone.
  private var departures = 0
  /// The programs that disconnected in the middle of an operation of the engine.
  private var departed: [Program] = []
  /// Whether a program that waits for the keyboard is being asked whether it takes it.
  private var isGivingTurns = false
  /// The programs that have lines to be sent.
  private var unsent: [Program] = []
  /// The window that had the keyboard when programs were told last; nil for none, or when all must be compared.
  private var toldWindow: ObjectIdentifier?
  /// The program that owned the container asked about last: keys are typed into the same one for a while.
  private weak var lastOwner: Program?
  /// Whether one has gone since programs were told last whose the keyboard is.
  private var hasOneGone = false
  /// What programs were told to perform and facts have yet to say.
  var invocations: [(id: String, target: String, program: Program)] = []
  /// Who was told of a beginning, and is told the end.
  var begun = BegunFacts()

  /// Serves a place until ``finish()``.
  ///
  /// - Parameters:
  ///   - place: where programs connect.
  ///   - loop: the loop that tells when descriptors are ready; between frames, never within one.
  ///   - engine: where the programs' windows are.
  ///   - encoder: makes the lines; the socket's own, because it learns the keyboards' names.
  ///   - limits: how much programs may cost.
  ///   - owner: the user who is served besides root.
  ///   - group: the group that is served too.
  ///   - now: the time, on the keyboards' clock.
  ///   - schedule: has something done later.
  ///   - deliver: hands on the facts that wait, to this sink too.
  /// - Throws: what keeps the place from being served.
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
    turns = KeyboardTurns(engine)
    var willSend: (Program) -> Void = { _ in }
    requests = ProgramRequests(engine, now: now, willSend: { willSend($0) })
    offers = Offers(engine, provided: fillSources, now: now) { delay, body in
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
      tellHolder()
      program.sendFrame()
    }
    declareSwitch()
  }

  /// ⌘⇥ is the user's way from one program to the next; no program can claim it (CMD-13).
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

  // MARK: Facts in

  package var interest: SinkInterest { [.updates, .secrets, .frames] }
  package var isAttentive: Bool { !programs.isEmpty }

  package func receive(_ update: Update) {
    encoder.note(update)
    if case .deviceDetached(let device) = update { scanners.forget(device.id) }
    guard !programs.isEmpty else { return }
    switch audience(of: update) {
    case .everybody: for program in programs { tell(program, update) }
    case .program(let program):
      program.note(update)
      tell(program, update)
    case nil: break
    }
  }

  /// A code is nobody's text: the program is told that the settings name, that claims the scanner, or that has the
  /// keyboard.
  package func receive(_ scan: Scan) {
    guard let program = scanners.addressee(of: scan, among: programs, holder: holder),
      program.connection != nil, program.filter.contains(.scan)
    else { return }
    program.write { program.encoder.append(scan, to: &$0) }
  }

  private func tell(_ program: Program, _ update: Update) {
    guard program.connection != nil, program.filter.contains(update.eventName) else { return }
    program.encoder.isLocal = turns.isHolder(program)
    program.write { program.encoder.append(update, to: &$0) }
  }

  /// The program that has the keyboard; nil for none.
  var holder: Program? { programs.first(where: turns.isHolder) }

  /// The program that a container belongs to; nil for none.
  func owner(of container: ContainerID) -> Program? {
    if let last = lastOwner, last.name(of: container) != nil { return last }
    lastOwner = programs.first { $0.name(of: container) != nil }
    return lastOwner
  }

  package func frameEnded() {
    // Who is found gone while it is told something may leave the keyboard to another.
    repeat {
      hasOneGone = false
      tellHolder()
      sendFrames()
    } while hasOneGone
    server?.resume()
  }

  /// Sends the lines of every program that has some.
  private func sendFrames() {
    while let program = unsent.popLast() { program.sendFrame() }
  }

  /// Sends what is left as far as it can be sent at once, and lets everybody go.
  package func finish() {
    sendFrames()
    server?.stop()
    byConnection = [:]
  }

  /// What follows from what happened: somebody may have let the keyboard go for whom others wait.
  package func settle() {
    seeOff()
    giveTurns()
  }

  private func giveTurns() {
    guard !isGivingTurns, turns.isFree else { return }
    isGivingTurns = true
    engine.perform(
      { [turns] in turns.settle() }, completion: { [weak self] in self?.isGivingTurns = false })
  }

  private func seeOff() {
    guard !engine.isInOperation else { return }
    while let program = departed.popLast() {
      if program.isLeaving { forget(program) } else { leave(program) }
    }
  }

  /// Tells the programs whose the keyboard is, where that is another.
  private func tellHolder() {
    let window = engine.keyWindow.map(ObjectIdentifier.init)
    // Every frame asks, and few change it.
    guard window != toldWindow else { return }
    toldWindow = window
    for program in programs {
      let isHolder = turns.isHolder(program)
      guard program.wasTold != isHolder else { continue }
      program.wasTold = isHolder
      program.notify("program.didBecomeActive", Activity(isActive: isHolder))
    }
  }

  private struct Activity: Encodable {
    var isActive: Bool
  }

  // MARK: Programs come and go

  /// Takes up what a program had when it went, or begins with nothing.
  ///
  /// The name and the user alone prove nothing: another process of the user may have both.
  ///
  /// - Parameters:
  ///   - connection: the program's.
  ///   - name: what it calls itself.
  ///   - token: what it was given then; nil to begin with nothing.
  /// - Returns: the program, and whether it is one that has come back.
  func greet(
    _ connection: Connection, name: String, token: String?
  ) -> (program: Program, isBack: Bool) {
    let known = programs.first {
      $0.token == token && $0.name == name && $0.user == connection.peer.user
        && $0.connection == nil
    }
    let program: Program
    if let known {
      program = known
      program.cancelTimer?()
      program.cancelTimer = nil
      program.become(.connected)
      program.dropFrame()
    } else {
      lastNumber += 1
      program = Program(
        number: lastNumber, name: name, user: connection.peer.user,
        window: engine.makeWindow(name: name), encoder: WireEncoder(sharing: encoder),
        quota: Program.Quota(units: limits.textUnits, unitsOfUser: limits.textUnitsOfUser))
      program.siblings = { [unowned self, unowned program] in
        programs.filter { $0.user == program.user && $0 !== program }
      }
      program.frameBegan = { [unowned self, unowned program] in unsent.append(program) }
      program.didPerform = { [unowned self, unowned program] in
        invocations.append(($0, $1, program))
      }
      programs.append(program)
    }
    program.connection = connection
    toldWindow = nil
    program.wasTold = turns.isHolder(program)
    byConnection[ObjectIdentifier(connection)] = program
    server?.greeted(connection)
    let isBack = known != nil
    log(.came(program, connection.peer, resumed: isBack))
    return (program, isBack)
  }

  private func leave(_ program: Program) {
    program.connection = nil
    program.dropFrame()
    departures += 1
    program.departure = departures
    guard program.graceSeconds > 0 else { return suspend(program) }
    program.become(.awaited)
    program.cancelTimer = schedule(.seconds(program.graceSeconds)) {
      [unowned self, unowned program] in
      suspend(program)
      deliver()
    }
    boundThoseWhoLeft(of: program.user)
  }

  /// Forgets one of a user's programs that have gone, where there are too many: one that is not awaited
  /// any more first.
  private func boundThoseWhoLeft(of user: UInt32) {
    let gone = programs.filter { $0.user == user && $0.state != .connected }
      .sorted { $0.departure < $1.departure }
    guard gone.count > limits.suspendedPrograms else { return }
    // Nor is the keyboard taken from whom it is kept for, as long as there are others.
    let least = gone.first { $0.state == .suspended } ?? gone.first { !turns.isHolder($0) }
    forget(least ?? gone[0])
  }

  /// Takes the keyboard from a program that has gone, and keeps its state for a while (F159).
  private func suspend(_ program: Program) {
    program.cancelTimer = nil
    program.become(.suspended)
    turns.release(program)
    giveTurns()
    scanners.release(of: program)
    let isEmpty =
      program.itemCount == 0 && program.controller.isBare && !program.hasMainMenu
      && !offers.has(from: program)
    guard program.keepSeconds > 0, !isEmpty else { return forget(program) }
    program.cancelTimer = schedule(.seconds(program.keepSeconds)) {
      [unowned self, unowned program] in
      forget(program)
      deliver()
    }
    boundThoseWhoLeft(of: program.user)
  }

  /// Takes away what a program had.
  func forget(_ program: Program) {
    program.cancelTimer?()
    program.cancelTimer = nil
    fillSources.forget(program.number)
    turns.release(program)
    giveTurns()
    // Another window may come to be where its window was.
    toldWindow = nil
    programs.removeAll { $0 === program }
    unsent.removeAll { $0 === program }
    invocations.removeAll { $0.program === program }
    begun.forget(program)
    scanners.release(of: program)
    program.window.close()
  }

  /// What the users cost that have programs connected, the costliest first.
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

  /// Takes the user's decision whether a program's values may be suggested.
  func allowFilling(_ isAllowed: Bool, by program: Program) {
    guard fillSources.isAllowed(program.number) != isAllowed else { return }
    fillSources.allow(isAllowed, program.number)
    program.notify("fill.consentDidChange", ProgramMethods.Consent(allowed: isAllowed))
    program.sendFrame()
  }

  /// The program of a number; nil for none.
  func program(number: Int) -> Program? { programs.first { $0.number == number } }
}

extension ProgramHub: ConnectionRole {
  var socketName: String { "programs" }

  func willAttend() {
    sendFrames()
  }

  func opened(_ connection: Connection) {}

  func received(_ line: IncomingLine, from connection: Connection) {
    let program = byConnection[ObjectIdentifier(connection)]
    do throws(UnreadableLine) {
      switch try Message(parsing: line, limit: connection.lineLimit) {
      case .answer(let id, let value):
        guard let program else { return }
        engine.advance(to: now())
        requests.receive(value, to: id, from: program)
        tellEverybody()
      case .request(let request): answer(request, from: connection, program)
      }
    } catch {
      connection.send(answer: encoder.line(error.error, to: error.id))
    }
  }

  /// Runs a request; one that needs its own program's consent waits, and that program's next requests behind it.
  private func answer(_ request: Request, from connection: Connection, _ program: Program?) {
    connection.isHeld = true
    engine.advance(to: now())
    var line: [UInt8] = []
    engine.perform(
      { [encoder, unowned self] in
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
        tellEverybody()
        if !line.isEmpty, !connection.isClosed { connection.send(answer: line) }
        if client(connection)?.isLeaving == true { connection.close() }
        server?.holdEnded(connection)
      })
    tellEverybody()
  }

  func isAwaited(_ line: IncomingLine, from connection: Connection) -> Bool {
    client(connection).map { requests.isAwaited(line, of: $0) } ?? false
  }

  /// A program that waits for the keyboard has it before it would be released, and notifications of what a line caused
  /// precede the line's answer.
  private func tellEverybody() {
    settle()
    deliver()
    for program in programs { program.updatesWereDelivered() }
    tellHolder()
    sendFrames()
  }

  func resync(for connection: Connection) -> [UInt8] {
    var line: [UInt8] = []
    guard let program = client(connection) else { return line }
    program.encoder.append("resync", to: &line) { _ in ProgramSnapshot(of: program, in: engine) }
    return line
  }

  func closed(_ connection: Connection) {
    guard let program = byConnection.removeValue(forKey: ObjectIdentifier(connection)) else {
      return
    }
    program.connection = nil
    fillSources.set(nil, of: program.number)
    log(.gone(program))
    departed.append(program)
    hasOneGone = true
    requests.giveUp(program)
    guard !engine.isInOperation else { return }
    seeOff()
    deliver()
  }

  private func client(_ connection: Connection) -> Program? {
    byConnection[ObjectIdentifier(connection)]
  }
}

/// Who asks for something at the socket of programs.
struct ProgramClient {
  let hub: ProgramHub
  let connection: Connection
  /// Nil before `hello`.
  let greeted: Program?

  init(hub: ProgramHub, connection: Connection, program: Program?) {
    (self.hub, self.connection, greeted) = (hub, connection, program)
  }

  var program: Program {
    get throws(RequestError) {
      guard let greeted else {
        throw RequestError(.notYet, "hello must come first, with the program's name")
      }
      return greeted
    }
  }
}
