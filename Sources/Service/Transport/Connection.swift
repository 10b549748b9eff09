// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// A client's connection, which exchanges lines.
///
/// Lines to the client wait in a bounded queue. If the bound is exceeded, pending notifications are
/// dropped, and a snapshot is sent once the client has read the remaining lines. Nothing is read
/// from a client while lines to it are waiting.
final class Connection {
  let descriptor: Int32
  /// The process at the other end.
  let peer: Peer
  /// The lines to be sent.
  let queue: OutgoingQueue
  /// The received lines that are not processed yet.
  private(set) var pending: ArraySlice<IncomingLine> = []
  /// The memory that those lines take, in bytes.
  private var pendingCost = 0
  /// Whether the connection is closed.
  var isClosed = false
  /// Whether the client has closed its sending side.
  var isAtEnd = false
  /// Whether a request of this client has no response yet.
  ///
  /// Later lines wait, except for responses that an operation waits for.
  var isHeld = false
  /// Whether that request gets its response even if the client has closed its sending side, as a
  /// shell does.
  var owesResponse = false
  /// The operation of that request; nil for none.
  var operation: ObjectIdentifier?
  unowned let server: ConnectionServer
  /// The account of the client's user.
  let account: UserAccount
  /// Whether the client is queued to be served, and the readiness that it has reported.
  var isWaiting = false
  var readiness: Readiness = []
  /// The round in which the client was last queued.
  var round = 0
  /// The total time for which the client has been served.
  var served = Duration.zero
  private var lines: IncomingLines
  private var received = false

  init(_ descriptor: Int32, _ peer: Peer, account: UserAccount, of server: ConnectionServer) {
    self.descriptor = descriptor
    self.peer = peer
    self.account = account
    self.server = server
    queue = OutgoingQueue(limit: server.limits.queuedBytes)
    lines = IncomingLines(limit: server.limits.lineBytes)
  }

  /// The maximum length of a line, in bytes.
  var lineLimit: Int { server.limits.lineBytes }

  // MARK: Outgoing lines

  /// Sends notifications; if the queue would exceed its bound, a snapshot replaces them.
  func send(notifications: [UInt8]) {
    guard !isClosed else { return }
    if queue.isEmpty, !queue.needsSnapshot {
      // If everything was sent, the loop still watches for the client's next line.
      if !queue.sendAtOnce(notifications, to: descriptor) { flush() }
      return
    }
    // If lines are waiting, the loop reports when there is room; trying now would be a wasted call.
    let isBlocked = !queue.isEmpty
    let wasBehind = queue.needsSnapshot
    queue.append(notifications)
    if queue.needsSnapshot, !wasBehind { server.log(.behind(peer, at: server.role.socketName)) }
    if !isBlocked { flush() }
  }

  /// Sends a response, or a request from the server, after the pending lines.
  func send(response: [UInt8]) {
    guard !isClosed else { return }
    queue.append(response: response)
    flush()
  }

  /// Sends the state that the later notifications build on.
  func send(snapshot: [UInt8]) {
    guard !isClosed else { return }
    queue.append(snapshot: snapshot)
    flush()
  }

  /// Sends the pending lines without blocking.
  func flush() {
    var outcome = queue.send(to: descriptor)
    if outcome == .drained, queue.needsSnapshot {
      queue.append(snapshot: server.role.resync(for: self))
      outcome = queue.send(to: descriptor)
    }
    switch outcome {
    case .drained: watchForMore()
    case .blocked: server.loop.rewatch(descriptor, for: .write)
    case .disconnected: close()
    }
  }

  /// Waits for the next line.
  ///
  /// If lines were received already, waits for room to respond instead, which returns at once.
  ///
  /// - Parameter isCutOff: whether the turn ended before all received lines were looked at. One of
  ///   them may be the response that an operation waits for.
  func watchForMore(isCutOff: Bool = false) {
    guard !isHeld || isCutOff else {
      // Lines that cannot be processed yet are read only because one may be an awaited response.
      let mayRead = !isAtEnd && pendingCost <= lineLimit
      return server.loop.rewatch(descriptor, for: mayRead ? .read : [])
    }
    server.loop.rewatch(descriptor, for: pending.isEmpty ? .read : .write)
  }

  func close() {
    server.close(self)
  }

  // MARK: Incoming lines

  /// Whether the client has sent anything at all, even part of a line.
  var hasSent: Bool {
    if received { return true }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) > 0
  }

  /// C's `POLLRDHUP`, which Glibc's module does not export.
  private static let endOfInput: Int16 = 0x2000

  /// Whether the client has closed its sending side, even if this was not read yet.
  var hasEnded: Bool {
    if isClosed || isAtEnd { return true }
    var entry = pollfd(fd: descriptor, events: Self.endOfInput, revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Whether more may be read from the client.
  var mayRead: Bool {
    queue.isEmpty && !isAtEnd && (isHeld ? pendingCost <= lineLimit : pending.isEmpty)
  }

  /// Reads at most one block, so that a client that never stops sending does not delay others.
  ///
  /// - Returns: false at the end of file, or if the connection is broken.
  func read() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) {
      let count = recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      received = received || count > 0
      let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<count])
      for line in lines.take(bytes) {
        pending.append(line)
        pendingCost += Self.cost(line)
      }
      return count > 0
    }
  }

  /// Removes and returns the first pending line that may be processed while the current request has
  /// no response yet; nil if there is none.
  func takePending(by precedence: (IncomingLine) -> LinePrecedence) -> IncomingLine? {
    var followsRequest = false
    return takePending { line in
      switch precedence(line) {
      case .afterRequest:
        followsRequest = true
        return false
      case .beforeRequest: return !followsRequest
      case .beforeAll: return true
      }
    }
  }

  /// Removes and returns the first pending line that `isWanted` accepts; nil if there is none.
  func takePending(where isWanted: (IncomingLine) -> Bool) -> IncomingLine? {
    for index in pending.indices {
      let line = pending[index]
      guard isWanted(line) else { continue }
      pendingCost -= Self.cost(line)
      pending.remove(at: index)
      return line
    }
    return nil
  }

  func nextPending() -> IncomingLine? {
    let line = pending.popFirst()
    if let line { pendingCost -= Self.cost(line) }
    // An empty slice still keeps the whole buffer alive; the buffer may be large and its client
    // idle.
    if pending.isEmpty { pending = [] }
    return line
  }

  private static func cost(_ line: IncomingLine) -> Int { line.bytes.count + 64 }
}
