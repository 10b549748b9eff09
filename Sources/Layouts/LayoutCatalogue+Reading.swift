// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The reader of `evdev.lst`, which lists the layouts of the machine.
extension LayoutCatalogue {
  /// Parses an `evdev.lst`.
  ///
  /// `! kind` opens a section. Each line of it holds a name, blanks and a description; the
  /// description of a variant begins with its layout and a colon.
  static func entries(in bytes: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var kind: Kind?
    for bytes in bytes.split(separator: 10) {
      let line = unescaped(String(decoding: bytes, as: UTF8.self))
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "!" {
        kind = Kind(rawValue: trimmed(words[1]))
      } else if let kind {
        entries.append(entry(kind, String(words[0]), trimmed(words[1])))
      }
    }
    // Options without a colon are group titles.
    return entries.filter { $0.kind != .option || $0.name.contains(":") }
  }

  /// Lists the symbol files of a folder; each is a layout.
  static func symbolFiles(in folder: String) -> [Entry] {
    guard let directory = opendir(folder + "/symbols") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let item = readdir(directory) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), !name.hasSuffix("~") { names.append(name) }
    }
    return names.sorted().map { Entry(kind: .layout, name: $0, layout: "", description: $0) }
  }

  private static func entry(_ kind: Kind, _ name: String, _ rest: String) -> Entry {
    let parts = rest.split(separator: ":", maxSplits: 1)
    guard kind == .variant, parts.count == 2 else {
      return Entry(kind: kind, name: name, layout: "", description: rest)
    }
    return Entry(
      kind: kind, name: name, layout: trimmed(parts[0]), description: trimmed(parts[1]))
  }

  // The list is generated from XML, and some versions of xkeyboard-config leave XML escapes in it.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacingBytes(of: "&lt;", with: "<").replacingBytes(of: "&gt;", with: ">")
      .replacingBytes(of: "&amp;", with: "&")
  }

  private static func trimmed(_ text: Substring) -> String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    var text = text.drop(while: blank)
    while let last = text.last, blank(last) { text.removeLast() }
    return String(text)
  }
}
