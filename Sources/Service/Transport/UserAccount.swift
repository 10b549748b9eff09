// SPDX-License-Identifier: Apache-2.0

/// What the clients of one user cost at a socket, and which of them wait to be served.
///
/// Users are served in rounds. In a round each has a share of the loop's time, however many connections it has; within
/// its share its clients are served in the order in which they became ready. So neither a user with many connections
/// nor a client that sends costly requests delays others for longer than a share.
final class UserAccount {
  /// How long a user's clients are served in a round.
  static let share = Duration.milliseconds(4)

  /// The user.
  let user: UInt32
  /// How many connections are open.
  private(set) var connections = 0
  /// How long its clients were served in all.
  private(set) var served = Duration.zero
  private var waiting: [Connection] = []
  private var round = 0
  private var spent = Duration.zero

  init(of user: UInt32) {
    self.user = user
  }

  /// Counts a connection that is opened.
  func opened() { connections += 1 }

  /// Counts a connection that is closed.
  func closed(_ connection: Connection) {
    connections -= 1
    waiting.removeAll { $0 === connection }
  }

  /// Takes the client that is served next, which may be another one than the client that became ready.
  ///
  /// - Returns: nil when the user's share of the round is used up; the loop comes back to a client that is still ready.
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

  /// Adds the time that it took to serve a client.
  func charge(_ duration: Duration) {
    spent += duration
    served += duration
  }
}
