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
    let name = Array(locale.utf8)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    var rest = listing[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 10) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[end...].dropFirst()
      while let last = line.last, isBlank(last) { line.removeLast() }
      // The file has hundreds of lines, and dividing each into words takes a million instructions.
      guard line.suffix(name.count) == name[...], line.first != UInt8(ascii: "#") else { continue }
      let words = line.split(whereSeparator: isBlank)
      guard words.count == 2, words[1] == name[...] else { continue }
      let file = words[0].last == UInt8(ascii: ":") ? words[0].dropLast() : words[0]
      return String(decoding: file, as: UTF8.self)
    }
    return nil
  }
}
