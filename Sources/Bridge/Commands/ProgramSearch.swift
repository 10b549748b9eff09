// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whether a program exists, searched like `execvp` does.
package func isProgram(_ name: String) -> Bool { programPaths(name).contains(where: isExecutable) }

/// Returns the paths at which a program is searched for, like `execvp` does, in order.
///
/// - Parameter name: a path, or a name in `PATH`.
/// - Returns: the paths, which need not exist.
func programPaths(_ name: String) -> [String] {
  guard !name.isEmpty else { return [] }
  if name.contains("/") { return [name] }
  let path = Console.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false).map {
    ($0.isEmpty ? "." : $0) + "/" + name
  }
}

private func isExecutable(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
