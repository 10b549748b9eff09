// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The engines of this machine.
package final class Engines {
  /// The folders of manifests, the first of which wins.
  package static let folders = [
    "/usr/local/share/keybridge/engines", "/usr/share/keybridge/engines",
  ]

  /// The manifests, in the order in which they are tried.
  package let manifests: [EngineManifest]
  /// The mistakes in manifests.
  package let mistakes: [EngineManifest.Mistake]
  /// The engines that were used, by their manifest's place and their language.
  private var used: [Key: Engine] = [:]
  private let host: EngineHost

  private struct Key: Hashable {
    var place: Int
    var language: String
  }

  /// Reads the manifests of folders; no process is started.
  ///
  /// - Parameters:
  ///   - folders: the folders; one that does not exist has no manifests.
  ///   - host: the parts of the program that engines use.
  package init(folders: [String] = Engines.folders, host: EngineHost) {
    var manifests: [EngineManifest] = []
    var mistakes: [EngineManifest.Mistake] = []
    for path in folders.flatMap(Self.files) {
      do throws(EngineManifest.Mistake) {
        manifests.append(try EngineManifest(path: path))
      } catch {
        mistakes.append(error)
      }
    }
    self.manifests = manifests
    self.mistakes = mistakes
    self.host = host
  }

  /// The files `*.yaml` of a folder, by name.
  private static func files(in folder: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(folder + "/*.yaml", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// The engines that were used, in the order of their manifests.
  package var all: [Engine] {
    used.sorted { ($0.key.place, $0.key.language) < ($1.key.place, $1.key.language) }.map(\.value)
  }

  /// Finds the engine for an input method in a language.
  ///
  /// - Parameters:
  ///   - method: the name of the input method.
  ///   - language: a language tag.
  /// - Returns: the engine, which may have no process; nil for none.
  package func engine(for method: String, in language: String) -> Engine? {
    guard let place = manifests.firstIndex(where: { $0.serves(method, in: language) }) else {
      return nil
    }
    let key = Key(place: place, language: language)
    if let known = used[key] { return known }
    let engine = Engine(manifests[place], language: language, host: host)
    used[key] = engine
    return engine
  }

  /// Starts the engine for an input method, because its mode became current.
  ///
  /// - Parameters:
  ///   - method: the name of the input method; nil starts none.
  ///   - language: the language of the mode.
  package func prepare(_ method: String?, in language: String) {
    if let method { engine(for: method, in: language)?.prepare() }
  }

  /// Collects the processes that have ended; called on SIGCHLD.
  package func reap() { for engine in used.values { engine.reap() } }

  /// Ends all processes.
  package func stop() { for engine in used.values { engine.stop() } }
}
