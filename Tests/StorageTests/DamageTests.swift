// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// Files that are not what SQLite wrote.
@Suite struct DamageTests {
  /// A file of some pages.
  private static let sound: [UInt8] = {
    guard let storing = try? Storing() else { return [] }
    storing.use { memory in
      for number in 0..<400 { MemoryStep(number).apply(to: memory) }
      for number in 0..<300 {
        memory.setSetting("setting \(number)", to: String(repeating: "long ", count: 8))
        memory.noteChoice("choice \(number)", for: "long", kind: LearnedKind(rawValue: "word"))
      }
    }
    return (try? storing.bytes()) ?? []
  }()

  @Test("What is no database is set aside with a warning, and a new file begun")
  func garbage() throws {
    let storing = try Storing()
    let garbage = Array(String(repeating: "Dear diary, ", count: 1000).utf8)
    for number in 1...2 {
      storing.forgetWarnings()
      try storing.replace(with: garbage)
      storing.use { memory in
        #expect(memory.setting("hold") == nil)
        memory.setSetting("hold", to: "on")
      }
      let name = storing.path + ".damaged-\(number)"
      #expect(try Storing.bytes(of: name) == garbage)
      #expect(
        storing.warnings == [
          .setAside(
            path: storing.path, as: name,
            reason: .damaged(path: storing.path, message: "file is not a database"))
        ])
      #expect(storing.use { $0.setting("hold") } == "on")
      #expect(try storing.asked("PRAGMA integrity_check") == "ok")
      #expect(storing.warnings.count == 1)
    }
  }

  @Test("Flipped bytes never stop it: what it takes afterwards is kept", arguments: 0..<200)
  func flipped(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bytes = Self.sound
    try #require(bytes.count > 10 * 4096)
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      // Half of them where pages and their cells are described.
      let page = Int.random(in: 0..<bytes.count / 4096, using: &generator)
      let offset = Bool.random(using: &generator) ? 4096 : 200
      bytes[page * 4096 + Int.random(in: 0..<offset, using: &generator)] ^=
        UInt8.random(in: 1...255, using: &generator)
    }
    try expectUsable(bytes, seed: seed)
  }

  @Test("A file that ends too early never stops it", arguments: 0..<60)
  func truncated(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let end = Int.random(in: 0...Self.sound.count, using: &generator)
    // Every other one at a page's end.
    let length = seed.isMultiple(of: 2) ? end : end / 4096 * 4096
    try expectUsable(Array(Self.sound[..<length]), seed: seed)
  }

  @Test("A file that is damaged while it is open goes aside with its log; the change is kept")
  func underway() throws {
    let storing = try Storing()
    try storing.replace(with: Self.sound)
    let memory = storing.open()
    memory.setSetting("setting 1", to: "1")
    // What another process writes makes this one read the pages again.
    try storing.make("UPDATE setting SET value = '2' WHERE key = 'setting 2';")
    let descriptor = Glibc.open(storing.path, O_WRONLY | O_CLOEXEC)
    let noise = [UInt8](repeating: 0xee, count: Self.sound.count - 4096)
    #expect(pwrite(descriptor, noise, noise.count, 4096) == noise.count)
    close(descriptor)
    for number in 0..<300 { memory.setSetting("setting \(number)", to: "\(number)") }
    #expect(memory.setting("setting 299") == "299")
    #expect(storing.warnings.count == 1)
    guard case .setAside(_, let name, .damaged) = storing.warnings.first else {
      Issue.record("\(storing.warnings)")
      return
    }
    #expect(access(name + "-wal", F_OK) == 0)
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
    #expect(try storing.asked("SELECT value FROM setting WHERE key = 'setting 299'") == "299")
  }

  @Test("A file that another process sets aside during the check is not mistaken for the new one")
  func overtaken() throws {
    let storing = try Storing()
    var bytes = Self.sound
    for index in bytes.indices.suffix(4096) { bytes[index] = 0xee }
    try storing.replace(with: bytes)
    // With a rollback journal nobody reads while somebody writes.
    try storing.make("PRAGMA journal_mode = DELETE;")
    let good = try Storing()
    good.use { $0.setSetting("hold", to: "on") }
    let other = try storing.lock()
    let (path, aside) = (storing.path, storing.path + ".damaged-1")
    try other.write(
      """
      .shell sleep 0.2; mv '\(path)' '\(aside)'; cp '\(good.path)' '\(path)'
      COMMIT;
      .quit

      """.utf8)
    let memory = storing.open()
    memory.prepare()
    #expect(memory.setting("hold") == "on")
    memory.setSetting("layout", to: "se")
    try other.end()
    #expect(storing.warnings == [])
    #expect(try storing.asked("SELECT key FROM setting") == "hold\nlayout")
    #expect(access(storing.path + ".damaged-2", F_OK) != 0)
  }

  @Test("What is damaged a second time in a run stays, and memory serves")
  func again() throws {
    let storing = try Storing()
    let garbage = Array(String(repeating: "Dear diary, ", count: 1000).utf8)
    let memory = storing.open()
    for value in ["on", "off"] {
      for suffix in ["", "-wal", "-shm"] { unlink(storing.path + suffix) }
      try storing.replace(with: garbage)
      memory.setSetting("hold", to: value)
      #expect(memory.setting("hold") == value)
    }
    #expect(storing.warnings.count == 2)
    guard case .setAside = storing.warnings.first, case .notKept(.damaged) = storing.warnings.last
    else {
      Issue.record("\(storing.warnings)")
      return
    }
    #expect(try storing.bytes() == garbage)
  }

  @Test("A damaged file that cannot be set aside stays, and memory serves")
  func cannotSetAside() throws {
    let storing = try Storing()
    var bytes = Self.sound
    for index in bytes.indices.suffix(4096) { bytes[index] = 0xee }
    try storing.replace(with: bytes)
    chmod(storing.folder.path, 0o755)
    chmod(storing.path, 0o666)
    chmod(storing.directory, 0o555)
    let child = try Child.run(
      Storing.unprivileged + [Storing.child, "steps", storing.directory, "0", "1000"])
    let said = Sayings(child.output)
    #expect(child.status == 0)
    #expect(said.warnings.count == 1)
    #expect(said.warnings.first?.contains("notKept") == true)
    #expect(said.kept.isEmpty)
    #expect(said.contents.count > 10)
    #expect(try storing.bytes() == bytes)
  }

  private func expectUsable(_ bytes: [UInt8], seed: Int) throws {
    let storing = try Storing()
    try storing.replace(with: bytes)
    let answered = storing.use { memory in
      for number in 0..<60 { MemoryStep(seed * 100 + number).apply(to: memory) }
      memory.setSetting("hold", to: "on")
      #expect(memory.setting("hold") == "on")
      return MemoryStep.contents(of: memory)
    }
    #expect(storing.warnings.count <= 1)
    // Flips in the version look like a newer program's.
    if case .notKept = storing.warnings.first { return }
    storing.forgetWarnings()
    #expect(storing.contents() == answered)
    #expect(storing.use { $0.setting("hold") } == "on")
    #expect(storing.warnings == [])
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
  }
}
