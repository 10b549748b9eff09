// SPDX-License-Identifier: Apache-2.0
import Engines

/// Decides which programs the launcher starts.
///
/// The launcher has rights that the service has given up, so it believes nothing that the service
/// says: a command must be one of the settings file, and an engine one of a manifest. It reads both
/// itself, from files that the confined service cannot write.
final class LaunchRules {
  /// Reads the settings file, and returns the commands that start processes.
  typealias Reader = (_ pause: @escaping () -> Void) throws(UserFacingError) -> Set<CommandStart>

  private let readCommands: Reader
  private let readEngines: () -> EngineList
  /// The commands of the settings that the service uses.
  private var commands: Set<CommandStart> = []
  /// The commands of the settings that were read for a reload; nil for none.
  private var next: Set<CommandStart>?

  /// Creates rules; nothing is read.
  ///
  /// - Parameters:
  ///   - commands: reads the settings file, and returns the commands that start processes; throws
  ///     if the file has errors. It calls its argument again and again, which may suspend it.
  ///   - engines: reads the manifests of engines.
  init(commands: @escaping Reader, engines: @escaping () -> EngineList) {
    (readCommands, readEngines) = (commands, engines)
  }

  /// Reads the settings for a reload, which may be suspended meanwhile.
  ///
  /// - Parameter pause: called again and again.
  /// - Throws: the errors in the settings.
  func read(pause: @escaping () -> Void) throws(UserFacingError) {
    next = nil
    next = try readCommands(pause)
  }

  /// Permits the commands of the settings that were read, because the service has applied them.
  ///
  /// If they have errors, the previous commands stay permitted, as the service keeps the previous
  /// settings.
  func apply() {
    commands = next ?? commands
    next = nil
  }

  /// Returns the reason why a command is not started; nil if it is.
  ///
  /// A command that is unknown may be new in the file, which is then read again.
  ///
  /// - Parameter start: the words and the variables.
  /// - Returns: the reason, as a clause.
  func refusal(of start: CommandStart) -> String? {
    let names = Set(CommandStart.variableNames)
    if let name = start.variables.keys.sorted().first(where: { !names.contains($0) }) {
      return "the variable \(name.excerpt) is not one of \(names.sorted().alternatives)"
    }
    if commands.contains(start) { return nil }
    guard let read = try? readCommands({}), read.contains(start) else {
      return "the settings file does not contain this command; reload the settings"
    }
    commands = read
    return nil
  }

  /// Returns the manifest of an engine.
  ///
  /// - Parameter name: the name of the engine.
  /// - Returns: the manifest; nil if no file describes the engine.
  func engine(named name: String) -> EngineManifest? {
    readEngines().manifests.first { $0.name == name }
  }
}
