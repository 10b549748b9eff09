// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import Storage
package import TextInput

/// What the settings file and the options come to, before there are stages.
package struct SessionSettings {
  /// The settings.
  package let configuration: Configuration
  /// The settings file; nil for none.
  let file: String?
  /// Keeps what the user chose.
  let storage = SessionStorage()
  private let isReplay: Bool
  private let invocation: Invocation

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - isReplay: whether a capture is what will be run: it gives the same whatever the machine knows.
  /// - Throws: what is wrong with the options or the settings file.
  package init(_ invocation: Invocation, isReplay: Bool) throws {
    self.isReplay = isReplay
    self.invocation = invocation
    file = CommonOptions.settingsFile(invocation, isReplay: isReplay)
    configuration = try CommonOptions.configuration(invocation, file: file)
  }

  /// Reads the settings again: file and options as they are now.
  ///
  /// - Throws: what is wrong with them.
  func reread() throws -> SessionSettings {
    try SessionSettings(invocation, isReplay: isReplay)
  }

  /// What of the `commands` list has no effect at all, a line each.
  var commandMistakes: [String] {
    var check = CommandCheck(configuration)
    return check.run().filter(\.isMistake).map { $0.line(in: file ?? "") }
  }

  /// Makes an engine with the user's modes, which remembers what the user chose.
  package func makeEngine() -> TextEngine {
    let engine = TextEngine(modes: ModeList(configuration.modes), memory: makeMemory())
    engine.restoreSettings()
    InputMethodTable.builtin.register(with: engine)
    return engine
  }

  private func makeMemory() -> any InputMemory {
    guard !isReplay, let directory = Self.stateDirectory else { return VolatileMemory() }
    // Now, while no keyboard is held and nobody types.
    return storage.open(directory: directory)
  }

  private static var stateDirectory: String? {
    var environment: [String: String] = [:]
    for name in ["STATE_DIRECTORY", "XDG_STATE_HOME"] {
      environment[name] = Console.environment(name)
    }
    return StateDirectory.path(environment: environment, home: Console.environment("HOME"))
  }
}
