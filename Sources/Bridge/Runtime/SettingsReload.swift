// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import KeyCommands
import Layouts
import Service

/// Reads the settings of a live run again and applies them.
///
/// Thousands of commands take a second to read, so that this is done in slices between the turns of
/// the loop. The settings are then applied in one turn.
final class SettingsReload {
  /// Receives the notices, or the errors in the settings; the previous ones then stay in effect.
  typealias Completion = (Result<[String], ReloadFailure>) -> Void

  private let session: Session
  private let source: any RunSource
  private let loop: EventLoop
  private let isGrabbing: Bool
  private let reports: LiveReports
  private let launcher: Launcher?
  /// Called after new settings were applied.
  var didApply: () -> Void = {}
  /// The reading of the settings, while it is in progress.
  private var work: SlicedWork?
  /// The completions of reloads that were requested meanwhile.
  private var waiting: [Completion] = []

  /// Settings that were read, and are not applied yet.
  private struct Reading {
    var settings: SessionSettings
    var commands: UserCommands.Prepared
    /// The commands that have no effect, a line for each.
    var mistakes: [String]
  }

  /// Creates it.
  ///
  /// - Parameters:
  ///   - session: the session whose settings are reloaded.
  ///   - source: the source of keys.
  ///   - loop: the loop of the live run.
  ///   - isGrabbing: false to grab no keyboard, so that other programs receive its keys too.
  ///   - launcher: reads the file; nil if this process does.
  ///   - reports: reports the result.
  init(
    _ session: Session, on source: any RunSource, loop: EventLoop, isGrabbing: Bool,
    launcher: Launcher?, reports: LiveReports
  ) {
    (self.session, self.source, self.loop) = (session, source, loop)
    (self.isGrabbing, self.launcher, self.reports) = (isGrabbing, launcher, reports)
  }

  /// Reads the settings again, applies them, and reports the result.
  ///
  /// A reload that is requested during another one begins after it, because the file may have
  /// changed since it was read.
  ///
  /// - Parameter completion: called at the end, possibly before this function returns.
  func start(_ completion: @escaping Completion = { _ in }) {
    waiting.append(completion)
    if work == nil { begin() }
  }

  private func begin() {
    let completions = waiting
    waiting = []
    var reading: Result<Reading, any Error>?
    let finish = { [self] in
      work = nil
      // Without memory for a stack, the settings are read in one turn.
      let whole = reading ?? read(pause: {}, sleep: { usleep(1000) })
      let result = report(Result { try apply(whole.get()) })
      for completion in completions { completion(result) }
      if !waiting.isEmpty, work == nil { begin() }
    }
    guard let work = SlicedWork(loop: loop) else { return finish() }
    self.work = work
    work.run(
      { [self] in
        reading = read(
          pause: { [unowned work] in work.pause() }, sleep: { [unowned work] in work.sleep() })
      }, completion: finish)
  }

  /// Reads the settings, and prepares what takes long.
  private func read(
    pause: @escaping () -> Void, sleep: () -> Void
  ) -> Result<Reading, any Error> {
    Result {
      let old = session.settings.read
      let settings = try old.reread(launcher, pause: pause, sleep: sleep)
      let commands = session.settings.commands.prepare(
        settings.configuration, file: settings.file ?? "", pause: pause)
      return Reading(
        settings: settings, commands: commands, mistakes: settings.commandMistakes(pause: pause))
    }
  }

  /// Reports the result of a reload, and returns what its requester receives.
  private func report(_ result: Result<[String], any Error>) -> Result<[String], ReloadFailure> {
    switch result {
    case .success(let lines):
      reports.report(LogEntry("settings.reloaded", .notice, lines.joined(separator: "\n")))
      return .success(lines)
    case .failure(let error):
      let userError = UserFacingError(describing: error)
      let lines = [userError.message + (userError.hint.map { "; \($0)" } ?? "")]
      let all = lines + ["the previous settings stay in effect"]
      reports.report(LogEntry("settings.refused", .error, all.joined(separator: "\n")))
      return .failure(ReloadFailure(lines: lines))
    }
  }

  /// Applies new settings.
  ///
  /// A keyboard with a new layout is reset, and so is a scanner with a new code format. Processes
  /// that were started continue; a pending sequence of chords is cancelled.
  ///
  /// - Returns: the notices.
  private func apply(_ reading: Reading) throws -> [String] {
    let old = session.configuration
    let new = reading.settings
    // This also compiles the new layouts, before any of them is applied.
    try LayoutCheck(new.configuration, file: new.file).run(on: session.layouts)
    let relaid = source.devices.filter {
      let (before, after) = (old.settings(for: $0), new.configuration.settings(for: $0))
      return before.layout != after.layout || before.scannerProfile != after.scannerProfile
    }
    session.settings.replace(with: new, reading.commands, in: session.engine)
    for device in relaid {
      session.pipeline.reloadLayout(device, ending: source.takeEnds(ofKeysOn: device.id))
    }
    source.reconfigure(new.configuration, isGrabbing: isGrabbing)
    launcher?.settingsWereApplied()
    didApply()
    session.pipeline.deliver()
    let waiting = old.differencesThatWait(from: new.configuration)
    var lines = reading.mistakes + ["the settings were reloaded"]
    if !waiting.isEmpty {
      lines.append("changes to \(waiting.joined(separator: ", ")) take effect after a restart")
    }
    return lines
  }
}

extension Configuration {
  /// Returns the changed settings that cannot be applied while keyboards are in use.
  fileprivate func differencesThatWait(from other: Configuration) -> [String] {
    ConfigurationTable.settings.rows.filter { $0.about.needsRestart && $0.differs(self, other) }
      .map(\.about.name)
  }
}
