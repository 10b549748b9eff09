// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// What `keybridge doctor` looks at around devices: facts only.
package struct DeviceDiagnosis: Hashable, Sendable {
  /// The group that the udev rule gives keyboards to, and whether this process is in it.
  package struct Group: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its number; nil where the machine has no such group.
    package var number: UInt32?
    /// Whether the machine's records count the user in.
    package var hasUser: Bool
    /// Whether this process has it: membership counts from the next login on.
    package var hasProcess: Bool
  }

  /// Whether sysfs shows input devices.
  package var hasSysfs: Bool
  /// Whether udevd runs: it has its control socket.
  package var hasUdevDaemon: Bool
  /// What could not be had of the means to notice changes: an `errno` each.
  package var monitorFailures: [Int32]
  /// Whether there is a folder for nodes.
  package var hasFolder: Bool
  /// The group.
  package var group: Group
  /// Whether this process may do anything, being root's.
  package var isRoot: Bool
  /// Every device that has keys, with who may open it and who has it open.
  package var devices: [DeviceListing]

  /// Looks.
  package init(
    groupName: String = "keybridge-input", folder: String = "/dev/input",
    finder: any NodeFinder = KeyboardFinder(), opener: EvdevKeyboard.Opener = EvdevKeyboard.open
  ) {
    hasSysfs = access("/sys/class/input", F_OK) == 0
    hasUdevDaemon = access("/run/udev/control", F_OK) == 0
    monitorFailures = finder.failures
    hasFolder = access(folder, F_OK) == 0
    group = Group(named: groupName)
    isRoot = geteuid() == 0
    devices = DeviceListing.all(finder: finder, opener: opener)
  }
}

extension DeviceDiagnosis.Group {
  /// Looks a group up.
  package init(named name: String) {
    self.name = name
    let number = getgrnam(name).map { $0.pointee.gr_gid }
    self.number = number
    hasUser = false
    hasProcess = false
    guard let number else { return }
    var groups = [gid_t](repeating: 0, count: max(Int(getgroups(0, nil)), 0))
    let count = max(Int(getgroups(Int32(groups.count), &groups)), 0)
    hasProcess = getegid() == number || groups.prefix(count).contains(number)
    hasUser = Self.groupsOfUser().contains(number)
  }

  /// The groups that the next login of the user will have.
  private static func groupsOfUser() -> [gid_t] {
    guard let user = getpwuid(getuid()) else { return [] }
    var count: Int32 = 256
    var groups = [gid_t](repeating: 0, count: Int(count))
    while getgrouplist(user.pointee.pw_name, user.pointee.pw_gid, &groups, &count) < 0 {
      guard count > groups.count else { return [] }
      groups = [gid_t](repeating: 0, count: Int(count))
    }
    return Array(groups.prefix(Int(count)))
  }
}
