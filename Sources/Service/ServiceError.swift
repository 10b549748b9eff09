// SPDX-License-Identifier: Apache-2.0

/// What keeps a socket from being served, or asked.
package enum ServiceError: Error, Hashable {
  /// Nobody can be asked at the path; `call` is the system call that said so.
  case connectionFailed(path: String, call: String, errno: Int32)
  /// Who listens at the path says why it does not do what it is asked.
  case refused(path: String, message: String)
  /// Who listens at the path does not answer.
  case noAnswer(path: String)
  /// A socket's path must have at least one byte, no NUL, and at most `limit` bytes.
  case pathNotUsable(path: String, limit: Int)
  /// Something else stands at the path: a file, a folder.
  case notASocket(path: String)
  /// Another server answers at the path.
  case alreadyServed(path: String)
  /// The socket cannot be made; `call` is the system call that said so.
  case listenFailed(path: String, call: String, errno: Int32)
}
