// SPDX-License-Identifier: Apache-2.0
import Glibc
import Mirrors
import Storage
package import TextInput

/// The result of reading the settings file and the options, from which the stages are created.
package struct SessionSettings {
  /// The settings.
  package let configuration: Configuration
  /// The settings file; nil for none.
  let file: String?
  /// Stores the user's choices.
  let storage = SessionStorage()
  private let isReplay: Bool
  private let invocation: Invocation

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - isReplay: whether a capture is replayed, which must not depend on the machine's state.
  /// - Throws: the errors in the options or in the settings file.
  package init(_ invocation: Invocation, isReplay: Bool) throws {
    self.isReplay = isReplay
    self.invocation = invocation
    file = CommonOptions.settingsFile(invocation, isReplay: isReplay)
    configuration = try CommonOptions.configuration(invocation, file: file)
  }

  /// Reads the file again and applies the same options.
  ///
  /// - Throws: the errors in them.
  func reread() throws -> SessionSettings {
    try SessionSettings(invocation, isReplay: isReplay)
  }

  /// The entries of the `commands` list that have no effect, one line for each.
  var commandMistakes: [String] {
    var check = CommandCheck(configuration)
    return check.run().filter(\.isMistake).map { $0.line(in: file ?? "") }
  }

  /// Creates an engine with the user's modes and stored choices.
  package func makeEngine() -> TextEngine {
    let engine = TextEngine(modes: ModeList(configuration.modes), memory: makeMemory())
    engine.restoreSettings()
    InputMethodTable.builtin.register(with: engine, settings: configuration.inputMethods)
    return engine
  }

  private func makeMemory() -> any InputMemory {
    guard !isReplay, let directory = Self.stateDirectory else { return VolatileMemory() }
    // Such bytes of the environment were replaced, so the path is another one.
    guard !directory.unicodeScalars.contains("\u{FFFD}") else {
      Console.printError(
        "cannot use the state folder \(directory): its name is not valid UTF-8; set"
          + " XDG_STATE_HOME to store changes")
      return VolatileMemory()
    }
    // Opened now, while no keyboard is grabbed and no text is typed.
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
