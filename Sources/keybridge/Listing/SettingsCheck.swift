// SPDX-License-Identifier: Apache-2.0
import Bridge
import Engines
import Glibc
import KeyCommands
import Layouts
import YAMLNodes

/// The findings of `keybridge check` in one settings file.
struct SettingsCheck {
  /// A finding; as `--format json` prints it, its members are stable.
  struct ListedFinding: Encodable {
    /// The file's path, as given by the user.
    var file: String
    /// The line, counted from 1; nil for the whole file.
    var line: Int?
    var column: Int?
    /// `error` or `note`.
    var severity: String
    var message: String
    /// A hint for fixing the problem.
    var hint: String?
  }

  /// The file's name in messages.
  let name: String
  private(set) var findings: [ListedFinding] = []
  private(set) var summary = ""

  /// Whether a finding is an error.
  var hasMistakes: Bool { findings.contains { $0.severity == "error" } }

  /// Checks a file; `-` is standard input.
  ///
  /// - Throws: why the file cannot be read, or an error in the options.
  init(of path: String, _ invocation: Invocation) throws {
    name = path == "-" ? "standard input" : path
    let text = path == "-" ? try Self.standardInput() : try readFile(path)
    if path.split(separator: "/").last.map(String.init) == ExtensionManifest.file {
      checkManifest(text, path)
      return
    }
    var configuration: Configuration
    do {
      configuration = try SettingsFile.read(text)
    } catch {
      for mistake in error.mistakes { add(mistake.place, true, mistake.problem.message) }
      return
    }
    try CommonOptions.apply(invocation, to: &configuration)
    for finding in configuration.removeUnusableFiles() { add(finding) }
    let layouts = try KeyboardLayouts(
      sources: configuration.sources,
      settingsFor: { [configuration] in configuration.settings(for: $0).layout })
    let ofLayouts = LayoutCheck(configuration, file: path).findings(on: layouts)
    for finding in ofLayouts { add(finding) }
    for finding in LayoutCheck(configuration, file: path).composeFindings(on: layouts) {
      // The person's own ~/.XCompose is no mistake in the settings file.
      add(
        finding.place, finding.place != nil, (finding.userError.message, finding.userError.hint))
    }
    // If a layout cannot be used, it is unknown which keys it can type.
    let isTypable = !ofLayouts.contains(where: \.isMistake)
    var check = CommandCheck(
      configuration, typable: isTypable ? try TypableChords(configuration) : nil)
    for finding in check.run() { add(finding.place, finding.isMistake, finding.problem.message) }
    for finding in configuration.engineFindings(EngineList(folders: EngineList.ofThisMachine)) {
      add(finding.place, false, (finding.userError.message, finding.userError.hint))
    }
    for finding in configuration.scannerFindings {
      add(finding.place, false, (finding.userError.message, finding.userError.hint))
    }
    summary = Self.summary(of: configuration)
  }

  /// Checks the manifest of an input extension, and the files of its folder.
  private mutating func checkManifest(_ text: [UInt8], _ path: String) {
    do throws(ManifestMistake) {
      let file = realpath(path, nil)
      defer { free(file) }
      let folder = file.map { String(cString: $0) }?.dropLast(ExtensionManifest.file.utf8.count + 1)
      let name = folder?.split(separator: "/").last.map(String.init) ?? ""
      let manifest = try ExtensionManifest(parsing: text, name: name, path: path)
      if let folder { _ = try ExtensionList.read(String(folder)) }
      let count = manifest.modes.count
      summary = "no errors; \(count) \(count == 1 ? "mode" : "modes")"
    } catch {
      let place = error.path == path ? "" : "\(error.path): "
      add(error.place, true, (place + error.message, nil))
    }
  }

  private mutating func add(_ finding: SettingFinding) {
    // A setting that probably has no effect is an error too when the user asks for a check.
    add(finding.place, true, (finding.userError.message, finding.userError.hint))
  }

  private mutating func add(
    _ place: YAMLPlace?, _ isMistake: Bool, _ message: (text: String, hint: String?)
  ) {
    findings.append(
      ListedFinding(
        file: name, line: place?.line, column: place?.column,
        severity: isMistake ? "error" : "note", message: message.text,
        hint: message.hint?.replacingBytes(of: "\n", with: " ")))
  }

  private static func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= 1 << 20 {
      let count = read(0, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw UserFacingError("cannot read standard input: \(systemMessage(errno))")
      }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
    throw UserFacingError("standard input is longer than 1 MiB", hint: "a settings file is shorter")
  }

  private static func summary(of configuration: Configuration) -> String {
    let rebound = configuration.commands.filter { $0.rebound != nil }.count
    let own = configuration.commands.count - rebound
    var parts: [String] = []
    if own > 0 { parts.append("\(own) \(own == 1 ? "command" : "commands")") }
    if rebound > 0 {
      parts.append("other keys for \(rebound) built-in \(rebound == 1 ? "command" : "commands")")
    }
    if !configuration.devices.isEmpty {
      let count = configuration.devices.count
      parts.append("\(count) \(count == 1 ? "entry" : "entries") for devices")
    }
    return parts.isEmpty ? "no errors" : "no errors; " + parts.joined(separator: ", ")
  }
}

extension SettingsCheck.ListedFinding {
  /// The finding as one line, like a compiler's.
  var sentence: String {
    let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    let note = severity == "note" ? "note: " : ""
    return "\(file)\(place): \(note)\(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
