// SPDX-License-Identifier: Apache-2.0
import Devices
import Engines
import Sandbox
import Storage

/// Starts the extensions of a live run, or lets the launcher start them.
final class StartedExtensions {
  /// Whether extensions must be confined.
  var confinement: ExtensionSettings.Confinement
  /// Called with the name of an extension whose folder is another one than the user has enabled,
  /// and with the hash of the enabled one.
  var hasChanged: (_ name: String, _ hash: String) -> Void = { _, _ in }

  private let launcher: Launcher?
  /// The starts and hashes of this process, which are in progress.
  private let works: SlicedWorks
  private let starter = ExtensionStarter.ofThisMachine()
  /// The means of the kernel, before this process was confined itself.
  private let kernel = KernelSandbox.ofThisKernel

  /// Creates it; no extension is started.
  ///
  /// - Parameters:
  ///   - launcher: starts the extensions; nil if this process does.
  ///   - loop: the loop in which this process reads their folders.
  ///   - confinement: whether extensions must be confined.
  init(
    _ launcher: Launcher?, on loop: EventLoop, confinement: ExtensionSettings.Confinement
  ) {
    (self.launcher, self.confinement) = (launcher, confinement)
    works = SlicedWorks(loop: loop)
  }

  /// The own folder and the shared folder of an extension.
  static func folders(of name: String) -> (own: String, shared: String) {
    let state = StateDirectory.ofThisProcess ?? ""
    return (ExtensionStart.storage(of: name, in: state), ExtensionStart.sharedStorage(in: state))
  }

  /// Starts an extension.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - choice: the user's choices.
  ///   - completion: receives the connection or the error, possibly before this function returns.
  func open(
    _ name: String, _ choice: ExtensionChoice, completion: @escaping ExtensionHost.Completion
  ) {
    let hash = choice.hash ?? ""
    if let lack { return completion(.failure(.launcher(lack))) }
    let complete: ExtensionHost.Completion = { [weak self] result in
      if case .failure(.hasChanged) = result { self?.hasChanged(name, hash) }
      completion(result)
    }
    if let launcher {
      return launcher.start(name, hash: hash, grants: choice.grants, completion: complete)
    }
    later(complete) { [starter] in
      starter.open(name, hash: hash, grants: choice.grants, pause: $0)
    }
  }

  /// Does long work between the turns of the loop.
  private func later<Success>(
    _ completion: @escaping (Result<Success, EngineStartError>) -> Void,
    _ body: @escaping (_ pause: () -> Void) -> Result<Success, EngineStartError>
  ) {
    var result: Result<Success, EngineStartError>?
    works.run({ result = body($0) }, completion: { if let result { completion(result) } })
  }

  /// Computes the hash of an extension's folder.
  ///
  /// - Parameters:
  ///   - name: the name of the extension.
  ///   - completion: receives the hash, possibly later.
  func hash(
    of name: String, completion: @escaping (Result<String, EngineStartError>) -> Void
  ) {
    if let launcher { return launcher.hash(of: name, completion: completion) }
    later(completion) { [starter] in starter.hash(of: name, pause: $0).map(\.text) }
  }

  /// The reason why no extension can be confined, as a sentence; nil if it can, or need not be.
  var lack: String? {
    guard confinement == .required, let refusal = kernel.extensionRefusal else { return nil }
    return refusal + "; update it, or set 'extensions: {confinement: optional}'"
  }

  /// Returns why a right cannot be granted; nil if it can.
  func lack(_ grant: ExtensionGrant) -> String? {
    // This process is confined, and could not try it.
    switch launcher {
    case let launcher?: launcher.lack(of: grant)
    case nil: grant.lack
    }
  }
}
