// SPDX-License-Identifier: Apache-2.0

/// Why a client is not served.
package enum RefusalReason: String, Encodable, Sendable {
  /// The client belongs to another user.
  case notPermitted
  /// The maximum number of clients is connected.
  case tooManyConnections
  /// The client did not send `hello` in time.
  case noHello
}
