// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
import Service
package import TextInput

/// Reports what a person should know of a run without a log on standard error.
package final class ConsoleReports: PipelineObserver {
  private let waits: Bool

  /// Creates it.
  ///
  /// - Parameter waits: whether a report waits for its reader, which a live run must not.
  package init(waits: Bool) {
    self.waits = waits
  }

  package func receive(_ notice: SourceNotice) {
    Console.show(notice.entry, waits: waits)
  }

  package func layoutFailed(_ error: LayoutError, on device: DeviceInfo) {
    Console.show(LogEntry(error, on: device), waits: waits)
  }

  package func layoutFailed(_ error: LayoutError, in mode: TextInputMode) {
    Console.show(LogEntry(error, in: mode), waits: waits)
  }
}
