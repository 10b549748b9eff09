// SPDX-License-Identifier: Apache-2.0
import Layouts
import TestSupport

/// A user's folder with one layout, `test`.
struct UserFolder {
  let folder: TemporaryFolder

  init(symbols: String) throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("symbols")
    _ = try folder.write(symbols.utf8, to: "symbols/test")
  }

  var sources: LayoutSources { LayoutSources(includeFolders: [folder.path]) }
}
