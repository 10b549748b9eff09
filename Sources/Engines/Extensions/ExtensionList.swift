// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An extension that is installed: its folder, and its manifest.
package struct InstalledExtension: Hashable, Sendable {
  /// The path of the folder, without links.
  package var folder: String
  /// The contents of `extension.yaml`.
  package var manifest: ExtensionManifest
}

/// The extensions of a machine, which run only after the user has enabled them (CIV-13).
package struct ExtensionList: Hashable, Sendable {
  /// The folders of extensions for all users, the first of which wins.
  package static let folders = [
    "/usr/local/share/keybridge/extensions", "/usr/share/keybridge/extensions",
  ]
  /// The maximum number of extensions that are read.
  package static let limit = 100
  /// The maximum number of files in an extension.
  package static let fileLimit = 4096

  /// The extensions, sorted by name.
  package private(set) var extensions: [InstalledExtension] = []
  /// The mistakes in folders and manifests.
  package private(set) var mistakes: [ManifestMistake] = []

  /// Reads the extensions in folders.
  ///
  /// - Parameter folders: the folders; one that does not exist has no extensions. Of two extensions
  ///   with the same name the first one counts, also if it has a mistake: another version must not
  ///   run in its place.
  package init(folders: [String]) {
    var names: Set<String> = []
    var count = 0
    for folder in folders {
      for name in Self.entries(of: folder) ?? [] where names.insert(name).inserted {
        count += 1
        guard count <= Self.limit else { continue }
        do throws(ManifestMistake) {
          extensions.append(try Self.read(folder + "/" + name))
        } catch {
          mistakes.append(error)
        }
      }
    }
    extensions.sort { $0.manifest.name < $1.manifest.name }
    guard count > Self.limit else { return }
    mistakes.append(
      ManifestMistake(
        path: folders.joined(separator: ", "), place: nil,
        message: "\(count - Self.limit) extensions are ignored; expected at most \(Self.limit)"))
  }

  /// Creates a list of extensions that were read one by one.
  ///
  /// - Parameter extensions: the extensions, sorted by name.
  package init(_ extensions: [InstalledExtension]) { self.extensions = extensions }

  /// Reads an extension.
  ///
  /// - Parameter folder: its folder; not a link.
  /// - Returns: the extension.
  /// - Throws: the first mistake, also a link that leaves the folder.
  package static func read(_ folder: String) throws(ManifestMistake) -> InstalledExtension {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      let path = realPath(folder)
    else { throw ManifestMistake(path: folder, place: nil, message: "it is not a folder") }
    _ = try files(of: path)
    return InstalledExtension(folder: path, manifest: try ExtensionManifest(folder: path))
  }

  /// Finds the files of an extension.
  ///
  /// - Parameter folder: its folder, without links.
  /// - Returns: their paths relative to the folder, sorted.
  /// - Throws: a link that leaves the folder, anything but files, folders and links, or too many
  ///   files.
  package static func files(of folder: String) throws(ManifestMistake) -> [String] {
    var found: [String] = []
    var open = [""]
    while let place = open.popLast() {
      for name in entries(of: folder + "/" + place, hidden: true) ?? [] {
        let relative = place.isEmpty ? name : place + "/" + name
        let path = folder + "/" + relative
        func mistake(_ message: String) -> ManifestMistake {
          ManifestMistake(path: path, place: nil, message: message)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
          throw mistake("it cannot be read: \(String(cString: strerror(errno)))")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: open.append(relative)
        case S_IFREG: found.append(relative)
        case S_IFLNK:
          guard let target = realPath(path), target.hasPrefix(folder + "/") else {
            throw mistake("the link leaves the folder of the extension, or leads nowhere")
          }
          found.append(relative)
        default: throw mistake("expected files, folders and links only")
        }
        guard found.count + open.count <= fileLimit else {
          throw ManifestMistake(
            path: folder, place: nil, message: "expected at most \(fileLimit) files")
        }
      }
    }
    return found.sorted()
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The names in a folder, sorted; nil if it cannot be read.
  private static func entries(of folder: String, hidden: Bool = false) -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard ![".", ".."].contains(name), hidden || !name.hasPrefix(".") else { continue }
      names.append(name)
    }
    return names.sorted()
  }
}
