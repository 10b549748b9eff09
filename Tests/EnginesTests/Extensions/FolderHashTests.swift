// SPDX-License-Identifier: Apache-2.0
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Engines

/// The hash by which a change of an extension is noticed.
@Suite struct FolderHashTests {
  @Test("The hash is SHA-256 of the files' paths, kinds and contents")
  func value() throws {
    let folder = try TemporaryFolder()
    #expect(
      try FolderHash(of: folder.path).text
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    chmod(try folder.write("text".utf8, to: "word"), 0o644)
    // printf '\0\0\0\0\0\0\0\4word\0\0\0\0\0\0\0\4filetext\0\0\0\0\0\0\0\4' | sha256sum
    #expect(
      try FolderHash(of: folder.path).text
        == "8f42b858225881c48a95f7d64c9d30dfb1f1681351934a293ef2b764b1d8add7")
  }

  @Test("Each change of a file, a name, a mode or a link changes the hash")
  func changes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("text".utf8, to: "a")
    chmod(path, 0o644)
    _ = try folder.write([], to: "b")
    symlink("a", folder.path + "/link")
    var seen: Set<String> = []
    func add(_ change: String, _ place: SourceLocation = #_sourceLocation) throws {
      let isNew = seen.insert(try FolderHash(of: folder.path).text).inserted
      #expect(isNew, "\(change)", sourceLocation: place)
    }
    try add("none")
    _ = try folder.write("texx".utf8, to: "a")
    try add("contents")
    _ = try folder.write("te".utf8, to: "a")
    _ = try folder.write("xx".utf8, to: "b")
    try add("contents of two files")
    chmod(path, 0o755)
    try add("the mode of a program")
    rename(path, folder.path + "/c")
    symlink("c", folder.path + "/a")
    try add("a link in place of a file")
    unlink(folder.path + "/link")
    symlink("b", folder.path + "/link")
    try add("the target of a link")
    rename(folder.path + "/b", folder.path + "/d")
    unlink(folder.path + "/link")
    try add("names")
    try folder.makeFolder("folder")
    _ = try folder.write([], to: "folder/.hidden")
    try add("a hidden file in a folder")
  }

  @Test("Times and owners do not count, and neither does the order of names")
  func equality() throws {
    // The same text to Unicode, in other bytes.
    let names = ["\u{E9}", "e\u{301}", "z", "a"]
    var found: Set<String> = []
    for names in [names, names.reversed()] {
      let folder = try TemporaryFolder()
      for name in names {
        let path = try folder.write([UInt8](name.utf8), to: name)
        chmod(path, name == "z" ? 0o600 : 0o644)
        var times = [timeval(tv_sec: Int.random(in: 0..<1 << 30), tv_usec: 0), timeval()]
        utimes(path, &times)
      }
      found.insert(try FolderHash(of: folder.path).text)
    }
    #expect(found.count == 1)
  }

  @Test("A folder with too much in it, or a link that leaves it, has no hash")
  func limits() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "large")
    truncate(path, FolderHash.sizeLimit)
    _ = try FolderHash(of: folder.path)
    _ = try folder.write([0], to: "more")
    let mistake = #expect(throws: ManifestMistake.self) { _ = try FolderHash(of: folder.path) }
    #expect(mistake?.message == "expected at most 64 MiB in all files")
    unlink(path)
    symlink("/etc/passwd", folder.path + "/link")
    #expect(throws: ManifestMistake.self) { _ = try FolderHash(of: folder.path) }
  }
}
