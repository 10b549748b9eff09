// SPDX-License-Identifier: Apache-2.0
import Glibc
import StorageChild
import TestSupport
import TestTraits
import Testing

@testable import Storage

/// Something else than a file in the place of the database or of the files next to it.
@Suite struct SpecialFileTests {
  enum Kind: CaseIterable {
    case pipe, socket, linkToPipe, linkToTerminal, linkToNull
  }

  static let suffixes = ["", "-wal", "-shm", "-journal"]

  @Test(
    "A pipe, a socket or a device in the place of a file is refused at once, and nothing blocks",
    arguments: Kind.allCases, suffixes)
  func refused(_ kind: Kind, _ suffix: String) throws {
    let storing = try Storing()
    if suffix != "" { storing.use { $0.setSetting("hold", to: "on") } }
    mkdir(storing.directory, 0o700)
    try make(kind, at: storing.path + suffix)
    // The time limit ends a child that blocks, as `timeout` reports with status 124.
    let child = try Child.run(
      ["timeout", "20", Storing.child, "steps", storing.directory, "0", "100"])
    #expect(child.status == 0, "\(child.errors)")
    let said = Sayings(child.output)
    #expect(said.warnings.count == 1)
    #expect(
      said.warnings.first?.hasPrefix(#"notKept(Storage.StorageError.notRegular(path: ""#) == true,
      "\(said.warnings)")
    #expect(said.warnings.first?.contains("memory.sqlite\(suffix)\"") == true)
    #expect(said.kept == [])
    if suffix == "" { #expect(said.contents == remembered(0..<100)) }
  }

  @Test("After a pipe was removed, what was changed meanwhile is stored, which is reported")
  func removed() throws {
    let storing = try Storing()
    mkdir(storing.directory, 0o700)
    try make(.pipe, at: storing.path)
    let memory = storing.open()
    memory.prepare()
    memory.setSetting("hold", to: "on")
    unlink(storing.path)
    for _ in 0..<64 { _ = memory.setting("hold") }
    #expect(memory.isSaved)
    #expect(
      storing.warnings == [
        .notKept(.notRegular(path: storing.path)), .keptAgain(path: storing.path, lostCount: 0),
      ])
    #expect(try storing.asked("SELECT value FROM setting") == "on")
  }

  @Test("A pipe that takes the place of the file between the check and the opening does not block")
  func race() throws {
    SystemCalls.install()
    let folder = try TemporaryFolder()
    let path = folder.path + "/memory.sqlite"
    #expect(mkfifo(path, 0o600) == 0)
    for access in [SQLiteDatabase.Access.readWrite, .readOnly, .fileAlone] {
      #expect(throws: StorageError.cannotOpen(path: path, errno: EINVAL)) {
        _ = try SQLiteDatabase(path: path, access: access)
      }
    }
  }

  private func make(_ kind: Kind, at path: String) throws {
    switch kind {
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .socket:
      #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    case .linkToPipe:
      #expect(mkfifo(path + ".pipe", 0o600) == 0 && symlink(path + ".pipe", path) == 0)
    case .linkToTerminal: #expect(symlink("/dev/ptmx", path) == 0)
    case .linkToNull: #expect(symlink("/dev/null", path) == 0)
    }
  }
}
