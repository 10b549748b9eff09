// SPDX-License-Identifier: Apache-2.0

/// A program to which codes or commands are owed, for `keybridge status`.
package struct DeliveryReceiver: Encodable, Hashable, Sendable {
  /// Whether the program is connected, and has asked for what is owed.
  package var connected: Bool
  /// How many items were dropped since the start of the service.
  package var dropped: Int
  /// The name in the settings.
  package var name: String
  /// How many items it has not acknowledged.
  package var owed: Int
}
