// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The manifests of the installed engines.
package struct EngineList: Hashable, Sendable {
  /// The folders of manifests, the first of which wins.
  package static let folders = [
    "/usr/local/share/keybridge/engines", "/usr/share/keybridge/engines",
  ]

  /// The maximum number of files that are read; a mode asks every engine that serves it.
  package static let limit = 100

  /// The manifests, in the order in which their engines are asked.
  package private(set) var manifests: [EngineManifest] = []
  /// The mistakes in manifests.
  package private(set) var mistakes: [EngineManifest.Mistake] = []

  /// Creates a list.
  ///
  /// - Parameter manifests: the manifests, in the order in which their engines are asked.
  package init(_ manifests: [EngineManifest] = []) { self.manifests = manifests }

  /// Reads the files `*.yaml` of folders, in the order of their names.
  ///
  /// - Parameter folders: the folders; one that does not exist has no manifests. Of two engines
  ///   with the same name the first one counts. Files beyond ``limit`` are a mistake.
  package init(folders: [String]) {
    let files = folders.flatMap(Self.files)
    for path in files.prefix(Self.limit) {
      do throws(EngineManifest.Mistake) {
        let manifest = try EngineManifest(path: path)
        if !manifests.contains(where: { $0.name == manifest.name }) { manifests.append(manifest) }
      } catch {
        mistakes.append(error)
      }
    }
    guard files.count > Self.limit else { return }
    mistakes.append(
      EngineManifest.Mistake(
        path: files[Self.limit], place: nil,
        message: "this file and \(files.count - Self.limit - 1) after it are ignored; expected at"
          + " most \(Self.limit) manifests"))
  }

  private static func files(in folder: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(folder + "/*.yaml", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
