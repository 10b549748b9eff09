// SPDX-License-Identifier: Apache-2.0
package import Assistance
package import Devices
package import InputMethods
package import Keys
package import Layouts
package import TextInput
package import YAMLNodes

/// The values of the settings file and the command line: which keyboards are used, and how.
package struct Configuration: Sendable {
  /// The devices to use; an empty list means every keyboard.
  package var selectors: [DeviceSelector] = []
  /// The file's settings for all keyboards.
  package var defaults = KeyboardOverrides()
  /// The command line's settings for all keyboards, which override ``defaults``.
  package var commandLine = KeyboardOverrides()
  /// The settings for particular keyboards, which override both; the first matching entry applies.
  package var devices: [DeviceEntry] = []
  /// The locks that are on at the start.
  package var startingLocks = StartingLocks.lit
  /// Where layouts and compose tables are read from.
  package var sources = LayoutSources()
  /// The places where the settings file names folders of symbols, in order.
  package var symbolsPlaces: [YAMLPlace] = []
  /// The place where the settings file names a compose file; nil if it does not.
  package var composeFilePlace: YAMLPlace?
  /// The values of the user's settings that the file gives.
  package var user = UserSettingValues()
  /// Whether the file turns off all typing assistance, whatever traits and the user's choices say.
  package var turnsAssistanceOff = false
  /// The user's input modes in order; an empty list means American English.
  package var modes: [TextInputMode] = []
  /// The layouts that entries of `modes` select.
  package var modeLayouts: [KeyboardOverrides] = []
  /// The settings of the input methods.
  package var inputMethods = MethodSettings()
  /// The settings of input extensions.
  package var extensions = ExtensionSettings()
  /// The places where modes select engines.
  package var enginePlaces: [EnginePlace] = []
  /// The places where scanners name a program of any user.
  package var scannersOfAnyUser: [ScannerPlace] = []
  /// The user's commands, and changed keys of built-in commands.
  package var commands: [CommandEntry] = []
  /// Whether commands may start processes; nil if not specified, which forbids it.
  package var allowsProcesses: Bool?
  /// Whether the process's memory is kept out of swap.
  package var locksMemory = false
  /// The words that are neither corrected nor marked.
  package var dictionary: [DictionaryWord] = []
  /// The shortcuts and the phrases that replace them.
  package var textReplacements: [TextReplacement] = []
  /// The possible values of ``scrollback``.
  package static let scrollbackLimits = 0...1_000_000

  /// The number of rows of a hosted program that are kept after they left its screen.
  package var scrollback = 10_000
  /// How keys repeat on keyboards whose kernel driver does not repeat them.
  package var repeatTiming = RepeatTiming()

  /// Creates the default configuration.
  package init() {}

  /// An entry of the `devices` list.
  package struct DeviceEntry: Sendable {
    /// The selectors; the entry applies to keyboards that match any of them.
    package var selectors: [DeviceSelector]
    /// The settings of those keyboards.
    package var overrides: KeyboardOverrides
  }

  /// Returns the settings of a keyboard.
  package func settings(for device: DeviceInfo) -> KeyboardSettings {
    let node = DeviceNode(path: device.path, info: device)
    return settings(devices.first { $0.selectors.contains { $0.matches(node) } })
  }

  /// Returns the settings for the keyboards of an entry; for nil, of keyboards without an entry.
  package func settings(_ entry: DeviceEntry? = nil) -> KeyboardSettings {
    var settings = KeyboardSettings()
    for overrides in [defaults, commandLine, entry?.overrides] { overrides?.apply(to: &settings) }
    // The file's general `grab` setting is meant for keyboards, not for scanners.
    if settings.mode == .scanner { settings.grab = entry?.overrides.grab ?? .always }
    return settings
  }
}

/// The locks that are on when the first keyboard is connected.
package enum StartingLocks: String, Hashable, Sendable, CaseIterable {
  /// The locks whose LEDs are lit on the keyboard.
  case lit
  /// Num Lock, so that a keypad types digits.
  case num
  case off
}

/// How a held key repeats if the kernel driver does not repeat it.
package struct RepeatTiming: Hashable, Sendable {
  /// The delay from the press to the first repeat, in microseconds; the kernel's default.
  package var delayMicroseconds: Int64 = 250_000
  /// The interval between repeats, in microseconds; the kernel's default.
  package var periodMicroseconds: Int64 = 33_000

  /// Creates the kernel's default timing.
  package init() {}
}
