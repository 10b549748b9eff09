// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
import Service
package import TextInput

/// Reports problems of a run without a log on standard error.
package final class ConsoleReports: PipelineObserver {
  private let waits: Bool

  /// Creates the observer.
  ///
  /// - Parameter waits: whether a report may block until it is written; false in a live run.
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
