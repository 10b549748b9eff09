// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// A disk that is full, for some time or until the end.
@Suite struct FullDiskTests {
  @Test(
    "A disk that stays full is reported first and at the end, and saved values remain readable",
    arguments: 0..<12)
  func stays(_ seed: Int) throws {
    let storing = try Storing()
    let child = try fill(storing, seed, "steps", end: 1500)
    #expect(try child.end() == 0, "\(child.errors)")
    let said = Sayings(child.output)
    try #require(said.warnings.count >= 2)
    #expect(said.warnings.first?.contains("postponed") == true)
    #expect(said.warnings.last?.contains("notKept") == true)
    #expect(said.contents == remembered(0..<1500))
    #expect(storing.contents() == remembered(0..<((said.kept.last ?? -1) + 1)))
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
    #expect(storing.warnings == [])
  }

  @Test(
    "When the disk has room again, postponed changes are written, and this is reported once",
    arguments: 0..<12)
  func passes(_ seed: Int) throws {
    let storing = try Storing()
    let child = try fill(storing, seed, "obey", end: 1600)
    for part in 1...15 {
      try child.write("\n".utf8)
      try child.expectOutput("made \(part * 100)\n")
    }
    #expect(Sayings(child.output).warnings.last?.contains("postponed") == true)
    let room = try Child.run(["prlimit", "--pid", "\(child.pid)", "--fsize=unlimited"])
    try #require(room.status == 0, "\(room.errors)")
    try child.write("\n".utf8)
    try child.expectOutput("made 1600\n")
    // Before it ends, because the longest pause is shorter than a hundred changes.
    let said = Sayings(child.output)
    #expect(said.kept.last == 1599)
    #expect(said.warnings.filter { $0.contains("postponed") }.count == 1)
    #expect(said.warnings.last?.contains("keptAgain") == true)
    child.signal(SIGKILL)
    try child.end()
    #expect(storing.contents() == remembered(0..<1600))
    #expect(storing.warnings == [])
  }

  /// Disk sizes: the smallest cannot hold the tables, and the largest holds several hundred
  /// changes.
  private func fill(
    _ storing: Storing, _ seed: Int, _ task: String, end: Int
  ) throws -> LiveChild {
    let limit = [1, 4096, 30_000, 45_000, 60_000, 100_000][seed % 6] + seed
    return try LiveChild(
      [Storing.child, task, storing.directory, "0", "\(end)"],
      environment: ["FILE_LIMIT": "\(limit)"])
  }
}
