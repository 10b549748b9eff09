// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import TestSupport
import Testing

@Suite struct DeviceUsersTests {
  /// A program that holds a file open and waits; killed by `deinit`.
  private final class Reader {
    let pid: pid_t

    init(of path: String) throws {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 9, path, O_RDONLY, 0)
      var argv: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
      defer { argv.forEach { free($0) } }
      var pid: pid_t = 0
      let failure = posix_spawnp(&pid, "sleep", &actions, nil, &argv, environ)
      guard failure == 0 else { throw SystemFailure(call: "sleep", errno: failure) }
      self.pid = pid
    }

    deinit {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  @Test("the other program that has a node open is named, and this one is not")
  func holder() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "event0")
    let own = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(own) }
    #expect(DeviceUsers(of: path).holder() == nil)
    let reader = try Reader(of: path)
    #expect(DeviceUsers(of: path).all().map(\.pid) == [reader.pid])
    #expect(DeviceUsers(of: path).holder()?.name == "sleep")
  }

  @Test("users of a node are found through another name of it")
  func link() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "event0")
    symlink(path, folder.path + "/link")
    let reader = try Reader(of: path)
    #expect(DeviceUsers(of: folder.path + "/link").holder()?.pid == reader.pid)
  }

  @Test("a node that does not exist has no users")
  func missing() {
    #expect(DeviceUsers(of: "/nowhere/event0").all() == [])
  }
}
