// SPDX-License-Identifier: Apache-2.0
import Keys
package import Mirrors
package import TextInput

/// The log of a live run: entries with fields in the journal, or plain lines if there is no
/// journal.
///
/// At most ten entries of a kind are written in a minute. The next one reports how many were
/// suppressed.
package final class ServiceLog {
  private let journal: JournalSocket?
  private let identifier: String
  private let now: () -> BootTime
  private let show: (LogEntry) -> Void
  private var limiter = LogLimiter()

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - stream: the value of `JOURNAL_STREAM`; nil if standard error is not connected to the
  ///     journal.
  ///   - identifier: the program's name in the journal.
  ///   - show: shows an entry if there is no journal. Not called for entries of priority `info`.
  package convenience init(
    stream: String?, identifier: String, show: @escaping (LogEntry) -> Void
  ) {
    self.init(
      path: JournalSocket.path(stream: stream), identifier: identifier,
      now: { BootTime.now }, show: show)
  }

  init(
    path: String?, identifier: String, now: @escaping () -> BootTime,
    show: @escaping (LogEntry) -> Void
  ) {
    journal = path.flatMap(JournalSocket.init)
    (self.identifier, self.now, self.show) = (identifier, now, show)
  }

  /// Writes an entry, or suppresses it if there were too many of its kind.
  package func write(_ entry: LogEntry) {
    // Checked first, because an entry that is not written must not count against the limit of its
    // kind.
    guard journal != nil || entry.priority != .info else { return }
    guard let leftOut = limiter.admit(entry.event, at: now()) else { return }
    if leftOut > 0 { logLeftOut(entry.event, leftOut) }
    send(entry)
  }

  /// Reports the suppressed entries when the run ends.
  package func finish() {
    for (event, count) in limiter.takeLeftOut() { logLeftOut(event, count) }
  }

  private func logLeftOut(_ event: String, _ count: Int) {
    send(
      LogEntry(
        "log.leftOut", .notice, "\(count) more entries of \(event) within a minute were omitted",
        [LogEntry.Field("LEFT_OUT", "\(count)"), LogEntry.Field("LEFT_OUT_EVENT", event)]))
  }

  private func send(_ entry: LogEntry) {
    if let journal, journal.write(entry, identifier: identifier) { return }
    if entry.priority != .info { show(entry) }
  }
}

/// Logs when keyboards are plugged in and unplugged.
extension ServiceLog: UpdateSink {
  package var interest: SinkInterest { [.devices] }

  package func receive(_ update: Update) {
    switch update {
    case .deviceAttached(let device):
      write(
        LogEntry(
          "device.attached", .info, "\(device.label) (\(device.name)) was plugged in",
          LogEntry.fields(of: device)))
    case .deviceDetached(let device):
      write(
        LogEntry(
          "device.detached", .info, "\(device.label) (\(device.name)) was unplugged",
          LogEntry.fields(of: device)))
    default: break
    }
  }
}
