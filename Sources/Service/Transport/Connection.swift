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
  /// What it has sent and nobody has dealt with.
  private(set) var pending: ArraySlice<IncomingLine> = []
  /// What those lines cost in memory, in bytes.
  private var pendingCost = 0
  /// Whether it has gone, or is not served any more.
  var isClosed = false
  /// Whether it has said that it will send nothing more.
  var isAtEnd = false
  /// Whether a request of its own waits for its answer: the lines behind it wait too, answers that are awaited excepted.
  var isHeld = false
  unowned let server: ConnectionServer
  /// What its user's clients cost.
  let account: UserAccount
  /// Whether it is in line to be served, and what it is ready for.
  var isWaiting = false
  var readiness: Readiness = []
  /// The round in which it was last in line.
  var round = 0
  /// How long it was served in all.
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

  /// The most that a line of its may have, in bytes.
  var lineLimit: Int { server.limits.lineBytes }

  // MARK: Out

  /// Sends facts; where they find no room, a snapshot takes their place.
  func send(facts: [UInt8]) {
    guard !isClosed else { return }
    // Behind a backlog the loop says when there is room; asking now would only cost.
    let isBlocked = !queue.isEmpty
    let wasBehind = queue.needsSnapshot
    queue.append(facts)
    if queue.needsSnapshot, !wasBehind { server.log(.behind(peer, at: server.role.socketName)) }
    if !isBlocked { flush() }
  }

  /// Sends an answer or a question, behind what waits.
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
  func flush() {
    var outcome = queue.send(to: descriptor)
    if outcome == .drained, queue.needsSnapshot {
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
  func watchForMore() {
    guard !isHeld else {
      // Lines that cannot have their turn are read only as far as an answer may be among them.
      let mayRead = !isAtEnd && pendingCost <= lineLimit
      return server.loop.rewatch(descriptor, for: mayRead ? .read : [])
    }
    server.loop.rewatch(descriptor, for: pending.isEmpty ? .read : .write)
  }

  /// Lets the client go.
  func close() {
    server.close(self)
  }

  // MARK: In

  /// Whether it has sent anything at all, be it a part of a line.
  var hasSent: Bool {
    if received { return true }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK)) > 0
  }

  /// Whether there is room for what it sends next.
  var mayRead: Bool {
    queue.isEmpty && !isAtEnd && (isHeld ? pendingCost <= lineLimit : pending.isEmpty)
  }

  /// Reads what has arrived, a piece of it: a client that never stops sending gets no more of a turn.
  ///
  /// - Returns: false at the end of file, or when the connection is broken.
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

  /// Takes out the first line that a test agrees to, ahead of its turn; nil for none.
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
    // A slice keeps what was taken from it: a line may be long, and its sender silent from then on.
    if pending.isEmpty { pending = [] }
    return line
  }

  private static func cost(_ line: IncomingLine) -> Int { line.bytes.count + 64 }
}
