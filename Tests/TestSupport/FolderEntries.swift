// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The entries of a folder, sorted by name; empty if it cannot be read.
package func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var found: [(name: String, isFolder: Bool)] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." {
      found.append((name, entry.pointee.d_type == UInt8(DT_DIR)))
    }
  }
  return found.sorted { $0.name < $1.name }
}
