// SPDX-License-Identifier: Apache-2.0

/// The cost of one user's clients at a socket, and the queue of those that are ready.
///
/// Users are served in rounds. In each round a user has the same share of the loop's time, whatever
/// the number of connections. Within the share, clients are served in the order in which they
/// became ready. So neither many connections nor costly requests delay other users for longer than
/// one share.
final class UserAccount {
  /// For how long a user's clients are served in a round.
  static let share = Duration.milliseconds(4)

  let user: UInt32
  private(set) var connections = 0
  /// For how long the user's clients have been served in total.
  private(set) var served = Duration.zero
  private var waiting: [Connection] = []
  private var round = 0
  private var spent = Duration.zero

  init(of user: UInt32) {
    self.user = user
  }

  func opened() { connections += 1 }

  func closed(_ connection: Connection) {
    connections -= 1
    waiting.removeAll { $0 === connection }
  }

  /// Returns the client to serve next, which may be another one than the client that became ready.
  ///
  /// - Returns: nil if the user's share of the round is used up; the loop reports ready clients
  ///   again.
  func next(with connection: Connection, in round: Int) -> Connection? {
    if !connection.isWaiting {
      connection.isWaiting = true
      waiting.append(connection)
    }
    if self.round != round {
      self.round = round
      spent = .zero
    }
    guard spent < Self.share else { return nil }
    let next = waiting.removeFirst()
    next.isWaiting = false
    return next
  }

  /// Charges the user for the time that it took to serve a client.
  func charge(_ duration: Duration) {
    spent += duration
    served += duration
  }
}
