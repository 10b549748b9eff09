// SPDX-License-Identifier: Apache-2.0
import Engines
import Glibc

/// The findings of `doctor` about the engines of IBus, which the extension `ibus` offers as modes.
extension Finding {
  /// The name of the extension.
  private static let bridge = "ibus"

  /// Checks the engines of the modes of the extension, if it is installed.
  static func ibusOfThisMachine() -> [Finding] {
    let list = ExtensionList(folders: ExtensionList.ofThisMachine)
    guard let found = list.extensions.first(where: { $0.manifest.name == bridge }) else {
      return []
    }
    return ibus(found.manifest, installed: IBusInstallation())
  }

  /// Checks the engines of modes.
  ///
  /// - Parameters:
  ///   - manifest: the manifest of the extension.
  ///   - installed: the parts of IBus on this machine.
  /// - Returns: a finding about the engines that are installed, and one for each package that is
  ///   missing.
  static func ibus(_ manifest: ExtensionManifest, installed: IBusInstallation) -> [Finding] {
    let missingParts = installed.missingParts
    guard missingParts.isEmpty else {
      return [
        .trouble(
          "the extension \(bridge) cannot be started: a part of IBus is missing",
          "apt-get install \(missingParts.joined(separator: " ")), as root")
      ]
    }
    var usable: [String] = []
    var missing: [(package: String?, modes: [String])] = []
    for mode in manifest.modes.map(\.id) {
      if installed.hasEngine(of: mode) {
        usable.append(mode)
        continue
      }
      let package = IBusInstallation.package(of: mode)
      if let index = missing.firstIndex(where: { $0.package == package }) {
        missing[index].modes.append(mode)
      } else {
        missing.append((package, [mode]))
      }
    }
    let good =
      usable.isEmpty
      ? [] : [Finding.good("IBus has the engines of \(names(of: usable))")]
    return good
      + missing.map { package, modes in
        .remark(
          "IBus has no engine of \(names(of: modes))",
          package.map { "apt-get install \($0), as root, if you type in it" }
            ?? "'keybridge-ibus-modes --list' lists the installed engines")
      }
  }

  private static func names(of modes: [String]) -> String {
    modes.map { "\(bridge).\($0)" }.joined(separator: ", ")
  }
}

/// The parts of IBus on a machine.
struct IBusInstallation {
  /// The folder of the file system to look in.
  private let root: String

  /// Looks for the parts of IBus.
  ///
  /// - Parameter root: the folder of the file system to look in.
  init(root: String = "") { self.root = root }

  /// Debian's packages by the beginnings of the modes of their engines, with their descriptions.
  private static let packages: [(prefix: String, package: String, component: String)] = [
    ("libpinyin", "ibus-libpinyin", "libpinyin"), ("libbopomofo", "ibus-libpinyin", "libpinyin"),
    ("anthy", "ibus-anthy", "anthy"), ("hangul", "ibus-hangul", "hangul"),
    ("m17n", "ibus-m17n", "m17n"), ("chewing", "ibus-chewing", "chewing"),
    ("rime", "ibus-rime", "rime"), ("table", "ibus-table", "table"),
    ("unikey", "ibus-unikey", "unikey"),
  ]

  /// Returns the package with the engine of a mode.
  ///
  /// - Parameter mode: the mode of the extension.
  /// - Returns: the package; nil if it is not known.
  static func package(of mode: String) -> String? {
    packages.first { mode.hasPrefix($0.prefix) }?.package
  }

  /// The packages of the parts that are missing, without which no engine runs.
  var missingParts: [String] {
    let parts = [
      ("ibus", ["/usr/bin/ibus-daemon"]),
      ("python3-gi", ["/usr/lib/python3/dist-packages/gi/__init__.py"]),
      ("gir1.2-ibus-1.0", typelibFolders.map { $0 + "/IBus-1.0.typelib" }),
    ]
    return parts.compactMap { package, paths in
      paths.contains { access(root + $0, F_OK) == 0 } ? nil : package
    }
  }

  /// The folders of descriptions of libraries, one for each processor.
  private var typelibFolders: [String] {
    ["/usr/lib/girepository-1.0"]
      + entries(of: "/usr/lib").filter { $0.hasSuffix("-linux-gnu") || $0.hasSuffix("-gnueabihf") }
      .map { "/usr/lib/\($0)/girepository-1.0" }
  }

  /// Whether the engine of a mode is installed.
  ///
  /// An engine of a known package is installed with its component: some components list their
  /// engines only when they are executed.
  ///
  /// - Parameter mode: the mode of the extension.
  /// - Returns: whether it is installed.
  func hasEngine(of mode: String) -> Bool {
    let folder = "/usr/share/ibus/component"
    if let known = Self.packages.first(where: { mode.hasPrefix($0.prefix) }) {
      return access("\(root)\(folder)/\(known.component).xml", F_OK) == 0
    }
    return entries(of: folder).contains { name in
      guard name.hasSuffix(".xml"), let text = text(of: "\(folder)/\(name)") else { return false }
      return Self.engines(in: text).contains(mode)
    }
  }

  /// The modes of the names in the description of a component: with `-` in place of other
  /// characters than letters and digits.
  static func engines(in description: String) -> [String] {
    let (start, end) = ("<name>", "</name>")
    let lines = description.split { $0.isNewline }
    return lines.compactMap { line in
      let line = line.drop { $0.isWhitespace }
      guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
      let name = line.dropFirst(start.count).dropLast(end.count).lowercased()
      let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      return words.joined(separator: "-")
    }
  }

  private func entries(of folder: String) -> [String] {
    guard let directory = opendir(root + folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  /// The beginning of a file; nil if it cannot be read.
  private func text(of path: String) -> String? {
    guard let file = fopen(root + path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
