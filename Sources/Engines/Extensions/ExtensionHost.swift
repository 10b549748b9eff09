// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The parts of the running program that extensions use, beyond those of engines.
package struct ExtensionHost {
  /// The parts that engines use, too.
  package var engines: EngineHost
  /// Starts an extension, after its folder was compared with the hash of the user's choice.
  package var open:
    (InstalledExtension, ExtensionChoice) -> Result<EngineConnection, EngineStartError>
  /// Returns the paths of the folders of an extension, by its name: its own, and the shared one.
  package var folders: (String) -> (own: String, shared: String) = { _ in ("", "") }
  /// Returns the name of a keysym, such as `BackSpace`.
  package var keysymName: (Keysym) -> String = { _ in "" }
  /// Called when the key of an extension was typed without it (CIV-19), with the mode; at most once
  /// a minute for each extension.
  package var didBypass: (String) -> Void = { _ in }
  /// Switches from a mode to the previously used one, because its extension is late too often.
  package var switchAway: (String) -> Void = { _ in }
  /// Answers a request of the extension with a name that concerns more than the text.
  package var perform: (ExtensionRequest, _ name: String) -> ExtensionRequest.Answer = { _, _ in
    .failure(.unavailable)
  }

  /// Creates a host from its parts.
  ///
  /// - Parameters:
  ///   - engines: the parts that engines use, too.
  ///   - open: starts an extension.
  package init(
    _ engines: EngineHost,
    open:
      @escaping (InstalledExtension, ExtensionChoice) -> Result<EngineConnection, EngineStartError>
  ) {
    (self.engines, self.open) = (engines, open)
  }
}
