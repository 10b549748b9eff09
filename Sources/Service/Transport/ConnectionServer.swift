// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// What a socket is for: who is served at it, and how.
protocol ConnectionRole: AnyObject {
  /// What the socket is called.
  var socketName: String { get }
  /// Before a client is attended to: facts that wait belong before what it asks.
  func willAttend()
  /// A client has come.
  func opened(_ connection: Connection)
  /// A client has sent a line.
  func received(_ line: IncomingLine, from connection: Connection)
  /// Whether a line is an answer that an operation waits for.
  func isAwaited(_ line: IncomingLine, from connection: Connection) -> Bool
  /// The line for a client that has missed facts.
  func resync(for connection: Connection) -> [UInt8]
  /// A client has gone.
  func closed(_ connection: Connection)
}

/// Where a socket listens.
package enum SocketPlace: Hashable, Sendable {
  /// At a path, whose file is made with a mode.
  case path(String, mode: UInt32)
  /// The service manager listens already; the descriptor is the server's from here on.
  case adopted(Int32)
}

/// How much the clients of a socket may cost.
package struct ConnectionLimits: Hashable, Sendable {
  /// How many are served at a time.
  package var connections: Int
  /// How many of them may be of one user.
  package var connectionsOfUser: Int
  /// How many bytes wait for one at most, a single long line and a snapshot excepted.
  package var queuedBytes: Int
  /// The most that a line of theirs may have, in bytes.
  package var lineBytes: Int

  package init(
    connections: Int = 1024, connectionsOfUser: Int = .max, queuedBytes: Int = 256 << 10,
    lineBytes: Int = 64 << 10
  ) {
    self.connections = connections
    self.connectionsOfUser = connectionsOfUser
    self.queuedBytes = queuedBytes
    self.lineBytes = lineBytes
  }
}

/// Who is served.
struct Admission {
  /// The user who is served besides root.
  var user: UInt32
  /// The group that is served too; nil for none.
  var group: UInt32?
}

/// Serves a socket: clients come, are attended to one after the other, and go.
///
/// A client that does not read, floods or sends half a line delays nobody else.
final class ConnectionServer {
  let loop: any DescriptorLoop
  unowned let role: any ConnectionRole
  let limits: ConnectionLimits
  /// Is told of clients that are in the way.
  var log: (LogEntry) -> Void = { _ in }
  let admission: Admission
  let refusal: (RefusalReason) -> [UInt8]
  /// Nil when it is over.
  var socket: ListeningSocket?
  var isAccepting = false
  /// When it will try to accept again, if it was given up.
  var nextTry = ContinuousClock.now
  var connections: [Int32: Connection] = [:]
  var accounts: [UInt32: UserAccount] = [:]
  /// The clients that have yet to say who they are; nil where nobody need say so.
  var silent: SilentClients?
  /// How often every client that was ready has been in line.
  private var round = 0

  /// Serves a place until ``stop()``.
  ///
  /// - Parameters:
  ///   - place: where clients connect.
  ///   - loop: the loop that tells when descriptors are ready.
  ///   - limits: how much clients may cost.
  ///   - admission: who is served.
  ///   - role: what the socket is for.
  ///   - refusal: the last line of who is not served.
  /// - Throws: what keeps the place from being served.
  init(
    _ place: SocketPlace, loop: any DescriptorLoop, limits: ConnectionLimits,
    admission: Admission, role: any ConnectionRole,
    refusal: @escaping (RefusalReason) -> [UInt8]
  ) throws(ServiceError) {
    switch place {
    case .path(let path, let mode): socket = try ListeningSocket(path: path, mode: mode)
    case .adopted(let descriptor): socket = ListeningSocket(adopting: descriptor)
    }
    self.loop = loop
    self.limits = limits
    self.admission = admission
    self.role = role
    self.refusal = refusal
    accept()
  }

  deinit {
    stop()
  }

  /// Everybody who is served.
  var all: some Collection<Connection> { connections.values }
  /// Whether nobody is.
  var isEmpty: Bool { connections.isEmpty }

  /// Has clients say who they are within ten seconds, which ``greeted(_:)`` notes.
  func expectGreetings(now: @escaping () -> Timestamp, schedule: @escaping SilentClients.Schedule) {
    silent = SilentClients(now: now, schedule: schedule) { [unowned self] in
      end($0, .noHello)
    }
  }

  /// Notes that a client has said who it is.
  func greeted(_ connection: Connection) {
    silent?.remove(connection)
  }

  /// What the users cost that have clients, the costliest first.
  var users: [UserAccount] {
    accounts.values.sorted { ($1.served, $0.user) < ($0.served, $1.user) }
  }

  /// The process of a user that was served longest.
  func busiestProcess(of user: UInt32) -> Int32? {
    connections.values.filter { $0.peer.user == user }.max { $0.served < $1.served }?.peer.process
  }

  /// Lets everybody go and ends to listen.
  func stop() {
    pause()
    socket = nil
    for connection in connections.values {
      connection.isClosed = true
      release(connection.descriptor)
    }
    connections = [:]
    silent = nil
  }

  // MARK: Attending

  /// Serves a client that is ready, or another one of its user that has waited longer.
  func attend(to descriptor: Int32, _ readiness: Readiness) {
    guard let connection = connections[descriptor] else { return }
    connection.readiness.formUnion(readiness)
    // It was in line before: everybody else that is ready has been in line, too.
    if connection.round == round { round &+= 1 }
    connection.round = round
    guard let next = connection.account.next(with: connection, in: round) else { return }
    let start = ContinuousClock.now
    serve(next)
    let duration = ContinuousClock.now - start
    next.served += duration
    next.account.charge(duration)
  }

  private func serve(_ connection: Connection) {
    let readiness = connection.readiness
    connection.readiness = []
    // Writing tells of a hang-up too, where something waits.
    if readiness.contains(.write) || !connection.queue.isEmpty {
      role.willAttend()
      connection.flush()
    }
    // A hang-up is believed when reading tells it: the report may be about a client who had this
    // number before.
    if !connection.isClosed, !readiness.isDisjoint(with: [.read, .hangUp]), connection.mayRead {
      connection.isAtEnd = !connection.read()
    }
    dealWithPending(connection)
  }

  /// How many lines of a client are dealt with before others have their turn.
  private static let linesPerTurn = 4
  /// How long they may take, but for the last of them.
  private static let turn = Duration.milliseconds(1)

  /// Deals with some lines, one after the other, as fast as the answers are read.
  private func dealWithPending(_ connection: Connection) {
    if !connection.pending.isEmpty {
      // What is asked about is as it is after the facts that wait.
      role.willAttend()
      let end = ContinuousClock.now + Self.turn
      for number in 0..<Self.linesPerTurn {
        guard number == 0 || ContinuousClock.now < end, !connection.isClosed,
          connection.queue.isEmpty,
          let line = connection.isHeld ? takeAwaited(of: connection) : connection.nextPending()
        else { break }
        role.received(line, from: connection)
      }
    }
    guard !connection.isClosed, connection.queue.isEmpty else { return }
    if connection.isAtEnd, connection.isHeld || connection.pending.isEmpty {
      connection.close()
    } else {
      connection.watchForMore()
    }
  }
}

extension ConnectionServer {
  /// A request of a client's has its answer: the lines behind it have their turn.
  func holdEnded(_ connection: Connection) {
    guard !connection.isClosed, connection.queue.isEmpty else { return }
    connection.watchForMore()
  }

  /// Takes out an answer that something waits for, ahead of its turn; nil where there is none.
  private func takeAwaited(of connection: Connection) -> IncomingLine? {
    connection.takePending { [role] in role.isAwaited($0, from: connection) }
  }
}

/// Why a client is not served.
package enum RefusalReason: String, Encodable, Sendable {
  /// It belongs to another user.
  case notPermitted
  /// As many as there may be are served already.
  case tooManyConnections
  /// It did not say who it is.
  case noHello
}

extension ConnectionRole {
  /// No: nothing waits for this role's clients.
  func isAwaited(_ line: IncomingLine, from connection: Connection) -> Bool { false }
}
