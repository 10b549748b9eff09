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
  /// How many bytes wait for one at most, a single long line and a snapshot excepted.
  package var queuedBytes: Int
  /// The most that a line of theirs may have, in bytes.
  package var lineBytes: Int

  package init(connections: Int = 1024, queuedBytes: Int = 256 << 10, lineBytes: Int = 64 << 10) {
    self.connections = connections
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
  private let admission: Admission
  private let refusal: (RefusalReason) -> [UInt8]
  /// Nil when it is over.
  private var socket: ListeningSocket?
  private var isAccepting = false
  /// When it will try to accept again, if it was given up.
  private var nextTry = ContinuousClock.now
  private var connections: [Int32: Connection] = [:]

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

  /// Lets everybody go and ends to listen.
  func stop() {
    pause()
    socket = nil
    for connection in connections.values {
      connection.isClosed = true
      release(connection.descriptor)
    }
    connections = [:]
  }

  // MARK: Clients come and go

  /// Accepts again, if it was given up for want of descriptors some time ago.
  func resume() {
    // At once it would find what it found, and wake the loop without end.
    guard !isAccepting, nextTry <= .now else { return }
    accept()
  }

  private func accept() {
    guard let socket, !isAccepting else { return }
    isAccepting = loop.watch(socket.descriptor, for: .read) { [unowned self] _ in acceptAll() }
  }

  private func pause() {
    guard let socket, isAccepting else { return }
    loop.unwatch(socket.descriptor)
    isAccepting = false
    nextTry = .now + .milliseconds(100)
  }

  private func acceptAll() {
    role.willAttend()
    // Bounded: whoever connects in a loop must not keep the keyboard waiting.
    for _ in 0..<64 {
      if let descriptor = socket?.accept() {
        admit(descriptor)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return
      // No descriptors or memory left. The connection stays where it is, so watching on would spin:
      // try again when a client leaves, or after a later frame.
      default: return pause()
      }
    }
  }

  private func admit(_ descriptor: Int32) {
    let found = Peer(of: descriptor)
    guard let peer = found, isPermitted(peer, descriptor) else {
      return refuse(descriptor, found, .notPermitted)
    }
    if connections.count >= limits.connections || DescriptorReserve.has(descriptor) {
      return refuse(descriptor, peer, .tooManyConnections)
    }
    let isWatched = loop.watch(descriptor, for: .read) { [unowned self] readiness in
      attend(to: descriptor, readiness)
    }
    guard isWatched else {
      Glibc.close(descriptor)
      return
    }
    let connection = Connection(descriptor, peer, of: self)
    connections[descriptor] = connection
    role.opened(connection)
  }

  private func isPermitted(_ peer: Peer, _ descriptor: Int32) -> Bool {
    if peer.user == 0 || peer.user == admission.user { return true }
    guard let group = admission.group else { return false }
    return peer.isMember(of: group, on: descriptor)
  }

  private func refuse(_ descriptor: Int32, _ peer: Peer?, _ reason: RefusalReason) {
    log(.refused(peer, at: role.socketName, reason))
    let line = refusal(reason)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    Glibc.close(descriptor)
  }

  func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connections[connection.descriptor] = nil
    release(connection.descriptor)
    role.closed(connection)
    // Its descriptor is there to be had.
    accept()
  }

  private func release(_ descriptor: Int32) {
    loop.unwatch(descriptor)
    Glibc.close(descriptor)
  }

  // MARK: Attending

  private func attend(to descriptor: Int32, _ readiness: Readiness) {
    guard let connection = connections[descriptor] else { return }
    // Writing tells of a hang-up too, where something waits.
    if readiness.contains(.write) || !connection.queue.isEmpty {
      role.willAttend()
      connection.flush()
    }
    // A hang-up is believed when reading tells it: the report may be about a client who had this
    // number before.
    if !connection.isClosed, !readiness.isDisjoint(with: [.read, .hangUp]),
      connection.queue.isEmpty, connection.isHeld || connection.pending.isEmpty,
      !connection.isAtEnd
    {
      connection.isAtEnd = !connection.read()
    }
    dealWithPending(connection)
  }

  /// How many lines of a client are dealt with before others have their turn.
  private static let linesPerTurn = 4

  /// Deals with some lines, one after the other, as fast as the answers are read.
  private func dealWithPending(_ connection: Connection) {
    if !connection.pending.isEmpty {
      // What is asked about is as it is after the facts that wait.
      role.willAttend()
      for _ in 0..<Self.linesPerTurn {
        guard !connection.isClosed, connection.queue.isEmpty,
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
}

extension ConnectionRole {
  /// No: nothing waits for this role's clients.
  func isAwaited(_ line: IncomingLine, from connection: Connection) -> Bool { false }
}
