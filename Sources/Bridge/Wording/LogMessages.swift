// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import Keys
import Layouts
package import Service
import TextInput

/// Entries of the log about layouts, modes and engines.
extension LogEntry {
  /// Creates the entry for a keyboard's layout that cannot be used.
  init(_ error: LayoutError, on device: DeviceInfo) {
    self.init(
      "device.noLayout", .error,
      "\(device.label): \(UserFacingError(error).message); the keyboard types nothing",
      LogEntry.fields(of: device))
  }

  /// Creates the entry for a mode's layout that cannot be used.
  init(_ error: LayoutError, in mode: TextInputMode) {
    self.init(
      "mode.noLayout", .warning,
      "\(mode.id): \(UserFacingError(error).message); keyboards keep their own layouts")
  }

  /// Creates the entry for a mode without an engine.
  init(missing need: EngineNeed, in mode: TextInputMode) {
    self.init(
      "engine.missing", .notice,
      "no engine converts \(need.reading) in \(mode.id): \(need.consequence);"
        + " install \(need.package)")
  }

  /// Creates the entry for a data file that is not installed.
  init(missing data: MethodData) {
    self.init(
      "data.missing", .notice,
      "\(data.path) is missing: \(data.consequence); \(SystemPart(data).hint())")
  }

  /// Creates the entry for a mode that was chosen in an earlier run and is no longer supported.
  init(unsupported mode: TextInputMode) {
    self.init(
      "mode.unsupported", .notice,
      "the mode \(mode.id), which was chosen earlier, is unsupported: its input method"
        + " \(mode.inputMethod ?? "") is not available; another mode is used instead")
  }
}

extension MethodData {
  /// The consequence of the missing file, as a clause.
  package var consequence: String {
    switch self {
    case .hanja: "no Chinese characters of Hangul are listed"
    case .strokes: "strokes stay letters"
    }
  }
}

extension Console {
  /// Shows an entry on standard error, unless it is for a log only.
  package static func show(_ entry: LogEntry, waits: Bool) {
    guard entry.priority != .info else { return }
    for line in entry.message.split(separator: "\n") { printError(String(line), waits: waits) }
  }
}
