// SPDX-License-Identifier: Apache-2.0
package import InputMethods
import Devices
import Keys
import Layouts
import TextInput
import YAMLNodes

extension Configuration {
  /// Reads a settings file in the format of Documentation/Configuration.md.
  ///
  /// The schema decides the type of a word, so `layout: no` is Norwegian and never false.
  ///
  /// - Parameters:
  ///   - text: the file's contents.
  ///   - methods: the input methods that modes may need.
  ///   - user: returns the number of the user with a name; nil if there is none.
  ///   - pause: called again and again; it may suspend the work.
  /// - Throws: all errors in the text, not just the first.
  package init(
    parsing text: some Collection<UInt8>, methods: InputMethodTable = .builtin,
    user: @escaping (String) -> UInt32? = ConfigurationReader.userOfThisMachine,
    pause: () -> Void = {}
  ) throws(ConfigurationErrors) {
    self.init()
    var reader = ConfigurationReader(methods: methods, findUser: user)
    do {
      let document = try YAMLDocument(parsing: text, pause: pause)
      reader.mistakes = document.duplicateKeys.map {
        ConfigurationError(place: $0.place, problem: .yaml($0.problem))
      }
      if let root = document.root, !root.isNull { reader.read(root, into: &self, pause) }
    } catch {
      reader.mistakes.append(ConfigurationError(place: error.place, problem: .yaml(error.problem)))
    }
    guard reader.mistakes.isEmpty else {
      throw ConfigurationErrors(
        mistakes: reader.mistakes.sorted {
          ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        })
    }
  }
}

/// Decodes nodes by the schema and collects the errors.
package struct ConfigurationReader {
  /// The input methods that modes may need.
  let methods: InputMethodTable
  /// Returns the number of the user with a name; nil if there is none.
  let findUser: (String) -> UInt32?
  var mistakes: [ConfigurationError] = []
  /// The layouts that entries of `modes` select.
  var modeLayouts: [KeyboardOverrides] = []
  /// The places where modes select engines.
  var enginePlaces: [EnginePlace] = []
  /// The places where scanners name a program of any user.
  var scannersOfAnyUser: [ScannerPlace] = []
  /// The places of the processes to be started.
  var processPlaces: [YAMLPlace] = []

  // The keys that describe a keyboard; valid at the top level, for all keyboards, and in an entry
  // of `devices`.
  private static let keyboardKeys = [
    "rules", "model", "layout", "variant", "options", "option-key", "swap", "grab",
  ]
  static let topKeys =
    keyboardKeys
    + [
      "keyboards", "devices", "locks", "symbols", "compose-file", "repeat", "hold-for-accents",
      "assistance", "modes", "input-methods", "commands", "allow-processes", "sequence-timeout",
      "continuation-delay", "discoverability-delay", "commands-before-text", "dictionary",
      "learning", "text-replacements", "pasteboard-per-form", "pasteboard-expiry",
      "programs-choose-fills", "lock-memory", "scrollback",
    ]
  static let entryKeys = keyboardKeys + ["match", "ignore", "mode", "scanner"]

  mutating func read(
    _ root: YAMLNode, into configuration: inout Configuration, _ pause: () -> Void
  ) {
    for (key, value) in entries(of: root, known: Self.topKeys, example: "layout: de") {
      switch key {
      case "keyboards": configuration.selectors = selectors(value)
      case "devices": readDevices(value, into: &configuration)
      case "locks": configuration.startingLocks = choice(value, of: key) ?? .lit
      case "symbols":
        configuration.sources.includeFolders = strings(value)
        configuration.symbolsPlaces = (value.items ?? [value]).map(\.place)
      case "compose-file":
        configuration.sources.composeFile = string(value)
        configuration.composeFilePlace = value.place
      case "hold-for-accents": configuration.holdsForAccents = flag(value)
      case "assistance":
        configuration.assistance = assistance(value)
        configuration.turnsAssistanceOff = Self.flag(of: value) == false
      case "modes":
        configuration.modes = modes(value)
        configuration.modeLayouts = modeLayouts
      case "input-methods":
        configuration.inputMethods = inputMethods(value)
        configuration.enginePlaces = enginePlaces
      case "commands": configuration.commands = commands(value, pause)
      case "allow-processes": configuration.allowsProcesses = flag(value)
      case "sequence-timeout": configuration.sequenceTimeout = number(value, in: 300...60_000)
      case "continuation-delay": configuration.continuationDelay = number(value, in: 0...3000)
      case "discoverability-delay":
        configuration.discoverabilityDelay = number(value, in: 300...3000)
      case "commands-before-text": configuration.commandsBeforeText = flag(value)
      case "lock-memory": configuration.locksMemory = flag(value)
      case "pasteboard-per-form": configuration.pasteboardPerForm = flag(value)
      case "pasteboard-expiry": configuration.pasteboardExpiry = number(value, in: 0...86_400)
      case "programs-choose-fills": configuration.programsChooseFills = flag(value)
      case "scrollback":
        configuration.scrollback = number(value, in: Configuration.scrollbackLimits)
      case "dictionary": configuration.dictionary = dictionary(value)
      case "learning": configuration.learning = flag(value)
      case "text-replacements": configuration.textReplacements = textReplacements(value)
      case "repeat": readRepeat(value, into: &configuration.repeatTiming)
      default: readKeyboard(key, value, into: &configuration.defaults)
      }
    }
    // A missing setting forbids processes and makes `run` an error; `false` accepts the entries,
    // but does not start them.
    guard configuration.allowsProcesses == nil else { return }
    for place in processPlaces {
      mistakes.append(ConfigurationError(place: place, problem: .processesNotAllowed))
    }
  }

  private mutating func readDevices(_ node: YAMLNode, into configuration: inout Configuration) {
    guard let items = node.items else {
      fail(
        node, .expected("a list of entries, each beginning with '- match:'", found: node.summary))
      return
    }
    for item in items {
      var entry = Configuration.DeviceEntry(selectors: [], overrides: KeyboardOverrides())
      var hasMatch = false
      for (key, value) in entries(of: item, known: Self.entryKeys, example: "match: 046d:c31c") {
        switch key {
        case "match":
          hasMatch = true
          entry.selectors = selectors(value)
        case "ignore": entry.overrides.isIgnored = flag(value)
        case "mode": entry.overrides.mode = choice(value, of: key)
        case "scanner": entry.overrides.scanner = scanner(value)
        default: readKeyboard(key, value, into: &entry.overrides)
        }
      }
      if item.entries != nil, !hasMatch { fail(item, .entryWithoutMatch) }
      if let codes = item["scanner"], item["mode"] == nil || entry.overrides.mode == .keyboard {
        fail(codes, .scannerWithoutMode)
      }
      configuration.devices.append(entry)
    }
    configuration.scannersOfAnyUser = scannersOfAnyUser
  }

  private mutating func readKeyboard(
    _ key: String, _ value: YAMLNode, into overrides: inout KeyboardOverrides
  ) {
    switch key {
    case "rules": overrides.rules = string(value)
    case "model":
      overrides.model = string(value)
      overrides.modelPlace = value.place
    case "layout":
      overrides.layout = list(value)
      overrides.layoutPlace = value.place
    case "variant":
      overrides.variant = list(value)
      overrides.variantPlace = value.place
    case "options":
      overrides.options = list(value)
      overrides.optionsPlace = value.place
    case "option-key": overrides.optionAsThirdLevel = choice(value, of: key)
    case "swap": overrides.swap = choice(value, of: key)
    case "grab": overrides.grab = choice(value, of: key)
    default: break
    }
  }

  private mutating func readRepeat(_ node: YAMLNode, into timing: inout RepeatTiming) {
    for (key, value) in entries(of: node, known: ["delay", "rate"], example: "rate: 30") {
      if key == "delay", let number = number(value, in: 50...5000) {
        timing.delayMicroseconds = Int64(number) * 1000
      } else if key == "rate", let number = number(value, in: 1...200) {
        timing.periodMicroseconds = 1_000_000 / Int64(number)
      }
    }
  }
}
