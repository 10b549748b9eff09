// SPDX-License-Identifier: Apache-2.0
import Keys

/// Finds the compose table of a locale in the folder of libX11.
struct ComposeFiles {
  /// The folder that contains `compose.dir`.
  var folder: String

  /// Returns the table of a locale, or else of `en_US.UTF-8`; nil if neither is installed.
  func path(for locale: String) -> String? {
    let listed = (try? RegularFile.read(folder + "/compose.dir")) ?? []
    let wanted = Self.canonical(locale)
    for locale in wanted == Self.standard ? [wanted] : [wanted, Self.standard] {
      if let file = Self.file(of: locale, in: listed) { return folder + "/" + file }
    }
    return nil
  }

  /// Whether the table of a locale is that of `en_US.UTF-8`, which most locales share.
  func isUsual(_ locale: String) -> Bool {
    // Spares most machines the file.
    Self.canonical(locale) == Self.standard || path(for: locale) == path(for: Self.standard)
  }

  private static let standard = "en_US.UTF-8"

  // Only UTF-8 tables are used, so a locale of another character set gets the UTF-8 table of its
  // language: `de_DE@euro`, `de_DE.ISO8859-1` and `de_DE.utf8` all become `de_DE.UTF-8`.
  private static func canonical(_ locale: String) -> String {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    return name.isEmpty || name == "C" || name == "POSIX" ? standard : name + ".UTF-8"
  }

  // A line of `compose.dir` has the file, an optional colon, blanks and the locale.
  private static func file(of locale: String, in listing: [UInt8]) -> String? {
    for line in listing.split(separator: 10) where line.first != UInt8(ascii: "#") {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }
      guard words.count == 2, words[1].elementsEqual(locale.utf8) else { continue }
      let file = words[0].last == UInt8(ascii: ":") ? words[0].dropLast() : words[0]
      return String(decoding: file, as: UTF8.self)
    }
    return nil
  }
}
