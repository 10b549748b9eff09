// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The purpose of a socket: handles its clients and their lines.
protocol ConnectionRole: AnyObject {
  /// The socket's name in the log.
  var socketName: String { get }
  /// Called before a client's lines are processed. Pending notifications must be sent first.
  func willAttend()
  /// Called when a client has connected.
  func opened(_ connection: Connection)
  /// Called for each line of a client.
  func received(_ line: IncomingLine, from connection: Connection)
  /// Returns when a line may be processed while an earlier request of its client has no response
  /// yet.
  func precedence(of line: IncomingLine, from connection: Connection) -> LinePrecedence
  /// Returns the line that replaces the notifications a client has missed.
  func resync(for connection: Connection) -> [UInt8]
  /// Called when a client has disconnected.
  func closed(_ connection: Connection)
}

/// Where a socket listens.
package enum SocketPlace: Hashable, Sendable {
  /// A path, whose file is created with a mode.
  case path(String, mode: UInt32)
  /// A socket on which the service manager already listens; the server takes over the descriptor.
  case adopted(Int32)
}

/// How much the clients of a socket may cost.
package struct ConnectionLimits: Hashable, Sendable {
  /// How many clients are served at a time.
  package var connections: Int
  /// How many of them may belong to one user.
  package var connectionsOfUser: Int
  /// How many bytes may wait for one client, except for a single long line and a snapshot.
  package var queuedBytes: Int
  /// The maximum length of a client's line, in bytes.
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

/// Which clients are served.
struct Admission {
  /// The user that may connect, as root may.
  var user: UInt32
  /// The group that is served in addition; nil for none.
  var group: UInt32?
}

/// Serves a socket: accepts clients and serves them one after the other.
///
/// A client that does not read, floods, or sends half a line delays no other client.
final class ConnectionServer {
  let loop: any DescriptorLoop
  unowned let role: any ConnectionRole
  let limits: ConnectionLimits
  /// Logs clients that impede others.
  var log: (LogEntry) -> Void = { _ in }
  /// Runs a function that reads and handles a client's lines.
  var withLinesProtected: (_ body: () -> Void) -> Void = { $0() }
  let admission: Admission
  let refusal: (RefusalReason) -> [UInt8]
  /// Nil after ``stop()``.
  var socket: ListeningSocket?
  var isAccepting = false
  /// When accepting may be tried again, if it was paused.
  var nextTry = BootTime.now
  var connections: [Int32: Connection] = [:]
  var accounts: [UInt32: UserAccount] = [:]
  /// The clients that have not sent `hello` yet; nil if the socket does not require it.
  var silent: SilentClients?
  /// The number of the current round, in which each ready client is queued once.
  private var round = 0

  /// Serves a socket until ``stop()``.
  ///
  /// - Parameters:
  ///   - place: where clients connect.
  ///   - loop: the loop that watches the descriptors.
  ///   - limits: how much clients may cost.
  ///   - admission: which clients are served.
  ///   - role: handles the clients and their lines.
  ///   - refusal: returns the last line for a client that is not served.
  /// - Throws: why the place cannot be served.
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

  /// The clients that are served.
  var all: some Collection<Connection> { connections.values }
  /// Whether no client is served.
  var isEmpty: Bool { connections.isEmpty }

  /// Disconnects clients that do not send `hello` within ten seconds; ``greeted(_:)`` records it.
  func expectGreetings(now: @escaping () -> Timestamp, schedule: @escaping Schedule) {
    silent = SilentClients(now: now, schedule: schedule) { [unowned self] in
      end($0, .noHello)
    }
  }

  /// Records that a client has sent `hello`.
  func greeted(_ connection: Connection) {
    silent?.remove(connection)
  }

  /// The accounts of users with connected clients, the costliest first.
  var users: [UserAccount] {
    accounts.values.sorted { ($1.served, $0.user) < ($0.served, $1.user) }
  }

  /// The process of a user that has been served longest.
  func busiestProcess(of user: UInt32) -> Int32? {
    connections.values.filter { $0.peer.user == user }.max { $0.served < $1.served }?.peer.process
  }

  /// Disconnects all clients and stops listening.
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

  // MARK: Serving

  /// Serves a client that is ready, or another client of its user that has waited longer.
  func attend(to descriptor: Int32, _ readiness: Readiness) {
    guard let connection = connections[descriptor] else { return }
    connection.readiness.formUnion(readiness)
    // The client was queued in this round already, so all other ready clients have been queued too.
    if connection.round == round { round &+= 1 }
    connection.round = round
    guard let next = connection.account.next(with: connection, in: round) else { return }
    let start = BootTime.now
    withLinesProtected { serve(next) }
    let duration = BootTime.now - start
    next.served += duration
    next.account.charge(duration)
  }

  private func serve(_ connection: Connection) {
    let readiness = connection.readiness
    connection.readiness = []
    // While lines are waiting, writing detects a hang-up too.
    if readiness.contains(.write) || !connection.queue.isEmpty {
      role.willAttend()
      connection.flush()
    }
    // Only reading confirms a hang-up: the event may belong to an earlier client with the same
    // descriptor number.
    if !connection.isClosed, !readiness.isDisjoint(with: [.read, .hangUp]), connection.mayRead {
      connection.isAtEnd = !connection.read()
    }
    if readiness.contains(.hangUp) { connection.owesResponse = false }
    dealWithPending(connection)
  }

  /// How many lines of a client are processed before other clients are served.
  private static let linesPerTurn = 4
  /// For how long they may be processed; the last line may exceed it.
  private static let turn = Duration.milliseconds(1)

  /// Processes some pending lines, as long as the client reads the responses.
  private func dealWithPending(_ connection: Connection) {
    var isCutOff = false
    if !connection.pending.isEmpty {
      // Responses describe the state after the pending notifications, so those are sent first.
      role.willAttend()
      let end = BootTime.now + Self.turn
      var number = 0
      while !connection.isClosed, connection.queue.isEmpty {
        isCutOff = number == Self.linesPerTurn || number > 0 && BootTime.now >= end
        guard !isCutOff,
          let line = connection.isHeld ? takeAwaited(of: connection) : connection.nextPending()
        else { break }
        role.received(line, from: connection)
        number += 1
      }
    }
    guard !connection.isClosed, connection.queue.isEmpty else { return }
    if connection.isAtEnd, !isCutOff, !connection.owesResponse,
      connection.isHeld || connection.pending.isEmpty
    {
      connection.close()
    } else {
      connection.watchForMore(isCutOff: isCutOff)
    }
  }
}

extension ConnectionServer {
  /// Continues with a client's pending lines after its request has got the response.
  func holdEnded(_ connection: Connection) {
    guard !connection.isClosed, connection.queue.isEmpty else { return }
    connection.watchForMore()
  }

  /// Removes and returns a response that an operation waits for; nil if there is none.
  private func takeAwaited(of connection: Connection) -> IncomingLine? {
    connection.takePending(by: { [role] in role.precedence(of: $0, from: connection) })
  }
}

extension ConnectionRole {
  /// By default no operation waits for a client's response.
  func precedence(of line: IncomingLine, from connection: Connection) -> LinePrecedence {
    .afterRequest
  }
}
