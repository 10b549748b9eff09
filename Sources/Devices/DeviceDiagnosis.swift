// SPDX-License-Identifier: Apache-2.0
import Glibc
import Keys

/// The state of devices that `keybridge doctor` checks, as values without wording.
package struct DeviceDiagnosis: Hashable, Sendable {
  /// The group to which the udev rule assigns keyboards, and the membership in it.
  package struct Group: Hashable, Sendable {
    /// The name of the group.
    package var name: String
    /// The group ID; nil if the group does not exist.
    package var number: UInt32?
    /// Whether the user is a member according to the system's database.
    package var hasUser: Bool
    /// Whether this process has the group: a new membership takes effect at the next login.
    package var hasProcess: Bool
  }

  /// Whether sysfs shows input devices.
  package var hasSysfs: Bool
  /// Whether udevd is running, judged by its control socket.
  package var hasUdevDaemon: Bool
  /// The reasons why changes may be missed: one `errno` for each source of changes that failed.
  package var monitorFailures: [Int32]
  /// Whether the folder of device nodes exists.
  package var hasFolder: Bool
  /// The group.
  package var group: Group
  /// Whether this process runs as root.
  package var isRoot: Bool
  /// All devices with keys, with their access and the processes that have them open.
  package var devices: [DeviceListing]

  /// Collects the state.
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
  /// Looks up a group.
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

  /// Returns the groups that the user will have after the next login.
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
