// SPDX-License-Identifier: Apache-2.0
import Devices
package import Engines
import Glibc
import Layouts
import Mirrors
package import TextInput

/// An extension in any folder, as if the user had enabled it and had granted nothing.
///
/// The engine has the time of its keys, which stands still while the extension answers. So the text
/// does not depend on the speed of the machine, and the limits are those of the real time.
package final class TriedExtension {
  /// The extension.
  package let installed: InstalledExtension
  /// The reason why a key was typed without the extension, or nil.
  package private(set) var fault: String?

  private let engine: TextEngine
  private let loop: EventLoop
  private let extensions: InstalledExtensions
  /// The storage of the extension.
  private let folder: ScratchFolder
  /// The time in which the extension must answer.
  private let limit: Duration

  private final class Owner { weak var tried: TriedExtension? }

  /// Enables an extension, and makes its first mode the current one; its process starts.
  ///
  /// - Parameters:
  ///   - path: its folder.
  ///   - engine: the engine that gets its modes.
  ///   - limit: the time in which it must answer each key.
  ///   - confinement: the rights of its process; nil for no limits, in tests only.
  ///   - configure: sets further parts of the program that extensions use.
  /// - Throws: the mistake in the folder, or why there can be no process.
  package init(
    _ path: String, in engine: TextEngine, answeringWithin limit: Duration,
    confinement: EngineConfinement? = EngineConfinement(),
    configure: (inout ExtensionHost) -> Void = { _ in }
  ) throws(UserFacingError) {
    let owner = Owner()
    let (installed, hash) = try Self.read(path)
    let loop: EventLoop
    do {
      // Other signals end this process, as they do without an extension.
      loop = try EventLoop(
        signals: [], signalHandlers: [SIGCHLD: { owner.tried?.extensions.reap() }])
    } catch {
      throw UserFacingError(error)
    }
    // Last, because the folder stays if anything after it fails.
    let folder = try ScratchFolder()
    let calls = DelayedCalls(loop: loop)
    let engines = EngineHost(
      loop: loop, now: { [unowned loop] in loop.now },
      schedule: { calls.schedule(after: $0, $1) }, parse: { JSONValue(line: $0) },
      notice: { _ in })
    var host = ExtensionHost(engines) { installed, _ in
      EngineConnection.open(
        ExtensionStart(installed, grants: [], state: folder.path), confinement: confinement)
    }
    host.limits.start = limit
    host.limits.answer = limit
    host.folders = {
      (
        ExtensionStart.storage(of: $0, in: folder.path),
        ExtensionStart.sharedStorage(in: folder.path)
      )
    }
    host.keysymName = { Layouts.keysymName($0) }
    host.didBypass = { _ in owner.tried?.noteBypass() }
    configure(&host)
    (self.installed, self.engine, self.loop, self.folder) = (installed, engine, loop, folder)
    self.limit = limit
    extensions = InstalledExtensions(ExtensionList([installed]), in: engine, host: host)
    owner.tried = self
    do throws(InstalledExtensions.Refusal) {
      try extensions.enable(installed.manifest.name, hash: hash)
    } catch {
      throw UserFacingError(error.message)
    }
    if let mode = modes.first { use(mode) }
  }

  /// Ends the process, and removes its storage.
  package func end() {
    extensions.stop()
    folder.remove()
  }

  private static func read(
    _ path: String
  ) throws(UserFacingError) -> (installed: InstalledExtension, hash: String) {
    do throws(ManifestMistake) {
      let installed = try ExtensionList.read(path)
      return (installed, try FolderHash(of: installed.folder).text)
    } catch {
      throw UserFacingError(
        error.text, hint: "expected the folder of an extension, with a file extension.yaml")
    }
  }

  /// The modes of the extension.
  package var modes: [TextInputMode] { engine.modes.extensionModes }

  /// The process; nil if the extension is not enabled.
  private var process: Extension? { extensions.enabled(installed.manifest.name) }

  /// The number of keys that it has seen.
  package var keyCount: Int { process?.keyCount ?? 0 }

  /// Makes a mode the current one.
  ///
  /// - Parameter mode: a mode of the extension.
  package func use(_ mode: TextInputMode) {
    engine.modes.perform(.choose(mode.id))
    extensions.follow(mode)
  }

  private func noteBypass() {
    fault = fault ?? process?.lastFault ?? "it did not answer"
  }

  /// Whether a key waits for the extension.
  package var isAwaited: Bool { engine.isHoldingKeys }

  /// Waits until the extension has answered the key that waits for it.
  ///
  /// - Throws: that it has not, or not as it must.
  package func settle() throws(UserFacingError) {
    try wait { !engine.isHoldingKeys }
    guard let fault else { return }
    throw UserFacingError(
      "the extension \(installed.manifest.name) has not answered a key: \(fault)")
  }

  /// Waits until the process has answered `hello`.
  ///
  /// - Throws: that it has not.
  package func start() throws(UserFacingError) {
    process?.prepare()
    try wait { process?.state != .starting }
    guard process?.state != .ready else { return }
    throw UserFacingError(
      "the extension \(installed.manifest.name) does not run: \(process?.lastFault ?? "it ended")")
  }

  /// Turns the loop until a condition holds.
  private func wait(until isOver: () -> Bool) throws(UserFacingError) {
    // The extension ends the wait in its own time; this is for anything else.
    let end = loop.now.advanced(by: limit * 2)
    while !isOver() {
      guard loop.now < end else {
        throw UserFacingError("the extension \(installed.manifest.name) does not answer")
      }
      do {
        _ = try loop.turn(until: end)
      } catch {
        throw UserFacingError(error)
      }
    }
  }
}
