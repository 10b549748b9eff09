// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A data file that an input method reads, and that a package of its own installs.
package enum MethodData: Hashable, Sendable, CaseIterable {
  /// The Chinese characters of Korean syllables.
  case hanja
  /// The stroke orders of Chinese characters.
  case strokes

  /// The path of the file.
  package var path: String {
    switch self {
    case .hanja: "/usr/share/libhangul/hanja/hanja.txt"
    case .strokes: "/usr/share/rime-data/stroke.dict.yaml"
    }
  }

  /// Whether the file can be read.
  package var isInstalled: Bool { access(path, R_OK) == 0 }
}
