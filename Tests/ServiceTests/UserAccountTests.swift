// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Service

/// The order in which clients are served, and the share of each user.
struct UserAccountTests {
  private let desk: Desk
  private let connections: [Connection]
  private let programs: [Observer]

  init() throws {
    desk = try Desk()
    let names = ["a", "b", "c"]
    let desk = desk
    programs = try names.map { try desk.greet($0) }
    connections = desk.programs.programs.compactMap(\.connection)
  }

  @Test("Clients of a user are served in the order in which they became ready")
  func order() {
    let account = UserAccount(of: 1)
    #expect(account.next(with: connections[0], in: 1) === connections[0])
    account.charge(UserAccount.share)
    // The share is used up: clients that become ready now are served first in the next round.
    #expect(account.next(with: connections[1], in: 1) == nil)
    #expect(account.next(with: connections[2], in: 1) == nil)
    #expect(account.next(with: connections[0], in: 2) === connections[1])
    #expect(account.next(with: connections[0], in: 2) === connections[2])
    #expect(account.next(with: connections[1], in: 2) === connections[0])
    #expect(account.served == UserAccount.share)
  }

  @Test("A client that was closed is not served any more")
  func closed() {
    let account = UserAccount(of: 1)
    account.charge(.zero)
    #expect(account.next(with: connections[0], in: 1) === connections[0])
    account.charge(UserAccount.share)
    #expect(account.next(with: connections[1], in: 1) == nil)
    account.closed(connections[1])
    #expect(account.next(with: connections[2], in: 2) === connections[2])
  }
}
