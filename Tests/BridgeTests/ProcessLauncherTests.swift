// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import Bridge

/// The state that a command's process inherits.
@Suite struct ProcessLauncherTests {
  /// Runs a line of shell script as a command's process and returns its exit status.
  private func status(of script: String) throws -> Int32 {
    let process = try ProcessLauncher.start(
      ["sh", "-c", script], variables: [:], showsOutput: false
    )
    .get()
    var status: Int32 = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  @Test("An inherited descriptor without close-on-exec is closed in the process")
  func inherited() throws {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let inherited = fcntl(file, F_DUPFD, 200)
    defer { close(inherited) }
    #expect(inherited >= 200 && fcntl(inherited, F_GETFD) & FD_CLOEXEC == 0)
    #expect(try status(of: "test -e /proc/$$/fd/0") == 0)
    #expect(try status(of: "test ! -e /proc/$$/fd/\(inherited)") == 0)
  }
}
