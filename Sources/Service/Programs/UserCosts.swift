// SPDX-License-Identifier: Apache-2.0

/// How much a user's programs cost.
package struct UserCosts: Encodable, Hashable, Sendable {
  package var user: UInt32
  package var connections: Int
  package var programs: Int
  /// How many programs have disconnected and are kept.
  package var kept: Int
  package var textUnits: Int
  /// For how long the user's clients have been served in total.
  package var servedMilliseconds: Int
  /// The process that has been served longest.
  package var busiestProcess: Int32?
}
