// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc
import Keys
import Layouts

/// The options that several subcommands share, and their effects on the configuration.
package enum CommonOptions {
  /// The options for layouts.
  package static let layout: [Option] = [
    Option(
      "layout", "l", .completedList("LAYOUT", command: "layouts --format names"),
      help: "xkb layout, or several: de, us,ru"),
    Option(
      "variant", nil,
      .completedList("VARIANT", command: "layouts --format names --variants \(Option.layoutPlace)"),
      help: "variant of each layout: nodeadkeys, ,phonetic"),
    Option(
      "model", nil, .completed("MODEL", command: "layouts --models --format names"),
      help: "keyboard model: pc105, applealu_iso"),
    Option(
      "options", nil, .completedList("OPTIONS", command: "layouts --xkb-options --format names"),
      help: "xkb options: compose:ralt,ctrl:nocaps"),
    Option("rules", nil, .text("RULES"), help: "xkb rules file: evdev"),
    Option("symbols", nil, .file("DIRECTORY"), help: "folder of xkb files that is searched first"),
    choice(of: "option-key", "WHEN", help: "when Alt acts as AltGr"),
    choice(of: "swap", "KEYS", help: "exchange keys"),
    choice(of: "locks", "WHICH", help: "locks that are on at the start"),
    configuration,
  ]

  /// An option that takes the values of the setting with its name.
  private static func choice(of setting: String, _ argument: String, help: String) -> Option {
    let words = SettingsList.choices(of: setting)
    return Option(
      setting, nil, .choice(argument, words), help: "\(help): \(words.joined(separator: ", "))")
  }

  package static let device = Option(
    "device", "d", .completed("SELECTOR", command: "devices --all --format names"),
    help: "name=, path=, phys=, uniq=GLOB, VENDOR:PRODUCT, all")

  package static let configuration = Option(
    "config", "c", .file("FILE"), help: "settings file; options override its defaults")

  /// Combines the settings file and the options.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - file: the settings file; nil for none.
  ///   - pause: called again and again; it may suspend the work.
  /// - Returns: the configuration.
  /// - Throws: all errors in the file, or the first one in the options.
  package static func configuration(
    _ invocation: Invocation, file: String?, pause: @escaping () -> Void = {}
  ) throws -> Configuration {
    let bytes = try file.map { path throws(UserFacingError) in try readFile(path) } ?? []
    var configuration = try Self.configuration(
      invocation, SettingsText(path: file, bytes: bytes), pause: pause)
    let unusable = configuration.removeUnusableFiles()
    guard unusable.isEmpty else { throw UserFacingError(unusable, in: file) }
    return configuration
  }

  /// Combines a settings file that was read already and the options.
  ///
  /// Whether the files exist that the settings name is not checked.
  ///
  /// - Parameters:
  ///   - invocation: the options.
  ///   - text: the settings file.
  ///   - user: returns the number of the user with a name; nil if there is none.
  ///   - pause: called again and again; it may suspend the work.
  /// - Returns: the configuration.
  /// - Throws: all errors in the file, or the first one in the options.
  static func configuration(
    _ invocation: Invocation, _ text: SettingsText,
    user: @escaping (String) -> UInt32? = ConfigurationReader.userOfThisMachine,
    pause: @escaping () -> Void = {}
  ) throws -> Configuration {
    var configuration = Configuration()
    if let path = text.path {
      do {
        configuration = try SettingsFile.read(text.bytes, user: user, pause: pause)
      } catch {
        throw UserFacingError(error.message(path: path), status: .failed)
      }
    }
    try apply(invocation, to: &configuration)
    return configuration
  }

  /// Applies the options, which override a settings file.
  ///
  /// - Throws: the first error in the options.
  package static func apply(
    _ invocation: Invocation, to configuration: inout Configuration
  ) throws {
    let selectors = invocation.values("device")
    if !selectors.isEmpty { configuration.selectors = try selectors.map { try DeviceSelector($0) } }
    configuration.commandLine = try overrides(invocation)
    configuration.startingLocks =
      try invocation.choice("locks", as: StartingLocks.self) ?? configuration.startingLocks
    if let folder = invocation.value("symbols") {
      configuration.sources.includeFolders = [folder]
      configuration.symbolsPlaces = []
    }
    configuration.sources.composeLocale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Console.environment($0) }.first ?? ""
    if configuration.sources.composeFile.isEmpty {
      configuration.sources.composeFile = userComposeFile() ?? ""
    }
  }

  /// Finds the settings file: the one in the options, else the user's, else the machine's.
  ///
  /// A replay uses only the one in the options, so that its result is the same on every machine.
  package static func settingsFile(_ invocation: Invocation, isReplay: Bool) -> String? {
    if let path = invocation.value("config") { return path }
    if isReplay { return nil }
    let home = Console.environment("HOME").map { $0 + "/.config" }
    let folders = [Console.environment("XDG_CONFIG_HOME") ?? home, "/etc"]
    return folders.compactMap { $0.map { $0 + "/keybridge/keybridge.yaml" } }
      .first { access($0, F_OK) == 0 }
  }

  private static func overrides(_ invocation: Invocation) throws -> KeyboardOverrides {
    var overrides = KeyboardOverrides()
    overrides.rules = invocation.value("rules")
    overrides.model = invocation.value("model")
    overrides.layout = invocation.value("layout")
    overrides.variant = invocation.value("variant")
    overrides.options = invocation.value("options")
    overrides.optionAsThirdLevel = try invocation.choice("option-key", as: OptionAsThirdLevel.self)
    overrides.swap = try invocation.choice("swap", as: ModifierSwap.self)
    return overrides
  }

  /// Throws if a folder cannot be opened; xkb would ignore it without an error.
  package static func requireFolder(_ path: String) throws(UserFacingError) {
    guard let folder = opendir(path) else {
      throw UserFacingError(
        "cannot read the symbols folder \(path): \(systemMessage(errno))",
        hint: "the folder needs symbols/NAME for each layout, like /usr/share/X11/xkb")
    }
    closedir(folder)
    for kind in ["compat", "geometry", "keycodes", "rules", "symbols", "types"] {
      try requireRegularFiles(in: path + "/" + kind, depth: 3)
    }
  }

  /// Throws if a pipe or a device is where xkb would read a file: reading could block or never end.
  private static func requireRegularFiles(in folder: String, depth: Int) throws(UserFacingError) {
    for name in FolderContents.names(in: folder) where name != "." && name != ".." {
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: if depth > 1 { try requireRegularFiles(in: path, depth: depth - 1) }
      default: throw UserFacingError(notRegular: path)
      }
    }
  }

  /// Returns `XCOMPOSEFILE`, or `~/.XCompose` if it exists.
  private static func userComposeFile() -> String? {
    if let path = Console.environment("XCOMPOSEFILE") { return path }
    guard let home = Console.environment("HOME") else { return nil }
    let path = home + "/.XCompose"
    return access(path, R_OK) == 0 ? path : nil
  }
}
