// SPDX-License-Identifier: Apache-2.0
import Glibc
import Storage
import StorageChild
import TestSupport
import Testing
import TextInput

/// Files whose bytes SQLite did not write.
@Suite struct DamageTests {
  /// A valid file of several pages.
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

  @Test("A file that is no database is set aside with a warning, and a new one is created")
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

  @Test("With flipped bytes in the file, later changes are still kept", arguments: 0..<200)
  func flipped(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var bytes = Self.sound
    try #require(bytes.count > 10 * 4096)
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      // Half of the flips hit the headers of pages and cells.
      let page = Int.random(in: 0..<bytes.count / 4096, using: &generator)
      let offset = Bool.random(using: &generator) ? 4096 : 200
      bytes[page * 4096 + Int.random(in: 0..<offset, using: &generator)] ^=
        UInt8.random(in: 1...255, using: &generator)
    }
    try expectUsable(bytes, seed: seed)
  }

  @Test("With a truncated file, later changes are still kept", arguments: 0..<60)
  func truncated(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let end = Int.random(in: 0...Self.sound.count, using: &generator)
    // Every other file ends at the end of a page.
    let length = seed.isMultiple(of: 2) ? end : end / 4096 * 4096
    try expectUsable(Array(Self.sound[..<length]), seed: seed)
  }

  @Test("A file that is damaged while open is set aside with its log, and the change is kept")
  func underway() throws {
    let storing = try Storing()
    try storing.replace(with: Self.sound)
    let memory = storing.open()
    memory.setSetting("setting 1", to: "1")
    // A change by another process makes this one read the pages again.
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

  @Test("A new file created by another process during the check is not set aside")
  func overtaken() throws {
    let storing = try Storing()
    var bytes = Self.sound
    for index in bytes.indices.suffix(4096) { bytes[index] = 0xee }
    try storing.replace(with: bytes)
    // With a rollback journal no process reads while another one writes.
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

  @Test("A second damaged file in a run is not set aside, and changes are kept in memory")
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

  @Test("A damaged file that cannot be set aside stays, and changes are kept in memory")
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
    // A flip in the version looks like the file of a newer program.
    if case .notKept = storing.warnings.first { return }
    storing.forgetWarnings()
    #expect(storing.contents() == answered)
    #expect(storing.use { $0.setting("hold") } == "on")
    #expect(storing.warnings == [])
    #expect(try storing.asked("PRAGMA integrity_check") == "ok")
  }
}
