// SPDX-License-Identifier: Apache-2.0
import Devices
import KeyCommands
import Layouts
import Service

/// Reads the settings of a live run again, and has everything follow them.
final class SettingsReload {
  private let session: Session
  private let source: LiveSource
  private let isGrabbing: Bool
  private let reports: LiveReports

  /// Creates it.
  ///
  /// - Parameters:
  ///   - session: whose settings.
  ///   - source: the attached keyboards.
  ///   - isGrabbing: false to leave every keyboard to others as well.
  ///   - reports: reports the result.
  init(_ session: Session, on source: LiveSource, isGrabbing: Bool, reports: LiveReports) {
    (self.session, self.source) = (session, source)
    (self.isGrabbing, self.reports) = (isGrabbing, reports)
  }

  /// Reads the settings again, and reports the result.
  ///
  /// - Returns: what was reported.
  /// - Throws: what is wrong with the settings; then everything is as it was.
  @discardableResult
  func run() throws(ReloadFailure) -> [String] {
    do {
      let waiting = try apply()
      var lines = session.settings.read.commandMistakes
      lines.append("the settings have been read again")
      if !waiting.isEmpty {
        lines.append(
          "what they say of \(waiting.joined(separator: ", ")) counts from the next start on")
      }
      reports.report(LogEntry("settings.reloaded", .notice, lines.joined(separator: "\n")))
      return lines
    } catch {
      let complaint = Complaint(describing: error)
      let lines = [complaint.message + (complaint.mend.map { "; \($0)" } ?? "")]
      let all = lines + ["the settings stay as they were"]
      reports.report(LogEntry("settings.refused", .error, all.joined(separator: "\n")))
      throw ReloadFailure(lines: lines)
    }
  }

  /// Has everything follow the settings.
  ///
  /// A keyboard with another layout begins anew, and so does a scanner with other codes. A command that was started
  /// before goes on; a sequence that waits ends.
  ///
  /// - Returns: the keys of the file that changed and count from the next start on.
  private func apply() throws -> [String] {
    let old = session.configuration
    let new = try session.settings.read.reread()
    // Compiled here, layouts are ready below.
    try LayoutCheck(new.configuration, file: new.file).run(on: session.layouts)
    let relaid = source.devices.filter {
      let (before, after) = (old.settings(for: $0), new.configuration.settings(for: $0))
      return before.layout != after.layout || before.scannerProfile != after.scannerProfile
    }
    session.settings.replace(with: new, in: session.engine)
    for device in relaid {
      session.pipeline.relayOut(device, ending: source.takeEnds(ofKeysOn: device.id))
    }
    source.reconfigure(new.configuration.liveOptions(isGrabbing: isGrabbing))
    session.pipeline.deliver()
    return old.differencesThatWait(from: new.configuration)
  }
}

extension Configuration {
  /// What cannot change while keyboards are in use.
  fileprivate func differencesThatWait(from other: Configuration) -> [String] {
    [
      ("symbols", sources.includeFolders != other.sources.includeFolders),
      ("compose-file", sources.composeFile != other.sources.composeFile),
      ("locks", startingLocks != other.startingLocks),
      ("modes", modes != other.modes),
      ("repeat", repeatTiming != other.repeatTiming),
      ("lock-memory", locksMemory != other.locksMemory),
    ].filter(\.1).map(\.0)
  }
}
