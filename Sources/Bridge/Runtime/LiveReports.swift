// SPDX-License-Identifier: Apache-2.0
package import Keys
package import Layouts
package import Mirrors
package import Service
package import TextInput

/// Reports problems of a live run: in the log, or in the mirror that has the terminal.
package final class LiveReports: PipelineObserver {
  /// The log for the administrator of the machine.
  package let log: ServiceLog
  /// The mirror that has the terminal; nil for none.
  package var terminal: TerminalMirror?

  init(_ log: ServiceLog) {
    self.log = log
  }

  /// Writes an entry to the log, or shows its message in the mirror.
  func report(_ entry: LogEntry) {
    guard let terminal else { return log.write(entry) }
    for line in entry.message.split(separator: "\n") { terminal.show(message: String(line)) }
  }

  package func receive(_ notice: SourceNotice) {
    guard let terminal else { return log.write(notice.entry) }
    if notice.isTrouble { terminal.show(message: notice.message.text) }
  }

  package func layoutFailed(_ error: LayoutError, on device: DeviceInfo) {
    log.write(LogEntry(error, on: device))
  }

  package func layoutFailed(_ error: LayoutError, in mode: TextInputMode) {
    log.write(LogEntry(error, in: mode))
  }

  package func locksChanged(to locks: LockLEDs) {
    terminal?.show(locks: locks)
  }
}
