// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Whether a program exists, searched like `execvp` does.
package func isProgram(_ name: String) -> Bool {
  if name.contains("/") { return isExecutable(name) }
  let path = Console.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
  return path.split(separator: ":", omittingEmptySubsequences: false).contains {
    isExecutable(($0.isEmpty ? "." : $0) + "/" + name)
  }
}

private func isExecutable(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
