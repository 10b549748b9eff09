// SPDX-License-Identifier: Apache-2.0
import Glibc
package import TextInput

/// The extensions of this machine, and those that the user has enabled as input methods of an
/// engine.
package final class InstalledExtensions {
  /// The reason why a choice of the user is refused: a sentence.
  package struct Refusal: Error, Hashable, Sendable {
    /// Whether the name or the right does not exist.
    package var isUnknown: Bool
    /// The sentence, without a full stop.
    package var message: String
  }

  /// The extensions that are installed.
  package private(set) var list: ExtensionList
  /// The user's choices.
  package private(set) var choices: ExtensionChoices
  /// The enabled extensions by name.
  private var running: [String: Extension] = [:]
  private var methods: [ExtensionMethod] = []
  /// Extensions that are not enabled any more, until their processes are collected.
  private var retired: [Extension] = []
  private let engine: TextEngine
  private let host: ExtensionHost
  private let documents = DocumentIdentifiers()

  /// Registers the enabled extensions; no process is started.
  ///
  /// - Parameters:
  ///   - list: the extensions that are installed.
  ///   - engine: the engine, in whose memory the user's choices are.
  ///   - host: the parts of the program that extensions use.
  package init(_ list: ExtensionList, in engine: TextEngine, host: ExtensionHost) {
    self.list = list
    self.engine = engine
    self.host = host
    choices = ExtensionChoices(from: engine.memory)
    register()
  }

  /// Returns an enabled extension.
  ///
  /// - Parameter name: its name.
  /// - Returns: the extension; nil if it is not enabled.
  package func enabled(_ name: String) -> Extension? { running[name] }

  /// Replaces the extensions that are installed; processes whose extensions have changed end.
  ///
  /// - Parameter list: the extensions.
  package func replace(with list: ExtensionList) {
    self.list = list
    register()
  }

  // MARK: Choices

  /// Finds an installed extension.
  ///
  /// - Parameter name: its name.
  /// - Returns: the extension.
  /// - Throws: that there is none, with its mistake if it has one.
  package func find(_ name: String) throws(Refusal) -> InstalledExtension {
    if let found = list.extensions.first(where: { $0.manifest.name == name }) { return found }
    let mistake = list.mistakes.first { $0.path.split(separator: "/").contains(Substring(name)) }
    if let mistake {
      throw Refusal(isUnknown: false, message: mistake.text)
    }
    throw Refusal(
      isUnknown: true,
      message: "there is no extension \(name); extensions.list lists the extensions")
  }

  /// Enables an extension, which has its modes from then on.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - hash: the hash of its folder, in hexadecimal digits.
  /// - Throws: that there is no such extension.
  package func enable(_ name: String, hash: String) throws(Refusal) {
    _ = try find(name)
    choices[name].hash = hash
    changed()
  }

  /// Disables an extension; its rights stay granted.
  ///
  /// - Parameter name: its name.
  /// - Throws: that it is not known.
  package func disable(_ name: String) throws(Refusal) {
    if choices[name] == ExtensionChoice() { _ = try find(name) }
    choices[name].hash = nil
    changed()
  }

  /// Disables an extension, and revokes its rights.
  ///
  /// - Parameter name: its name.
  /// - Throws: that it is not known.
  package func reset(_ name: String) throws(Refusal) {
    if choices[name] == ExtensionChoice() { _ = try find(name) }
    choices[name] = ExtensionChoice()
    changed()
  }

  /// Grants or revokes a right.
  ///
  /// - Parameters:
  ///   - grant: the right.
  ///   - name: the name of the extension.
  ///   - isGranted: whether it is granted.
  /// - Throws: that there is no such extension, or that it does not request the right.
  package func set(
    _ grant: ExtensionGrant, of name: String, isGranted: Bool
  ) throws(Refusal) {
    guard isGranted else {
      if choices[name] == ExtensionChoice() { _ = try find(name) }
      choices[name].grants.remove(grant)
      return changed()
    }
    let requests = try find(name).manifest.requests
    guard requests.contains(grant) else {
      let known =
        requests.isEmpty
        ? "nothing" : requests.map(\.rawValue).sorted().joined(separator: ", ")
      throw Refusal(
        isUnknown: false,
        message: "the extension \(name) does not request \(grant.rawValue); it requests \(known)")
    }
    choices[name].grants.insert(grant)
    changed()
  }

  private func changed() {
    choices.store(in: engine.memory)
    register()
  }

  // MARK: Modes

  /// Registers the methods and the modes of the enabled extensions.
  private func register() {
    var wanted: [String: InstalledExtension] = [:]
    for installed in list.extensions where choices[installed.manifest.name].isEnabled {
      wanted[installed.manifest.name] = installed
    }
    let gone = running.filter { wanted[$0.key] != $0.value.installed }
    for (name, old) in gone {
      running[name] = nil
      retire(old)
    }
    var isOther = !gone.isEmpty
    for (name, installed) in wanted where running[name] == nil {
      // One that is still finishing ends before it is started again.
      let before = retired.firstIndex { $0.installed == installed }
      running[name] =
        before.map { retired.remove(at: $0) }
        ?? Extension(installed, choice: choices[name], host: host)
      isOther = true
    }
    for (name, known) in running { known.apply(choices[name]) }
    if isOther { registerMethods() }
    reap()
  }

  private func registerMethods() {
    let old = methods
    methods = sorted.flatMap { known in
      known.installed.manifest.modes.map { mode in
        ExtensionMethod(
          mode, of: known, in: engine, documents: documents, keysymName: host.keysymName)
      }
    }
    // First the modes, so that a method that is gone can still finish its composition.
    let modes = sorted.flatMap { known in
      known.installed.manifest.modes.compactMap { $0.mode(of: known.name) }
    }
    if engine.modes.extensionModes.contains(where: { !modes.contains($0) }) {
      engine.modes.extensionModes = engine.modes.extensionModes.filter(modes.contains)
    }
    for method in old { engine.registerInputMethod(nil, named: method.name) }
    for method in methods {
      engine.registerInputMethod(method, named: method.name, isThirdParty: true)
    }
    engine.modes.extensionModes = modes
  }

  private var sorted: [Extension] { running.values.sorted { $0.name < $1.name } }

  /// Starts the extension of a mode that became current.
  ///
  /// - Parameter mode: the mode.
  package func follow(_ mode: TextInputMode) {
    guard mode.isOfExtension, let method = methods.first(where: { $0.name == mode.inputMethod })
    else { return }
    method.prepare()
  }

  // MARK: Processes

  private func retire(_ old: Extension) {
    old.apply(ExtensionChoice(grants: choices[old.name].grants))
    retired.append(old)
  }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() {
    for known in running.values { known.reap() }
    for known in retired { known.reap() }
    retired.removeAll { !$0.hasEndedProcesses }
  }

  /// Ends all processes, and waits a while for those that finish; the loop must have ended.
  package func stop() {
    for known in running.values { known.stop() }
    let all = retired + running.values
    for _ in 0..<Int(LinkedProcess.endLimit / .milliseconds(5)) {
      guard all.contains(where: \.isFinishing) else { break }
      usleep(5000)
      for known in all { known.reap() }
    }
    for known in all { known.killFinishing() }
  }
}

extension ExtensionManifest.Mode {
  /// The mode of the engine; nil if the language is no tag.
  fileprivate func mode(of name: String) -> TextInputMode? {
    guard let tag = LanguageTag(language) else { return nil }
    return TextInputMode(
      tag, inputMethod: "\(name).\(id)", displayName: title,
      layout: layout.map { layout in
        // As xkb writes it: `us(dvorak)`.
        let parts = layout.split(separator: "(", maxSplits: 1)
        return KeyboardLayout(
          parts.first.map(String.init) ?? layout,
          variant: parts.count > 1 ? String(parts[1].filter { $0 != ")" }) : "")
      })
  }
}
