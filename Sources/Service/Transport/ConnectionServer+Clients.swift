// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// Accepting and closing connections.
extension ConnectionServer {
  /// Accepts connections again if accepting was paused long enough ago because no descriptor was
  /// left.
  func resume() {
    // Retrying at once would fail again and keep the process busy.
    guard !isAccepting, nextTry <= .now else { return }
    accept()
  }

  func accept() {
    guard let socket, !isAccepting else { return }
    isAccepting = loop.watch(socket.descriptor, for: .read) { [unowned self] _ in acceptAll() }
  }

  func pause() {
    guard let socket, isAccepting else { return }
    loop.unwatch(socket.descriptor)
    isAccepting = false
    nextTry = .now + .milliseconds(100)
  }

  private func acceptAll() {
    role.willAttend()
    // Bounded, so that a process that connects in a loop cannot delay the keyboard.
    for _ in 0..<64 {
      if let descriptor = socket?.accept() {
        admit(descriptor)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return
      // No descriptors or memory are left. The connection remains in the backlog, so watching the
      // socket would keep the process busy. Accepting is tried again when a client disconnects, or
      // after a later frame.
      default: return pause()
      }
    }
  }

  private func admit(_ descriptor: Int32) {
    let found = Peer(of: descriptor)
    guard let peer = found, isPermitted(peer, descriptor) else {
      return refuse(descriptor, found, .notPermitted)
    }
    guard let descriptor = place(for: descriptor, peer) else { return }
    let isWatched = loop.watch(descriptor, for: .read) { [unowned self] readiness in
      attend(to: descriptor, readiness)
    }
    guard isWatched else {
      Glibc.close(descriptor)
      return
    }
    let account = accounts[peer.user] ?? UserAccount(of: peer.user)
    accounts[peer.user] = account
    account.opened()
    let connection = Connection(descriptor, peer, account: account, of: self)
    connections[descriptor] = connection
    silent?.add(connection)
    role.opened(connection)
  }

  /// Makes room for a client, within the limits of its user and of the socket.
  ///
  /// If a limit is reached, a client that has not sent `hello` is disconnected.
  ///
  /// - Returns: the client's descriptor, which may have a new number; nil if the client was
  ///   refused.
  private func place(for descriptor: Int32, _ peer: Peer) -> Int32? {
    if let account = accounts[peer.user], account.connections >= limits.connectionsOfUser {
      guard let other = silent?.first(where: { $0.account === account }) else {
        refuse(descriptor, peer, .tooManyConnections)
        return nil
      }
      end(other, .tooManyConnections)
    }
    let isReserved = DescriptorReserve.has(descriptor)
    guard connections.count >= limits.connections || isReserved else { return descriptor }
    let most = accounts.values.map(\.connections).max()
    guard
      let other = silent?.first(where: { $0.account.connections == most })
        ?? silent?.first(where: { _ in true })
    else {
      refuse(descriptor, peer, .tooManyConnections)
      return nil
    }
    end(other, .tooManyConnections)
    guard isReserved else { return descriptor }
    // The descriptor that was just closed is not a reserved one; move the new client there.
    let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard moved >= 0 else { return descriptor }
    Glibc.close(descriptor)
    return moved
  }

  private func isPermitted(_ peer: Peer, _ descriptor: Int32) -> Bool {
    if peer.user == 0 || peer.user == admission.user { return true }
    guard let group = admission.group else { return false }
    return peer.isMember(of: group, on: descriptor)
  }

  private func refuse(_ descriptor: Int32, _ peer: Peer?, _ reason: RefusalReason) {
    let holder = reason == .tooManyConnections ? most : nil
    log(.refused(peer, at: role.socketName, reason, most: holder))
    sendRefusal(descriptor, reason)
    Glibc.close(descriptor)
  }

  private func sendRefusal(_ descriptor: Int32, _ reason: RefusalReason) {
    let line = refusal(reason)
    _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Disconnects a client that was served, and sends it the reason.
  func end(_ connection: Connection, _ reason: RefusalReason) {
    log(.refused(connection.peer, at: role.socketName, reason, most: nil))
    sendRefusal(connection.descriptor, reason)
    close(connection)
  }

  /// The user with the most connections.
  private var most: LogEntry.Holder? {
    guard let account = accounts.values.max(by: { $0.connections < $1.connections }) else {
      return nil
    }
    let processes = connections.values.filter { $0.account === account }
      .reduce(into: [:]) { $0[$1.peer.process, default: 0] += 1 }
    let process = processes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return LogEntry.Holder(
      user: account.user, process: process ?? 0, connections: account.connections)
  }

  func close(_ connection: Connection) {
    guard !connection.isClosed else { return }
    connection.isClosed = true
    connections[connection.descriptor] = nil
    connection.account.closed(connection)
    if connection.account.connections == 0 { accounts[connection.peer.user] = nil }
    silent?.remove(connection)
    release(connection.descriptor)
    role.closed(connection)
    // The descriptor of the closed connection is available now.
    accept()
  }

  func release(_ descriptor: Int32) {
    loop.unwatch(descriptor)
    Glibc.close(descriptor)
  }
}
