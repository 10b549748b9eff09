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
}
