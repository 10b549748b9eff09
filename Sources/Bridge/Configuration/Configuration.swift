// SPDX-License-Identifier: Apache-2.0
package import Devices
package import Keys
package import Layouts
package import Scanners
package import TextInput
package import YAMLNodes

/// What the settings file and the command line decide: which keyboards, and what each of them types.
package struct Configuration {
  /// Which devices are taken; none for every device whose kind is a keyboard's.
  package var selectors: [DeviceSelector] = []
  /// What the settings file says of every keyboard.
  package var defaults = KeyboardOverrides()
  /// What the command line says of every keyboard; it wins over ``defaults``.
  package var commandLine = KeyboardOverrides()
  /// What holds for some keyboards, and wins over both; the first entry that matches counts.
  package var devices: [DeviceEntry] = []
  /// Which locks are on at the start.
  package var startingLocks = StartingLocks.lit
  /// Where layouts and compose tables come from.
  package var sources = LayoutSources()
  /// Where the settings file names folders of symbols, in their order.
  package var symbolsPlaces: [YAMLPlace] = []
  /// Where it names a compose file; nil where it does not.
  package var composeFilePlace: YAMLPlace?
  /// Whether holding a letter offers its accents; nil for off unless the user chose it, because what
  /// is written for a machine without a screen of its own expects held keys to repeat.
  package var holdsForAccents: Bool?
  /// The user's input modes in order; none for American English.
  package var modes: [TextInputMode] = []
  /// The layouts that entries of `modes` choose.
  package var modeLayouts: [KeyboardOverrides] = []
  /// What keys do beside typing, and which keys the built-in commands have.
  package var commands: [CommandEntry] = []
  /// Whether commands may start processes; nil where nothing says so, which forbids it.
  package var allowsProcesses: Bool?
  /// How long a sequence waits for its next chord, in milliseconds; nil for what is usual.
  package var sequenceTimeout: Int?
  /// When it is shown what can follow a sequence's first keys, in milliseconds; nil for what is usual.
  package var continuationDelay: Int?
  /// How long ⌘ is held before its commands show, in milliseconds; nil for what is usual.
  package var discoverabilityDelay: Int?
  /// Whether commands come before text (D8); nil for no.
  package var commandsBeforeText: Bool?
  /// Whether the process's memory is kept out of swap; nil for no.
  package var locksMemory: Bool?
  /// Whether a form has a pasteboard of its own; nil for no.
  package var pasteboardPerForm: Bool?
  /// After how many seconds what was cut or copied is forgotten; nil for never.
  package var pasteboardExpiry: Int?
  /// How keys repeat on keyboards whose kernel driver leaves that to the reader.
  package var repeatTiming = RepeatTiming()

  /// Makes the configuration of a machine that says nothing.
  package init() {}

  /// An entry of the `devices` list.
  package struct DeviceEntry {
    /// The keyboards it is about: any of the selectors.
    package var selectors: [DeviceSelector]
    /// What it says of them.
    package var overrides: KeyboardOverrides
  }

  /// What holds for a keyboard.
  package func settings(for device: DeviceInfo) -> KeyboardSettings {
    let node = DeviceNode(path: device.path, info: device)
    return settings(devices.first { $0.selectors.contains { $0.matches(node) } })
  }

  /// What holds for the keyboards of an entry; without one, for those that no entry is about.
  package func settings(_ entry: DeviceEntry? = nil) -> KeyboardSettings {
    var settings = KeyboardSettings()
    for overrides in [defaults, commandLine, entry?.overrides] { overrides?.apply(to: &settings) }
    // What the file says of keyboards in general does not concern a scanner's grab.
    if settings.mode == .scanner { settings.grab = entry?.overrides.grab ?? .always }
    return settings
  }
}

/// Which locks are on when the first keyboard comes.
package enum StartingLocks: String, Hashable, Sendable, CaseIterable {
  /// Those whose lights are lit on it.
  case lit
  /// Num Lock, so that a keypad types digits.
  case num
  /// None.
  case off
}

/// What becomes of what a device types.
package enum DeviceMode: String, Hashable, Sendable, CaseIterable {
  /// It is typed into the text that has the focus.
  case keyboard
  /// It is put together to codes, and touches no text.
  case scanner
}

/// What is set for one keyboard.
package struct KeyboardSettings: Hashable, Sendable {
  /// What it types.
  package var layout = LayoutSettings()
  /// When it is taken for this program alone.
  package var grab = GrabPolicy.focus
  /// Whether it is left alone altogether.
  package var isIgnored = false
  /// Whether it types texts or codes.
  package var mode = DeviceMode.keyboard
  /// What its codes are like, if it types codes.
  package var scanner = ScannerSettings()
  /// Where a settings file names the layout; nil where none does.
  package var layoutPlace: YAMLPlace?
  /// Where a settings file names the variant; nil where none does.
  package var variantPlace: YAMLPlace?
  /// Where a settings file names the model; nil where none does.
  package var modelPlace: YAMLPlace?
  /// Where a settings file names options; nil where none does.
  package var optionsPlace: YAMLPlace?

  /// What the pipe needs to know of a scanner; nil for a keyboard.
  package var scannerProfile: ScannerProfile? {
    guard mode == .scanner else { return nil }
    var profile = ScannerProfile()
    profile.codes = scanner
    profile.followsFocus = grab != .always
    return profile
  }

  /// Makes the settings of a keyboard of which nothing is said.
  package init() {}
}

/// How a held key repeats where the kernel leaves that to the reader.
package struct RepeatTiming: Hashable, Sendable {
  /// From the press to the first repeat, in microseconds; the kernel's own default.
  package var delayMicroseconds: Int64 = 250_000
  /// From repeat to repeat, in microseconds; the kernel's own default.
  package var periodMicroseconds: Int64 = 33_000

  /// Makes the kernel's timing.
  package init() {}
}
