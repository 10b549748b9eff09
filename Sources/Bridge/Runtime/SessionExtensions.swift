// SPDX-License-Identifier: Apache-2.0
import Devices
import Engines
import Keys
import Layouts
import Sandbox
import Service
import Storage
import TextInput

/// The input extensions of a live run.
///
/// A replay has none: its result must not depend on the extensions of the machine.
final class SessionExtensions {
  private let extensions: InstalledExtensions
  private let engine: TextEngine
  private let starter: StartedExtensions
  private let report: (LogEntry) -> Void
  private let now: () -> Timestamp
  /// The mistakes that were reported.
  private var mistakes: Set<ManifestMistake> = []

  /// Reads the extensions, and registers those that are enabled; no process is started.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - host: the parts of the run that engines use.
  ///   - loop: the loop of the run.
  ///   - launcher: starts the extensions; nil if this process does.
  ///   - report: reports an entry to the user.
  init(
    _ session: Session, host: EngineHost, on loop: EventLoop, launcher: Launcher?,
    report: @escaping (LogEntry) -> Void
  ) {
    let engine = session.engine
    let starter = StartedExtensions(
      launcher, on: loop, confinement: session.configuration.extensions.confinement)
    (self.engine, self.starter, self.report, now) = (engine, starter, report, host.now)
    var engines = host
    engines.notice = { report(LogEntry("extension.notice", .warning, $0)) }
    var host = ExtensionHost(engines) { starter.open($0.manifest.name, $1, completion: $2) }
    host.folders = StartedExtensions.folders
    host.keysymName = { Layouts.keysymName($0) }
    host.didBypass = { [unowned engine] in engine.extensionWasBypassed(in: $0) }
    let late = LateModes(engine.modes, now: engines.now)
    host.switchAway = { late.leave($0) }
    let requests = ExtensionRequests(of: session, report: report)
    host.perform = { requests.perform($0, of: $1) }
    extensions = InstalledExtensions(
      ExtensionList(folders: ExtensionList.ofThisMachine), in: engine, host: host)
    starter.hasChanged = { [unowned self] name, hash in
      // Not within the start that has found it.
      _ = engines.schedule(.zero) { [weak self] in self?.disableChanged(name, hash) }
    }
  }

  /// Disables an extension whose folder is another one than the user has enabled.
  private func disableChanged(_ name: String, _ hash: String) {
    // The user may have enabled the new one meanwhile.
    guard extensions.choices[name].hash == hash, (try? extensions.disable(name)) != nil else {
      return
    }
    report(
      LogEntry(
        "extension.changed", .warning,
        "the extension \(name) has changed since it was enabled, and is disabled\n"
          + "enable it again with 'keybridge extensions enable \(name)'"))
  }

  /// Reads the extensions again.
  ///
  /// - Parameter configuration: the settings.
  func reload(_ configuration: Configuration) {
    starter.confinement = configuration.extensions.confinement
    extensions.replace(with: ExtensionList(folders: ExtensionList.ofThisMachine))
    follow(engine.modes.current)
  }

  /// Starts the extension of a mode that became current.
  func follow(_ mode: TextInputMode) {
    for mistake in extensions.list.mistakes where mistakes.insert(mistake).inserted {
      report(LogEntry("extension.manifest", .warning, mistake.text))
    }
    extensions.follow(mode)
  }

  /// Collects the processes that have ended; called on SIGCHLD.
  func reap() { extensions.reap() }

  /// Ends all processes.
  func stop() { extensions.stop() }
}

extension SessionExtensions: ExtensionService {
  var listing: ExtensionListing {
    ExtensionListing(
      extensions: extensions.list.extensions.map(entry),
      mistakes: extensions.list.mistakes.map(\.text))
  }

  private func entry(_ installed: InstalledExtension) -> ExtensionListing.Extension {
    let manifest = installed.manifest
    let choice = extensions.choices[manifest.name]
    let known = extensions.enabled(manifest.name)
    return ExtensionListing.Extension(
      name: manifest.name, title: manifest.title, version: manifest.version,
      folder: installed.folder,
      modes: manifest.modes.map {
        ExtensionListing.Mode(
          mode: "\(manifest.name).\($0.id)", language: $0.language, title: $0.title)
      },
      enabled: choice.isEnabled, requests: manifest.requests.map(\.rawValue).sorted(),
      grants: choice.grants.map(\.rawValue).sorted(),
      hasFullAccess: choice.hasFullAccess(of: manifest),
      state: known.map { $0.isResting ? "resting" : $0.state.rawValue } ?? "disabled",
      keys: known?.keyCount ?? 0,
      secondsSinceKey: known?.lastUse.map { Int(now().microseconds(since: $0) / 1_000_000) },
      refusedSockets: known?.refusedSockets ?? 0, process: known?.process,
      lastFault: known?.lastFault)
  }

  func enable(_ name: String, completion: @escaping (ExtensionRefusal?) -> Void) {
    do throws(InstalledExtensions.Refusal) {
      // It may have been installed since the service started.
      extensions.replace(with: ExtensionList(folders: ExtensionList.ofThisMachine))
      _ = try extensions.find(name)
      if let lack = starter.lack {
        return completion(
          ExtensionRefusal(.failed, "the extension \(name) cannot be confined: \(lack)"))
      }
    } catch {
      return completion(ExtensionRefusal(error))
    }
    starter.hash(of: name) { [weak self] result in
      switch result {
      case .failure(let error): completion(ExtensionRefusal(.failed, error.message))
      case .success(let hash):
        do throws(InstalledExtensions.Refusal) {
          try self?.extensions.enable(name, hash: hash)
          completion(nil)
        } catch {
          completion(ExtensionRefusal(error))
        }
      }
    }
  }

  func disable(_ name: String) throws(ExtensionRefusal) {
    try refusing { () throws(InstalledExtensions.Refusal) in try extensions.disable(name) }
  }

  func reset(_ name: String) throws(ExtensionRefusal) {
    try refusing { () throws(InstalledExtensions.Refusal) in try extensions.reset(name) }
  }

  func set(_ grant: String, of name: String, isGranted: Bool) throws(ExtensionRefusal) {
    guard let right = ExtensionGrant(rawValue: grant) else {
      let known = ExtensionGrant.allCases.map(\.rawValue).joined(separator: ", ")
      throw ExtensionRefusal(
        .invalid, "there is no right \(grant.excerpt); the rights are \(known)", member: "grant")
    }
    if isGranted, let lack = starter.lack(right) {
      throw ExtensionRefusal(
        .failed, "\(right.rawValue) cannot be granted: \(lack)", member: "grant")
    }
    try refusing { () throws(InstalledExtensions.Refusal) in
      try extensions.set(right, of: name, isGranted: isGranted)
    }
  }

  private func refusing(
    _ body: () throws(InstalledExtensions.Refusal) -> Void
  ) throws(ExtensionRefusal) {
    do throws(InstalledExtensions.Refusal) {
      try body()
    } catch {
      throw ExtensionRefusal(error)
    }
  }
}

extension ExtensionRefusal {
  fileprivate init(_ refusal: InstalledExtensions.Refusal) {
    self.init(refusal.isUnknown ? .unknown : .failed, refusal.message)
  }
}
