// SPDX-License-Identifier: Apache-2.0
import Keys

/// The clients that have not sent `hello` yet, the longest connected first.
///
/// Such a client is disconnected after a few seconds, or earlier if another client needs its place.
final class SilentClients {
  /// How long a client may take to send `hello`.
  static let limit = Duration.seconds(10)
  /// How long a client that has sent something keeps its place if another client needs it.
  private static let grace = Duration.seconds(1)

  private let now: () -> Timestamp
  private let schedule: Schedule
  private let close: (Connection) -> Void
  private var clients: [(connection: Connection, since: Timestamp)] = []
  private var cancelTimer: (() -> Void)?

  /// - Parameters:
  ///   - now: returns the current time.
  ///   - schedule: calls a closure later.
  ///   - close: disconnects a client after the time limit.
  init(
    now: @escaping () -> Timestamp, schedule: @escaping Schedule,
    close: @escaping (Connection) -> Void
  ) {
    self.now = now
    self.schedule = schedule
    self.close = close
  }

  deinit {
    cancelTimer?()
  }

  /// Adds a client that has just connected.
  func add(_ connection: Connection) {
    clients.append((connection, now()))
    if cancelTimer == nil { setTimer(after: Self.limit) }
  }

  /// Removes a client that has sent `hello` or has disconnected.
  func remove(_ connection: Connection) {
    clients.removeAll { $0.connection === connection }
    guard clients.isEmpty else { return }
    cancelTimer?()
    cancelTimer = nil
  }

  /// Finds the client that gives up its place to another one.
  ///
  /// - Parameter isMeant: whether a client's place is suitable.
  /// - Returns: the client; nil if none can be disconnected.
  func first(where isMeant: (Connection) -> Bool) -> Connection? {
    let latest = now().advanced(by: .zero - Self.grace)
    return clients.first { client in
      isMeant(client.connection) && (client.since <= latest || !client.connection.hasSent)
    }?.connection
  }

  private func setTimer(after delay: Duration) {
    cancelTimer = schedule(delay) { [unowned self] in
      cancelTimer = nil
      closeLate()
    }
  }

  private func closeLate() {
    let latest = now().advanced(by: .zero - Self.limit)
    for client in clients.prefix(while: { $0.since <= latest }) { close(client.connection) }
    guard let first = clients.first, cancelTimer == nil else { return }
    setTimer(after: .microseconds(first.since.microseconds(since: latest)))
  }
}
