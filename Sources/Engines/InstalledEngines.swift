// SPDX-License-Identifier: Apache-2.0

/// The engines of this machine.
package final class InstalledEngines {
  /// The manifests, in the order in which their engines are asked.
  package private(set) var list: EngineList
  /// The names of the engines to ask in a mode, in order, by the mode's name, such as
  /// `zh-Hans+pinyin`; a mode without an entry uses every engine that serves it.
  package private(set) var choices: [String: [String]]
  /// The engines that were used.
  private var used: [Key: Engine] = [:]
  let host: EngineHost

  private struct Key: Hashable {
    var manifest: EngineManifest
    var language: String
  }

  /// Creates the engines; no process is started.
  ///
  /// - Parameters:
  ///   - list: the manifests.
  ///   - choices: the names of the engines to ask in a mode, by the mode's name.
  ///   - host: the parts of the program that engines use.
  package init(_ list: EngineList, choices: [String: [String]] = [:], host: EngineHost) {
    self.list = list
    self.choices = choices
    self.host = host
  }

  /// Replaces the manifests; engines whose manifests have changed end.
  ///
  /// - Parameters:
  ///   - list: the manifests.
  ///   - choices: the names of the engines to ask in a mode, by the mode's name.
  package func replace(with list: EngineList, choices: [String: [String]]) {
    self.list = list
    self.choices = choices
    let gone = used.filter { !list.manifests.contains($0.key.manifest) }
    for (key, engine) in gone {
      retired.append(engine)
      used[key] = nil
      engine.stop()
    }
    reap()
  }

  /// The engines whose manifests are gone, until their processes are collected.
  private var retired: [Engine] = []

  /// The engines that were used with a manifest, by their languages.
  ///
  /// - Parameter manifest: the manifest.
  /// - Returns: the engines.
  package func engines(of manifest: EngineManifest) -> [Engine] {
    used.filter { $0.key.manifest == manifest }.map(\.value).sorted { $0.language < $1.language }
  }

  /// Returns the manifests of the engines for an input method in a language, in the order in which
  /// they are asked.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - language: a language tag.
  /// - Returns: the manifests; those that the user's settings leave out are missing.
  package func manifests(for method: String, in language: String) -> [EngineManifest] {
    let serving = list.manifests.filter { $0.serves(method, in: language) }
    guard let names = choices["\(language)+\(method)"] else { return serving }
    return names.compactMap { name in serving.first { $0.name == name } }
  }

  /// Returns the engines for an input method in a language, in the order in which they are asked.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - language: a language tag.
  /// - Returns: the engines, which may have no process.
  package func engines(for method: String, in language: String) -> [Engine] {
    manifests(for: method, in: language).map { manifest in
      let key = Key(manifest: manifest, language: language)
      if let known = used[key] { return known }
      let engine = Engine(manifest, language: language, host: host)
      used[key] = engine
      return engine
    }
  }

  /// Starts the engines for an input method, because its mode became current.
  ///
  /// - Parameters:
  ///   - method: the name of the input method; nil starts none.
  ///   - language: the language of the mode.
  package func prepare(_ method: String?, in language: String) {
    guard let method else { return }
    for engine in engines(for: method, in: language) { engine.prepare() }
  }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() {
    for engine in used.values { engine.reap() }
    for engine in retired { engine.reap() }
    retired.removeAll { !$0.hasKilledProcesses }
  }

  /// Ends all processes.
  package func stop() { for engine in used.values { engine.stop() } }
}
