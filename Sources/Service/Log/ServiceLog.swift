// SPDX-License-Identifier: Apache-2.0
package import Mirrors
package import TextInput

/// What a live run tells whoever looks after the machine: in the journal with fields, elsewhere as lines.
///
/// Of one kind of event ten entries a minute are written; how many were left out is told with the next.
package final class ServiceLog {
  private let journal: JournalSocket?
  private let identifier: String
  private let now: () -> ContinuousClock.Instant
  private let show: (LogEntry) -> Void
  private var limiter = LogLimiter()

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - stream: what `JOURNAL_STREAM` holds; nil where nothing of the service manager's reads.
  ///   - identifier: what the program is called in the journal.
  ///   - show: shows an entry where there is no journal; it is asked for none that is just information.
  package convenience init(
    stream: String?, identifier: String, show: @escaping (LogEntry) -> Void
  ) {
    self.init(
      path: JournalSocket.path(stream: stream), identifier: identifier,
      now: { ContinuousClock.now }, show: show)
  }

  init(
    path: String?, identifier: String, now: @escaping () -> ContinuousClock.Instant,
    show: @escaping (LogEntry) -> Void
  ) {
    journal = path.flatMap(JournalSocket.init)
    (self.identifier, self.now, self.show) = (identifier, now, show)
  }

  /// Writes an entry, or leaves it out where there were too many of its kind.
  package func write(_ entry: LogEntry) {
    // Left out here, it must not use up the room of others.
    guard journal != nil || entry.priority != .info else { return }
    guard let leftOut = limiter.admit(entry.event, at: now()) else { return }
    if leftOut > 0 { tellLeftOut(entry.event, leftOut) }
    send(entry)
  }

  /// Tells of what was left out, at the end.
  package func finish() {
    for (event, count) in limiter.takeLeftOut() { tellLeftOut(event, count) }
  }

  private func tellLeftOut(_ event: String, _ count: Int) {
    send(
      LogEntry(
        "log.leftOut", .notice, "\(count) more of \(event) within a minute were left out",
        [LogEntry.Field("LEFT_OUT", "\(count)"), LogEntry.Field("LEFT_OUT_EVENT", event)]))
  }

  private func send(_ entry: LogEntry) {
    if let journal, journal.write(entry, identifier: identifier) { return }
    if entry.priority != .info { show(entry) }
  }
}

/// Keyboards come and go.
extension ServiceLog: UpdateSink {
  package var interest: SinkInterest { [.devices] }

  package func receive(_ update: Update) {
    switch update {
    case .deviceAttached(let device):
      write(
        LogEntry(
          "device.attached", .info, "\(device.label) (\(device.name)) is attached",
          LogEntry.fields(of: device)))
    case .deviceDetached(let device):
      write(
        LogEntry(
          "device.detached", .info, "\(device.label) (\(device.name)) is gone",
          LogEntry.fields(of: device)))
    default: break
    }
  }
}
