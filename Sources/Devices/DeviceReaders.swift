// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// The users who may read a device besides root: by the owner, group and mode of its node, and by
/// its access list, in which a login manager lists the person at the seat.
package struct DeviceReaders: Hashable, Sendable {
  /// A group, with the users that are in it.
  package struct Group: Hashable, Sendable {
    package var name: String
    package var members: [String]
  }

  /// The users who may.
  package var users: [String] = []
  /// The groups whose members may.
  package var groups: [Group] = []
  /// Whether everybody may.
  package var areEverybody = false

  /// Looks at a node.
  ///
  /// - Returns: nil where it cannot be looked at.
  package init?(of path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    if facts.st_mode & S_IRUSR != 0, facts.st_uid != 0 { add(user: facts.st_uid) }
    let list = Self.accessList(of: path)
    // With a list the group's bits of the mode are its mask.
    if list.isEmpty, facts.st_mode & S_IRGRP != 0 { add(group: facts.st_gid) }
    for entry in list where entry.permission & 4 != 0 && facts.st_mode & S_IRGRP != 0 {
      switch entry.tag {
      case 0x02: add(user: entry.id)
      case 0x04: add(group: facts.st_gid)
      case 0x08: add(group: entry.id)
      default: break
      }
    }
    areEverybody = facts.st_mode & S_IROTH != 0
  }

  private mutating func add(user: UInt32) {
    users.append(getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)")
  }

  private mutating func add(group number: UInt32) {
    // Root's own group is root's.
    guard number != 0 else { return }
    var members: Set<String> = []
    var name = "\(number)"
    if let group = getgrgid(number) {
      name = String(cString: group.pointee.gr_name)
      var next = group.pointee.gr_mem
      while let current = next, let member = current.pointee {
        members.insert(String(cString: member))
        next = current + 1
      }
    }
    setpwent()
    while let user = getpwent() {
      if user.pointee.pw_gid == number { members.insert(String(cString: user.pointee.pw_name)) }
    }
    endpwent()
    groups.append(Group(name: name, members: members.sorted()))
  }

  /// The entries of `system.posix_acl_access`: `struct posix_acl_xattr_entry`, behind a version.
  private static func accessList(
    of path: String
  ) -> [(tag: UInt16, permission: UInt16, id: UInt32)] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = getxattr(path, "system.posix_acl_access", &bytes, bytes.count)
    guard count > 4 else { return [] }
    return bytes[..<count].withUnsafeBytes { list in
      stride(from: 4, through: list.count - 8, by: 8).map { offset in
        (
          UInt16(littleEndian: list.loadUnaligned(fromByteOffset: offset, as: UInt16.self)),
          UInt16(littleEndian: list.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self)),
          UInt32(littleEndian: list.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
        )
      }
    }
  }
}
