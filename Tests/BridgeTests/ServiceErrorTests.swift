// SPDX-License-Identifier: Apache-2.0
import Bridge
import Glibc
import Service
import Testing

/// What the program says, and ends with, where its sockets cannot be used.
@Suite struct ServiceErrorTests {
  @Test(
    "A socket that may not be served or asked ends the program with the status for a missing right",
    arguments: [
      (EACCES, Bridge.ExitStatus.notPermitted), (EPERM, .notPermitted), (ENOENT, .failed),
    ])
  func rights(_ number: Int32, _ status: Bridge.ExitStatus) {
    let path = "/run/place"
    let errors: [ServiceError] = [
      .listenFailed(path: path, call: "bind", errno: number),
      .connectionFailed(path: path, call: "connect", errno: number),
    ]
    for complaint in errors.map(Complaint.init(describing:)) {
      #expect(complaint.status == status && complaint.message.contains(path))
    }
  }
}
