// SPDX-License-Identifier: Apache-2.0
import Glibc
@testable import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// Another program changes the files of an open database, which SQLite does not expect.
@Suite struct BrokenLogTests {
  /// A change of another program, after which the log is still complete.
  enum Harmless: CaseIterable {
    case truncateIndex, shortenIndex, removeIndex, removeLog, removeBoth

    func apply(to path: String) {
      switch self {
      case .truncateIndex: #expect(truncate(path + "-shm", 0) == 0)
      case .shortenIndex: #expect(truncate(path + "-shm", 5000) == 0)
      case .removeIndex: #expect(unlink(path + "-shm") == 0)
      case .removeLog: #expect(unlink(path + "-wal") == 0)
      case .removeBoth: for suffix in ["-wal", "-shm"] { #expect(unlink(path + suffix) == 0) }
      }
    }
  }

  /// A change of another program after which stored changes are lost.
  enum Harmful: CaseIterable {
    case truncateLog, shortenLog, truncateBoth, replaceLog, overwriteLog, overwriteIndex
    case replaceBoth, truncateFile, shortenFile, overwriteFile, removeFile, replaceFile, everything

    func apply(to path: String) throws {
      let noise = [UInt8](repeating: 0xd5, count: 40_000)
      func overwrite(_ path: String) throws {
        let stream = try #require(fopen(path, "r+e"))
        defer { fclose(stream) }
        #expect(fwrite(noise, 1, noise.count, stream) == noise.count)
      }
      func replace(_ path: String) throws {
        unlink(path)
        let created = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        #expect(created >= 0)
        close(created)
        try overwrite(path)
      }
      switch self {
      case .truncateLog: #expect(truncate(path + "-wal", 0) == 0)
      case .shortenLog: #expect(truncate(path + "-wal", 9000) == 0)
      case .truncateBoth:
        for suffix in ["-wal", "-shm"] { #expect(truncate(path + suffix, 0) == 0) }
      case .replaceLog: try replace(path + "-wal")
      case .overwriteLog: try overwrite(path + "-wal")
      case .overwriteIndex: try overwrite(path + "-shm")
      case .replaceBoth: for suffix in ["-wal", "-shm"] { try replace(path + suffix) }
      case .truncateFile: #expect(truncate(path, 0) == 0)
      case .shortenFile: #expect(truncate(path, 5000) == 0)
      case .overwriteFile: try overwrite(path)
      case .removeFile: #expect(unlink(path) == 0)
      case .replaceFile: try replace(path)
      case .everything: for suffix in ["", "-wal", "-shm"] { try replace(path + suffix) }
      }
    }
  }

  @Test(
    "If the log's files are removed, or its index is cut off, nothing is lost or reported",
    arguments: Harmless.allCases)
  func harmless(_ attack: Harmless) throws {
    let storing = try Storing()
    let child = try Obeying(storing, from: 0)
    try child.step()
    attack.apply(to: storing.path)
    try child.step()
    attack.apply(to: storing.path)
    try child.step()
    #expect(try child.end() == [])
    #expect(storing.contents() == remembered(0..<300))
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
  }

  @Test("The same is true if two programs use the file", arguments: Harmless.allCases)
  func harmlessForTwo(_ attack: Harmless) throws {
    let storing = try Storing()
    let first = try Obeying(storing, from: 0)
    let second = try Obeying(storing, from: 1000)
    for child in [first, second] { try child.step() }
    attack.apply(to: storing.path)
    for child in [first, second, first, second] { try child.step() }
    #expect(try first.end() == [])
    #expect(try second.end() == [])
    #expect(
      storing.contents()
        == remembered(
          0..<100, 1000..<1100, 100..<200, 1100..<1200, 200..<300, 1200..<1300))
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
  }

  @Test(
    "If the log or the file is cut off or overwritten, later changes are stored",
    arguments: Harmful.allCases, [false, true])
  func harmful(_ attack: Harmful, _ isShared: Bool) throws {
    let storing = try Storing()
    let child = try Obeying(storing, from: 0)
    let other = isShared ? try Obeying(storing, from: 5000) : nil
    try child.step()
    try other?.step()
    try attack.apply(to: storing.path)
    for _ in 0..<4 {
      try child.step()
      try other?.step()
    }
    #expect(try child.end(checkingSaved: 499).count <= 2)
    if let other { #expect(try other.end(checkingSaved: 5499).count <= 2) }
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
    storing.use { $0.setSetting("hold", to: "on") }
    #expect(storing.use { $0.setting("hold") } == "on")
    #expect(storing.warnings.isEmpty)
  }

  /// An open database with a word, and its log.
  private func opened(_ storing: Storing) throws -> SQLiteDatabase {
    storing.use { $0.setSetting("hold", to: "on") }
    let database = try SQLiteDatabase(path: storing.path, access: .readWrite)
    try database.execute("INSERT INTO setting VALUES ('one', '1')")
    return database
  }

  @Test("Nothing is written while a broken log is closed")
  func withoutWriting() throws {
    let storing = try Storing()
    let database = try opened(storing)
    var failure: StorageError?
    SystemCalls.withoutWriting {
      do throws(StorageError) {
        try database.execute("INSERT INTO setting VALUES ('two', '2')")
      } catch {
        failure = error
      }
    }
    #expect(failure != nil)
    try database.execute("INSERT INTO setting VALUES ('three', '3')")
    #expect(try storing.asked("SELECT group_concat(key) FROM setting") == "hold,one,three")
  }

  @Test("Nothing is written to a log whose index has lost a page")
  func withoutIndex() throws {
    let storing = try Storing()
    let database = try opened(storing)
    #expect(truncate(storing.path + "-shm", 0) == 0)
    try? database.run("SELECT key FROM setting") { _ in }
    #expect(SystemCalls.hasLostIndex)
    #expect(throws: StorageError.self) {
      try database.execute("INSERT INTO setting VALUES ('two', '2')")
    }
  }

  @Test("A file that may not be opened for a while is reported once, and stored to later")
  func forbidden() throws {
    let storing = try Storing()
    storing.use { $0.setSetting("hold", to: "on") }
    chmod(storing.folder.path, 0o755)
    chmod(storing.directory, 0o777)
    chmod(storing.path, 0)
    let child = try Obeying(storing, from: 0, prefix: Storing.unprivileged)
    for _ in 0..<3 { try child.step() }
    chmod(storing.path, 0o666)
    for _ in 0..<3 { try child.step() }
    let warnings = try child.end(checkingSaved: 599)
    #expect(warnings.count == 2, "\(warnings)")
    #expect(warnings.first?.hasPrefix("notKept") == true)
    #expect(warnings.last?.hasPrefix("keptAgain") == true)
  }

  /// A child that makes a hundred changes whenever it gets a line.
  private final class Obeying {
    private let child: LiveChild
    private var end: Int

    init(_ storing: Storing, from first: Int, prefix: [String] = []) throws {
      child = try LiveChild(
        prefix + [Storing.child, "obey", storing.directory, "\(first)", "\(first + 1000)"])
      end = first
    }

    func step() throws {
      end += 100
      try child.write("\n".utf8)
      try child.expectOutput("made \(end)\n")
    }

    /// Ends the child, and returns its warnings.
    func end(checkingSaved last: Int? = nil) throws -> [String] {
      child.closeInput()
      let status = try child.end()
      #expect(status == 0, "\(child.errors)")
      let said = Sayings(child.output)
      if let last { #expect(said.kept.last == last, "\(said.warnings)") }
      return said.warnings
    }
  }
}
