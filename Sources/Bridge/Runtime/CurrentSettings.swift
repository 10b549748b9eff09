// SPDX-License-Identifier: Apache-2.0
import InputMethods
import Mirrors
import TextInput

/// The current settings, which a reload can replace while the session runs, and the commands that
/// they bind.
final class CurrentSettings {
  /// The settings as they were last read.
  private(set) var read: SessionSettings
  /// The user's commands.
  let commands = UserCommands()
  /// The language engines; nil in a replay.
  var engines: SessionEngines?
  /// The input extensions; nil in a replay.
  var extensions: SessionExtensions?
  private let language: SessionLanguage

  /// Takes settings without applying them.
  init(_ settings: SessionSettings, language: SessionLanguage) {
    read = settings
    self.language = language
  }

  var configuration: Configuration { read.configuration }

  /// Replaces the settings and applies the new ones.
  ///
  /// - Parameters:
  ///   - settings: the new settings.
  ///   - prepared: their commands.
  ///   - engine: the engine to change.
  func replace(
    with settings: SessionSettings, _ prepared: UserCommands.Prepared, in engine: TextEngine
  ) {
    let old = configuration
    read = settings
    let hasOtherEngines = engines?.reload(configuration) ?? false
    if hasOtherEngines || configuration.inputMethods != old.inputMethods {
      registerMethods(in: engine)
      engines?.follow(engine.modes.current)
    }
    extensions?.reload(configuration)
    apply(prepared, to: engine)
  }

  /// Registers the input methods; text that is being composed is committed first.
  func registerMethods(in engine: TextEngine) {
    InputMethodTable.builtin.register(
      with: engine, settings: configuration.inputMethods,
      converter: { [weak engines] in engines?.converter(for: $0) },
      englishWord: { [weak language] in language?.englishWord($0) },
      lacks: { [weak engines] in engines?.report(missing: $0) },
      inkIsFull: { [weak engines] in engines?.reportFullInk() })
  }

  /// Applies the settings to the engine at the start.
  func applyAll(to engine: TextEngine) {
    apply(commands.prepare(configuration, file: read.file ?? ""), to: engine)
  }

  /// Applies the settings, with the commands that were prepared from them.
  private func apply(_ prepared: UserCommands.Prepared, to engine: TextEngine) {
    configuration.user.apply(to: engine)
    engine.turnsAssistanceOff = configuration.turnsAssistanceOff
    commands.apply(prepared, to: engine)
    language.apply(configuration)
  }
}

extension UserSettingValues {
  /// Sets the settings that a file may have: to the file's values, else to the user's choices, else
  /// to their defaults.
  func apply(to engine: TextEngine) {
    for (name, unchosen) in ConfigurationTable.ofUser {
      if let value = values[name] ?? (engine.isSettingKept(name) ? nil : unchosen) {
        try? engine.settings.set(name, to: value)
      } else {
        engine.restoreSetting(name)
      }
    }
  }
}
