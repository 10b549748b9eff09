// SPDX-License-Identifier: Apache-2.0
import Devices

/// The findings of `doctor` about users who can read keyboards.
extension Finding {
  /// Checks who can read keyboards, because such a user can log every key, including passwords.
  ///
  /// - Parameters:
  ///   - keyboards: the attached keyboards.
  ///   - group: the group that the udev rule gives access.
  /// - Returns: a finding for each set of users with access.
  static func readers(of keyboards: [DeviceListing], group: String) -> [Finding] {
    var paths: [DeviceReaders: [String]] = [:]
    for keyboard in keyboards {
      guard let readers = DeviceReaders(of: keyboard.info.path) else { continue }
      paths[readers, default: []].append(keyboard.info.path)
    }
    return paths.sorted { $0.value[0] < $1.value[0] }.map { readers, paths in
      let devices = paths.joined(separator: ", ")
      if readers.areEverybody {
        return .trouble(
          "\(devices) can be read by every user: every program can log what is typed",
          "find the udev rule that permits it: udevadm test /sys/class/input/eventN")
      }
      let what = "\(devices) can be read by \(readers.words)"
      let others = readers.groups.filter { $0.name != group && !$0.members.isEmpty }
      guard !readers.users.isEmpty || !others.isEmpty else { return .good(what) }
      return .remark(
        what,
        "they can log every key; clients of the service need only its socket, group 'keybridge'"
      )
    }
  }
}

extension DeviceReaders {
  /// The users and groups in words.
  fileprivate var words: String {
    let groups = groups.map { group in
      let members = group.members.isEmpty ? "nobody" : group.members.joined(separator: " ")
      return "group '\(group.name)' (\(members))"
    }
    return (["root"] + users.map { "user '\($0)'" } + groups).joined(separator: ", ")
  }
}
