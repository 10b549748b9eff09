// SPDX-License-Identifier: Apache-2.0
import Engines
import Sandbox
import Storage

/// Starts the extensions of a live run, or lets the launcher start them.
final class StartedExtensions {
  /// Whether extensions must be confined.
  var confinement: ExtensionSettings.Confinement
  /// Called with the name of an extension whose folder is another one than the user has enabled.
  var hasChanged: (String) -> Void = { _ in }

  private let launcher: Launcher?
  private let starter = ExtensionStarter.ofThisMachine()
  /// The means of the kernel, before this process was confined itself.
  private let kernel = KernelSandbox.ofThisKernel

  init(_ launcher: Launcher?, confinement: ExtensionSettings.Confinement) {
    (self.launcher, self.confinement) = (launcher, confinement)
  }

  /// The own folder and the shared folder of an extension.
  static func folders(of name: String) -> (own: String, shared: String) {
    let state = StateDirectory.ofThisProcess ?? ""
    return (ExtensionStart.storage(of: name, in: state), ExtensionStart.sharedStorage(in: state))
  }

  /// Starts an extension.
  func open(_ name: String, _ choice: ExtensionChoice) -> Result<EngineConnection, EngineStartError>
  {
    let hash = choice.hash ?? ""
    if let lack { return .failure(.launcher(lack)) }
    let result =
      launcher?.start(name, hash: hash, grants: choice.grants)
      ?? starter.open(name, hash: hash, grants: choice.grants)
    if case .failure(.hasChanged) = result { hasChanged(name) }
    return result
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
    completion(starter.hash(of: name).map(\.text))
  }

  /// The reason why no extension can be confined, as a sentence; nil if it can, or need not be.
  var lack: String? {
    guard confinement == .required, let refusal = kernel.extensionRefusal else { return nil }
    return refusal + "; update it, or set 'extensions: {confinement: optional}'"
  }

  /// Returns why a right cannot be granted; nil if it can.
  func lack(_ grant: ExtensionGrant) -> String? {
    switch grant {
    case .contacts, .location, .microphone: "there is no source for it"
    case .privateBus, .network, .sharedStorage, .pasteboard: nil
    }
  }
}
