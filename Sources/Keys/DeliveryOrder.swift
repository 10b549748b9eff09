// SPDX-License-Identifier: Apache-2.0

/// The programs that must receive something, such as a code or a command, even if they are not
/// connected now.
///
/// The service keeps it until each of them has acknowledged it.
public struct DeliveryOrder: Hashable, Sendable {
  /// The names of the programs, as they give them in `hello`.
  public var receivers: [String]
  /// The user of the programs; nil for any.
  public var user: UInt32?
  /// How many items are kept for each program at most; the oldest are dropped.
  public var limit: Int

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - receivers: the names of the programs.
  ///   - user: their user; nil for any.
  ///   - limit: how many items are kept for each program at most.
  public init(receivers: [String], user: UInt32? = nil, limit: Int) {
    (self.receivers, self.user, self.limit) = (receivers, user, limit)
  }
}
