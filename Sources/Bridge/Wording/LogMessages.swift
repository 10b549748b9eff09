// SPDX-License-Identifier: Apache-2.0
import Keys
import Layouts
package import Service
import TextInput

extension LogEntry {
  /// The layout of a keyboard cannot be used.
  init(_ error: LayoutError, on device: DeviceInfo) {
    self.init(
      "device.noLayout", .error, "\(device.label): \(Complaint(error).message); it types nothing",
      LogEntry.fields(of: device))
  }

  /// The layout of a mode cannot be used.
  init(_ error: LayoutError, in mode: TextInputMode) {
    self.init(
      "mode.noLayout", .warning,
      "\(mode.id): \(Complaint(error).message); keyboards keep their own layouts")
  }

  /// A mode that was chosen in an earlier run is unsupported now.
  init(unsupported mode: TextInputMode) {
    self.init(
      "mode.unsupported", .notice,
      "the mode \(mode.id), which was chosen earlier, is unsupported: its input method"
        + " \(mode.inputMethod ?? "") is not available; another mode is used in its place")
  }
}

extension Console {
  /// Shows an entry on standard error, unless it is for a log only.
  package static func show(_ entry: LogEntry, waits: Bool) {
    guard entry.priority != .info else { return }
    for line in entry.message.split(separator: "\n") { complain(String(line), waits: waits) }
  }
}
