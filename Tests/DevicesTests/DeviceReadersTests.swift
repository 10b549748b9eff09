// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import TestSupport
import TestTraits
import Testing

/// The users who may read a node, in addition to root.
struct DeviceReadersTests {
  private let path: String
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write([], to: "event0")
  }

  private func readers(_ mode: mode_t, user: uid_t = 0, group: gid_t = 0) throws -> DeviceReaders {
    try #require(chown(path, user, group) == 0 && chmod(path, mode) == 0)
    return try #require(DeviceReaders(of: path))
  }

  @Test("the owner, the group and all other users are readers if the mode permits it", .needsRoot)
  func modes() throws {
    let closed = try readers(0o600)
    #expect(closed.users.isEmpty && closed.groups.isEmpty && !closed.areEverybody)
    let owned = try readers(0o660, user: 1, group: 2)
    #expect(owned.users == ["daemon"] && owned.groups.map(\.name) == ["bin"] && !owned.areEverybody)
    // A user whose primary group it is belongs to the group, even if the list of members lacks the
    // user.
    #expect(owned.groups.first?.members.contains("bin") == true)
    #expect(try readers(0o220, user: 1, group: 2) == closed)
    let open = try readers(0o604, group: 4_000_000)
    #expect(open.areEverybody && open.groups.isEmpty && open.users.isEmpty)
    #expect(try readers(0o640, group: 4_000_000).groups.map(\.name) == ["4000000"])
    #expect(DeviceReaders(of: "/none") == nil)
  }

  /// An access list in the kernel's format: a version, then a tag, permissions and a number for
  /// each entry.
  private static let list = """
    import os, struct, sys
    mask = int(sys.argv[2])
    entries = [(1, 6, -1), (2, 6, 1), (4, 0, -1), (8, 6, 2), (16, mask, -1), (32, 0, -1)]
    os.setxattr(sys.argv[1], "system.posix_acl_access",
                struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries))
    """

  @Test(
    "users and groups of the access list count within its mask", .needsRoot, .needs("python3"))
  func accessList() throws {
    for (mask, users, groups) in [("6", ["daemon"], ["bin"]), ("2", [], [])] {
      _ = try readers(0o600)
      let set = try Child.run(["python3", "-c", Self.list, path, mask])
      // The file system may not support access lists.
      guard set.status == 0 else { return }
      let found = try #require(DeviceReaders(of: path))
      #expect(found.users == users && found.groups.map(\.name) == groups)
    }
  }
}
