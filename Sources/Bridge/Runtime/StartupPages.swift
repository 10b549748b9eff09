// SPDX-License-Identifier: Apache-2.0
import CReadOnlyPages
import Glibc

/// The memory pages that only the start of the program needs (decision 9).
enum StartupPages {
  /// Unmaps the pages of code and constants; those needed again are read from the page cache.
  ///
  /// A service waits for keys most of the time, but its start uses most of its code.
  static func giveBack() {
    keybridge_release_read_only_pages()
  }

  /// The path of the running program; nil if `/proc` is not available.
  static var ownPath: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0, count < path.count else { return nil }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
