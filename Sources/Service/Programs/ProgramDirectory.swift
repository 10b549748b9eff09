// SPDX-License-Identifier: Apache-2.0
import Keys

/// Is told when the state of a disconnected program changes.
protocol ProgramDirectoryDelegate: AnyObject {
  /// The grace period of a program has ended, or it has none.
  func didSuspend(_ program: Program)
  /// Whether a suspended program has anything to resume.
  func isWorthKeeping(_ program: Program) -> Bool
  /// A program is about to be removed.
  func willForget(_ program: Program)
  /// A program was removed, with everything that it owned.
  func didForget(_ program: Program)
}

/// The programs that are connected, and those that have disconnected and may come back.
///
/// A program that disconnects is awaited during its grace period, in which it keeps the keyboard.
/// Then it is suspended: its state is kept for a while (F159), and then forgotten.
final class ProgramDirectory {
  /// The programs, in the order in which they first connected.
  private(set) var programs: [Program] = [] {
    didSet {
      isEmpty = programs.isEmpty
      findWanted()
    }
  }
  /// Whether there is no program; stored, because it is read for each update.
  private(set) var isEmpty = true
  /// The events that concern any program, so that all others cost nothing; stored, because it is
  /// read for each update.
  private(set) var wanted = ProgramDirectory.noted
  /// The owner of the directory.
  // Not weak: cleared by `deinit` of the owner, because a weak reference slows down every retain.
  unowned(unsafe) var delegate: (any ProgramDirectoryDelegate)?
  /// How many disconnected programs of a user are kept.
  private let limit: Int
  private let turns: FocusArbiter
  private let schedule: Schedule
  private let deliver: () -> Void
  private var byConnection: [ObjectIdentifier: Program] = [:]
  private var lastNumber = 0
  /// How often a program has disconnected.
  private var departures = 0

  init(
    limit: Int, turns: FocusArbiter, schedule: @escaping Schedule,
    deliver: @escaping () -> Void
  ) {
    (self.limit, self.turns, self.schedule, self.deliver) = (limit, turns, schedule, deliver)
  }

  // MARK: Connections

  /// The program at a connection; nil before `hello`.
  func program(at connection: Connection) -> Program? { byConnection[ObjectIdentifier(connection)] }

  /// Adds a program with a new number.
  ///
  /// - Parameters:
  ///   - number: the program's number in an earlier run of the service, if no program has had it
  ///     in this run; nil for none.
  ///   - make: creates the program.
  /// - Returns: the program.
  func add(number: Int? = nil, _ make: (_ number: Int) -> Program) -> Program {
    let isFree = number.map { number in !programs.contains { $0.number == number } } ?? false
    let own = isFree ? number ?? lastNumber + 1 : lastNumber + 1
    lastNumber = max(lastNumber, own)
    let program = make(own)
    programs.append(program)
    return program
  }

  /// Finds the disconnected program that a client may resume, and stops waiting for it.
  ///
  /// - Returns: nil if there is none.
  func resume(name: String, token: String?, user: UInt32) -> Program? {
    let known = programs.first {
      $0.token == token && $0.name == name && $0.user == user && $0.connection == nil
    }
    guard let known else { return nil }
    stopTimer(of: known)
    known.become(.connected)
    known.dropFrame()
    return known
  }

  func connect(_ program: Program, to connection: Connection) {
    program.connection = connection
    byConnection[ObjectIdentifier(connection)] = program
  }

  /// Forgets a closed connection, and returns its program.
  func disconnect(_ connection: Connection) -> Program? {
    let program = byConnection.removeValue(forKey: ObjectIdentifier(connection))
    program?.connection = nil
    return program
  }

  func forgetConnections() { byConnection = [:] }

  // MARK: Subscriptions

  /// The events that have an effect even if no program subscribes to them.
  ///
  /// They count revisions, end what programs were notified of, or concern the service itself.
  private static let noted = {
    var noted = EventFilter.everything
    noted.subtract(
      EventFilter([
        .correctionApplied, .correctionOffered, .correctionRejected, .correctionReverted,
        .fieldDidEndOnExit, .fieldEditingChanged, .inlineDidChange, .markedDidChange,
        .selectionDidChange, .spellingDidChange, .traitsDidChange, .viewDidScroll,
      ]))
    return noted
  }()

  /// Sets the events that a program is notified of.
  func subscribe(_ program: Program, to filter: EventFilter) {
    program.filter = filter
    findWanted()
  }

  private func findWanted() {
    wanted = programs.reduce(into: Self.noted) { $0.formUnion($1.filter) }
  }

  // MARK: Disconnected programs

  /// Keeps the state of a program that has disconnected, as long as it asked for.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - absence: how long ago it disconnected, in an earlier run of the service.
  func keep(_ program: Program, after absence: Duration = .zero) {
    departures += 1
    program.departure = departures
    program.departedAt = BootTime.now.advanced(by: .zero - absence)
    let grace = .seconds(program.graceSeconds) - absence
    guard grace > .zero else { return suspend(program, for: .seconds(program.keepSeconds) + grace) }
    program.become(.awaited)
    startTimer(of: program, grace) { $0.suspend(program, for: .seconds(program.keepSeconds)) }
    limitDisconnected(of: program.user)
  }

  private func suspend(_ program: Program, for time: Duration) {
    program.cancelTimer = nil
    program.become(.suspended)
    delegate?.didSuspend(program)
    guard time > .zero, delegate?.isWorthKeeping(program) == true else {
      return forget(program)
    }
    startTimer(of: program, time) { $0.forget(program) }
    limitDisconnected(of: program.user)
  }

  /// Forgets one of a user's disconnected programs if there are too many: preferably one whose
  /// grace period has ended.
  private func limitDisconnected(of user: UInt32) {
    let disconnected = programs.filter { $0.user == user && $0.state != .connected }
      .sorted { $0.departure < $1.departure }
    guard disconnected.count > limit else { return }
    // The program that has the keyboard is dropped only if no other program is left.
    let least =
      disconnected.first { $0.state == .suspended } ?? disconnected.first { !turns.isHolder($0) }
    forget(least ?? disconnected[0])
  }

  /// Removes a program and everything that it owns.
  func forget(_ program: Program) {
    stopTimer(of: program)
    delegate?.willForget(program)
    programs.removeAll { $0 === program }
    delegate?.didForget(program)
  }

  private func startTimer(
    of program: Program, _ time: Duration, _ body: @escaping (ProgramDirectory) -> Void
  ) {
    program.cancelTimer = schedule(time) { [weak self] in
      guard let self else { return }
      body(self)
      deliver()
    }
  }

  private func stopTimer(of program: Program) {
    program.cancelTimer?()
    program.cancelTimer = nil
  }
}
