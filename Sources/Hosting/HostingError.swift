// SPDX-License-Identifier: Apache-2.0

/// The reason why a program cannot be hosted.
package enum HostingError: Error, Hashable {
  /// The kernel gives no terminal.
  case terminal(errno: Int32)
  /// The program cannot be started.
  case program(String, errno: Int32)
}
