// SPDX-License-Identifier: Apache-2.0
import Glibc
import StorageChild
import TestSupport
import Testing
import TextInput

@testable import Storage

/// Folders whose names mean something to SQLite or to a URI.
@Suite struct PathTests {
  static let names = [
    "plain", "with space", "50%", "%41", "a?b=c", "a#b", "a&mode=memory", "new\nline", "tab\t",
    "quote'\"", "back\\slash", "%", "%%", "\u{e9}", "e\u{301}", "%\u{301}", "?\u{301}", "日本",
    "😀", "file:x", ":memory:", "-x", "~", "$HOME", ";", "*",
  ]

  @Test("Changes are kept in a folder with any name", arguments: names)
  func name(_ name: String) throws {
    let folder = try TemporaryFolder()
    try expectKept(in: folder.path + "/" + name, of: folder)
  }

  @Test(
    "Slashes that are doubled, or at the end, do not lead to another file",
    arguments: ["//", "///", "/.//", "/./"])
  func slashes(_ slashes: String) throws {
    let folder = try TemporaryFolder()
    let start = String(slashes.filter { $0 == "/" })
    try expectKept(in: start + folder.path.dropFirst() + slashes + "state", of: folder)
    try expectKept(in: folder.path + slashes + "other" + slashes, of: folder)
  }

  @Test("A relative path is meant in the current folder, also one with two slashes")
  func relative() throws {
    let folder = try TemporaryFolder()
    for name in ["state", "a//b", "./c", "file:x"] {
      let child = try Child.run(
        ["env", "-C", folder.path, Storing.child, "steps", name, "0", "10"])
      #expect(child.status == 0, "\(child.errors)")
      #expect(Sayings(child.output).kept.last == 9, "\(name): \(child.output)")
      #expect(access("\(folder.path)/\(name)/memory.sqlite", F_OK) == 0)
    }
  }

  @Test("A path that SQLite does not accept is reported in words, and changes are kept in memory")
  func long() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "x", count: 200)
    var warnings: [StorageWarning] = []
    let memory = SQLiteMemory(directory: "\(folder.path)/\(name)/\(name)/\(name)") {
      warnings.append($0)
    }
    memory.setSetting("hold", to: "on")
    #expect(memory.setting("hold") == "on")
    #expect(warnings == [.notKept(.cannotOpen(path: memory.path, errno: ENAMETOOLONG))])
  }

  private func expectKept(in directory: String, of folder: TemporaryFolder) throws {
    var warnings: [StorageWarning] = []
    func open() -> SQLiteMemory { SQLiteMemory(directory: directory) { warnings.append($0) } }
    open().setSetting("hold", to: "on")
    #expect(access(directory + "/memory.sqlite", F_OK) == 0)
    #expect(open().setting("hold") == "on")
    #expect(warnings == [])
  }
}
