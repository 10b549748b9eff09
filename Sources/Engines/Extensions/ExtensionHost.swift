// SPDX-License-Identifier: Apache-2.0
package import Keys

/// The times that an extension has.
package struct ExtensionLimits: Hashable, Sendable {
  /// The time for the response to `hello`; one key waits for it, up to its own limit.
  package var start = Duration.seconds(3)
  /// The time for a late answer, after which the process ends.
  package var answer = Duration.seconds(5)

  /// Creates the limits of a live run.
  package init() {}
}

/// The parts of the running program that extensions use, beyond those of engines.
package struct ExtensionHost {
  /// The parts that engines use, too.
  package var engines: EngineHost
  /// Receives the connection to an extension that was started, or why it was not.
  package typealias Completion = (Result<EngineConnection, EngineStartError>) -> Void

  /// Starts an extension, after its folder was compared with the hash of the user's choice; the
  /// completion may be called before this closure returns.
  package var open: (InstalledExtension, ExtensionChoice, @escaping Completion) -> Void
  /// Returns the paths of the folders of an extension, by its name: its own, and the shared one.
  package var folders: (String) -> (own: String, shared: String) = { _ in ("", "") }
  /// The times that an extension has.
  package var limits = ExtensionLimits()
  /// Called with the names of the system calls that were refused to an extension, as far as its
  /// confinement reports them.
  package var didRefuse: ([String]) -> Void = { _ in }
  /// Returns the name of a keysym, such as `BackSpace`.
  package var keysymName: (Keysym) -> String = { _ in "" }
  /// Called when the key of an extension was typed without it (CIV-19), with the mode; at most once
  /// a minute for each extension.
  package var didBypass: (String) -> Void = { _ in }
  /// Switches from a mode if it is current, because its extension is late too often.
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
    open: @escaping (InstalledExtension, ExtensionChoice, @escaping Completion) -> Void
  ) {
    (self.engines, self.open) = (engines, open)
  }

  /// Creates a host that starts extensions at once.
  ///
  /// - Parameters:
  ///   - engines: the parts that engines use, too.
  ///   - open: starts an extension.
  package init(
    _ engines: EngineHost,
    open:
      @escaping (InstalledExtension, ExtensionChoice) -> Result<EngineConnection, EngineStartError>
  ) {
    self.init(engines) { installed, choice, completion in completion(open(installed, choice)) }
  }
}
