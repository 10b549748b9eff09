// SPDX-License-Identifier: Apache-2.0
import InputMethods
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
  ///   - pause: called again and again; it may suspend the work.
  /// - Throws: the errors in the options or in the settings file.
  package init(
    _ invocation: Invocation, isReplay: Bool, pause: @escaping () -> Void = {}
  ) throws {
    self.isReplay = isReplay
    self.invocation = invocation
    file = CommonOptions.settingsFile(invocation, isReplay: isReplay)
    configuration = try CommonOptions.configuration(invocation, file: file, pause: pause)
  }

  /// Creates settings from a file that the launcher opens and checks.
  private init(
    _ invocation: Invocation, _ launcher: Launcher, pause: @escaping () -> Void, sleep: () -> Void
  ) throws {
    isReplay = false
    self.invocation = invocation
    let text = try launcher.settings(sleep: sleep)
    file = text.path
    configuration = try CommonOptions.configuration(
      invocation, text, user: { launcher.user(named: $0) }, pause: pause)
  }

  /// Reads the file again and applies the same options.
  ///
  /// - Parameters:
  ///   - launcher: reads the file; nil if this process may.
  ///   - pause: called again and again; it may suspend the work.
  ///   - sleep: called again and again while the launcher works; it may suspend the work.
  /// - Returns: the new settings.
  /// - Throws: the errors in them.
  func reread(
    _ launcher: Launcher?, pause: @escaping () -> Void, sleep: () -> Void
  ) throws -> SessionSettings {
    guard let launcher else {
      return try SessionSettings(invocation, isReplay: isReplay, pause: pause)
    }
    return try SessionSettings(invocation, launcher, pause: pause, sleep: sleep)
  }

  /// How many entries without effect are reported; thousands of lines would delay keys.
  private static let reportedMistakes = 20

  /// Finds the entries of the `commands` list that have no effect.
  ///
  /// - Parameter pause: called again and again; it may suspend the work.
  /// - Returns: one line for each of the first ones, and the number of the others.
  func commandMistakes(pause: () -> Void = {}) -> [String] {
    var check = CommandCheck(configuration)
    let mistakes = check.run(pause: pause).filter(\.isMistake)
    var lines = mistakes.prefix(Self.reportedMistakes).map { $0.line(in: file ?? "") }
    let rest = mistakes.count - lines.count
    if rest > 0 {
      let commands = rest == 1 ? "command has" : "commands have"
      lines.append(
        "\(file ?? ""): \(rest) more \(commands) no effect; 'keybridge check' lists them")
    }
    return lines
  }

  /// Creates an engine with the user's modes and stored choices.
  package func makeEngine() -> TextEngine {
    let engine = TextEngine(modes: ModeList(configuration.modes), memory: makeMemory())
    engine.restoreSettings()
    InputMethodTable.builtin.register(with: engine, settings: configuration.inputMethods)
    return engine
  }

  private func makeMemory() -> any InputMemory {
    guard !isReplay, let directory = StateDirectory.ofThisProcess else { return VolatileMemory() }
    guard StateDirectory.isUsable(directory) else {
      Console.printError(
        "cannot use the state folder \(directory): its name is not valid UTF-8; set"
          + " XDG_STATE_HOME to store changes")
      return VolatileMemory()
    }
    // Opened now, while no keyboard is grabbed and no text is typed.
    return storage.open(directory: directory)
  }
}
