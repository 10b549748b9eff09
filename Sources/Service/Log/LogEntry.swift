// SPDX-License-Identifier: Apache-2.0
package import Keys

/// An event for the administrator of the machine.
///
/// It never contains typed text.
package struct LogEntry: Hashable, Sendable {
  /// The priority, with the numbers of `syslog(3)`.
  package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    /// Written to a journal only, not to a terminal.
    case info = 6
  }

  /// A field that an entry has in addition to its message, for searches.
  package struct Field: Hashable, Sendable {
    /// Capital letters and underscores.
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The kind of event: a name that never changes, such as `grab.refused`.
  package var event: String
  package var priority: Priority
  /// A sentence that says what happened; further lines are the hint.
  package var message: String
  package var fields: [Field]

  package init(
    _ event: String, _ priority: Priority, _ message: String, _ fields: [Field] = []
  ) {
    (self.event, self.priority, self.message, self.fields) = (event, priority, message, fields)
  }

  /// The fields of every entry about a device.
  package static func fields(of device: DeviceInfo) -> [Field] {
    [Field("DEVICE", device.path), Field("DEVICE_NAME", device.name)]
  }
}
