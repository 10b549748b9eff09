// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Service
import Testing

/// The message and exit status if a socket cannot be used.
@Suite struct ServiceErrorTests {
  @Test(
    "A socket that may not be opened gives the exit status for a missing permission",
    arguments: [
      (EACCES, Bridge.ExitStatus.notPermitted), (EPERM, .notPermitted), (ENOENT, .failed),
    ])
  func rights(_ number: Int32, _ status: Bridge.ExitStatus) {
    let path = "/run/place"
    let errors: [ServiceError] = [
      .listenFailed(path: path, call: "bind", errno: number),
      .connectionFailed(path: path, call: "connect", errno: number),
    ]
    for userError in errors.map(UserFacingError.init(describing:)) {
      #expect(userError.status == status && userError.message.contains(path))
    }
  }
}
