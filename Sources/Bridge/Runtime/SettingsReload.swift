// SPDX-License-Identifier: Apache-2.0
import Devices
import KeyCommands
import Layouts
import Service

/// Reads the settings of a live run again and applies them.
final class SettingsReload {
  private let session: Session
  private let source: LiveSource
  private let isGrabbing: Bool
  private let reports: LiveReports
  private let launcher: Launcher?

  /// Creates it.
  ///
  /// - Parameters:
  ///   - session: the session whose settings are reloaded.
  ///   - source: the attached keyboards.
  ///   - isGrabbing: false to grab no keyboard, so that other programs receive its keys too.
  ///   - launcher: reads the file; nil if this process does.
  ///   - reports: reports the result.
  init(
    _ session: Session, on source: LiveSource, isGrabbing: Bool, launcher: Launcher?,
    reports: LiveReports
  ) {
    (self.session, self.source) = (session, source)
    (self.isGrabbing, self.launcher, self.reports) = (isGrabbing, launcher, reports)
  }

  /// Reads the settings again, and reports the result.
  ///
  /// - Returns: the reported notices.
  /// - Throws: the errors in the settings; the previous settings then stay in effect.
  @discardableResult
  func run() throws(ReloadFailure) -> [String] {
    do {
      let waiting = try apply()
      var lines = session.settings.read.commandMistakes
      lines.append("the settings were reloaded")
      if !waiting.isEmpty {
        lines.append(
          "changes to \(waiting.joined(separator: ", ")) take effect after a restart")
      }
      reports.report(LogEntry("settings.reloaded", .notice, lines.joined(separator: "\n")))
      return lines
    } catch {
      let userError = UserFacingError(describing: error)
      let lines = [userError.message + (userError.hint.map { "; \($0)" } ?? "")]
      let all = lines + ["the previous settings stay in effect"]
      reports.report(LogEntry("settings.refused", .error, all.joined(separator: "\n")))
      throw ReloadFailure(lines: lines)
    }
  }

  /// Applies new settings.
  ///
  /// A keyboard with a new layout is reset, and so is a scanner with a new code format. Processes
  /// that were started continue; a pending sequence of chords is cancelled.
  ///
  /// - Returns: the changed keys of the file that take effect only after a restart.
  private func apply() throws -> [String] {
    let old = session.configuration
    let new = try session.settings.read.reread(launcher)
    // This also compiles the new layouts, before any of them is applied.
    try LayoutCheck(new.configuration, file: new.file).run(on: session.layouts)
    let relaid = source.devices.filter {
      let (before, after) = (old.settings(for: $0), new.configuration.settings(for: $0))
      return before.layout != after.layout || before.scannerProfile != after.scannerProfile
    }
    session.settings.replace(with: new, in: session.engine)
    for device in relaid {
      session.pipeline.reloadLayout(device, ending: source.takeEnds(ofKeysOn: device.id))
    }
    source.reconfigure(new.configuration.liveOptions(isGrabbing: isGrabbing))
    launcher?.settingsWereApplied()
    session.pipeline.deliver()
    return old.differencesThatWait(from: new.configuration)
  }
}

extension Configuration {
  /// Returns the changed settings that cannot be applied while keyboards are in use.
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
