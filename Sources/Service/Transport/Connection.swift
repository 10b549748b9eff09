// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A client: a line in, a line out.
///
/// What it is sent waits in a bounded queue; past the bound the facts that wait are dropped, and once
/// it has read what was under way it gets a snapshot in their place. While something waits for it to
/// read, nothing more is read of it.
final class Connection {
  let descriptor: Int32
  /// Who connected.
  let peer: Peer
  /// What it has yet to be sent.
  let queue: OutgoingQueue
  /// What it has sent and nobody has dealt with; nil for a line that is too long.
  private(set) var pending: ArraySlice<[UInt8]?> = []
  /// Whether it has gone, or is not served any more.
  fileprivate(set) var isClosed = false
  /// Whether it has said that it will send nothing more.
  fileprivate(set) var isAtEnd = false
  /// Whether no snapshot may be taken now: the engine is in the middle of something.
  var holdsSnapshots = false
  fileprivate unowned let server: ConnectionServer
  private var lines: IncomingLines

  fileprivate init(_ descriptor: Int32, _ peer: Peer, of server: ConnectionServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.server = server
    queue = OutgoingQueue(limit: server.limits.queuedBytes)
    lines = IncomingLines(limit: server.limits.lineBytes)
  }

  /// The most that a line of its may have, in bytes.
  var lineLimit: Int { server.limits.lineBytes }

  // MARK: Out

  /// Sends facts; where they find no room, a snapshot takes their place.
  func send(facts: [UInt8]) {
    guard !isClosed else { return }
    // Behind a backlog the loop says when there is room; asking now would only cost.
    let isBlocked = !queue.isEmpty
    queue.append(facts)
    if !isBlocked { flush() }
  }

  /// Sends an answer or a question, before which nothing else waits.
  func send(answer: [UInt8]) {
    guard !isClosed else { return }
    queue.append(answer: answer)
    flush()
  }

  /// Sends the state, from which the facts that follow count.
  func send(snapshot: [UInt8]) {
    guard !isClosed else { return }
    queue.append(snapshot: snapshot)
    flush()
  }

  /// Sends what waits, as far as the client takes it at once.
  fileprivate func flush() {
    var outcome = queue.send(to: descriptor)
    if outcome == .drained, queue.needsSnapshot, !holdsSnapshots {
      queue.append(snapshot: server.role.resync(for: self))
      outcome = queue.send(to: descriptor)
    }
    switch outcome {
    case .drained: watchForMore()
    case .blocked: server.loop.rewatch(descriptor, for: .write)
    case .gone: close()
    }
  }

  /// Waits for what the client sends next; what was read ahead of its turn is dealt with as soon as there
  /// is room for an answer, which is now.
  fileprivate func watchForMore() {
    server.loop.rewatch(descriptor, for: pending.isEmpty ? .read : .write)
  }

  /// Lets the client go.
  func close() {
    server.close(self)
  }

  // MARK: In

  /// Reads what has arrived, a piece of it: a client that never stops sending gets no more of a turn.
  ///
  /// - Returns: false at the end of file, or when the connection is broken.
  fileprivate func read() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) {
      let count = recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      pending += lines.take(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<count]))
      return count > 0
    }
  }

  /// Takes the first line that a test agrees to out of its turn, behind so many that were tested before.
  ///
  /// - Returns: whether there was one.
  func takePending(behind tested: Int, where isWanted: ([UInt8]) -> Bool) -> Bool {
    for index in pending.indices.dropFirst(tested) {
      guard let line = pending[index], isWanted(line) else { continue }
      pending.remove(at: index)
      return true
    }
    return false
  }

  fileprivate func nextPending() -> [UInt8]?? {
    let line = pending.popFirst()
    // A slice keeps what was taken from it: a line may be long, and its sender silent from then on.
    if pending.isEmpty { pending = [] }
    return line
  }

  /// Waits for the client alone, to send something or to go; lines that come are then ``pending``.
  ///
  /// - Parameters:
  ///   - milliseconds: for how long at most.
  ///   - others: descriptors that must not wait either.
  /// - Returns: the descriptors among the others that have something; nil where the client has gone.
  func wait(milliseconds: Int32, besides others: [Int32]) -> [Int32]? {
    guard !isClosed, !isAtEnd else { return nil }
    let wanted = queue.isEmpty ? POLLIN : POLLIN | POLLOUT
    var entries = [pollfd(fd: descriptor, events: Int16(wanted), revents: 0)]
    entries += others.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
    if entries[0].revents & Int16(POLLOUT) != 0 { flush() }
    if isClosed { return nil }
    if entries[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, !read() {
      isAtEnd = true
      return nil
    }
    return entries.dropFirst().filter { $0.revents != 0 }.map(\.fd)
  }
}

/// What a socket is for: who is served at it, and how.
protocol ConnectionRole: AnyObject {
  /// Before a client is attended to: facts that wait belong before what it asks.
  func willAttend()
  /// A client has come.
  func opened(_ connection: Connection)
  /// A client has sent a line, nil for one that is too long.
  func received(_ line: [UInt8]?, from connection: Connection)
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
  fileprivate let loop: any DescriptorLoop
  fileprivate unowned let role: any ConnectionRole
  let limits: ConnectionLimits
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
    guard let peer = Peer(of: descriptor), isPermitted(peer, descriptor) else {
      return refuse(descriptor, .notPermitted)
    }
    if connections.count >= limits.connections || DescriptorReserve.has(descriptor) {
      return refuse(descriptor, .tooManyConnections)
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

  private func refuse(_ descriptor: Int32, _ reason: RefusalReason) {
    let line = refusal(reason)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    Glibc.close(descriptor)
  }

  fileprivate func close(_ connection: Connection) {
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
      connection.queue.isEmpty, connection.pending.isEmpty, !connection.isAtEnd
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
        guard !connection.isClosed, connection.queue.isEmpty, let line = connection.nextPending()
        else { break }
        role.received(line, from: connection)
      }
    }
    guard !connection.isClosed, connection.queue.isEmpty else { return }
    if connection.isAtEnd, connection.pending.isEmpty {
      connection.close()
    } else {
      connection.watchForMore()
    }
  }
}

/// Why a client is not served.
package enum RefusalReason: String, Encodable, Sendable {
  /// It belongs to another user.
  case notPermitted
  /// As many as there may be are served already.
  case tooManyConnections
}
