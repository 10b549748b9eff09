// SPDX-License-Identifier: Apache-2.0
internal import CLinux
import Glibc

/// The users besides root who may read a device: according to the owner, group and mode of its
/// node, and to its access control list, in which a login manager lists the user at the seat.
package struct DeviceReaders: Hashable, Sendable {
  /// A group and its members.
  package struct Group: Hashable, Sendable {
    package var name: String
    package var members: [String]
  }

  /// The users who may read the device.
  package var users: [String] = []
  /// The groups whose members may read the device.
  package var groups: [Group] = []
  /// Whether every user may read the device.
  package var areEverybody = false

  /// Reads the permissions of a node.
  ///
  /// - Returns: nil if they cannot be read.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IRUSR != 0, status.st_uid != 0 { add(user: status.st_uid) }
    let list = Self.accessList(of: path)
    // With an access control list, the group bits of the mode are the list's mask.
    if list.isEmpty, status.st_mode & S_IRGRP != 0 { add(group: status.st_gid) }
    for entry in list where entry.permission & 4 != 0 && status.st_mode & S_IRGRP != 0 {
      switch entry.tag {
      case 0x02: add(user: entry.id)
      case 0x04: add(group: status.st_gid)
      case 0x08: add(group: entry.id)
      default: break
      }
    }
    areEverybody = status.st_mode & S_IROTH != 0
  }

  private mutating func add(user: UInt32) {
    users.append(getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)")
  }

  private mutating func add(group number: UInt32) {
    // Root's own group is not listed, because its members count as root.
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

  /// Parses the entries of `system.posix_acl_access`: `struct posix_acl_xattr_entry`, after a
  /// version number.
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
