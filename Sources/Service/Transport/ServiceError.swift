// SPDX-License-Identifier: Apache-2.0

/// Why a socket cannot be served, or a request to it failed.
package enum ServiceError: Error, Hashable {
  /// Connecting to the path failed in the system call `call`.
  case connectionFailed(path: String, call: String, errno: Int32)
  /// The service refused the connection or the request; `message` says why.
  case refused(path: String, message: String)
  /// The service did not respond.
  case noResponse(path: String)
  /// The path is empty, contains NUL, or is longer than `limit` bytes.
  case pathNotUsable(path: String, limit: Int)
  /// The path exists and is not a socket, but for example a file or a folder.
  case notASocket(path: String)
  /// Another server accepts connections at the path.
  case alreadyServed(path: String)
  /// The socket could not be created; `call` is the system call that failed.
  case listenFailed(path: String, call: String, errno: Int32)
}
