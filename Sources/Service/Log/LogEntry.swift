// SPDX-License-Identifier: Apache-2.0
package import Keys

/// Something that whoever looks after the machine should know; never what was typed.
package struct LogEntry: Hashable, Sendable {
  /// How much it matters: the numbers of `syslog(3)`.
  package enum Priority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    /// Told where a log is kept, not on a terminal.
    case info = 6
  }

  /// A field beside the message, by which entries can be found.
  package struct Field: Hashable, Sendable {
    /// Capitals and underscores.
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// What kind of event it is: a name that never changes, such as `grab.refused`.
  package var event: String
  package var priority: Priority
  /// What happened, in a sentence, and on further lines what to do about it.
  package var message: String
  package var fields: [Field]

  package init(
    _ event: String, _ priority: Priority, _ message: String, _ fields: [Field] = []
  ) {
    (self.event, self.priority, self.message, self.fields) = (event, priority, message, fields)
  }

  /// What an entry about a device can be found by.
  package static func fields(of device: DeviceInfo) -> [Field] {
    [Field("DEVICE", device.path), Field("DEVICE_NAME", device.name)]
  }
}
