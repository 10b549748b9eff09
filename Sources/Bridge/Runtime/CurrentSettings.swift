// SPDX-License-Identifier: Apache-2.0
import Mirrors
import TextInput

/// The settings in force, which may be read again while the session runs, and the commands that they bind.
final class CurrentSettings {
  /// What file and options said when they were last read.
  private(set) var read: SessionSettings
  /// The user's commands.
  let commands = UserCommands()

  /// Starts with what was read, which is not applied yet.
  init(_ settings: SessionSettings) {
    read = settings
  }

  /// The settings.
  var configuration: Configuration { read.configuration }

  /// Puts other settings in force.
  func replace(with settings: SessionSettings, in engine: TextEngine) {
    read = settings
    apply(to: engine)
  }

  /// Has the engine follow the settings.
  func apply(to engine: TextEngine) {
    if let holds = configuration.holdsForAccents {
      engine.settings.holdForAccents = holds
    } else if engine.isSettingKept("holdForAccents") {
      engine.restoreSetting("holdForAccents")
    } else {
      engine.settings.holdForAccents = false
    }
    commands.apply(configuration, file: read.file ?? "", to: engine)
  }
}
