// SPDX-License-Identifier: Apache-2.0
import Devices
import Glibc

/// Returns the paths at which a program is searched for, like `execvp` does, in order.
///
/// - Parameter name: a path, or a name in `PATH`.
/// - Returns: the paths, which need not exist.
func programPaths(_ name: String) -> [String] {
  guard !name.isEmpty else { return [] }
  if name.contains("/") { return [name] }
  return programFolders.map { $0 + "/" + name }
}

/// The folders of `PATH`.
private var programFolders: [String] {
  let path = Console.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false).map {
    $0.isEmpty ? "." : String($0)
  }
}

/// Searches programs like `execvp` does, for one check of many commands.
///
/// The names in the folders are listed once: thousands of commands would otherwise ask the kernel
/// about each program in each folder.
package final class ProgramSearch {
  /// A folder of `PATH`.
  private struct Folder {
    var path: String
    /// The names in it; nil if it cannot be listed, although its programs may be started.
    var names: Set<String>?

    init(_ path: String) {
      self.path = path
      let names = FolderContents.names(in: path)
      self.names = names.isEmpty ? nil : Set(names)
    }
  }

  private lazy var folders = programFolders.map(Folder.init)

  /// Creates a search, which lists the folders when it is first needed.
  package init() {}

  /// Searches a program.
  ///
  /// - Parameter name: its path, or its name in `PATH`.
  /// - Returns: whether it exists and may be started.
  package func finds(_ name: String) -> Bool {
    if name.contains("/") { return Self.isExecutable(name) }
    return folders.contains { folder in
      folder.names?.contains(name) != false && Self.isExecutable(folder.path + "/" + name)
    }
  }

  private static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
